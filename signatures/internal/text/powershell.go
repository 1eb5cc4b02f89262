package text

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// powershellForms are how declarations of PowerShell begin, in any case. Read-only.
var powershellForms = sync.OnceValue(func() (f struct{ function, container, method, property, imported, parameters, help *regexp.Regexp }) {
	f.function = regexp.MustCompile(`^(?i:function|filter|workflow|configuration) +(?:(?i:global|script|local|private):)?([\w.:-]+)`)
	f.container = regexp.MustCompile(`^(?:\[[^\]]*\] *)*(?i:(class|enum)) +(\w+)`)
	f.method = regexp.MustCompile(`^(?:(?i:static|hidden) +)*(?:\[[\w.,\[\] ]+\] *)?(?:(?i:static|hidden) +)*(\w+) ?\(`)
	f.property = regexp.MustCompile(`^(?:(?i:static|hidden) +|\[[^\]]*(?:\[[^\]]*\])*\] *)*\$(\w+)`)
	f.imported = regexp.MustCompile(`^(?i:import-module(?: +-name)?|using +module|\.) +["']?([^\s"';]+)`)
	f.parameters = regexp.MustCompile(`^(?i:\[.*\] *)?((?i:param) ?\(.*\))$`)
	f.help = regexp.MustCompile(`(?is)\.synopsis\s+(\S[^\n]*)`)
	return f
})

// outlinePowershell reads functions and classes by their braces, without a grammar.
func outlinePowershell(p *page) string {
	return p.blocks(blockRules{
		ends: ";\n", skip: powershellText,
		joins: func(before, next string) bool {
			return strings.HasSuffix(before, "`") || strings.HasSuffix(before, "|") || strings.HasSuffix(before, "]") || strings.HasPrefix(next, "{")
		},
	}, func(list []*block) { p.powershell(list, outline.Symbol{Depth: -1}) })
}

// powershellText is the offset after the string that starts at i, i if none does: a
// backtick escapes, $( begins code, and @" begins one that ends on a line of its own.
func powershellText(src string, i int) int {
	switch mark := src[i]; {
	case mark == '`':
		return i + 2
	case mark == '@' && i+1 < len(src) && (src[i+1] == '"' || src[i+1] == '\''):
		return lex.Past(src, "\n"+src[i+1:i+2]+"@", i)
	case mark == '"' || mark == '\'':
		depth := 0 // of brackets in code
		for i++; i < len(src) && (src[i] != mark || depth > 0); i++ {
			switch c := src[i]; {
			case mark == '\'':
			case c == '`':
				i++
			case c == '(' && (depth > 0 || src[i-1] == '$'):
				depth++
			case c == ')':
				depth = max(depth-1, 0)
			}
		}
		return i + 1
	}
	return i
}

// powershell shows functions with their parameters, and classes and enums with their
// members.
func (p *page) powershell(list []*block, in outline.Symbol) {
	forms, level := powershellForms(), in.Depth+1
	for _, b := range list {
		b.head = strings.TrimSpace(strings.TrimRight(b.head, "; "))
		s := outline.Symbol{Parent: in.Name, Depth: level, Exported: true, Doc: b.doc, Head: b.head, Line: p.line(b.start)}
		if found := forms.container.FindStringSubmatch(b.head); found != nil && b.body && level == 0 {
			s.Kind, s.Name, s.Head = strings.ToLower(found[1]), found[2], b.head+" {"
		} else if found := forms.function.FindStringSubmatch(b.head); found != nil && b.body && level == 0 {
			s.Kind, s.Name = "func", found[1]
			p.parameters(&s, b)
		} else if found := forms.method.FindStringSubmatch(b.head); found != nil && b.body && in.Kind == "class" {
			s.Kind, s.Name = "method", found[1]
		} else if found := forms.property.FindStringSubmatch(b.head); found != nil && in.Kind == "class" {
			s.Kind, s.Name = "property", found[1]
		} else if in.Kind == "enum" && ident(b.head) != "" {
			s.Kind, s.Name = "const", ident(b.head)
		} else if found := forms.imported.FindStringSubmatch(b.head); found != nil && level == 0 {
			p.addImport("import", strings.ReplaceAll(found[1], `\`, "/"), b.start)
			continue
		} else {
			continue
		}
		if s.Head = outline.Wrap(outline.Cut(s.Head, outline.MaxHead), "    "); level == 0 {
			p.export(s.Name)
		}
		if p.add(s, b.docStart, b.end, level); s.Kind == "class" || s.Kind == "enum" {
			p.powershell(b.kids, s)
			p.write(level, "}")
		}
	}
}

// parameters adds what the body of a function says of it: its parameters, and the first
// sentence of its help.
func (p *page) parameters(s *outline.Symbol, b *block) {
	const near = 2000 // bytes of a comment that are looked at
	if found := powershellForms().help.FindStringSubmatch(p.Src[b.docStart:min(b.end, b.docStart+near)]); found != nil {
		s.Doc = "# " + outline.Summary("#", found[1])
	}
	for _, k := range b.kids[:min(len(b.kids), 5)] {
		if found := powershellForms().parameters.FindStringSubmatch(k.head); found != nil {
			s.Head += " { " + found[1] + " }"
		}
	}
}
