package signatures

import (
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/swift"
)

func swiftSpec() *spec {
	return &spec{
		name: "Swift", fence: "swift", extensions: []string{".swift", ".swiftinterface"}, interpreters: []string{"swift"},
		comments: cComments(), grammar: swift.GetLanguage, query: "swift", guard: guardSwift, mask: maskSwift,
		layout:   layout{indent: "    ", open: " {", close: "}", empty: " {}", elided: " { … }", line: "//"},
		declare:  declareSwift,
		imports:  importsSwift,
		complete: completeSwift,
		skeleton: skeletonSwift(),
	}
}

func declareSwift(f *file, d *decl) bool {
	head := modifiersSwift(f, d)
	d.exported = !contains(head.words, "private") && !contains(head.words, "fileprivate")
	switch d.kind {
	case "class", "interface":
		return typeSwift(f, d, head)
	case "case":
		_, names := d.node.fields("name")
		d.names = nil
		for _, n := range names {
			if n.is("simple_identifier") {
				d.names = append(d.names, n.text())
			}
		}
		d.kind, d.exported = "const", true
		d.head = cut(head.head(f, d, node{}), 2*maxLine)
		d.note = f.noteAfter(d.end)
		return len(d.names) > 0
	case "func", "init", "subscript":
		return funcSwift(f, d, head)
	case "property":
		return propertySwift(f, d, head)
	case "type":
		d.head = head.head(f, d, node{})
	case "operator":
		d.names, d.exported = []string{d.node.first("custom_operator").text()}, true
	}
	return d.exported
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

func typeSwift(f *file, d *decl, head declHead) bool {
	d.members = true
	d.head = head.head(f, d, d.body)
	switch kind := d.node.field("declaration_kind").text(); kind {
	case "extension": // no new name: what it adds is
		d.kind = kind
		d.names = []string{compact(d.name())}
		d.shared, d.prune = true, !d.node.first("inheritance_specifier").ok()
		exported := d.exported
		d.exported = false
		return exported
	case "struct", "enum":
		d.kind = kind
	}
	return d.exported
}

func funcSwift(f *file, d *decl, head declHead) bool {
	if d.kind == "subscript" {
		d.body = d.node.first("computed_property")
		d.names = []string{"subscript"}
	}
	d.head = head.head(f, d, d.body)
	if d.node.is("deinit_declaration") {
		d.names, d.exported = []string{"deinit"}, false
	}
	if d.kind != "func" || d.parent != nil {
		d.kind, d.hidden = "method", !d.exported
	}
	return d.exported || d.hidden
}

func propertySwift(f *file, d *decl, head declHead) bool {
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
		d.head, d.body, d.tail = head.head(f, d, computed)+accessors, node{}, ptr("")
	case value.ok() && len(names) == 1:
		d.head, d.body = head.head(f, d, value)+" "+f.value(value), node{}
	default:
		d.head = closed(cut(head.head(f, d, d.body), 2*maxLine))
	}
	d.note = f.noteAfter(d.end)
	return d.exported && len(d.names) > 0
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
