// Package java outlines Java.
package java

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/java"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed java.scm
var query string

// Spec returns the table entry of Java.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Java",
		Grammar: java.GetLanguage, Query: query,
		Layout:   outline.Layout{Indent: "    ", Open: " {", Close: "}", Empty: " {}", End: ";"},
		Angles:   true,
		Declare:  declare,
		Imports:  imports,
		Complete: func(f *outline.File) { outline.EndConstants(f.Roots, "enum_constant") },
		Skeleton: skeleton(),
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	if d.Kind == "package" {
		d.Silent = true
		f.Out.Package = d.Node.First("scoped_identifier", "identifier").Text()
		return true
	}
	modifiers := d.Node.First("modifiers")
	public := visible(d, modifiers)
	d.Exported = public
	d.Head = modifierText(f, modifiers)
	from := d.Node.Start()
	if modifiers.Ok() {
		from = modifiers.End()
	}
	d.Head += strings.TrimSpace(f.Flat(from, d.Body.StartOr(d.End)))
	switch d.Kind {
	case "class", "record", "interface", "enum":
		d.Members, d.Fill = true, d.Kind == "enum"
		if d.Kind == "record" {
			d.Kind = "class"
		}
		return public || d.Parent == nil
	case "method":
		d.Hidden = !public && d.Parent != nil
		if noteMain(d, modifiers) {
			f.Out.Main = true
		}
	case "field":
		return field(f, d, public)
	case "constant":
		d.Kind, d.Tail, d.Exported = "const", new(","), true
	case "module":
		d.Exported = true
	}
	return true
}

// visible reports whether other packages or subclasses can see a declaration. Members of interfaces are public by
// default.
func visible(d *outline.Decl, modifiers outline.Node) bool {
	isOpen := func(c outline.Node) bool { return c.Is("public", "protected") }
	return slices.ContainsFunc(modifiers.Children(), isOpen) || d.Parent != nil && d.Parent.Kind == "interface" && !modifiers.Has("private")
}

// modifierText returns the annotations and keywords, without annotations meant only for the compiler.
func modifierText(f *outline.File, modifiers outline.Node) string {
	var b strings.Builder
	for _, c := range modifiers.Children() {
		if c.Is("marker_annotation", "annotation") {
			switch lex.PathEndDot(c.Field("name").Text()) {
			case "Override", "SuppressWarnings", "SafeVarargs", "Serial":
				continue
			}
			b.WriteString(outline.Cut(f.Flat(c.Start(), c.End()), outline.MaxValue) + " ")
			continue
		}
		if !c.Is("line_comment", "block_comment") {
			b.WriteString(c.Text() + " ")
		}
	}
	return b.String()
}

func noteMain(d *outline.Decl, modifiers outline.Node) bool {
	return d.Name() == "main" && d.Node.Field("type").Text() == "void" && (modifiers.Has("static") || d.Parent == nil)
}

func field(f *outline.File, d *outline.Decl, public bool) bool {
	if !public {
		return false
	}
	d.Names = nil
	all, declarators := d.Node.Fields("declarator")
	if len(declarators) == 0 {
		return false
	}
	d.Head = strings.TrimSpace(modifierText(f, d.Node.First("modifiers")) + f.Flat(d.Node.Field("type").Start(), declarators[0].Start()))
	for _, c := range all {
		if !c.Is("variable_declarator") {
			continue
		}
		if len(d.Names) > 0 {
			d.Head += ","
		}
		name, v := c.Field("name"), c.Field("value")
		d.Names = append(d.Names, name.Text())
		if v.Ok() {
			d.Head += " " + f.Flat(c.Start(), v.Start()) + " " + f.Value(v)
		} else {
			d.Head += " " + f.Flat(c.Start(), c.End())
		}
	}
	if strings.Contains(d.Head, "final ") || d.Node.Is("constant_declaration") {
		d.Kind = "const"
	}
	d.Note = f.NoteAfter(d.End)
	return true
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	imp := lex.Import{Kind: "import", Line: n.Line()}
	imp.Specifier = strings.Join(strings.Fields(n.First("scoped_identifier", "identifier").Text()), "")
	switch {
	case n.Has("static"):
		imp.Kind = "static"
		if n.Has("asterisk") {
			imp.Specifier += ".*"
		}
	case n.Has("asterisk"):
		imp.Kind = "wildcard"
		imp.Specifier += ".*"
	}
	return []lex.Import{imp}
}

func skeleton() *lex.Rules {
	return &lex.Rules{Stops: lex.StopsAt("\"'"), Quotes: lex.Quotes{{Open: `"""`, Lines: true}, {Open: `"`}, {Open: "'"}}, Main: "main", Keeps: keeps, Block: block}
}

// keeps reports whether a brace opens a class that may declare main.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	return k.Main && lex.HasWord(text, "class", "interface", "enum", "record")
}

func block(k *lex.Skeleton) lex.Block { return lex.Callable(k, "class", "interface", "enum", "record") }
