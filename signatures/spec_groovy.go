package signatures

import (
	"regexp"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/groovy"
)

func groovySpec() *spec {
	return &spec{
		name: "Groovy", fence: "groovy", extensions: []string{".groovy", ".gradle", ".gvy", ".gy", ".gsh"},
		files: []string{"Jenkinsfile"}, interpreters: []string{"groovy"}, comments: cComments(),
		grammar: groovy.GetLanguage, query: "groovy", mask: maskGroovy,
		layout:  layout{indent: "    ", open: " {", close: "}", empty: " {}", line: "//"},
		declare: declareGroovy,
		imports: importsGroovy,
	}
}

func declareGroovy(f *file, d *decl) bool {
	if d.kind == "package" {
		f.out.Package = compact(d.node.first("qualified_name").text())
		d.silent, d.head = true, f.flat(d.node.start(), d.node.end())
		return true
	}
	if d.kind == "call" {
		return taskGroovy(f, d)
	}
	start := d.node.start() + len(leadingSpace(d.node.text()))
	head := declHead{from: start}
	for _, c := range d.node.children() {
		switch c.kind() {
		case "annotation":
			text := f.flat(c.start(), c.end())
			if text != "@Override" && text != "@CompileStatic" && !strings.HasPrefix(text, "@SuppressWarnings") {
				d.above += closed(cut(text, maxValue)) + "\n"
			}
			head.from = c.end()
		case "access_modifier", "modifier":
			head.words = append(head.words, c.text())
			head.from = c.end()
		}
	}
	d.exported = !contains(head.words, "private")
	d.head = head.head(f, d, d.body)
	switch d.kind {
	case "class":
		return classGroovy(f, d, start)
	case "func":
		funcGroovy(f, d)
	case "var", "property":
		name := d.node.field("name")
		d.names = []string{name.text()}
		d.head = strings.TrimSpace(strings.Join(head.words, " ")+" ") + " " + f.flat(head.from, name.end())
		if value := d.node.field("value"); value.ok() {
			d.head += " = " + f.value(value)
		}
		if d.kind == "property" && contains(head.words, "static") && contains(head.words, "final") {
			d.kind = "const"
		}
		d.note = f.noteAfter(d.end)
		return d.exported && name.text() != "" && (d.kind != "var" || d.node.field("value").ok())
	}
	return true
}

// classGroovy completes a class, and what the mask gave to the grammar as one.
func classGroovy(f *file, d *decl, start int) bool {
	d.members = true
	d.start, d.headStart = start, start
	word, _, _ := strings.Cut(strings.TrimSpace(f.src[start:d.node.field("name").start()]), " ")
	if i := strings.LastIndexAny(strings.TrimSpace(f.src[start:d.node.field("name").start()]), " \t\n)"); i >= 0 {
		word = strings.TrimSpace(f.src[start:d.node.field("name").start()])[i+1:]
	}
	switch word {
	case "interface", "trait", "enum":
		d.kind = word
	}
	if before := modifiersBefore(f.src[:start]); before != "" { // masked
		d.headStart -= len(before)
		d.head = strings.TrimSpace(before) + " " + d.head
	}
	if d.kind == "enum" {
		constants := f.src[d.body.start()+1 : d.end]
		if end := strings.IndexAny(constants, ";}{"); end >= 0 {
			constants = constants[:end]
		}
		if text := oneLine(strings.TrimSpace(constants), ""); text != "" {
			d.inner = cut(text, 2*maxLine)
		}
	}
	return d.exported
}

//nolint:gochecknoglobals // compiled once, read-only
var groovyModifiers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:(?:abstract|final|static|sealed|strictfp)\s+)+$`)
})

func modifiersBefore(text string) string {
	const enough = 60
	return groovyModifiers().FindString(text[max(0, len(text)-enough):])
}

func funcGroovy(f *file, d *decl) {
	name := d.node.field("function")
	d.names = []string{strings.Trim(name.text(), `"'`)}
	if d.parent != nil {
		d.kind, d.hidden = "method", !d.exported
	}
	if d.parent != nil && d.name() == d.parent.name() { // the mask gave it a type
		d.head = f.flat(name.start(), d.body.start())
	}
	if d.name() == "main" && strings.Contains(d.head, "static") {
		f.out.Main = true
	}
}

// taskGroovy reads the tasks of a Gradle script.
func taskGroovy(f *file, d *decl) bool {
	text := d.node.text()
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

// groovyNew finds what the grammar does not know.
type groovyNew struct {
	generics, implements, modifiers, trait, enum, named, several, class *regexp.Regexp
}

//nolint:gochecknoglobals // compiled once, read-only
var groovyFind = sync.OnceValue(func() groovyNew {
	return groovyNew{
		generics:   regexp.MustCompile(`\b(?:class|interface|trait)\s+\w+\s*(<[^{}()\n]*>)?(?:\s*extends\s+[\w.]+\s*(<[^{}()\n]*>)?)?`),
		implements: regexp.MustCompile(`\b(?:class|trait|enum)\s+\w+(?:\s*<[^{}()\n]*>)?(?:\s+extends\s+[\w.]+(?:\s*<[^{}()\n]*>)?)?(\s+implements\s+[^{}()]*?)\{`),
		modifiers:  regexp.MustCompile(`(?m)\b((?:(?:abstract|final|static|sealed|strictfp)\s+)+)(?:class|interface|trait|enum)\s+[A-Z]`),
		trait:      regexp.MustCompile(`(?m)^[ \t]*(?:public\s+)?(trait)\s+[A-Z]`),
		enum:       regexp.MustCompile(`(?m)(\s(?:enum))\s+[A-Z]\w*[^{};()]*\{([^{};]*)`),
		named:      regexp.MustCompile(`(?m)^[ \t]*(?:def|void|private void)\s+("[^"\n]*"|'[^'\n]*')\s*\(`),
		several:    regexp.MustCompile(`(@[A-Z][\w.]*(?:\([^()\n]*\))?)\s+@[A-Z]`), // annotations but the last
		class:      regexp.MustCompile(`\b(?:class|trait|enum)\s+([A-Z]\w*)`),
	}
})

// maskGroovy gives the grammar what it can read in the place of interfaces
// that a class implements, type parameters, modifiers of classes, traits and
// enums, constructors, and methods whose name is a string.
func maskGroovy(src string) string {
	m := &masker{src: src, out: []byte(src)}
	find := groovyFind()
	blank := func(at []int, group int) {
		if at[2*group] >= 0 {
			for i := at[2*group]; i < at[2*group+1]; i++ {
				m.out[i] = ' '
			}
		}
	}
	for _, at := range find.generics.FindAllStringSubmatchIndex(src, -1) {
		blank(at, 1)
		blank(at, 2)
	}
	for _, at := range find.implements.FindAllStringSubmatchIndex(src, -1) {
		blank(at, 1)
	}
	for _, at := range find.modifiers.FindAllStringSubmatchIndex(src, -1) {
		blank(at, 1)
	}
	for _, at := range find.trait.FindAllStringSubmatchIndex(src, -1) {
		copy(m.out[at[2]:], "class")
	}
	for _, at := range find.enum.FindAllStringSubmatchIndex(src, -1) {
		copy(m.out[at[2]:], "class")
		blank(at, 2)
	}
	for _, at := range find.named.FindAllStringSubmatchIndex(src, -1) {
		for i := at[2]; i < at[3]; i++ {
			m.out[i] = 'x'
		}
	}
	m.constructors(find.class)
	const most = 6 // annotations of one declaration
	for range most {
		for _, at := range find.several.FindAllSubmatchIndex(m.out, -1) {
			blank(at, 1)
		}
	}
	return string(m.out)
}

// constructors gives those of a text the type `def`, in the place of their
// modifier or indentation.
func (m *masker) constructors(class *regexp.Regexp) {
	const many = 20 // classes of one file
	seen := map[string]bool{}
	for _, at := range class.FindAllStringSubmatch(m.src, many) {
		if seen[at[1]] {
			continue
		}
		seen[at[1]] = true
		re := regexp.MustCompile(`(?m)^([ \t]*(?:(?:public|protected|private)\s+)?)` + at[1] + `\s*\([^(){}]*\)\s*(?:throws [\w., ]+)?\{`)
		for _, c := range re.FindAllStringSubmatchIndex(m.src, -1) {
			if c[3]-c[2] >= len("def ") {
				m.blank(c[2], c[3])
				copy(m.out[c[3]-len("def "):], "def ")
			}
		}
	}
}
