// Package ruby outlines Ruby.
package ruby

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"github.com/smacker/go-tree-sitter/ruby"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed ruby.scm
var query string

// Spec returns the table entry of Ruby.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Ruby",
		Grammar: ruby.GetLanguage, Query: query, Guard: guard,
		Layout:  outline.Layout{Indent: "  ", Close: "end", Empty: "; end", Scope: "::"},
		Declare: declare,
		Imports: imports,
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	switch d.Kind {
	case "class", "module", "singleton":
		container(f, d)
	case "method":
		method(f, d)
	case "const":
		constant(f, d)
	case "var":
		d.Names, d.Exported = []string{d.Node.Field("left").Text()}, true
		d.Head = f.ShortValue(d.Node, d.Node.Field("right"))
	case "alias":
		d.Kind, d.Names = "method", []string{strings.TrimPrefix(d.Node.Field("name").Text(), ":")}
		d.Exported = !hidden(d)
		return d.Exported
	case "section": // a bare `private` applies to what follows
		if state := d.Node.Text(); d.Parent != nil && isSection(state) {
			d.Parent.State = state
		}
		return false
	case "call":
		return call(f, d)
	}
	return true
}

func isSection(word string) bool {
	return word == "private" || word == "protected" || word == "public" || word == "module_function"
}

func container(f *outline.File, d *outline.Decl) {
	d.Members, d.Exported = true, true
	d.Shared = d.Kind == "module"
	if d.Kind == "singleton" {
		d.Names, d.Silent, d.Prune, d.Shared = nil, true, true, true
		d.Head = "class << " + d.Node.Field("value").Text()
		return
	}
	head := d.Node.Field("name")
	if super := d.Node.Field("superclass"); super.Ok() {
		head = super
	}
	d.Head = f.Flat(d.Node.Start(), head.End())
}

// hidden reports whether a `private` or `protected` around or above a declaration applies to it.
func hidden(d *outline.Decl) bool {
	for _, o := range d.Outer {
		switch o.Field("method").Text() {
		case "private", "protected", "private_class_method":
			return true
		case "public", "module_function":
			return false
		}
	}
	return d.Parent != nil && (d.Parent.State == "private" || d.Parent.State == "protected")
}

func method(f *outline.File, d *outline.Decl) {
	end := d.Node.Field("name").End()
	if p := d.Node.Field("parameters"); p.Ok() {
		end = p.End()
	}
	d.Head = f.Flat(d.Node.Start(), end)
	singleton := d.Node.Is("singleton_method")
	hidden := hidden(d)
	if singleton { // a section does not apply to `def self.x`
		hidden = slices.ContainsFunc(d.Outer, func(o outline.Node) bool { return o.Field("method").Text() == "private_class_method" })
		d.State = "singleton"
	}
	if d.Parent == nil || d.Parent.Kind == "namespace" {
		d.Kind = "func"
		hidden = len(d.Outer) > 0 && hidden
	}
	d.Exported, d.Hidden = !hidden, hidden
}

func constant(f *outline.File, d *outline.Decl) {
	left, right := d.Node.Field("left"), d.Node.Field("right")
	d.Names, d.Exported = []string{left.Text()}, true
	block := right.Field("block")
	if !right.Is("call") || !block.Ok() {
		d.Head = f.ShortValue(d.Node, right)
		d.Note = f.NoteAfter(d.End)
		return
	}
	d.Head = left.Text() + " = " + outline.Cut(f.Flat(right.Start(), block.Start()), outline.MaxLine)
	switch right.Field("receiver").Text() {
	case "Struct", "Class", "Module", "Data", "::Struct", "::Class", "::Module", "::Data":
		d.Kind, d.Members, d.Body = "class", true, block
		d.Open = new(" do")
		d.Empty = new("")
	}
}

// call reads the calls that declare something.
func call(f *outline.File, d *outline.Decl) bool {
	name := d.Node.Field("method").Text()
	args := d.Node.Field("arguments").Arguments()
	switch name {
	case "private", "protected", "public", "module_function", "private_class_method", "private_constant", "public_class_method":
		return section(f, d, name, args)
	case "attr_accessor", "attr_reader", "attr_writer", "attr", "mattr_accessor", "mattr_reader", "mattr_writer",
		"cattr_accessor", "cattr_reader", "cattr_writer", "class_attribute", "thread_mattr_accessor", "config_accessor",
		"attribute", "store_accessor":
		return named(f, d, "property", args)
	case "define_method", "define_singleton_method", "alias_method", "alias_attribute", "scope", "helper_method", "let", "let!", "subject", "def_delegator":
		if len(args) > 1 && name != "helper_method" {
			args = args[:1]
		}
		return named(f, d, "method", args)
	case "include", "extend", "prepend", "using", "has_many", "has_one", "belongs_to", "has_and_belongs_to_many",
		"validates", "validate", "delegate", "def_delegators", "enum", "accepts_nested_attributes_for", "before_action", "after_action",
		"around_action", "skip_before_action", "rescue_from", "has_secure_password", "has_one_attached", "has_many_attached", "queue_as",
		"before_save", "after_save", "before_create", "after_create", "before_validation", "after_commit", "layout", "helper":
		d.Silent = true
		d.Head = outline.Cut(f.Flat(d.Node.Start(), d.Node.Field("block").StartOr(d.Node.End())), outline.MaxLine)
		return d.Parent != nil && d.Parent.Kind != "test"
	}
	return block(f, d, name, args)
}

// section reads `private :name` and `private def name`.
func section(f *outline.File, d *outline.Decl, word string, args []outline.Node) bool {
	var siblings []*outline.Decl
	if d.Parent != nil {
		siblings = d.Parent.Children
	} else {
		siblings = f.Roots
	}
	named := false
	for _, a := range args {
		name := symbol(a)
		if name == "" {
			continue
		}
		named = true
		for _, s := range siblings {
			if s.Name() != name || (word == "private_class_method") != (s.State == "singleton") {
				continue
			}
			s.Exported = word == "public" || word == "module_function" || word == "public_class_method"
			s.Hidden = !s.Exported
		}
	}
	d.Inline = !named
	return !named
}

// symbol returns the name in :name or "name", "" for anything else.
func symbol(n outline.Node) string {
	switch n.Kind() {
	case "simple_symbol":
		return strings.TrimPrefix(n.Text(), ":")
	case "string":
		return n.First("string_content").Text()
	}
	return ""
}

func named(f *outline.File, d *outline.Decl, kind string, args []outline.Node) bool {
	d.Names = mapped.NonZero(args, symbol)
	d.Kind, d.Exported = kind, !hidden(d)
	d.Head = outline.Cut(f.Flat(d.Node.Start(), d.Node.Field("block").StartOr(d.Node.End())), 2*outline.MaxLine)
	return d.Exported && len(d.Names) > 0
}

// block reads calls with a block that act as declarations: tests, tasks, routes, and the blocks of a concern.
func block(f *outline.File, d *outline.Decl, name string, args []outline.Node) bool {
	block := d.Node.Field("block")
	title := ""
	if len(args) > 0 {
		title = strings.Trim(outline.Cut(f.Flat(args[0].Start(), args[0].End()), outline.MaxLine), `"':`)
	}
	d.Names = []string{title}
	d.Head = outline.Cut(f.Flat(d.Node.Start(), d.Node.Field("block").StartOr(d.Node.End())), outline.MaxLine)
	switch name {
	case "describe", "context", "feature", "shared_examples", "shared_examples_for", "shared_context":
		d.Kind, d.Members, d.Body, d.Prune = "test", true, block, false
		d.Open, d.Empty = new(" do"), new(" do end")
		return block.Ok()
	case "it", "test", "specify", "scenario", "should", "example":
		d.Kind = "test"
		d.Body = block
		return block.Ok() && title != ""
	case "namespace":
		d.Kind, d.Members, d.Body = "namespace", true, block
		d.Open, d.Empty = new(" do"), new(" do end")
		return block.Ok() && title != "" && d.Parent == nil || d.Parent != nil && d.Parent.Kind == "namespace"
	case "task", "multitask":
		d.Kind, d.Exported = "task", true
		d.Names = []string{lex.PathHead(title)}
		return len(args) > 0
	case "get", "post", "put", "patch", "delete":
		d.Kind, d.Exported = "route", true
		return block.Ok() && len(args) > 0 && args[0].Is("string", "regex")
	case "included", "class_methods", "prepended", "concerning", "class_eval", "refine", "eager_autoload", "configure":
		d.Silent, d.Names = true, nil
		d.Members, d.Body, d.Prune, d.Shared = true, block, true, false
		d.Open = new(" do")
		return block.Ok()
	}
	return false
}

func imports(_ *outline.File, n outline.Node, in outline.Scopes) []lex.Import {
	args := n.Field("arguments").Arguments()
	if len(args) == 0 {
		return nil
	}
	imp := lex.Import{Kind: "require", Line: n.Line()}
	switch n.Field("method").Text() {
	case "require", "load":
		imp.Specifier = setPath(&imp, args[0])
	case "require_relative":
		imp.Kind = "require-relative"
		imp.Specifier = setPath(&imp, args[0])
	case "require_dependency":
		imp.Specifier = setPath(&imp, args[0])
	case "autoload":
		if len(args) > 1 {
			imp.Specifier = setPath(&imp, args[1])
			break
		}
		// Rails names the file after the constant's full name.
		around := mapped.Where(in, func(d *outline.Decl) bool { return d.Kind == "module" || d.Kind == "class" })
		parts := mapped.Of(around, func(d *outline.Decl) string { return underscored(d.Name()) })
		if name := symbol(args[0]); name != "" {
			imp.Specifier = strings.Join(append(parts, underscored(name)), "/")
		}
	}
	if imp.Specifier == "" {
		return nil
	}
	return []lex.Import{imp}
}

// setPath sets a path from a string, or from a call that builds one from the file's own folder; the import is then
// relative.
func setPath(imp *lex.Import, arg outline.Node) string {
	switch arg.Kind() {
	case "string":
		text := strings.Trim(arg.Text(), `"'`)
		if rest, ok := strings.CutPrefix(text, "#{__dir__}/"); ok {
			imp.Kind = "require-relative"
			return rest
		}
		if strings.Contains(text, "#{") {
			return ""
		}
		return text
	case "call":
		args := arg.Field("arguments").Arguments()
		if arg.Field("receiver").Text() != "File" || len(args) != 2 {
			return ""
		}
		imp.Kind = "require-relative"
		switch {
		case args[0].Is("string") && args[1].Text() == "__FILE__":
			return strings.TrimPrefix(strings.Trim(args[0].Text(), `"'`), "../") // the file counts as a folder
		case args[0].Is("string") && args[1].Text() == "__dir__":
			return strings.Trim(args[0].Text(), `"'`)
		case args[0].Text() == "__dir__" && args[1].Is("string"), args[0].Text() == "File.dirname(__FILE__)" && args[1].Is("string"):
			return strings.TrimPrefix(strings.Trim(args[1].Text(), `"'`), "/")
		}
	}
	return ""
}

// underscored converts a constant's name to its file name in Rails: HTTPCache::Entry becomes http_cache/entry.
func underscored(name string) string {
	var b strings.Builder
	runes := []rune(strings.ReplaceAll(name, "::", "/"))
	for i, r := range runes {
		inAcronym := i > 0 && unicode.IsUpper(runes[i-1]) && (i+1 == len(runes) || !unicode.IsLower(runes[i+1]))
		if startsPart := i == 0 || runes[i-1] == '/'; !startsPart && !inAcronym && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// The scanners of some grammars abort the process in C on certain texts, where Go cannot recover, or take quadratic
// time inside one token, where no limit is checked. A guard detects such texts before the parse and returns the
// reason for omitting the outline. Each guard is broader than the defect it covers.

// guard rejects long heredoc words: the scanner stores their length in one byte and aborts on a mismatch, so a word
// of 256 bytes or more ends the process. A quoted word may span lines.
func guard(src string) string {
	const longest = 200
	for at := 0; ; {
		i := strings.Index(src[at:], "<<")
		if i < 0 {
			return ""
		}
		line := strings.TrimLeft(src[strings.LastIndexByte(src[:at+i], '\n')+1:at+i], " \t")
		at += i + len("<<")
		if strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "#{") {
			continue // nothing starts within a comment of whole lines
		}
		word := strings.TrimLeft(src[at:], "<-~")
		if word == "" {
			return ""
		}
		end := 0
		if q := word[0]; q == '"' || q == '\'' || q == '`' {
			end = strings.IndexByte(word[1:], q)
			if end < 0 {
				end = len(word)
			}
		} else {
			for end < len(word) && end <= longest && lex.InWord(word[end]) {
				end++
			}
		}
		if end > longest {
			return outline.FallbackTooLarge
		}
	}
}
