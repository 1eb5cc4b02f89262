// Package swift outlines Swift.
package swift

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/swift"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed swift.scm
var query string

// Spec returns the table entry of Swift.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Swift",
		Grammar: swift.GetLanguage, Query: query, Guard: guard,
		Layout:   outline.Layout{Indent: "    ", Open: " {", Close: "}", Empty: " {}", Elided: " { … }"},
		Declare:  declare,
		Imports:  imports,
		Complete: complete,
		Skeleton: skeleton(),
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	head := modifiers(f, d)
	shown := !slices.Contains(head.Words, "private") && !slices.Contains(head.Words, "fileprivate")
	d.Exported = shown && exported(d, head.Words)
	switch d.Kind {
	case "class", "interface":
		declareType(f, d, head)
	case "case":
		_, names := d.Node.Fields("name")
		simple := mapped.Where(names, func(n outline.Node) bool { return n.Is("simple_identifier") })
		d.Names = mapped.Of(simple, outline.Node.Text)
		d.Kind = "const"
		d.Head = outline.Cut(head.Head(f, d, outline.Node{}), 2*outline.MaxLine)
		d.Note = f.NoteAfter(d.End)
		return len(d.Names) > 0
	case "func", "init", "subscript":
		if d.Node.Is("deinit_declaration") {
			shown, d.Exported = false, false
		}
		function(f, d, head, shown)
	case "property":
		property(f, d, head)
		shown = shown && len(d.Names) > 0
	case "type":
		d.Head = head.Head(f, d, outline.Node{})
	case "operator":
		d.Names, d.Exported = []string{d.Node.First("custom_operator").Text()}, true
	}
	return shown || d.Hidden
}

// exported reports whether other modules see a declaration. The default is internal, except for the requirements of
// a protocol, the cases of an enum and the members of a public extension.
func exported(d *outline.Decl, words []string) bool {
	switch {
	case slices.Contains(words, "public") || slices.Contains(words, "open"):
		return true
	case slices.Contains(words, "internal") || slices.Contains(words, "package"):
		return false
	case d.Kind == "operator":
		return true
	case d.Parent == nil || d.Kind == "class" && d.Node.Field("declaration_kind").Text() == "extension":
		return false
	case d.Kind == "case" || d.Parent.Kind == "interface":
		return d.Parent.Exported
	}
	return d.Parent.Kind == "extension" && d.Parent.State == "public"
}

// modifiers reads the keywords, and the attributes into d.above; those of a property are on its own line.
func modifiers(f *outline.File, d *outline.Decl) outline.DeclHead {
	h := outline.DeclHead{From: d.Node.Start()}
	modifiers := d.Node.First("modifiers")
	if !modifiers.Ok() || modifiers.Start() != d.Node.Start() {
		return h
	}
	for _, c := range modifiers.Children() {
		text := f.Flat(c.Start(), c.End())
		if !c.Is("attribute") {
			h.Words = append(h.Words, text)
			continue
		}
		switch name, _, _ := strings.Cut(strings.TrimPrefix(text, "@"), "("); name {
		case "main", "UIApplicationMain", "NSApplicationMain":
			f.Out.Main = true
		case "discardableResult", "inlinable", "inline", "usableFromInline", "frozen", "_disfavoredOverload", "preconcurrency", "_spi",
			"unchecked", "retroactive", "IBOutlet", "nonobjc":
			continue
		}
		if text = outline.Closed(outline.Cut(text, outline.MaxValue)); d.Kind == "property" && !strings.Contains(text, "(") {
			h.Words = append(h.Words, text)
		} else {
			d.Above += text + "\n"
		}
	}
	h.From = modifiers.End()
	return h
}

func declareType(f *outline.File, d *outline.Decl, head outline.DeclHead) {
	d.Members = true
	d.Head = head.Head(f, d, d.Body)
	switch kind := d.Node.Field("declaration_kind").Text(); kind {
	case "extension": // an extension adds members, not a name
		d.Kind = kind
		d.Names = []string{lex.PathEnd(lex.Compact(d.Name()))}
		d.Shared, d.Prune = true, !d.Node.First("inheritance_specifier").Ok()
		if d.Exported {
			d.Exported, d.State = false, "public"
		}
	case "struct", "enum":
		d.Kind = kind
	}
}

func function(f *outline.File, d *outline.Decl, head outline.DeclHead, shown bool) {
	if d.Kind == "subscript" {
		d.Body = d.Node.First("computed_property")
		d.Names = []string{"subscript"}
	}
	d.Head = head.Head(f, d, d.Body)
	if d.Node.Is("deinit_declaration") {
		d.Names = []string{"deinit"}
	}
	if d.Hidden = !shown; d.Kind != "func" || d.Parent != nil {
		d.Kind = "method"
	}
}

func property(f *outline.File, d *outline.Decl, head outline.DeclHead) {
	if d.Parent == nil {
		d.Kind = "var"
	}
	all, names := d.Node.Fields("name")
	d.Names = mapped.Flat(names, bound)
	value, computed := d.Node.Field("value"), d.Node.Field("computed_value")
	for _, c := range all {
		if c.Is("willset_didset_block") {
			d.Body = c
		}
	}
	switch {
	case computed.Ok():
		accessors := " { get }"
		if computed.First("computed_setter").Ok() || computed.First("computed_modify").Ok() {
			accessors = " { get set }"
		}
		d.Head, d.Body, d.Tail = head.Head(f, d, computed)+accessors, outline.Node{}, new("")
	case value.Ok() && len(names) == 1:
		d.Head, d.Body = head.Head(f, d, value)+" "+f.Value(value), outline.Node{}
	default:
		d.Head = outline.Closed(outline.Cut(head.Head(f, d, d.Body), 2*outline.MaxLine))
	}
	d.Note = f.NoteAfter(d.End)
}

// bound returns the names that a pattern binds.
func bound(pattern outline.Node) []string {
	if n := pattern.Field("bound_identifier"); n.Ok() {
		return []string{n.Text()}
	}
	var names []string
	for _, c := range pattern.Children() {
		switch c.Kind() {
		case "simple_identifier":
			names = append(names, c.Text())
		case "pattern":
			names = append(names, bound(c)...)
		}
	}
	return names
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	name := lex.Compact(n.First("identifier").Text())
	if name == "" {
		return nil
	}
	return []lex.Import{{Specifier: name, Kind: "import", Line: n.Line()}}
}

func complete(f *outline.File) {
	if path.Base(f.Path) == "main.swift" { // the only file that may have statements at the top level
		f.Out.Main = true
	}
}

// guard rejects long rows of '#': for each of them the scanner searches the rest of the row for the start of a raw
// string.
func guard(src string) string {
	if strings.Contains(src, strings.Repeat("#", 1000)) {
		return outline.FallbackTooLarge
	}
	return ""
}
