package render

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
)

// Format is an output format of bundles. A new format is a file with a function that returns one, and a row in
// Formats.
type Format struct {
	Name      string
	Extension string                 // extension of an output file, with the dot
	opens     func(text string) bool // reports whether a text begins like a bundle
	head      func(*Document) string
	entry     func(File) string
	between   string // separates entries
	places    bool   // entries state their index
	// rows and briefs return the texts around the map and around all outlines; nil for formats that treat these
	// like other entries. escape escapes their texts.
	rows    func(entries string) (before, after string)
	briefs  func(d *Document, entries string) (before, after string)
	escape  func(text string) string // nil for none
	opening string                   // before the files with shown lines, if there are any
	tail    func(*Document) string
	writer  func(*Document) func() string // used instead of the pieces; nil for most
	failed  func() error                  // why writing failed; nil if it cannot
}

// Formats returns all formats, the default first.
func Formats() []Format { return []Format{markdown(), jsonFormat(), xmlFormat(), plain(), documents()} }

// Names returns the names of all formats, the default first.
func Names() []string {
	return mapped.Of(Formats(), func(f Format) string { return f.Name })
}

// ByName returns the format with a name.
func ByName(name string) (Format, error) {
	if f, ok := mapped.First(Formats(), func(f Format) bool { return f.Name == name }); ok {
		return f, nil
	}
	return Format{}, fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(Names(), ", "))
}

// Opens reports whether a text begins like a bundle of any format, or a report: one left in a tree is recognised
// and never packed again.
func Opens(text string) bool {
	return slices.ContainsFunc(Formats(), func(f Format) bool { return f.opens(text) })
}

// Entry returns the text of one entry with the separator that follows it.
func (f Format) Entry(file File) string {
	if f.Groups() {
		switch file.Form() {
		case Named:
			return f.escaped(rowEntry(&file, file.Path))
		case Outlined:
			return f.escaped(briefEntry(file, file.Path))
		}
	}
	return f.written(file) + f.between
}

// Row returns the approximate text that a file's row of names adds to a bundle.
func (f Format) Row(name, names string) string {
	if f.Groups() {
		name = path.Base(name)
	}
	return f.Entry(File{Path: name, Tier: packer.Signatures, Names: names})
}

// written returns an entry that shows lines of its file.
func (f Format) written(file File) string {
	return file.as(&f, "", func() string { return f.entry(file) })
}

// Groups reports whether entries without lines of their files are grouped, with less text around each than others.
func (f Format) Groups() bool { return f.briefs != nil }

func (f Format) escaped(text string) string {
	if f.escape == nil {
		return text
	}
	return f.escape(text)
}

// Frame returns the bundle's text without its entries, in two pieces.
func (f Format) Frame(d *Document) (head, tail string) { return f.head(d), f.tail(d) }

// Writer returns a function that writes the bundle each time Used has changed; no other part of the document may
// change. The bundle is the two texts together; the second is always the same.
func (f Format) Writer(d *Document) func() (head, rest string) {
	if f.writer != nil {
		write := f.writer(d)
		return func() (string, string) { return write(), "" }
	}
	rest := strings.Join(append(f.body(d), f.tail(d)), "")
	return func() (string, string) { return f.head(d), rest }
}

// Renamed is like Writer, for a document that differs only in its commits from one whose second
// text is known: commits are in the header.
func (f Format) Renamed(d *Document, rest string) func() (head, rest string) {
	if f.writer != nil {
		return f.Writer(d)
	}
	return func() (string, string) { return f.head(d), rest }
}

// Failed returns why a format could not write: a user's template may have errors.
func (f Format) Failed() error {
	if f.failed == nil {
		return nil
	}
	return f.failed()
}

// body returns the pieces of the entries' text: the map, files with shown lines, separated, then the outlines.
func (f Format) body(d *Document) []string {
	var pieces []string
	var rows, briefs, files []*File
	for i := range d.Files {
		file := &d.Files[i]
		if f.Groups() && file.Names != "" {
			rows = append(rows, file)
		}
		switch form := file.Form(); {
		case f.Groups() && form == Outlined:
			briefs = append(briefs, file)
		case !f.Groups() || form != Named:
			files = append(files, file)
		}
	}
	slices.SortStableFunc(rows, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	if len(rows) > 0 {
		entries := f.escaped(f.briefText(rows, rowEntry))
		before, after := f.rows(entries)
		pieces = append(pieces, before, entries, after)
	}
	if len(files) > 0 {
		pieces = append(pieces, f.opening)
	}
	for n, file := range files {
		if n > 0 {
			pieces = append(pieces, f.between)
		}
		placed := *file
		if f.places {
			placed.index = n + 1
		}
		pieces = append(pieces, f.written(placed))
	}
	if len(briefs) > 0 {
		entries := f.escaped(f.briefText(briefs, f.outlineEntry))
		before, after := f.briefs(d, entries)
		pieces = append(pieces, before, entries, after)
	}
	return pieces
}

// bodies returns how many entries of a document show lines of their files.
func (d *Document) bodies() int { return d.of(InPart) + d.of(InFull) }

// of returns how many entries of a document have a form.
func (d *Document) of(form Form) int {
	n := 0
	for i := range d.Files {
		if d.Files[i].Form() == form {
			n++
		}
	}
	return n
}
