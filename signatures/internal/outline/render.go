package outline

import (
	"slices"
	"sort"
	"strings"

	"ctxpack/signatures/internal/lex"
)

const (
	MaxLine  = 100     // bytes after which a parameter list wraps
	MaxValue = 60      // bytes of a value that is shown
	maxNoted = 20      // members of an enum whose trailing comments are shown
	MaxHead  = 1200    // bytes of a signature
	MaxFlat  = 8 << 10 // bytes of source that are read for a signature
)

// complete turns declarations into text, symbols and exports.
func (f *File) complete() {
	if f.spec.Complete != nil {
		f.spec.Complete(f)
	}
	f.Out.Imports = slices.DeleteFunc(f.Out.Imports, func(i lex.Import) bool { return i.Specifier == "" })
	var b strings.Builder
	if f.Header != "" {
		WriteIndented(&b, f.Header, "")
	}
	f.render(&b, f.Roots, 0, 0)
	f.Out.Text = b.String()
	f.orderExports()
}

// orderExports puts the exported names of top-level declarations and those
// that hooks noted in source order, each once.
func (f *File) orderExports() {
	type export struct {
		name string
		at   int
	}
	var all []export
	for i, name := range f.Exports {
		all = append(all, export{name, f.ExportAt[i]})
	}
	var walk func(list []*Decl)
	walk = func(list []*Decl) {
		for _, d := range list {
			switch {
			case d.ExportAs != "":
				all = append(all, export{d.ExportAs, d.Start})
			case d.Exported && !d.Silent && !d.Listed && d.Owner == "":
				for _, name := range d.Names {
					if f.isPublic(name) {
						all = append(all, export{name, d.Start})
					}
				}
			}
			if d.Shared {
				walk(d.Children)
			}
		}
	}
	walk(f.Roots)
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	seen := make(map[string]bool, len(all))
	for _, e := range all {
		if !seen[e.name] {
			seen[e.name] = true
			f.Out.Exports = append(f.Out.Exports, e.name)
		}
	}
}

func (f *File) isPublic(name string) bool {
	return f.spec.Public == nil || f.spec.Public(name)
}

// render writes declarations and their members and lists their symbols.
func (f *File) render(b *strings.Builder, list []*Decl, depth, level int) {
	indent := strings.Repeat(f.spec.Layout.Indent, level)
	section := ""
	for _, d := range list {
		if d.Optional && !d.Exported {
			continue
		}
		f.prepare(d)
		text := d.lines()
		f.addSymbols(d, text, depth)
		var own strings.Builder
		if d.Members {
			f.renderContainer(&own, d, text, depth, level)
		} else {
			WriteIndented(&own, text, indent)
		}
		if d.Hidden || own.Len() == 0 {
			continue
		}
		if d.Section != section {
			section = d.Section
			WriteIndented(b, section, strings.Repeat(f.spec.Layout.Indent, max(level-1, 0)))
		}
		b.WriteString(own.String())
	}
}

func (f *File) renderContainer(b *strings.Builder, d *Decl, text string, depth, level int) {
	layout := f.spec.Layout
	indent := strings.Repeat(layout.Indent, level)
	inner := level + 1
	if d.Level {
		inner = level
	}
	var inside strings.Builder
	if !d.Silent || d.Owner != "" {
		depth++
	}
	if d.Fill && len(d.Children) > maxNoted {
		for _, c := range d.Children {
			c.Note = ""
		}
	}
	f.render(&inside, d.Children, depth, inner)
	switch {
	case inside.Len() == 0 && d.Prune:
	case inside.Len() == 0 && d.Inner == "":
		empty := layout.Empty
		if d.elided && layout.Elided != "" {
			empty = layout.Elided
		}
		if d.Close != nil {
			empty += strings.TrimPrefix(*d.Close, layout.Close)
		}
		WriteIndented(b, text+d.punct(d.Empty, empty), indent)
	default:
		fill := d.Fill && d.allConstants()
		if line := d.oneLine(text, inside.String()); fill && line != "" {
			WriteIndented(b, line, indent)
			return
		}
		WriteIndented(b, text+d.punct(d.Open, layout.Open), indent)
		if d.Inner != "" {
			WriteIndented(b, d.Inner, indent+layout.Indent)
		}
		if fill {
			b.WriteString(filled(inside.String(), indent+layout.Indent))
		} else {
			b.WriteString(inside.String())
		}
		if end := d.punct(d.Close, layout.Close); end != "" {
			WriteIndented(b, end, indent)
		}
	}
}

func (d *Decl) allConstants() bool {
	for _, c := range d.Children {
		if c.Kind != "const" && !c.Hidden {
			return false
		}
	}
	return true
}

// oneLine is a container of short members on one line, "" if it does not fit.
func (d *Decl) oneLine(text, inside string) string {
	if len(text)+len(inside) > MaxLine || strings.ContainsAny(inside, "/#@") {
		return ""
	}
	members := strings.TrimRight(strings.Join(strings.Fields(inside), " "), ",")
	return text + d.punct(d.Open, d.F.spec.Layout.Open) + " " + members + " " + d.punct(d.Close, d.F.spec.Layout.Close)
}

// filled puts short lines that end in a comma together, unless one of them has
// a comment.
func filled(lines, indent string) string {
	if strings.ContainsAny(lines, "/#@") {
		return lines
	}
	var b strings.Builder
	width := 0
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		switch {
		case width == 0:
			b.WriteString(indent)
			width = len(indent)
		case width+1+len(line) > MaxLine:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(line)
		width += len(line)
	}
	b.WriteByte('\n')
	return b.String()
}

func (d *Decl) punct(own *string, usual string) string {
	if own != nil {
		return *own
	}
	return usual
}

// prepare fills what the hook left to the engine: doc comment and signature.
func (f *File) prepare(d *Decl) {
	doc, at := f.docBefore(d.Start)
	d.docStart = at
	if doc == "" && d.HeadStart > d.Start {
		doc, _ = f.docBefore(d.HeadStart)
	}
	if d.Inner == "" {
		d.doc = doc
	}
	if d.Head == "" {
		end := d.End
		if d.Body.Ok() {
			end = d.Body.Start()
		}
		d.Head = f.Flat(d.HeadStart, end)
	}
	d.Head = strings.TrimSpace(d.Head)
	if d.Members || d.Body.Ok() {
		d.Head = strings.TrimRight(d.Head, " \t\n{:")
	}
	d.Head = strings.TrimRight(d.Head, " ;,")
}

// lines are the declaration's own lines without indentation.
func (d *Decl) lines() string {
	head := d.Head
	if !d.Members {
		switch {
		case d.Inner != "":
			head += d.punct(d.Open, d.F.spec.Layout.Open)
		default:
			head += d.punct(d.Tail, d.F.spec.Layout.End)
		}
	}
	if d.Node.n.HasError() { // what is around the error may be more than a signature
		if i := strings.Index(head, " {"); i > 0 && Closed(head) != head {
			head = head[:i]
		}
		head = Closed(Cut(head, 2*MaxLine))
	}
	text := Cut(head, MaxHead)
	if !d.Unwrapped {
		text = Wrap(text, d.F.spec.Layout.Indent)
	}
	text = d.Above + text
	if d.Note != "" && d.doc == "" && !d.Members {
		text += " " + d.Note
	}
	if d.doc != "" {
		text = d.doc + "\n" + text
	}
	if d.Inner != "" && !d.Members {
		text += "\n" + d.F.spec.Layout.Indent + d.Inner
	}
	return text
}

func (f *File) addSymbols(d *Decl, text string, depth int) {
	if d.Silent {
		return
	}
	parent := d.Owner
	if d.Parent != nil {
		if parent = d.Parent.Path(); d.Owner != "" {
			parent += f.spec.Layout.Scope + d.Owner
		}
	}
	if d.Hidden {
		text = ""
	}
	for _, name := range d.Names {
		if name == "" {
			continue
		}
		f.Out.Symbols = append(f.Out.Symbols, Symbol{
			Name: name, Kind: d.Kind, Parent: parent, Exported: d.Exported && f.isPublic(name),
			StartLine: f.line(d.docStart), EndLine: f.line(max(d.End-1, d.docStart)),
			Text: text, Complexity: 1 + f.branchesIn(d.Start, d.End), Depth: depth,
		})
	}
}

// WriteIndented writes each line of a text after an indent.
func WriteIndented(b *strings.Builder, text, indent string) {
	for line := range strings.Lines(text) {
		b.WriteString(indent)
		b.WriteString(strings.TrimRight(line, "\n"))
		b.WriteByte('\n')
	}
}
