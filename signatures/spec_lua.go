package signatures

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/lua"
)

//go:embed queries/lua.scm
var queryLua string

func luaSpec() *spec {
	return &spec{
		name: "Lua", fence: "lua", extensions: []string{".lua", ".rockspec"}, interpreters: []string{"lua", "luajit"},
		comments: comments{line: []string{"--"}, block: [][2]string{{"--[[", "]]"}}, quote: `"'`},
		grammar:  lua.GetLanguage, query: queryLua, mask: maskLua, settle: `x = ""`,
		layout:   layout{indent: "  ", line: "--"},
		declare:  declareLua,
		imports:  importsLua,
		complete: completeLua,
	}
}

func declareLua(f *file, d *decl) bool {
	// The grammar counts the white space and the comments before as part of
	// a statement.
	for _, c := range d.node.children() {
		if !c.is("comment", "emmy_documentation") {
			text := c.text()
			d.start = c.start() + len(text) - len(strings.TrimLeft(text, " \t\r\n"))
			d.headStart = d.start
			break
		}
	}
	switch d.kind {
	case "func":
		return funcLua(f, d)
	case "var":
		return varLua(f, d)
	case "return":
		returnLua(f, d.node)
	}
	return false
}

// place reads a dotted name: what it is a part of, and its last part.
func (d *decl) place(name string) {
	name = compact(name)
	if i := strings.LastIndexAny(name, ".:"); i >= 0 {
		d.owner, d.names = name[:i], []string{name[i+1:]}
		if name[i] == ':' {
			d.kind = "method"
		}
		return
	}
	d.names = []string{name}
}

func funcLua(f *file, d *decl) bool {
	end := d.end
	if body := d.node.first("function_body", "function_end"); body.ok() {
		end = body.start()
		d.body = body
	}
	d.place(d.node.field("name").text())
	d.head = f.flat(d.start, end)
	if d.node.has("local") {
		d.hidden = true
		f.local("local " + d.name())
		return true
	}
	d.exported = d.owner == ""
	return true
}

// varLua reads assignments at the top level: fields of tables, globals and
// functions. Of locals only the names are noted.
func varLua(f *file, d *decl) bool {
	all, names := d.node.fields("name")
	local := false
	var value node
	for i, c := range all {
		switch {
		case c.is("local"):
			local = true
		case strings.TrimSpace(c.text()) == "=" && i+1 < len(all):
			value = all[i+1]
		}
	}
	if len(names) != 1 {
		for _, n := range names {
			if local {
				f.local("local " + strings.TrimSpace(n.text()))
			}
		}
		return false
	}
	target := strings.TrimSpace(names[0].text())
	if local {
		f.local("local " + target)
	}
	if strings.ContainsAny(target, "[(") {
		return false
	}
	d.place(target)
	if value.is("function") {
		d.kind = "func"
		end := d.end
		if body := value.first("function_body", "function_end"); body.ok() {
			end = body.start()
			d.body = body
		}
		d.head = f.flat(d.start, end)
		d.hidden, d.exported = local, !local && d.owner == ""
		return true
	}
	if strings.HasPrefix(d.name(), "__") {
		return false
	}
	d.exported = !local && d.owner == ""
	d.optional = local // shown if the module returns it
	d.head = f.flat(d.start, value.start()) + " " + f.value(value)
	d.note = f.noteAfter(d.end)
	return value.ok()
}

// returnLua notes what the module returns: a table's name, or its fields.
func returnLua(f *file, n node) {
	for _, c := range n.children() {
		switch c.kind() {
		case "identifier":
			f.local("return " + strings.TrimSpace(c.text()))
		case "tableconstructor", "fieldlist":
			for _, field := range append(c.first("fieldlist").children(), c.children()...) {
				name, value := field.field("name"), field.field("value")
				if !field.is("field") || !name.is("identifier") {
					continue
				}
				f.export(strings.TrimSpace(name.text()), field.start())
				if value.is("identifier") {
					f.local("field " + strings.TrimSpace(value.text()))
				}
			}
		}
	}
}

// completeLua: what is exported are the members of the table that the module
// returns, locals that stand in it, and globals.
func completeLua(f *file) {
	for _, d := range f.roots {
		if d.owner == "" {
			if f.locals["field "+d.name()] || f.locals["return "+d.name()] {
				d.hidden, d.listed = false, f.locals["field "+d.name()]
				d.exported = d.listed || d.kind == "func"
			}
			continue
		}
		table, _, _ := strings.Cut(d.owner, ".")
		switch {
		case f.locals["return "+table]:
			d.exported = true
			f.export(strings.TrimPrefix(strings.TrimPrefix(d.owner, table)+"."+d.name(), "."), d.start)
		case !f.locals["local "+table]: // of a global table
			d.exported = true
			f.export(d.owner+"."+d.name(), d.start)
		}
	}
}

func importsLua(_ *file, n node, _ scopes) []Import {
	imp := Import{Kind: "require", Line: n.line()}
	switch strings.TrimSpace(n.field("prefix").text()) {
	case "require", "dofile", "loadfile", "prequire", "include":
	case "pcall":
		if !strings.HasPrefix(strings.TrimLeft(n.field("args").text(), "( \n"), "require") {
			return nil
		}
	default:
		return nil
	}
	args := n.field("args")
	if !args.is("string_argument") {
		if args = args.first("string"); !args.ok() {
			return nil
		}
	}
	imp.Specifier = args.field("content").text()
	if imp.Line += strings.Count(leadingSpace(n.text()), "\n"); imp.Specifier == "" {
		return nil
	}
	return []Import{imp}
}

func leadingSpace(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, " \t\r\n"))]
}

//nolint:gochecknoglobals // compiled once, read-only
var luaMasks = sync.OnceValue(func() []maskRule {
	return []maskRule{
		{regexp.MustCompile(`\w[ \t]*(<(?:const|close)>)`), ' '},
		{regexp.MustCompile(`(?m)\breturn\b[^\n;]*(;)[ \t]*(?:--[^\n]*)?$`), ' '},
		// A comment of three dashes is read as one of what follows, and with it
		// in pieces.
		{regexp.MustCompile(`(?m)^[ \t]*--(-+)`), ' '},
	}
})

// maskLua hides what the grammar cannot read: attributes of locals, semicolons
// after a return, documentation that it takes for its own.
func maskLua(src string) string { return maskBy(luaMasks(), src, nil) }
