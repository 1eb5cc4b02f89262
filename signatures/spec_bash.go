package signatures

import (
	_ "embed"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/bash"
)

//go:embed queries/bash.scm
var queryBash string

func bashSpec() *spec {
	return &spec{
		name: "Shell", fence: "bash",
		extensions: []string{".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild", ".bashrc", ".zshrc", ".profile",
			".bash_profile", ".zshenv", ".zprofile", ".command"},
		files:        []string{"PKGBUILD"},
		interpreters: []string{"sh", "bash", "zsh", "dash", "ksh", "ash", "bats"},
		comments:     hashComments(), grammar: bash.GetLanguage, query: queryBash, mask: maskBash,
		layout:  layout{indent: "  ", line: "#"},
		declare: declareBash,
		imports: importsBash,
	}
}

// maxShellTop is how many plain variables at the top level are listed: a
// script that is a list of steps has as many as steps.
const maxShellTop = 60

func declareBash(f *file, d *decl) bool {
	switch d.kind {
	case "func":
		d.exported = true
		if title, ok := strings.CutPrefix(f.src[d.start:d.body.start()], "@test"); ok && d.body.ok() { // masked
			d.kind, d.exported, d.names = "test", false, []string{strings.Trim(strings.TrimSpace(title), `"'`)}
			d.head = "@test " + strings.TrimSpace(title)
		}
	case "test":
		return testBash(f, d)
	case "var":
		name := d.node.field("name")
		d.names = []string{name.text()}
		d.head = assignmentBash(f, d.node)
		if isConstantName(d.name()) {
			d.kind = "const"
		}
		return name.is("variable_name") && len(f.roots) < maxShellTop && path.Ext(f.path) != ".bats"
	case "declare":
		return declarationBash(f, d)
	case "alias":
		name, value, ok := strings.Cut(strings.TrimPrefix(d.node.text(), "alias "), "=")
		d.names = []string{name}
		d.head = "alias " + name + "=" + closed(cut(value, maxValue))
		return ok && strings.HasPrefix(d.node.text(), "alias ") && !strings.Contains(name, " ")
	}
	return true
}

// testBash reads `@test "title" {` of bats, a command to the grammar, whose
// body it therefore takes for the file's.
func testBash(f *file, d *decl) bool {
	title, ok := strings.CutPrefix(d.node.text(), "@test")
	title = strings.TrimRight(title, " \t{")
	if !ok || path.Ext(f.path) != ".bats" {
		return false
	}
	d.names = []string{strings.Trim(strings.TrimSpace(title), `"'`)}
	d.head = "@test" + title
	if at := strings.Index(f.src[d.end:], "\n}"); at >= 0 {
		d.end += at + len("\n}")
	}
	return true
}

func assignmentBash(f *file, n node) string {
	value := n.field("value")
	if !value.ok() {
		return f.flat(n.start(), n.end())
	}
	return f.src[n.start():value.start()] + f.value(value)
}

// declarationBash reads export, readonly, declare and typeset.
func declarationBash(f *file, d *decl) bool {
	children := d.node.children()
	keyword := children[0].text()
	d.kind, d.names, d.head = "var", nil, keyword
	d.exported = keyword == "export"
	for _, c := range children[1:] {
		switch c.kind() {
		case "word":
			flags := c.text()
			if strings.Contains(flags, "f") || strings.Contains(flags, "n") && keyword == "export" {
				return false // names functions, or takes the export back
			}
			d.exported = d.exported || strings.Contains(flags, "x")
			d.head += " " + flags
		case "variable_name":
			d.names = append(d.names, c.text())
			d.head += " " + c.text()
		case "variable_assignment":
			d.names = append(d.names, c.field("name").text())
			d.head += " " + assignmentBash(f, c)
		}
	}
	if keyword == "readonly" || strings.Contains(d.head, " -r") {
		d.kind = "const"
	}
	return len(d.names) > 0 && keyword != "local"
}

func importsBash(f *file, n node, _ scopes) []Import {
	name := n.field("name").text()
	switch name {
	case ".", "source", "load", "bats_load_library":
	default:
		return nil
	}
	spec := n.field("argument").text()
	if len(spec) > 1 && (spec[0] == '"' || spec[0] == '\'') && spec[len(spec)-1] == spec[0] {
		spec = spec[1 : len(spec)-1]
	}
	if name == "load" { // of bats: the extension may be left out
		if path.Ext(f.path) != ".bats" && path.Ext(f.path) != ".bash" {
			return nil
		}
		if path.Ext(spec) == "" {
			spec += ".bash"
		}
	}
	return []Import{{Specifier: spec, Kind: "source", Line: n.line()}}
}

//nolint:gochecknoglobals // compiled once, read-only
var bashTests = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(@test[ \t]+(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\w+))[ \t]*\{`)
})

//nolint:gochecknoglobals // compiled once, read-only
var bashMasks = sync.OnceValue(func() []maskRule {
	return []maskRule{
		{regexp.MustCompile(`(?m)^[^#\n]*\beval ("[^\n]*")`), 'x'}, // code in a string, with brackets of its own
	}
})

// maskBash hides what the grammar cannot read. Tests of bats, commands to it,
// become functions.
func maskBash(src string) string {
	out := []byte(maskBy(bashMasks(), src, nil))
	for _, at := range bashTests().FindAllStringSubmatchIndex(src, -1) {
		for i := at[2]; i < at[3]; i++ {
			out[i] = '_'
		}
		copy(out[at[3]-len("()"):], "()")
	}
	return string(out)
}
