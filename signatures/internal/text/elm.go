package text

import (
	"strings"

	"ctxpack/signatures/internal/outline"
)

// An elmReader goes through the declarations of a module.
type elmReader struct {
	*page
	list    []textLine
	all     bool            // the module exposes everything
	exposed map[string]bool // otherwise: what it exposes
	doc     string          // comment above
	docAt   int             // its offset, -1 for none
	note    outline.Symbol  // type annotation that waits for its definition
	noteAt  int
}

// outlineElm reads declarations by their column: what starts a line belongs to
// the module, all else is indented, and the compiler insists on it.
func outlineElm(p *page) string {
	r := &elmReader{page: p, list: p.lines(), exposed: map[string]bool{}, docAt: -1}
	for i := 0; i < len(r.list); {
		i = max(r.declaration(i), i+1)
	}
	r.annotated(len(p.Src))
	return ""
}

// declaration reads what starts on line i and returns the index after it.
func (r *elmReader) declaration(i int) int {
	text := r.list[i].text
	switch {
	case text == "" || text[0] == ' ' || text[0] == '\t':
		return i + 1
	case strings.HasPrefix(text, "{-"):
		return r.comment(i)
	case strings.HasPrefix(text, "--"):
		return i + 1
	}
	end := i + 1
	long := strings.Count(text, `"""`)%2 == 1
	for end < len(r.list) {
		t := r.list[end].text
		if !long && t != "" && t[0] != ' ' && t[0] != '\t' && t[0] != ')' && t[0] != ']' && t[0] != '}' {
			break
		}
		if strings.Count(t, `"""`)%2 == 1 {
			long = !long
		}
		end++
	}
	last := end
	for last > i+1 && strings.TrimSpace(r.list[last-1].text) == "" {
		last--
	}
	start, stop := r.list[i].start, r.list[last-1].start+len(r.list[last-1].text)
	r.read(text, start, stop)
	return end
}

// comment skips a block comment, which may hold others, and keeps its first
// line if it documents.
func (r *elmReader) comment(i int) int {
	depth, start := 0, r.list[i].start
	j := i
	for ; j < len(r.list); j++ {
		t := r.list[j].text
		if depth += strings.Count(t, "{-") - strings.Count(t, "-}"); depth <= 0 {
			break
		}
	}
	end := len(r.Src)
	if j < len(r.list) {
		end = r.list[j].end
	}
	if body, ok := strings.CutPrefix(r.Src[start:end], "{-|"); ok {
		r.docAt = start
		if r.doc = outline.Summary("", strings.TrimSuffix(strings.TrimSpace(body), "-}")); r.doc != "" {
			r.doc = "-- | " + r.doc
		}
	}
	return j + 1
}

func (r *elmReader) read(line string, start, stop int) {
	source := r.Src[start:min(stop, start+outline.MaxFlat)]
	first, rest := word(line)
	if first == "port" || first == "effect" {
		if second, more := word(rest); second == "module" {
			first, rest = second, more
		}
	}
	switch first {
	case "module":
		r.out.Package = ident(rest)
		r.exposing(outline.OneLine(source, ""))
		r.write(0, outline.Wrap(outline.Cut(outline.OneLine(source, ""), outline.MaxHead), "    "))
		r.doc, r.docAt = "", -1
	case "import":
		r.addImport("import", ident(rest), start)
	case "type":
		r.annotated(start)
		r.typed(rest, source, start, stop)
	case "port":
		r.annotated(start)
		r.put(outline.Symbol{Name: ident(rest), Kind: "port", Head: outline.Wrap(outline.Cut(outline.OneLine(source, ""), outline.MaxHead), "    ")}, start, stop)
	case "infix":
	default:
		name := ident(line)
		after := strings.TrimSpace(line[min(len(name), len(line)):])
		if name == "" {
			return
		}
		if strings.HasPrefix(after, ":") || after == "" && strings.HasPrefix(strings.TrimSpace(source[len(name):]), ":") {
			r.annotated(start)
			r.note = outline.Symbol{Name: name, Kind: "func", Head: outline.Wrap(outline.Cut(outline.OneLine(source, ""), outline.MaxHead), "    ")}
			if !strings.Contains(r.note.Head, "->") {
				r.note.Kind = "const"
			}
			r.noteAt = start
			return
		}
		r.defined(name, source, start, stop)
	}
}

// exposing reads the module's list of what it exposes.
func (r *elmReader) exposing(head string) {
	_, list, ok := strings.Cut(head, "exposing")
	if !ok {
		return
	}
	list = strings.TrimSpace(list)
	r.all = strings.HasPrefix(list, "(..)") || strings.HasPrefix(list, "( .. )")
	for _, item := range strings.Split(strings.Trim(list, "() "), ",") {
		if name := ident(strings.TrimSpace(item)); name != "" {
			r.exposed[strings.TrimRight(name, ".")] = true
		}
	}
}

func (r *elmReader) typed(rest, source string, start, stop int) {
	kind := "type"
	text := outline.OneLine(source, "")
	name := rest
	if alias, ok := strings.CutPrefix(rest, "alias "); ok {
		kind, name = "alias", strings.TrimSpace(alias)
	}
	r.put(outline.Symbol{Name: ident(name), Kind: kind, Head: outline.Wrap(outline.Cut(text, outline.MaxHead), "    ")}, start, stop)
}

// defined closes an annotation with the definition that follows it.
func (r *elmReader) defined(name, source string, start, stop int) {
	s := outline.Symbol{Name: name, Kind: "func"}
	if r.note.Name == name {
		s, start = r.note, r.noteAt
		r.note = outline.Symbol{}
	} else {
		r.annotated(start)
		head, _, _ := strings.Cut(source, "=")
		if head = outline.OneLine(head, ""); head == name {
			s.Kind = "const"
		}
		s.Head = outline.Cut(head, outline.MaxLine) + " = …"
	}
	body := r.Src[start:stop]
	s.Complexity = 1 + strings.Count(body, "->\n") + strings.Count(body, " if ")
	if name == "main" {
		r.out.Main = true
	}
	r.put(s, start, stop)
}

// annotated lists an annotation whose definition did not follow.
func (r *elmReader) annotated(at int) {
	if r.note.Name != "" {
		s := r.note
		r.note = outline.Symbol{}
		r.put(s, r.noteAt, at)
	}
}

// put shows a declaration with its comment; functions that the module keeps
// to itself are listed for their lines alone.
func (r *elmReader) put(s outline.Symbol, start, stop int) {
	if s.Name == "" {
		return
	}
	s.Exported = r.all || r.exposed[s.Name] || s.Name == "main"
	if s.Exported {
		r.export(s.Name)
	}
	if r.docAt >= 0 {
		start, s.Doc, s.Line = min(start, r.docAt), r.doc, r.line(start)
	}
	r.doc, r.docAt = "", -1
	if !s.Exported && (s.Kind == "func" || s.Kind == "const") {
		s.Doc, s.Head = "", ""
		r.page.list(s, start, stop)
		return
	}
	r.add(s, start, stop, 0)
}
