package text

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// dartForms are how declarations of Dart begin. Read-only.
var dartForms = sync.OnceValue(func() (f struct{ annotation, container, function, getter, variable, argument, generic *regexp.Regexp }) {
	f.annotation = regexp.MustCompile(`^(?:@[\w.$]+ ?(?:\([^()]*(?:\([^()]*\)[^()]*)*\))? ?)+`)
	f.container = regexp.MustCompile(`^(?:(?:abstract|base|final|sealed|interface|mixin) )*(class|mixin|enum|extension)(?: type)?(?: const)? (?:on\b|([\w$]+))`)
	f.function = regexp.MustCompile(`^[^=(]*?(?:\boperator ?([^\s(]+)|([\w$]+)) ?\(`)
	f.getter = regexp.MustCompile(`^(?:[^=(]* )?get ([\w$]+)`)
	f.variable = regexp.MustCompile(`^[^=]*[\w$?\])] ([\w$]+) ?(?:[=,].*)?$`)
	f.generic = regexp.MustCompile(`<[^<>()]*>|\bFunction\??(?:\([^()]*\)\??)`)
	f.argument = regexp.MustCompile(`\([^()]*\)`)
	return f
})

// outlineDart reads declarations by their braces, without a grammar.
func outlineDart(p *page) string {
	quotes := lex.Quotes{{Open: `'''`, Lines: true}, {Open: `"""`, Lines: true}, {Open: "'", Hole: "${"}, {Open: `"`, Hole: "${"}}
	return p.blocks(blockRules{
		ends: ";",
		skip: func(src string, i int) int { return quotes.End(src, i) },
		value: func(head string) bool {
			head = strings.TrimSpace(head)
			return strings.HasSuffix(head, "=>") || strings.HasSuffix(head, ">") && strings.Contains(head, "=") || head != "" && strings.IndexByte("=,:?", head[len(head)-1]) >= 0
		},
	}, func(list []*block) { p.dart(list, outline.Symbol{Depth: -1}) })
}

// dart shows statements and their members; private functions and variables are listed
// for their lines alone.
func (p *page) dart(list []*block, in outline.Symbol) {
	level, parent := in.Depth+1, strings.TrimPrefix(in.Parent+"."+in.Name, ".")
	for i, b := range list {
		b.head = strings.TrimSpace(strings.TrimSuffix(b.head, ";"))
		b.head = b.head[len(dartForms().annotation.FindString(b.head)):]
		if in.Kind == "enum" && i == 0 {
			p.dartConstants(b, parent, level)
			continue
		}
		s := p.dartDeclaration(b, parent)
		if s.Kind == "" {
			continue
		}
		s.Parent, s.Depth, s.Line, s.Exported = parent, level, p.line(b.start), s.Name != "" && s.Name[0] != '_'
		container := s.Kind == "class" || s.Kind == "enum" || s.Kind == "extension"
		open, end := container && len(b.kids) > 0 && level < outline.MaxNesting, ";"
		if open {
			end = " {"
		} else if container {
			end = " {}"
		} else if !s.Exported {
			p.list(outline.Symbol{Name: s.Name, Kind: s.Kind, Parent: parent, Depth: level, Line: s.Line}, b.docStart, b.end)
			continue
		}
		if level == 0 && s.Exported {
			p.export(s.Name)
		}
		s.Doc, s.Head = b.doc, outline.Wrap(outline.Cut(s.Head, outline.MaxHead), "    ")+end
		if p.add(s, b.docStart, b.end, level); open {
			p.dart(b.kids, s)
			p.write(level, "}")
		}
	}
}

// dartConstants lists the values of an enum, which are its first statement.
func (p *page) dartConstants(b *block, parent string, level int) {
	p.write(level, outline.Wrap(outline.Cut(b.head, outline.MaxHead), "    ")+";")
	for value := range strings.SplitSeq(dartForms().argument.ReplaceAllString(b.head, ""), ",") {
		p.list(outline.Symbol{Name: ident(strings.TrimSpace(value)), Kind: "const", Parent: parent, Depth: level, Exported: true}, b.start, b.end)
	}
}

// dartDeclaration reads a statement at the top level or in a container; one without a
// kind declares nothing.
func (p *page) dartDeclaration(b *block, parent string) (s outline.Symbol) {
	forms := dartForms()
	first, rest := word(b.head)
	head, _, arrow := strings.Cut(b.head, "=>")
	s.Head = strings.TrimSpace(head)
	for range 6 { // types in types, from inside to outside
		head = forms.generic.ReplaceAllString(head, "")
	}
	if found := forms.container.FindStringSubmatch(b.head); found != nil && b.body {
		s.Kind, s.Name = strings.Replace(found[1], "mixin", "class", 1), found[2]
	} else if i := strings.IndexAny(rest, `"'`); i >= 0 && (first == "import" || first == "export" || first == "part") {
		file, _, _ := strings.Cut(rest[i+1:], rest[i:i+1])
		p.addImport(strings.Replace(first, "export", "export-from", 1), file, b.start)
	} else if first == "library" {
		p.out.Package = ident(rest)
	} else if first == "typedef" {
		s.Kind, s.Name, s.Head = "type", ident(rest), b.head
	} else if found := forms.getter.FindStringSubmatch(head); found != nil {
		s.Kind, s.Name = "property", found[1]
	} else if found := forms.function.FindStringSubmatch(head); found != nil {
		if s.Kind, s.Name = "method", found[1]+found[2]; parent == "" {
			s.Kind, p.out.Main = "func", p.out.Main || s.Name == "main"
		}
		if before, _, ok := strings.Cut(s.Head, ") :"); ok { // what a constructor sets first
			s.Head = before + ")"
		}
	} else if found := forms.variable.FindStringSubmatch(head); found != nil && !arrow && !b.body {
		s.Kind, s.Name, s.Head = "var", found[1], outline.Closed(outline.Cut(s.Head, outline.MaxLine))
	}
	return s
}
