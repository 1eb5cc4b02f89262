package signatures

import "strings"

// exportScript reads an export statement: a wrapper around a declaration, a
// default value, a list of names, a re-export.
func exportScript(f *file, d *decl) bool {
	d.names = nil
	if d.node.field("declaration").ok() {
		d.inline = true
		return true
	}
	source := d.node.field("source")
	if source.ok() {
		f.out.Imports = append(f.out.Imports, Import{Specifier: unquote(source.text()), Kind: "export-from", Line: d.node.line()})
	}
	d.silent = true
	if v := d.node.field("value"); v.ok() {
		defaultScript(f, d, v)
		return true
	}
	if list := d.node.first("export_clause"); list.ok() {
		for _, c := range list.children() {
			if !c.is("export_specifier") {
				continue
			}
			name := c.field("alias")
			if !name.ok() {
				name = c.field("name")
			}
			f.export(unquote(name.text()), c.start())
			if !source.ok() { // the declaration stands elsewhere
				f.local(c.field("name").text())
			}
		}
		return true
	}
	if ns := d.node.first("namespace_export"); ns.ok() {
		f.export(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(ns.text(), "*")), "as")), ns.start())
	} else if source.ok() {
		f.export("* from '"+unquote(source.text())+"'", d.start)
	} else if d.node.has("namespace") { // export as namespace Name
		f.export(d.node.first("identifier").text(), d.start)
	} else { // export = value
		f.export("default", d.start)
		f.local(d.node.first("identifier").text())
	}
	return true
}

// local notes that a name of this file is exported under some name.
func (f *file) local(name string) {
	if f.locals == nil {
		f.locals = make(map[string]bool)
	}
	f.locals[name] = true
}

func defaultScript(f *file, d *decl, v node) {
	d.exported = true
	f.export("default", d.start)
	switch {
	case functionScript(v):
		d.silent, d.kind, d.names, d.listed = false, "func", []string{"default"}, true
		d.head, d.body, d.tail = f.flat(d.start, v.field("body").start()), v.field("body"), new(" { … }")
		if v.is("arrow_function") {
			d.tail = new(" …;")
		}
	case v.is("class"):
		d.silent, d.kind, d.names, d.listed = false, "class", []string{"default"}, true
		d.members, d.body = true, v.field("body")
	default:
		f.local(v.text())
		d.head = f.flat(d.start, v.start()) + " " + f.keys(v)
	}
}

func functionScript(v node) bool {
	return v.is("arrow_function", "function_expression", "generator_function", "function")
}

// assignScript reads top-level assignments: CommonJS exports, and functions
// that are put on an object or prototype.
func assignScript(f *file, d *decl) bool {
	left, right := d.node.field("left"), d.node.field("right")
	if !left.is("member_expression") {
		return f.commonExport(d, d.node)
	}
	d.names, d.silent = nil, true
	d.head = f.flat(d.start, right.start()) + " " + f.keys(right)
	exported := f.commonExport(d, d.node)
	object := left.field("object").text()
	kind := callableScript(right)
	if kind == "" {
		return exported
	}
	d.silent, d.kind, d.head = false, kind, f.shapeHead(d.start, right)
	d.names = []string{left.field("property").text()}
	switch object {
	case "module":
		d.names = []string{"default"}
		if name := right.field("name"); name.ok() {
			d.names[0] = name.text()
		}
		d.listed = true
	case "exports", "module.exports":
		d.listed = true
	default:
		d.owner = strings.TrimSuffix(object, ".prototype")
		if kind == "func" {
			d.kind = "method"
		}
		exported = true
	}
	d.exported = exported
	f.classValue(d, d.start, right)
	return true
}

// classValue shows the members of a class that is a value: `X.Y = class { … }`.
func (f *file) classValue(d *decl, start int, v node) {
	if body := v.field("body"); v.is("class") && body.ok() {
		d.members, d.body = true, body
		d.head = f.flat(start, body.start())
	}
}

// commonExport notes what an assignment to module.exports or exports.name
// exports, through chains like exports = module.exports = value.
func (f *file) commonExport(d *decl, n node) bool {
	found := false
	for range maxNesting {
		if !n.is("assignment_expression") {
			break
		}
		left := n.field("left")
		n = n.field("right")
		switch object := left.field("object").text(); {
		case left.text() == "module.exports":
			found = true
			if n.is("object") {
				f.exportKeys(n)
			} else {
				f.export("default", left.start())
				f.local(n.text())
			}
		case object == "exports" || object == "module.exports":
			found = true
			f.export(left.field("property").text(), left.start())
			f.local(n.text())
		}
	}
	d.exported, d.listed = d.exported || found, d.listed || found
	return found
}

// shape is a value, of an object its keys if they fit on two lines.
func (f *file) shape(v node) string {
	object, suffix := v, ""
	if v.is("as_expression", "satisfies_expression") {
		object = v.first("object")
		suffix = f.flat(object.end(), v.end())
	}
	if object.is("object") && !f.bare {
		if text := f.keys(object); len(text) <= 2*maxLine {
			return strings.TrimSpace(text + " " + suffix)
		}
	}
	return f.value(v)
}

// keys is an object with its keys, and values where they are names; other
// values as usual.
func (f *file) keys(v node) string {
	const most = 60
	short := f.value(v)
	if !v.is("object") || !strings.Contains(short, "…") {
		return short
	}
	var parts []string
	for _, c := range v.children() {
		if len(parts) == most {
			parts = append(parts, "…")
			break
		}
		key, value := c.field("key"), c.field("value")
		switch {
		case c.is("pair") && value.is("identifier", "member_expression", "number", "string", "true", "false") && len(value.text()) <= maxValue/2:
			parts = append(parts, key.text()+": "+value.text())
		case c.is("pair"):
			parts = append(parts, key.text()+": …")
		case c.is("method_definition"):
			parts = append(parts, f.flat(c.start(), c.field("body").start())+" {…}")
		case c.is("shorthand_property_identifier", "spread_element"):
			parts = append(parts, cut(f.flat(c.start(), c.end()), maxValue))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func (f *file) exportKeys(object node) {
	for _, c := range object.children() {
		switch {
		case c.is("shorthand_property_identifier"):
			f.export(c.text(), c.start())
			f.local(c.text())
		case c.is("pair"):
			f.export(unquote(c.field("key").text()), c.start())
			f.local(c.field("value").text())
		case c.is("method_definition"):
			f.export(c.field("name").text(), c.start())
		}
	}
}
