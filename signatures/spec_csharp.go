package signatures

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/csharp"
)

//go:embed queries/csharp.scm
var queryCSharp string

func csharpSpec() *spec {
	return &spec{
		name: "C#", fence: "csharp", extensions: []string{".cs", ".csx"}, comments: cComments(),
		grammar: csharp.GetLanguage, query: queryCSharp, mask: maskCSharp,
		layout:   layout{indent: "    ", open: " {", close: "}", empty: " { }", elided: " { … }", end: ";", line: "//"},
		declare:  declareCSharp,
		imports:  importsCSharp,
		skeleton: skeletonCSharp(),
	}
}

func declareCSharp(f *file, d *decl) bool {
	switch d.kind {
	case "package", "namespace":
		return namespaceCSharp(f, d)
	case "program": // a statement at the top level: the file is the program
		if !d.node.first("local_function_statement").ok() {
			f.out.Main = true
		}
		d.inline = true
		return true
	case "constant":
		d.kind, d.tail, d.exported = "const", new(","), true
		d.head = f.shortValue(d.node, d.node.field("value"))
		d.note = f.noteAfter(d.end)
		return true
	}
	parts := modifiersCSharp(f, d)
	shown := visibleCSharp(d, parts.words)
	d.exported = shown && exportedCSharp(d, parts.words)
	switch d.kind {
	case "class", "struct", "record", "interface", "enum":
		d.head = parts.head(f, d, d.body)
		if at := d.body.start(); d.body.ok() && at < len(f.src) && f.src[at] != '{' { // masked: the last byte of the head
			d.head += f.src[at : at+1]
			if d.node.field("name").end() == at {
				d.names = []string{d.name() + f.src[at:at+1]}
			}
		}
		d.members, d.fill = d.body.ok() || d.kind != "record", d.kind == "enum"
		if d.kind == "record" {
			d.kind = "class"
		}
	case "method":
		methodCSharp(f, d, parts)
		d.hidden = !shown && !(d.name() == "Main" && slices.Contains(parts.words, "static"))
		return true
	case "property", "indexer", "event":
		propertyCSharp(f, d, parts)
	case "field":
		if shown {
			fieldCSharp(f, d, parts)
		}
	case "func":
		d.exported = false
		return true
	}
	return shown
}

// namespaceCSharp notes a namespace, with those around it.
func namespaceCSharp(f *file, d *decl) bool {
	name := strings.Join(strings.Fields(d.name()), "")
	d.names = []string{name}
	full := d.path()
	if d.parent != nil {
		full = d.parent.path() + "." + name
	}
	if f.out.Package == "" {
		f.out.Package = full
	}
	f.out.Namespaces = appendNew(f.out.Namespaces, full)
	if d.kind == "package" {
		d.silent = true
		return true
	}
	d.members, d.shared, d.exported, d.prune = true, true, false, true
	return true
}

func appendNew(list []string, name string) []string {
	for _, have := range list {
		if have == name {
			return list
		}
	}
	return append(list, name)
}

// A declHead is what stands before the keyword or type of a declaration.
type declHead struct {
	words []string // modifiers
	from  int      // where the rest of the declaration starts
}

// modifiersCSharp reads modifiers, and the attributes into d.above.
func modifiersCSharp(f *file, d *decl) declHead {
	h := declHead{from: d.node.start()}
	for _, c := range d.node.children() {
		switch c.kind() {
		case "attribute_list":
			d.above += attributesCSharp(f, c)
		case "modifier":
			h.words = append(h.words, c.text())
		case "comment":
			continue
		default:
			if strings.HasPrefix(c.kind(), "preproc") { // `#pragma` between attributes
				continue
			}
			h.from = c.start()
			return h
		}
	}
	return h
}

// attributesCSharp are the attributes of one list that say something to a
// reader: those that speak to the compiler, the debugger or an analyser do not.
func attributesCSharp(f *file, list node) string {
	var kept []string
	for _, a := range list.children() {
		if !a.is("attribute") {
			continue
		}
		switch strings.TrimSuffix(pathEndDot(a.field("name").text()), "Attribute") {
		case "Serializable", "DebuggerDisplay", "DebuggerStepThrough", "DebuggerNonUserCode", "DebuggerBrowsable",
			"DebuggerHidden", "MethodImpl", "SuppressMessage", "UnconditionalSuppressMessage", "ExcludeFromCodeCoverage",
			"EditorBrowsable", "GeneratedCode", "CompilerGenerated", "SecuritySafeCritical", "SecurityCritical",
			"CLSCompliant", "StackTraceHidden", "Preserve", "ComVisible", "NullableContext", "Nullable":
			continue
		}
		kept = append(kept, closed(cut(f.flat(a.start(), a.end()), maxValue)))
	}
	if len(kept) == 0 {
		return ""
	}
	return "[" + strings.Join(kept, ", ") + "]\n"
}

// exportedCSharp tells whether other assemblies see what is shown: a type is
// internal unless it says otherwise, a member of an interface public.
func exportedCSharp(d *decl, words []string) bool {
	if slices.Contains(words, "public") || slices.Contains(words, "protected") {
		return true
	}
	return !slices.Contains(words, "internal") && d.parent != nil && d.parent.kind == "interface"
}

// visibleCSharp tells whether other types of the assembly see a declaration: a
// type is internal and a member private unless it says otherwise.
func visibleCSharp(d *decl, words []string) bool {
	private, file := false, false
	for _, w := range words {
		switch w {
		case "public", "internal", "protected":
			if w != "protected" || !slices.Contains(words, "private") {
				return true
			}
		case "private":
			private = true
		case "file":
			file = true
		}
	}
	if private || file || d.node.first("explicit_interface_specifier").ok() {
		return false
	}
	return d.parent == nil || d.parent.kind == "namespace" || d.parent.kind == "interface"
}

// head is the declaration without attributes, up to stop if there is one.
func (h declHead) head(f *file, d *decl, stop node) string {
	end := d.end
	if stop.ok() {
		end = stop.start()
	}
	text := strings.Join(h.words, " ")
	if text != "" {
		text += " "
	}
	return text + flatCSharp(f, h.from, end)
}

// flatCSharp is source on one line without preprocessor directives.
func flatCSharp(f *file, start, end int) string {
	if start >= end || !strings.Contains(f.src[start:end], "#") {
		return f.flat(start, end)
	}
	var parts []string
	at := start
	for line := range strings.Lines(f.src[start:end]) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			parts = append(parts, f.flat(start, at))
			start = at + len(line)
		}
		at += len(line)
	}
	text := strings.Join(strings.Fields(strings.Join(append(parts, f.flat(start, end)), " ")), " ")
	return strings.ReplaceAll(text, " ,", ",")
}

func methodCSharp(f *file, d *decl, parts declHead) {
	stop := d.node.first("constructor_initializer")
	if !stop.ok() {
		stop = d.body
	}
	d.head = parts.head(f, d, stop)
	if d.node.is("operator_declaration") {
		d.names = []string{"operator " + d.node.field("operator").text()}
	} else if d.node.is("conversion_operator_declaration") {
		d.names = []string{"operator " + d.node.field("type").text()}
	} else if d.node.is("destructor_declaration") {
		d.names = []string{"~" + d.name()}
	}
	if d.name() == "Main" && slices.Contains(parts.words, "static") {
		f.out.Main = true
	}
}

// propertyCSharp shows which accessors there are, without their bodies.
func propertyCSharp(f *file, d *decl, parts declHead) {
	value := d.node.field("value")
	stop := d.body
	if !stop.ok() {
		stop = value
	}
	d.head = strings.TrimRight(parts.head(f, d, stop), " =;")
	if d.kind == "indexer" {
		d.names, d.kind = []string{"this"}, "property"
	}
	if d.kind == "event" {
		return
	}
	accessors := ""
	for _, a := range d.body.children() {
		if a.is("accessor_declaration") {
			for _, m := range a.children() {
				if m.is("modifier") {
					accessors += m.text() + " "
				}
			}
			accessors += a.field("name").text() + "; "
		}
	}
	if accessors == "" {
		accessors = "get; " // => value
	}
	d.head += " { " + accessors + "}"
	d.tail, d.body = new(""), node{}
}

func fieldCSharp(f *file, d *decl, parts declHead) {
	list := d.node.first("variable_declaration")
	d.names = nil
	d.head = strings.Join(parts.words, " ") + " "
	if d.node.is("event_field_declaration") {
		d.kind = "event"
		d.head += "event "
	}
	d.head += f.flat(list.field("type").start(), list.field("type").end())
	for _, v := range list.children() {
		if !v.is("variable_declarator") {
			continue
		}
		if len(d.names) > 0 {
			d.head += ","
		}
		d.names = append(d.names, v.field("name").text())
		children := v.children()
		value := node{}
		if len(children) > 2 && v.has("=") {
			value = children[len(children)-1]
		}
		d.head += " " + f.shortValue(v, value)
	}
	if slices.Contains(parts.words, "const") || slices.Contains(parts.words, "readonly") && slices.Contains(parts.words, "static") {
		d.kind = "const"
	}
	d.note = f.noteAfter(d.end)
}

// shortValue is a declaration of a name with its value, if it has one,
// shortened.
func (f *file) shortValue(n, value node) string {
	if !value.ok() {
		return f.flat(n.start(), n.end())
	}
	return f.flat(n.start(), value.start()) + " " + f.value(value)
}

func importsCSharp(_ *file, n node, _ scopes) []Import {
	imp := Import{Kind: "use", Line: n.line()}
	if n.has("static") {
		imp.Kind = "static"
	}
	for _, c := range n.children() {
		if c.is("identifier", "qualified_name", "alias_qualified_name", "generic_name") {
			imp.Specifier = strings.Join(strings.Fields(c.text()), "") // the last one: an alias comes first
		}
	}
	imp.Specifier, _, _ = strings.Cut(imp.Specifier, "<")
	if imp.Specifier == "" {
		return nil
	}
	return []Import{imp}
}
