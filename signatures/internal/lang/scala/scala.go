// Package scala outlines Scala.
package scala

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/scala"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed scala.scm
var query string

// Spec returns the table entry of Scala.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Scala",
		Grammar: scala.GetLanguage, Query: query, Guard: guard, Preprocess: preprocess, Mask: mask,
		Layout:  outline.Layout{Indent: "  ", Open: " {", Close: "}"},
		Declare: declare,
		Imports: imports,
	}
}

// guard rejects long lines: for many tokens the scanner counts the characters from the start of the line. 120,000
// bytes of names on one line took 20 seconds.
func guard(src string) string {
	const most = 200_000_000 // squares of lengths: one line may have 14,000 bytes
	sum := 0
	for line := range strings.Lines(src) {
		if sum += len(line) * len(line); sum > most {
			return outline.FallbackLongLines
		}
	}
	return ""
}

func declare(f *outline.File, d *outline.Decl) bool {
	if d.Kind == "object" && packages().MatchString(f.Src[d.Node.Start():]) { // see sureScala
		d.Kind = "package"
	}
	if d.Kind == "package" {
		return declarePackage(f, d)
	}
	shown := member(f, d)
	d.Exported = d.Exported && d.State != within
	return shown
}

// within is the state of declarations that only the enclosing package or class sees: shown, but not exported.
const within = "within"

func member(f *outline.File, d *outline.Decl) bool {
	head := modifiers(f, d)
	d.Exported = true
	for _, w := range head.Words {
		d.Exported = d.Exported && w != "private" && w != "private[this]"
		if strings.HasPrefix(w, "private[") {
			d.State = within
		}
	}
	d.Names = []string{strings.Trim(d.Name(), "`")}
	switch d.Kind {
	case "class", "object", "trait", "enum":
		return declareType(f, d, head)
	case "packageobject":
		d.Kind, d.Members, d.Shared = "object", true, true
		d.Head = head.Head(f, d, d.Body)
		if path.Base(f.Path) == "package.scala" {
			f.Out.Package = joined(f.Out.Package, d.Name())
		}
	case "case":
		enumCase(f, d)
	case "func":
		d.Head = strings.TrimRight(head.Head(f, d, d.Body), " =")
		if d.Parent != nil && !d.Parent.Shared {
			d.Kind, d.Hidden = "method", !d.Exported
		}
		main(f, d)
	case "val":
		return val(f, d, head)
	case "type":
		d.Head = outline.Cut(head.Head(f, d, outline.Node{}), 2*outline.MaxLine)
	case "given":
		d.Kind = "val"
		d.Head = strings.TrimSuffix(strings.TrimRight(head.Head(f, d, d.Body), " =:{"), " with")
		if d.Name() == "" {
			d.Silent, d.Names = true, nil
		}
	case "extension":
		d.Silent, d.Members, d.Shared, d.Prune, d.Names = true, true, true, true, nil
		d.Head = f.Flat(d.Node.Start(), d.Node.Field("body").Start())
		d.Body = outline.Node{}
	}
	return d.Exported || d.Hidden
}

// declarePackage notes a package clause: several can follow one another.
func declarePackage(f *outline.File, d *outline.Decl) bool {
	name := lex.Compact(d.Name())
	if d.Parent == nil {
		f.Out.Package = joined(f.Out.Package, name)
	}
	d.Names, d.Silent, d.Exported = []string{name}, true, false
	if d.Body.Ok() {
		d.Members, d.Shared, d.Prune = true, true, true
		d.Head = f.Flat(d.Node.Start(), d.Body.Start())
	}
	return true
}

func joined(outer, name string) string {
	if outer == "" {
		return name
	}
	return outer + "." + name
}

// modifiers reads the keywords, and the annotations into d.above.
func modifiers(f *outline.File, d *outline.Decl) outline.DeclHead {
	h := outline.DeclHead{From: d.Node.Start()}
	for _, c := range d.Node.Children() {
		switch c.Kind() {
		case "annotation":
			text := f.Flat(c.Start(), c.End())
			switch name := c.Field("name").Text(); name {
			case "main":
				f.Out.Main = true
			case "tailrec", "inline", "noinline", "nowarn", "unchecked", "switch", "SuppressWarnings", "specialized", "implicitNotFound",
				"implicitAmbiguous", "transient", "volatile", "uncheckedVariance", "targetName", "static", "unused", "inheritedDoc":
				continue
			}
			d.Above += outline.Closed(outline.Cut(text, outline.MaxValue)) + "\n"
		case "modifiers":
			h.Words = append(h.Words, mapped.Of(c.Children(), func(m outline.Node) string { return f.Flat(m.Start(), m.End()) })...)
		case "comment", "block_comment":
			continue
		default:
			h.From = c.Start()
			return h
		}
	}
	return h
}

func declareType(f *outline.File, d *outline.Decl, head outline.DeclHead) bool {
	d.Members = true
	d.Head = strings.TrimRight(head.Head(f, d, d.Body), " :{")
	if d.Kind == "object" {
		for _, parent := range strings.FieldsFunc(d.Node.Field("extend").Text(), func(r rune) bool { return !lex.IsWord(r) && r != '.' }) {
			switch parent {
			case "App", "IOApp", "ZIOAppDefault", "IOApp.Simple":
				f.Out.Main = true
			}
		}
	}
	return d.Exported
}

func main(f *outline.File, d *outline.Decl) {
	if d.Name() != "main" || d.Parent == nil || d.Parent.Kind != "object" {
		return
	}
	if strings.Contains(d.Node.Field("parameters").Text(), "Array[String]") {
		f.Out.Main = true
	}
}

func enumCase(f *outline.File, d *outline.Decl) {
	cases := mapped.Where(d.Node.Children(), func(c outline.Node) bool { return c.Is("simple_enum_case", "full_enum_case") })
	d.Names = mapped.Of(cases, func(c outline.Node) string { return c.Field("name").Text() })
	d.Kind, d.Exported = "const", true
	d.Head = f.Flat(d.Node.Start(), d.Node.End())
	d.Note = f.NoteAfter(d.End)
}

func val(f *outline.File, d *outline.Decl, head outline.DeclHead) bool {
	pattern, value := d.Node.Field("pattern"), d.Node.Field("value")
	if !pattern.Ok() {
		pattern = d.Node.Field("name")
	}
	d.Names = bound(pattern)
	if d.Parent == nil || d.Parent.Shared {
		d.Kind = "var"
	}
	d.Head = head.Head(f, d, value)
	if value.Ok() {
		d.Head += " " + f.Value(value)
	}
	d.Note = f.NoteAfter(d.End)
	return d.Exported && len(d.Names) > 0
}

// bound returns the names that a pattern binds.
func bound(n outline.Node) []string {
	if n.Is("identifier") {
		return []string{strings.Trim(n.Text(), "`")}
	}
	if n.Is("identifiers", "tuple_pattern", "typed_pattern") {
		return mapped.Flat(n.Children(), bound)
	}
	return nil
}

func imports(f *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	return importsOf(f.Flat(n.Start(), n.End()), n.Line())
}

// importsOf reads an import on one line.
func importsOf(text string, line int) []lex.Import {
	var list []lex.Import
	text = strings.TrimPrefix(text, "import")
	for _, expression := range splitOutside(text) {
		prefix, selectors, braces := strings.Cut(strings.TrimSuffix(expression, "}"), "{")
		prefix = lex.Compact(prefix)
		if !braces {
			prefix, _, _ = strings.Cut(expression, " as ")
			prefix, _, _ = strings.Cut(prefix, "=>")
			list = appendImport(list, "", lex.Compact(prefix), line)
			continue
		}
		for selector := range strings.SplitSeq(selectors, ",") {
			name, alias, _ := strings.Cut(strings.ReplaceAll(selector, " as ", "=>"), "=>")
			if strings.TrimSpace(alias) == "_" { // hides the name
				continue
			}
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ") // given T
			list = appendImport(list, prefix, name, line)
		}
	}
	return list
}

func appendImport(list []lex.Import, prefix, name string, line int) []lex.Import {
	imp := lex.Import{Specifier: strings.ReplaceAll(prefix+name, "`", ""), Kind: "import", Line: line}
	switch lex.PathEndDot(name) {
	case "":
		return list
	case "_", "*", "given":
		imp.Kind = "wildcard"
		imp.Specifier = strings.TrimSuffix(imp.Specifier, lex.PathEndDot(name)) + "*"
	}
	if slices.ContainsFunc(list, func(have lex.Import) bool { return have.Specifier == imp.Specifier }) {
		return list
	}
	return append(list, imp)
}

// splitOutside splits a list at the commas outside of braces.
func splitOutside(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[start:]))
}

var packages = pattern.Of(`^package([ \t]+\w[\w.]*)[ \t]*\{`)

// preprocess turns nested packages and package objects, which the grammar parses as expressions, into objects.
func preprocess(src string) string {
	if !strings.Contains(src, " package ") {
		return src
	}
	out := []byte(src)
	for i, line := 0, ""; i < len(src); i += len(line) {
		line = src[i:]
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line = line[:n+1]
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if indent == 0 {
			continue
		}
		if strings.HasPrefix(line[indent:], "package object ") {
			copy(out[i+indent:], "       ")
		} else if at := packages().FindStringSubmatchIndex(line[indent:]); at != nil {
			name := strings.ReplaceAll(line[indent+at[2]:indent+at[3]], ".", "_")
			copy(out[i+indent:], "object "+name)
		}
	}
	return string(out)
}

// Read-only.
var masks = []lex.MaskRule{
	// An annotated constructor: `class A @Inject() (b: B)`.
	{Find: pattern.Of(`\bclass\s+\w+(?:\[[^\]\n]*\])?\s+(@\w+(?:\([^()\n]*\))?)\s*(?:private\s*|protected\s*)?\(`), With: ' '},
	// The first of two argument lists after the superclass: `extends B()(C)`.
	{Find: pattern.Of(`\bextends\s+[\w.]+(?:\[[^\n(){}]*\])?(\([^()\n]*\))\(`), With: ' '},
	// A backslash does not escape the end of a raw string.
	{Find: pattern.Of(`"""[^"\n]*?(\\)"""`), With: ' '},
	{Find: pattern.Of(`[(,]\s*(@\w+(?:\([^()\n]*\))?)\s+(?:val\s+|override\s+)*\w+\s*:`), With: ' '},
}

// mask hides annotations where the grammar does not expect them.
func mask(src string) string { return lex.MaskBy(masks, src, nil) }
