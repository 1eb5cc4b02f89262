package signatures

import (
	_ "embed"
	"strings"

	"github.com/smacker/go-tree-sitter/java"
)

//go:embed queries/java.scm
var queryJava string

func javaSpec() *spec {
	return &spec{
		name: "Java", fence: "java", extensions: []string{".java"}, comments: cComments(),
		grammar: java.GetLanguage, query: queryJava,
		layout:   layout{indent: "    ", open: " {", close: "}", empty: " {}", end: ";", line: "//"},
		angles:   true,
		declare:  declareJava,
		imports:  importsJava,
		complete: func(f *file) { endConstants(f.roots, "enum_constant") },
		skeleton: skeletonJava(),
	}
}

func declareJava(f *file, d *decl) bool {
	if d.kind == "package" {
		d.silent = true
		f.out.Package = d.node.first("scoped_identifier", "identifier").text()
		return true
	}
	modifiers := d.node.first("modifiers")
	public := visibleJava(d, modifiers)
	d.exported = public
	d.head = modifiersJava(f, modifiers)
	from := d.node.start()
	if modifiers.ok() {
		from = modifiers.end()
	}
	end := d.end
	if d.body.ok() {
		end = d.body.start()
	}
	d.head += strings.TrimSpace(f.flat(from, end))
	switch d.kind {
	case "class", "record", "interface", "enum":
		d.members, d.fill = true, d.kind == "enum"
		if d.kind == "record" {
			d.kind = "class"
		}
		return public || d.parent == nil
	case "method":
		d.hidden = !public && d.parent != nil
		if mainJava(d, modifiers) {
			f.out.Main = true
		}
	case "field":
		return fieldJava(f, d, public)
	case "constant":
		d.kind, d.tail, d.exported = "const", new(","), true
	case "module":
		d.exported = true
	}
	return true
}

// endConstants ends the constants, of that kind of node, of an enum that has other members too.
func endConstants(list []*decl, kind string) {
	for _, d := range list {
		endConstants(d.children, kind)
		for i, c := range d.children {
			if c.node.is(kind) && i+1 < len(d.children) && !d.children[i+1].node.is(kind) {
				c.tail = new(";")
			}
		}
	}
}

// visibleJava tells what other packages or subclasses can see. Members of
// interfaces are public without saying so.
func visibleJava(d *decl, modifiers node) bool {
	for _, c := range modifiers.children() {
		if c.is("public", "protected") {
			return true
		}
	}
	return d.parent != nil && d.parent.kind == "interface" && !modifiers.has("private")
}

// modifiersJava are the annotations and keywords, without annotations that
// speak to the compiler alone.
func modifiersJava(f *file, modifiers node) string {
	var b strings.Builder
	for _, c := range modifiers.children() {
		if c.is("marker_annotation", "annotation") {
			switch pathEndDot(c.field("name").text()) {
			case "Override", "SuppressWarnings", "SafeVarargs", "Serial":
				continue
			}
			b.WriteString(cut(f.flat(c.start(), c.end()), maxValue) + " ")
			continue
		}
		if !c.is("line_comment", "block_comment") {
			b.WriteString(c.text() + " ")
		}
	}
	return b.String()
}

func pathEndDot(text string) string {
	return text[strings.LastIndexByte(text, '.')+1:]
}

func mainJava(d *decl, modifiers node) bool {
	if d.name() != "main" || d.node.field("type").text() != "void" {
		return false
	}
	return modifiers.has("static") || d.parent == nil
}

func fieldJava(f *file, d *decl, public bool) bool {
	if !public {
		return false
	}
	d.names = nil
	all, declarators := d.node.fields("declarator")
	if len(declarators) == 0 {
		return false
	}
	d.head = strings.TrimSpace(modifiersJava(f, d.node.first("modifiers")) + f.flat(d.node.field("type").start(), declarators[0].start()))
	for _, c := range all {
		if !c.is("variable_declarator") {
			continue
		}
		if len(d.names) > 0 {
			d.head += ","
		}
		name, v := c.field("name"), c.field("value")
		d.names = append(d.names, name.text())
		if v.ok() {
			d.head += " " + f.flat(c.start(), v.start()) + " " + f.value(v)
		} else {
			d.head += " " + f.flat(c.start(), c.end())
		}
	}
	if strings.Contains(d.head, "final ") || d.node.is("constant_declaration") {
		d.kind = "const"
	}
	d.note = f.noteAfter(d.end)
	return true
}

func importsJava(_ *file, n node, _ scopes) []Import {
	imp := Import{Kind: "import", Line: n.line()}
	imp.Specifier = strings.Join(strings.Fields(n.first("scoped_identifier", "identifier").text()), "")
	switch {
	case n.has("static"):
		imp.Kind = "static"
		if n.has("asterisk") {
			imp.Specifier += ".*"
		}
	case n.has("asterisk"):
		imp.Kind = "wildcard"
		imp.Specifier += ".*"
	}
	return []Import{imp}
}
