package text

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

const maxDocuments = 40 // documents shown of a YAML stream

// outlineYAML reads keys by their indentation. The grammar's scanner copies an entry for each open level into a
// state of fixed size; plain rules have no such limit, and accept templates (Helm) that are not YAML yet.
func outlineYAML(p *page) string {
	r := &yamlReader{p: p, lines: p.lines()}
	r.read()
	for i, doc := range r.documents {
		if i == maxDocuments {
			p.write(0, "# … "+counted(len(r.documents)-i, "more document"))
			break
		}
		if i > 0 {
			p.write(0, "---")
		}
		p.keys(doc, 0, "# … ", func(e *entry) string { return yamlLine(doc, e) })
	}
	return ""
}

func yamlLine(doc, e *entry) string {
	key := outline.Cut(e.key, maxHeading) + ":"
	if doc.open == '[' {
		key = "-"
		if e.open == 0 {
			return "- " + outline.Closed(outline.Cut(e.value, outline.MaxValue))
		}
		if len(e.kids) > 0 && e.kids[0].key != "" && e.kids[0].isScalar() { // the first key identifies it
			key = "- " + outline.Cut(e.kids[0].key, maxKeyBytes) + ": " + outline.Closed(outline.Cut(e.kids[0].value, outline.MaxValue))
			if e != doc.kids[0] {
				return key
			}
		}
	}
	if e.open == 0 || e.count == 0 {
		return strings.TrimSpace(key + " " + outline.Closed(outline.Cut(e.value, outline.MaxValue)))
	}
	return strings.TrimSpace(key + " # " + e.inside())
}

// A yamlReader keeps the first two levels of a stream of documents.
type yamlReader struct {
	p         *page
	lines     []textLine
	documents []*entry
	stack     []yamlFrame
	docLine   string // comment above, "" if none
	docEnd    int    // index of its last line
}

type yamlFrame struct {
	indent int
	entry  *entry // nil if it is only counted
	item   bool
	level  int
}

func (r *yamlReader) read() {
	r.begin()
	for i := 0; i < len(r.lines); {
		i = max(r.line(i), i+1)
	}
	r.pop(-1, false, len(r.lines))
	r.documents = slices.DeleteFunc(r.documents, func(d *entry) bool { return d.count == 0 })
}

func (r *yamlReader) begin() {
	if n := len(r.documents); n > 0 && r.documents[n-1].count == 0 {
		return
	}
	r.documents = append(r.documents, &entry{})
}

// line reads the line i and returns the index of the next one to read.
func (r *yamlReader) line(i int) int {
	text := strings.TrimPrefix(r.lines[i].text, "\ufeff")
	indent := indentOf(text)
	rest := text[indent:]
	switch {
	case rest == "", strings.HasPrefix(rest, "{{"), rest[0] == '%' && indent == 0:
		return i + 1
	case rest[0] == '#':
		if r.docLine == "" || r.docEnd != i-1 {
			r.docLine = outline.DocLine(rest)
		}
		r.docEnd = i
		return i + 1
	case indent == 0 && (strings.HasPrefix(text, "---") || text == "..."):
		if strings.TrimSpace(text[3:]) == "" || text[3] == ' ' {
			r.pop(-1, false, i)
			r.begin()
		}
		return i + 1
	}
	at := r.lines[i].start + len(r.lines[i].text) - len(rest)
	for dashes := 0; rest == "-" || strings.HasPrefix(rest, "- "); dashes++ {
		if dashes > 20 {
			return i + 1
		}
		r.pop(indent, true, i)
		r.push(indent, "", at, true, i)
		skip := len(rest) - len(strings.TrimLeft(rest[1:], " "))
		indent, at, rest = indent+skip, at+skip, rest[skip:]
	}
	key, value, ok := yamlKey(rest)
	if !ok {
		var top yamlFrame
		if n := len(r.stack); n > 0 {
			top = r.stack[n-1]
		}
		if top.item && top.entry != nil && top.entry.value == "" {
			top.entry.value = outline.Cut(strings.TrimSpace(withoutNote(rest)), 4*outline.MaxValue)
		}
		return r.after(i, indent-1, rest)
	}
	r.pop(indent, false, i)
	e := r.push(indent, key, at, false, i)
	value = strings.TrimSpace(withoutNote(value))
	if e != nil {
		e.value = outline.Cut(value, 4*outline.MaxValue)
	}
	next := r.after(i, indent, value)
	if e != nil && value != "" && strings.IndexByte("[{", value[0]) >= 0 {
		r.flow(e, i, next)
	}
	return next
}

// pop closes the entries that a line at this indentation does not belong to.
func (r *yamlReader) pop(indent int, item bool, line int) {
	for n := len(r.stack); n > 0; n-- {
		top := r.stack[n-1]
		if holdsItem := item && top.indent == indent && !top.item; holdsItem || top.indent < indent {
			return
		}
		if e := top.entry; e != nil {
			last := line
			for last > 0 && strings.TrimSpace(r.lines[last-1].text) == "" {
				last--
			}
			if e.open == '[' && top.level == 1 && r.documents[len(r.documents)-1].open != '[' {
				e.look()
				e.kids = nil
			}
			if last > 0 {
				e.end = max(e.start, r.lines[last-1].start+len(r.lines[last-1].text))
			}
		}
		r.stack = r.stack[:n-1]
	}
}

// push opens a key or an item inside the open one.
func (r *yamlReader) push(indent int, key string, at int, item bool, line int) *entry {
	parent := yamlFrame{indent: -1, entry: r.documents[len(r.documents)-1]}
	if n := len(r.stack); n > 0 {
		parent = r.stack[n-1]
	}
	frame := yamlFrame{indent: indent, item: item, level: parent.level + 1}
	if e := parent.entry; e != nil {
		frame.entry = r.enter(e, parent.level, key, at, item)
		if documented := r.docLine != "" && r.docEnd == line-1; documented && frame.entry != nil && parent.level == 0 {
			frame.entry.doc = r.docLine
		}
	}
	r.docLine = ""
	if len(r.stack) < outline.MaxNesting {
		r.stack = append(r.stack, frame)
	}
	return frame.entry
}

// enter counts a key or item in its container and keeps it if it is shown.
func (r *yamlReader) enter(e *entry, level int, key string, at int, item bool) *entry {
	open := byte('{')
	if item {
		open = '['
	}
	switch {
	case level == 0, level == 1 && !item:
		return e.child(open, key, at)
	case level == 1: // an item: the first one represents them all
		e.open = open
		if e.count++; e.count <= maxNamed {
			k := &entry{start: at, end: at}
			e.kids = append(e.kids, k)
			return k
		}
	case level == 2 && r.inList():
		e.open = open
		if e.count++; e.count <= maxNamed {
			e.kids = append(e.kids, &entry{key: key, start: at, end: at})
		}
	case level == 2:
		e.open = open
		e.count++
	}
	return nil
}

// inList reports whether the current line is part of a list item.
func (r *yamlReader) inList() bool {
	n := len(r.stack)
	return n > 0 && r.stack[n-1].item
}

// after skips the rest of the value that starts on line i: a block scalar, or a string or flow value over several
// lines.
func (r *yamlReader) after(i, indent int, value string) int {
	if value == "" {
		return i + 1
	}
	for strings.HasPrefix(value, "&") || strings.HasPrefix(value, "!") {
		_, rest, _ := strings.Cut(value, " ")
		value = strings.TrimSpace(rest)
	}
	next := i + 1
	switch {
	case value == "":
	case value[0] == '|' || value[0] == '>':
		for next < len(r.lines) && (strings.TrimSpace(r.lines[next].text) == "" || indentOf(r.lines[next].text) > indent) {
			next++
		}
	case value[0] == '"' || value[0] == '\'':
		if len(value) == 1 || lex.SkipString(value, 0) == 0 {
			return r.continued(next, indent, func(line string) bool { return strings.IndexByte(line, value[0]) >= 0 })
		}
	case value[0] == '[' || value[0] == '{' && !strings.HasPrefix(value, "{{"):
		depth := flowDepth(value)
		if depth > 0 {
			return r.continued(next, indent, func(line string) bool {
				depth += flowDepth(line)
				return depth <= 0
			})
		}
	}
	return next
}

// continued skips the lines of a value up to its last one. A line with less indentation means that the value is
// malformed.
func (r *yamlReader) continued(next, indent int, ends func(line string) bool) int {
	for ; next < len(r.lines); next++ {
		line := r.lines[next].text
		trimmed := strings.TrimSpace(line)
		if trimmed != "" && indentOf(line) <= indent && strings.IndexByte("]}", trimmed[0]) < 0 {
			return next
		}
		if ends(line) {
			return next + 1
		}
	}
	return next
}

// flow counts the contents of a value in brackets.
func (r *yamlReader) flow(e *entry, first, next int) {
	const longest = 1 << 12
	end := max(r.lines[next-1].end, e.start)
	_, text, _ := strings.Cut(r.p.Src[e.start:end], ":")
	text = strings.TrimLeft(text, " \t\r\n")
	base := end - len(text)
	text = strings.TrimSpace(text)
	if next == first+1 && len(text) <= outline.MaxValue || strings.HasPrefix(text, "{{") {
		return
	}
	j := &jsonReader{src: outline.Cut(text, longest)}
	j.read()
	if len(j.roots) > 0 && j.roots[0].open != 0 && len(text) <= longest {
		found := j.roots[0]
		e.open, e.count, e.sample, e.scalars = found.open, found.count, found.sample, found.scalars
		if e.open == '{' {
			e.kids = found.kids
		} else {
			e.look()
			if len(e.scalars) == 0 && len(e.sample) == 0 {
				found.look()
				e.sample, e.scalars = found.sample, found.scalars
			}
		}
		for _, k := range e.kids {
			k.start, k.end = k.start+base, k.end+base
		}
	}
}

// flowDepth returns how many brackets a line leaves open.
func flowDepth(line string) int {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '"', '\'':
			i = lex.SkipString(line, i)
		case '#':
			if i > 0 && line[i-1] == ' ' {
				return depth
			}
		}
	}
	return depth
}

// yamlKey splits "key: value". Keys are short, and a colon inside a key is not followed by a space.
func yamlKey(line string) (key, value string, ok bool) {
	if line == "" {
		return "", "", false
	}
	if line[0] == '"' || line[0] == '\'' {
		end := lex.SkipString(line, 0)
		if end == 0 || end+1 >= len(line) || line[end+1] != ':' {
			return "", "", false
		}
		return line[1:end], line[end+2:], true
	}
	if strings.IndexByte("[{|>#,@`", line[0]) >= 0 {
		return "", "", false
	}
	line = outline.Cut(line, 1<<12)
	for i := 0; i < len(line) && i < 1024; i++ {
		switch {
		case line[i] == ':' && (i+1 == len(line) || strings.IndexByte(" \t", line[i+1]) >= 0):
			return strings.TrimSpace(line[:i]), line[i+1:], i > 0
		case line[i] == '#' && i > 0 && line[i-1] == ' ':
			return "", "", false
		}
	}
	return "", "", false
}

func withoutNote(value string) string {
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '"', '\'':
			if strings.TrimSpace(value[:i]) == "" {
				i = lex.SkipString(value, i)
			}
		case '#':
			if i == 0 || value[i-1] == ' ' || value[i-1] == '\t' {
				return value[:i]
			}
		}
	}
	return value
}
