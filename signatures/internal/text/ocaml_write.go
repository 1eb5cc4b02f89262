package text

import (
	"slices"
	"sort"
	"strings"

	"ctxpack/signatures/internal/outline"
)

// finish drops local lets and ends each item where the next one starts.
func (w *mlReader) finish(m *mlItem, end int) {
	kept := m.kids[:0]
	for _, k := range m.kids {
		if !k.isLocal() {
			kept = append(kept, k)
		}
	}
	m.kids = kept
	for i, k := range m.kids {
		bodyEnd := k.end
		k.end = end
		if i+1 < len(m.kids) {
			k.end = m.kids[i+1].at
		}
		if k.opens != "" {
			if bodyEnd <= k.bodyAt || bodyEnd > k.end {
				bodyEnd = k.end
			}
			w.finish(k, bodyEnd)
		}
	}
}

func (w *mlReader) items(m *mlItem, level int, parent string) {
	for _, k := range m.kids {
		if level < outline.MaxNesting {
			w.item(k, m.opens, level, parent)
		}
	}
}

// source is a run of tokens on one line, without comments.
func (w *mlReader) source(from, to int) string {
	var b strings.Builder
	for i := from; i < to && b.Len() < outline.MaxFlat/2; i++ {
		if i > from && w.tokens[i].start > w.tokens[i-1].end {
			gap := w.Src[w.tokens[i-1].end:w.tokens[i].start]
			if last := w.text(i - 1); last != "(" && last != "[" || !strings.Contains(gap, "\n") {
				b.WriteByte(' ')
			}
		}
		b.WriteString(outline.Cut(outline.OneLine(w.text(i), ""), outline.MaxLine))
	}
	return b.String()
}

// find is the index of the first of the words outside of brackets, the closing
// one of an open bracket among them, or to. It never goes back before from.
func (w *mlReader) find(from, to int, words ...string) int {
	depth := 0
	for i := from; i < to; i++ {
		t := w.text(i)
		if depth == 0 && slices.Contains(words, t) {
			return i
		}
		switch t {
		case "(", "[", "{", "struct", "sig", "object", "begin":
			depth++
		case ")", "]", "}", "end":
			depth--
		}
	}
	return max(from, to)
}

func (w *mlReader) item(m *mlItem, in string, level int, parent string) {
	s := outline.Symbol{Parent: parent, Depth: level, Exported: true, Complexity: 1 + m.branches}
	body := false
	switch m.kind {
	case "let":
		if !w.let(m, &s) {
			return
		}
	case "val", "external":
		s.Kind, s.Name = "val", w.valueName(m.at+1)
		if m.kind == "external" || w.arrow(m) {
			s.Kind = "func"
		}
		s.Head = w.source(m.at, m.end)
		if in == "object" {
			return
		}
	case "type", "exception":
		s.Kind, s.Name = m.kind, w.typeName(m)
		s.Head = w.source(m.at, w.find(m.at, m.end, "[@@", "[@@@"))
	case "module", "class":
		body = w.module(m, &s)
	case "method":
		if !w.method(m, &s) {
			return
		}
	case "open", "include":
		w.opened(m, level)
		return
	case "inherit":
		s.Head = w.source(m.at, m.end)
	default:
		return
	}
	w.put(m, s, body, level)
}

// put writes an item with its documentation and its members.
func (w *mlReader) put(m *mlItem, s outline.Symbol, body bool, level int) {
	s.Head = strings.TrimSuffix(strings.TrimSpace(s.Head), ";;")
	s.Head = outline.Wrap(outline.Cut(s.Head, outline.MaxHead), "  ")
	start, end := w.tokens[m.at].start, w.tokens[max(m.end-1, m.at)].end
	doc, from, to := w.doc(start, end)
	if s.Name != "" && s.Parent == "" && s.Name[0] != '_' {
		w.export(s.Name)
	}
	s.Doc, s.Line = doc, w.line(start)
	w.add(s, from, to, level)
	if !body {
		return
	}
	path := s.Name
	if s.Parent != "" {
		path = s.Parent + "." + path
	}
	w.items(m, level+1, path)
	w.write(level, "end")
}

// let reads a definition: its name, its parameters, not its value.
func (w *mlReader) let(m *mlItem, s *outline.Symbol) bool {
	at := m.at + 1
	for t := w.text(at); t == "rec" || t == "nonrec"; t = w.text(at) {
		at++
	}
	if strings.HasPrefix(w.text(at), "%") {
		return false // a test
	}
	equals := w.find(at, m.end, "=")
	s.Name = w.valueName(at)
	first := w.text(at)
	if s.Name == "" || s.Name == "_" {
		if first != "(" || w.text(at+1) == ")" {
			s.Name = ""
			if first == "(" && w.text(at+1) == ")" && strings.Contains(w.source(equals, min(m.end, equals+6)), "main") {
				w.out.Main = true
			}
			return false
		}
		s.Name = w.source(at, min(equals, at+20))
	}
	s.Kind = "val"
	width := 1
	if first == "(" {
		width = 3
	}
	if next := w.text(at + width); equals > at+width && next != ":" && next != "," || slices.Contains([]string{"fun", "function"}, w.text(equals+1)) {
		s.Kind = "func"
	}
	s.Head = w.source(m.at, equals)
	if value := w.source(equals+1, m.end); s.Kind == "val" && m.end-equals <= 3 && len(value) <= outline.MaxValue && value != "" {
		s.Head += " = " + value
	} else {
		s.Head += " = …"
	}
	if s.Name == "main" && s.Parent == "" {
		w.out.Main = true
	}
	return true
}

// valueName is the name at a token, an operator with its brackets.
func (w *mlReader) valueName(at int) string {
	t := w.text(at)
	if t == "(" {
		if op := w.text(at + 1); op != "" && !isWordByte(op[0]) && op != "(" && op != ")" && w.text(at+2) == ")" {
			return "( " + op + " )"
		}
		return ""
	}
	if t != "" && (isWordByte(t[0])) {
		return outline.Cut(t, maxHeading)
	}
	return ""
}

func (w *mlReader) arrow(m *mlItem) bool {
	return w.find(m.at, m.end, "->") < m.end
}

// typeName is the last word before "=" or the end that is not a parameter.
func (w *mlReader) typeName(m *mlItem) string {
	end := w.find(m.at+1, m.end, "=", "+=", ":=", "of", ":", "constraint")
	name := ""
	for i := m.at + 1; i < min(end, m.at+40); i++ {
		switch t := w.text(i); t {
		case "nonrec", "private", "!":
		default:
			if isWordByte(t[0]) {
				name = t
			}
		}
	}
	return outline.Cut(name, maxHeading)
}

// module reads a module, module type or class; true if its members are shown.
func (w *mlReader) module(m *mlItem, s *outline.Symbol) bool {
	at := w.moduleName(m, s)
	if at < m.end {
		s.Name = outline.Cut(w.text(at), maxHeading)
	}
	if m.opens == "" || m.bodyAt <= at {
		s.Head = w.applied(m)
		return false
	}
	s.Head = w.source(m.at, m.bodyAt+1)
	if len(m.kids) == 0 {
		s.Head += " … end"
	}
	return len(m.kids) > 0
}

// moduleName sets the kind and finds the name: behind the words and the type
// parameters in brackets, m.end if the item ends before it.
func (w *mlReader) moduleName(m *mlItem, s *outline.Symbol) int {
	s.Kind = m.kind
	for at := m.at + 1; at < m.end; at++ {
		switch w.text(at) {
		case "type":
			s.Kind = "interface"
		case "rec", "virtual":
		case "[":
			at = w.find(at+1, m.end, "]")
		default:
			return at
		}
	}
	return m.end
}

// applied is a module without items of its own; a structure that it gives to
// a functor is left out.
func (w *mlReader) applied(m *mlItem) string {
	for i := m.at; i < m.end; i++ {
		if w.text(i) == "struct" {
			text := w.source(m.at, i+1) + " … end"
			if w.text(i-1) == "(" {
				text += ")"
			}
			return text
		}
	}
	return w.source(m.at, m.end)
}

func (w *mlReader) method(m *mlItem, s *outline.Symbol) bool {
	at := m.at + 1
	for t := w.text(at); t == "private" || t == "virtual" || t == "!"; t = w.text(at) {
		if t == "private" {
			return false
		}
		at++
	}
	s.Kind, s.Name = "method", w.valueName(at)
	equals := w.find(at, m.end, "=")
	if s.Head = w.source(m.at, equals); equals < m.end {
		s.Head += " = …"
	}
	return s.Name != ""
}

func (w *mlReader) opened(m *mlItem, level int) {
	if m.opens != "" && len(m.kids) > 0 {
		w.write(level, w.source(m.at, m.bodyAt+1))
		w.items(m, level+1, "")
		w.write(level, "end")
		return
	}
	at := m.at + 1
	if w.text(at) == "!" {
		at++
	}
	text := w.source(at, m.end)
	if name, _, _ := strings.Cut(text, " "); m.kind == "open" && level == 0 && name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		w.addImport("import", name, w.tokens[m.at].start)
	}
	if m.kind == "include" {
		w.write(level, outline.Cut("include "+text, 2*outline.MaxLine))
	}
}

// doc finds the documentation of the item between two offsets: the comment
// above it or, as interfaces often have it, right below.
func (w *mlReader) doc(start, end int) (text string, from, to int) {
	from, to = start, end
	i := sort.Search(len(w.comments), func(i int) bool { return w.comments[i].Start >= start }) - 1
	if i >= 0 && w.document(i) && strings.TrimSpace(w.Src[w.comments[i].End:start]) == "" && strings.Count(w.Src[w.comments[i].End:start], "\n") <= 1 && !w.below(i) {
		from = w.comments[i].Start
		return w.docText(i), from, to
	}
	j := sort.Search(len(w.comments), func(i int) bool { return w.comments[i].Start >= end })
	if j < len(w.comments) && w.document(j) && w.below(j) && strings.TrimSpace(w.Src[end:w.comments[j].Start]) == "" {
		return w.docText(j), from, w.comments[j].End
	}
	return "", from, to
}

func (w *mlReader) document(i int) bool {
	text := w.Src[w.comments[i].Start:w.comments[i].End]
	return strings.HasPrefix(text, "(**") && !strings.HasPrefix(text, "(***") && text != "(**)"
}

// below tells that a comment documents what stands above it: no empty line
// between them, and one after it.
func (w *mlReader) below(i int) bool {
	const near = 500
	before := w.Src[max(0, w.comments[i].Start-near):w.comments[i].Start]
	trimmed := strings.TrimRight(before, " \t\r\n")
	if trimmed == "" || strings.Count(before[len(trimmed):], "\n") > 1 || strings.HasSuffix(trimmed, "*)") || strings.HasSuffix(trimmed, "struct") || strings.HasSuffix(trimmed, "sig") {
		return false
	}
	after := w.Src[w.comments[i].End:min(len(w.Src), w.comments[i].End+near)]
	rest := strings.TrimLeft(after, " \t\r\n")
	return rest == "" || strings.Count(after[:len(after)-len(rest)], "\n") > 1 || strings.HasPrefix(rest, "end")
}

func (w *mlReader) docText(i int) string {
	text := strings.TrimSuffix(strings.TrimPrefix(w.Src[w.comments[i].Start:w.comments[i].End], "(**"), "*)")
	if text = outline.Summary("", outline.Cut(text, outline.MaxFlat)); text == "" {
		return ""
	}
	return "(** " + strings.ReplaceAll(text, "*)", "") + " *)"
}
