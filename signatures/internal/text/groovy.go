package text

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// groovyForms are how declarations of Groovy begin. Read-only.
var groovyForms = sync.OnceValue(func() (f struct{ annotation, modifier, class, method, field, constants, literal, argument, task, script, branch *regexp.Regexp }) {
	const (
		modifiers = `(?:(?:public|private|protected|static|final|abstract|synchronized|native|transient|volatile|default|sealed|strictfp) )*`
		text      = `"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`
	)
	f.annotation = regexp.MustCompile(`^@[\w.]+ ?(?:\((?:` + text + `|[^()"']|\((?:` + text + `|[^()"']|\([^()]*\))*\))*\))? ?`)
	f.modifier = regexp.MustCompile(`^` + modifiers)
	f.class = regexp.MustCompile(`^` + modifiers + `(class|interface|trait|enum|record|@interface) (\w+)`)
	f.method = regexp.MustCompile(`^(` + modifiers + `(?:def )?(?:@\w+ |static )*(?:<[^(){}]*?> ?)?(?:def )?(?:[A-Za-z_][\w.]*(?:<[^(){}=]*>)?(?:\[\])* )?)(\w+|` + text + `) ?\(`)
	f.field = regexp.MustCompile(`^(` + modifiers + `(?:def )?(?:[A-Za-z_][\w.]* ?(?:<[^(){}=]*>)?(?:\[\])* )?)([A-Za-z_$][\w$]*) ?(?:=([^=~].*)|,(.*)|)$`)
	f.constants = regexp.MustCompile(`^(?:, ?)?[A-Za-z_]\w* ?(?:[(,].*)?$`)
	f.literal, f.argument = regexp.MustCompile(text), regexp.MustCompile(`\([^()]*\)`)
	f.task = regexp.MustCompile(`^(?:task |tasks\.register\() ?["']?(\w+)`)
	f.script = regexp.MustCompile(`^(?:plugins|dependencies|apply|include)\b.`)
	f.branch = regexp.MustCompile(`\b(?:if|for|while|case)\b|&&|\|\||\? `)
	return f
})

// outlineGroovy reads declarations by their braces, without a grammar: the one there is
// knows no traits, enums and type parameters, and little of what tests are written in.
func outlineGroovy(p *page) string {
	quotes := lex.Quotes{{Open: `'''`, Lines: true}, {Open: `"""`, Lines: true, Hole: "${"}, {Open: "'"}, {Open: `"`, Hole: "${"}, {Open: "$/", Close: "/$", Raw: true, Lines: true}}
	return p.blocks(blockRules{
		ends: ";\n", joins: groovyGoesOn,
		skip: func(src string, i int) int {
			if src[i] == '/' && beginsPattern(src, i) {
				return lex.SkipString(src, i) + 1
			}
			return quotes.End(src, i)
		},
		value: endsIn("=,:?"),
	}, func(list []*block) { p.groovy(list, outline.Symbol{Depth: -1}) })
}

// beginsPattern tells whether a slash at i opens a pattern: what is before it is no value.
func beginsPattern(src string, i int) bool {
	const near = 60 // bytes before it that are looked at
	if i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*') {
		return false
	}
	before := strings.TrimRight(src[max(0, i-near):i], " \t")
	return before == "" || strings.IndexByte("=(,[!&|?:{};~\n", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "return")
}

// groovyGoesOn tells whether a line end between two texts ends no statement.
func groovyGoesOn(before, next string) bool {
	before = strings.TrimSpace(before)
	return before != "" && strings.IndexByte(",=+-?:&|\\", before[len(before)-1]) >= 0 ||
		next != "" && strings.IndexByte(".?:{", next[0]) >= 0 || strings.HasPrefix(next, "throws ")
}

// groovy shows statements and their members; private methods are listed for their lines
// alone, private classes and fields left out.
func (p *page) groovy(list []*block, in outline.Symbol) {
	level, parent := in.Depth+1, strings.TrimPrefix(in.Parent+"."+in.Name, ".")
	if in.Kind == "enum" {
		list = p.groovyConstants(list, parent, level)
	}
	var above *block // annotations that stand alone before a declaration
	for _, b := range list {
		marks, head := groovyAnnotations(b.head)
		if above != nil {
			marks, b.doc, b.start, b.docStart = above.head+marks, above.doc, above.start, above.docStart
		}
		if above = nil; head == "" && !b.body {
			above = &block{head: marks, doc: b.doc, start: b.start, docStart: b.docStart}
			continue
		}
		s, others := p.groovyDeclaration(b, head, in)
		if s.Kind == "" {
			continue
		}
		s.Parent, s.Depth, s.Line = parent, level, p.line(b.start)
		s.Exported = !strings.Contains(groovyForms().modifier.FindString(head), "private ")
		if !s.Exported {
			if s.Head = ""; s.Kind == "method" || s.Kind == "func" {
				p.list(s, b.docStart, b.end)
			}
			continue
		}
		if level == 0 {
			p.export(s.Name)
		}
		class := b.body && groovyForms().class.MatchString(head)
		open := class && len(b.kids) > 0 && level < outline.MaxNesting
		s.Doc, s.Head = b.doc, marks+outline.Wrap(outline.Cut(s.Head, outline.MaxHead), p.Spec.Layout.Indent)
		if open {
			s.Open = " {"
		} else if class {
			s.Open = " {}"
		}
		if p.add(s, b.docStart, b.end, level); open {
			p.groovy(b.kids, s)
			p.write(level, "}")
		}
		for name := range strings.SplitSeq(others, ",") {
			s.Name = ident(strings.TrimSpace(name))
			p.list(s, b.docStart, b.end)
		}
	}
}

// groovyAnnotations parts a head into the annotations that say something to a reader, a
// line each, and what they stand before.
func groovyAnnotations(head string) (lines, rest string) {
	for !strings.HasPrefix(head, "@interface ") {
		one := groovyForms().annotation.FindString(head)
		if one == "" {
			break
		}
		head = head[len(one):]
		one = strings.TrimSpace(one)
		name, _, _ := strings.Cut(one[1:], "(")
		switch lex.PathEndDot(strings.TrimSpace(name)) {
		case "Override", "CompileStatic", "TypeChecked", "CompileDynamic", "SuppressWarnings":
			continue
		}
		lines += outline.Closed(outline.Cut(one, outline.MaxValue)) + "\n"
	}
	return lines, head
}

// groovyConstants shows the constants of an enum, which are its first statements, and
// returns the others.
func (p *page) groovyConstants(list []*block, parent string, level int) []*block {
	text := ""
	for i, b := range list {
		if !groovyForms().constants.MatchString(b.head) || i > 0 && b.head[0] != ',' {
			break
		}
		list = list[1:]
		text += b.head
		names := groovyForms().literal.ReplaceAllString(b.head, "")
		for range 6 { // calls in calls, from inside to outside
			names = groovyForms().argument.ReplaceAllString(names, "")
		}
		for name := range strings.SplitSeq(names, ",") {
			p.list(outline.Symbol{Name: ident(strings.TrimSpace(name)), Kind: "const", Parent: parent, Depth: level, Exported: true}, b.start, b.end)
		}
	}
	if text != "" {
		p.write(level, outline.Wrap(outline.Cut(text, outline.MaxHead), p.Spec.Layout.Indent)+";")
	}
	return list
}

// groovyDeclaration reads a statement at the top level or in a class; one without a kind
// declares nothing. others are further names that it declares.
func (p *page) groovyDeclaration(b *block, head string, in outline.Symbol) (s outline.Symbol, others string) {
	forms, text := groovyForms(), head
	if b.body {
		text = groovyText(head, b)
	}
	first, rest := word(head)
	if found := forms.class.FindStringSubmatch(head); found != nil && b.body {
		s.Kind, s.Name, s.Head = strings.TrimPrefix(strings.Replace(found[1], "record", "class", 1), "@"), found[2], head
	} else if first == "import" {
		p.groovyImport(rest, b.start)
	} else if first == "package" {
		p.out.Package = ident(rest)
		p.write(0, head)
	} else if found := forms.method.FindStringSubmatch(head); found != nil && isGroovyMethod(b, found, in) {
		if s.Kind, s.Name = "method", found[2]; in.Name == "" {
			s.Kind = "func"
		}
		if n := len(s.Name); s.Name[0] == '"' || s.Name[0] == '\'' {
			s.Name = strings.NewReplacer(`\'`, "'", `\"`, `"`).Replace(s.Name[1 : n-1])
		}
		s.Head, s.Complexity = head, 1+len(forms.branch.FindAllStringIndex(p.Src[b.start:b.end], -1))
		p.out.Main = p.out.Main || s.Name == "main" && strings.Contains(found[1], "static ")
	} else if found := forms.task.FindStringSubmatch(head); found != nil && in.Name == "" {
		s.Kind, s.Name, s.Head = "task", found[1], outline.Cut(head, outline.MaxLine)
	} else if forms.script.MatchString(text) && in.Name == "" {
		p.write(0, outline.Wrap(outline.Closed(outline.Cut(text, maxScript)), p.Spec.Layout.Indent))
	} else if found := forms.field.FindStringSubmatch(text); found != nil && found[1] != "" && isGroovyType(found[1]) && (in.Name != "" || found[3] != "") {
		s.Kind, s.Name, s.Head, others = "property", found[2], found[1]+found[2], found[4]
		if in.Name == "" {
			s.Kind = "var"
		} else if strings.Contains(found[1], "static ") && strings.Contains(found[1], "final ") {
			s.Kind = "const"
		}
		if found[3] != "" {
			s.Head += " = " + outline.Closed(outline.Cut(strings.TrimSpace(found[3]), outline.MaxValue))
		} else if others != "" {
			s.Head += "," + others
		}
		if _, note, ok := strings.Cut(p.Src[b.start:b.end], " //"); ok && !strings.Contains(note, "\n") && !strings.Contains(s.Head, note) {
			s.Head += " " + outline.DocLine("//"+note)
		}
	}
	return s, others
}

// isGroovyMethod tells whether what a form found declares a method: it has a type, or the
// name of its class, and nothing is done with what it returns.
func isGroovyMethod(b *block, found []string, in outline.Symbol) bool {
	tail := strings.TrimSpace(b.head[strings.LastIndexByte(b.head, ')')+1:])
	if in.Name == "" && !b.body || tail != "" && !strings.HasPrefix(tail, "throws ") && !strings.HasPrefix(tail, "default ") {
		return false
	}
	return found[1] == "" && found[2] == in.Name || found[1] != "" && isGroovyType(found[1])
}

// isGroovyType tells whether what is before a name declares it: a modifier or type, not a
// command.
func isGroovyType(before string) bool {
	name := ident(before[len(groovyForms().modifier.FindString(before)):])
	switch name {
	case "", "def", "var", "void", "int", "long", "short", "byte", "char", "boolean", "float", "double":
		return true
	}
	last := lex.PathEndDot(name)
	return name[0] == '@' || last != "" && last[0] >= 'A' && last[0] <= 'Z'
}

// maxScript is how many bytes of what a Gradle script depends on are shown.
const maxScript = 800

// groovyText is a statement with what stands in its braces, on one line.
func groovyText(head string, b *block) string {
	var list []string
	size := 0
	for _, k := range b.kids {
		if size > maxScript {
			break
		}
		text := k.head
		if k.body {
			text = groovyText(text, k)
		}
		list = append(list, text)
		size += len(text)
	}
	return strings.TrimSpace(head + " { " + strings.Join(list, "; ") + " }")
}

func (p *page) groovyImport(rest string, at int) {
	kind := "import"
	if name, ok := strings.CutPrefix(rest, "static "); ok {
		kind, rest = "static", name
	} else if strings.HasSuffix(rest, "*") {
		kind = "wildcard"
	}
	specifier, _, _ := strings.Cut(rest, " ")
	p.addImport(kind, specifier, at)
}
