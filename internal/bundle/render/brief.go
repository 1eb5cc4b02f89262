package render

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/packer"
)

// Entries without lines of their files, which are most of them, stand together behind the
// others, below their folders: where a folder has several, a line with its path precedes
// their names; one alone in its folder has its whole path. What is shown of a file stands
// behind a blank, which costs most words no token, so that nothing of it can be taken for
// a name.

// IsBrief reports whether the entry shows no lines of its file.
func (f *File) IsBrief() bool {
	return f.Tier == packer.Signatures && len(f.Sections) == 0 && f.TextRange.Start == 0
}

// CallMark stands between a function and what it calls.
const CallMark = " → "

// briefLegend says how to read entries.
func briefLegend(entries string) string {
	legend := "What these files declare for others, without bodies; `(n)`: lines of a long file, or members of a type; `{…}`: members are left out; `… N more`: the others, by name as room goes"
	numbered, nameless, rows := false, false, false
	for line := range strings.Lines(entries) {
		shown, ok := strings.CutPrefix(line, " ")
		if !ok {
			_, shown, _ = strings.Cut(line, ": ")
		}
		if n := strings.TrimLeft(shown, "0123456789"); n != shown && strings.HasPrefix(n, ": ") {
			numbered = true
		}
		nameless = nameless || isNameless(shown)
		rows = rows || (strings.HasPrefix(shown, "const ") || strings.HasPrefix(shown, "var ")) && strings.Contains(shown, " … ")
	}
	for _, mark := range [...]struct {
		is   bool
		text string
	}{
		{numbered, "`n:` the line"},
		{rows, "`const A … Z (n)`: n of them from A to Z"},
		{nameless, "a type without a name has its file's"},
		{strings.Contains(entries, ":: "), "`T:: a, b`: functions of T"},
		{strings.Contains(entries, CallMark), "`f" + CallMark + "a, b`: what f calls, in its order"},
	} {
		if mark.is {
			legend += "; " + mark.text
		}
	}
	return legend + "."
}

// isNameless reports whether a line begins with a type whose name is left out.
func isNameless(line string) bool {
	for rest := line; ; {
		word, after, ok := strings.Cut(rest, " ")
		switch word {
		case "export", "public", "abstract", "final", "sealed", "static", "pub", "internal", "data", "open", "partial", "default", "readonly":
			rest = after
			continue
		}
		kind := word[:len(word)-len(strings.TrimLeft(word, "abcdefghijklmnopqrstuvwxyz"))]
		if !slices.Contains(typeKinds, kind) {
			return false
		}
		if !ok || kind != word {
			return strings.ContainsAny(word[len(kind):], "(<\n")
		}
		next, _, _ := strings.Cut(strings.TrimSpace(after), " ")
		return slices.Contains([]string{"…", "{…}", "{", ":", "extends", "implements"}, next)
	}
}

// typeKinds begin the declaration of a type. Read-only.
var typeKinds = []string{"class", "interface", "struct", "enum", "trait", "record", "object", "protocol"}

// withoutFileName is what is shown of a file without the name of the type that has the file's
// name: it stands before it.
func withoutFileName(text, name string) string {
	stem, _, _ := strings.Cut(name, ".")
	for _, kind := range typeKinds {
		at := strings.Index(text, kind+" "+stem)
		if at < 0 || at > 0 && text[at-1] != ' ' && text[at-1] != '\n' || strings.HasSuffix(text[:max(at, 0)], "typedef ") {
			continue
		}
		rest := text[at+len(kind)+1+len(stem):]
		if r, _ := utf8.DecodeRuneInString(rest); r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			continue
		}
		return text[:at+len(kind)] + rest
	}
	return text
}

// longFile is from how many lines on an entry says how many its file has: of most files it
// would be as much as their names.
const longFile = 500

// briefText is all of some brief entries: folders in the order of their first entries.
func (f Format) briefText(files []*File) string {
	var order []string
	folders := map[string][]*File{}
	size := 0
	for _, file := range files {
		const around = 16 // bytes of marks and indentation, about
		size += len(file.Path) + len(file.Text) + around
		dir := path.Dir(file.Path)
		if folders[dir] == nil {
			order = append(order, dir)
		}
		folders[dir] = append(folders[dir], file)
	}
	entry := func(file *File, name string) string {
		return file.as(&f, name, func() string { return briefEntry(*file, name) })
	}
	var b strings.Builder
	b.Grow(size)
	for _, dir := range order {
		list := folders[dir]
		if len(list) == 1 && dir != "." {
			b.WriteString(entry(list[0], list[0].Path))
			continue
		}
		if dir != "." || b.Len() > 0 {
			b.WriteString(briefName(dir) + "/\n")
		}
		for _, file := range list {
			b.WriteString(entry(file, path.Base(file.Path)))
		}
	}
	return b.String()
}

// briefEntry is a name with the number of lines, and what is shown of the file, on the same
// line if it is one.
func briefEntry(f File, name string) string {
	head, notes := briefName(name), f.notes()
	if f.Lines >= longFile {
		notes = append([]string{strconv.Itoa(f.Lines)}, notes...)
	}
	if len(notes) > 0 {
		head += " (" + strings.Join(notes, ", ") + ")"
	}
	text := withoutFileName(briefBreaks.Replace(f.Text), path.Base(f.Path))
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	switch {
	case len(lines) > 1:
		return head + "\n " + strings.Join(lines, "\n ") + "\n"
	case lines[0] == "":
		return head + "\n"
	}
	return head + ": " + lines[0] + "\n"
}

// briefName is a name or a path as it begins a line: quoted if it begins as what is shown of
// a file does.
func briefName(name string) string {
	if name = DisplayPath(name); strings.HasPrefix(name, " ") {
		return `"` + name + `"`
	}
	return name
}

// briefBreaks makes one kind of line breaks of all. Read-only.
var briefBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// notes are what has to be said of what an entry shows.
func (f File) notes() []string {
	var notes []string
	if r := f.Redactions(); r != nil {
		notes = append(notes, "redacted: "+r.String())
	}
	if a := f.addressingPhrase(); a != "" {
		notes = append(notes, a)
	}
	return notes
}
