package text

import (
	"regexp"
	"sort"
	"strings"

	"ctxpack/signatures/internal/outline"
)

func (r *mlReader) items(m *mlItem, level int, parent string) {
	for _, k := range m.kids {
		r.item(k, m.opens, level, parent)
	}
}

// source is a run of the source on one line, without comments.
func (r *mlReader) source(from, to int) string {
	text := outline.OneLine(r.bare[from:min(to, from+outline.MaxFlat)], " ")
	return strings.TrimSpace(strings.TrimSuffix(text, ";;"))
}

// equals is the offset of the first = of an item that is in no bracket, or its end.
func (r *mlReader) equals(m *mlItem) int {
	const signs = "=<>@^|&+-*/$%!:"
	depth := 0
	for i := m.at; i < m.end; i++ {
		switch c := r.code[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '=':
			if depth <= 0 && strings.IndexByte(signs, r.code[i-1]) < 0 && (i+1 == m.end || strings.IndexByte(signs, r.code[i+1]) < 0) {
				return i
			}
		}
	}
	return m.end
}

func (r *mlReader) item(m *mlItem, in string, level int, parent string) {
	s := outline.Symbol{Kind: m.word, Parent: parent, Depth: level, Exported: true}
	code, shown := r.code[m.at:m.end], true
	name := func(form *regexp.Regexp) {
		if found := form.FindStringSubmatch(code); found != nil {
			s.Name = mlName(found[1])
		}
	}
	switch m.word {
	case "let":
		shown = r.let(m, &s)
	case "val", "external":
		name(mlForms().value)
		s.Head = r.source(m.at, m.end)
		if shown = in != "object"; m.word == "external" || strings.Contains(code, "->") {
			s.Kind = "func"
		} else {
			s.Kind = "val"
		}
	case "type", "exception":
		name(mlForms().kind)
		s.Head = r.source(m.at, m.end)
	case "module", "class":
		r.module(m, &s)
	case "method":
		name(mlForms().value)
		equals := r.equals(m)
		if s.Head = r.source(m.at, equals); equals < m.end {
			s.Head += " = …"
		}
		shown = s.Name != "" && s.Name != "private"
	case "open", "include":
		r.opened(m, level)
		return
	default:
		s.Head = r.source(m.at, m.end)
	}
	if shown {
		r.put(m, s, level)
	}
}

// mlName is a name, or an operator in its brackets; of a pattern in brackets the first name.
func mlName(name string) string {
	inner := strings.Trim(name, "() \n")
	if strings.ContainsAny(inner, ",: \n") {
		name = ident(inner)
	} else if inner != "" && name[0] == '(' {
		name = "( " + inner + " )"
	}
	return outline.Cut(name, maxHeading)
}

// put writes an item with its documentation and its members.
func (r *mlReader) put(m *mlItem, s outline.Symbol, level int) {
	s.Head = outline.Wrap(outline.Cut(s.Head, outline.MaxHead), "  ")
	doc, from, to := r.doc(m.at, m.end)
	if s.Name != "" && s.Parent == "" && s.Name[0] != '_' {
		r.export(s.Name)
	}
	s.Doc, s.Line, s.Complexity = doc, r.line(m.at), 1
	for _, branch := range []string{"if ", "when ", "while ", "for ", "| ", "&&"} {
		if m.opens == "" {
			s.Complexity += strings.Count(r.code[m.at:m.end], branch)
		}
	}
	r.add(s, from, to, level)
	if len(m.kids) > 0 {
		r.items(m, level+1, strings.TrimPrefix(s.Parent+"."+s.Name, "."))
		r.write(level, "end")
	}
}

// let reads a definition: its name, its parameters, and its value if that is short.
func (r *mlReader) let(m *mlItem, s *outline.Symbol) bool {
	equals := r.equals(m)
	value := r.source(min(equals+1, m.end), min(equals+2*outline.MaxValue, m.end)) // if it is longer, it is not shown
	found := mlForms().binding.FindStringSubmatchIndex(r.code[m.at:equals])
	if found == nil { // a test
		return false
	}
	switch s.Name = mlName(r.code[m.at+found[2] : m.at+found[3]]); s.Name {
	case "_":
		return false
	case "()":
		r.out.Main = r.out.Main || strings.HasPrefix(value, "main")
		return false
	}
	s.Kind, s.Head = "val", r.source(m.at, equals)
	if rest := r.code[m.at+found[1] : equals]; rest != "" && rest[0] != ':' && rest[0] != ',' || strings.HasPrefix(value, "fun ") || strings.HasPrefix(value, "function") {
		s.Kind = "func"
	}
	if s.Kind == "val" && value != "" && len(value) <= outline.MaxValue && !strings.Contains(value, " ") {
		s.Head += " = " + value
	} else {
		s.Head += " = …"
	}
	r.out.Main = r.out.Main || s.Name == "main" && s.Parent == ""
	return true
}

// module reads a module, module type or class. What stands between braces of words on the
// lines of its head is left out.
func (r *mlReader) module(m *mlItem, s *outline.Symbol) {
	if found := mlForms().module.FindStringSubmatch(r.code[m.at:m.end]); found != nil {
		if s.Name = outline.Cut(found[2], maxHeading); found[1] != "" {
			s.Kind = "interface"
		}
	}
	end := m.end
	if m.opens != "" {
		end = m.bodyAt
	}
	s.Head = r.source(m.at, end)
	if holds := mlForms().holds.FindStringIndex(s.Head); holds != nil && len(m.kids) == 0 {
		before := s.Head[:holds[0]]
		if s.Head = s.Head[:holds[1]] + " … end"; strings.HasSuffix(before, "(") {
			s.Head += ")"
		}
	}
}

func (r *mlReader) opened(m *mlItem, level int) {
	if len(m.kids) > 0 {
		r.write(level, r.source(m.at, m.bodyAt))
		r.items(m, level+1, "")
		r.write(level, "end")
		return
	}
	text := r.source(m.at, m.end)
	if m.word == "include" {
		r.write(level, outline.Cut(text, 2*outline.MaxLine))
		return
	}
	if name := ident(strings.TrimLeft(strings.TrimPrefix(text, "open"), "! ")); level == 0 && name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		r.addImport("import", name, m.at)
	}
}

// doc finds the documentation of the item between two offsets: the comment
// above it or, as interfaces often have it, right belor.
func (r *mlReader) doc(start, end int) (text string, from, to int) {
	from, to = start, end
	i := sort.Search(len(r.comments), func(i int) bool { return r.comments[i].Start >= start }) - 1
	if i >= 0 && r.document(i) && strings.TrimSpace(r.Src[r.comments[i].End:start]) == "" && strings.Count(r.Src[r.comments[i].End:start], "\n") <= 1 && !r.below(i) {
		from = r.comments[i].Start
		return r.docText(i), from, to
	}
	j := sort.Search(len(r.comments), func(i int) bool { return r.comments[i].Start >= end })
	if j < len(r.comments) && r.document(j) && r.below(j) && strings.TrimSpace(r.Src[end:r.comments[j].Start]) == "" {
		return r.docText(j), from, r.comments[j].End
	}
	return "", from, to
}

func (r *mlReader) document(i int) bool {
	text := r.Src[r.comments[i].Start:r.comments[i].End]
	return strings.HasPrefix(text, "(**") && !strings.HasPrefix(text, "(***") && text != "(**)"
}

// below tells that a comment documents what stands above it: no empty line
// between them, and one after it.
func (r *mlReader) below(i int) bool {
	const near = 500
	before := r.Src[max(0, r.comments[i].Start-near):r.comments[i].Start]
	trimmed := strings.TrimRight(before, " \t\r\n")
	if trimmed == "" || strings.Count(before[len(trimmed):], "\n") > 1 || strings.HasSuffix(trimmed, "*)") || strings.HasSuffix(trimmed, "struct") || strings.HasSuffix(trimmed, "sig") {
		return false
	}
	after := r.Src[r.comments[i].End:min(len(r.Src), r.comments[i].End+near)]
	rest := strings.TrimLeft(after, " \t\r\n")
	return rest == "" || strings.Count(after[:len(after)-len(rest)], "\n") > 1 || strings.HasPrefix(rest, "end")
}

func (r *mlReader) docText(i int) string {
	text := strings.TrimSuffix(strings.TrimPrefix(r.Src[r.comments[i].Start:r.comments[i].End], "(**"), "*)")
	if text = outline.Summary("", outline.Cut(text, outline.MaxFlat)); text == "" {
		return ""
	}
	return "(** " + strings.ReplaceAll(text, "*)", "") + " *)"
}
