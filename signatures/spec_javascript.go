package signatures

import (
	_ "embed"
	"strings"

	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"
)

//go:embed queries/typescript.scm
var typescriptQuery string

//go:embed queries/javascript.scm
var javascriptQuery string

func typescriptSpec() *spec {
	s := scriptSpec("TypeScript", "ts", ".ts", ".mts", ".cts")
	s.grammar, s.query = typescript.GetLanguage, typescriptQuery
	s.skeleton.stops, s.skeleton.begin = stopsAt("[]\"'`"), beginScript // "<" starts a type
	s.interpreters = []string{"ts-node", "tsx", "deno", "bun"}
	return s
}

func tsxSpec() *spec {
	s := scriptSpec("TSX", "tsx", ".tsx")
	s.grammar, s.query = tsx.GetLanguage, typescriptQuery
	return s
}

func javascriptSpec() *spec {
	s := scriptSpec("JavaScript", "js", ".js", ".jsx", ".mjs", ".cjs")
	s.grammar, s.query = javascript.GetLanguage, javascriptQuery
	s.interpreters = []string{"node", "nodejs"}
	return s
}

func scriptSpec(name, fence string, extensions ...string) *spec {
	return &spec{
		name: name, fence: fence, extensions: extensions, comments: cComments(),
		layout:       layout{indent: "  ", open: " {", close: "}", empty: " {}", end: ";", line: "//", separator: "; "},
		angles:       true,
		singleQuoted: true,
		declare:      declareScript,
		imports:      importsScript,
		complete:     completeScript,
		skeleton: &skeletonRules{
			stops: stopsAt("[]\"'`<"), begin: beginElements,
			words: []string{"require", "import"}, anywhere: true,
		},
	}
}

func declareScript(f *file, d *decl) bool {
	switch d.kind {
	case "export":
		return exportScript(f, d)
	case "ambient":
		return ambientScript(d)
	case "values":
		return valuesScript(f, d)
	case "assign":
		return assignScript(f, d)
	case "method", "field", "signature":
		return memberScript(f, d)
	case "member":
		d.kind, d.exported, d.tail = "const", true, new(",")
		if !d.node.is("enum_assignment") {
			d.names = []string{d.node.text()}
		}
		d.names[0] = unquote(d.names[0])
		return d.parent != nil && d.parent.kind == "enum"
	}
	if !wrapScript(d) {
		return false
	}
	f.decorate(d)
	switch d.kind {
	case "class", "interface":
		d.members = true
	case "namespace":
		namespaceScript(d)
	case "enum":
		d.members, d.fill = true, true
	case "type":
		if v := d.node.field("value"); v.is("object_type") {
			d.members, d.body = true, v
		}
	}
	return true
}

// wrapScript applies the export and declare keywords around a declaration.
// Inside a namespace only what is exported or ambient is visible.
func wrapScript(d *decl) bool {
	ambient := strings.HasSuffix(d.f.path, ".d.ts")
	for _, w := range d.outer {
		d.extend(w)
		switch {
		case w.is("ambient_declaration"):
			d.exported = d.exported || ambient
		case w.has("default"):
			d.exported, d.exportAs = true, "default"
		default:
			d.exported = true
		}
	}
	if d.parent != nil && d.parent.kind == "namespace" {
		return d.exported || d.parent.state == "ambient" || ambient
	}
	return true
}

// namespaceScript reads `namespace A.B { … }` and `module 'x' { … }`.
func namespaceScript(d *decl) {
	d.members = d.body.ok()
	for _, w := range d.outer {
		if w.is("ambient_declaration") {
			d.state = "ambient"
		}
	}
	d.names[0] = unquote(d.name())
}

// ambientScript reads a declare statement: a wrapper, or `declare global { … }`.
func ambientScript(d *decl) bool {
	block := d.node.first("statement_block")
	if !block.ok() {
		d.inline = true
		return true
	}
	d.kind, d.state, d.silent, d.members, d.body = "namespace", "ambient", true, true, block
	return true
}

// decorate shows decorators on lines of their own, wherever the syntax tree
// has them: before the member, in the export statement, in the class.
func (f *file) decorate(d *decl) {
	list := d.attributes
	wrapped := append(d.outer[:len(d.outer):len(d.outer)], d.node)
	for _, n := range wrapped {
		if strings.HasPrefix(f.src[n.start():], "@") {
			_, own := n.fields("decorator")
			list = append(list[:len(list):len(list)], own...)
		}
	}
	for _, c := range list {
		if c.start() > d.headStart {
			return // between keywords: it stays where it is
		}
		gap := "\n"
		rest := strings.TrimLeft(f.src[c.end():d.end], " \t\r\n")
		d.headStart = d.end - len(rest)
		if !strings.Contains(f.src[c.end():d.headStart], "\n") {
			gap = " "
		}
		d.above += cut(f.flat(c.start(), c.end()), maxLine) + gap
	}
}

// functionHead is the source from start to the function's body; an arrow shows
// that there is one.
func (f *file) functionHead(start int, v node) string {
	body := v.field("body")
	head := f.flat(start, body.start())
	if v.is("arrow_function") {
		return head + " …"
	}
	return head + " { … }"
}

// valuesScript reads const, let and var statements. Functions are shown,
// other values if they are exported.
func valuesScript(f *file, d *decl) bool {
	if !wrapScript(d) {
		return false
	}
	keyword := d.node.first("const", "let", "var").text()
	d.kind, d.names = "var", nil
	if keyword == "const" {
		d.kind = "const"
	}
	d.optional = true
	var parts []string
	callable := ""
	for _, c := range d.node.children() {
		if !c.is("variable_declarator") {
			continue
		}
		name, v := c.field("name"), c.field("value")
		if requireScript(v) != "" && !d.exported {
			continue // an import
		}
		d.names = append(d.names, bindingsScript(name)...)
		part := f.flat(name.start(), name.end())
		if t := c.field("type"); t.ok() {
			part += f.flat(t.start(), t.end())
		}
		if v.is("assignment_expression") {
			f.commonExport(d, v)
		}
		if kind := callableScript(v); kind != "" {
			callable, d.optional = kind, false
			part = f.shapeHead(c.start(), v)
		} else if v.ok() {
			part += " = " + f.shape(v)
		}
		parts = append(parts, part)
	}
	if len(parts) == 1 && callable != "" {
		d.kind = callable
	}
	d.head = f.flat(d.start, d.node.start()) + " " + keyword + " " + strings.Join(parts, ", ")
	if v := d.node.first("variable_declarator").field("value"); d.kind == "class" {
		f.classValue(d, d.start, v)
	}
	return len(parts) > 0
}

// callableScript is func or class for a value that is one, also inside a call
// like memo(() => …), and "" for others.
func callableScript(v node) string { return callableWithin(v, 0) }

func callableWithin(v node, depth int) string {
	switch {
	case depth > maxNesting:
		return ""
	case functionScript(v):
		return "func"
	case v.is("class"):
		return "class"
	case v.is("call_expression"):
		for _, a := range v.field("arguments").children() {
			if functionScript(a) {
				return "func"
			}
			if !a.is("(", ",") {
				return ""
			}
		}
	case v.is("parenthesized_expression", "as_expression", "satisfies_expression"):
		for _, c := range v.children() {
			if kind := callableWithin(c, depth+1); kind != "" {
				return kind
			}
		}
	}
	return ""
}

// shapeHead is the source from start up to the body of the function or class
// that v is or holds.
func (f *file) shapeHead(start int, v node) string {
	switch {
	case functionScript(v):
		return f.functionHead(start, v)
	case v.is("class"):
		return f.flat(start, v.field("body").start()) + " { … }"
	case v.is("call_expression"):
		for _, a := range v.field("arguments").children() {
			if functionScript(a) {
				return f.functionHead(start, a) + ")"
			}
		}
	}
	return f.flat(start, v.start()) + " " + f.value(v)
}

// bindingsScript are the names that a pattern declares.
func bindingsScript(n node) []string {
	switch n.kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		return []string{n.text()}
	case "pair_pattern":
		return bindingsScript(n.field("value"))
	case "assignment_pattern", "object_assignment_pattern":
		return bindingsScript(n.field("left"))
	case "object_pattern", "array_pattern", "rest_pattern":
		var names []string
		for _, c := range n.children() {
			names = append(names, bindingsScript(c)...)
		}
		return names
	}
	return nil
}

func memberScript(f *file, d *decl) bool {
	if d.parent == nil || !d.parent.members || d.parent.kind == "namespace" {
		return false
	}
	f.decorate(d)
	d.exported = true
	private := strings.HasPrefix(d.name(), "#") || d.node.first("accessibility_modifier").text() == "private"
	if private {
		if d.kind != "method" {
			return false
		}
		d.exported, d.hidden = false, true
	}
	switch d.kind {
	case "signature":
		d.silent, d.names = true, nil
	case "method":
		if d.node.has("get") || d.node.has("set") {
			d.kind = "property"
		}
	case "field":
		if len(d.names) == 0 {
			return false
		}
		v := d.node.field("value")
		switch {
		case functionScript(v):
			d.kind, d.head = "method", f.functionHead(d.headStart, v)
		case v.ok():
			d.head = f.flat(d.headStart, v.start()) + " " + f.value(v)
		}
		d.note = f.noteAfter(d.end)
	}
	if len(d.names) > 0 {
		d.names[0] = unquote(d.names[0])
	}
	return true
}

func requireScript(v node) string {
	if !v.is("call_expression") || v.field("function").text() != "require" {
		return ""
	}
	return unquote(v.field("arguments").first("string").text())
}

func importsScript(_ *file, n node, _ scopes) []Import {
	imp := Import{Line: n.line()}
	if n.is("import_statement") {
		imp.Kind, imp.Specifier = "import", unquote(n.field("source").text())
		if clause := n.first("import_require_clause"); clause.ok() {
			imp.Kind, imp.Specifier = "require", unquote(clause.field("source").text())
		}
	} else {
		switch n.field("function").text() {
		case "require":
			imp.Kind = "require"
		case "import":
			imp.Kind = "dynamic"
		}
		imp.Specifier = unquote(n.field("arguments").first("string").text())
	}
	if imp.Kind == "" || imp.Specifier == "" {
		return nil
	}
	return []Import{imp}
}

// completeScript marks what export lists name, and hides the implementation
// behind overloads, which callers cannot see.
func completeScript(f *file) {
	for _, d := range f.roots {
		for _, name := range d.names {
			if d.owner == "" && f.locals[name] {
				d.listed = d.listed || !d.exported
				d.exported = true
			}
		}
	}
	hideImplementations(f.roots)
}

func hideImplementations(list []*decl) {
	for i, d := range list {
		if i > 0 && d.body.ok() && !d.members && !list[i-1].body.ok() && list[i-1].name() == d.name() && d.name() != "" {
			d.hidden = true
		}
		hideImplementations(d.children)
	}
}

func unquote(s string) string {
	return strings.Trim(s, "\"'`")
}
