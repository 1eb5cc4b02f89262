package text

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

func outlineGraphQL(p *page) string {
	for _, l := range p.lines() { // the include syntax of several tools
		if rest, found := strings.CutPrefix(l.text, "#import "); found {
			p.addImport("import", lex.Unquote(strings.TrimSpace(rest)), l.start)
		} else if rest, found := strings.CutPrefix(l.text, "# import "); found {
			p.addImport("import", lastQuoted(rest), l.start)
		}
	}
	w := &idl{page: p}
	return w.outline(w.graphql, blockRules{
		ends: "\n,", triple: `"""`, breaks: true, value: endsIn("=:"),
		joins: func(before, next string) bool {
			return next != "" && strings.IndexByte("|=&({@", next[0]) >= 0 || strings.HasPrefix(next, "on ") || strings.HasPrefix(next, "implements ") ||
				endsIn("|=&:")(before)
		},
	})
}

func (w *idl) graphql(b *block, parent string) (outline.Symbol, bool) {
	s := outline.Symbol{Head: b.head}
	if strings.HasPrefix(b.head, `"`) {
		return s, false
	}
	if strings.HasPrefix(b.doc, "# import ") || strings.HasPrefix(b.doc, "#import ") {
		b.doc = ""
	}
	if parent != "" {
		s.Kind, s.Name = "field", ident(b.head)
		if !strings.ContainsAny(b.head, ":(") {
			s.Kind = "const"
		}
		return s, s.Name != ""
	}
	first, rest := word(b.head)
	if first == "extend" {
		first, rest = word(rest)
	}
	switch first {
	case "type", "interface", "input", "enum", "union", "scalar":
		s.Kind, s.Name = first, ident(rest)
	case "directive":
		s.Kind, s.Name = "directive", "@"+ident(strings.TrimPrefix(rest, "@"))
	case "schema":
		s.Kind = "schema"
	case "query", "mutation", "subscription", "fragment", "{", "":
		s.Kind, s.Name = first, ident(rest)
		if first == "" {
			s.Kind, s.Head = "query", "query"
		}
		s.Head += selections(b)
		b.body, b.kids = false, nil
	default:
		return s, false
	}
	return s, true
}

// selections names what an operation asks for.
func selections(b *block) string {
	var list []string
	for _, k := range b.kids {
		list = append(list, selected(k.head)...)
	}
	if len(list) == 0 {
		return ""
	}
	return " { " + names(list, len(list), maxNames) + " }"
}

// selected are the fields of one line, by their aliases if they have some.
func selected(head string) []string {
	var list []string
	depth := 0
	for i := 0; i < len(head); i++ {
		switch c := head[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '"':
			i = lex.SkipString(head, i)
		case depth > 0 || !isWordByte(c):
		default:
			name := ident(head[i:])
			directive := i > 0 && head[i-1] == '@'
			aliased := len(list) > 0 && strings.HasSuffix(strings.TrimSpace(head[:i]), ":")
			if !directive && !aliased && name != "on" {
				list = append(list, name)
			}
			i += max(len(name), 1) - 1
		}
	}
	return list
}
