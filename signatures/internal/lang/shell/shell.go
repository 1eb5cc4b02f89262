// Package shell outlines shell scripts.
package shell

import (
	_ "embed"
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/bash"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed bash.scm
var query string

// Spec returns the table entry of the shells.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Shell",
		Grammar: bash.GetLanguage, Query: query, Mask: mask, Preprocess: withoutWide,
		Layout:  outline.Layout{Indent: "  "},
		Declare: declare,
		Imports: imports,
	}
}

// maxShellTop is how many plain variables at the top level are listed: a long script of steps has as many as steps.
const maxShellTop = 60

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "func":
		d.Exported = true
		if title, ok := strings.CutPrefix(f.Src[d.Start:d.Body.Start()], "@test"); ok && d.Body.Ok() { // masked
			d.Kind, d.Exported, d.Names = "test", false, []string{strings.Trim(strings.TrimSpace(title), `"'`)}
			d.Head = "@test " + strings.TrimSpace(title)
		}
	case "test":
		return test(f, d)
	case "var":
		name := d.Node.Field("name")
		d.Names = []string{name.Text()}
		d.Head = assignment(f, d.Node)
		if lex.IsConstantName(d.Name()) {
			d.Kind = "const"
		}
		return name.Is("variable_name") && len(f.Roots) < maxShellTop && path.Ext(f.Path) != ".bats"
	case "declare":
		return declaration(f, d)
	case "alias":
		name, value, ok := strings.Cut(strings.TrimPrefix(d.Node.Text(), "alias "), "=")
		d.Names = []string{name}
		d.Head = "alias " + name + "=" + outline.Closed(outline.Cut(value, outline.MaxValue))
		return ok && strings.HasPrefix(d.Node.Text(), "alias ") && !strings.Contains(name, " ")
	}
	return true
}

// test reads `@test "title" {` of bats. The grammar parses it as a command, and its body as part of
// the file's.
func test(f *outline.File, d *outline.Decl) bool {
	title, ok := strings.CutPrefix(d.Node.Text(), "@test")
	title = strings.TrimRight(title, " \t{")
	if !ok || path.Ext(f.Path) != ".bats" {
		return false
	}
	d.Names = []string{strings.Trim(strings.TrimSpace(title), `"'`)}
	d.Head = "@test" + title
	if at := strings.Index(f.Src[d.End:], "\n}"); at >= 0 {
		d.End += at + len("\n}")
	}
	return true
}

func assignment(f *outline.File, n outline.Node) string {
	value := n.Field("value")
	if !value.Ok() {
		return f.Flat(n.Start(), n.End())
	}
	return f.Src[n.Start():value.Start()] + f.Value(value)
}

// declaration reads export, readonly, declare and typeset.
func declaration(f *outline.File, d *outline.Decl) bool {
	children := d.Node.Children()
	keyword := children[0].Text()
	d.Kind, d.Names, d.Head = "var", nil, keyword
	d.Exported = keyword == "export"
	for _, c := range children[1:] {
		switch c.Kind() {
		case "word":
			flags := c.Text()
			if strings.Contains(flags, "f") || strings.Contains(flags, "n") && keyword == "export" {
				return false // lists functions, or removes the export
			}
			d.Exported = d.Exported || strings.Contains(flags, "x")
			d.Head += " " + flags
		case "variable_name":
			d.Names = append(d.Names, c.Text())
			d.Head += " " + c.Text()
		case "variable_assignment":
			d.Names = append(d.Names, c.Field("name").Text())
			d.Head += " " + assignment(f, c)
		}
	}
	if keyword == "readonly" || strings.Contains(d.Head, " -r") {
		d.Kind = "const"
	}
	return len(d.Names) > 0 && keyword != "local"
}

func imports(f *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	return sourced(f.Path, n.Field("name").Text(), n.Field("argument").Text(), n.Line())
}

// sources reports whether a command reads another file as a script.
func sources(name string) bool {
	return name == "." || name == "source" || name == "load" || name == "bats_load_library"
}

// sourced returns the file that a command reads.
func sourced(script, name, spec string, line int) []lex.Import {
	if !sources(name) {
		return nil
	}
	if len(spec) > 1 && strings.IndexByte(`"'`, spec[0]) >= 0 && spec[len(spec)-1] == spec[0] {
		spec = spec[1 : len(spec)-1]
	}
	if name == "load" { // bats allows omitting the extension
		if path.Ext(script) != ".bats" && path.Ext(script) != ".bash" {
			return nil
		}
		if path.Ext(spec) == "" {
			spec += ".bash"
		}
	}
	return []lex.Import{{Specifier: spec, Kind: "source", Line: line}}
}

var tests = pattern.Of(`(?m)^(@test[ \t]+(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\w+))[ \t]*\{`)

// Read-only.
var masks = []lex.MaskRule{
	{Find: pattern.Of(`(?m)^[^#\n]*\beval ("[^\n]*")`), With: 'x'}, // code in a string, with brackets of its own
}

var braces = pattern.Of(`\{[0-9]*(?:\.\.[0-9]*)?[^\x00-\x7f]+`)

// withoutWide hides non-ASCII characters where a number of {1..9} may be. The grammar's scanner passes them to
// isdigit of the C library, which indexes a table of 256 entries and crashes.
func withoutWide(src string) string {
	found := braces().FindAllStringIndex(src, -1)
	if found == nil {
		return src
	}
	out := []byte(src)
	for _, at := range found {
		for i := at[0]; i < at[1]; i++ {
			if out[i] >= 0x80 {
				out[i] = '_'
			}
		}
	}
	return string(out)
}

// mask hides syntax that the grammar cannot read. Tests of bats, commands to it, become functions.
func mask(src string) string {
	out := []byte(lex.MaskBy(masks, src, nil))
	for _, at := range tests().FindAllStringSubmatchIndex(src, -1) {
		for i := at[2]; i < at[3]; i++ {
			out[i] = '_'
		}
		copy(out[at[3]-len("()"):], "()")
	}
	return string(out)
}
