// Package php outlines PHP.
package php

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/php"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed php.scm
var query string

// Spec returns the table entry of PHP.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "PHP",
		Grammar: php.GetLanguage, Query: query,
		Layout:   outline.Layout{Indent: "    ", Open: " {", Close: "}", Empty: " {}", End: ";", Scope: `\`},
		Declare:  declare,
		Imports:  imports,
		Skeleton: skeleton(),
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "namespace":
		return namespace(f, d)
	case "uses":
		d.Silent, d.Exported = true, true
		d.Head = f.Flat(d.Node.Start(), d.Node.End())
		if names, _, ok := strings.Cut(d.Head, "{"); ok {
			d.Head, d.Tail = names+"{ … }", new("")
		}
		return d.Parent != nil
	case "call":
		return call(f, d)
	case "anonymous":
		d.Silent, d.Members, d.Names = true, true, nil
		d.Head = f.Flat(d.Node.Start(), d.Body.Start())
		return d.Parent == nil || d.Parent.Kind == "namespace"
	case "case":
		d.Kind, d.Exported = "const", true
		modifiers := "" // a constant that the mask turned into a case
		if strings.HasPrefix(f.Src[d.Start:], "const") {
			line := f.Src[strings.LastIndexByte(f.Src[:d.Start], '\n')+1 : d.Start]
			modifiers = strings.TrimLeft(line[strings.LastIndexAny(line, ";{}")+1:], " \t")
			d.Exported = !strings.Contains(modifiers, "private")
		}
		d.Head = modifiers + f.ShortValue(d.Node, d.Node.Field("value"))
		d.Note = f.NoteAfter(d.End)
		return d.Exported
	}
	head := modifiers(f, d)
	d.Exported = !slices.Contains(head.Words, "private")
	switch d.Kind {
	case "class", "interface", "trait", "enum":
		d.Head, d.Members = head.Head(f, d, d.Body), true
	case "func":
		d.Head = head.Head(f, d, d.Body)
	case "method":
		d.Head = head.Head(f, d, d.Body)
		d.Hidden = !d.Exported
	case "property", "const":
		return elements(f, d, head)
	}
	return true
}

func namespace(f *outline.File, d *outline.Decl) bool {
	name := d.Name()
	f.Out.Package = cmp.Or(f.Out.Package, name)
	f.Out.Namespaces = mapped.AppendNew(f.Out.Namespaces, name)
	if !d.Body.Ok() {
		d.Silent = true
		return true
	}
	d.Members, d.Shared, d.Prune = true, true, true
	return true
}

// modifiers reads modifiers, and the attributes into d.above.
func modifiers(f *outline.File, d *outline.Decl) outline.DeclHead {
	h := outline.DeclHead{From: d.Node.Start()}
	for _, c := range d.Node.Children() {
		switch c.Kind() {
		case "attribute_list":
			for _, group := range c.Children() {
				d.Above += outline.Closed(outline.Cut(f.Flat(group.Start(), group.End()), outline.MaxLine)) + "\n"
			}
		case "visibility_modifier", "static_modifier", "readonly_modifier", "final_modifier", "abstract_modifier", "var_modifier":
			h.Words = append(h.Words, c.Text())
		case "comment":
			continue
		default:
			h.From = c.Start()
			return h
		}
	}
	return h
}

// elements reads constants and properties: several names in one statement.
func elements(f *outline.File, d *outline.Decl, head outline.DeclHead) bool {
	if !d.Exported {
		return false
	}
	d.Names, d.Head = nil, ""
	if written := f.Src[d.Node.Start():head.From]; strings.Contains(written, "(set)") { // masked
		head.Words = strings.Fields(written[strings.LastIndexByte(written, ']')+1:])
	}
	for _, c := range d.Node.Children() {
		if !c.Is("const_element", "property_element") {
			continue
		}
		if len(d.Names) == 0 {
			d.Head = strings.TrimSpace(strings.Join(head.Words, " ") + " " + f.Flat(head.From, c.Start()))
		} else {
			d.Head += ","
		}
		children := c.Children()
		name, value := children[0], outline.Node{}
		if last := children[len(children)-1]; len(children) > 1 {
			value = last
			if last.Is("property_initializer") {
				inner := last.Children()
				value = inner[len(inner)-1]
			}
		}
		d.Names = append(d.Names, strings.TrimPrefix(name.Text(), "$"))
		d.Head += " " + name.Text()
		if value.Ok() {
			d.Head += " = " + f.Value(value)
		}
	}
	d.Head = strings.TrimSpace(d.Head)
	d.Note = f.NoteAfter(d.End)
	return len(d.Names) > 0
}

// call reads the calls at the top level that declare: constants, routes, tests.
func call(f *outline.File, d *outline.Decl) bool {
	text := d.Node.Text()
	name, rest, ok := strings.Cut(text, "(")
	if !ok {
		return false
	}
	first := ""
	if len(rest) > 1 && strings.IndexByte(`"'`, rest[0]) >= 0 {
		if end := lex.SkipString(rest, 0); end > 0 {
			first = rest[1:end]
		}
	}
	if first == "" {
		return false
	}
	d.Names = []string{first}
	switch {
	case strings.EqualFold(name, "define"):
		d.Kind, d.Exported = "const", true
	case name == "it" || name == "test" || name == "describe":
		d.Kind = "test"
		d.Head = text[:len(name)+1] + outline.Cut(rest, len(first)+2)
		d.Head = strings.TrimSuffix(d.Head, "…") + ", …)"
		return true
	case strings.HasPrefix(name, "Route::"), strings.HasPrefix(name, "$router->"), strings.HasPrefix(name, "$app->"), strings.HasPrefix(name, "$routes->"):
		d.Kind = "route"
	default:
		return false
	}
	d.Head = outline.Closed(outline.Cut(f.Flat(d.Node.Start(), d.Node.End()), outline.MaxLine))
	return true
}

func imports(f *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	if !n.Is("namespace_use_declaration") {
		children := n.Children()
		imp := lex.Import{Kind: "require", Line: n.Line(), Specifier: included(children[len(children)-1].Text())}
		if n.Is("include_expression", "include_once_expression") {
			imp.Kind = "include"
		}
		if imp.Specifier == "" {
			return nil
		}
		return []lex.Import{imp}
	}
	var list []lex.Import
	add := func(name string, at outline.Node) {
		name = strings.TrimPrefix(strings.Join(strings.Fields(name), ""), `\`)
		list = append(list, lex.Import{Specifier: name, Kind: "use", Line: at.Line()})
	}
	prefix := ""
	for _, c := range n.Children() {
		switch c.Kind() {
		case "namespace_name":
			prefix = c.Text() + `\`
		case "namespace_use_clause":
			add(c.First("qualified_name", "name", "namespace_name").Text(), c)
		case "namespace_use_group":
			for _, g := range c.Children() {
				if g.Is("namespace_use_group_clause") {
					add(prefix+g.First("namespace_name", "name").Text(), g)
				}
			}
		}
	}
	return list
}
