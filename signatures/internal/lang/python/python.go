// Package python outlines Python.
package python

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/python"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed python.scm
var query string

// Spec returns the table entry of Python.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Python",
		Grammar: python.GetLanguage, Query: query,
		Layout:       outline.Layout{Indent: "    ", Open: ":"},
		SingleQuoted: true,
		Declare:      declare,
		Public:       isPublic,
		Imports:      imports,
		Complete:     complete,
		Heads:        heads,
		Skeleton:     &lex.Rules{Build: build, Block: lex.Declares, Hollow: "()"},
	}
}

// heads recognizes all functions, except those with default values that branch. Read-only.
var heads = &lex.Heads{
	Plain: lex.PlainBytes("*.,:=-|"),
	Open: func(line string) int {
		rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimLeft(line, " \t"), "async "), "def ")
		if open := lex.AfterName(rest); ok && open > 0 {
			return len(line) - len(rest) + open
		}
		return -1
	},
	Fits: func(inside, _ string) bool { return !lex.HasWord(inside, "if", "for", "and", "or") },
}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "class", "func":
		return define(f, d)
	case "conditional":
		d.Inline = true
		return !strings.HasPrefix(d.Node.Field("condition").Text(), "__name__")
	case "reexport":
		return reexport(f, d)
	case "type":
		for _, c := range d.Node.Children() {
			if c.Is("type") && c.Named() {
				d.Names = []string{lex.PathHead(c.Text())}
				break
			}
		}
		d.Tail = new("")
		d.Exported = isPublic(d.Name())
	case "var", "field":
		return assign(f, d)
	}
	return true
}

func define(f *outline.File, d *outline.Decl) bool {
	private := !isPublic(d.Name())
	d.Exported = !private
	decorators := decorators(f, d)
	if d.Kind == "class" {
		d.Members = true
		if d.Parent != nil && private {
			return false
		}
	} else if d.Parent != nil {
		d.Kind = "method"
		for _, name := range decorators {
			if name == "property" || strings.HasSuffix(name, "cached_property") {
				d.Kind = "property"
			}
			if strings.HasSuffix(name, ".setter") || strings.HasSuffix(name, ".deleter") {
				d.Hidden = true // the property itself is shown
			}
		}
		d.Hidden = d.Hidden || private
	}
	d.Head = withoutDocs(outline.ShortStrings(strings.TrimRight(f.Flat(d.Node.Start(), d.Body.StartOr(d.End)), ": ")))
	if doc := docstring(d.Body); doc != "" {
		d.Inner = doc
	}
	return true
}

// decorators puts the decorators before the signature, a line each, and returns their names without arguments.
func decorators(f *outline.File, d *outline.Decl) []string {
	if len(d.Outer) == 0 {
		return nil
	}
	wrapper := d.Outer[len(d.Outer)-1]
	if wrapper.Field("definition").Start() != d.Node.Start() {
		return nil
	}
	d.Extend(wrapper)
	var names []string
	for _, c := range wrapper.Children() {
		if c.Is("decorator") {
			text := f.Flat(c.Start(), c.End())
			name, _, _ := strings.Cut(strings.TrimPrefix(text, "@"), "(")
			names = append(names, name)
			d.Above += outline.Cut(text, outline.MaxLine) + "\n"
		}
	}
	return names
}

// docstring returns the first line of a body's docstring, in quotes.
func docstring(body outline.Node) string {
	if !body.Ok() {
		return ""
	}
	for _, c := range body.Children() {
		if c.Is("comment") {
			continue
		}
		s := c.First("string")
		if !c.Is("expression_statement") || !s.Ok() {
			return ""
		}
		text := strings.Trim(strings.TrimLeft(s.Text(), "rRuUbBfF"), "\"'")
		if text = outline.Summary("", text); text != "" {
			return `"""` + text + `"""`
		}
		return ""
	}
	return ""
}

func assign(f *outline.File, d *outline.Decl) bool {
	left := d.Node.Field("left")
	d.Tail = new("")
	d.Names = nil
	for n := d.Node; n.Is("assignment", "augmented_assignment"); n = n.Field("right") {
		d.Names = append(d.Names, targets(n.Field("left"))...)
	}
	if left.Text() == "__all__" {
		f.ExportList = true
		for _, s := range d.Node.Field("right").Children() {
			if s.Is("string") {
				name := strings.Trim(s.Text(), `"'`)
				f.Export(name, s.Start())
				f.Local(name)
			}
		}
		return false
	}
	if d.Node.Is("augmented_assignment") || len(d.Names) == 0 {
		return false
	}
	if d.Exported = d.Exported || slices.ContainsFunc(d.Names, isPublic); !d.Exported {
		return false
	}
	if d.Kind == "var" && lex.IsConstantName(d.Name()) {
		d.Kind = "const"
	}
	d.Head = left.Text()
	if t := d.Node.Field("type"); t.Ok() {
		d.Head += ": " + f.Flat(t.Start(), t.End())
	}
	if right := d.Node.Field("right"); right.Ok() {
		d.Head += " = " + f.Value(right)
	}
	d.Note = f.NoteAfter(d.End)
	return true
}

func targets(left outline.Node) []string {
	switch left.Kind() {
	case "identifier":
		return []string{left.Text()}
	case "pattern_list", "tuple_pattern":
		return mapped.Flat(left.Children(), targets)
	}
	return nil
}

// isPublic reports whether a name is exported: a leading underscore makes it private, except for __dunder__ names.
func isPublic(name string) bool {
	return !strings.HasPrefix(name, "_") ||
		len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

func imports(f *outline.File, n outline.Node, in outline.Scopes) []lex.Import {
	_, names := n.Fields("name")
	if n.Is("import_statement") {
		var list []lex.Import
		for _, name := range names {
			if name.Is("aliased_import") {
				name = name.Field("name")
			}
			list = append(list, lex.Import{Specifier: name.Text(), Kind: "import", Line: n.Line()})
		}
		return list
	}
	imp := lex.Import{Specifier: strings.Join(strings.Fields(n.Field("module_name").Text()), ""), Kind: "import", Line: n.Line()}
	for _, name := range names {
		if name.Is("aliased_import") {
			name = name.Field("name")
		}
		imp.Names = append(imp.Names, name.Text())
	}
	if n.First("wildcard_import").Ok() {
		imp.Names = []string{"*"}
	}
	if len(in) == 0 {
		for _, name := range reexports(f, n) {
			f.Export(name, n.Start())
		}
	}
	return []lex.Import{imp}
}

// reexport shows the names that a module re-exports, one line for each module that it imports from.
func reexport(f *outline.File, d *outline.Decl) bool {
	names := reexports(f, d.Node)
	if len(names) == 0 {
		return false
	}
	for i, name := range names {
		if strings.HasPrefix(name, "* ") {
			names[i] = "*"
		}
	}
	d.Silent, d.Names, d.Tail = true, nil, new("")
	d.State = f.Flat(d.Node.Start(), d.Node.Field("module_name").End())
	list := strings.Join(names, ", ")
	if len(f.Roots) > 0 {
		if last := f.Roots[len(f.Roots)-1]; last.Kind == d.Kind && last.State == d.State && len(last.Head) < outline.MaxHead {
			last.Head += ", " + list
			return false
		}
	}
	d.Head = d.State + " import " + list
	return true
}

// reexports returns the names that an import re-exports. `from x import y as y` does (PEP 484), and so do imports
// from a package's own modules in its __init__.
func reexports(f *outline.File, n outline.Node) []string {
	var list []string
	module := strings.Join(strings.Fields(n.Field("module_name").Text()), "")
	facade := strings.HasPrefix(module, ".") && strings.HasPrefix(path.Base(f.Path), "__init__.py")
	_, names := n.Fields("name")
	for _, name := range names {
		alias := name
		again := false
		if name.Is("aliased_import") {
			alias = name.Field("alias")
			again = alias.Text() == name.Field("name").Text()
		}
		if (facade || again) && isPublic(alias.Text()) {
			list = append(list, alias.Text())
		}
	}
	if facade && n.First("wildcard_import").Ok() {
		list = append(list, "* from '"+module+"'")
	}
	return list
}

// complete makes __all__, if there is one, the only list of exported names.
func complete(f *outline.File) {
	f.Header = docstring(f.Root())
	if !f.ExportList {
		return
	}
	for _, d := range f.Roots {
		d.Exported, d.Listed = slices.ContainsFunc(d.Names, func(name string) bool { return f.Locals[name] }), true
	}
	kept, at := f.Exports[:0], f.ExportAt[:0]
	for i, name := range f.Exports {
		if f.Locals[name] {
			kept, at = append(kept, name), append(at, f.ExportAt[i])
		}
	}
	f.Exports, f.ExportAt = kept, at
}

// docOf matches the documentation of a parameter (PEP 727), unless it is long.
var docOf = pattern.Of(`,\s*Doc\(\s*(?:"""[^"]*"""|\'\'\'[^']*\'\'\'|"[^"]*"|'[^']*')\s*,?\s*\)`)

// withoutDocs removes the documentation of parameters from a signature: Annotated[int, Doc("…")] becomes int.
func withoutDocs(head string) string {
	if !strings.Contains(head, "Doc(") {
		return head
	}
	head = docOf().ReplaceAllString(head, "")
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(head, "Annotated[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if end := aloneIn(rest); end >= 0 {
			b.WriteString(strings.TrimRight(rest[:end], ", "))
			head = rest[end+1:]
			continue
		}
		b.WriteString("Annotated[")
		head = rest
	}
}

// aloneIn returns the end of the bracket at the start of text, if it holds one element; -1 otherwise, and for more
// than a kilobyte.
func aloneIn(text string) int {
	depth, comma := 0, false
	for i, c := range text[:min(len(text), 1<<10)] {
		switch c {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth < 0 {
				return i
			}
		case ',':
			comma = comma || depth == 0
		case ' ':
		default:
			if comma {
				return -1
			}
		}
	}
	return -1
}
