// Package kinds classifies files, folders and extensions by name, and words by meaning or language: it has named sets
// of patterns.
package kinds

import (
	_ "embed" // the table
	"slices"
	"strings"
	"sync"
)

//go:embed kinds.txt
var table string

// A set matches names by its patterns, which are read when it is first used.
type set struct {
	lines []string
	read  sync.Once

	names               map[string]bool
	starts, ends, parts []string
	words, lists        []string // initial words of a name; other sets

	first, last [256]bool // possible first and last bytes, which exclude most names
}

var sets = sync.OnceValue(func() map[string]*set {
	all := map[string]*set{}
	var s *set
	for line := range strings.Lines(table) {
		name, patterns, found := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case strings.HasPrefix(line, "#") || line == "\n":
			continue
		case line[0] != ' ' && found:
			s = &set{names: map[string]bool{}}
			all[name] = s
		default:
			patterns = line
		}
		s.lines = append(s.lines, patterns)
	}
	return all
})

func (s *set) add(p string) {
	start, end := strings.HasSuffix(p, "*"), strings.HasPrefix(p, "*")
	text := strings.Trim(p, "*")
	switch {
	case start && end:
		s.parts = append(s.parts, text)
	case start:
		s.starts = append(s.starts, text)
		s.first[text[0]] = true
	case end:
		s.ends = append(s.ends, text)
		s.last[text[len(text)-1]] = true
	case strings.HasSuffix(p, "~"):
		s.words = append(s.words, p[:len(p)-1])
		s.first[p[0]] = true
	case p[0] == '=':
		s.lists = append(s.lists, strings.ReplaceAll(p[1:], "_", " "))
	default:
		s.names[p] = true
	}
}

// Is reports whether a name is in a set of the table. No name is in a set that does not exist.
func Is(name, in string) bool {
	s := sets()[in]
	if s == nil {
		return false
	}
	s.read.Do(func() {
		for p := range strings.FieldsSeq(strings.Join(s.lines, " ")) {
			s.add(p)
		}
	})
	if s.names[name] {
		return true
	}
	return name != "" && s.last[name[len(name)-1]] && slices.ContainsFunc(s.ends, func(p string) bool { return strings.HasSuffix(name, p) }) ||
		name != "" && s.first[name[0]] && s.startsLike(name) ||
		slices.ContainsFunc(s.parts, func(p string) bool { return strings.Contains(name, p) }) ||
		slices.ContainsFunc(s.lists, func(p string) bool { return Is(name, p) })
}

func (s *set) startsLike(name string) bool {
	return slices.ContainsFunc(s.starts, func(p string) bool { return strings.HasPrefix(name, p) }) ||
		slices.ContainsFunc(s.words, func(p string) bool { return startsWithWord(name, p) })
}

// startsWithWord reports whether a name is a word, or continues after it with something other than a letter.
func startsWithWord(name, word string) bool {
	rest, ok := strings.CutPrefix(name, word)
	return ok && (rest == "" || rest[0]|0x20 < 'a' || rest[0]|0x20 > 'z')
}
