package signatures

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/groovy"
)

// suspectsGroovy: the grammar takes `def` for a name before one in quotes, and
// `trait` for a function.
const suspectsGroovy = `
(declaration name: (identifier) @keyword)
(juxt_function_call function: (identifier) @keyword)
(declaration type: (identifier) @keyword)
`

//go:embed queries/groovy.scm
var queryGroovy string

func groovySpec() *spec {
	return &spec{
		name: "Groovy", fence: "groovy", extensions: []string{".groovy", ".gradle", ".gvy", ".gy", ".gsh"},
		files: []string{"Jenkinsfile"}, interpreters: []string{"groovy"}, comments: cComments(),
		grammar: groovy.GetLanguage, query: queryGroovy, suspects: suspectsGroovy,
		bodies:   maskGroovy,
		layout:   layout{indent: "    ", open: " {", close: "}", empty: " {}", line: "//", separator: "; "},
		declare:  declareGroovy,
		imports:  importsGroovy,
		complete: func(f *file) { endEnumsGroovy(f.roots) },
	}
}

func declareGroovy(f *file, d *decl) bool {
	switch d.kind {
	case "package":
		f.out.Package = compact(d.node.first("qualified_name").text())
		d.silent, d.head = true, f.flat(d.node.start(), d.node.end())
		return true
	case "call":
		return taskGroovy(f, d)
	}
	start := d.node.start() + len(leadingSpace(d.node.text()))
	d.start, d.headStart = start, start
	for _, c := range d.node.children() {
		if c.is("annotation") { // of a masked text, all of them
			annotationsGroovy(d, f.flat(c.start(), c.end()))
			start = c.end()
		}
	}
	end := d.end
	if d.body.ok() {
		end = d.body.start()
	}
	// The text of the head is the original's: the grammar may have seen less.
	d.head = f.flat(start, end)
	words := strings.Fields(groovyForms().modifier.FindString(d.head))
	d.exported = !slices.Contains(words, "private")
	switch d.kind {
	case "class":
		classGroovy(f, d)
	case "func":
		return funcGroovy(f, d, words)
	case "var", "property":
		return fieldGroovy(f, d, words)
	}
	return d.exported
}

// annotationsGroovy puts the annotations that say something to a reader above
// a declaration.
func annotationsGroovy(d *decl, text string) {
	for text != "" {
		next := len(text)
		depth := 0
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '"', '\'':
				i = skipString(text, i)
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			case '@':
				if depth == 0 {
					next = i
				}
			}
			if next == i {
				break
			}
		}
		one := strings.TrimSpace(text[:next])
		text = text[next:]
		switch name, _, _ := strings.Cut(pathEndDot(strings.TrimPrefix(one, "@")), "("); name {
		case "Override", "CompileStatic", "TypeChecked", "CompileDynamic", "SuppressWarnings":
			continue
		}
		d.above += closed(cut(one, maxValue)) + "\n"
	}
}

// classGroovy completes a class, and what the mask gave to the grammar as one.
func classGroovy(f *file, d *decl) {
	d.members = true
	if at := groovyForms().class.FindStringSubmatchIndex(d.head); at != nil {
		word := strings.TrimPrefix(pathEnd(strings.TrimSpace(d.head[:at[4]])), "@")
		d.names = []string{d.head[at[4]:at[5]]}
		switch word {
		case "interface", "trait", "enum":
			d.kind = word
		}
	}
	if d.kind == "enum" && d.body.ok() {
		constantsGroovy(f, d)
	}
}

// constantsGroovy reads the constants of an enum, which the grammar does not
// know, as members.
func constantsGroovy(f *file, d *decl) {
	d.fill = true
	base := min(d.body.start()+1, len(f.src))
	text := f.src[base:max(d.body.end()-1, base)]
	s := &scan{blanker: bodiesGroovy(), masker: masker{src: text}}
	var last *decl
	depth := 0
	for i := 0; i < len(text); i++ {
		if end, _ := s.literal(i, 0); end > i {
			i = end - 1
			continue
		}
		switch c := text[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case depth > 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == ',':
			last = nil
		case last == nil && isWord(rune(c)):
			end := i
			for end < len(text) && isWord(rune(text[end])) {
				end++
			}
			last = &decl{f: f, node: d.node, kind: "const", parent: d, names: []string{text[i:end]}, exported: true,
				start: base + i, end: base + end, headStart: base + i, tail: new(",")}
			if end < len(text) && text[end] == '(' {
				last.end = base + (&groovyMask{scan: s}).closing(end)
			}
			last.head = closed(cut(f.flat(last.start, last.end), maxValue))
			d.children = append(d.children, last)
			i = end - 1
		default: // a semicolon, or a member
			return
		}
	}
}

// endEnumsGroovy ends the constants of enums that have other members.
func endEnumsGroovy(list []*decl) {
	for _, d := range list {
		endEnumsGroovy(d.children)
		for i, c := range d.children {
			if d.kind == "enum" && c.node == d.node && i+1 < len(d.children) && d.children[i+1].node != d.node {
				c.tail = new(";")
			}
		}
	}
}

func funcGroovy(f *file, d *decl, words []string) bool {
	at := groovyForms().method.FindStringSubmatchIndex(d.head)
	if at == nil {
		return false
	}
	name := d.head[at[4]:at[5]]
	if name[0] == '"' || name[0] == '\'' {
		name = strings.NewReplacer(`\'`, `'`, `\"`, `"`).Replace(name[1 : len(name)-1])
	}
	d.names = []string{name}
	if d.parent != nil {
		d.kind, d.hidden = "method", !d.exported
	}
	if d.name() == "main" && slices.Contains(words, "static") {
		f.out.Main = true
	}
	return d.exported || d.hidden
}

func fieldGroovy(f *file, d *decl, words []string) bool {
	if name, ok := strings.CutPrefix(d.head, "task "); ok && d.parent == nil { // `task name { … }`
		d.kind, d.names = "task", []string{pathHead(name)}
		return true
	}
	at := groovyForms().field.FindStringSubmatchIndex(d.head)
	if at == nil {
		return false
	}
	d.names = []string{d.head[at[4]:at[5]]}
	value := d.node.field("value")
	if !value.ok() { // `int a, b`
		line, _, _ := strings.Cut(f.src[d.end:], "\n")
		for rest := strings.TrimLeft(line, " \t"); strings.HasPrefix(rest, ","); {
			rest = strings.TrimLeft(rest[1:], " \t")
			name := pathHead(rest)
			if rest = strings.TrimLeft(rest[len(name):], " \t"); name == "" || strings.HasPrefix(rest, "=") {
				break
			}
			d.names, d.head = append(d.names, name), d.head+", "+name
		}
	}
	if value.ok() {
		d.head = strings.TrimRight(d.head[:at[5]], " ") + " = " + f.value(value)
	}
	if d.kind == "property" && slices.Contains(words, "static") && slices.Contains(words, "final") {
		d.kind = "const"
	}
	d.note = f.noteAfter(d.end)
	return d.exported && (d.kind != "var" || value.ok())
}

// maxBlock is how many bytes of what a Gradle script depends on are shown.
const maxBlock = 800

// taskGroovy reads the tasks and dependencies of a Gradle script.
func taskGroovy(f *file, d *decl) bool {
	text := strings.TrimSpace(d.node.text())
	switch word := pathHead(text); word {
	case "plugins", "dependencies", "apply", "include":
		d.silent, d.head = true, closed(cut(f.flat(d.node.start(), d.node.end()), maxBlock))
		return d.head != word
	}
	rest, ok := strings.CutPrefix(text, "task ")
	if !ok {
		if rest, ok = strings.CutPrefix(text, "tasks.register("); !ok {
			return false
		}
	}
	d.kind, d.names, d.exported = "task", []string{pathHead(strings.TrimLeft(rest, `"'`))}, true
	head, _, _ := strings.Cut(text, "{")
	d.head = cut(oneLine(head, ""), maxLine)
	return d.name() != ""
}

func importsGroovy(f *file, n node, _ scopes) []Import {
	imp := Import{Kind: "import", Line: n.line(), Specifier: compact(n.field("import").text())}
	text := f.flat(n.start(), n.end())
	wildcard := n.first("wildcard_import").ok()
	switch {
	case strings.HasPrefix(text, "import static "):
		imp.Kind = "static"
	case wildcard:
		imp.Kind = "wildcard"
	}
	if wildcard {
		imp.Specifier += ".*"
	}
	return []Import{imp}
}
