// Package zig outlines Zig.
package zig

import (
	_ "embed"
	"strings"

	zig "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed zig.scm
var query string

// Spec returns the table entry of Zig.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Zig",
		Grammar: outline.Grammar(zig.Language), Query: query, Preprocess: preprocess,
		Layout:   outline.Layout{Indent: "    ", Open: " {", Close: "}", Empty: " {}", Elided: " { … }", End: ";"},
		Declare:  declare,
		Imports:  imports,
		Complete: func(f *outline.File) { f.Header = f.InnerDoc() },
	}
}

// empty masks containers without members, which the grammar does not know, as a one-word type.
var empty = []lex.MaskRule{{Find: pattern.Of(`\b(?:struct|union|enum|opaque)( ?\{ ?\})`), With: '_'}} // read-only

func preprocess(src string) string { return lex.MaskBy(empty, src, nil) }

func declare(f *outline.File, d *outline.Decl) bool {
	public := d.Node.Has("pub")
	d.Exported = public && (d.Parent == nil || d.Parent.Exported)
	switch d.Kind {
	case "func":
		function(f, d, public)
	case "var":
		return variable(f, d, public)
	case "field":
		return field(f, d)
	case "test":
		d.Hidden = true
		d.Body = d.Node.First("block")
		d.Names = []string{lex.Unquote(d.Node.First("string", "identifier").Text())}
		return d.Name() != ""
	case "using":
		d.Silent = true
		return public
	}
	return true
}

// function reads a function. One that returns a struct it declares is presented as that struct.
func function(f *outline.File, d *outline.Decl, public bool) {
	shown := public || d.Node.Has("export")
	d.Hidden = !shown
	d.Exported = d.Exported || d.Node.Has("export")
	if d.Parent != nil {
		d.Kind = "method"
	} else if d.Name() == "main" && public {
		f.Out.Main = true
	}
	if d.Node.Field("type").Text() != "type" {
		return
	}
	for _, statement := range d.Body.Children() {
		made := statement.First("return_expression").First("struct_declaration", "union_declaration", "enum_declaration", "opaque_declaration")
		if made.Ok() {
			d.Head = f.Flat(d.HeadStart, d.Body.Start()) + " { " + f.Flat(statement.Start(), open(made))
			d.Kind, d.Body, d.Members, d.Close = "struct", made, true, new("}; }")
			return
		}
	}
}

// open returns where the braces of a container begin.
func open(container outline.Node) int { return container.First("{").Start() }

// variable reads a constant or variable, and the type or import in its value.
func variable(f *outline.File, d *outline.Decl, public bool) bool {
	d.Exported = d.Exported || d.Node.Has("export")
	var value outline.Node
	last := ""
	for _, c := range d.Node.Children() {
		if last == "=" && !c.Is("comment") {
			value = c
			break
		}
		last = c.Kind()
	}
	end := value.StartOr(d.End)
	named(d, f.Flat(d.HeadStart, end))
	switch value.Kind() {
	case "struct_declaration", "opaque_declaration", "enum_declaration", "union_declaration":
		d.Kind, _, _ = strings.Cut(value.Kind(), "_")
		if d.Kind == "opaque" || d.Kind == "union" {
			d.Kind = "struct"
		}
		d.Members, d.Body, d.Close = true, value, new("};")
		d.Head = f.Flat(d.HeadStart, open(value))
		return true
	case "error_set_declaration":
		d.Kind = "enum"
		d.Head = outline.Closed(outline.Cut(f.Flat(d.HeadStart, d.End), 2*outline.MaxLine))
		d.Tail = new("")
		return true
	case "builtin_function":
		if !public && value.First("builtin_identifier").Text() == "@import" {
			return false
		}
	}
	d.Head = f.Flat(d.HeadStart, d.End)
	if value.Ok() {
		d.Head = f.Flat(d.HeadStart, value.Start()) + " " + f.Value(value)
	}
	return public || d.Exported || d.Parent == nil && d.Kind == "var"
}

// named reads a declaration's name from its text: after an error, the tree may have a keyword instead.
func named(d *outline.Decl, text string) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" :=;", r) })
	for i, word := range words[:max(len(words)-1, 0)] {
		if word == "const" || word == "var" {
			d.Kind, d.Names = word, []string{words[i+1]}
			return
		}
	}
	d.Kind, d.Names = "var", nil
}

// field reads a member of a container. Members of enums are constants, and members at the top level make the file a
// type.
func field(f *outline.File, d *outline.Decl) bool {
	d.Tail, d.Body = new(","), outline.Node{}
	d.Note = f.NoteAfter(d.End)
	switch {
	case d.Parent == nil:
		d.Kind, d.Exported = "property", true
		return d.Node.Field("type").Ok()
	case d.Parent.Kind == "enum":
		d.Kind, d.Parent.Fill = "const", true
	}
	d.Exported = d.Parent.Exported
	d.Silent = d.Name() == "_" // `_` marks an enum with further values
	return d.Name() != ""
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	switch n.First("builtin_identifier").Text() {
	case "@import", "@embedFile":
	default:
		return nil
	}
	specifier := lex.Unquote(n.First("arguments").First("string").Text())
	if specifier == "" {
		return nil
	}
	return []lex.Import{{Kind: "import", Line: n.Line(), Specifier: specifier}}
}
