package signatures

import (
	_ "embed"
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/c"
	"github.com/smacker/go-tree-sitter/cpp"
)

//go:embed queries/c.scm
var cQuery string

//go:embed queries/cpp.scm
var cppQuery string

func cSpec() *spec {
	s := familySpec("C", "c", ".c", ".h")
	s.grammar, s.query = c.GetLanguage, cQuery
	return s
}

func cppSpec() *spec {
	s := familySpec("C++", "cpp", ".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".tpp", ".inl", ".ixx", ".cppm")
	s.grammar, s.query, s.angles = cpp.GetLanguage, cppQuery, true
	return s
}

// familySpec is what C and C++ share.
func familySpec(name, fence string, extensions ...string) *spec {
	return &spec{
		name: name, fence: fence, extensions: extensions, comments: cComments(),
		mask:     maskC,
		sure:     sureC,
		layout:   layout{indent: "    ", open: " {", close: "};", empty: " {};", elided: " { … };", end: ";", line: "//", scope: "::"},
		declare:  declareC,
		imports:  importsC,
		complete: completeC,
		skeleton: skeletonC(),
	}
}

// isHeader tells files whose declarations are for others. What a source file
// declares is for itself, except functions and variables that are not static.
func isHeader(name string) bool {
	switch path.Ext(name) {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".ixx", ".cppm":
		return false
	}
	return true
}

func declareC(f *file, d *decl) bool {
	header := isHeader(f.path)
	friend := false
	for _, w := range d.outer {
		if w.is("template_declaration", "friend_declaration") {
			d.extend(w)
			friend = friend || w.is("friend_declaration")
		}
	}
	if d.parent != nil && d.parent.members && d.parent.kind != "namespace" && d.kind != "access" {
		d.section = d.parent.state
		if friend && d.section == "private:" { // what a class befriends is not its own
			d.section = ""
		}
		if d.section == "private:" && d.kind != "func" && d.kind != "decl" && d.kind != "field" {
			return false
		}
	}
	d.exported = header && !d.within("anonymous")
	switch d.kind {
	case "func":
		return functionC(f, d)
	case "decl", "field":
		return variableC(f, d)
	case "typedef":
		return typedefC(f, d)
	case "class", "struct", "enum":
		return recordC(f, d)
	case "constant":
		d.kind, d.tail = "const", new(",")
		d.note = f.noteAfter(d.end)
	case "macro":
		return macroC(f, d)
	case "alias":
		d.kind = "type"
	case "concept":
		d.head = cut(f.flat(d.start, d.end), 2*maxLine)
	case "namespace":
		namespaceC(f, d)
	case "access":
		if d.parent == nil { // what an error left of a class
			return false
		}
		d.parent.state = strings.TrimSpace(d.node.text()) + ":"
		return false
	}
	return true
}

func isStatic(n node) bool {
	for _, c := range n.children() {
		if c.is("storage_class_specifier") && c.text() == "static" {
			return true
		}
	}
	return false
}

func functionC(f *file, d *decl) bool {
	named := declaratorC(d.node.field("declarator"))
	if named.name == "" {
		return false
	}
	d.names, d.owner = []string{named.name}, named.owner
	inClass := d.parent != nil && d.parent.kind != "namespace" && d.parent.kind != "anonymous"
	if inClass || named.owner != "" {
		d.kind = "method"
	}
	d.exported = !(isStatic(d.node) && !inClass) && !d.within("anonymous")
	if inClass && d.section == "private:" {
		d.exported, d.hidden, d.section = false, true, ""
	}
	end := d.end
	if d.body.ok() {
		end = d.body.start()
	}
	if list := d.node.first("field_initializer_list"); list.ok() {
		end = min(end, list.start())
		d.body = list
	}
	d.head = untilBody(f.headC(d.headStart, end))
	if d.name() == "main" && d.parent == nil && named.owner == "" {
		f.out.Main = true
	}
	return true
}

// headC is flat without the lines that the mask took out of a head: directives.
func (f *file) headC(start, end int) string {
	if !strings.Contains(f.src[start:end], "\n#") {
		return f.flat(start, end)
	}
	var b strings.Builder
	for at := start; at < end; {
		next := end
		if n := strings.IndexByte(f.src[at:end], '\n'); n >= 0 {
			next = at + n + 1
		}
		if strings.TrimSpace(f.parsed[at:next]) != "" {
			b.WriteString(f.flat(at, next) + "\n")
		}
		at = next
	}
	return squeeze(oneLine(b.String(), ""))
}

// untilBody cuts a function's head before a body or an initializer list that
// the parser took for part of it.
func untilBody(head string) string {
	depth := 0
	for i := range len(head) {
		switch head[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{', ';':
			if depth <= 0 {
				return head[:i]
			}
		case ':':
			if depth <= 0 && i > 0 && head[i-1] != ':' && !strings.HasPrefix(head[i:], "::") && strings.Contains(head[:i], ")") {
				return head[:i]
			}
		}
	}
	return head
}

// variableC reads declarations of variables, fields and prototypes.
func variableC(f *file, d *decl) bool {
	if t := d.node.field("type"); t.field("body").ok() {
		d.inline = true // the struct inside says what this declares
		return true
	}
	header := isHeader(f.path)
	member := d.kind == "field" || d.parent != nil && d.parent.members && d.parent.kind != "namespace" && d.parent.kind != "anonymous"
	all, list := d.node.fields("declarator")
	d.names = nil
	function := false
	for _, c := range list {
		named := declaratorC(c)
		function = function || named.function
		if named.name != "" {
			d.names = append(d.names, named.name)
			d.owner = named.owner
		}
	}
	if len(d.names) == 0 || d.section == "private:" {
		return false
	}
	d.head = f.declarationHead(d, all)
	d.note = f.noteAfter(d.end)
	switch {
	case member && function:
		d.kind, d.exported = "method", true
	case member:
		d.kind, d.exported = "field", true
	case function:
		d.kind = "func"
		d.state = "prototype"
		d.exported = header && !isStatic(d.node) && !d.within("anonymous")
	default:
		d.kind = "var"
		external := strings.HasPrefix(d.head, "extern")
		d.exported = !isStatic(d.node) && !d.within("anonymous") || header
		return d.exported && (header || !external)
	}
	return true
}

// declarationHead is a declaration with its values shortened.
func (f *file) declarationHead(d *decl, all []node) string {
	var b strings.Builder
	from := d.headStart
	for _, c := range all {
		v := c
		if c.is("init_declarator") {
			v = c.field("value")
		} else if !c.is("initializer_list") {
			continue
		}
		if !v.ok() || v.start() < from {
			continue
		}
		b.WriteString(f.flat(from, v.start()))
		if strings.HasSuffix(b.String(), "=") {
			b.WriteByte(' ')
		}
		b.WriteString(f.value(v))
		from = v.end()
	}
	b.WriteString(f.flat(from, d.end))
	return b.String()
}

func typedefC(f *file, d *decl) bool {
	if t := d.node.field("type"); t.field("body").ok() {
		d.inline = true
		return true
	}
	_, list := d.node.fields("declarator")
	d.names = nil
	for _, c := range list {
		if named := declaratorC(c); named.name != "" {
			d.names = append(d.names, named.name)
		}
	}
	d.kind = "type"
	return len(d.names) > 0
}

// recordC reads a struct, class, union or enum with a body, and the typedef,
// variable or field declaration around it.
func recordC(f *file, d *decl) bool {
	d.members = true
	if d.kind == "class" {
		d.state = "private:"
	}
	d.fill = d.kind == "enum"
	for i, n := range d.names {
		n = strings.Join(strings.Fields(n), "")
		if at := lastScope(n); at > 0 { // struct Outer::Name { … }
			d.owner, n = pathEnd(strings.TrimSuffix(n[:at], "::")), n[at:]
		}
		d.names[i] = n
	}
	for _, w := range d.outer {
		if w.field("type").start() != d.node.start() || !w.is("type_definition", "declaration", "field_declaration") {
			continue
		}
		d.extend(w)
		d.end = w.end()
		_, list := w.fields("declarator")
		for _, c := range list {
			if named := declaratorC(c); named.name != "" {
				d.names = append(d.names, named.name)
			}
		}
		if len(list) > 0 {
			if w.is("field_declaration") && !d.node.field("name").ok() {
				d.kind, d.exported = "field", true
			}
			rest := f.src[d.body.end():list[0].start()]
			text := strings.TrimSpace(rest + f.declarators(list))
			d.close = new("} " + text + ";")
		}
	}
	d.head = f.flat(d.headStart, d.body.start())
	if len(d.names) == 0 {
		d.silent = true
	}
	if d.section == "private:" {
		return false
	}
	return true
}

func (f *file) declarators(list []node) string {
	var parts []string
	for _, c := range list {
		if c.is("init_declarator") {
			d, v := c.field("declarator"), c.field("value")
			parts = append(parts, f.flat(d.start(), d.end())+" = "+f.value(v))
			continue
		}
		parts = append(parts, f.flat(c.start(), c.end()))
	}
	return strings.Join(parts, ", ")
}

// macroC shows macros with a value; those without are guards and switches.
func macroC(f *file, d *decl) bool {
	v, parameters := d.node.field("value"), d.node.field("parameters")
	text := strings.TrimSpace(v.text())
	d.tail, d.unwrapped = new(""), true
	d.end = d.start + len(strings.TrimRight(d.node.text(), " \r\n"))
	switch {
	case parameters.ok():
		d.head = "#define " + d.name() + oneLine(parameters.text(), "")
		if short := f.flat(v.start(), v.end()); text != "" && len(short) <= maxValue {
			d.head += " " + short
		} else if text != "" {
			d.head += " …"
		}
	case text == "":
		return false
	default:
		d.head = "#define " + d.name() + " " + f.value(v)
	}
	return true
}

func namespaceC(f *file, d *decl) {
	d.members, d.prune, d.level, d.shared = true, true, true, true
	d.close, d.empty = new("}"), new(" {}")
	if d.name() == "" {
		d.kind, d.silent, d.exported = "anonymous", true, false
		return
	}
	d.exported = false
	d.names[0] = strings.Join(strings.Fields(d.name()), "")
	if f.out.Package == "" {
		f.out.Package = d.path()
	}
}

func importsC(_ *file, n node, _ scopes) []Import {
	p := n.field("path")
	imp := Import{Kind: "include", Specifier: strings.Trim(p.text(), `"<>`), Line: n.line()}
	if p.is("system_lib_string") {
		imp.Kind = "include-system"
	}
	if !p.is("system_lib_string", "string_literal") {
		return nil // a macro
	}
	return []Import{imp}
}

// completeC drops prototypes of functions that the file defines itself: they
// say the same twice.
func completeC(f *file) {
	defined := make(map[string]bool)
	var walk func(list []*decl, visit func(*decl))
	walk = func(list []*decl, visit func(*decl)) {
		for _, d := range list {
			visit(d)
			if d.kind == "namespace" || d.silent {
				walk(d.children, visit)
			}
		}
	}
	walk(f.roots, func(d *decl) {
		if d.kind == "func" && d.body.ok() {
			defined[d.path()] = true
		}
	})
	walk(f.roots, func(d *decl) {
		if d.state == "prototype" && defined[d.path()] {
			d.optional, d.exported = true, false
		}
	})
}
