package signatures

import (
	_ "embed"
	"strings"

	"github.com/smacker/go-tree-sitter/rust"
)

//go:embed queries/rust.scm
var queryRust string

func rustSpec() *spec {
	return &spec{
		name: "Rust", fence: "rust", extensions: []string{".rs"}, comments: cComments(),
		interpreters: []string{"rust-script"},
		grammar:      rust.GetLanguage, query: queryRust,
		layout:   layout{indent: "    ", open: " {", close: "}", empty: " {}", elided: " { … }", end: ";", line: "//", scope: "::"},
		angles:   true,
		sure:     sureRust,
		declare:  declareRust,
		imports:  importsRust,
		complete: func(f *file) { f.header = crateDoc(f) },
		skeleton: skeletonRust(),
	}
}

// crateDoc is the summary of the inner doc comment that a file starts with.
func crateDoc(f *file) string {
	for i, c := range f.comments {
		text := f.src[c.start:c.end]
		switch {
		case strings.HasPrefix(text, "//!") && i > 0 && c.start > 0 && strings.TrimSpace(f.src[f.comments[i-1].end:c.start]) != "":
			return ""
		case strings.HasPrefix(text, "//!"):
			last := c
			for _, next := range f.comments[i:] {
				if next.start > last.end+2 || !strings.HasPrefix(f.src[next.start:], "//!") {
					break
				}
				last = next
			}
			return docLine(f.src[c.start:last.end])
		case strings.HasPrefix(text, "/*!"):
			return docLine(text)
		}
	}
	return ""
}

func declareRust(f *file, d *decl) bool {
	visibility := d.node.first("visibility_modifier")
	d.exported = visibility.text() == "pub"
	d.headStart = d.node.start()
	if d.kind != "reexport" && !attributesRust(f, d) {
		return false
	}
	member := d.parent != nil && (d.parent.kind == "impl" || d.parent.kind == "trait")
	if d.parent != nil && (d.parent.kind == "trait" || d.parent.state == "trait") {
		d.exported = d.parent.exported
	}
	switch d.kind {
	case "func":
		if member {
			d.kind = "method"
			d.hidden = d.parent.state == "trait" || d.parent.kind == "impl" && !visibility.ok()
		}
		if d.parent == nil && d.name() == "main" {
			f.out.Main = true
		}
	case "struct", "enum", "trait", "module", "extern":
		return containerRust(f, d, visibility.ok())
	case "variant":
		d.kind, d.exported, d.tail, d.body = "const", d.parent != nil && d.parent.exported, new(","), node{}
	case "impl":
		implRust(f, d)
	case "const", "var":
		if v := d.node.field("value"); v.ok() {
			d.head = f.flat(d.headStart, v.start()) + " " + f.value(v)
		}
		return visibility.ok() || d.exported || member && d.parent.state == "trait"
	case "type":
		return visibility.ok() || member || d.parent == nil
	case "field":
		d.tail, d.body = new(","), node{}
		return visibility.ok()
	case "macro":
		macroRust(f, d)
	case "reexport":
		d.silent, d.names = true, nil
		if d.exported && d.parent == nil {
			f.exportUses(d.node)
		}
		return d.exported
	}
	return true
}

// attributesRust puts the attributes that tell a caller something before the
// signature. Test modules and what is hidden from documentation are left out.
func attributesRust(f *file, d *decl) bool {
	for _, a := range d.attributes {
		text := strings.TrimSuffix(strings.TrimPrefix(f.flat(a.start(), a.end()), "#["), "]")
		name := text
		if i := strings.IndexAny(text, "( ="); i >= 0 {
			name = text[:i]
		}
		switch name {
		case "cfg":
			if d.kind == "module" && strings.Contains(text, "test") && !strings.Contains(text, "not(test") {
				return false
			}
		case "derive", "repr", "deprecated", "non_exhaustive", "must_use", "proc_macro", "proc_macro_derive",
			"proc_macro_attribute", "no_mangle", "export_name", "target_feature", "async_trait", "serde":
		case "macro_export":
			d.exported = true
		default:
			continue
		}
		d.above += cut("#["+text+"]", maxLine) + "\n"
	}
	return true
}

func containerRust(f *file, d *decl, visible bool) bool {
	end := d.end
	switch d.body.kind() {
	case "field_declaration_list", "enum_variant_list", "declaration_list":
		d.members = true
		end = d.body.start()
	default:
		d.body = node{}
	}
	d.head = f.flat(d.headStart, end)
	switch d.kind {
	case "enum":
		d.fill = true
	case "extern":
		d.silent, d.names, d.prune = true, nil, true
	case "module":
		d.prune = d.members
	}
	return true
}

func implRust(f *file, d *decl) {
	d.silent, d.members, d.prune = true, true, true
	d.names = nil
	d.owner = pathEnd(d.node.field("type").text())
	d.exported = false
	if d.node.field("trait").ok() {
		d.state, d.prune, d.exported = "trait", false, true
	}
	d.head = f.flat(d.headStart, d.body.start())
	if !d.body.ok() {
		d.members = false
	}
}

// pathEnd is the last name of a path without type arguments: "a::B<T>" is B.
func pathEnd(text string) string {
	text, _, _ = strings.Cut(text, "<")
	if i := strings.LastIndexAny(text, ":& "); i >= 0 {
		text = text[i+1:]
	}
	return strings.TrimSpace(text)
}

// macroRust shows the patterns of a macro's rules, not what they expand to.
func macroRust(f *file, d *decl) {
	d.hidden = !d.exported
	var rules []string
	for _, c := range d.node.children() {
		if c.is("macro_rule") {
			left := c.field("left")
			rules = append(rules, cut(f.flat(left.start(), left.end()), maxValue)+" => …")
		}
	}
	const most = 4
	if len(rules) > most {
		rules = append(rules[:most], "…")
	}
	d.head = "macro_rules! " + d.name() + " { " + strings.Join(rules, "; ") + " }"
	d.tail = new("")
}

func importsRust(f *file, n node, in scopes) []Import {
	var path []string
	for _, d := range in {
		if d.kind == "module" {
			path = append(path, d.name())
		}
	}
	imp := Import{Scope: strings.Join(path, "::"), Line: n.line()}
	switch n.kind() {
	case "mod_item":
		imp.Kind, imp.Specifier = "mod", n.field("name").text()
		if p := f.pathAttribute(n.start()); p != "" {
			imp.Kind, imp.Specifier = "mod-path", p
		}
	case "extern_crate_declaration":
		imp.Kind, imp.Specifier = "extern-crate", n.field("name").text()
	default:
		imp.Kind = "use"
		if n.first("visibility_modifier").ok() {
			imp.Kind = "export-from"
		}
		var list []Import
		for _, u := range usesRust(n.field("argument"), "") {
			imp.Specifier = u.path
			list = append(list, imp)
		}
		return list
	}
	return []Import{imp}
}

// pathAttribute is p of `#[path = "p"]` among the attributes right before an
// offset.
func (f *file) pathAttribute(start int) string {
	before := f.src[max(0, start-512):start]
	for {
		before = strings.TrimRight(before, " \t\r\n")
		i := strings.LastIndex(before, "#[")
		if i < 0 || !strings.HasSuffix(before, "]") {
			return ""
		}
		text := strings.TrimSpace(strings.TrimSuffix(before[i+2:], "]"))
		if rest, ok := strings.CutPrefix(text, "path"); ok {
			if rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "="); ok {
				return unquote(strings.TrimSpace(rest))
			}
		}
		before = before[:i]
	}
}

// A use is one leaf of a use tree.
type use struct{ path, name string }

// usesRust flattens a use tree. Its depth is bounded by that of its brackets,
// its size by giving up on paths that no one writes.
func usesRust(n node, prefix string) []use {
	if len(prefix) > maxHead {
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
	switch n.kind() {
	case "use_as_clause":
		return []use{{join(n.field("path").text()), n.field("alias").text()}}
	case "use_wildcard":
		path := join(strings.TrimSuffix(strings.TrimSpace(n.text()), "*") + "*")
		return []use{{path, "* from '" + strings.TrimSuffix(path, "::*") + "'"}}
	case "scoped_use_list", "use_list":
		list := n
		if n.is("scoped_use_list") {
			list = n.field("list")
			if p := n.field("path"); p.ok() {
				prefix = join(p.text())
			}
		}
		var all []use
		for _, c := range list.children() {
			if c.n.IsNamed() && !c.is("line_comment", "block_comment") {
				all = append(all, usesRust(c, prefix)...)
			}
		}
		return all
	case "identifier", "scoped_identifier", "self", "crate", "super":
		path := join(n.text())
		return []use{{path, pathEnd(path)}}
	}
	return nil
}

func (f *file) exportUses(n node) {
	for _, u := range usesRust(n.field("argument"), "") {
		if u.name != "_" {
			f.export(u.name, n.start())
		}
	}
}
