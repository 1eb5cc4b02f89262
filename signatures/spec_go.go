package signatures

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/smacker/go-tree-sitter/golang"
)

//go:embed queries/go.scm
var queryGo string

func goSpec() *spec {
	return &spec{
		name: "Go", fence: "go", extensions: []string{".go"}, comments: cComments(),
		grammar: golang.GetLanguage, query: queryGo,
		layout:   layout{indent: "\t", open: " {", close: "}", empty: "{}", elided: "{ … }", line: "//", separator: "; "},
		declare:  declareGo,
		public:   isUpper,
		imports:  importsGo,
		complete: completeGo,
		skeleton: &skeletonRules{stops: stopsAt("\"`'"), token: tokenGo},
	}
}

// tokenGo skips strings and runes.
func tokenGo(k *skeleton, i int) int {
	if k.src[i] == '`' {
		n := strings.IndexByte(k.src[i+1:], '`')
		if n < 0 {
			return -1
		}
		return i + n + 2
	}
	if end := k.quoted(i); end > i {
		return end
	}
	return -1
}

func declareGo(f *file, d *decl) bool {
	switch d.kind {
	case "package":
		f.out.Package = d.node.first("package_identifier").text()
		d.silent = true
	case "group":
		return groupGo(f, d)
	case "func":
		d.exported = isUpper(d.name())
	case "method":
		return methodGo(d)
	case "const", "var":
		return valueGo(f, d)
	case "type":
		typeGo(f, d)
	case "field":
		return fieldGo(f, d)
	}
	return true
}

// groupGo keeps `const ( … )` together, in which an omitted value repeats the
// one above; a declaration without brackets is its only spec.
func groupGo(f *file, d *decl) bool {
	keyword := pathHead(d.node.text())
	rest := strings.TrimSpace(strings.TrimPrefix(d.node.text(), keyword))
	if !strings.HasPrefix(rest, "(") || keyword == "type" {
		d.inline = true
		return true
	}
	d.silent, d.members, d.shared, d.prune, d.head = true, true, true, true, keyword
	d.open, d.close = new(" ("), new(")")
	d.body = node{}
	if strings.Contains(d.node.text(), "iota") {
		d.state = "iota"
	}
	return true
}

func methodGo(d *decl) bool {
	d.exported = isUpper(d.name())
	if d.parent != nil { // of an interface: all of them are its contract
		return true
	}
	d.owner = receiverGo(d.node.field("receiver"))
	d.hidden = !d.exported
	return true
}

// receiverGo is the type's name in "(s *Set[K])".
func receiverGo(list node) string {
	text := strings.Trim(list.text(), "() \t\n")
	if i := strings.IndexByte(text, '['); i >= 0 {
		text = text[:i]
	}
	if i := strings.LastIndexAny(text, "* \t"); i >= 0 {
		text = text[i+1:]
	}
	return text
}

func valueGo(f *file, d *decl) bool {
	all, names := d.node.fields("name")
	d.names = nil
	for _, n := range names {
		if n.is("identifier") && n.text() != "_" {
			d.names = append(d.names, n.text())
			d.exported = d.exported || isUpper(n.text())
		}
	}
	inIota := d.parent != nil && d.parent.state == "iota"
	if !d.exported && !inIota {
		return false
	}
	d.head = ""
	for _, c := range all {
		switch {
		case c.is("="):
			d.head += " = "
		case c.is("expression_list"):
			d.head += f.value(c)
		case c.is(","):
			d.head += ", "
		case c.is("comment"):
		case c.is("identifier"):
			d.head += c.text()
		default:
			d.head += " " + f.flat(c.start(), c.end())
		}
	}
	if len(d.outer) > 0 {
		d.extend(d.outer[0])
		d.head = d.kind + " " + d.head
	}
	d.note = f.noteAfter(d.end)
	return true
}

func typeGo(f *file, d *decl) {
	d.exported = isUpper(d.name())
	if len(d.outer) > 0 {
		keyword := d.outer[0].text()
		if !strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(keyword, "type")), "(") {
			d.extend(d.outer[0])
		}
	}
	t := d.node.field("type")
	switch t.kind() {
	case "struct_type":
		d.kind, d.members, d.body = "struct", true, t.first("field_declaration_list")
	case "interface_type":
		d.kind, d.members, d.body = "interface", true, t
	}
	end := d.end
	if d.members {
		end = t.start()
	}
	d.head = "type " + f.flat(d.node.start(), end)
	if d.members {
		d.head += " " + d.kind
	}
}

func fieldGo(f *file, d *decl) bool {
	_, names := d.node.fields("name")
	d.names = nil
	for _, n := range names {
		d.names = append(d.names, n.text())
		d.exported = d.exported || isUpper(n.text())
	}
	if d.node.is("type_elem") {
		d.exported, d.silent = true, true
	} else if len(names) == 0 { // embedded
		d.names = []string{receiverGo(d.node.field("type"))}
		if i := strings.LastIndexByte(d.names[0], '.'); i >= 0 {
			d.names[0] = d.names[0][i+1:]
		}
		d.exported = isUpper(d.names[0])
	}
	d.note = f.noteAfter(d.end)
	return d.exported
}

func importsGo(_ *file, n node, _ scopes) []Import {
	path := strings.Trim(n.field("path").text(), "\"`")
	return []Import{{Specifier: path, Kind: "import", Line: n.line()}}
}

func completeGo(f *file) {
	for _, d := range f.roots {
		if d.kind == "func" && d.name() == "main" && f.out.Package == "main" {
			f.out.Main = true
		}
	}
}

func isUpper(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
