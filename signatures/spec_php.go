package signatures

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/php"
)

//go:embed queries/php.scm
var queryPHP string

func phpSpec() *spec {
	return &spec{
		name: "PHP", fence: "php",
		extensions: []string{".php", ".phtml", ".php3", ".php4", ".php5", ".phps"},
		files:      []string{"artisan"}, interpreters: []string{"php"},
		comments: comments{line: []string{"//", "#"}, block: slashStar(), quote: `"'`},
		grammar:  php.GetLanguage, query: queryPHP, mask: maskPHP,
		layout:   layout{indent: "    ", open: " {", close: "}", empty: " {}", end: ";", line: "//", scope: `\`},
		declare:  declarePHP,
		imports:  importsPHP,
		skeleton: skeletonPHP(),
	}
}

func declarePHP(f *file, d *decl) bool {
	switch d.kind {
	case "namespace":
		return namespacePHP(f, d)
	case "uses":
		d.silent, d.exported = true, true
		d.head = f.flat(d.node.start(), d.node.end())
		if names, _, ok := strings.Cut(d.head, "{"); ok {
			d.head, d.tail = names+"{ … }", new("")
		}
		return d.parent != nil
	case "call":
		return callPHP(f, d)
	case "anonymous":
		d.silent, d.members, d.names = true, true, nil
		d.head = f.flat(d.node.start(), d.body.start())
		return d.parent == nil || d.parent.kind == "namespace"
	case "case":
		d.kind, d.exported = "const", true
		modifiers := "" // of a constant that the mask made a case
		if strings.HasPrefix(f.src[d.start:], "const") {
			line := f.src[strings.LastIndexByte(f.src[:d.start], '\n')+1 : d.start]
			modifiers = strings.TrimLeft(line[strings.LastIndexAny(line, ";{}")+1:], " \t")
			d.exported = !strings.Contains(modifiers, "private")
		}
		d.head = modifiers + f.shortValue(d.node, d.node.field("value"))
		d.note = f.noteAfter(d.end)
		return d.exported
	}
	head := modifiersPHP(f, d)
	d.exported = !slices.Contains(head.words, "private")
	switch d.kind {
	case "class", "interface", "trait", "enum":
		d.head, d.members = head.head(f, d, d.body), true
	case "func":
		d.head = head.head(f, d, d.body)
	case "method":
		d.head = head.head(f, d, d.body)
		d.hidden = !d.exported
	case "property", "const":
		return elementsPHP(f, d, head)
	}
	return true
}

func namespacePHP(f *file, d *decl) bool {
	name := d.name()
	if f.out.Package == "" {
		f.out.Package = name
	}
	f.out.Namespaces = appendNew(f.out.Namespaces, name)
	if !d.body.ok() {
		d.silent = true
		return true
	}
	d.members, d.shared, d.prune = true, true, true
	return true
}

// modifiersPHP reads modifiers, and the attributes into d.above.
func modifiersPHP(f *file, d *decl) declHead {
	h := declHead{from: d.node.start()}
	for _, c := range d.node.children() {
		switch c.kind() {
		case "attribute_list":
			for _, group := range c.children() {
				d.above += closed(cut(f.flat(group.start(), group.end()), maxLine)) + "\n"
			}
		case "visibility_modifier", "static_modifier", "readonly_modifier", "final_modifier", "abstract_modifier", "var_modifier":
			h.words = append(h.words, c.text())
		case "comment":
			continue
		default:
			h.from = c.start()
			return h
		}
	}
	return h
}

// elementsPHP reads constants and properties: several names in one statement.
func elementsPHP(f *file, d *decl, head declHead) bool {
	if !d.exported {
		return false
	}
	d.names, d.head = nil, ""
	if written := f.src[d.node.start():head.from]; strings.Contains(written, "(set)") { // masked
		head.words = strings.Fields(written[strings.LastIndexByte(written, ']')+1:])
	}
	for _, c := range d.node.children() {
		if !c.is("const_element", "property_element") {
			continue
		}
		if len(d.names) == 0 {
			d.head = strings.TrimSpace(strings.Join(head.words, " ") + " " + f.flat(head.from, c.start()))
		} else {
			d.head += ","
		}
		children := c.children()
		name, value := children[0], node{}
		if last := children[len(children)-1]; len(children) > 1 {
			value = last
			if last.is("property_initializer") {
				inner := last.children()
				value = inner[len(inner)-1]
			}
		}
		d.names = append(d.names, strings.TrimPrefix(name.text(), "$"))
		d.head += " " + name.text()
		if value.ok() {
			d.head += " = " + f.value(value)
		}
	}
	d.head = strings.TrimSpace(d.head)
	d.note = f.noteAfter(d.end)
	return len(d.names) > 0
}

// callPHP reads the calls at the top level that declare: constants, routes,
// tests.
func callPHP(f *file, d *decl) bool {
	text := d.node.text()
	name, rest, ok := strings.Cut(text, "(")
	if !ok {
		return false
	}
	first := ""
	if len(rest) > 1 && strings.IndexByte(`"'`, rest[0]) >= 0 {
		if end := skipString(rest, 0); end > 0 {
			first = rest[1:end]
		}
	}
	if first == "" {
		return false
	}
	d.names = []string{first}
	switch {
	case strings.EqualFold(name, "define"):
		d.kind, d.exported = "const", true
	case name == "it" || name == "test" || name == "describe":
		d.kind = "test"
		d.head = text[:len(name)+1] + cut(rest, len(first)+2)
		d.head = strings.TrimSuffix(d.head, "…") + ", …)"
		return true
	case strings.HasPrefix(name, "Route::"), strings.HasPrefix(name, "$router->"), strings.HasPrefix(name, "$app->"), strings.HasPrefix(name, "$routes->"):
		d.kind = "route"
	default:
		return false
	}
	d.head = closed(cut(f.flat(d.node.start(), d.node.end()), maxLine))
	return true
}

func importsPHP(f *file, n node, _ scopes) []Import {
	if !n.is("namespace_use_declaration") {
		children := n.children()
		imp := Import{Kind: "require", Line: n.line(), Specifier: pathPHP(children[len(children)-1])}
		if n.is("include_expression", "include_once_expression") {
			imp.Kind = "include"
		}
		if imp.Specifier == "" {
			return nil
		}
		return []Import{imp}
	}
	var list []Import
	add := func(name string, at node) {
		name = strings.TrimPrefix(strings.Join(strings.Fields(name), ""), `\`)
		list = append(list, Import{Specifier: name, Kind: "use", Line: at.line()})
	}
	prefix := ""
	for _, c := range n.children() {
		switch c.kind() {
		case "namespace_name":
			prefix = c.text() + `\`
		case "namespace_use_clause":
			add(c.first("qualified_name", "name", "namespace_name").text(), c)
		case "namespace_use_group":
			for _, g := range c.children() {
				if g.is("namespace_use_group_clause") {
					add(prefix+g.first("namespace_name", "name").text(), g)
				}
			}
		}
	}
	return list
}

// pathPHP is the path of an include: strings, joined, below the file's folder
// or a constant that is not known.
func pathPHP(n node) string {
	switch n.kind() {
	case "string", "encapsed_string":
		text := strings.Trim(n.text(), `"'`)
		if strings.Contains(text, "$") {
			return ""
		}
		return text
	case "parenthesized_expression":
		for _, c := range n.children() {
			if c.n.IsNamed() {
				return pathPHP(c)
			}
		}
	case "binary_expression":
		right := pathPHP(n.field("right"))
		if right == "" || n.field("operator").text() != "." {
			return ""
		}
		left := n.field("left")
		switch text := strings.Join(strings.Fields(left.text()), ""); {
		case text == "dirname(__DIR__)" || text == "dirname(dirname(__FILE__))" || text == "dirname(__FILE__,2)" || text == "dirname(__DIR__,1)":
			return ".." + right
		case text == "dirname(__DIR__,2)":
			return "../.." + right
		case left.is("binary_expression"):
			return pathPHP(left) + right
		case left.is("string", "encapsed_string"):
			return pathPHP(left) + right
		}
		return right
	}
	return ""
}
