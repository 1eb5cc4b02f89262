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
	for r.next(); r.token != endOfText && r.token != wrong; {
		if r.token == terminator {
			r.next()
			continue
		}
		r.readDeclaration()
		r.expect(r.token == terminator || r.token == endOfText)
	}
	b.Close(len(text))
	return r.token == endOfText
}

// expect leaves the text to the grammar unless ok.
func (r *reader) expect(ok bool) {
	if !ok {
		r.token = wrong
	}
}

func (r *reader) is(keyword string) bool { return r.text[r.start:r.end] == keyword }

// skip skips the contents of brackets, which must pair.
func (r *reader) skip() {
	for depth := 0; r.token != wrong; {
		switch r.token {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case endOfText:
			r.token = wrong
		}
		if r.next(); depth == 0 {
			return
		}
	}
}

// skipUntil skips tokens up to stop, or to the end of the declaration. There must be some.
func (r *reader) skipUntil(stop token) {
	for start := r.start; ; {
		switch r.token {
		case stop, terminator, endOfText, ')':
			r.expect(r.last > start)
			return
		case wrong, ']', '}':
			r.token = wrong
			return
		case '(', '[', '{':
			r.skip()
		default:
			r.next()
		}
	}
}

func (r *reader) readName(kind string) { r.readWord(kind, "name") }

func (r *reader) readWord(kind, field string) {
	r.expect(r.token == word)
	r.b.Leaf(kind, field, r.start, r.end)
	r.next()
}

func (r *reader) readDeclaration() {
	start, word := r.start, r.text[r.start:r.end]
	r.expect(r.token == keyword)
	switch word {
	case "package":
		r.b.Open("package_clause", "", start)
		r.next()
		r.readWord("package_identifier", "")
		r.b.Close(r.last)
	case "import":
		r.readGroup("import_declaration", r.imported)
	case "const":
		r.readGroup("const_declaration", func() { r.readValues("const_spec") })
	case "var":
		r.readGroup("var_declaration", func() { r.readValues("var_spec") })
	case "type":
		r.readGroup("type_declaration", r.readTypeSpec)
	case "func":
		r.readFunction()
	default:
		r.token = wrong
	}
}

func (r *reader) readGroup(kind string, one func()) {
	r.b.Open(kind, "", r.start)
	if r.next(); r.token == '(' {
		for r.next(); r.token != ')' && r.token != wrong; {
			if r.token == terminator {
				r.next()
				continue
			}
			one()
			r.expect(r.token == terminator || r.token == ')')
		}
		r.next()
	} else {
		one()
	}
	r.b.Close(r.last)
}

func (r *reader) imported() {
	r.b.Open("import_spec", "", r.start)
	if r.token == word || r.token == '.' {
		r.next()
	}
	r.expect(r.token == literal && strings.IndexByte("\"`", r.text[r.start]) >= 0)
	r.b.Leaf("interpreted_string_literal", "path", r.start, r.end)
	r.next()
	r.b.Close(r.last)
}

func (r *reader) readValues(kind string) {
	r.b.Open(kind, "", r.start)
	r.readName("identifier")
	for r.token == ',' {
		r.b.Leaf(",", "", r.start, r.end)
		r.next()
		r.readName("identifier")
	}
	if start := r.start; r.token != '=' && !r.ended() {
		r.skipUntil('=')
		r.expect(kind == "var_spec" || r.token == '=')
		r.b.Leaf("type_identifier", "type", start, r.last)
	}
	if r.token == '=' {
		r.b.Leaf("=", "", r.start, r.end)
		r.next()
		start := r.start
		r.skipUntil(terminator)
		r.b.Leaf("expression_list", "value", start, r.last)
	}
	r.b.Close(r.last)
}

func (r *reader) readTypeSpec() {
	kind := "type_spec"
	start, end := r.start, r.end
	r.expect(r.token == word)
	if r.next(); r.token == '=' {
		kind = "type_alias"
	}
	r.b.Open(kind, "", start)
	r.b.Leaf("type_identifier", "name", start, end)
	if r.token == '=' {
		r.next()
	} else if r.token == '[' {
		ok, sure := r.opensTypeParameters()
		if r.expect(sure); ok {
			r.skip()
			r.expect(r.token != '=') // the grammar has no node for an alias
		}
	}
	r.readType()
	r.b.Close(r.last)
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
func (r *reader) readType() {
	start, kind := r.start, "type_identifier"
	if r.token == keyword && (r.is("struct") || r.is("interface")) {
		kind = r.text[r.start:r.end] + "_type"
	}
	r.b.Open(kind, "type", start)
	if kind != "type_identifier" {
		r.next()
		r.expect(r.token == '{')
		body := r.start
		r.skip()
		r.expect(r.ended())
		if kind == "struct_type" {
			r.b.Leaf("field_declaration_list", "", body, r.last)
		}
	} else {
		r.expect(r.token != '{')
		r.skipUntil(terminator)
	}
	r.b.Close(r.last)
}

func (r *reader) readFunction() {
	start := r.start
	if r.next(); r.token == '(' {
		r.b.Open("method_declaration", "", start)
		list := r.start
		r.skip()
		r.b.Leaf("parameter_list", "receiver", list, r.last)
		r.readName("field_identifier")
	} else {
		r.b.Open("function_declaration", "", start)
		if r.readName("identifier"); r.token == '[' {
			r.skip()
		}
	}
	r.expect(r.token == '(')
	r.skip()
	r.readBody()
	r.b.Close(r.last)
}

// readBody reads the results of a function and its body, if there is one.
func (r *reader) readBody() {
	inType := false // a brace after a type opens the type's contents
	for {
		start, opened := r.start, r.token
		switch opened {
		case terminator, endOfText, wrong:
			return
		case '{', '(', '[':
			if r.skip(); opened == '{' && !inType {
				r.b.Leaf("block", "body", start, r.last)
				return
			}
			inType = false
			continue
		case keyword:
			inType = r.is("struct") || r.is("interface")
		case word, '*', '.', '<', '-':
			inType = false
		default:
			r.token = wrong
		}
		r.next()
	}
}
