// Package rlang outlines R.
package rlang

import (
	_ "embed"
	"strings"

	r "github.com/r-lib/tree-sitter-r/bindings/go"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed r.scm
var query string

// Spec returns the table entry of R.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "R",
		Grammar: outline.Grammar(r.Language), Query: query, SingleQuoted: true,
		Layout:  outline.Layout{Indent: "  ", Open: " {", Close: "}", Empty: ""},
		Declare: declare,
		Imports: imports,
	}
}

// maxTop is how many plain variables at the top level are listed: a long script of steps has as many as steps.
const maxTop = 60

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "assign":
		return assignment(f, d)
	case "call":
		return call(f, d)
	}
	return member(f, d)
}

// named sets the name of a declaration. Names that begin with a dot are private.
func named(d *outline.Decl, n outline.Node) bool {
	name := lex.Unquote(n.Text())
	d.Names = []string{name}
	d.Exported = !strings.HasPrefix(name, ".")
	return n.Is("identifier", "string") && name != ""
}

// assignment reads `name <- value` in all its spellings.
func assignment(f *outline.File, d *outline.Decl) bool {
	target, value := d.Node.Field("lhs"), d.Node.Field("rhs")
	switch d.Node.Field("operator").Text() {
	case "<-", "<<-", "=":
	case "->", "->>":
		target, value = value, target
	default:
		return false
	}
	if !named(d, target) {
		return false
	}
	if value.Is("function_definition") {
		function(f, d, target, value)
		return true
	}
	if value.Is("call") && class(f, d, target, value) {
		return true
	}
	if d.Kind = "var"; lex.IsConstantName(d.Name()) {
		d.Kind = "const"
	}
	d.Head = target.Text() + " <- " + f.Value(value)
	d.Note = f.NoteAfter(d.End)
	return len(f.Roots) < maxTop
}

func function(f *outline.File, d *outline.Decl, name, value outline.Node) {
	d.Kind, d.Hidden, d.Body = "func", !d.Exported, value.Field("body")
	d.Head = name.Text() + " <- " + f.Flat(value.Start(), value.Field("parameters").End())
}

// class reads a call that makes a class. Its members are arguments of the call.
func class(f *outline.File, d *outline.Decl, name, made outline.Node) bool {
	switch called(made) {
	case "R6Class", "setRefClass":
	case "new_class", "setClass":
		d.Kind = "class"
		d.Head = outline.Closed(outline.Cut(f.Flat(d.Start, d.End), 2*outline.MaxLine))
		return true
	default:
		return false
	}
	arguments := made.Field("arguments")
	d.Kind, d.Members, d.Body = "class", true, arguments
	var shown []string
	_, list := arguments.Fields("argument")
	for i, a := range list {
		switch key := a.Field("name").Text(); {
		case key == "" && i == 0, key == "inherit", key == "contains", key == "classname", key == "Class":
			shown = append(shown, f.Flat(a.Start(), a.End()))
		}
	}
	d.Head = name.Text() + " <- " + made.Field("function").Text() + "(" + strings.Join(shown, ", ") + ")"
	return true
}

// called returns the name of the called function, without its package.
func called(n outline.Node) string {
	function := n.Field("function")
	if function.Is("namespace_operator") {
		function = function.Field("rhs")
	}
	return function.Text()
}

// call reads the calls that declare: classes, generics and methods of S4, and tests.
func call(f *outline.File, d *outline.Decl) bool {
	_, arguments := d.Node.Field("arguments").Fields("argument")
	if len(arguments) == 0 || !named(d, arguments[0].Field("value")) {
		return false
	}
	switch called(d.Node) {
	case "setClass", "setRefClass", "setClassUnion":
		d.Kind = "class"
	case "setGeneric":
		d.Kind = "func"
	case "setMethod", "setReplaceMethod":
		d.Kind = "method"
		if len(arguments) > 1 {
			d.Owner = lex.Unquote(arguments[1].Field("value").First("string_content").Text())
		}
	case "test_that", "describe":
		d.Kind, d.Hidden, d.Exported = "test", true, false
		return true
	default:
		return false
	}
	end := d.End
	for _, a := range arguments[1:] {
		if value := a.Field("value"); value.Is("function_definition") {
			d.Body = value.Field("body")
			end = value.Field("parameters").End()
		}
	}
	d.Head = outline.Closed(outline.Cut(f.Flat(d.Start, end), 2*outline.MaxLine))
	return true
}

// member reads one argument of the call that makes a class: a list of members, or one of them.
func member(f *outline.File, d *outline.Decl) bool {
	if d.Parent == nil {
		return false
	}
	name, value := d.Node.Field("name"), d.Node.Field("value")
	if len(d.Outer) == 0 {
		switch name.Text() {
		case "public", "private", "active", "fields", "methods":
			d.Inline = value.Is("call") && called(value) == "list"
		}
		return d.Inline
	}
	d.Names = []string{lex.Unquote(name.Text())}
	hidden := d.Outer[len(d.Outer)-1].Field("name").Text() == "private"
	d.Exported = !hidden && d.Parent.Exported
	if value.Is("function_definition") {
		function(f, d, name, value)
		d.Kind, d.Hidden = "method", hidden
		d.Head = strings.Replace(d.Head, " <- ", " = ", 1)
		return true
	}
	d.Kind = "field"
	d.Head = name.Text() + " = " + f.Value(value)
	return !hidden
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	kind := n.Field("function").Text()
	switch kind {
	case "library", "require", "requireNamespace", "loadNamespace", "source":
	default:
		return nil
	}
	value := n.Field("arguments").First("argument").Field("value")
	specifier := lex.Unquote(value.Text())
	if isName := value.Is("string") || kind != "source" && value.Is("identifier"); !isName || specifier == "" {
		return nil
	}
	return []lex.Import{{Kind: kind, Line: n.Line(), Specifier: specifier}}
}
