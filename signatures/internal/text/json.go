package text

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// outlineJSON shows the keys of the first level with short values and names those of the second.
func outlineJSON(p *page) string {
	r := &jsonReader{src: p.Src}
	r.read()
	if len(r.roots) > 1 {
		return p.jsonLines(r)
	}
	if len(r.roots) == 0 || r.roots[0].open == 0 {
		return ""
	}
	root := r.roots[0]
	if root.open == '[' {
		if len(root.kids) == 0 || len(root.kids[0].kids) == 0 {
			p.write(0, "[…] // "+root.inside())
			return ""
		}
		p.write(0, "[ // "+counted(root.count, "item"))
		e := root.kids[0]
		p.add(outline.Symbol{Name: "[0]", Kind: "item", Head: "{…}, // " + e.inside()}, e.start, e.end, 1)
		p.write(0, "]")
		return ""
	}
	p.write(0, "{")
	p.keys(root, 1, "// … ", func(e *entry) string {
		return `"` + outline.Cut(e.key, maxHeading) + `": ` + jsonBody(e)
	})
	p.write(0, "}")
	return ""
}

func jsonBody(e *entry) string {
	switch {
	case e.open == 0:
		return outline.Closed(outline.Cut(e.value, outline.MaxValue)) + ","
	case e.count == 0 && e.open == '{':
		return "{},"
	case e.count == 0:
		return "[],"
	case e.open == '[':
		return "[…], // " + e.inside()
	}
	return "{…}, // " + e.inside()
}

// jsonLines outlines a file with one value on each line.
func (p *page) jsonLines(r *jsonReader) string {
	e := r.roots[0]
	text := "// " + counted(r.count, "value")
	if e.open != 0 {
		text += ", the first: " + e.inside()
	}
	p.add(outline.Symbol{Name: "values", Kind: "item", Doc: text}, 0, len(p.Src), 0)
	return ""
}

// A jsonReader reads JSON with comments, trailing commas, bare and
// single-quoted keys. It keeps the first two levels and counts the rest.
type jsonReader struct {
	src   string
	roots []*entry // the first values of the text
	count int

	stack []jsonFrame
	depth int // brackets that are open
	key   string
	keyAt int
	named bool // a key was read
}

type jsonFrame struct {
	entry *entry // nil if it is only counted
	list  bool
}

const keptLevels = 3 // the file's value, its members, and their members

func (r *jsonReader) read() {
	for i := 0; i < len(r.src); {
		switch c := r.src[i]; {
		case c == '{' || c == '[':
			r.open(c, i)
			i++
		case c == '}' || c == ']':
			r.close(i + 1)
			i++
		case c == '"' || c == '\'':
			end := jsonString(r.src, i)
			r.word(i, end)
			i = end
		case c == '/' && i+1 < len(r.src) && strings.IndexByte("/*", r.src[i+1]) >= 0:
			i = skipComment(r.src, i)
		case c <= ' ' || c == ',' || c == ':':
			i++
		default:
			end := i + 1
			for end < len(r.src) && strings.IndexByte(" \t\r\n,:{}[]\"'/", r.src[end]) < 0 {
				end++
			}
			r.word(i, end)
			i = end
		}
	}
	for len(r.stack) > 0 {
		r.close(len(r.src))
	}
}

// jsonString returns the offset after the string at i; a line end closes an unterminated one.
func jsonString(src string, i int) int {
	for j := i + 1; j < len(src) && src[j] != '\n'; j++ {
		switch src[j] {
		case '\\':
			j++
		case src[i]:
			return j + 1
		}
	}
	return lex.EndOfLine(src, i)
}

func skipComment(src string, i int) int {
	if src[i+1] == '*' {
		return lex.Past(src, "*/", i+2)
	}
	return lex.EndOfLine(src, i+2)
}

// word reads a key or a scalar: a key if a colon follows.
func (r *jsonReader) word(i, end int) {
	if r.depth > len(r.stack) { // too deep to be kept
		return
	}
	if !r.named && len(r.stack) > 0 && !r.stack[len(r.stack)-1].list {
		r.key, r.keyAt, r.named = lex.Unquote(outline.Cut(r.src[i:end], 4*maxKeyBytes)), i, true
		return
	}
	if e := r.place(i); e != nil {
		e.value, e.end = outline.Cut(r.src[i:end], 4*outline.MaxValue), end
	}
}

// place makes the entry for the value at i; nil if it is only counted.
func (r *jsonReader) place(i int) *entry {
	defer func() { r.named, r.key = false, "" }()
	if len(r.stack) == 0 {
		r.count++
		if len(r.roots) > 1 {
			return nil
		}
		r.roots = append(r.roots, &entry{start: i})
		return r.roots[len(r.roots)-1]
	}
	n := len(r.stack)
	top := r.stack[n-1]
	if top.entry == nil || n > keptLevels {
		return nil
	}
	if n == keptLevels && !r.stack[1].list { // only counted
		top.entry.count++
		return nil
	}
	if top.list {
		e := top.entry.child('[', "", i)
		if isLater := e != nil && n > 1 && top.entry.count > 1; isLater && strings.IndexByte("{[", r.src[i]) >= 0 {
			e.open = r.src[i]
			return nil
		}
		return e
	}
	if !r.named {
		return nil
	}
	return top.entry.child('{', r.key, r.keyAt)
}

func (r *jsonReader) open(c byte, i int) {
	r.depth++
	if r.depth-1 > len(r.stack) {
		return
	}
	e := r.place(i)
	if len(r.stack) >= keptLevels {
		return
	}
	if e != nil {
		e.open = c
	}
	r.stack = append(r.stack, jsonFrame{e, c == '['})
}

func (r *jsonReader) close(end int) {
	r.depth = max(r.depth-1, 0)
	n := len(r.stack)
	if n == 0 || r.depth >= n {
		return
	}
	top := r.stack[n-1]
	r.stack = r.stack[:n-1]
	r.named = false
	if top.entry == nil {
		return
	}
	top.entry.end = end
	if top.list {
		top.entry.look()
		if n > 1 {
			top.entry.kids = nil
		}
	}
}
