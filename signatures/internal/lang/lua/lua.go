// Package lua outlines Lua.
package lua

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/lua"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed lua.scm
var query string

// Spec is the entry of Lua.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name: "Lua", Fence: "lua", Extensions: []string{".lua", ".rockspec"}, Interpreters: []string{"lua", "luajit"},
		Comments: lex.Comments{Line: []string{"--"}, Block: [][2]string{{"--[[", "]]"}}, Quote: `"'`},
		Grammar:  lua.GetLanguage, Query: query, Mask: mask, Settle: `x = ""`,
		Layout:   outline.Layout{Indent: "  ", Line: "--"},
		Declare:  declare,
		Imports:  imports,
		Complete: complete,
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	// The grammar counts the white space and the comments before as part of
	// a statement.
	for _, c := range d.Node.Children() {
		if !c.Is("comment", "emmy_documentation") {
			text := c.Text()
			d.Start = c.Start() + len(text) - len(strings.TrimLeft(text, " \t\r\n"))
			d.HeadStart = d.Start
			break
		}
	}
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

// place reads a dotted name: what it is a part of, and its last part.
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
	end := d.End
	if body := d.Node.First("function_body", "function_end"); body.Ok() {
		end = body.Start()
		d.Body = body
	}
	place(d, d.Node.Field("name").Text())
	d.Head = f.Flat(d.Start, end)
	if d.Node.Has("local") {
		d.Hidden = true
		f.Local("local " + d.Name())
		return true
	}
	d.Exported = d.Owner == ""
	return true
}

// variable reads assignments at the top level: fields of tables, globals and
// functions. Of locals only the names are noted.
func variable(f *outline.File, d *outline.Decl) bool {
	all, names := d.Node.Fields("name")
	local := false
	var value outline.Node
	for i, c := range all {
		switch {
		case c.Is("local"):
			local = true
		case strings.TrimSpace(c.Text()) == "=" && i+1 < len(all):
			value = all[i+1]
		}
	}
	if len(names) != 1 {
		for _, n := range names {
			if local {
				f.Local("local " + strings.TrimSpace(n.Text()))
			}
		}
		return false
	}
	target := strings.TrimSpace(names[0].Text())
	if local {
		f.Local("local " + target)
	}
	if strings.ContainsAny(target, "[(") {
		return false
	}
	place(d, target)
	if value.Is("function") {
		d.Kind = "func"
		end := d.End
		if body := value.First("function_body", "function_end"); body.Ok() {
			end = body.Start()
			d.Body = body
		}
		d.Head = f.Flat(d.Start, end)
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

// returned notes what the module returns: a table's name, or its fields.
func returned(f *outline.File, n outline.Node) {
	for _, c := range n.Children() {
		switch c.Kind() {
		case "identifier":
			f.Local("return " + strings.TrimSpace(c.Text()))
		case "tableconstructor", "fieldlist":
			for _, field := range append(c.First("fieldlist").Children(), c.Children()...) {
				name, value := field.Field("name"), field.Field("value")
				if !field.Is("field") || !name.Is("identifier") {
					continue
				}
				f.Export(strings.TrimSpace(name.Text()), field.Start())
				if value.Is("identifier") {
					f.Local("field " + strings.TrimSpace(value.Text()))
				}
			}
		}
	}
}

// complete: what is exported are the members of the table that the module
// returns, locals that stand in it, and globals.
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
		case !f.Locals["local "+table]: // of a global table
			d.Exported = true
			f.Export(d.Owner+"."+d.Name(), d.Start)
		}
	}
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	imp := lex.Import{Kind: "require", Line: n.Line()}
	switch strings.TrimSpace(n.Field("prefix").Text()) {
	case "require", "dofile", "loadfile", "prequire", "include":
	case "pcall":
		if !strings.HasPrefix(strings.TrimLeft(n.Field("args").Text(), "( \n"), "require") {
			return nil
		}
	default:
		return nil
	}
	args := n.Field("args")
	if !args.Is("string_argument") {
		if args = args.First("string"); !args.Ok() {
			return nil
		}
	}
	imp.Specifier = args.Field("content").Text()
	if imp.Line += strings.Count(lex.LeadingSpace(n.Text()), "\n"); imp.Specifier == "" {
		return nil
	}
	return []lex.Import{imp}
}

//nolint:gochecknoglobals // compiled once, read-only
var masks = sync.OnceValue(func() []lex.MaskRule {
	return []lex.MaskRule{
		{Find: regexp.MustCompile(`\w[ \t]*(<(?:const|close)>)`), With: ' '},
		{Find: regexp.MustCompile(`(?m)\breturn\b[^\n;]*(;)[ \t]*(?:--[^\n]*)?$`), With: ' '},
		// A comment of three dashes is read as one of what follows, and with it
		// in pieces.
		{Find: regexp.MustCompile(`(?m)^[ \t]*--(-+)`), With: ' '},
	}
})

// mask hides what the grammar cannot read: attributes of locals, semicolons
// after a return, documentation that it takes for its own.
func mask(src string) string { return lex.MaskBy(masks(), src, nil) }
