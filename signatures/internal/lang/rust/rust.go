// Package rust outlines Rust.
package rust

import (
	_ "embed"
	"strings"

	"github.com/smacker/go-tree-sitter/rust"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed rust.scm
var query string

// Spec returns the table entry of Rust.
func Spec() *outline.Spec {
	return &outline.Spec{
		Name:    "Rust",
		Grammar: rust.GetLanguage, Query: query,
		Layout:     outline.Layout{Indent: "    ", Open: " {", Close: "}", Empty: " {}", Elided: " { … }", End: ";", Scope: "::"},
		Angles:     true,
		Preprocess: preprocess,
		Declare:    declare,
		Imports:    imports,
		Complete:   func(f *outline.File) { f.Header = f.InnerDoc() },
		Skeleton:   skeleton(),
	}
}

func declare(f *outline.File, d *outline.Decl) bool {
	visibility := d.Node.First("visibility_modifier")
	d.Exported = visibility.Text() == "pub"
	d.HeadStart = d.Node.Start()
	if d.Kind != "reexport" && !attributes(f, d) {
		return false
	}
	member := d.Parent != nil && (d.Parent.Kind == "impl" || d.Parent.Kind == "trait")
	if d.Parent != nil && (d.Parent.Kind == "trait" || d.Parent.State == "trait") {
		d.Exported = d.Parent.Exported
	}
	switch d.Kind {
	case "func":
		function(f, d, member, visibility.Ok())
	case "struct", "enum", "trait", "module", "extern":
		return container(f, d)
	case "variant":
		d.Kind, d.Exported, d.Tail, d.Body = "const", d.Parent != nil && d.Parent.Exported, new(","), outline.Node{}
	case "impl":
		impl(f, d)
	case "const", "var":
		if v := d.Node.Field("value"); v.Ok() {
			d.Head = f.Flat(d.HeadStart, v.Start()) + " " + f.Value(v)
		}
		return visibility.Ok() || d.Exported || member && d.Parent.State == "trait"
	case "type":
		return visibility.Ok() || member || d.Parent == nil
	case "field":
		d.Tail, d.Body = new(","), outline.Node{}
		return visibility.Ok()
	case "macro":
		macro(f, d)
	case "reexport":
		d.Silent, d.Names = true, nil
		if d.Exported && d.Parent == nil {
			exportUses(f, d.Node)
		}
		return d.Exported
	}
	return true
}

// function distinguishes methods from other functions, and finds main.
func function(f *outline.File, d *outline.Decl, member, visible bool) {
	if member {
		d.Kind = "method"
		d.Hidden = d.Parent.State == "trait" || d.Parent.Kind == "impl" && !visible
	}
	if d.Parent == nil && d.Name() == "main" {
		f.Out.Main = true
	}
}

// attributes puts the attributes that matter to a caller before the signature. It rejects test modules and
// declarations hidden from documentation.
func attributes(f *outline.File, d *outline.Decl) bool {
	for _, a := range d.Attributes {
		text := strings.TrimSuffix(strings.TrimPrefix(f.Flat(a.Start(), a.End()), "#["), "]")
		name := text
		if i := strings.IndexAny(text, "( ="); i >= 0 {
			name = text[:i]
		}
		switch name {
		case "cfg":
			if d.Kind == "module" && strings.Contains(text, "test") && !strings.Contains(text, "not(test") {
				return false
			}
		case "derive":
			if text = derived(text); text == "" {
				continue
			}
		case "repr", "deprecated", "non_exhaustive", "must_use", "proc_macro", "proc_macro_derive",
			"proc_macro_attribute", "no_mangle", "export_name", "target_feature", "async_trait", "serde":
		case "macro_export":
			d.Exported = true
		default:
			continue
		}
		d.Above += outline.Cut("#["+text+"]", outline.MaxLine) + "\n"
	}
	return true
}

// derived returns a list of derived traits without those that nearly all types have.
func derived(text string) string {
	list, isList := strings.CutPrefix(text, "derive(")
	if !isList {
		return text
	}
	var kept []string
	for trait := range strings.SplitSeq(strings.TrimSuffix(list, ")"), ",") {
		switch trait = strings.TrimSpace(trait); trait {
		case "", "Debug", "Clone", "Copy", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash":
		default:
			kept = append(kept, trait)
		}
	}
	if len(kept) == 0 {
		return ""
	}
	return "derive(" + strings.Join(kept, ", ") + ")"
}

func container(f *outline.File, d *outline.Decl) bool {
	end := d.End
	switch d.Body.Kind() {
	case "field_declaration_list", "enum_variant_list", "declaration_list":
		d.Members = true
		end = d.Body.Start()
	default:
		d.Body = outline.Node{}
	}
	d.Head = f.Flat(d.HeadStart, end)
	switch d.Kind {
	case "enum":
		d.Fill = true
	case "extern":
		d.Silent, d.Names, d.Prune = true, nil, true
	case "module":
		d.Prune = d.Members
	}
	return true
}

func impl(f *outline.File, d *outline.Decl) {
	d.Silent, d.Members, d.Prune = true, true, true
	d.Names = nil
	d.Owner = lex.PathEnd(d.Node.Field("type").Text())
	d.Exported = false
	if d.Node.Field("trait").Ok() {
		d.State, d.Prune, d.Exported = "trait", false, true
	}
	d.Head = f.Flat(d.HeadStart, d.Body.Start())
	if !d.Body.Ok() {
		d.Members = false
	}
}

// macro shows the patterns of a macro's rules, not what they expand to.
func macro(f *outline.File, d *outline.Decl) {
	d.Hidden = !d.Exported
	var rules []string
	for _, c := range d.Node.Children() {
		if c.Is("macro_rule") {
			left := c.Field("left")
			rules = append(rules, outline.Cut(f.Flat(left.Start(), left.End()), outline.MaxValue)+" => …")
		}
	}
	const most = 4
	if len(rules) > most {
		rules = append(rules[:most], "…")
	}
	d.Head = "macro_rules! " + d.Name() + " { " + strings.Join(rules, "; ") + " }"
	d.Tail = new("")
}

func imports(f *outline.File, n outline.Node, in outline.Scopes) []lex.Import {
	modules := mapped.Where(in, func(d *outline.Decl) bool { return d.Kind == "module" })
	imp := lex.Import{Scope: strings.Join(mapped.Of(modules, (*outline.Decl).Name), "::"), Line: n.Line()}
	switch n.Kind() {
	case "mod_item":
		imp.Kind, imp.Specifier = "mod", n.Field("name").Text()
		if p := pathAttribute(f, n.Start()); p != "" {
			imp.Kind, imp.Names, imp.Specifier = "mod-path", []string{imp.Specifier}, p
		}
	case "extern_crate_declaration":
		imp.Kind, imp.Specifier = "extern-crate", n.Field("name").Text()
	default:
		imp.Kind = "use"
		if n.First("visibility_modifier").Ok() {
			imp.Kind = "export-from"
		}
		var list []lex.Import
		for _, u := range uses(n.Field("argument"), "") {
			imp.Specifier = u.path
			list = append(list, imp)
		}
		return list
	}
	return []lex.Import{imp}
}

// pathAttribute returns p of `#[path = "p"]` among the attributes right before an offset.
func pathAttribute(f *outline.File, start int) string {
	before := f.Src[max(0, start-512):start]
	for {
		before = strings.TrimRight(before, " \t\r\n")
		i := strings.LastIndex(before, "#[")
		if i < 0 || !strings.HasSuffix(before, "]") {
			return ""
		}
		text := strings.TrimSpace(strings.TrimSuffix(before[i+2:], "]"))
		if rest, ok := strings.CutPrefix(text, "path"); ok {
			if rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "="); ok {
				return lex.Unquote(strings.TrimSpace(rest))
			}
		}
		before = before[:i]
	}
}

// A use is one leaf of a use tree.
type use struct{ path, name string }

// uses flattens a use tree. The nesting of brackets bounds its depth, and implausibly long paths are dropped to
// bound its size.
func uses(n outline.Node, prefix string) []use {
	if len(prefix) > outline.MaxHead {
		return nil
	}
	join := func(path string) string {
		path = strings.Join(strings.Fields(path), "")
		switch {
		case prefix == "":
			return path
		case path == "self":
			return prefix
		}
		return prefix + "::" + path
	}
	switch n.Kind() {
	case "use_as_clause":
		return []use{{join(n.Field("path").Text()), n.Field("alias").Text()}}
	case "use_wildcard":
		path := join(strings.TrimSuffix(strings.TrimSpace(n.Text()), "*") + "*")
		return []use{{path, "* from '" + strings.TrimSuffix(path, "::*") + "'"}}
	case "scoped_use_list", "use_list":
		list := n
		if n.Is("scoped_use_list") {
			list = n.Field("list")
			if p := n.Field("path"); p.Ok() {
				prefix = join(p.Text())
			}
		}
		named := mapped.Where(list.Children(), func(c outline.Node) bool { return c.Named() && !c.Is("line_comment", "block_comment") })
		return mapped.Flat(named, func(c outline.Node) []use { return uses(c, prefix) })
	case "identifier", "scoped_identifier", "self", "crate", "super":
		path := join(n.Text())
		return []use{{path, lex.PathEnd(path)}}
	}
	return nil
}

func exportUses(f *outline.File, n outline.Node) {
	for _, u := range uses(n.Field("argument"), "") {
		if u.name != "_" {
			f.Export(u.name, n.Start())
		}
	}
}
