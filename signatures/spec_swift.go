package signatures

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/swift"
)

//go:embed queries/swift.scm
var querySwift string

func swiftSpec() *spec {
	return &spec{
		name: "Swift", fence: "swift", extensions: []string{".swift", ".swiftinterface"}, interpreters: []string{"swift"},
		comments: cComments(), grammar: swift.GetLanguage, query: querySwift, guard: guardSwift, mask: maskSwift, bodies: func(src string) string { return bodiesSwift().blank(src) },
		layout:   layout{indent: "    ", open: " {", close: "}", empty: " {}", elided: " { … }", line: "//"},
		declare:  declareSwift,
		imports:  importsSwift,
		complete: completeSwift,
		skeleton: skeletonSwift(),
	}
}

func declareSwift(f *file, d *decl) bool {
	head := modifiersSwift(f, d)
	shown := !slices.Contains(head.words, "private") && !slices.Contains(head.words, "fileprivate")
	d.exported = shown && exportedSwift(d, head.words)
	switch d.kind {
	case "class", "interface":
		typeSwift(f, d, head)
	case "case":
		_, names := d.node.fields("name")
		d.names = nil
		for _, n := range names {
			if n.is("simple_identifier") {
				d.names = append(d.names, n.text())
			}
		}
		d.kind = "const"
		d.head = cut(head.head(f, d, node{}), 2*maxLine)
		d.note = f.noteAfter(d.end)
		return len(d.names) > 0
	case "func", "init", "subscript":
		if d.node.is("deinit_declaration") {
			shown, d.exported = false, false
		}
		funcSwift(f, d, head, shown)
	case "property":
		propertySwift(f, d, head)
		shown = shown && len(d.names) > 0
	case "type":
		d.head = head.head(f, d, node{})
	case "operator":
		d.names, d.exported = []string{d.node.first("custom_operator").text()}, true
	}
	return shown || d.hidden
}

// exportedSwift tells whether other modules see a declaration: what does not
// say so is internal, but for the requirements of a protocol, the cases of an
// enum and the members of a public extension.
func exportedSwift(d *decl, words []string) bool {
	switch {
	case slices.Contains(words, "public") || slices.Contains(words, "open"):
		return true
	case slices.Contains(words, "internal") || slices.Contains(words, "package"):
		return false
	case d.kind == "operator":
		return true
	case d.parent == nil || d.kind == "class" && d.node.field("declaration_kind").text() == "extension":
		return false
	case d.kind == "case" || d.parent.kind == "interface":
		return d.parent.exported
	}
	return d.parent.kind == "extension" && d.parent.state == "public"
}

// modifiersSwift reads the keywords, and the attributes into d.above; those of
// a property stand on its line.
func modifiersSwift(f *file, d *decl) declHead {
	h := declHead{from: d.node.start()}
	modifiers := d.node.first("modifiers")
	if !modifiers.ok() || modifiers.start() != d.node.start() {
		return h
	}
	for _, c := range modifiers.children() {
		text := f.flat(c.start(), c.end())
		if !c.is("attribute") {
			h.words = append(h.words, text)
			continue
		}
		switch name, _, _ := strings.Cut(strings.TrimPrefix(text, "@"), "("); name {
		case "main", "UIApplicationMain", "NSApplicationMain":
			f.out.Main = true
		case "discardableResult", "inlinable", "inline", "usableFromInline", "frozen", "_disfavoredOverload", "preconcurrency", "_spi", "unchecked", "retroactive", "IBOutlet", "nonobjc":
			continue
		}
		if text = closed(cut(text, maxValue)); d.kind == "property" && !strings.Contains(text, "(") {
			h.words = append(h.words, text)
		} else {
			d.above += text + "\n"
		}
	}
	h.from = modifiers.end()
	return h
}

func typeSwift(f *file, d *decl, head declHead) {
	d.members = true
	d.head = head.head(f, d, d.body)
	switch kind := d.node.field("declaration_kind").text(); kind {
	case "extension": // no new name: what it adds is
		d.kind = kind
		d.names = []string{compact(d.name())}
		d.shared, d.prune = true, !d.node.first("inheritance_specifier").ok()
		if d.exported {
			d.exported, d.state = false, "public"
		}
	case "struct", "enum":
		d.kind = kind
	}
}

func funcSwift(f *file, d *decl, head declHead, shown bool) {
	if d.kind == "subscript" {
		d.body = d.node.first("computed_property")
		d.names = []string{"subscript"}
	}
	d.head = head.head(f, d, d.body)
	if d.node.is("deinit_declaration") {
		d.names = []string{"deinit"}
	}
	if d.kind != "func" || d.parent != nil {
		d.kind, d.hidden = "method", !shown
	}
}

func propertySwift(f *file, d *decl, head declHead) {
	if d.parent == nil {
		d.kind = "var"
	}
	all, names := d.node.fields("name")
	d.names = nil
	for _, n := range names {
		d.names = append(d.names, boundSwift(n)...)
	}
	value, computed := d.node.field("value"), d.node.field("computed_value")
	for _, c := range all {
		if c.is("willset_didset_block") {
			d.body = c
		}
	}
	switch {
	case computed.ok():
		accessors := " { get }"
		if computed.first("computed_setter").ok() || computed.first("computed_modify").ok() {
			accessors = " { get set }"
		}
		d.head, d.body, d.tail = head.head(f, d, computed)+accessors, node{}, new("")
	case value.ok() && len(names) == 1:
		d.head, d.body = head.head(f, d, value)+" "+f.value(value), node{}
	default:
		d.head = closed(cut(head.head(f, d, d.body), 2*maxLine))
	}
	d.note = f.noteAfter(d.end)
}

// boundSwift are the names that a pattern binds.
func boundSwift(pattern node) []string {
	if n := pattern.field("bound_identifier"); n.ok() {
		return []string{n.text()}
	}
	var names []string
	for _, c := range pattern.children() {
		switch c.kind() {
		case "simple_identifier":
			names = append(names, c.text())
		case "pattern":
			names = append(names, boundSwift(c)...)
		}
	}
	return names
}

func importsSwift(_ *file, n node, _ scopes) []Import {
	name := compact(n.first("identifier").text())
	if name == "" {
		return nil
	}
	return []Import{{Specifier: name, Kind: "import", Line: n.line()}}
}

func completeSwift(f *file) {
	if path.Base(f.path) == "main.swift" { // the one file with statements at the top level
		f.out.Main = true
	}
}
