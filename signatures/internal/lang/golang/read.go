package golang

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// The ranking needs only a few tokens of each top-level declaration, so this reader reads a skeleton token by token
// and builds the grammar's nodes. It leaves to the grammar any text that does not follow the language
// specification, since the grammar can recover from errors.

func read(b *outline.Builder, text string) bool {
	r := &reader{b: b, text: text}
	b.Open("source_file", "", 0)
	r.next()
	for r.token != endOfText {
		if r.token == terminator {
			r.next()
		} else if !r.readDeclaration() || r.token != terminator && r.token != endOfText {
			return false
		}
	}
	b.Close(len(text))
	return true
}

func (r *reader) is(keyword string) bool { return r.text[r.start:r.end] == keyword }

// skip skips the contents of brackets; false if they do not pair.
func (r *reader) skip() bool {
	for depth := 0; ; {
		switch r.token {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case endOfText, wrong:
			return false
		}
		r.next()
		if depth == 0 {
			return true
		}
	}
}

// skipUntil skips tokens up to stop, or to the end of the declaration.
func (r *reader) skipUntil(stop token) bool {
	for {
		switch r.token {
		case stop, terminator, endOfText, ')':
			return true
		case wrong, ']', '}':
			return false
		case '(', '[', '{':
			if !r.skip() {
				return false
			}
		default:
			r.next()
		}
	}
}

func (r *reader) readName(kind string) bool {
	if r.token != word {
		return false
	}
	r.b.Leaf(kind, "name", r.start, r.end)
	r.next()
	return true
}

func (r *reader) readDeclaration() bool {
	if r.token != keyword {
		return false
	}
	start := r.start
	switch r.text[r.start:r.end] {
	case "package":
		r.b.Open("package_clause", "", start)
		r.next()
		if r.token != word {
			return false
		}
		r.b.Leaf("package_identifier", "", r.start, r.end)
		r.next()
		r.b.Close(r.last)
	case "import":
		return r.readGroup("import_declaration", r.imported)
	case "const":
		return r.readGroup("const_declaration", func() bool { return r.readValues("const_spec") })
	case "var":
		return r.readGroup("var_declaration", func() bool { return r.readValues("var_spec") })
	case "type":
		return r.readGroup("type_declaration", r.readTypeSpec)
	case "func":
		return r.readFunction()
	default:
		return false
	}
	return true
}

func (r *reader) readGroup(kind string, one func() bool) bool {
	r.b.Open(kind, "", r.start)
	r.next()
	if r.token == '(' {
		r.next()
		for r.token != ')' {
			if r.token == terminator {
				r.next()
			} else if !one() || r.token != terminator && r.token != ')' {
				return false
			}
		}
		r.next()
	} else if !one() {
		return false
	}
	r.b.Close(r.last)
	return true
}

func (r *reader) imported() bool {
	r.b.Open("import_spec", "", r.start)
	if r.token == word || r.token == '.' {
		r.next()
	}
	if r.token != literal || r.text[r.start] != '"' && r.text[r.start] != '`' {
		return false
	}
	r.b.Leaf("interpreted_string_literal", "path", r.start, r.end)
	r.next()
	r.b.Close(r.last)
	return true
}

func (r *reader) readValues(kind string) bool {
	r.b.Open(kind, "", r.start)
	if !r.readName("identifier") {
		return false
	}
	for r.token == ',' {
		r.b.Leaf(",", "", r.start, r.end)
		r.next()
		if !r.readName("identifier") {
			return false
		}
	}
	if start := r.start; r.token != '=' && !r.ended() {
		if !r.skipUntil('=') || kind == "const_spec" && r.token != '=' {
			return false
		}
		r.b.Leaf("type_identifier", "type", start, r.last)
	}
	if r.token == '=' {
		r.b.Leaf("=", "", r.start, r.end)
		r.next()
		start := r.start
		if !r.skipUntil(terminator) || r.last <= start {
			return false
		}
		r.b.Leaf("expression_list", "value", start, r.last)
	}
	r.b.Close(r.last)
	return true
}

func (r *reader) readTypeSpec() bool {
	kind := "type_spec"
	start, name, end := r.start, r.start, r.end
	if r.token != word {
		return false
	}
	if r.next(); r.token == '=' {
		kind = "type_alias"
	}
	r.b.Open(kind, "", start)
	r.b.Leaf("type_identifier", "name", name, end)
	if r.token == '=' {
		r.next()
	} else if r.token == '[' {
		if ok, sure := r.opensTypeParameters(); !sure {
			return false
		} else if ok && (!r.skip() || r.token == '=') { // the grammar has no node for an alias
			return false
		}
	}
	if !r.readType() {
		return false
	}
	r.b.Close(r.last)
	return true
}

// opensTypeParameters reports whether the bracket opens type parameters, not the length of an array.
func (r *reader) opensTypeParameters() (ok, sure bool) {
	rest := strings.TrimLeft(r.text[r.end:], " \t\r\n")
	name := lex.PathHead(rest)
	switch behind := strings.TrimLeft(rest[len(name):], " \t\r\n"); {
	case name == "" || name[0] >= '0' && name[0] <= '9':
		return false, true
	case behind == "":
		return false, false
	case behind[0] == ']' || behind[0] == '.':
		return false, true
	case behind[0] == ',' || behind[0] == '~' || lex.InWord(behind[0]):
		return true, true
	}
	return false, false
}

// readType reads the type after a name.
func (r *reader) readType() bool {
	start := r.start
	kind := "type_identifier"
	if r.token == keyword && r.is("struct") {
		kind = "struct_type"
	} else if r.token == keyword && r.is("interface") {
		kind = "interface_type"
	}
	r.b.Open(kind, "type", start)
	if kind != "type_identifier" {
		if r.next(); r.token != '{' {
			return false
		}
		body := r.start
		if !r.skip() || !r.ended() {
			return false
		}
		if kind == "struct_type" {
			r.b.Leaf("field_declaration_list", "", body, r.last)
		}
	} else if r.token == '{' || !r.skipUntil(terminator) || r.last <= start {
		return false
	}
	r.b.Close(r.last)
	return true
}

func (r *reader) readFunction() bool {
	start := r.start
	if r.next(); r.token == '(' {
		r.b.Open("method_declaration", "", start)
		list := r.start
		if !r.skip() {
			return false
		}
		r.b.Leaf("parameter_list", "receiver", list, r.last)
		if !r.readName("field_identifier") {
			return false
		}
	} else {
		r.b.Open("function_declaration", "", start)
		if !r.readName("identifier") || r.token == '[' && !r.skip() {
			return false
		}
	}
	if r.token != '(' || !r.skip() || !r.readBody() {
		return false
	}
	r.b.Close(r.last)
	return true
}

// readBody reads the results of a function and its body, if there is one.
func (r *reader) readBody() bool {
	inType := false // a brace after a type opens the type's contents
	for {
		switch r.token {
		case terminator, endOfText:
			return true
		case '{':
			start := r.start
			if !r.skip() {
				return false
			}
			if !inType {
				r.b.Leaf("block", "body", start, r.last)
				return true
			}
			inType = false
			continue
		case '(', '[':
			inType = false
			if !r.skip() {
				return false
			}
			continue
		case keyword:
			inType = r.is("struct") || r.is("interface")
		case word, '*', '.', '<', '-':
			inType = false
		default:
			return false
		}
		r.next()
	}
}
