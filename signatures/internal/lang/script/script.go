// Package script outlines JavaScript, TypeScript and TSX.
package script

import (
	_ "embed"
	"strings"

	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed typescript.scm
var typescriptQuery string

//go:embed javascript.scm
var javascriptQuery string

// TypeScript returns the table entry of TypeScript.
func TypeScript() *outline.Spec {
	s := spec("TypeScript")
	s.Grammar, s.Query = typescript.GetLanguage, typescriptQuery
	s.Skeleton.Stops, s.Skeleton.Begin = lex.StopsAt("[]\"'`"), begin // "<" starts a type
	return s
}

// TSX returns the table entry of TypeScript with JSX.
func TSX() *outline.Spec {
	s := spec("TSX")
	s.Grammar, s.Query = tsx.GetLanguage, typescriptQuery
	return s
}

// JavaScript returns the table entry of JavaScript, with or without JSX.
func JavaScript() *outline.Spec {
	s := spec("JavaScript")
	s.Grammar, s.Query = javascript.GetLanguage, javascriptQuery
	return s
}

func spec(name string) *outline.Spec {
	return &outline.Spec{
		Name:         name,
		Layout:       outline.Layout{Indent: "  ", Open: " {", Close: "}", Empty: " {}", End: ";", Separator: "; "},
		Angles:       true,
		SingleQuoted: true,
		Declare:      declare,
		Imports:      imports,
		Complete:     complete,
		Skeleton: &lex.Rules{
			Stops: lex.StopsAt("[]\"'`<"), Begin: beginElements,
			Words: []string{"require", "import"}, Anywhere: true,
			Block: lex.Declares, // opensFunction decides
		},
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "export":
		return export(f, d)
	case "ambient":
		return ambient(d)
	case "values":
		return values(f, d)
	case "assign":
		return assign(f, d)
	case "method", "field", "signature":
		return member(f, d)
	case "member":
		d.Kind, d.Exported, d.Tail = "const", true, new(",")
		if !d.Node.Is("enum_assignment") {
			d.Names = []string{d.Node.Text()}
		}
		d.Names[0] = lex.Unquote(d.Names[0])
		return d.Parent != nil && d.Parent.Kind == "enum"
	}
	if !wrap(d) {
		return false
	}
	decorate(f, d)
	switch d.Kind {
	case "class", "interface":
		d.Members = true
	case "namespace":
		namespace(d)
	case "enum":
		d.Members, d.Fill = true, true
	case "type":
		switch v := d.Node.Field("value"); {
		case v.Is("object_type"):
			d.Members, d.Body = true, v
		case v.Ok() && strings.HasPrefix(f.Src[v.End():], "<"): // the grammar cannot read these after import()
			if n := angles(f.Src[v.End():]); n > 0 {
				d.Head = f.Flat(d.HeadStart, v.End()+n)
			}
		}
	}
	return true
}

// wrap applies the export and declare keywords around a declaration. Inside a namespace, only exported or ambient
// declarations are visible.
func wrap(d *outline.Decl) bool {
	ambient := strings.HasSuffix(d.F.Path, ".d.ts")
	for _, w := range d.Outer {
		d.Extend(w)
		switch {
		case w.Is("ambient_declaration"):
			d.Exported = d.Exported || ambient
		case w.Has("default"):
			d.Exported, d.ExportAs = true, "default"
		default:
			d.Exported = true
		}
	}
	if d.Parent != nil && d.Parent.Kind == "namespace" {
		return d.Exported || d.Parent.State == "ambient" || ambient
	}
	return true
}

// namespace reads `namespace A.B { … }` and `module 'x' { … }`.
func namespace(d *outline.Decl) {
	d.Members = d.Body.Ok()
	for _, w := range d.Outer {
		if w.Is("ambient_declaration") {
			d.State = "ambient"
		}
	}
	d.Names[0] = lex.Unquote(d.Name())
}

// ambient reads a declare statement: a wrapper, or `declare global { … }`.
func ambient(d *outline.Decl) bool {
	block := d.Node.First("statement_block")
	if !block.Ok() {
		d.Inline = true
		return true
	}
	d.Kind, d.State, d.Silent, d.Members, d.Body = "namespace", "ambient", true, true, block
	return true
}

// decorate shows decorators on lines of their own. The syntax tree may have them before the member, in the export
// statement, or in the class.
func decorate(f *outline.File, d *outline.Decl) {
	list := d.Attributes
	wrapped := append(d.Outer[:len(d.Outer):len(d.Outer)], d.Node)
	for _, n := range wrapped {
		if strings.HasPrefix(f.Src[n.Start():], "@") {
			_, own := n.Fields("decorator")
			list = append(list[:len(list):len(list)], own...)
		}
	}
	for _, c := range list {
		if c.Start() > d.HeadStart {
			return // between keywords: it remains there
		}
		gap := "\n"
		rest := strings.TrimLeft(f.Src[c.End():d.End], " \t\r\n")
		d.HeadStart = d.End - len(rest)
		if !strings.Contains(f.Src[c.End():d.HeadStart], "\n") {
			gap = " "
		}
		d.Above += outline.Cut(f.Flat(c.Start(), c.End()), outline.MaxLine) + gap
	}
}

// functionHead returns the source from start to the function's body; an arrow function keeps its arrow.
func functionHead(f *outline.File, start int, v outline.Node) string {
	body := v.Field("body")
	head := f.Flat(start, body.Start())
	if v.Is("arrow_function") {
		return head + " …"
	}
	return head + " { … }"
}

// values reads const, let and var statements. Functions are shown, other values only if they are exported.
func values(f *outline.File, d *outline.Decl) bool {
	if !wrap(d) {
		return false
	}
	keyword := d.Node.First("const", "let", "var").Text()
	d.Kind, d.Names = "var", nil
	if keyword == "const" {
		d.Kind = "const"
	}
	d.Optional = true
	var parts []string
	callable := ""
	for _, c := range d.Node.Children() {
		if !c.Is("variable_declarator") {
			continue
		}
		name, v := c.Field("name"), c.Field("value")
		if require(v) != "" && !d.Exported {
			continue // an import
		}
		d.Names = append(d.Names, bindings(name)...)
		part := f.Flat(name.Start(), name.End())
		if t := c.Field("type"); t.Ok() {
			part += f.Flat(t.Start(), t.End())
		}
		if v.Is("assignment_expression") {
			commonExport(f, d, v)
			if replacesExports(v) {
				f.Local(wholeExport + name.Text())
			}
		}
		if kind := callableKind(v); kind != "" {
			callable, d.Optional = kind, false
			part = shapeHead(f, c.Start(), v)
		} else if v.Ok() {
			part += " = " + shape(f, v)
		}
		parts = append(parts, part)
	}
	if len(parts) == 1 && callable != "" {
		d.Kind = callable
	}
	d.Head = f.Flat(d.Start, d.Node.Start()) + " " + keyword + " " + strings.Join(parts, ", ")
	v := d.Node.First("variable_declarator").Field("value")
	if d.Kind == "class" {
		classValue(f, d, d.Start, v)
	}
	objectMembers(f, d, v)
	return len(parts) > 0
}

// callableKind returns func or class for a value that is one, also inside a call like memo(() => …), and "" for
// others.
func callableKind(v outline.Node) string { return callableWithin(v, 0) }

func callableWithin(v outline.Node, depth int) string {
	switch {
	case depth > outline.MaxNesting:
		return ""
	case function(v):
		return "func"
	case v.Is("class"):
		return "class"
	case v.Is("call_expression"):
		for _, a := range v.Field("arguments").Children() {
			if function(a) {
				return "func"
			}
			if !a.Is("(", ",") {
				return ""
			}
		}
	case v.Is("parenthesized_expression", "as_expression", "satisfies_expression"):
		for _, c := range v.Children() {
			if kind := callableWithin(c, depth+1); kind != "" {
				return kind
			}
		}
	}
	return ""
}

// shapeHead returns the source from start to the body of the function or class that v is or contains.
func shapeHead(f *outline.File, start int, v outline.Node) string {
	switch {
	case function(v):
		return functionHead(f, start, v)
	case v.Is("class"):
		return f.Flat(start, v.Field("body").Start()) + " { … }"
	case v.Is("call_expression"):
		for _, a := range v.Field("arguments").Children() {
			if function(a) {
				return functionHead(f, start, a) + ")"
			}
		}
	}
	return f.Flat(start, v.Start()) + " " + f.Value(v)
}

// bindings returns the names that a pattern declares.
func bindings(n outline.Node) []string {
	switch n.Kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		return []string{n.Text()}
	case "pair_pattern":
		return bindings(n.Field("value"))
	case "assignment_pattern", "object_assignment_pattern":
		return bindings(n.Field("left"))
	case "object_pattern", "array_pattern", "rest_pattern":
		return mapped.Flat(n.Children(), bindings)
	}
	return nil
}

func member(f *outline.File, d *outline.Decl) bool {
	if d.Parent == nil || !d.Parent.Members || d.Parent.Kind == "namespace" {
		return false
	}
	decorate(f, d)
	d.Exported = true
	private := strings.HasPrefix(d.Name(), "#") || d.Node.First("accessibility_modifier").Text() == "private"
	if private {
		if d.Kind != "method" {
			return false
		}
		d.Exported, d.Hidden = false, true
	}
	switch d.Kind {
	case "signature":
		d.Silent, d.Names = true, nil
	case "method":
		if d.Node.Has("get") || d.Node.Has("set") {
			d.Kind = "property"
		}
	case "field":
		if len(d.Names) == 0 {
			return false
		}
		v := d.Node.Field("value")
		switch {
		case function(v):
			d.Kind, d.Head = "method", functionHead(f, d.HeadStart, v)
		case v.Ok():
			d.Head = f.Flat(d.HeadStart, v.Start()) + " " + f.Value(v)
		}
		d.Note = f.NoteAfter(d.End)
	}
	if len(d.Names) > 0 {
		d.Names[0] = lex.Unquote(d.Names[0])
	}
	return true
}

func require(v outline.Node) string {
	if !v.Is("call_expression") || v.Field("function").Text() != "require" {
		return ""
	}
	return lex.Unquote(v.Field("arguments").First("string").Text())
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	imp := lex.Import{Line: n.Line()}
	if n.Is("import_statement") {
		imp.Kind, imp.Specifier = "import", lex.Unquote(n.Field("source").Text())
		if clause := n.First("import_require_clause"); clause.Ok() {
			imp.Kind, imp.Specifier = "require", lex.Unquote(clause.Field("source").Text())
		}
	} else {
		switch n.Field("function").Text() {
		case "require":
			imp.Kind = "require"
		case "import":
			imp.Kind = "dynamic"
		}
		imp.Specifier = lex.Unquote(n.Field("arguments").First("string").Text())
	}
	if imp.Kind == "" || imp.Specifier == "" {
		return nil
	}
	return []lex.Import{imp}
}

// complete marks the names of export lists, and hides the implementation behind overloads, which callers cannot
// see.
func complete(f *outline.File) {
	for _, d := range f.Roots {
		for _, name := range d.Names {
			if d.Owner == "" && f.Locals[name] {
				d.Listed = d.Listed || !d.Exported
				d.Exported = true
			}
		}
	}
	hideImplementations(f.Roots)
}

func hideImplementations(list []*outline.Decl) {
	for i, d := range list {
		isFunction := i > 0 && d.Body.Ok() && !d.Members && d.Name() != ""
		if isFunction && !list[i-1].Body.Ok() && list[i-1].Name() == d.Name() {
			d.Hidden = true
		}
		hideImplementations(d.Children)
	}
}
