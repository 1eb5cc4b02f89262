package signatures

import "strings"

// A declared is what a declarator declares.
type declared struct {
	name     string
	owner    string // the class in `Class::name`
	function bool
}

// declaratorC finds the name inside a declarator, which the syntax puts at the
// bottom of pointers, arrays and parameter lists.
func declaratorC(n node) declared {
	function := false
	for range maxNesting {
		switch n.kind() {
		case "function_declarator":
			function = true
			if inner := n.field("declarator"); inner.is("function_declarator") { // `void (name) (…)` behind a macro
				return declared{strings.Trim(inner.field("parameters").text(), "() "), "", true}
			}
		case "parenthesized_declarator", "reference_declarator", "attributed_declarator":
			inner := firstDeclarator(n)
			if n.is("parenthesized_declarator") && !inner.is("identifier", "field_identifier", "qualified_identifier") {
				function = false // a pointer to a function, unless one is inside
			}
			if inner.ok() {
				n = inner
				continue
			}
			return declared{}
		case "qualified_identifier":
			text := strings.Join(strings.Fields(n.text()), "")
			i := lastScope(text)
			if last := lastName(n); last.is("operator_cast") {
				return declared{castName(last), pathEnd(strings.TrimSuffix(text[:i], "::")), true}
			}
			return declared{text[i:], pathEnd(strings.TrimSuffix(text[:i], "::")), function}
		case "operator_cast":
			return declared{castName(n), "", true}
		case "identifier", "field_identifier", "type_identifier", "operator_name", "destructor_name", "template_function", "primitive_type":
			return declared{strings.Join(strings.Fields(n.text()), " "), "", function}
		}
		inner := n.field("declarator")
		if !inner.ok() {
			return declared{}
		}
		n = inner
	}
	return declared{}
}

// castName is the name of a conversion, up to its brackets: "operator const T*".
func castName(n node) string {
	end := n.end()
	for list := n.children(); list != nil; {
		var inner []node
		for _, c := range list {
			if c.is("abstract_function_declarator") {
				end = min(end, c.field("parameters").start())
			} else if strings.HasPrefix(c.kind(), "abstract_") {
				inner = c.children()
			}
		}
		list = inner
	}
	return n.f.flat(n.start(), end)
}

// lastName is c in `a::b::c`.
func lastName(n node) node {
	for range maxNesting {
		if !n.is("qualified_identifier") {
			break
		}
		n = n.field("name")
	}
	return n
}

// lastScope is the offset after the last "::" outside of template arguments.
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

func firstDeclarator(n node) node {
	for _, c := range n.children() {
		if strings.HasSuffix(c.kind(), "declarator") || strings.HasSuffix(c.kind(), "identifier") || c.is("operator_name", "operator_cast") {
			return c
		}
	}
	return node{}
}
