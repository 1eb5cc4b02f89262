// Package kotlin outlines Kotlin.
package kotlin

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/kotlin"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// suspects finds misread code: keywords parsed as names in a body that the grammar cannot read, annotations parsed as
// those of an expression, and a class's body parsed as an argument of its delegate.
const suspects = `
(infix_expression (simple_identifier) @keyword)
(call_expression (simple_identifier) @keyword)
(source_file (prefix_expression (annotation)) @error)
(explicit_delegation (call_expression (call_suffix (annotated_lambda)))) @error
`

//go:embed kotlin.scm
var query string

// Spec returns the table entry of Kotlin.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Kotlin",
		Grammar: kotlin.GetLanguage, Query: query, Suspects: suspects, Guard: guard, Mask: mask,
		Layout:   outline.Layout{Indent: "    ", Open: " {", Close: "}"},
		Declare:  declare,
		Imports:  imports,
		Complete: func(f *outline.File) { outline.EndConstants(f.Roots, "enum_entry") },
		Skeleton: skeleton(),
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	if d.Kind == "package" {
		d.Silent = true
		f.Out.Package = lex.Compact(d.Node.First("identifier").Text())
		return f.Out.Package != ""
	}
	head := modifiers(f, d)
	shown := !slices.Contains(head.Words, "private")
	d.Exported = shown && !slices.Contains(head.Words, "internal")
	if n := d.Node.First("type_identifier", "simple_identifier"); n.Ok() {
		d.Names = []string{strings.Trim(n.Text(), "`")}
	}
	switch d.Kind {
	case "class", "object", "companion":
		class(f, d, head)
		return shown
	case "entry":
		end := d.Node.First("class_body")
		d.Head = head.Head(f, d, end)
		d.Kind, d.Tail, d.Exported, d.Body = "const", new(","), true, end
	case "func":
		d.Body = d.Node.First("function_body")
		d.Head = head.Head(f, d, d.Body)
		if d.Hidden = !shown; d.Parent != nil {
			d.Kind = "method"
		} else if d.Name() == "main" {
			f.Out.Main = true
		}
	case "constructor":
		d.Kind, d.Names, d.Hidden = "method", []string{"constructor"}, !shown
		d.Head = strings.TrimSpace(strings.Join(head.Words, " ") + " " +
			f.Flat(head.From, d.Node.First("function_value_parameters").End()))
	case "property":
		property(f, d, head)
		shown = shown && len(d.Names) > 0
	case "type":
		d.Head = head.Head(f, d, outline.Node{})
	}
	return shown || d.Hidden
}

// modifiers reads the keywords, and the annotations into d.above.
func modifiers(f *outline.File, d *outline.Decl) outline.DeclHead {
	h := outline.DeclHead{From: d.Node.Start()}
	modifiers := d.Node.First("modifiers")
	if !modifiers.Ok() || modifiers.Start() != d.Node.Start() {
		return h
	}
	for _, c := range modifiers.Children() {
		switch {
		case c.Is("annotation"):
			text := f.Flat(c.Start(), c.End())
			switch name, _, _ := strings.Cut(lex.PathEndDot(text), "("); strings.TrimPrefix(name, "@") {
			case "Suppress", "JvmStatic", "JvmField", "JvmOverloads", "JvmName", "Throws", "OptIn", "Synchronized", "PublishedApi", "SuppressWarnings", "JvmSynthetic":
				continue
			}
			d.Above += outline.Closed(outline.Cut(text, outline.MaxValue)) + "\n"
		case !c.Is("line_comment", "multiline_comment"):
			h.Words = append(h.Words, c.Text())
		}
	}
	h.From = modifiers.End()
	return h
}

func class(f *outline.File, d *outline.Decl, head outline.DeclHead) {
	d.Members = true
	d.Body = d.Node.First("class_body", "enum_class_body")
	d.Head = head.Head(f, d, d.Body)
	switch {
	case d.Kind == "companion":
		d.Silent, d.Prune, d.Names = true, true, nil
	case d.Node.Has("interface"):
		d.Kind = "interface"
		if strings.HasSuffix(strings.TrimRight(f.Src[:d.Node.Start()], " "), "fun") { // masked
			d.Head = "fun " + d.Head
		}
	case d.Body.Is("enum_class_body"):
		d.Kind = "enum"
		d.Fill = !d.Body.First("function_declaration", "property_declaration", "companion_object", "class_declaration", "getter").Ok()
	}
}

func property(f *outline.File, d *outline.Decl, head outline.DeclHead) {
	d.Names = nil
	value := outline.Node{}
	next := false
	for _, c := range d.Node.Children() {
		switch {
		case next:
			value, next = c, false
		case c.Is("variable_declaration", "multi_variable_declaration"):
			for _, v := range append(c.Children(), c) {
				if v.Is("variable_declaration") {
					d.Names = append(d.Names, strings.Trim(v.First("simple_identifier").Text(), "`"))
				}
			}
		case c.Is("="):
			next = true
		case c.Is("property_delegate"):
			value = c
		case c.Is("getter", "setter") && d.End > c.Start():
			d.End = c.Start()
		}
	}
	d.Names = slices.DeleteFunc(d.Names, func(name string) bool { return name == "_" })
	d.Head = head.Head(f, d, value)
	if value.Ok() {
		d.Head += " " + f.Value(value)
	}
	if slices.Contains(head.Words, "const") {
		d.Kind = "const"
	} else if d.Parent == nil {
		d.Kind = "var"
	}
	d.Note = f.NoteAfter(d.End)
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	imp := lex.Import{Kind: "import", Line: n.Line(), Specifier: strings.ReplaceAll(lex.Compact(n.First("identifier").Text()), "`", "")}
	if imp.Specifier == "" {
		return nil
	}
	if n.First("wildcard_import").Ok() {
		imp.Kind = "wildcard"
		imp.Specifier += ".*"
	}
	return []lex.Import{imp}
}

// guard rejects two kinds of text. The scanner aborts where strings are nested more than 1,024 deep; a string opens
// inside another only in `${`, also where the brackets balance ("${"}${"}…). And annotations without a declaration
// take memory quadratic in their number: 8,000 of them take 1.9 GB.
func guard(src string) string {
	const most = 1000
	if strings.Count(src, "${") > most || isDense(src, '@') {
		return outline.FallbackTooDeep
	}
	return ""
}

// isDense reports whether a byte makes up more than a twelfth of some stretch of the text.
func isDense(src string, b byte) bool {
	const stretch, most = 8 << 10, 680
	for start := 0; start < len(src); start += stretch / 2 {
		if strings.Count(src[start:min(start+stretch, len(src))], string(b)) > most {
			return true
		}
	}
	return false
}

//go:embed masks.txt
var maskText string

var masks = sync.OnceValue(func() (rules []lex.MaskRule) {
	for line := range strings.Lines(maskText) {
		if line[0] != '#' {
			rules = append(rules, lex.MaskRule{Find: pattern.Of(strings.TrimSuffix(line[4:], "\n")), With: line[1]})
		}
	}
	return rules
})

// mask hides syntax that is newer than the grammar, or where the grammar ends a statement too early at a line end.
func mask(src string) string {
	return lex.MaskBy(masks(), src, func(word string) bool {
		switch word {
		case "is", "as", "in", "else", "by", "where", "val", "var", "fun", "class", "object": // words that are not infix functions
			return true
		}
		return false
	})
}
