package signatures

import (
	_ "embed"
	"strings"
	"unicode"

	"github.com/smacker/go-tree-sitter/ruby"
)

//go:embed queries/ruby.scm
var queryRuby string

func rubySpec() *spec {
	return &spec{
		name: "Ruby", fence: "ruby",
		extensions: []string{".rb", ".rake", ".gemspec", ".ru", ".podspec", ".jbuilder", ".thor", ".rbi"},
		files: []string{"Gemfile", "Rakefile", "Guardfile", "Capfile", "Podfile", "Brewfile", "Vagrantfile",
			"Fastfile", "Dangerfile", "Appraisals", "Thorfile"},
		interpreters: []string{"ruby", "jruby"},
		comments:     comments{line: []string{"#"}, block: [][2]string{{"\n=begin", "\n=end"}}, quote: `"'`},
		grammar:      ruby.GetLanguage, query: queryRuby, guard: guardRuby,
		layout:  layout{indent: "  ", close: "end", empty: "; end", line: "#", scope: "::"},
		declare: declareRuby,
		imports: importsRuby,
	}
}

func declareRuby(f *file, d *decl) bool {
	switch d.kind {
	case "class", "module", "singleton":
		containerRuby(f, d)
	case "method":
		methodRuby(f, d)
	case "const":
		constRuby(f, d)
	case "var":
		d.names, d.exported = []string{d.node.field("left").text()}, true
		d.head = f.shortValue(d.node, d.node.field("right"))
	case "alias":
		d.kind, d.names = "method", []string{strings.TrimPrefix(d.node.field("name").text(), ":")}
		d.exported = !hiddenRuby(d)
		return d.exported
	case "section": // `private` alone: for what follows
		if state := d.node.text(); d.parent != nil && isSectionRuby(state) {
			d.parent.state = state
		}
		return false
	case "call":
		return callRuby(f, d)
	}
	return true
}

func isSectionRuby(word string) bool {
	return word == "private" || word == "protected" || word == "public" || word == "module_function"
}

func containerRuby(f *file, d *decl) {
	d.members, d.exported = true, true
	d.shared = d.kind == "module"
	if d.kind == "singleton" {
		d.names, d.silent, d.prune, d.shared = nil, true, true, true
		d.head = "class << " + d.node.field("value").text()
		return
	}
	head := d.node.field("name")
	if super := d.node.field("superclass"); super.ok() {
		head = super
	}
	d.head = f.flat(d.node.start(), head.end())
}

// hiddenRuby tells whether a `private` or `protected` around or above a
// declaration applies to it.
func hiddenRuby(d *decl) bool {
	for _, o := range d.outer {
		switch o.field("method").text() {
		case "private", "protected", "private_class_method":
			return true
		case "public", "module_function":
			return false
		}
	}
	return d.parent != nil && (d.parent.state == "private" || d.parent.state == "protected")
}

func methodRuby(f *file, d *decl) {
	end := d.node.field("name").end()
	if p := d.node.field("parameters"); p.ok() {
		end = p.end()
	}
	d.head = f.flat(d.node.start(), end)
	singleton := d.node.is("singleton_method")
	hidden := hiddenRuby(d)
	if singleton { // a section does not reach `def self.x`
		hidden = false
		for _, o := range d.outer {
			hidden = hidden || o.field("method").text() == "private_class_method"
		}
		d.state = "singleton"
	}
	if d.parent == nil || d.parent.kind == "namespace" {
		d.kind = "func"
		hidden = len(d.outer) > 0 && hidden
	}
	d.exported, d.hidden = !hidden, hidden
}

func constRuby(f *file, d *decl) {
	left, right := d.node.field("left"), d.node.field("right")
	d.names, d.exported = []string{left.text()}, true
	block := right.field("block")
	if !right.is("call") || !block.ok() {
		d.head = f.shortValue(d.node, right)
		d.note = f.noteAfter(d.end)
		return
	}
	d.head = left.text() + " = " + cut(f.flat(right.start(), block.start()), maxLine)
	switch right.field("receiver").text() {
	case "Struct", "Class", "Module", "Data", "::Struct", "::Class", "::Module", "::Data":
		d.kind, d.members, d.body = "class", true, block
		d.open = new(" do")
		d.empty = new("")
	}
}

// callRuby reads the calls that declare something.
func callRuby(f *file, d *decl) bool {
	name := d.node.field("method").text()
	args := argumentsRuby(d.node)
	switch name {
	case "private", "protected", "public", "module_function", "private_class_method", "private_constant", "public_class_method":
		return sectionRuby(f, d, name, args)
	case "attr_accessor", "attr_reader", "attr_writer", "attr", "mattr_accessor", "mattr_reader", "mattr_writer",
		"cattr_accessor", "cattr_reader", "cattr_writer", "class_attribute", "thread_mattr_accessor", "config_accessor",
		"attribute", "store_accessor":
		return namedRuby(f, d, "property", args)
	case "define_method", "define_singleton_method", "alias_method", "alias_attribute", "scope", "helper_method", "let", "let!", "subject", "def_delegator":
		if len(args) > 1 && name != "helper_method" {
			args = args[:1]
		}
		return namedRuby(f, d, "method", args)
	case "include", "extend", "prepend", "using", "has_many", "has_one", "belongs_to", "has_and_belongs_to_many",
		"validates", "validate", "delegate", "def_delegators", "enum", "accepts_nested_attributes_for", "before_action", "after_action",
		"around_action", "skip_before_action", "rescue_from", "has_secure_password", "has_one_attached", "has_many_attached", "queue_as",
		"before_save", "after_save", "before_create", "after_create", "before_validation", "after_commit", "layout", "helper":
		d.silent = true
		d.head = cut(f.flat(d.node.start(), headEndRuby(d.node)), maxLine)
		return d.parent != nil && d.parent.kind != "test"
	}
	return blockRuby(f, d, name, args)
}

// argumentsRuby are the first arguments of a call.
func argumentsRuby(call node) []node {
	const enough = 50
	var list []node
	for _, a := range call.field("arguments").children() {
		if a.n.IsNamed() && !a.is("comment") && len(list) < enough {
			list = append(list, a)
		}
	}
	return list
}

// headEndRuby is where a call's block starts, or its end.
func headEndRuby(call node) int {
	if block := call.field("block"); block.ok() {
		return block.start()
	}
	return call.end()
}

// sectionRuby reads `private :name` and `private def name`.
func sectionRuby(f *file, d *decl, word string, args []node) bool {
	var siblings []*decl
	if d.parent != nil {
		siblings = d.parent.children
	} else {
		siblings = f.roots
	}
	named := false
	for _, a := range args {
		name := symbolRuby(a)
		if name == "" {
			continue
		}
		named = true
		for _, s := range siblings {
			if s.name() != name || (word == "private_class_method") != (s.state == "singleton") {
				continue
			}
			s.exported = word == "public" || word == "module_function" || word == "public_class_method"
			s.hidden = !s.exported
		}
	}
	d.inline = !named
	return !named
}

// symbolRuby is the name in :name or "name", "" for anything else.
func symbolRuby(n node) string {
	switch n.kind() {
	case "simple_symbol":
		return strings.TrimPrefix(n.text(), ":")
	case "string":
		return n.first("string_content").text()
	}
	return ""
}

func namedRuby(f *file, d *decl, kind string, args []node) bool {
	d.names = nil
	for _, a := range args {
		if name := symbolRuby(a); name != "" {
			d.names = append(d.names, name)
		}
	}
	d.kind, d.exported = kind, !hiddenRuby(d)
	d.head = cut(f.flat(d.node.start(), headEndRuby(d.node)), 2*maxLine)
	return d.exported && len(d.names) > 0
}

// blockRuby reads the calls with a block that stand for declarations: tests,
// tasks, routes, and the blocks of a concern.
func blockRuby(f *file, d *decl, name string, args []node) bool {
	block := d.node.field("block")
	title := ""
	if len(args) > 0 {
		title = strings.Trim(cut(f.flat(args[0].start(), args[0].end()), maxLine), `"':`)
	}
	d.names = []string{title}
	d.head = cut(f.flat(d.node.start(), headEndRuby(d.node)), maxLine)
	switch name {
	case "describe", "context", "feature", "shared_examples", "shared_examples_for", "shared_context":
		d.kind, d.members, d.body, d.prune = "test", true, block, false
		d.open, d.empty = new(" do"), new(" do end")
		return block.ok()
	case "it", "test", "specify", "scenario", "should", "example":
		d.kind = "test"
		d.body = block
		return block.ok() && title != ""
	case "namespace":
		d.kind, d.members, d.body = "namespace", true, block
		d.open, d.empty = new(" do"), new(" do end")
		return block.ok() && title != "" && d.parent == nil || d.parent != nil && d.parent.kind == "namespace"
	case "task", "multitask":
		d.kind, d.exported = "task", true
		d.names = []string{pathHead(title)}
		return len(args) > 0
	case "get", "post", "put", "patch", "delete":
		d.kind, d.exported = "route", true
		return block.ok() && len(args) > 0 && args[0].is("string", "regex")
	case "included", "class_methods", "prepended", "concerning", "class_eval", "refine", "eager_autoload", "configure":
		d.silent, d.names = true, nil
		d.members, d.body, d.prune, d.shared = true, block, true, false
		d.open = new(" do")
		return block.ok()
	}
	return false
}

func importsRuby(_ *file, n node, in scopes) []Import {
	args := argumentsRuby(n)
	if len(args) == 0 {
		return nil
	}
	imp := Import{Kind: "require", Line: n.line()}
	switch n.field("method").text() {
	case "require", "load":
		imp.Specifier = pathRuby(&imp, args[0])
	case "require_relative":
		imp.Kind = "require-relative"
		imp.Specifier = pathRuby(&imp, args[0])
	case "require_dependency":
		imp.Specifier = pathRuby(&imp, args[0])
	case "autoload":
		if len(args) > 1 {
			imp.Specifier = pathRuby(&imp, args[1])
			break
		}
		// Rails: the file is called after the constant's full name.
		var parts []string
		for _, d := range in {
			if d.kind == "module" || d.kind == "class" {
				parts = append(parts, underscored(d.name()))
			}
		}
		if name := symbolRuby(args[0]); name != "" {
			imp.Specifier = strings.Join(append(parts, underscored(name)), "/")
		}
	}
	if imp.Specifier == "" {
		return nil
	}
	return []Import{imp}
}

// pathRuby is a path written as a string, or as a call that makes one from the
// file's own folder; the import is then relative.
func pathRuby(imp *Import, arg node) string {
	switch arg.kind() {
	case "string":
		text := strings.Trim(arg.text(), `"'`)
		if rest, ok := strings.CutPrefix(text, "#{__dir__}/"); ok {
			imp.Kind = "require-relative"
			return rest
		}
		if strings.Contains(text, "#{") {
			return ""
		}
		return text
	case "call":
		args := argumentsRuby(arg)
		if arg.field("receiver").text() != "File" || len(args) != 2 {
			return ""
		}
		imp.Kind = "require-relative"
		switch {
		case args[0].is("string") && args[1].text() == "__FILE__":
			return strings.TrimPrefix(strings.Trim(args[0].text(), `"'`), "../") // the file counts as a folder
		case args[0].is("string") && args[1].text() == "__dir__":
			return strings.Trim(args[0].text(), `"'`)
		case args[0].text() == "__dir__" && args[1].is("string"), args[0].text() == "File.dirname(__FILE__)" && args[1].is("string"):
			return strings.TrimPrefix(strings.Trim(args[1].text(), `"'`), "/")
		}
	}
	return ""
}

// underscored is a constant's name as Rails names its file: HTTPCache::Entry is
// http_cache/entry.
func underscored(name string) string {
	var b strings.Builder
	runes := []rune(strings.ReplaceAll(name, "::", "/"))
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && runes[i-1] != '/' &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
