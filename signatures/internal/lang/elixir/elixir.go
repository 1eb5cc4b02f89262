// Package elixir outlines Elixir.
package elixir

import (
	"cmp"
	_ "embed"
	"strings"

	"github.com/smacker/go-tree-sitter/elixir"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed elixir.scm
var query string

// Spec returns the table entry of Elixir.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Elixir",
		Grammar: elixir.GetLanguage, Query: query,
		Layout:  outline.Layout{Indent: "  ", Open: " do", Close: "end", Empty: " do end", Elided: " do … end"},
		Declare: declare,
		Imports: imports,
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	if d.Kind == "attr" {
		return attribute(f, d)
	}
	word := d.Node.Field("target").Text()
	args := d.Node.First("arguments").Arguments()
	block := d.Node.First("do_block")
	switch word {
	case "defmodule", "defprotocol", "defimpl":
		return module(f, d, word, args, block)
	case "def", "defmacro", "defguard", "defdelegate", "defn":
		return def(f, d, args, false)
	case "defp", "defmacrop", "defguardp", "defnp":
		return def(f, d, args, true)
	case "defstruct", "defexception", "use", "pipe_through", "plug":
		d.Silent, d.Head = true, outline.Cut(f.Flat(d.Node.Start(), d.Node.End()), 2*outline.MaxLine)
		return d.Parent != nil
	case "describe", "scope", "schema", "embedded_schema", "pipeline":
		if !block.Ok() {
			return false
		}
		d.Members, d.Body, d.Prune = true, block, word != "pipeline"
		d.Silent, d.Kind = word != "describe", word
		if word == "describe" {
			d.Kind, d.Names = "test", []string{title(args)}
		}
		d.Head = outline.Cut(f.Flat(d.Node.Start(), block.Start()), outline.MaxLine)
		return d.Parent != nil
	case "test", "property":
		d.Kind, d.Names, d.Body = "test", []string{title(args)}, block
		d.Head = outline.Cut(f.Flat(d.Node.Start(), block.StartOr(d.End)), outline.MaxLine)
		return d.Parent != nil && len(args) > 0 && args[0].Is("string")
	}
	return member(f, d, word)
}

// member reads the lines of schemas and routers.
func member(f *outline.File, d *outline.Decl, word string) bool {
	d.Silent, d.Head = true, outline.Cut(f.Flat(d.Node.Start(), d.Node.First("do_block").StartOr(d.End)), outline.MaxLine)
	switch word {
	case "field", "belongs_to", "has_many", "has_one", "many_to_many", "embeds_one", "embeds_many", "timestamps":
		return d.Parent != nil && strings.HasSuffix(d.Parent.Kind, "schema")
	case "get", "post", "put", "patch", "delete", "live", "resources", "forward", "socket", "channel":
		for p := d.Parent; p != nil; p = p.Parent {
			if strings.HasSuffix(p.Name(), "Router") || strings.HasSuffix(p.Name(), "Endpoint") || strings.HasSuffix(p.Name(), "Socket") {
				return true
			}
		}
	}
	return false
}

func title(args []outline.Node) string {
	if len(args) == 0 {
		return ""
	}
	return strings.Trim(outline.Cut(args[0].Text(), outline.MaxLine), `"`)
}

func module(f *outline.File, d *outline.Decl, word string, args []outline.Node, block outline.Node) bool {
	if len(args) == 0 {
		return false
	}
	name := lex.Compact(args[0].Text())
	full := name
	if d.Parent != nil {
		full = d.Parent.Path() + "." + name
	}
	d.Kind, d.Names, d.Exported = "module", []string{name}, true
	d.Members, d.Body, d.Shared = true, block, word != "defimpl"
	d.Head = f.Flat(d.Node.Start(), block.StartOr(d.End))
	if word == "defprotocol" {
		d.Kind = "interface"
	}
	if word == "defimpl" {
		d.Kind, d.Exported = "impl", false
		return true
	}
	f.Out.Package = cmp.Or(f.Out.Package, full)
	f.Out.Namespaces = mapped.AppendNew(f.Out.Namespaces, full)
	if d.Parent != nil {
		f.Export(full, d.Start)
	}
	return true
}

// attribute reads @doc, @spec, @type and similar attributes. The container's state keeps those that
// document the next definition.
func attribute(f *outline.File, d *outline.Decl) bool {
	call := d.Node.Field("operand")
	args := call.First("arguments").Arguments()
	if d.Parent == nil || len(args) == 0 {
		return false
	}
	d.Head = outline.Cut(f.Flat(d.Node.Start(), d.Node.End()), 2*outline.MaxLine)
	switch word := call.Field("target").Text(); word {
	case "moduledoc":
		if doc := doc(args[0]); doc != "" {
			d.Parent.Inner = `@moduledoc "` + doc + `"`
		}
	case "doc", "spec", "impl", "deprecated":
		d.Parent.Pending = cmp.Or(d.Parent.Pending, d.Start)
		if word != "doc" {
			d.Parent.State += d.Head + "\n"
		} else if doc := doc(args[0]); doc != "" {
			d.Parent.State += `@doc "` + doc + "\"\n"
		}
	case "type", "opaque", "callback", "macrocallback":
		d.Kind = "type"
		if strings.HasSuffix(word, "callback") {
			d.Kind = "method"
		}
		d.Names, d.Exported = []string{name(args[0])}, true
		documented(d)
		return true
	case "behaviour":
		d.Silent = true
		return true
	}
	return false
}

// documented gives a definition the attributes before it.
func documented(d *outline.Decl) {
	d.Above, d.Begin = d.Parent.State, d.Parent.Pending
	d.Parent.State, d.Parent.Pending = "", 0
}

// doc returns the first sentence of a documentation string.
func doc(n outline.Node) string {
	if !n.Is("string", "sigil") {
		return ""
	}
	return strings.ReplaceAll(outline.Summary("", n.First("quoted_content").Text()), `"`, "'")
}

// name returns the name that a definition's head defines.
func name(n outline.Node) string {
	for range 4 {
		switch n.Kind() {
		case "binary_operator":
			if op := n.Field("operator").Text(); op != "when" && op != "::" && op != `\\` {
				return op
			}
			n = n.Field("left")
			continue
		case "unary_operator":
			return n.Field("operator").Text()
		case "call":
			return n.Field("target").Text()
		}
		break
	}
	return n.Text()
}

// def reads a function or macro. Further clauses are listed for their line numbers only.
func def(f *outline.File, d *outline.Decl, args []outline.Node, private bool) bool {
	if len(args) == 0 {
		return false
	}
	d.Kind, d.Body = "func", d.Node.First("do_block")
	if strings.HasPrefix(d.Node.Text(), "defmacro") {
		d.Kind = "macro"
	}
	d.Names = []string{name(args[0])}
	d.Exported, d.Hidden = !private, private
	word := d.Node.Field("target").Text()
	d.Head = word + " " + outline.Cut(f.Flat(args[0].Start(), args[0].End()), 4*outline.MaxLine)
	if args[0].Is("binary_operator") && word != "defguard" && args[0].Field("operator").Text() == "when" {
		left := args[0].Field("left")
		d.Head = word + " " + f.Flat(left.Start(), left.End())
	}
	if len(args) > 1 && word == "defdelegate" {
		d.Head += ", " + f.Flat(args[1].Start(), args[1].End())
	}
	siblings := f.Roots
	if d.Parent != nil {
		siblings = d.Parent.Children
		documented(d)
	}
	if n := len(siblings); n > 0 && !private {
		if last := siblings[n-1]; last.Name() == d.Name() && last.Kind == d.Kind && arity(last.Head) == arity(d.Head) {
			d.Hidden = true
		}
	}
	return true
}

// arity counts the parameters of a head on one line.
func arity(head string) int {
	open := strings.IndexByte(head, '(')
	if open < 0 {
		return 0
	}
	depth, n := 0, 0
	for i := open; i < len(head); i++ {
		switch head[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 1 {
				n++
			}
		}
		if depth == 0 {
			break
		}
	}
	if strings.HasPrefix(head[open:], "()") {
		return 0
	}
	return n + 1
}

func imports(_ *outline.File, n outline.Node, in outline.Scopes) []lex.Import {
	imp := lex.Import{Line: n.Line()}
	switch n.Field("target").Text() {
	case "alias", "import":
		imp.Kind = "import"
	case "use":
		imp.Kind = "use"
	case "require":
		imp.Kind = "require"
	default:
		return nil
	}
	args := n.First("arguments").Arguments()
	if len(args) == 0 {
		return nil
	}
	module := ""
	for i := len(in) - 1; i >= 0 && module == ""; i-- {
		if in[i].Kind == "module" || in[i].Kind == "interface" {
			module = in[i].Path()
		}
	}
	var list []lex.Import
	add := func(name string) {
		imp.Specifier = strings.Replace(lex.Compact(name), "__MODULE__", module, 1)
		if imp.Specifier != "" && imp.Specifier[0] >= 'A' && imp.Specifier[0] <= 'Z' {
			list = append(list, imp)
		}
	}
	right := args[0].Field("right")
	if !args[0].Is("dot") || !right.Is("tuple") {
		add(args[0].Text())
		return list
	}
	for _, c := range right.Children() {
		if c.Is("alias") {
			add(args[0].Field("left").Text() + "." + c.Text())
		}
	}
	return list
}
