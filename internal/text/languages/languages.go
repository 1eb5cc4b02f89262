// Package languages is the table of languages: their files, comments and strings.
package languages

import (
	_ "embed" // the table
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed languages.txt
var table string

// A Language is a row of the table.
type Language struct {
	Name, Fence string // Fence is the tag of a Markdown fence
	Line        []string
	Block       [][2]string
	Quote       string // bytes that start and end a string
	Traits      []string
	// Files are file names ("Makefile"), extensions with the dot (".go") and interpreters
	// of a "#!" line ("python" also represents python3.12).
	Files, Extensions, Interpreters []string
}

// Is reports whether a language has a trait.
func (l *Language) Is(trait string) bool { return slices.Contains(l.Traits, trait) }

// All returns the languages in the order of the table. Read-only.
var All = sync.OnceValue(func() []*Language {
	var list []*Language
	for line := range strings.Lines(table) {
		if columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(columns) == 7 {
			list = append(list, read(columns))
		}
	}
	return list
})

var byName = sync.OnceValue(func() map[string]*Language {
	names := map[string]*Language{}
	for _, l := range All() {
		names[l.Name] = l
	}
	return names
})

// Of returns the language with a name, nil if there is none.
func Of(name string) *Language { return byName()[name] }

// Interpreter returns the program of a "#!" line at the start of a text, without folder and version; "" if there is
// none.
func Interpreter(head string) string {
	line, _, _ := strings.Cut(head, "\n")
	rest, ok := strings.CutPrefix(line, "#!")
	if !ok || len(line) > 256 {
		return ""
	}
	for i, w := range strings.Fields(rest) {
		w = path.Base(w)
		if isCommand := i > 0 && !strings.HasPrefix(w, "-") && !strings.Contains(w, "="); isCommand || i == 0 && w != "env" {
			return strings.TrimRight(w, "0123456789.-")
		}
	}
	return ""
}

func read(columns []string) *Language {
	l := &Language{Name: columns[0], Fence: columns[1], Line: words(columns[2]), Quote: strings.Join(words(columns[4]), ""), Traits: words(columns[5])}
	for pair := range slices.Chunk(words(columns[3]), 2) {
		l.Block = append(l.Block, [2]string{pair[0], pair[1]})
	}
	for _, w := range words(columns[6]) {
		if name, found := strings.CutPrefix(w, "#!"); found {
			l.Interpreters = append(l.Interpreters, name)
		} else if w[0] == '.' {
			l.Extensions = append(l.Extensions, w)
		} else {
			l.Files = append(l.Files, w)
		}
	}
	return l
}

func words(column string) []string {
	if column == "-" {
		return nil
	}
	list := strings.Fields(column)
	for i, w := range list {
		list[i] = strings.NewReplacer(`\s`, " ", `\n`, "\n").Replace(w)
	}
	return list
}
