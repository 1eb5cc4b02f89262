package render

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/packer"
)

// Format is a way of writing bundles. A new format is a file with a function that returns one, and a row in Formats.
type Format struct {
	Name      string
	Extension string                 // of an output file, with the dot
	opens     func(text string) bool // whether a text begins as a bundle does
	head      func(*Document) string
	entry     func(File) string
	between   string // separates entries
	places    bool   // entries say which one they are
	// rows and briefs are the texts around the map and around all outlines; nil for formats
	// in which these are as other entries do. escape is what their texts are written as.
	rows    func(entries string) (before, after string)
	briefs  func(d *Document, entries string) (before, after string)
	escape  func(text string) string // nil for none
	opening string                   // of the files with lines that are shown, if there are any
	tail    func(*Document) string
	writer  func(*Document) func() string // in place of the pieces; nil for most
	failed  func() error                  // why nothing could be written; nil if that cannot be
}

// Formats returns all formats, the default first.
func Formats() []Format { return []Format{markdown(), jsonFormat(), xmlFormat(), plain(), documents()} }

// Names returns the names of all formats, the default first.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// ByName returns the format that is called name.
func ByName(name string) (Format, error) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(Names(), ", "))
}

// Opens reports whether a text begins as a bundle of any format does, or a
// report: one that was left in a tree is recognised and never packed again.
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

// Row returns what a file's row of names adds to a bundle, about.
func (f Format) Row(name, names string) string {
	if f.Groups() {
		name = path.Base(name)
	}
	return f.Entry(File{Path: name, Tier: packer.Signatures, Names: names})
}

// written is an entry that shows lines of its file.
func (f Format) written(file File) string {
	return file.as(&f, "", func() string { return f.entry(file) })
}

// Groups reports whether entries without lines of their files are together, in a smaller frame than others.
func (f Format) Groups() bool { return f.briefs != nil }

func (f Format) escaped(text string) string {
	if f.escape == nil {
		return text
	}
	return f.escape(text)
}

// Frame returns the bundle's text without its entries, in two pieces.
func (f Format) Frame(d *Document) (head, tail string) { return f.head(d), f.tail(d) }

// Writer returns what writes the bundle, as often as Used changes: nothing else of the
// document may. The bundle is the two texts together, of which the second is always the same.
func (f Format) Writer(d *Document) func() (head, rest string) {
	if f.writer != nil {
		write := f.writer(d)
		return func() (string, string) { return write(), "" }
	}
	rest := strings.Join(append(f.body(d), f.tail(d)), "")
	return func() (string, string) { return f.head(d), rest }
}

// Renamed is Writer for a document that differs in nothing but its commits from one of which
// the second text is known: these are named in the head.
func (f Format) Renamed(d *Document, rest string) func() (head, rest string) {
	if f.writer != nil {
		return f.Writer(d)
	}
	return func() (string, string) { return f.head(d), rest }
}

// Failed says why a format could not write what it was asked to: a template of the user's may be wrong.
func (f Format) Failed() error {
	if f.failed == nil {
		return nil
	}
	return f.failed()
}

// body returns the pieces of the text of the entries: the map, files with lines that are shown,
// with separators between them, then the outlines.
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

// bodies is how many entries of a document show lines of their files.
func (d *Document) bodies() int { return d.of(InPart) + d.of(InFull) }

// of is how many entries of a document have a form.
func (d *Document) of(form Form) int {
	n := 0
	for i := range d.Files {
		if d.Files[i].Form() == form {
			n++
		}
	}
	return n
}
