// Package csharp outlines C#.
package csharp

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/csharp"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed csharp.scm
var query string

// Spec returns the table entry of C#.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "C#",
		Grammar: csharp.GetLanguage, Query: query,
		Layout:   outline.Layout{Indent: "    ", Open: " {", Close: "}", Empty: " { }", Elided: " { … }", End: ";"},
		Declare:  declare,
		Imports:  imports,
		Mask:     mask,
		Skeleton: skeleton(),
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "package", "namespace":
		return namespace(f, d)
	case "program": // a statement at the top level: the file is the program
		if !d.Node.First("local_function_statement").Ok() {
			f.Out.Main = true
		}
		d.Inline = true
		return true
	case "constant":
		d.Kind, d.Tail, d.Exported = "const", new(","), true
		d.Head = f.ShortValue(d.Node, d.Node.Field("value"))
		d.Note = f.NoteAfter(d.End)
		return true
	}
	parts := modifiers(f, d)
	shown := visible(d, parts.Words)
	d.Exported = shown && exported(d, parts.Words)
	switch d.Kind {
	case "class", "struct", "record", "interface", "enum":
		d.Head = parts.Head(f, d, d.Body)
		if at := d.Body.Start(); d.Body.Ok() && at < len(f.Src) && f.Src[at] != '{' { // masked: the last byte of the head
			d.Head += f.Src[at : at+1]
			if d.Node.Field("name").End() == at {
				d.Names = []string{d.Name() + f.Src[at:at+1]}
			}
		}
		d.Members, d.Fill = d.Body.Ok() || d.Kind != "record", d.Kind == "enum"
		if d.Kind == "record" {
			d.Kind = "class"
		}
	case "method":
		method(f, d, parts)
		d.Hidden = !shown && !(d.Name() == "Main" && slices.Contains(parts.Words, "static"))
		return true
	case "property", "indexer", "event":
		property(f, d, parts)
	case "field":
		if shown {
			field(f, d, parts)
		}
	case "func":
		d.Exported = false
		return true
	}
	return shown
}

func namespace(f *outline.File, d *outline.Decl) bool {
	name := strings.Join(strings.Fields(d.Name()), "")
	d.Names = []string{name}
	full := d.Path()
	if d.Parent != nil {
		full = d.Parent.Path() + "." + name
	}
	f.Out.Package = cmp.Or(f.Out.Package, full)
	f.Out.Namespaces = mapped.AppendNew(f.Out.Namespaces, full)
	if d.Kind == "package" {
		d.Silent = true
		return true
	}
	d.Members, d.Shared, d.Exported, d.Prune = true, true, false, true
	return true
}

// modifiers reads modifiers, and the attributes into d.above.
func modifiers(f *outline.File, d *outline.Decl) outline.DeclHead {
	h := outline.DeclHead{From: d.Node.Start()}
	for _, c := range d.Node.Children() {
		switch c.Kind() {
		case "attribute_list":
			d.Above += attributes(f, c)
		case "modifier":
			h.Words = append(h.Words, c.Text())
		case "comment":
			continue
		default:
			if strings.HasPrefix(c.Kind(), "preproc") { // `#pragma` between attributes
				continue
			}
			h.From = c.Start()
			return h
		}
	}
	return h
}

// attributes returns those attributes of a list that matter to a reader. It drops those for the compiler, the
// debugger or an analyser.
func attributes(f *outline.File, list outline.Node) string {
	var kept []string
	for _, a := range list.Children() {
		if !a.Is("attribute") {
			continue
		}
		switch strings.TrimSuffix(lex.PathEndDot(a.Field("name").Text()), "Attribute") {
		case "Serializable", "DebuggerDisplay", "DebuggerStepThrough", "DebuggerNonUserCode", "DebuggerBrowsable",
			"DebuggerHidden", "MethodImpl", "SuppressMessage", "UnconditionalSuppressMessage", "ExcludeFromCodeCoverage",
			"EditorBrowsable", "GeneratedCode", "CompilerGenerated", "SecuritySafeCritical", "SecurityCritical",
			"CLSCompliant", "StackTraceHidden", "Preserve", "ComVisible", "NullableContext", "Nullable":
			continue
		}
		kept = append(kept, outline.Closed(outline.Cut(f.Flat(a.Start(), a.End()), outline.MaxValue)))
	}
	if len(kept) == 0 {
		return ""
	}
	return "[" + strings.Join(kept, ", ") + "]\n"
}

// exported reports whether other assemblies see a declaration. Without a modifier, a type is internal and a member
// of an interface is public.
func exported(d *outline.Decl, words []string) bool {
	if slices.Contains(words, "public") || slices.Contains(words, "protected") {
		return true
	}
	return !slices.Contains(words, "internal") && d.Parent != nil && d.Parent.Kind == "interface"
}

// visible reports whether other types of the assembly see a declaration. Without a modifier, a type is internal and
// a member private.
func visible(d *outline.Decl, words []string) bool {
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
	if private || file || d.Node.First("explicit_interface_specifier").Ok() {
		return false
	}
	return d.Parent == nil || d.Parent.Kind == "namespace" || d.Parent.Kind == "interface"
}

func method(f *outline.File, d *outline.Decl, parts outline.DeclHead) {
	stop := d.Node.First("constructor_initializer")
	if !stop.Ok() {
		stop = d.Body
	}
	d.Head = parts.Head(f, d, stop)
	if d.Node.Is("operator_declaration") {
		d.Names = []string{"operator " + d.Node.Field("operator").Text()}
	} else if d.Node.Is("conversion_operator_declaration") {
		d.Names = []string{"operator " + d.Node.Field("type").Text()}
	} else if d.Node.Is("destructor_declaration") {
		d.Names = []string{"~" + d.Name()}
	}
	if d.Name() == "Main" && slices.Contains(parts.Words, "static") {
		f.Out.Main = true
	}
}

// property shows the accessors of a property, without their bodies.
func property(f *outline.File, d *outline.Decl, parts outline.DeclHead) {
	value := d.Node.Field("value")
	stop := d.Body
	if !stop.Ok() {
		stop = value
	}
	d.Head = strings.TrimRight(parts.Head(f, d, stop), " =;")
	if d.Kind == "indexer" {
		d.Names, d.Kind = []string{"this"}, "property"
	}
	if d.Kind == "event" {
		return
	}
	accessors := ""
	for _, a := range d.Body.Children() {
		if a.Is("accessor_declaration") {
			for _, m := range a.Children() {
				if m.Is("modifier") {
					accessors += m.Text() + " "
				}
			}
			accessors += a.Field("name").Text() + "; "
		}
	}
	d.Head += " { " + cmp.Or(accessors, "get; ") + "}" // without accessors: => value
	d.Tail, d.Body = new(""), outline.Node{}
}

func field(f *outline.File, d *outline.Decl, parts outline.DeclHead) {
	list := d.Node.First("variable_declaration")
	d.Names = nil
	d.Head = strings.Join(parts.Words, " ") + " "
	if d.Node.Is("event_field_declaration") {
		d.Kind = "event"
		d.Head += "event "
	}
	d.Head += f.Flat(list.Field("type").Start(), list.Field("type").End())
	for _, v := range list.Children() {
		if !v.Is("variable_declarator") {
			continue
		}
		if len(d.Names) > 0 {
			d.Head += ","
		}
		d.Names = append(d.Names, v.Field("name").Text())
		children := v.Children()
		value := outline.Node{}
		if len(children) > 2 && v.Has("=") {
			value = children[len(children)-1]
		}
		d.Head += " " + f.ShortValue(v, value)
	}
	if slices.Contains(parts.Words, "const") || slices.Contains(parts.Words, "readonly") && slices.Contains(parts.Words, "static") {
		d.Kind = "const"
	}
	d.Note = f.NoteAfter(d.End)
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	imp := lex.Import{Kind: "use", Line: n.Line()}
	if n.Has("static") {
		imp.Kind = "static"
	}
	for _, c := range n.Children() {
		if c.Is("identifier", "qualified_name", "alias_qualified_name", "generic_name") {
			imp.Specifier = strings.Join(strings.Fields(c.Text()), "") // the last one: an alias comes first
		}
	}
	imp.Specifier, _, _ = strings.Cut(imp.Specifier, "<")
	if imp.Specifier == "" {
		return nil
	}
	return []lex.Import{imp}
}
