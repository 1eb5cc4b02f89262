// Package cfamily outlines C and C++.
package cfamily

import (
	"cmp"
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/smacker/go-tree-sitter/c"
	"github.com/smacker/go-tree-sitter/cpp"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

//go:embed c.scm
var cQuery string

//go:embed cpp.scm
var cppQuery string

// C returns the table entry of C.
func C() *outline.Spec {
	s := familySpec("C")
	s.Grammar, s.Query, s.ReadPart = c.GetLanguage, cQuery, read
	return s
}

// CPP returns the table entry of C++.
func CPP() *outline.Spec {
	s := familySpec("C++")
	s.Grammar, s.Query, s.Angles = cpp.GetLanguage, cppQuery, true
	return s
}

// familySpec returns the parts of a Spec that C and C++ share.
func familySpec(name string) *outline.Spec {
	return &outline.Spec{
		Name:       name,
		Mask:       mask,
		Preprocess: preprocess,
		Layout:     outline.Layout{Indent: "    ", Open: " {", Close: "};", Empty: " {};", Elided: " { … };", End: ";", Scope: "::"},
		Declare:    declare,
		Imports:    imports,
		Complete:   complete,
		Skeleton:   skeletonRules(),
	}
}

// isHeader reports whether a file is a header. Only headers export all that they declare; a source file exports
// functions and variables that are not static.
func isHeader(name string) bool {
	switch path.Ext(name) {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".ixx", ".cppm":
		return false
	}
	return true
}

func declare(f *outline.File, d *outline.Decl) bool {
	header := isHeader(f.Path)
	friend := false
	for _, w := range d.Outer {
		if w.Is("template_declaration", "friend_declaration") {
			d.Extend(w)
			friend = friend || w.Is("friend_declaration")
		}
	}
	if inType := d.Parent != nil && d.Parent.Members && d.Parent.Kind != "namespace"; inType && d.Kind != "access" {
		d.Section = d.Parent.State
		if friend && d.Section == "private:" { // friends belong to other classes
			d.Section = ""
		}
		if mayDefine := d.Kind == "func" || d.Kind == "decl" || d.Kind == "field"; d.Section == "private:" && !mayDefine {
			return false
		}
	}
	d.Exported = header && !d.Within("anonymous")
	switch d.Kind {
	case "func":
		return function(f, d)
	case "decl", "field":
		return variable(f, d)
	case "typedef":
		return typedef(d)
	case "class", "struct", "enum":
		return record(f, d)
	case "constant":
		d.Kind, d.Tail = "const", new(",")
		d.Note = f.NoteAfter(d.End)
	case "macro":
		return macro(f, d)
	case "alias":
		d.Kind = "type"
	case "concept":
		d.Head = outline.Cut(f.Flat(d.Start, d.End), 2*outline.MaxLine)
	case "namespace":
		namespace(f, d)
	case "access":
		if d.Parent == nil { // the remainder of a class that did not parse
			return false
		}
		d.Parent.State = strings.TrimSpace(d.Node.Text()) + ":"
		return false
	}
	return true
}

func isStatic(n outline.Node) bool {
	return slices.ContainsFunc(n.Children(), func(c outline.Node) bool { return c.Is("storage_class_specifier") && c.Text() == "static" })
}

func function(f *outline.File, d *outline.Decl) bool {
	named := declarator(d.Node.Field("declarator"))
	if named.name == "" {
		return false
	}
	d.Names, d.Owner = []string{named.name}, named.owner
	inClass := d.Parent != nil && d.Parent.Kind != "namespace" && d.Parent.Kind != "anonymous"
	if inClass || named.owner != "" {
		d.Kind = "method"
	}
	d.Exported = !(isStatic(d.Node) && !inClass) && !d.Within("anonymous")
	if inClass && d.Section == "private:" {
		d.Exported, d.Hidden, d.Section = false, true, ""
	}
	end := d.Body.StartOr(d.End)
	if list := d.Node.First("field_initializer_list"); list.Ok() {
		end = min(end, list.Start())
		d.Body = list
	}
	d.Head = untilBody(head(f, d.HeadStart, end))
	if d.Name() == "main" && d.Parent == nil && named.owner == "" {
		f.Out.Main = true
	}
	return true
}

// head returns source on one line, without the directives that the mask removed.
func head(f *outline.File, start, end int) string {
	if !strings.Contains(f.Src[start:end], "\n#") {
		return f.Flat(start, end)
	}
	var b strings.Builder
	for at := start; at < end; {
		next := end
		if n := strings.IndexByte(f.Src[at:end], '\n'); n >= 0 {
			next = at + n + 1
		}
		if strings.TrimSpace(f.Parsed[at:next]) != "" {
			b.WriteString(f.Flat(at, next) + "\n")
		}
		at = next
	}
	return outline.Squeeze(outline.OneLine(b.String(), ""))
}

// untilBody cuts a function's head before a body or an initializer list that the parser included by mistake.
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
			isScope := strings.HasSuffix(head[:i], ":") || strings.HasPrefix(head[i:], "::")
			if depth <= 0 && !isScope && strings.Contains(head[:i], ")") {
				return head[:i]
			}
		}
	}
	return head
}

func variable(f *outline.File, d *outline.Decl) bool {
	if t := d.Node.Field("type"); t.Field("body").Ok() {
		d.Inline = true // the struct inside is the declaration
		return true
	}
	header := isHeader(f.Path)
	member := d.Kind == "field" || d.Parent != nil && d.Parent.Members && d.Parent.Kind != "namespace" && d.Parent.Kind != "anonymous"
	all, list := d.Node.Fields("declarator")
	d.Names = nil
	function := false
	for _, c := range list {
		named := declarator(c)
		function = function || named.function
		if named.name != "" {
			d.Names = append(d.Names, named.name)
			d.Owner = named.owner
		}
	}
	if len(d.Names) == 0 || d.Section == "private:" {
		return false
	}
	d.Head = declarationHead(f, d, all)
	d.Note = f.NoteAfter(d.End)
	switch {
	case member && function:
		d.Kind, d.Exported = "method", true
	case member:
		d.Kind, d.Exported = "field", true
	case function:
		d.Kind = "func"
		d.State = "prototype"
		d.Exported = header && !isStatic(d.Node) && !d.Within("anonymous")
	default:
		d.Kind = "var"
		external := strings.HasPrefix(d.Head, "extern")
		d.Exported = !isStatic(d.Node) && !d.Within("anonymous") || header
		return d.Exported && (header || !external)
	}
	return true
}

// declarationHead returns a declaration with its values shortened.
func declarationHead(f *outline.File, d *outline.Decl, all []outline.Node) string {
	var b strings.Builder
	from := d.HeadStart
	for _, c := range all {
		v := c
		if c.Is("init_declarator") {
			v = c.Field("value")
		} else if !c.Is("initializer_list") {
			continue
		}
		if !v.Ok() || v.Start() < from {
			continue
		}
		b.WriteString(f.Flat(from, v.Start()))
		if strings.HasSuffix(b.String(), "=") {
			b.WriteByte(' ')
		}
		b.WriteString(f.Value(v))
		from = v.End()
	}
	b.WriteString(f.Flat(from, d.End))
	return b.String()
}

func typedef(d *outline.Decl) bool {
	if t := d.Node.Field("type"); t.Field("body").Ok() {
		d.Inline = true
		return true
	}
	_, list := d.Node.Fields("declarator")
	d.Names = mapped.NonZero(list, func(c outline.Node) string { return declarator(c).name })
	d.Kind = "type"
	return len(d.Names) > 0
}

// macro reads macros with a value; those without are include guards and switches.
func macro(f *outline.File, d *outline.Decl) bool {
	v, parameters := d.Node.Field("value"), d.Node.Field("parameters")
	text := strings.TrimSpace(v.Text())
	d.Tail, d.Unwrapped = new(""), true
	d.End = d.Start + len(strings.TrimRight(d.Node.Text(), " \r\n"))
	switch {
	case parameters.Ok():
		d.Head = "#define " + d.Name() + outline.OneLine(parameters.Text(), "")
		if short := f.Flat(v.Start(), v.End()); text != "" && len(short) <= outline.MaxValue {
			d.Head += " " + short
		} else if text != "" {
			d.Head += " …"
		}
	case text == "":
		return false
	default:
		d.Head = "#define " + d.Name() + " " + f.Value(v)
	}
	return true
}

func namespace(f *outline.File, d *outline.Decl) {
	d.Members, d.Prune, d.Level, d.Shared = true, true, true, true
	d.Close, d.Empty = new("}"), new(" {}")
	if d.Name() == "" {
		d.Kind, d.Silent, d.Exported = "anonymous", true, false
		return
	}
	d.Exported = false
	d.Names[0] = strings.Join(strings.Fields(d.Name()), "")
	f.Out.Package = cmp.Or(f.Out.Package, d.Path())
}

func imports(_ *outline.File, n outline.Node, _ outline.Scopes) []lex.Import {
	p := n.Field("path")
	imp := lex.Import{Kind: "include", Specifier: strings.Trim(p.Text(), `"<>`), Line: n.Line()}
	if p.Is("system_lib_string") {
		imp.Kind = "include-system"
	}
	if !p.Is("system_lib_string", "string_literal") {
		return nil // a macro
	}
	return []lex.Import{imp}
}

// complete drops prototypes of functions that the file also defines, and members and macros that an earlier branch
// of a conditional already declared.
func complete(f *outline.File) {
	defined := make(map[string]bool)
	elses := lex.OtherBranches(f.Src)
	var walk func(list []*outline.Decl, visit func(*outline.Decl))
	walk = func(list []*outline.Decl, visit func(*outline.Decl)) {
		for _, d := range list {
			visit(d)
			walk(d.Children, visit)
		}
	}
	walk(f.Roots, func(d *outline.Decl) {
		at, _ := slices.BinarySearchFunc(elses, d.Start, func(s lex.Span, at int) int { return s.End - at })
		switch inElse := at < len(elses) && elses[at].Start < d.Start; {
		case d.Kind == "func" && d.Body.Ok():
			defined[d.Path()] = true
		case d.Kind != "field" && d.Kind != "macro":
		case !inElse:
			defined[d.Kind+" "+d.Path()] = true
		case defined[d.Kind+" "+d.Path()]:
			d.Optional, d.Exported = true, false
		}
	})
	walk(f.Roots, func(d *outline.Decl) {
		if d.State == "prototype" && defined[d.Path()] {
			d.Optional, d.Exported = true, false
		}
	})
}
