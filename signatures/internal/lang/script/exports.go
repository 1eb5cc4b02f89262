package script

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// export reads an export statement: a wrapper around a declaration, a default value, a list of names, a re-export.
func export(f *outline.File, d *outline.Decl) bool {
	d.Names = nil
	if d.Node.Field("declaration").Ok() {
		d.Inline = true
		return true
	}
	source := d.Node.Field("source")
	if source.Ok() {
		f.Out.Imports = append(f.Out.Imports, lex.Import{Specifier: lex.Unquote(source.Text()), Kind: "export-from", Line: d.Node.Line()})
	}
	d.Silent = true
	if v := d.Node.Field("value"); v.Ok() {
		exportDefault(f, d, v)
		return true
	}
	if list := d.Node.First("export_clause"); list.Ok() {
		for _, c := range list.Children() {
			if !c.Is("export_specifier") {
				continue
			}
			name := c.Field("alias")
			if !name.Ok() {
				name = c.Field("name")
			}
			f.Export(lex.Unquote(name.Text()), c.Start())
			if !source.Ok() { // the declaration is elsewhere
				f.Local(c.Field("name").Text())
			}
		}
		return true
	}
	if ns := d.Node.First("namespace_export"); ns.Ok() {
		f.Export(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(ns.Text(), "*")), "as")), ns.Start())
	} else if source.Ok() {
		f.Export("* from '"+lex.Unquote(source.Text())+"'", d.Start)
	} else if d.Node.Has("namespace") { // export as namespace Name
		f.Export(d.Node.First("identifier").Text(), d.Start)
	} else { // export = value
		f.Export("default", d.Start)
		f.Local(d.Node.First("identifier").Text())
	}
	return true
}

func exportDefault(f *outline.File, d *outline.Decl, v outline.Node) {
	d.Exported = true
	f.Export("default", d.Start)
	switch {
	case function(v):
		d.Silent, d.Kind, d.Names, d.Listed = false, "func", []string{"default"}, true
		d.Head, d.Body, d.Tail = f.Flat(d.Start, v.Field("body").Start()), v.Field("body"), new(" { … }")
		if v.Is("arrow_function") {
			d.Tail = new(" …;")
		}
	case v.Is("class"):
		d.Silent, d.Kind, d.Names, d.Listed = false, "class", []string{"default"}, true
		d.Members, d.Body = true, v.Field("body")
	default:
		f.Local(v.Text())
		d.Head = f.Flat(d.Start, v.Start()) + " " + keys(f, v)
	}
}

func function(v outline.Node) bool {
	return v.Is("arrow_function", "function_expression", "generator_function", "function")
}

// assign reads top-level assignments: CommonJS exports, and functions assigned to an object or prototype.
func assign(f *outline.File, d *outline.Decl) bool {
	left, right := d.Node.Field("left"), d.Node.Field("right")
	exported := commonExport(f, d, d.Node)
	if objectMembers(f, d, d.Node) {
		d.Names = []string{"default"}
		return true
	}
	if !left.Is("member_expression") {
		return exported
	}
	d.Names, d.Silent = nil, true
	d.Head = f.Flat(d.Start, right.Start()) + " " + keys(f, right)
	object := left.Field("object").Text()
	if f.Locals[wholeExport+object] {
		f.Export(left.Field("property").Text(), left.Start())
		d.Exported, exported = true, true
	}
	kind := callableKind(right)
	if kind == "" {
		return exported
	}
	d.Silent, d.Kind, d.Head = false, kind, shapeHead(f, d.Start, right)
	d.Names = []string{left.Field("property").Text()}
	switch object {
	case "module":
		d.Names = []string{"default"}
		if name := right.Field("name"); name.Ok() {
			d.Names[0] = name.Text()
		}
		d.Listed = true
	case "exports", "module.exports":
		d.Listed = true
	default:
		d.Listed = exported
		d.Owner = strings.TrimSuffix(object, ".prototype")
		if kind == "func" {
			d.Kind = "method"
		}
		exported = true
	}
	d.Exported = exported
	classValue(f, d, d.Start, right)
	return true
}

// classValue shows the members of a class expression: `X.Y = class { … }`.
func classValue(f *outline.File, d *outline.Decl, start int, v outline.Node) {
	if body := v.Field("body"); v.Is("class") && body.Ok() {
		d.Members, d.Body = true, body
		d.Head = f.Flat(start, body.Start())
	}
}

// objectMembers shows the methods of an object that an assignment makes module.exports like those of a class, if most
// of its members are methods.
func objectMembers(f *outline.File, d *outline.Decl, v outline.Node) bool {
	if !replacesExports(v) {
		return false
	}
	for range outline.MaxNesting {
		if v.Is("assignment_expression") {
			v = v.Field("right")
		}
	}
	methods, others := 0, 0
	for _, c := range v.Children() {
		switch {
		case c.Is("method_definition"):
			methods++
		case c.Is("pair", "shorthand_property_identifier", "spread_element"):
			others++
		}
	}
	if !v.Is("object") || methods <= others {
		return false
	}
	d.Kind, d.Members, d.Body, d.Silent = "object", true, v, false
	d.Head = f.Flat(d.Start, v.Start())
	return true
}

// commonExport notes the exports of an assignment to module.exports or exports.name, also in chains like exports =
// module.exports = value.
func commonExport(f *outline.File, d *outline.Decl, n outline.Node) bool {
	found := false
	for range outline.MaxNesting {
		if !n.Is("assignment_expression") {
			break
		}
		left := n.Field("left")
		n = n.Field("right")
		switch object := left.Field("object").Text(); {
		case left.Text() == "module.exports":
			found = true
			if n.Is("object") {
				exportKeys(f, n)
			} else {
				f.Export("default", left.Start())
				f.Local(n.Text())
			}
		case object == "exports" || object == "module.exports":
			found = true
			f.Export(left.Field("property").Text(), left.Start())
			f.Local(n.Text())
		}
	}
	d.Exported, d.Listed = d.Exported || found, d.Listed || found
	return found
}

// wholeExport prefixes, in the export lists, the name of a variable that is also module.exports: its members are
// exported.
const wholeExport = "module.exports "

// replacesExports reports whether a chain of assignments has module.exports among its targets.
func replacesExports(n outline.Node) bool {
	for range outline.MaxNesting {
		if !n.Is("assignment_expression") {
			return false
		}
		if n.Field("left").Text() == "module.exports" {
			return true
		}
		n = n.Field("right")
	}
	return false
}

// shape returns a value; of an object it returns the keys, if they fit on two lines.
func shape(f *outline.File, v outline.Node) string {
	object, suffix := v, ""
	if v.Is("as_expression", "satisfies_expression") {
		object = v.First("object")
		suffix = f.Flat(object.End(), v.End())
	}
	if object.Is("object") && !f.Elided {
		if text := keys(f, object); len(text) <= 2*outline.MaxLine {
			return strings.TrimSpace(text + " " + suffix)
		}
	}
	return f.Value(v)
}

// keys returns an object with its keys, and with values that are names; others are shortened.
func keys(f *outline.File, v outline.Node) string {
	const most = 60
	short := f.Value(v)
	if !v.Is("object") || !strings.Contains(short, "…") {
		return short
	}
	var parts []string
	for _, c := range v.Children() {
		if len(parts) == most {
			parts = append(parts, "…")
			break
		}
		key, value := c.Field("key"), c.Field("value")
		switch {
		case c.Is("pair") && value.Is("identifier", "member_expression", "number", "string", "true", "false") && len(value.Text()) <= outline.MaxValue/2:
			parts = append(parts, key.Text()+": "+value.Text())
		case c.Is("pair"):
			parts = append(parts, key.Text()+": …")
		case c.Is("method_definition"):
			parts = append(parts, f.Flat(c.Start(), c.Field("body").Start())+" {…}")
		case c.Is("shorthand_property_identifier", "spread_element"):
			parts = append(parts, outline.Cut(f.Flat(c.Start(), c.End()), outline.MaxValue))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func exportKeys(f *outline.File, object outline.Node) {
	for _, c := range object.Children() {
		switch {
		case c.Is("shorthand_property_identifier"):
			f.Export(c.Text(), c.Start())
			f.Local(c.Text())
		case c.Is("pair"):
			f.Export(lex.Unquote(c.Field("key").Text()), c.Start())
			f.Local(c.Field("value").Text())
		case c.Is("method_definition"):
			f.Export(c.Field("name").Text(), c.Start())
		}
	}
}
