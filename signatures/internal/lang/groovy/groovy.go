// Package groovy outlines Groovy.
package groovy

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/groovy"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// suspects: the grammar takes `def` for a name before one in quotes, and
// `trait` for a function.
const suspects = `
(declaration name: (identifier) @keyword)
(juxt_function_call function: (identifier) @keyword)
(declaration type: (identifier) @keyword)
`

//go:embed groovy.scm
var query string

// Spec is the entry of Groovy.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name: "Groovy", Fence: "groovy", Extensions: []string{".groovy", ".gradle", ".gvy", ".gy", ".gsh"},
		Files: []string{"Jenkinsfile"}, Interpreters: []string{"groovy"}, Comments: lex.CComments(),
		Grammar: groovy.GetLanguage, Query: query, Suspects: suspects,
		Rewrite:  mask,
		Layout:   outline.Layout{Indent: "    ", Open: " {", Close: "}", Empty: " {}", Line: "//", Separator: "; "},
		Declare:  declare,
		Imports:  imports,
		Complete: func(f *outline.File) { endEnums(f.Roots) },
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "package":
		f.Out.Package = lex.Compact(d.Node.First("qualified_name").Text())
		d.Silent, d.Head = true, f.Flat(d.Node.Start(), d.Node.End())
		return true
	case "call":
		return task(f, d)
	}
	start := d.Node.Start() + len(lex.LeadingSpace(d.Node.Text()))
	d.Start, d.HeadStart = start, start
	for _, c := range d.Node.Children() {
		if c.Is("annotation") { // of a masked text, all of them
			annotations(d, f.Flat(c.Start(), c.End()))
			start = c.End()
		}
	}
	end := d.End
	if d.Body.Ok() {
		end = d.Body.Start()
	}
	// The text of the head is the original's: the grammar may have seen less.
	d.Head = f.Flat(start, end)
	words := strings.Fields(forms().modifier.FindString(d.Head))
	d.Exported = !slices.Contains(words, "private")
	switch d.Kind {
	case "class":
		class(f, d)
	case "func":
		return function(f, d, words)
	case "var", "property":
		return field(f, d, words)
	}
	return d.Exported
}

// annotations puts the annotations that say something to a reader above
// a declaration.
func annotations(d *outline.Decl, text string) {
	for text != "" {
		next := len(text)
		depth := 0
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '"', '\'':
				i = lex.SkipString(text, i)
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
		switch name, _, _ := strings.Cut(lex.PathEndDot(strings.TrimPrefix(one, "@")), "("); name {
		case "Override", "CompileStatic", "TypeChecked", "CompileDynamic", "SuppressWarnings":
			continue
		}
		d.Above += outline.Closed(outline.Cut(one, outline.MaxValue)) + "\n"
	}
}

// class completes a class, and what the mask gave to the grammar as one.
func class(f *outline.File, d *outline.Decl) {
	d.Members = true
	if at := forms().class.FindStringSubmatchIndex(d.Head); at != nil {
		word := strings.TrimPrefix(lex.PathEnd(strings.TrimSpace(d.Head[:at[4]])), "@")
		d.Names = []string{d.Head[at[4]:at[5]]}
		switch word {
		case "interface", "trait", "enum":
			d.Kind = word
		}
	}
	if d.Kind == "enum" && d.Body.Ok() {
		constants(f, d)
	}
}

// constants reads the constants of an enum, which the grammar does not
// know, as members.
func constants(f *outline.File, d *outline.Decl) {
	d.Fill = true
	base := min(d.Body.Start()+1, len(f.Src))
	text := f.Src[base:max(d.Body.End()-1, base)]
	s := newScan(text)
	var last *outline.Decl
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
		case last == nil && lex.IsWord(rune(c)):
			end := i
			for end < len(text) && lex.IsWord(rune(text[end])) {
				end++
			}
			last = &outline.Decl{F: f, Node: d.Node, Kind: "const", Parent: d, Names: []string{text[i:end]}, Exported: true,
				Start: base + i, End: base + end, HeadStart: base + i, Tail: new(",")}
			if end < len(text) && text[end] == '(' {
				last.End = base + (&rewriter{scan: s}).closing(end)
			}
			last.Head = outline.Closed(outline.Cut(f.Flat(last.Start, last.End), outline.MaxValue))
			d.Children = append(d.Children, last)
			i = end - 1
		default: // a semicolon, or a member
			return
		}
	}
}

// endEnums ends the constants of enums that have other members.
func endEnums(list []*outline.Decl) {
	for _, d := range list {
		endEnums(d.Children)
		for i, c := range d.Children {
			if d.Kind == "enum" && c.Node == d.Node && i+1 < len(d.Children) && d.Children[i+1].Node != d.Node {
				c.Tail = new(";")
			}
		}
	}
}

func function(f *outline.File, d *outline.Decl, words []string) bool {
	at := forms().method.FindStringSubmatchIndex(d.Head)
	if at == nil {
		return false
	}
	name := d.Head[at[4]:at[5]]
	if name[0] == '"' || name[0] == '\'' {
		name = strings.NewReplacer(`\'`, `'`, `\"`, `"`).Replace(name[1 : len(name)-1])
	}
	d.Names = []string{name}
	if d.Parent != nil {
		d.Kind, d.Hidden = "method", !d.Exported
	}
	if d.Name() == "main" && slices.Contains(words, "static") {
		f.Out.Main = true
	}
	return d.Exported || d.Hidden
}

func field(f *outline.File, d *outline.Decl, words []string) bool {
	if name, ok := strings.CutPrefix(d.Head, "task "); ok && d.Parent == nil { // `task name { … }`
		d.Kind, d.Names = "task", []string{lex.PathHead(name)}
		return true
	}
	at := forms().field.FindStringSubmatchIndex(d.Head)
	if at == nil {
		return false
	}
	d.Names = []string{d.Head[at[4]:at[5]]}
	value := d.Node.Field("value")
	if !value.Ok() { // `int a, b`
		line, _, _ := strings.Cut(f.Src[d.End:], "\n")
		for rest := strings.TrimLeft(line, " \t"); strings.HasPrefix(rest, ","); {
			rest = strings.TrimLeft(rest[1:], " \t")
			name := lex.PathHead(rest)
			if rest = strings.TrimLeft(rest[len(name):], " \t"); name == "" || strings.HasPrefix(rest, "=") {
				break
			}
			d.Names, d.Head = append(d.Names, name), d.Head+", "+name
		}
	}
	if value.Ok() {
		d.Head = strings.TrimRight(d.Head[:at[5]], " ") + " = " + f.Value(value)
	}
	if d.Kind == "property" && slices.Contains(words, "static") && slices.Contains(words, "final") {
		d.Kind = "const"
	}
	d.Note = f.NoteAfter(d.End)
	return d.Exported && (d.Kind != "var" || value.Ok())
}

// maxBlock is how many bytes of what a Gradle script depends on are shown.
const maxBlock = 800

// task reads the tasks and dependencies of a Gradle script.
func task(f *outline.File, d *outline.Decl) bool {
	text := strings.TrimSpace(d.Node.Text())
	switch word := lex.PathHead(text); word {
	case "plugins", "dependencies", "apply", "include":
		d.Silent, d.Head = true, outline.Closed(outline.Cut(f.Flat(d.Node.Start(), d.Node.End()), maxBlock))
		return d.Head != word
	}
	rest, ok := strings.CutPrefix(text, "task ")
	if !ok {
		if rest, ok = strings.CutPrefix(text, "tasks.register("); !ok {
			return false
		}
	}
	d.Kind, d.Names, d.Exported = "task", []string{lex.PathHead(strings.TrimLeft(rest, `"'`))}, true
	head, _, _ := strings.Cut(text, "{")
	d.Head = outline.Cut(outline.OneLine(head, ""), outline.MaxLine)
	return d.Name() != ""
}

func imports(f *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	imp := lex.Import{Kind: "import", Line: n.Line(), Specifier: lex.Compact(n.Field("import").Text())}
	text := f.Flat(n.Start(), n.End())
	wildcard := n.First("wildcard_import").Ok()
	switch {
	case strings.HasPrefix(text, "import static "):
		imp.Kind = "static"
	case wildcard:
		imp.Kind = "wildcard"
	}
	if wildcard {
		imp.Specifier += ".*"
	}
	return []lex.Import{imp}
}
