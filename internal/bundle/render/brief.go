package render

import (
	"path"
	"strconv"
	"strings"
)

// Files without shown lines are grouped: rows of names in the map, outlines after everything else. Each is below its
// folder: if a folder has several, a line with its path precedes their names; a single one has its whole path. An
// outline follows a space, which takes no token before most words, so that no part of it can look like a name.

func mapLegend(entries string) string {
	legend := "The names that each file declares, a line per file below its folder"
	if strings.Contains(entries, ", …\n") {
		legend += "; `…`: more names"
	}
	return legend + "."
}

func briefLegend(entries string) string {
	legend := "What these files declare, without bodies"
	for line := range strings.Lines(entries) {
		shown := strings.TrimSpace(line)
		if n := strings.TrimLeft(shown, "0123456789"); n != shown && strings.HasPrefix(n, ": ") {
			return legend + "; `n:` the line."
		}
	}
	return legend + "."
}

// longFile is the number of lines from which an entry states its file's length: for most files that
// would take as much as their names.
const longFile = 500

// briefText returns entries without lines of their files, below their folders, in the order of each folder's first
// entry.
func (f Format) briefText(files []*File, entry func(file *File, name string) string) string {
	var order []string
	folders := map[string][]*File{}
	for _, file := range files {
		dir := path.Dir(file.Path)
		if folders[dir] == nil {
			order = append(order, dir)
		}
		folders[dir] = append(folders[dir], file)
	}
	var b strings.Builder
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

// outlineEntry returns a name with the number of lines, and the outline, on the same line if it is a single one.
func (f Format) outlineEntry(file *File, name string) string {
	return file.as(&f, name, func() string { return briefEntry(*file, name) })
}

// rowEntry returns a row of the map. Notes on a file with shown lines are at those lines.
func rowEntry(file *File, name string) string {
	head := briefName(name)
	if notes := file.notes(); len(notes) > 0 && file.Form() == Named {
		head += " (" + strings.Join(notes, ", ") + ")"
	}
	return head + ": " + strings.Join(strings.Fields(file.Names), " ") + "\n"
}

func briefEntry(f File, name string) string {
	head, notes := briefName(name), f.notes()
	if f.Lines >= longFile {
		notes = append([]string{strconv.Itoa(f.Lines)}, notes...)
	}
	if len(notes) > 0 {
		head += " (" + strings.Join(notes, ", ") + ")"
	}
	lines := strings.Split(strings.TrimSuffix(briefBreaks.Replace(f.Text), "\n"), "\n")
	switch {
	case len(lines) > 1:
		return head + "\n " + strings.Join(lines, "\n ") + "\n"
	case lines[0] == "":
		return head + "\n"
	}
	return head + ": " + lines[0] + "\n"
}

// briefName returns a name or a path for the start of a line: quoted if it begins like a shown part of a file.
func briefName(name string) string {
	if name = DisplayPath(name); strings.HasPrefix(name, " ") {
		return `"` + name + `"`
	}
	return name
}

// briefBreaks normalizes line breaks. Read-only.
var briefBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// notes returns the notes on the shown part of a file.
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
