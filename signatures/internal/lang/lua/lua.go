// Package lua outlines Lua.
package lua

import (
	_ "embed"
	"strings"

	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed lua.scm
var query string

// Spec returns the table entry of Lua.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Lua",
		Grammar: outline.Grammar(lua.Language), Query: query,
		Layout:   outline.Layout{Indent: "  "},
		Declare:  declare,
		Imports:  imports,
		Complete: complete,
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "func":
		return function(f, d)
	case "var":
		return variable(f, d)
	case "return":
		returned(f, d.Node)
	}
	return false
}

// place splits a dotted name into its owner and its last part.
func place(d *outline.Decl, name string) {
	name = lex.Compact(name)
	if i := strings.LastIndexAny(name, ".:"); i >= 0 {
		d.Owner, d.Names = name[:i], []string{name[i+1:]}
		if name[i] == ':' {
			d.Kind = "method"
		}
		return
	}
	d.Names = []string{name}
}

func function(f *outline.File, d *outline.Decl) bool {
	d.Body = d.Node.Field("body")
	place(d, d.Node.Field("name").Text())
	d.Head = f.Flat(d.Start, d.Node.Field("parameters").End())
	if d.Node.Has("local") {
		d.Hidden = true
		f.Local("local " + d.Name())
		return true
	}
	d.Exported = d.Owner == ""
	return true
}

// variable reads assignments at the top level: fields of tables, globals and functions. Of locals it notes only the
// names.
func variable(f *outline.File, d *outline.Decl) bool {
	local := d.Node.Is("variable_declaration")
	assignment := d.Node
	if local {
		if assignment = d.Node.First("assignment_statement"); !assignment.Ok() {
			assignment = d.Node // without a value
		}
	}
	_, names := assignment.First("variable_list").Fields("name")
	value := assignment.First("expression_list").Field("value")
	if local {
		for _, n := range names {
			f.Local("local " + n.Text())
		}
	}
	if len(names) != 1 || !names[0].Is("identifier", "dot_index_expression") {
		return false
	}
	target := names[0].Text()
	if strings.ContainsAny(target, "[(") {
		return false
	}
	place(d, target)
	if value.Is("function_definition") {
		d.Kind = "func"
		d.Body = value.Field("body")
		d.Head = f.Flat(d.Start, value.Field("parameters").End())
		d.Hidden, d.Exported = local, !local && d.Owner == ""
		return true
	}
	if strings.HasPrefix(d.Name(), "__") {
		return false
	}
	d.Exported = !local && d.Owner == ""
	d.Optional = local // shown if the module returns it
	d.Head = f.Flat(d.Start, value.Start()) + " " + f.Value(value)
	d.Note = f.NoteAfter(d.End)
	return value.Ok()
}

// returned notes the module's return value: a table's name, or its fields.
func returned(f *outline.File, n outline.Node) {
	for _, c := range n.First("expression_list").Children() {
		if c.Is("function_call") && c.Field("name").Text() == "setmetatable" {
			c = c.Field("arguments").First("identifier", "table_constructor")
		}
		switch c.Kind() {
		case "identifier":
			f.Local("return " + c.Text())
		case "table_constructor":
			fields(f, c)
		}
	}
}

// fields notes the named fields of a table that the module returns.
func fields(f *outline.File, table outline.Node) {
	for _, c := range table.Children() {
		name, value := c.Field("name"), c.Field("value")
		if !name.Is("identifier") || strings.HasPrefix(c.Text(), "[") {
			continue
		}
		f.Export(name.Text(), c.Start())
		if value.Is("identifier") {
			f.Local("field " + value.Text())
		}
	}
}

// complete exports the members of the table that the module returns, the locals in it, and globals.
func complete(f *outline.File) {
	for _, d := range f.Roots {
		if d.Owner == "" {
			if f.Locals["field "+d.Name()] || f.Locals["return "+d.Name()] {
				d.Hidden, d.Listed = false, f.Locals["field "+d.Name()]
				d.Exported = d.Listed || d.Kind == "func"
			}
			continue
		}
		table, _, _ := strings.Cut(d.Owner, ".")
		switch {
		case f.Locals["return "+table]:
			d.Exported = true
			f.Export(strings.TrimPrefix(strings.TrimPrefix(d.Owner, table)+"."+d.Name(), "."), d.Start)
		case !f.Locals["local "+table]: // a member of a global table
			d.Exported = true
			f.Export(d.Owner+"."+d.Name(), d.Start)
		}
	}
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	args := n.Field("arguments")
	switch n.Field("name").Text() {
	case "require", "dofile", "loadfile", "prequire", "include":
	case "pcall":
		if !strings.HasPrefix(strings.TrimLeft(args.Text(), "( \n"), "require") {
			return nil
		}
	default:
		return nil
	}
	specifier := args.First("string").Field("content").Text()
	if specifier == "" {
		return nil
	}
	return []lex.Import{{Kind: "require", Line: n.Line(), Specifier: specifier}}
}
