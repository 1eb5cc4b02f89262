package signatures

import (
	"slices"
	"sort"
	"strings"
)

const (
	maxLine  = 100     // bytes after which a parameter list wraps
	maxValue = 60      // bytes of a value that is shown
	maxNoted = 20      // members of an enum whose trailing comments are shown
	maxHead  = 1200    // bytes of a signature
	maxFlat  = 8 << 10 // bytes of source that are read for a signature
)

// complete turns declarations into text, symbols and exports.
func (f *file) complete() {
	if f.spec.complete != nil {
		f.spec.complete(f)
	}
	f.out.Imports = slices.DeleteFunc(f.out.Imports, func(i Import) bool { return i.Specifier == "" })
	var b strings.Builder
	if f.header != "" {
		writeIndented(&b, f.header, "")
	}
	f.render(&b, f.roots, 0, 0)
	f.out.Text = b.String()
	f.orderExports()
}

// orderExports puts the exported names of top-level declarations and those
// that hooks noted in source order, each once.
func (f *file) orderExports() {
	type export struct {
		name string
		at   int
	}
	var all []export
	for i, name := range f.exports {
		all = append(all, export{name, f.exportAt[i]})
	}
	var walk func(list []*decl)
	walk = func(list []*decl) {
		for _, d := range list {
			switch {
			case d.exportAs != "":
				all = append(all, export{d.exportAs, d.start})
			case d.exported && !d.silent && !d.listed && d.owner == "":
				for _, name := range d.names {
					if f.isPublic(name) {
						all = append(all, export{name, d.start})
					}
				}
			}
			if d.shared {
				walk(d.children)
			}
		}
	}
	walk(f.roots)
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	seen := make(map[string]bool, len(all))
	for _, e := range all {
		if !seen[e.name] {
			seen[e.name] = true
			f.out.Exports = append(f.out.Exports, e.name)
		}
	}
}

func (f *file) isPublic(name string) bool {
	return f.spec.public == nil || f.spec.public(name)
}

// render writes declarations and their members and lists their symbols.
func (f *file) render(b *strings.Builder, list []*decl, depth, level int) {
	indent := strings.Repeat(f.spec.layout.indent, level)
	section := ""
	for _, d := range list {
		if d.optional && !d.exported {
			continue
		}
		f.prepare(d)
		text := d.lines()
		f.addSymbols(d, text, depth)
		var own strings.Builder
		if d.members {
			f.renderContainer(&own, d, text, depth, level)
		} else {
			writeIndented(&own, text, indent)
		}
		if d.hidden || own.Len() == 0 {
			continue
		}
		if d.section != section {
			section = d.section
			writeIndented(b, section, strings.Repeat(f.spec.layout.indent, max(level-1, 0)))
		}
		b.WriteString(own.String())
	}
}

func (f *file) renderContainer(b *strings.Builder, d *decl, text string, depth, level int) {
	layout := f.spec.layout
	indent := strings.Repeat(layout.indent, level)
	inner := level + 1
	if d.level {
		inner = level
	}
	var inside strings.Builder
	if !d.silent || d.owner != "" {
		depth++
	}
	if d.fill && len(d.children) > maxNoted {
		for _, c := range d.children {
			c.note = ""
		}
	}
	f.render(&inside, d.children, depth, inner)
	switch {
	case inside.Len() == 0 && d.prune:
	case inside.Len() == 0 && d.inner == "":
		empty := layout.empty
		if d.elided && layout.elided != "" {
			empty = layout.elided
		}
		if d.close != nil {
			empty += strings.TrimPrefix(*d.close, layout.close)
		}
		writeIndented(b, text+d.punct(d.empty, empty), indent)
	default:
		fill := d.fill && d.allConstants()
		if line := d.oneLine(text, inside.String()); fill && line != "" {
			writeIndented(b, line, indent)
			return
		}
		writeIndented(b, text+d.punct(d.open, layout.open), indent)
		if d.inner != "" {
			writeIndented(b, d.inner, indent+layout.indent)
		}
		if fill {
			b.WriteString(filled(inside.String(), indent+layout.indent))
		} else {
			b.WriteString(inside.String())
		}
		if end := d.punct(d.close, layout.close); end != "" {
			writeIndented(b, end, indent)
		}
	}
}

func (d *decl) allConstants() bool {
	for _, c := range d.children {
		if c.kind != "const" && !c.hidden {
			return false
		}
	}
	return true
}

// oneLine is a container of short members on one line, "" if it does not fit.
func (d *decl) oneLine(text, inside string) string {
	if len(text)+len(inside) > maxLine || strings.ContainsAny(inside, "/#@") {
		return ""
	}
	members := strings.TrimRight(strings.Join(strings.Fields(inside), " "), ",")
	return text + d.punct(d.open, d.f.spec.layout.open) + " " + members + " " + d.punct(d.close, d.f.spec.layout.close)
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
		case width+1+len(line) > maxLine:
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

func (d *decl) punct(own *string, usual string) string {
	if own != nil {
		return *own
	}
	return usual
}

// prepare fills what the hook left to the engine: doc comment and signature.
func (f *file) prepare(d *decl) {
	doc, at := f.docBefore(d.start)
	d.docStart = at
	if doc == "" && d.headStart > d.start {
		doc, _ = f.docBefore(d.headStart)
	}
	if d.inner == "" {
		d.doc = doc
	}
	if d.head == "" {
		end := d.end
		if d.body.ok() {
			end = d.body.start()
		}
		d.head = f.flat(d.headStart, end)
	}
	d.head = strings.TrimSpace(d.head)
	if d.members || d.body.ok() {
		d.head = strings.TrimRight(d.head, " \t\n{:")
	}
	d.head = strings.TrimRight(d.head, " ;,")
}

// lines are the declaration's own lines without indentation.
func (d *decl) lines() string {
	head := d.head
	if !d.members {
		switch {
		case d.inner != "":
			head += d.punct(d.open, d.f.spec.layout.open)
		default:
			head += d.punct(d.tail, d.f.spec.layout.end)
		}
	}
	if d.node.n.HasError() { // what is around the error may be more than a signature
		if i := strings.Index(head, " {"); i > 0 && closed(head) != head {
			head = head[:i]
		}
		head = closed(cut(head, 2*maxLine))
	}
	text := cut(head, maxHead)
	if !d.unwrapped {
		text = wrap(text, d.f.spec.layout.indent)
	}
	text = d.above + text
	if d.note != "" && d.doc == "" && !d.members {
		text += " " + d.note
	}
	if d.doc != "" {
		text = d.doc + "\n" + text
	}
	if d.inner != "" && !d.members {
		text += "\n" + d.f.spec.layout.indent + d.inner
	}
	return text
}

func (f *file) addSymbols(d *decl, text string, depth int) {
	if d.silent {
		return
	}
	parent := d.owner
	if d.parent != nil {
		if parent = d.parent.path(); d.owner != "" {
			parent += f.spec.layout.scope + d.owner
		}
	}
	if d.hidden {
		text = ""
	}
	for _, name := range d.names {
		if name == "" {
			continue
		}
		f.out.Symbols = append(f.out.Symbols, Symbol{
			Name: name, Kind: d.kind, Parent: parent, Exported: d.exported && f.isPublic(name),
			StartLine: f.line(d.docStart), EndLine: f.line(max(d.end-1, d.docStart)),
			Text: text, Complexity: 1 + f.branchesIn(d.start, d.end), Depth: depth,
		})
	}
}

func writeIndented(b *strings.Builder, text, indent string) {
	for line := range strings.Lines(text) {
		b.WriteString(indent)
		b.WriteString(strings.TrimRight(line, "\n"))
		b.WriteByte('\n')
	}
}
