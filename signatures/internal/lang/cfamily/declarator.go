package cfamily

import (
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// A declared is the result of reading a declarator.
type declared struct {
	name     string
	owner    string // the class in `Class::name`
	function bool
}

// declarator finds the name inside a declarator. The syntax puts it below pointers, arrays and parameter lists.
func declarator(n outline.Node) declared {
	function := false
	for range outline.MaxNesting {
		switch n.Kind() {
		case "function_declarator":
			function = true
			if inner := n.Field("declarator"); inner.Is("function_declarator") { // `void (name) (…)` after a macro
				return declared{strings.Trim(inner.Field("parameters").Text(), "() "), "", true}
			}
		case "parenthesized_declarator", "reference_declarator", "attributed_declarator":
			inner := firstDeclarator(n)
			if n.Is("parenthesized_declarator") && !inner.Is("identifier", "field_identifier", "qualified_identifier") {
				function = false // a pointer to a function, unless one is inside
			}
			if inner.Ok() {
				n = inner
				continue
			}
			return declared{}
		case "qualified_identifier":
			text := strings.Join(strings.Fields(n.Text()), "")
			i := lastScope(text)
			if last := lastName(n); last.Is("operator_cast") {
				return declared{castName(last), lex.PathEnd(strings.TrimSuffix(text[:i], "::")), true}
			}
			return declared{withoutArguments(text[i:]), lex.PathEnd(strings.TrimSuffix(text[:i], "::")), function}
		case "operator_cast":
			return declared{castName(n), "", true}
		case "identifier", "field_identifier", "type_identifier", "operator_name", "destructor_name", "template_function", "primitive_type":
			return declared{withoutArguments(strings.Join(strings.Fields(n.Text()), " ")), "", function}
		}
		inner := n.Field("declarator")
		if !inner.Ok() {
			return declared{}
		}
		n = inner
	}
	return declared{}
}

// withoutArguments returns the name of a specialisation without its template arguments.
func withoutArguments(name string) string {
	if before, _, _ := strings.Cut(name, "<"); !strings.HasPrefix(before, "operator") {
		return before
	}
	return name
}

// castName returns the name of a conversion operator, up to its brackets: "operator const T*".
func castName(n outline.Node) string {
	end := n.End()
	for list := n.Children(); list != nil; {
		var inner []outline.Node
		for _, c := range list {
			if c.Is("abstract_function_declarator") {
				end = min(end, c.Field("parameters").Start())
			} else if strings.HasPrefix(c.Kind(), "abstract_") {
				inner = c.Children()
			}
		}
		list = inner
	}
	return n.F.Flat(n.Start(), end)
}

// lastName returns c for `a::b::c`.
func lastName(n outline.Node) outline.Node {
	for range outline.MaxNesting {
		if !n.Is("qualified_identifier") {
			break
		}
		n = n.Field("name")
	}
	return n
}

// lastScope returns the offset after the last "::" outside of template arguments.
func lastScope(text string) int {
	depth, at := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '<':
			depth++
		case '>':
			depth--
		case ':':
			if depth <= 0 && i > 0 && text[i-1] == ':' {
				at = i + 1
			}
		}
		if strings.HasPrefix(text[i:], "operator") {
			break
		}
	}
	return at
}

func firstDeclarator(n outline.Node) outline.Node {
	first, _ := mapped.First(n.Children(), func(c outline.Node) bool {
		return strings.HasSuffix(c.Kind(), "declarator") || strings.HasSuffix(c.Kind(), "identifier") || c.Is("operator_name", "operator_cast")
	})
	return first
}

// record reads a struct, class, union or enum with a body, and the typedef, variable or field declaration around it.
func record(f *outline.File, d *outline.Decl) bool {
	d.Members = true
	if d.Kind == "class" {
		d.State = "private:"
	}
	d.Fill = d.Kind == "enum"
	for i, n := range d.Names {
		n = strings.Join(strings.Fields(n), "")
		if at := lastScope(n); at > 0 { // struct Outer::Name { … }
			d.Owner, n = lex.PathEnd(strings.TrimSuffix(n[:at], "::")), n[at:]
		}
		d.Names[i] = withoutArguments(n)
	}
	for _, w := range d.Outer {
		if w.Field("type").Start() != d.Node.Start() || !w.Is("type_definition", "declaration", "field_declaration") {
			continue
		}
		d.Extend(w)
		d.End = w.End()
		_, list := w.Fields("declarator")
		for _, name := range mapped.NonZero(list, func(c outline.Node) string { return declarator(c).name }) {
			d.Names = mapped.AppendNew(d.Names, name)
		}
		if len(list) > 0 {
			if w.Is("field_declaration") && !d.Node.Field("name").Ok() {
				d.Kind, d.Exported = "field", true
			}
			rest := f.Src[d.Body.End():list[0].Start()]
			text := strings.TrimSpace(rest + declarators(f, list))
			d.Close = new("} " + text + ";")
		}
	}
	d.Head = f.Flat(d.HeadStart, d.Body.Start())
	if len(d.Names) == 0 {
		d.Silent = true
	}
	return d.Section != "private:"
}

func declarators(f *outline.File, list []outline.Node) string {
	var parts []string
	for _, c := range list {
		if c.Is("init_declarator") {
			d, v := c.Field("declarator"), c.Field("value")
			parts = append(parts, f.Flat(d.Start(), d.End())+" = "+f.Value(v))
			continue
		}
		parts = append(parts, f.Flat(c.Start(), c.End()))
	}
	return strings.Join(parts, ", ")
}
