package signatures

import (
	_ "embed"
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/python"
)

//go:embed queries/python.scm
var queryPython string

func pythonSpec() *spec {
	return &spec{
		name: "Python", fence: "python", extensions: []string{".py", ".pyi", ".pyw"},
		interpreters: []string{"python", "pypy"}, comments: hashComments(),
		grammar: python.GetLanguage, query: queryPython,
		layout:       layout{indent: "    ", open: ":", empty: ": ...", end: ": ...", line: "#"},
		singleQuoted: true,
		declare:      declarePython,
		public:       publicPython,
		imports:      importsPython,
		complete:     completePython,
		skeleton:     &skeletonRules{build: buildPython},
	}
}

func declarePython(f *file, d *decl) bool {
	switch d.kind {
	case "class", "func":
		return definePython(f, d)
	case "conditional":
		d.inline = true
		return !strings.HasPrefix(d.node.field("condition").text(), "__name__")
	case "reexport":
		return reexportPython(f, d)
	case "type":
		for _, c := range d.node.children() {
			if c.is("type") && c.n.IsNamed() {
				d.names = []string{pathHead(c.text())}
				break
			}
		}
		d.tail = new("")
		d.exported = publicPython(d.name())
	case "var", "field":
		return assignPython(f, d)
	}
	return true
}

func definePython(f *file, d *decl) bool {
	private := !publicPython(d.name())
	d.exported = !private
	decorators := decoratorsPython(f, d)
	if d.kind == "class" {
		d.members = true
		if d.parent != nil && private {
			return false
		}
	} else if d.parent != nil {
		d.kind = "method"
		for _, name := range decorators {
			if name == "property" || strings.HasSuffix(name, "cached_property") {
				d.kind = "property"
			}
			if strings.HasSuffix(name, ".setter") || strings.HasSuffix(name, ".deleter") {
				d.hidden = true // the property itself is shown
			}
		}
		d.hidden = d.hidden || private
	}
	end := d.end
	if d.body.ok() {
		end = d.body.start()
	}
	d.head = strings.TrimRight(f.flat(d.node.start(), end), ": ")
	if doc := docstring(d.body); doc != "" {
		d.inner = doc
	}
	return true
}

// decoratorsPython puts the decorators before the signature, a line each, and
// returns their names without arguments.
func decoratorsPython(f *file, d *decl) []string {
	if len(d.outer) == 0 {
		return nil
	}
	wrapper := d.outer[len(d.outer)-1]
	if wrapper.field("definition").start() != d.node.start() {
		return nil
	}
	d.extend(wrapper)
	var names []string
	for _, c := range wrapper.children() {
		if c.is("decorator") {
			text := f.flat(c.start(), c.end())
			name, _, _ := strings.Cut(strings.TrimPrefix(text, "@"), "(")
			names = append(names, name)
			d.above += cut(text, maxLine) + "\n"
		}
	}
	return names
}

// docstring is the first line of a body's docstring as a docstring.
func docstring(body node) string {
	if !body.ok() {
		return ""
	}
	for _, c := range body.children() {
		if c.is("comment") {
			continue
		}
		s := c.first("string")
		if !c.is("expression_statement") || !s.ok() {
			return ""
		}
		text := strings.Trim(strings.TrimLeft(s.text(), "rRuUbBfF"), "\"'")
		if text = summary("", text); text != "" {
			return `"""` + text + `"""`
		}
		return ""
	}
	return ""
}

func assignPython(f *file, d *decl) bool {
	left := d.node.field("left")
	d.tail = new("")
	d.names = nil
	for n := d.node; n.is("assignment", "augmented_assignment"); n = n.field("right") {
		d.names = append(d.names, targetsPython(n.field("left"))...)
	}
	if left.text() == "__all__" {
		f.exportList = true
		for _, s := range d.node.field("right").children() {
			if s.is("string") {
				name := strings.Trim(s.text(), `"'`)
				f.export(name, s.start())
				f.local(name)
			}
		}
		return false
	}
	if d.node.is("augmented_assignment") || len(d.names) == 0 {
		return false
	}
	for _, name := range d.names {
		d.exported = d.exported || publicPython(name)
	}
	if !d.exported {
		return false
	}
	if d.kind == "var" && isConstantName(d.name()) {
		d.kind = "const"
	}
	d.head = left.text()
	if t := d.node.field("type"); t.ok() {
		d.head += ": " + f.flat(t.start(), t.end())
	}
	if right := d.node.field("right"); right.ok() {
		d.head += " = " + f.value(right)
	}
	d.note = f.noteAfter(d.end)
	return true
}

func targetsPython(left node) []string {
	switch left.kind() {
	case "identifier":
		return []string{left.text()}
	case "pattern_list", "tuple_pattern":
		var names []string
		for _, c := range left.children() {
			names = append(names, targetsPython(c)...)
		}
		return names
	}
	return nil
}

// pathHead is the identifier that text starts with.
func pathHead(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !isWord(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

func isConstantName(name string) bool {
	return strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// publicPython: a leading underscore is private, __dunder__ names are not.
func publicPython(name string) bool {
	return !strings.HasPrefix(name, "_") ||
		len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

func importsPython(f *file, n node, in scopes) []Import {
	_, names := n.fields("name")
	if n.is("import_statement") {
		var list []Import
		for _, name := range names {
			if name.is("aliased_import") {
				name = name.field("name")
			}
			list = append(list, Import{Specifier: name.text(), Kind: "import", Line: n.line()})
		}
		return list
	}
	imp := Import{Specifier: strings.Join(strings.Fields(n.field("module_name").text()), ""), Kind: "import", Line: n.line()}
	for _, name := range names {
		if name.is("aliased_import") {
			name = name.field("name")
		}
		imp.Names = append(imp.Names, name.text())
	}
	if n.first("wildcard_import").ok() {
		imp.Names = []string{"*"}
	}
	if len(in) == 0 {
		for _, name := range f.reexports(n) {
			f.export(name, n.start())
		}
	}
	return []Import{imp}
}

// reexportPython shows what a module gives on, one line for each module that
// it comes from.
func reexportPython(f *file, d *decl) bool {
	names := f.reexports(d.node)
	if len(names) == 0 {
		return false
	}
	for i, name := range names {
		if strings.HasPrefix(name, "* ") {
			names[i] = "*"
		}
	}
	d.silent, d.names, d.tail = true, nil, new("")
	d.state = f.flat(d.node.start(), d.node.field("module_name").end())
	list := strings.Join(names, ", ")
	if len(f.roots) > 0 {
		if last := f.roots[len(f.roots)-1]; last.kind == d.kind && last.state == d.state && len(last.head) < maxHead {
			last.head += ", " + list
			return false
		}
	}
	d.head = d.state + " import " + list
	return true
}

// reexports are the names that an import gives on: `from x import y as y`
// says so (PEP 484), and a package's __init__ imports from its own modules for
// its users.
func (f *file) reexports(n node) []string {
	var list []string
	module := strings.Join(strings.Fields(n.field("module_name").text()), "")
	facade := strings.HasPrefix(module, ".") && strings.HasPrefix(path.Base(f.path), "__init__.py")
	_, names := n.fields("name")
	for _, name := range names {
		alias := name
		again := false
		if name.is("aliased_import") {
			alias = name.field("alias")
			again = alias.text() == name.field("name").text()
		}
		if (facade || again) && publicPython(alias.text()) {
			list = append(list, alias.text())
		}
	}
	if facade && n.first("wildcard_import").ok() {
		list = append(list, "* from '"+module+"'")
	}
	return list
}

// completePython lets __all__ alone decide what is exported if there is one.
func completePython(f *file) {
	f.header = docstring(node{f.root, f})
	if !f.exportList {
		return
	}
	for _, d := range f.roots {
		d.exported, d.listed = false, true
		for _, name := range d.names {
			d.exported = d.exported || f.locals[name]
		}
	}
	kept, at := f.exports[:0], f.exportAt[:0]
	for i, name := range f.exports {
		if f.locals[name] {
			kept, at = append(kept, name), append(at, f.exportAt[i])
		}
	}
	f.exports, f.exportAt = kept, at
}
