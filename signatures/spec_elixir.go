package signatures

import (
	_ "embed"
	"strings"

	"github.com/smacker/go-tree-sitter/elixir"
)

//go:embed queries/elixir.scm
var queryElixir string

func elixirSpec() *spec {
	return &spec{
		name: "Elixir", fence: "elixir", extensions: []string{".ex", ".exs"}, interpreters: []string{"elixir"},
		comments: hashComments(), grammar: elixir.GetLanguage, query: queryElixir,
		layout:  layout{indent: "  ", open: " do", close: "end", empty: " do end", elided: " do … end", line: "#"},
		declare: declareElixir,
		imports: importsElixir,
	}
}

func declareElixir(f *file, d *decl) bool {
	if d.kind == "attr" {
		return attributeElixir(f, d)
	}
	word := d.node.field("target").text()
	args := argumentsElixir(d.node)
	block := d.node.first("do_block")
	switch word {
	case "defmodule", "defprotocol", "defimpl":
		return moduleElixir(f, d, word, args, block)
	case "def", "defmacro", "defguard", "defdelegate", "defn":
		return defElixir(f, d, args, false)
	case "defp", "defmacrop", "defguardp", "defnp":
		return defElixir(f, d, args, true)
	case "defstruct", "defexception", "use", "pipe_through", "plug":
		d.silent, d.head = true, cut(f.flat(d.node.start(), d.node.end()), 2*maxLine)
		return d.parent != nil
	case "describe", "scope", "schema", "embedded_schema", "pipeline":
		if !block.ok() {
			return false
		}
		d.members, d.body, d.prune = true, block, word != "pipeline"
		d.silent, d.kind = word != "describe", word
		if word == "describe" {
			d.kind, d.names = "test", []string{titleElixir(args)}
		}
		d.head = cut(f.flat(d.node.start(), block.start()), maxLine)
		return d.parent != nil
	case "test", "property":
		d.kind, d.names, d.body = "test", []string{titleElixir(args)}, block
		d.head = cut(f.flat(d.node.start(), headEnd(d, block)), maxLine)
		return d.parent != nil && len(args) > 0 && args[0].is("string")
	}
	return memberElixir(f, d, word)
}

// memberElixir reads the lines of schemas and routers.
func memberElixir(f *file, d *decl, word string) bool {
	d.silent, d.head = true, cut(f.flat(d.node.start(), headEnd(d, d.node.first("do_block"))), maxLine)
	switch word {
	case "field", "belongs_to", "has_many", "has_one", "many_to_many", "embeds_one", "embeds_many", "timestamps":
		return d.parent != nil && strings.HasSuffix(d.parent.kind, "schema")
	case "get", "post", "put", "patch", "delete", "live", "resources", "forward", "socket", "channel":
		for p := d.parent; p != nil; p = p.parent {
			if strings.HasSuffix(p.name(), "Router") || strings.HasSuffix(p.name(), "Endpoint") || strings.HasSuffix(p.name(), "Socket") {
				return true
			}
		}
	}
	return false
}

func headEnd(d *decl, block node) int {
	if block.ok() {
		return block.start()
	}
	return d.end
}

func argumentsElixir(call node) []node {
	const enough = 50
	var list []node
	for _, a := range call.first("arguments").children() {
		if a.n.IsNamed() && !a.is("comment") && len(list) < enough {
			list = append(list, a)
		}
	}
	return list
}

func titleElixir(args []node) string {
	if len(args) == 0 {
		return ""
	}
	return strings.Trim(cut(args[0].text(), maxLine), `"`)
}

func moduleElixir(f *file, d *decl, word string, args []node, block node) bool {
	if len(args) == 0 {
		return false
	}
	name := compact(args[0].text())
	full := name
	if d.parent != nil {
		full = d.parent.path() + "." + name
	}
	d.kind, d.names, d.exported = "module", []string{name}, true
	d.members, d.body, d.shared = true, block, word != "defimpl"
	d.head = f.flat(d.node.start(), headEnd(d, block))
	if word == "defprotocol" {
		d.kind = "interface"
	}
	if word == "defimpl" {
		d.kind, d.exported = "impl", false
		return true
	}
	if f.out.Package == "" {
		f.out.Package = full
	}
	f.out.Namespaces = appendNew(f.out.Namespaces, full)
	if d.parent != nil {
		f.export(full, d.start)
	}
	return true
}

// attributeElixir reads @doc, @spec, @type and the like. What documents the
// next definition waits in its container's state.
func attributeElixir(f *file, d *decl) bool {
	call := d.node.field("operand")
	args := argumentsElixir(call)
	if d.parent == nil || len(args) == 0 {
		return false
	}
	d.head = cut(f.flat(d.node.start(), d.node.end()), 2*maxLine)
	switch word := call.field("target").text(); word {
	case "moduledoc":
		if doc := docElixir(args[0]); doc != "" {
			d.parent.inner = `@moduledoc "` + doc + `"`
		}
	case "doc":
		if doc := docElixir(args[0]); doc != "" {
			d.parent.state += `@doc "` + doc + "\"\n"
		}
	case "spec", "impl", "deprecated":
		d.parent.state += d.head + "\n"
	case "type", "opaque", "callback", "macrocallback":
		d.kind = "type"
		if strings.HasSuffix(word, "callback") {
			d.kind = "method"
		}
		d.names, d.exported = []string{nameElixir(args[0])}, true
		d.above, d.parent.state = d.parent.state, ""
		return true
	case "behaviour":
		d.silent = true
		return true
	}
	return false
}

// docElixir is the first sentence of a documentation string.
func docElixir(n node) string {
	if !n.is("string", "sigil") {
		return ""
	}
	return strings.ReplaceAll(summary("", n.first("quoted_content").text()), `"`, "'")
}

// nameElixir is the name that a definition's head defines.
func nameElixir(n node) string {
	for range 4 {
		switch n.kind() {
		case "binary_operator":
			if op := n.field("operator").text(); op != "when" && op != "::" && op != `\\` {
				return op
			}
			n = n.field("left")
			continue
		case "unary_operator":
			return n.field("operator").text()
		case "call":
			return n.field("target").text()
		}
		break
	}
	return n.text()
}

// defElixir reads a function or macro. Its clauses after the first are listed
// for their lines.
func defElixir(f *file, d *decl, args []node, private bool) bool {
	if len(args) == 0 {
		return false
	}
	d.kind, d.body = "func", d.node.first("do_block")
	if strings.HasPrefix(d.node.text(), "defmacro") {
		d.kind = "macro"
	}
	d.names = []string{nameElixir(args[0])}
	d.exported, d.hidden = !private, private
	word := d.node.field("target").text()
	d.head = word + " " + cut(f.flat(args[0].start(), args[0].end()), 4*maxLine)
	if args[0].is("binary_operator") && word != "defguard" && args[0].field("operator").text() == "when" {
		left := args[0].field("left")
		d.head = word + " " + f.flat(left.start(), left.end())
	}
	if len(args) > 1 && word == "defdelegate" {
		d.head += ", " + f.flat(args[1].start(), args[1].end())
	}
	siblings := f.roots
	if d.parent != nil {
		siblings = d.parent.children
		d.above, d.parent.state = d.parent.state, ""
	}
	if n := len(siblings); n > 0 && !private {
		if last := siblings[n-1]; last.name() == d.name() && last.kind == d.kind && arity(last.head) == arity(d.head) {
			d.hidden = true
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

func importsElixir(_ *file, n node, in scopes) []Import {
	imp := Import{Line: n.line()}
	switch n.field("target").text() {
	case "alias", "import":
		imp.Kind = "import"
	case "use":
		imp.Kind = "use"
	case "require":
		imp.Kind = "require"
	default:
		return nil
	}
	args := argumentsElixir(n)
	if len(args) == 0 {
		return nil
	}
	module := ""
	for i := len(in) - 1; i >= 0 && module == ""; i-- {
		if in[i].kind == "module" || in[i].kind == "interface" {
			module = in[i].path()
		}
	}
	var list []Import
	add := func(name string) {
		imp.Specifier = strings.Replace(compact(name), "__MODULE__", module, 1)
		if imp.Specifier != "" && imp.Specifier[0] >= 'A' && imp.Specifier[0] <= 'Z' {
			list = append(list, imp)
		}
	}
	right := args[0].field("right")
	if !args[0].is("dot") || !right.is("tuple") {
		add(args[0].text())
		return list
	}
	for _, c := range right.children() {
		if c.is("alias") {
			add(args[0].field("left").text() + "." + c.text())
		}
	}
	return list
}
