package outline

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"ctxpack/signatures/internal/lex"
)

const (
	MaxLine  = 100     // bytes after which a parameter list wraps
	MaxValue = 60      // bytes of a shown value
	maxNoted = 20      // members of an enum up to which trailing comments are shown
	MaxHead  = 1200    // bytes of a signature
	MaxFlat  = 8 << 10 // bytes of source that are read for a signature
)

// complete turns declarations into text, symbols and exports.
func (f *File) complete() {
	if f.spec.Complete != nil {
		f.spec.Complete(f)
	}
	f.Out.Imports = slices.DeleteFunc(f.Out.Imports, func(i lex.Import) bool { return i.Specifier == "" })
	var l Listing
	l.Write(f.Header, "")
	f.render(&l, f.Roots, 0, 0)
	l.End(f.Out)
	f.orderExports()
}

// orderExports sorts the exported names of top-level declarations and of hooks in source order, each once.
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
			isShown := !d.Silent && !d.Listed
			switch {
			case d.ExportAs != "":
				all = append(all, export{d.ExportAs, d.Start})
			case d.Exported && isShown && d.Owner == "":
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

func (f *File) render(l *Listing, list []*Decl, depth, level int) {
	indent := strings.Repeat(f.spec.Layout.Indent, level)
	section := ""
	for _, d := range list {
		if d.Optional && !d.Exported {
			continue
		}
		f.prepare(d)
		s := d.lines()
		s.Indent, s.Apart = indent, !d.shown()
		if !s.Apart && d.Section != section {
			section = d.Section
			l.Write(section, strings.Repeat(f.spec.Layout.Indent, max(level-1, 0)))
		}
		if d.Members {
			f.renderContainer(l, d, s, depth, level)
		} else {
			f.add(l, d, s, depth)
		}
	}
}

// shown reports whether any part of a declaration is written.
func (d *Decl) shown() bool {
	return !d.Hidden && (!d.Members || !d.Prune || d.showsMembers())
}

func (d *Decl) showsMembers() bool {
	return slices.ContainsFunc(d.Children, func(c *Decl) bool { return (c.Exported || !c.Optional) && c.shown() })
}

func (f *File) renderContainer(l *Listing, d *Decl, s Symbol, depth, level int) {
	layout := f.spec.Layout
	inner, within := level+1, depth
	if d.Level {
		inner = level
	}
	if !d.Silent || d.Owner != "" {
		within++
	}
	if d.Fill && len(d.Children) > maxNoted {
		for _, c := range d.Children {
			c.Note = ""
		}
	}
	end := d.punct(d.Close, layout.Close)
	switch {
	case s.Apart:
		f.add(l, d, s, depth)
		l.AddAll(f.rendered(d.Children, within, inner).apart(), "")
		return
	case d.Inner == "" && !d.showsMembers():
		empty := layout.Empty
		if d.elided && layout.Elided != "" {
			empty = layout.Elided
		} else if len(d.Children) > 0 {
			empty = cmp.Or(layout.Elided, strings.Replace(empty, "{}", "{ … }", 1))
		}
		if d.Close != nil {
			empty += strings.TrimPrefix(*d.Close, layout.Close)
		}
		s.Open, end = d.punct(d.Empty, empty), ""
	case d.Fill && !slices.ContainsFunc(d.Children, func(c *Decl) bool { return c.Kind != "const" && !c.Hidden }):
		inside := f.rendered(d.Children, within, inner)
		s.Open = d.punct(d.Open, layout.Open)
		if text := inside.Text(); !strings.ContainsAny(text, "/#@") { // no member has a comment
			s.Open, end = fill(s, text, end, layout.Indent)
			inside = inside.apart()
		}
		f.add(l, d, s, depth)
		l.AddAll(inside, "")
		l.Write(end, s.Indent)
		return
	default:
		s.Open = d.punct(d.Open, layout.Open)
	}
	f.add(l, d, s, depth)
	f.render(l, d.Children, within, inner)
	if d.lacksFields() {
		l.Write("…", s.Indent+layout.Indent)
	}
	l.Write(end, s.Indent)
}

// lacksFields reports whether a structure is shown without some of its fields, so that it would look complete.
func (d *Decl) lacksFields() bool {
	isHidden := func(c *Decl) bool { return c.Kind == "field" && c.Optional && !c.Exported }
	return d.Kind == "struct" && d.showsMembers() && (d.elided || slices.ContainsFunc(d.Children, isHidden))
}

// rendered returns declarations and their members as a listing of their own.
func (f *File) rendered(list []*Decl, depth, level int) (o Outline) {
	var l Listing
	f.render(&l, list, depth, level)
	l.End(&o)
	return o
}

// fill joins short members that end in a comma: on the line of their container, where there is room, else on lines
// below it. It returns the opening text of the container with these members, and the closing text.
func fill(s Symbol, members, end, indent string) (open, rest string) {
	if len(s.Text())+len(members) <= MaxLine {
		return s.Open + " " + strings.TrimRight(strings.Join(strings.Fields(members), " "), ",") + " " + end, ""
	}
	b := []byte(s.Open)
	width := MaxLine
	for line := range strings.Lines(members) {
		line = strings.TrimSpace(line)
		if width+1+len(line) > MaxLine {
			b = append(append(b, '\n'), indent...)
			width = len(s.Indent) + len(indent)
		} else {
			b = append(b, ' ')
			width++
		}
		b = append(b, line...)
		width += len(line)
	}
	return string(b), end
}

func (d *Decl) punct(own *string, usual string) string {
	if own != nil {
		return *own
	}
	return usual
}

// prepare fills in the doc comment and signature, unless the hook did.
func (f *File) prepare(d *Decl) {
	doc, at := f.docBefore(d.Start)
	if d.docStart = at; d.Begin > 0 {
		d.docStart = min(at, d.Begin)
	}
	if doc == "" && d.HeadStart > d.Start {
		doc, _ = f.docBefore(d.HeadStart)
	}
	if d.Inner == "" {
		d.doc = doc
	}
	if d.Head == "" {
		d.Head = f.Flat(d.HeadStart, d.Body.StartOr(d.End))
	}
	d.Head = strings.TrimSpace(d.Head)
	if d.Members || d.Body.Ok() {
		d.Head = strings.TrimRight(d.Head, " \t\n{:")
	}
	d.Head = strings.TrimRight(d.Head, " ;,")
}

// lines returns the declaration's own lines.
func (d *Decl) lines() (s Symbol) {
	layout := &d.F.spec.Layout
	head := d.Head
	if !d.Members {
		switch {
		case d.Inner != "":
			head += d.punct(d.Open, layout.Open)
		default:
			head += d.punct(d.Tail, layout.End)
		}
	}
	if d.Node.HasError() { // the text around the error may include more than a signature
		if i := strings.Index(head, " {"); i > 0 && Closed(head) != head {
			head = head[:i]
		}
		head = Closed(Cut(head, 2*MaxLine))
	}
	text := Cut(head, MaxHead)
	if !d.Unwrapped {
		text = Wrap(text, layout.Indent)
	}
	s.Doc, s.Head = d.doc, d.Above+text
	if d.Note != "" && d.doc == "" && !d.Members {
		s.Head += " " + d.Note
	}
	if d.Inner != "" {
		s.Doc, s.Below = layout.Indent+d.Inner, true
	}
	return s
}

// add adds a symbol for each name of a declaration. The first one gets the lines.
func (f *File) add(l *Listing, d *Decl, s Symbol, depth int) {
	s.Kind, s.Depth, s.Parent = d.Kind, depth, d.Owner
	if d.Parent != nil {
		if s.Parent = d.Parent.Path(); d.Owner != "" {
			s.Parent += f.spec.Layout.Scope + d.Owner
		}
	}
	if d.Hidden {
		s.Doc, s.Head = "", ""
	}
	s.StartLine, s.Line, s.EndLine = f.line(d.docStart), f.line(d.Start), f.line(max(d.End-1, d.docStart))
	s.Complexity = 1 + sort.SearchInts(f.branches, d.End) - sort.SearchInts(f.branches, d.Start)
	for _, name := range d.Names {
		if name != "" && !d.Silent {
			s.Name, s.Exported = name, d.Exported && f.isPublic(name)
			l.Add(s)
			s.Apart = true
		}
	}
	if !s.Apart { // it has no name
		s.Name = ""
		l.Add(s)
	}
}
