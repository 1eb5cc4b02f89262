package text

import (
	"cmp"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// Interface descriptions are signatures already: their outlines show every
// declaration with its members and leave out comments and options.

// An idl writes the outline of an interface description.
type idl struct {
	*page
	// declare reads a statement: its symbol, whose Head is shown, or false to
	// leave it out.
	declare func(b *block, parent string) (outline.Symbol, bool)
	end     string // after a statement without body
	bare    bool   // there is much: members without their comments
	short   bool   // there is very much: members by name alone
}

const (
	maxDocumented = 400  // statements of a file whose members have comments
	maxMembers    = 3000 // statements of a file whose members are shown in full
)

func (w *idl) outline(declare func(b *block, parent string) (outline.Symbol, bool), rules blockRules) string {
	w.declare = declare
	return w.blocks(rules, func(list []*block) {
		n := countBlocks(list)
		w.bare, w.short = n > maxDocumented, n > maxMembers
		w.statements(list, 0, "")
	})
}

func countBlocks(list []*block) int {
	n := len(list)
	for _, b := range list {
		n += countBlocks(b.kids)
	}
	return n
}

// statements shows statements; false if there is none to show.
func (w *idl) statements(list []*block, level int, parent string) (some bool) {
	for _, b := range list {
		s, ok := w.declare(b, parent)
		if !ok || level > outline.MaxNesting {
			continue
		}
		some = true
		s.Parent, s.Depth, s.Exported, s.Line = parent, level, s.Name != "", w.line(b.start)
		if level == 0 && s.Kind != "extend" {
			w.export(s.Name)
		}
		s.Head = outline.Wrap(outline.Cut(s.Head, outline.MaxHead), "  ")
		text := s.Head
		inner := b.body && len(b.kids) > 0
		path := cmp.Or(s.Name, s.Kind)
		if parent != "" {
			path = parent + "." + path
		}
		switch {
		case inner:
			text += " {"
		case b.body:
			text += " {}"
		default:
			text += w.end
		}
		if w.short && inner && level == 0 {
			s.Head = text + " " + w.memberNames(b, path) + " }"
			w.add(s, b.docStart, b.end, level)
			continue
		}
		if level > 0 && w.bare {
			b.doc, b.note = "", ""
		}
		if b.doc == "" && b.note != "" && !b.body {
			text += " " + b.note
		}
		s.Doc, s.Head = b.doc, text
		w.add(s, b.docStart, b.end, level)
		if !inner {
			continue
		}
		if !w.statements(b.kids, level+1, path) {
			w.write(level+1, w.Spec.Comments.Line[0]+" …")
		}
		w.write(level, "}")
	}
	return some
}

// memberNames lists the members of a declaration and gives their names.
func (w *idl) memberNames(b *block, parent string) string {
	var list []string
	for _, k := range b.kids {
		s, ok := w.declare(k, parent)
		if ok && s.Name != "" {
			list = append(list, s.Name)
			s.Parent, s.Depth, s.Exported, s.Head = parent, 1, true, ""
			w.list(s, k.docStart, k.end)
		}
	}
	return names(list, len(list), maxNames)
}

// word parts the first word off.
func word(head string) (first, rest string) {
	first, rest, _ = strings.Cut(head, " ")
	return first, strings.TrimSpace(rest)
}

// ident is the identifier at the start of text.
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

// outlineProto needs no grammar: the one at hand reads version 3 alone, and
// one file in five is older.
func outlineProto(p *page) string {
	w := &idl{page: p, end: ";"}
	return w.outline(w.proto, blockRules{ends: ";", value: endsIn("=:")})
}

func (w *idl) proto(b *block, parent string) (outline.Symbol, bool) {
	b.head = strings.TrimSpace(strings.TrimSuffix(b.head, ";"))
	first, rest := word(b.head)
	s := outline.Symbol{Head: b.head}
	switch first {
	case "import":
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(rest, "public"), "weak"))
		kind := "import"
		if strings.Contains(b.head, "public") {
			kind = "export-from"
		}
		w.addImport(kind, lex.Unquote(rest), b.start)
		return s, false
	case "package":
		w.out.Package = rest
		return s, true
	case "syntax", "edition", "reserved", "extensions", "":
		return s, false
	case "option":
		return s, parent == "" && strings.Contains(rest, "_package")
	case "message", "group":
		s.Kind, s.Name = "message", ident(rest)
	case "enum", "service", "oneof":
		s.Kind, s.Name = first, ident(rest)
	case "extend":
		s.Kind, s.Name = "extend", ident(rest)
	case "rpc":
		s.Kind, s.Name = "method", ident(rest)
		if route := httpRoute(b.kids); route != "" {
			b.doc = strings.TrimPrefix(b.doc+"\n// "+route, "\n")
		}
		b.kids, b.body = nil, false
	default:
		return w.protoField(b, s)
	}
	return s, true
}

// protoField reads "repeated int32 x = 1 [options]" and "VALUE = 0".
func (w *idl) protoField(b *block, s outline.Symbol) (outline.Symbol, bool) {
	if strings.HasPrefix(b.head, "option ") {
		return s, false
	}
	left, right, ok := strings.Cut(b.head, "=")
	if !ok {
		return s, false
	}
	number, options, _ := strings.Cut(right, "[")
	left = strings.TrimSpace(left)
	s.Name = outline.Cut(left[strings.LastIndexByte(left, ' ')+1:], maxHeading)
	s.Kind = "field"
	if s.Name == left {
		s.Kind = "const"
	}
	s.Head = left + " = " + strings.TrimSpace(number)
	if strings.Contains(options, "deprecated = true") || strings.Contains(options, "deprecated=true") {
		s.Head += " [deprecated = true]"
	}
	if i := strings.Index(options, "default"); i >= 0 && (i == 0 || options[i-1] == ' ' || options[i-1] == ',') {
		value, _, _ := strings.Cut(strings.TrimRight(options[i:], "] "), ",")
		s.Head += " [" + outline.Cut(value, outline.MaxValue) + "]"
	}
	if strings.HasPrefix(left, "group ") || strings.Contains(left, " group ") {
		s.Kind = "message"
	}
	return s, true
}

// httpRoute is the route that a method is annotated with: "GET /v1/people".
func httpRoute(list []*block) string {
	for _, k := range list {
		if !strings.HasPrefix(k.head, "option (google.api.http)") {
			continue
		}
		for _, verb := range [...]string{"get", "put", "post", "delete", "patch"} {
			if _, rest, ok := strings.Cut(k.head, " "+verb+":"); ok {
				if rest = strings.TrimSpace(rest); rest != "" && rest[0] == '"' && lex.SkipString(rest, 0) > 0 {
					return strings.ToUpper(verb) + " " + outline.Cut(rest[1:lex.SkipString(rest, 0)], outline.MaxLine)
				}
			}
		}
	}
	return ""
}

func outlineThrift(p *page) string {
	w := &idl{page: p}
	return w.outline(w.thrift, blockRules{
		ends: ";,\n", value: endsIn("="), skip: skipGeneric,
		joins: func(before, next string) bool {
			before = strings.TrimSpace(before)
			return next != "" && strings.IndexByte("{()=", next[0]) >= 0 || strings.HasPrefix(next, "throws") || strings.HasPrefix(next, "extends") ||
				endsIn("=:")(before) || strings.HasSuffix(before, "throws") ||
				before == "void" || before == "oneway void" || strings.Count(before, "<") > strings.Count(before, ">")
		},
	})
}

// skipGeneric jumps over the arguments of map<a, b>, whose commas end nothing.
func skipGeneric(src string, i int) int {
	if src[i] != '<' {
		return i
	}
	depth := 0
	for j := i; j < len(src) && j < i+500; j++ {
		switch src[j] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return j + 1
			}
		case '{', ';', '(':
			return i
		}
	}
	return i
}

func (w *idl) thrift(b *block, parent string) (outline.Symbol, bool) {
	b.head = strings.TrimSpace(strings.TrimRight(b.head, ";,"))
	first, rest := word(b.head)
	s := outline.Symbol{Head: b.head}
	switch {
	case parent == "" && (first == "include" || first == "cpp_include"):
		if !strings.Contains(rest, "<") {
			w.addImport("include", lex.Unquote(rest), b.start)
		}
		return s, false
	case parent == "" && first == "namespace":
		w.out.Namespaces = append(w.out.Namespaces, strings.TrimSpace(rest[strings.LastIndexByte(rest, ' ')+1:]))
	case parent == "" && first == "typedef":
		s.Kind = "type"
		if before, _, ok := strings.Cut(rest, "("); ok {
			rest = strings.TrimSpace(before)
		}
		s.Name = outline.Cut(rest[strings.LastIndexByte(rest, ' ')+1:], maxHeading)
	case parent == "" && first == "const":
		left, value, _ := strings.Cut(rest, "=")
		left = strings.TrimSpace(left)
		s.Kind, s.Name = "const", outline.Cut(left[strings.LastIndexByte(left, ' ')+1:], maxHeading)
		s.Head = "const " + left + " = " + outline.Closed(outline.Cut(strings.TrimSpace(value), outline.MaxValue))
	case b.body && (first == "struct" || first == "union" || first == "exception" || first == "enum" || first == "service" || first == "senum" || first == "interaction"):
		s.Kind, s.Name = first, ident(rest)
	case parent == "" || b.head == "":
		return s, false
	case strings.Contains(b.head, "(") && !startsWithDigit(b.head):
		before, _, _ := strings.Cut(b.head, "(")
		before = strings.TrimSpace(before)
		s.Kind, s.Name = "method", outline.Cut(before[strings.LastIndexByte(before, ' ')+1:], maxHeading)
	case startsWithDigit(b.head):
		s.Kind = "field"
		field, _, _ := strings.Cut(b.head, "=")
		field, _, _ = strings.Cut(field, "(")
		field = strings.TrimSpace(field)
		s.Name = outline.Cut(field[strings.LastIndexAny(field, " >")+1:], maxHeading)
	default:
		s.Kind, s.Name = "const", ident(b.head)
	}
	return s, true
}

func startsWithDigit(text string) bool {
	return text != "" && (text[0] >= '0' && text[0] <= '9' || text[0] == '-')
}
