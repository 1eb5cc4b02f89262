package text

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

func cueSpec() *outline.Spec {
	s := plain("CUE", "cue", lex.Comments{Line: []string{"//"}, Quote: `"'`}, ".cue")
	s.Plain, s.Layout = by(outlineCUE), outline.Layout{Indent: "\t"}
	return s
}

// outlineCUE shows definitions with their fields, other values by the names
// of what they hold.
func outlineCUE(p *page) string {
	root, ok := readBlocks(p.Src, blockRules{
		comments: p.Spec.Comments, ends: "\n,", triple: `"""`,
		joins: func(before, next string) bool {
			before = strings.TrimSpace(before)
			return strings.HasSuffix(before, "&") || strings.HasSuffix(before, "|") || strings.HasSuffix(before, ":") && !strings.HasPrefix(next, "}")
		},
	})
	if !ok {
		return outline.FallbackTooLarge
	}
	for _, b := range root.kids {
		p.cueStatement(b, 0, "")
	}
	return ""
}

func (p *page) cueStatement(b *block, level int, parent string) {
	first, rest := word(b.head)
	switch {
	case level == 0 && first == "package":
		p.out.Package = ident(rest)
		p.write(0, "package "+p.out.Package)
		return
	case level == 0 && strings.HasPrefix(b.head, "import"):
		p.cueImports(b)
		return
	case first == "if" || first == "for" || first == "let" || first == "..." || strings.HasPrefix(b.head, "&") || strings.HasPrefix(b.head, "|"):
		return
	}
	name, value, ok := cueField(b.head)
	if !ok {
		return
	}
	bare := strings.Trim(name, `"?!`)
	definition := strings.HasPrefix(bare, "#") || strings.HasPrefix(bare, "_#")
	s := outline.Symbol{Name: outline.Cut(bare, maxHeading), Kind: "field", Parent: parent, Depth: level, Exported: !strings.HasPrefix(bare, "_")}
	if definition {
		s.Kind = "type"
	}
	if level == 0 && s.Exported {
		p.export(s.Name)
	}
	text := name + ": " + outline.Closed(outline.Cut(value, outline.MaxLine))
	if b.doc != "" {
		text = b.doc + "\n" + text
	} else if b.note != "" && !b.body {
		text += " " + b.note
	}
	switch {
	case !b.body:
		s.Text = text
		p.add(s, b.docStart, b.end, level)
	case (definition || level > 0 && parent != "" && strings.HasPrefix(parent, "#")) && level < 2 && cueKeys(b) != "{…}":
		s.Text = strings.TrimRight(text, " ") + " {"
		p.add(s, b.docStart, b.end, level)
		for _, k := range b.kids {
			p.cueStatement(k, level+1, s.Name)
		}
		p.write(level, "}")
	default:
		s.Text = strings.TrimRight(text, " ") + " " + cueKeys(b)
		p.add(s, b.docStart, b.end, level)
	}
}

// cueField parts "name: value"; the name may be a pattern or a chain.
func cueField(head string) (name, value string, ok bool) {
	depth := 0
	for i := 0; i < len(head); i++ {
		switch head[i] {
		case '"':
			i = lex.SkipString(head, i)
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ':':
			if depth == 0 {
				return outline.Cut(strings.TrimSpace(head[:i]), maxHeading), strings.TrimSpace(head[i+1:]), i > 0
			}
		}
	}
	return "", "", false
}

func cueKeys(b *block) string {
	var list []string
	for _, k := range b.kids {
		if name, _, ok := cueField(k.head); ok {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return "{…}"
	}
	return "{ " + names(list, len(list), maxNames) + " }"
}

func (p *page) cueImports(b *block) {
	rest := b.head
	for {
		i := strings.IndexByte(rest, '"')
		if i < 0 {
			return
		}
		end := lex.SkipString(rest, i)
		if end == i {
			return
		}
		p.addImport("import", rest[i+1:end], b.start)
		rest = rest[end+1:]
	}
}
