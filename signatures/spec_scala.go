package signatures

import (
	_ "embed"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/scala"
)

//go:embed queries/scala.scm
var queryScala string

func scalaSpec() *spec {
	return &spec{
		name: "Scala", fence: "scala", extensions: []string{".scala", ".sc", ".sbt", ".mill"}, interpreters: []string{"scala"},
		comments: cComments(), grammar: scala.GetLanguage, query: queryScala, sure: sureScala, mask: maskScala,
		bodies:   func(src string) string { return bodiesScala().blank(src) },
		layout:   layout{indent: "  ", open: " {", close: "}", line: "//"},
		declare:  declareScala,
		imports:  importsScala,
		skeleton: skeletonScala(),
	}
}

func declareScala(f *file, d *decl) bool {
	if d.kind == "object" && packagesScala().MatchString(f.src[d.node.start():]) { // see sureScala
		d.kind = "package"
	}
	if d.kind == "package" {
		return packageScala(f, d)
	}
	shown := memberScala(f, d)
	d.exported = d.exported && d.state != withinScala
	return shown
}

// withinScala is the state of what a package or a class around it alone sees:
// shown and not exported.
const withinScala = "within"

func memberScala(f *file, d *decl) bool {
	head := modifiersScala(f, d)
	d.exported = true
	for _, w := range head.words {
		d.exported = d.exported && w != "private" && w != "private[this]"
		if strings.HasPrefix(w, "private[") {
			d.state = withinScala
		}
	}
	d.names = []string{strings.Trim(d.name(), "`")}
	switch d.kind {
	case "class", "object", "trait", "enum":
		return typeScala(f, d, head)
	case "packageobject":
		d.kind, d.members, d.shared = "object", true, true
		d.head = head.head(f, d, d.body)
		if path.Base(f.path) == "package.scala" {
			f.out.Package = joined(f.out.Package, d.name())
		}
	case "case":
		caseScala(f, d)
	case "func":
		d.head = strings.TrimRight(head.head(f, d, d.body), " =")
		if d.parent != nil && !d.parent.shared {
			d.kind, d.hidden = "method", !d.exported
		}
		mainScala(f, d)
	case "val":
		return valScala(f, d, head)
	case "type":
		d.head = cut(head.head(f, d, node{}), 2*maxLine)
	case "given":
		d.kind = "val"
		d.head = strings.TrimSuffix(strings.TrimRight(head.head(f, d, d.body), " =:{"), " with")
		if d.name() == "" {
			d.silent, d.names = true, nil
		}
	case "extension":
		d.silent, d.members, d.shared, d.prune, d.names = true, true, true, true, nil
		d.head = f.flat(d.node.start(), d.node.field("body").start())
		d.body = node{}
	}
	return d.exported || d.hidden
}

// packageScala notes a package clause: several follow one another.
func packageScala(f *file, d *decl) bool {
	name := compact(d.name())
	if d.parent == nil {
		f.out.Package = joined(f.out.Package, name)
	}
	d.names, d.silent, d.exported = []string{name}, true, false
	if d.body.ok() {
		d.members, d.shared, d.prune = true, true, true
		d.head = f.flat(d.node.start(), d.body.start())
	}
	return true
}

func joined(outer, name string) string {
	if outer == "" {
		return name
	}
	return outer + "." + name
}

// modifiersScala reads the keywords, and the annotations into d.above.
func modifiersScala(f *file, d *decl) declHead {
	h := declHead{from: d.node.start()}
	for _, c := range d.node.children() {
		switch c.kind() {
		case "annotation":
			text := f.flat(c.start(), c.end())
			switch name := c.field("name").text(); name {
			case "main":
				f.out.Main = true
			case "tailrec", "inline", "noinline", "nowarn", "unchecked", "switch", "SuppressWarnings", "specialized", "implicitNotFound",
				"implicitAmbiguous", "transient", "volatile", "uncheckedVariance", "targetName", "static", "unused", "inheritedDoc":
				continue
			}
			d.above += closed(cut(text, maxValue)) + "\n"
		case "modifiers":
			for _, m := range c.children() {
				h.words = append(h.words, f.flat(m.start(), m.end()))
			}
		case "comment", "block_comment":
			continue
		default:
			h.from = c.start()
			return h
		}
	}
	return h
}

func typeScala(f *file, d *decl, head declHead) bool {
	d.members = true
	d.head = strings.TrimRight(head.head(f, d, d.body), " :{")
	if d.kind == "object" {
		for _, parent := range strings.FieldsFunc(d.node.field("extend").text(), func(r rune) bool { return !isWord(r) && r != '.' }) {
			if parent == "App" || parent == "IOApp" || parent == "ZIOAppDefault" || parent == "IOApp.Simple" {
				f.out.Main = true
			}
		}
	}
	return d.exported
}

func mainScala(f *file, d *decl) {
	if d.name() != "main" || d.parent == nil || d.parent.kind != "object" {
		return
	}
	if strings.Contains(d.node.field("parameters").text(), "Array[String]") {
		f.out.Main = true
	}
}

func caseScala(f *file, d *decl) {
	d.names = nil
	for _, c := range d.node.children() {
		if c.is("simple_enum_case", "full_enum_case") {
			d.names = append(d.names, c.field("name").text())
		}
	}
	d.kind, d.exported = "const", true
	d.head = f.flat(d.node.start(), d.node.end())
	d.note = f.noteAfter(d.end)
}

func valScala(f *file, d *decl, head declHead) bool {
	pattern, value := d.node.field("pattern"), d.node.field("value")
	if !pattern.ok() {
		pattern = d.node.field("name")
	}
	d.names = patternScala(pattern)
	if d.parent == nil || d.parent.shared {
		d.kind = "var"
	}
	d.head = head.head(f, d, value)
	if value.ok() {
		d.head += " " + f.value(value)
	}
	d.note = f.noteAfter(d.end)
	return d.exported && len(d.names) > 0
}

// patternScala are the names that a pattern binds.
func patternScala(n node) []string {
	if n.is("identifier") {
		return []string{strings.Trim(n.text(), "`")}
	}
	var names []string
	if n.is("identifiers", "tuple_pattern", "typed_pattern") {
		for _, c := range n.children() {
			names = append(names, patternScala(c)...)
		}
	}
	return names
}

func importsScala(f *file, n node, _ scopes) []Import {
	return importsOfScala(f.flat(n.start(), n.end()), n.line())
}

// importsOfScala reads an import on one line.
func importsOfScala(text string, line int) []Import {
	var list []Import
	text = strings.TrimPrefix(text, "import")
	for _, expression := range splitOutside(text) {
		prefix, selectors, braces := strings.Cut(strings.TrimSuffix(expression, "}"), "{")
		prefix = compact(prefix)
		if !braces {
			prefix, _, _ = strings.Cut(expression, " as ")
			prefix, _, _ = strings.Cut(prefix, "=>")
			list = appendScala(list, "", compact(prefix), line)
			continue
		}
		for selector := range strings.SplitSeq(selectors, ",") {
			name, alias, _ := strings.Cut(strings.ReplaceAll(selector, " as ", "=>"), "=>")
			if strings.TrimSpace(alias) == "_" { // hidden
				continue
			}
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ") // given T
			list = appendScala(list, prefix, name, line)
		}
	}
	return list
}

func appendScala(list []Import, prefix, name string, line int) []Import {
	imp := Import{Specifier: strings.ReplaceAll(prefix+name, "`", ""), Kind: "import", Line: line}
	switch pathEndDot(name) {
	case "":
		return list
	case "_", "*", "given":
		imp.Kind = "wildcard"
		imp.Specifier = strings.TrimSuffix(imp.Specifier, pathEndDot(name)) + "*"
	}
	for _, have := range list {
		if have.Specifier == imp.Specifier {
			return list
		}
	}
	return append(list, imp)
}

// splitOutside parts a list at the commas outside of braces.
func splitOutside(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[start:]))
}

//nolint:gochecknoglobals // compiled once, read-only
var packagesScala = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^package([ \t]+\w[\w.]*)[ \t]*\{`)
})

// sureScala makes packages and package objects inside of packages, which the
// grammar takes for expressions, objects.
func sureScala(src string) string {
	if !strings.Contains(src, " package ") {
		return src
	}
	out := []byte(src)
	for i, line := 0, ""; i < len(src); i += len(line) {
		line = src[i:]
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line = line[:n+1]
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if indent == 0 {
			continue
		}
		if strings.HasPrefix(line[indent:], "package object ") {
			copy(out[i+indent:], "       ")
		} else if at := packagesScala().FindStringSubmatchIndex(line[indent:]); at != nil {
			name := strings.ReplaceAll(line[indent+at[2]:indent+at[3]], ".", "_")
			copy(out[i+indent:], "object "+name)
		}
	}
	return string(out)
}

//nolint:gochecknoglobals // compiled once, read-only
var scalaMasks = sync.OnceValue(func() []maskRule {
	return []maskRule{
		// An annotated constructor: `class A @Inject() (b: B)`.
		{regexp.MustCompile(`\bclass\s+\w+(?:\[[^\]\n]*\])?\s+(@\w+(?:\([^()\n]*\))?)\s*(?:private\s*|protected\s*)?\(`), ' '},
		// Of two lists of arguments to the class above, the first: `extends B()(C)`.
		{regexp.MustCompile(`\bextends\s+[\w.]+(?:\[[^\n(){}]*\])?(\([^()\n]*\))\(`), ' '},
		// A backslash does not escape what ends a raw string.
		{regexp.MustCompile(`"""[^"\n]*?(\\)"""`), ' '},
		{regexp.MustCompile(`[(,]\s*(@\w+(?:\([^()\n]*\))?)\s+(?:val\s+|override\s+)*\w+\s*:`), ' '},
	}
})

// maskScala hides annotations where the grammar does not expect them.
func maskScala(src string) string { return maskBy(scalaMasks(), src, nil) }
