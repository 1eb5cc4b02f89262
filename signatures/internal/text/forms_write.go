package text

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// A formReader writes the outline of a text by forms.
type formReader struct {
	*page
	*formed
	all     bool            // everything is exported
	exposed map[string]bool // otherwise: the exported names
	bare    bool            // many statements: members without comments
	short   bool            // very many: members by name only
}

// found is a declaration with the parts of its head.
type found struct {
	*form
	head  string
	parts []string
}

// part returns the text of a group of the form.
func (f *found) part(name string) string {
	if i := f.find.SubexpIndex(name); i >= 0 {
		return strings.TrimSpace(f.parts[i])
	}
	return ""
}

func (f *found) has(name string) bool { return f.find.SubexpIndex(name) >= 0 }

func (l *formed) match(head, in string, body bool) *found {
	for i := range l.forms {
		f := &l.forms[i]
		switch {
		case f.where == "*", f.where == "top" && in == "", f.where == "in" && in != "":
		case in == "" || !strings.Contains(","+f.where+",", ","+in+","):
			continue
		}
		if differs := f.body == ";" && body || strings.HasPrefix(f.body, "{") && !body; differs || !strings.HasPrefix(head, f.word) {
			continue
		}
		if parts := f.find.FindStringSubmatch(head); parts != nil {
			return &found{f, head, parts}
		}
	}
	return nil
}

// statements shows statements below a symbol; false if there are none to show.
func (r *formReader) statements(list []*block, in outline.Symbol) (some bool) {
	last := "" // first word of the statement that the next one continues
	for i := 0; i < len(list); i++ {
		b := list[i]
		head := strings.TrimSpace(strings.TrimRight(b.head, r.ends+" "))
		if r.drop != nil {
			head = strings.TrimSpace(r.drop.ReplaceAllString(head, ""))
		}
		rest, again := strings.CutPrefix(head, r.again)
		if again = again && r.again != ""; again {
			head = last + rest
		} else {
			last, _ = word(head)
			last += " "
		}
		f := r.match(r.visible(head), in.Kind, b.body)
		if f != nil {
			r.note(f)
		}
		if encloses := f != nil && f.kind == "." && f.body == "{"; encloses && in.Depth < outline.MaxNesting {
			some = r.statements(b.kids, in) || some
		}
		if f == nil || f.kind == "." {
			continue
		}
		if f.body == "..." {
			for ; i+1 < len(list) && (r.starts == nil || !r.starts.MatchString(list[i+1].head)); i++ {
				b.end = list[i+1].end
			}
		}
		shown := strings.TrimSpace(r.shown(f, head))
		if again {
			shown = r.again + strings.TrimPrefix(shown, last)
		}
		some = r.declare(b, f, shown, in) || some
	}
	return some
}

// visible returns a head without the prefix that hides its name.
func (l *formed) visible(head string) string {
	const deepest = 6
	for range deepest {
		if l.inner != nil {
			head = l.inner.ReplaceAllString(head, "")
		}
	}
	return head
}

// shown returns the part of a head that an outline shows.
func (r *formReader) shown(f *found, head string) string {
	if r.cut != nil {
		if at := r.cut.FindStringSubmatchIndex(head); at != nil {
			head = head[:max(at[2], at[4])]
		}
		if f.kind == "var" {
			head = outline.Closed(outline.Cut(head, outline.MaxLine))
		}
		return head
	}
	text := cmp.Or(f.part("head"), f.head)
	rest := strings.TrimSpace(f.head[min(len(text), len(f.head)):])
	if value := f.part("value"); value != "" && strings.HasSuffix(text, value) {
		if short := outline.Cut(value, outline.MaxValue); short != value {
			text = strings.TrimSuffix(text, value) + outline.Closed(short)
		}
		return text
	}
	if r.rest != "" && strings.HasPrefix(rest, "=") {
		return text + r.rest
	}
	return text
}

// note records what a statement declares for the whole file.
func (r *formReader) note(f *found) {
	switch {
	case f.has("main"):
		r.out.Main = true
	case f.has("namespace"):
		r.out.Namespaces = append(r.out.Namespaces, f.part("namespace"))
	case f.has("package"):
		r.out.Package = cmp.Or(f.part("package"), r.out.Package)
	}
	if f.has("exposing") {
		r.exposing(f.part("exposing"))
	}
}

// declare shows a declaration; false if the statement declares nothing.
func (r *formReader) declare(b *block, f *found, shown string, in outline.Symbol) bool {
	s := outline.Symbol{Kind: strings.TrimPrefix(f.kind, "~"), Parent: strings.TrimPrefix(in.Parent+"."+cmp.Or(in.Name, in.Kind), "."), Depth: in.Depth + 1, Line: r.line(b.start)}
	if s.Kind == "=" {
		s.Kind = strings.ToLower(f.part("kind"))
	}
	s.Kind = cmp.Or(r.kinds[s.Kind], s.Kind)
	s.Name = outline.Cut(unquoted(f.part("name")), 2*maxHeading)
	if sub := unquoted(f.part("sub")); sub != "" {
		s.Name += "." + sub
	}
	if f.has("import") {
		r.addImport(s.Kind, strings.ReplaceAll(f.part("import"), `\`, "/"), b.start)
		return false
	}
	if s.Kind == "-" {
		s.Kind = ""
	}
	r.put(b, f, s, shown)
	return true
}

// exposing reads the list of a module's exported names.
func (r *formReader) exposing(list string) {
	r.all, r.exposed = strings.HasPrefix(strings.TrimSpace(strings.Trim(list, "( ")), ".."), map[string]bool{"main": true}
	for _, name := range topNames(strings.Trim(list, "() ")) {
		r.exposed[name] = true
	}
}

func (r *formReader) put(b *block, f *found, s outline.Symbol, shown string) {
	value := isValue(s.Kind)
	s.Exported = s.Name != "" && f.part("private") == "" && (r.all || s.Depth > 0 || r.exposed[s.Name])
	apart := value && s.Name != "" && !s.Exported
	s.Exported = s.Exported && f.kind[0] != '~'
	if r.branch != nil && (s.Kind == "func" || s.Kind == "method") {
		s.Complexity = 1 + len(r.branch.FindAllStringIndex(r.Src[b.start:b.end], -1))
	}
	if r.out.Main = r.out.Main || value && s.Name == "main"; r.goesOn(b, s) {
		return
	}
	if s.Depth == 0 && s.Exported && s.Kind != "extend" {
		r.export(s.Name)
	}
	open := f.body == "{" && len(b.kids) > 0 && s.Depth < outline.MaxNesting
	s.Head = outline.Wrap(outline.Cut(strings.TrimSpace(shown+r.inlined(f, b, s)), outline.MaxHead), r.Spec.Layout.Indent)
	closing := r.brackets(b, &s, open, f)
	r.document(b, &s)
	if s.Apart = apart || r.short && s.Depth > 0; s.Apart {
		s.Doc, s.Head, s.Open = "", "", ""
	}
	if s.Name != "" || !s.Apart {
		r.add(s, b.docStart, b.end, s.Depth)
	}
	r.names(b, f, s)
	if !open {
		return
	}
	s.Kind = cmp.Or(s.Kind, f.part("kind"), "block")
	some := r.statements(b.kids, s)
	if s.Apart || r.short && s.Depth == 0 {
		return
	}
	if !some && r.opens == nil {
		r.write(s.Depth+1, r.Spec.Comments.Line[0]+" …")
	}
	r.write(s.Depth, closing)
}

// goesOn reports whether a statement defines the name whose type the statement above declares.
func (r *formReader) goesOn(b *block, s outline.Symbol) bool {
	if len(r.Symbols) == 0 || r.opens == nil || !isValue(s.Kind) {
		return false
	}
	last := &r.Symbols[len(r.Symbols)-1]
	if last.Name != s.Name || last.Depth != s.Depth || !isValue(last.Kind) {
		return false
	}
	last.EndLine, last.Complexity = r.page.line(b.end-1), max(s.Complexity, 1)
	return true
}

func (r *formReader) document(b *block, s *outline.Symbol) {
	if s.Doc = b.doc; s.Depth > 0 && r.bare || r.short {
		s.Doc, b.note = "", ""
	}
	if s.Doc == "" && b.note != "" && !b.body {
		s.Head += " " + b.note
	}
}

// brackets sets the opening text after the head of a declaration, and returns the closing one.
func (r *formReader) brackets(b *block, s *outline.Symbol, open bool, f *found) string {
	inList := r.blockRules.list != nil && s.Depth != 0
	switch {
	case r.opens != nil && !open:
		return ""
	case r.opens != nil:
		return "end"
	case b.list && open:
		s.Open = " ("
		return ")" + r.end
	case open && r.short && s.Depth == 0:
		s.Open = " { " + r.memberNames(b, s.Kind) + " }"
	case open:
		s.Open = " {"
		return "}"
	case f.body == "{" && b.body:
		s.Open = " {}"
	case b.listed:
		s.Head += ","
	case (f.inline == nil || !b.body) && !inList:
		s.Head += r.end
	}
	return ""
}

func (r *formReader) memberNames(b *block, kind string) string {
	var list []string
	for _, k := range b.kids {
		if f := r.match(r.visible(k.head), kind, k.body); f != nil && f.part("name") != "" {
			list = append(list, f.part("name"))
		}
	}
	return names(list, len(list), maxNames)
}

// names lists further names of a declaration, or the constants of an enum.
func (r *formReader) names(b *block, f *found, s outline.Symbol) {
	s.Doc, s.Head, s.Open, s.Exported = "", "", "", s.Exported || s.Name == ""
	for _, name := range topNames(f.part("names")) {
		s.Name = name
		r.list(s, b.start, b.end)
	}
}

// inlined returns the shown part of a body on the line of its head; it notes the imports in it.
func (r *formReader) inlined(f *found, b *block, s outline.Symbol) string {
	if f.body == "[]" && len(b.kids) > 0 {
		return " { " + r.memberNames(b, s.Kind) + " }"
	}
	if f.inline == nil || !b.body {
		return ""
	}
	var list []string
	size := 0
	for _, k := range b.kids {
		key, _, value := strings.Cut(k.head, "=")
		if m := r.match(k.head, s.Kind, k.body); m != nil && m.has("import") {
			r.addImport(m.kind, m.part("import"), k.start)
		}
		if !f.inline.MatchString(strings.TrimSpace(key)) || size > maxInline {
			continue
		}
		text := outline.Closed(outline.Cut(k.head, 2*outline.MaxLine))
		if k.body && !value {
			text += cmp.Or(r.inlined(f, k, s), " {…}")
		}
		list = append(list, text)
		size += len(text)
	}
	if len(list) == 0 {
		return ""
	}
	return " { " + strings.Join(list, "; ") + " }"
}

// maxInline is how many bytes of a body are shown on the line of its head.
const maxInline = 800

// isValue reports whether a kind of declaration is not a type.
func isValue(kind string) bool {
	return slices.Contains([]string{"func", "method", "const", "var", "val", "property", "field", "task"}, kind)
}

// topNames returns the names of a list, without the contents of brackets and strings.
func topNames(list string) []string {
	var found []string
	depth, from := 0, true
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '"' || c == '\'':
			i = lex.SkipString(list, i)
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case strings.IndexByte(")]}>", c) >= 0:
			depth--
		case depth == 0 && c == ',':
			from = true
		case depth == 0 && from && isWordByte(c):
			name := ident(list[i:])
			found, from = append(found, strings.TrimRight(name, ".")), false
			i += max(len(name), 1) - 1
		}
	}
	return found
}

// quoted is a name in quotes or brackets.
var quoted = pattern.Of("[\\[\"`]([^\\]\"`]+)[\\]\"`]")

func unquoted(name string) string {
	if n := len(name); n > 1 && strings.IndexByte(`"'`, name[0]) >= 0 && name[n-1] == name[0] {
		return strings.NewReplacer(`\'`, "'", `\"`, `"`).Replace(name[1 : n-1])
	}
	return quoted().ReplaceAllString(name, "$1")
}

func word(head string) (first, rest string) {
	first, rest, _ = strings.Cut(head, " ")
	return first, strings.TrimSpace(rest)
}

// ident returns the identifier at the start of text.
func ident(text string) string {
	end := 0
	for end < len(text) && (isWordByte(text[end]) || text[end] == '.') {
		end++
	}
	return outline.Cut(text[:end], maxHeading)
}

func isWordByte(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '@' || c >= 0x80
}
