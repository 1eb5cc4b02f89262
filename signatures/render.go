package signatures

import (
	"sort"
	"strings"
	"unicode/utf8"
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
	var b strings.Builder
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
		if line := d.oneLine(text, inside.String()); line != "" {
			writeIndented(b, line, indent)
			return
		}
		writeIndented(b, text+d.punct(d.open, layout.open), indent)
		if d.inner != "" {
			writeIndented(b, d.inner, indent+layout.indent)
		}
		if d.fill {
			b.WriteString(filled(inside.String(), indent+layout.indent))
		} else {
			b.WriteString(inside.String())
		}
		if end := d.punct(d.close, layout.close); end != "" {
			writeIndented(b, end, indent)
		}
	}
}

// oneLine is a container of short members on one line, "" if it does not fit.
func (d *decl) oneLine(text, inside string) string {
	if !d.fill || len(text)+len(inside) > maxLine || strings.ContainsAny(inside, "/#@") {
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
	limit := maxHead
	if d.node.n.HasError() { // what is around the error may be more than a signature
		limit = 2 * maxLine
	}
	text := d.above + wrap(cut(head, limit), d.f.spec.layout.indent)
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

// flat is source on one line, without comments.
func (f *file) flat(start, end int) string {
	if start >= end {
		return ""
	}
	end = min(end, start+maxFlat)
	for end < len(f.src) && end > start && !utf8.RuneStart(f.src[end]) {
		end--
	}
	var b strings.Builder
	i := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].end > start })
	for ; i < len(f.comments) && f.comments[i].start < end; i++ {
		if f.comments[i].start >= start {
			b.WriteString(f.src[start:f.comments[i].start])
		}
		start = min(max(f.comments[i].end, start), end)
	}
	b.WriteString(f.src[start:end])
	return oneLine(b.String(), f.spec.layout.separator)
}

// oneLine joins lines: a line end and the white space around it become one
// space, or none beside a bracket; the comma before a closing bracket goes.
// Where line ends separate the members of braces, separator takes their place.
func oneLine(s, separator string) string {
	if !strings.ContainsAny(s, "\n\r") {
		return strings.TrimSpace(s)
	}
	b := make([]byte, 0, len(s))
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		line = strings.TrimSpace(strings.TrimSuffix(line, "\\"))
		if line == "" {
			continue
		}
		if len(b) > 0 {
			b, line = joinLine(b, line, separator)
		}
		b = append(b, line...)
	}
	return string(b)
}

func joinLine(b []byte, line, separator string) (joined []byte, rest string) {
	last := b[len(b)-1]
	opens := strings.IndexByte("([<", last) >= 0
	switch {
	case strings.IndexByte(")]}>", line[0]) >= 0:
		if last == ',' {
			b = b[:len(b)-1]
		}
		if line[0] == '}' && last != '{' {
			b = append(b, ' ')
		}
	case line[0] == '|' && strings.IndexByte("=(<:,[{", last) >= 0: // a union with its first bar
		line = strings.TrimSpace(line[1:])
		if !opens {
			b = append(b, ' ')
		}
	case opens || line[0] == '.' && !strings.HasPrefix(line, "...") || line[0] == ',':
	case separator != "" && strings.IndexByte("{,;:|&=?+-*/.", last) < 0 && strings.IndexByte("|&?:=.,", line[0]) < 0 && inBraces(b):
		b = append(b, separator...)
	default:
		b = append(b, ' ')
	}
	return b, line
}

// inBraces tells whether the innermost bracket that is open in b is a brace.
// It looks back a limited way.
func inBraces(b []byte) bool {
	depth := 0
	for i := len(b) - 1; i >= 0 && i > len(b)-maxHead; i-- {
		switch b[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return b[i] == '{'
			}
			depth--
		}
	}
	return false
}

// value shortens the source of a value: short ones as they are, brackets with
// an ellipsis between them, long strings cut.
func (f *file) value(n node) string {
	text := n.text()
	if len(text) <= 4*maxValue {
		if text = f.flat(n.start(), n.end()); len(text) <= maxValue {
			return text
		}
	} else {
		text = f.flat(n.start(), n.start()+4*maxValue)
	}
	if i := strings.IndexAny(text, "([{\"'`"); i >= 0 && i <= maxValue*2/3 && strings.IndexByte("([{", text[i]) >= 0 {
		if len(text) > i+1 && strings.IndexByte("\"'`", text[i+1]) < 0 {
			return closed(text[:i+1] + "…")
		}
	}
	return closed(cut(text, maxValue))
}

// closed ends the strings and brackets that a cut left open.
func closed(text string) string {
	var open []byte
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(':
			open = append(open, ')')
		case c == '[':
			open = append(open, ']')
		case c == '{':
			open = append(open, '}')
		case (c == ')' || c == ']' || c == '}') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if quote != 0 {
		text += string(quote)
	}
	for i := len(open) - 1; i >= 0; i-- {
		text += string(open[i])
	}
	return text
}

// cut shortens text to about limit bytes and marks the place.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimRight(text[:end], " ") + "…"
}

// wrap breaks a long line after the commas of its outer brackets and before
// the words and signs that start a clause.
func wrap(text, indent string) string {
	if len(text) <= maxLine {
		return text
	}
	var b strings.Builder
	width := 0
	for _, piece := range pieces(text, 1) {
		if width > 0 && width+len(piece) > maxLine {
			b.WriteString("\n" + indent + indent)
			piece = strings.TrimLeft(piece, " ")
			width = 2 * len(indent)
		}
		b.WriteString(piece)
		width += len(piece)
	}
	return b.String()
}

// pieces are the parts of text between the places where it may break. A part
// that is too long for a line is parted again, one bracket further in.
func pieces(text string, depth int) []string {
	const deepest = 3
	var list []string
	level, start := 0, 0
	part := func(end int) {
		piece := text[start:end]
		if len(piece) > maxLine && depth < deepest && start < end {
			list = append(list, pieces(piece, depth+1)...)
		} else {
			list = append(list, piece)
		}
		start = end
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '`':
			i = skipString(text, i)
		case c == '(' || c == '[' || c == '{' || c == '<' && i > 0 && isWord(rune(text[i-1])):
			level++
		case c == ')' || c == ']' || c == '}' || c == '>' && i > 0 && text[i-1] != '=' && text[i-1] != '-' && text[i-1] != ' ':
			level--
		case c == ',' && level <= depth:
			part(i + 1)
		case c == ' ' && level < depth && clauseStarts(text[i+1:]):
			part(i)
		}
	}
	part(len(text))
	return list
}

func clauseStarts(text string) bool {
	for _, word := range [...]string{"| ", "-> ", "? ", ": ", "where ", "implements ", "extends ", "throws ", "permits "} {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}
