package signatures

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/kotlin"
)

// suspectsKotlin: the grammar takes a keyword for a name where a body holds
// what it cannot read, annotations for those of an expression, and a class's
// body for an argument of what the class is delegated to.
const suspectsKotlin = `
(infix_expression (simple_identifier) @keyword)
(call_expression (simple_identifier) @keyword)
(source_file (prefix_expression (annotation)) @error)
(explicit_delegation (call_expression (call_suffix (annotated_lambda)))) @error
`

//go:embed queries/kotlin.scm
var queryKotlin string

func kotlinSpec() *spec {
	return &spec{
		name: "Kotlin", fence: "kotlin", extensions: []string{".kt", ".kts", ".ktm"}, comments: cComments(),
		grammar: kotlin.GetLanguage, query: queryKotlin, suspects: suspectsKotlin, guard: guardKotlin, mask: maskKotlin, bodies: func(src string) string { return bodiesKotlin().blank(src) },
		layout:   layout{indent: "    ", open: " {", close: "}", line: "//"},
		declare:  declareKotlin,
		imports:  importsKotlin,
		complete: func(f *file) { endConstants(f.roots, "enum_entry") },
		skeleton: skeletonKotlin(),
	}
}

func declareKotlin(f *file, d *decl) bool {
	if d.kind == "package" {
		d.silent = true
		f.out.Package = compact(d.node.first("identifier").text())
		return f.out.Package != ""
	}
	head := modifiersKotlin(f, d)
	shown := !slices.Contains(head.words, "private")
	d.exported = shown && !slices.Contains(head.words, "internal")
	if n := d.node.first("type_identifier", "simple_identifier"); n.ok() {
		d.names = []string{strings.Trim(n.text(), "`")}
	}
	switch d.kind {
	case "class", "object", "companion":
		classKotlin(f, d, head)
		return shown
	case "entry":
		end := d.node.first("class_body")
		d.head = head.head(f, d, end)
		d.kind, d.tail, d.exported, d.body = "const", new(","), true, end
	case "func":
		d.body = d.node.first("function_body")
		d.head = head.head(f, d, d.body)
		if d.parent != nil {
			d.kind, d.hidden = "method", !shown
		} else if d.name() == "main" {
			f.out.Main = true
		}
	case "constructor":
		d.kind, d.names, d.hidden = "method", []string{"constructor"}, !shown
		d.head = strings.TrimSpace(strings.Join(head.words, " ") + " " +
			f.flat(head.from, d.node.first("function_value_parameters").end()))
	case "property":
		propertyKotlin(f, d, head)
		shown = shown && len(d.names) > 0
	case "type":
		d.head = head.head(f, d, node{})
	}
	return shown || d.hidden
}

func compact(text string) string { return strings.Join(strings.Fields(text), "") }

// modifiersKotlin reads the keywords, and the annotations into d.above.
func modifiersKotlin(f *file, d *decl) declHead {
	h := declHead{from: d.node.start()}
	modifiers := d.node.first("modifiers")
	if !modifiers.ok() || modifiers.start() != d.node.start() {
		return h
	}
	for _, c := range modifiers.children() {
		switch {
		case c.is("annotation"):
			text := f.flat(c.start(), c.end())
			switch name, _, _ := strings.Cut(pathEndDot(text), "("); strings.TrimPrefix(name, "@") {
			case "Suppress", "JvmStatic", "JvmField", "JvmOverloads", "JvmName", "Throws", "OptIn", "Synchronized", "PublishedApi", "SuppressWarnings", "JvmSynthetic":
				continue
			}
			d.above += closed(cut(text, maxValue)) + "\n"
		case !c.is("line_comment", "multiline_comment"):
			h.words = append(h.words, c.text())
		}
	}
	h.from = modifiers.end()
	return h
}

func classKotlin(f *file, d *decl, head declHead) {
	d.members = true
	d.body = d.node.first("class_body", "enum_class_body")
	d.head = head.head(f, d, d.body)
	switch {
	case d.kind == "companion":
		d.silent, d.prune, d.names = true, true, nil
	case d.node.has("interface"):
		d.kind = "interface"
		if strings.HasSuffix(strings.TrimRight(f.src[:d.node.start()], " "), "fun") { // masked
			d.head = "fun " + d.head
		}
	case d.body.is("enum_class_body"):
		d.kind = "enum"
		d.fill = !d.body.first("function_declaration", "property_declaration", "companion_object", "class_declaration", "getter").ok()
	}
}

func propertyKotlin(f *file, d *decl, head declHead) {
	d.names = nil
	value := node{}
	next := false
	for _, c := range d.node.children() {
		switch {
		case next:
			value, next = c, false
		case c.is("variable_declaration"):
			d.names = append(d.names, strings.Trim(c.first("simple_identifier").text(), "`"))
		case c.is("multi_variable_declaration"):
			for _, v := range c.children() {
				if v.is("variable_declaration") {
					d.names = append(d.names, strings.Trim(v.first("simple_identifier").text(), "`"))
				}
			}
		case c.is("="):
			next = true
		case c.is("property_delegate"):
			value = c
		case c.is("getter", "setter") && d.end > c.start():
			d.end = c.start()
		}
	}
	d.names = slices.DeleteFunc(d.names, func(name string) bool { return name == "_" })
	d.head = head.head(f, d, value)
	if value.ok() {
		d.head += " " + f.value(value)
	}
	if slices.Contains(head.words, "const") {
		d.kind = "const"
	} else if d.parent == nil {
		d.kind = "var"
	}
	d.note = f.noteAfter(d.end)
}

func importsKotlin(_ *file, n node, _ scopes) []Import {
	imp := Import{Kind: "import", Line: n.line(), Specifier: strings.ReplaceAll(compact(n.first("identifier").text()), "`", "")}
	if imp.Specifier == "" {
		return nil
	}
	if n.first("wildcard_import").ok() {
		imp.Kind = "wildcard"
		imp.Specifier += ".*"
	}
	return []Import{imp}
}
