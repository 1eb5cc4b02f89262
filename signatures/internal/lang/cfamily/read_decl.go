package cfamily

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
)

// A declaration is the state of the reader within one declaration.
type declaration struct {
	node                  int
	kind, name            string   // of its names; the last one
	types                 int      // words of the type, and the name
	member, typed, called bool     // in a type; a typedef; a function
	before, last          lex.Span // the last two words
	stars                 int      // where those before the last word start, or -1
}

// declaration reads a declaration, in a type or elsewhere.
func (r *reader) declaration(member bool) bool {
	alone := false
	for !alone && !member && r.try(func() (ok bool) {
		alone, ok = r.leadingMacro()
		return ok
	}) {
	}
	if alone {
		return true
	}
	d := &declaration{node: r.b.Open("declaration", "", r.start), kind: "identifier", member: member, stars: -1}
	switch {
	case member:
		d.kind = "field_identifier"
		r.b.Rename(d.node, "field_declaration")
	case r.word() == "typedef":
		d.typed, d.kind = true, "type_identifier"
		r.b.Rename(d.node, "type_definition")
		r.next()
	}
	if !r.specifiers(d) {
		return false
	}
	if r.token != '{' || !d.called || d.typed {
		ok := r.took(';')
		r.b.Close(r.last)
		return ok
	}
	r.b.Rename(d.node, "function_definition")
	r.b.Open("compound_statement", "body", r.start)
	r.inBody = true
	ok := r.block()
	r.inBody = false
	r.b.Close(r.last)
	r.b.Close(r.last)
	return ok
}

// leadingMacro passes a macro: one alone, or before a declaration, which starts after it.
func (r *reader) leadingMacro() (alone, ok bool) {
	start, text := r.start, r.word()
	capitals := isMacroName(text)
	r.next()
	called := r.token == '('
	switch {
	case slices.Contains(noTypes, text) || slices.Contains(ownTypes, text), text == "" || strings.HasPrefix(text, "__"),
		!capitals && !called, called && !r.block():
		return false, false
	case called && r.attributes(false) && r.took(';'):
		return true, true
	}
	between := strings.ReplaceAll(r.text[r.last:r.start], " ", "")
	ownLine := strings.Contains(between, "\n")
	const far = 200                                                           // bytes of a type and a name
	head, _, _ := strings.Cut(r.text[r.end:min(r.end+far, len(r.text))], "(") // of a declaration
	switch {
	case capitals && r.token == endOfText, capitals && r.token != '{' && strings.Contains(between, "\n\n"):
		return true, true
	case r.token != word || called && !ownLine:
		return false, false
	}
	r.hidden = append(r.hidden, lex.Span{Start: start, End: r.last})
	return false, ownLine && isMacroName(r.word()) || strings.Trim(head, " \t\n*") != ""
}

// specifiers reads the words up to the name, a type with its body, and the declarators.
func (r *reader) specifiers(d *declaration) bool {
	if !r.words(d) {
		return false
	}
	text := r.text[d.last.Start:d.last.End]
	pointer := r.token == '(' && (d.member || strings.HasPrefix(strings.TrimLeft(r.text[r.end:], " "), "*"))
	attribute := strings.HasPrefix(text, "__") && !d.typed && d.types > 2
	switch {
	case pointer:
		return d.types > 0 && r.pointer(d) && r.declarators(d)
	case text == "" && r.token == ';': // `struct x;`, `struct x { … };`
		return d.types == 1
	case text == "" || d.types < 2 || slices.Contains(ownTypes, text):
		return false
	case attribute && r.token != '(' && !slices.Contains(ownTypes, r.text[d.before.Start:d.before.End]):
		d.last = d.before
	}
	r.declarator(d, d.last, d.stars)
	return d.last.End > 0 && r.declarators(d)
}

// words reads the words and stars up to the end of the name, and a type with its body.
func (r *reader) words(d *declaration) bool {
	for r.token == word || r.token == '*' {
		text := r.word()
		switch {
		case r.token == '*':
			if d.last.End > 0 || d.stars < 0 {
				d.last, d.stars = lex.Span{}, r.start
			}
		case slices.Contains(noTypes, text):
			return false
		case text == "static":
			r.b.Leaf("storage_class_specifier", "", r.start, r.end)
		case slices.Contains(tagged, text):
			if d.types++; d.types > 1 || d.stars >= 0 || !r.tagged(text, d.typed) {
				return false
			}
			continue
		case slices.Contains(storage, text):
		case r.try(r.attribute):
			continue
		case text == "__attribute__", d.last.End > 0 && strings.HasPrefix(text, "__") && isArguments(r.text[r.end:], d.member):
			return true // attributes follow the name
		default:
			if d.last.End > 0 {
				d.stars = -1
			}
			d.before, d.last = d.last, lex.Span{Start: r.start, End: r.end}
			d.types++
		}
		r.next()
	}
	return true
}

// isArguments reports whether brackets after a name hold arguments, not parameters.
func isArguments(text string, member bool) bool {
	return len(text) > 1 && text[0] == '(' && (member || isDigit(text[1]))
}

// attribute passes an attribute with arguments before a type or a name: `__attribute__((…))`, `printflike(1, 2)`.
func (r *reader) attribute() bool {
	text := r.word()
	r.next()
	isAttribute := r.token == '(' && (strings.HasPrefix(text, "__") || isArguments(r.text[r.start:], false))
	return isAttribute && r.block() && (r.token == word || r.token == '*')
}

// declarator opens the nodes of a name with the stars before it: one that may have a value, one without.
func (r *reader) declarator(d *declaration, name lex.Span, start int) {
	if start < 0 {
		start = name.Start
	}
	r.b.Open("pointer_declarator", "declarator", start)
	r.b.Open("pointer_declarator", "declarator", start)
	r.b.Leaf(d.kind, "declarator", name.Start, name.End)
	d.name = r.text[name.Start:name.End]
}

// tagged reads the name and the body of a type after its keyword.
func (r *reader) tagged(keyword string, typed bool) bool {
	r.b.Open(keyword+"_specifier", "type", r.start)
	r.next()
	named := r.token == word
	if named {
		if text := r.word(); text == "class" || text == "struct" {
			return false
		}
		r.b.Leaf("type_identifier", "name", r.start, r.end)
		r.next()
	}
	if r.token != '{' {
		r.b.Close(r.last)
		return named
	}
	list, one := "field_declaration_list", func() bool { return r.declaration(true) }
	if keyword == "enum" {
		list, one = "enumerator_list", r.enumerator
	}
	r.b.Open(list, "body", r.start)
	r.next()
	for r.token != '}' {
		switch {
		case r.token == directive:
			if !r.directive() {
				r.next()
			}
		case r.took(';'):
		case r.token == endOfText || !one():
			return false
		}
	}
	r.next()
	r.b.Close(r.last)
	r.b.Close(r.last)
	return r.attributes(typed)
}

// enumerator reads a constant with the comma after it.
func (r *reader) enumerator() bool {
	if r.token != word {
		return false
	}
	r.b.Open("enumerator", "", r.start)
	r.b.Leaf("identifier", "name", r.start, r.end)
	r.next()
	if r.took('=') && !r.value() {
		return false
	}
	r.b.Close(r.last)
	return r.took(',') || r.token == '}' || r.token == directive
}

// value passes a value, up to the comma, the semicolon or the bracket after it.
func (r *reader) value() bool {
	for start := r.start; ; {
		switch r.token {
		case ',', ';', '}':
			return r.start > start
		case '(', '[', '{':
			list := r.token == '{'
			if !r.block() || list && r.token == word { // a semicolon is missing
				return false
			}
		case endOfText, directive, ')', ']':
			return false
		default:
			r.next()
		}
	}
}

// pointer reads a pointer to a function: `(*name)(…)`.
func (r *reader) pointer(d *declaration) bool {
	start := r.start
	r.next()
	if !r.took('*') || r.token != word {
		return false
	}
	r.declarator(d, lex.Span{Start: r.start, End: r.end}, start)
	if r.next(); r.token == '[' && !r.block() {
		return false
	}
	return r.took(')') && r.token == '(' && r.block()
}

// declarators reads what follows the first name: parameters, lengths, values, more names.
func (r *reader) declarators(d *declaration) bool {
	if r.token == '(' && !d.member {
		d.called = true
		ok := r.parameters() && r.attributes(false) && (r.token == '{' || !isMacroName(d.name))
		r.b.Rename(r.b.Close(r.last), "function_declarator")
		r.b.Close(r.last)
		return ok
	}
	for {
		for r.token == '[' {
			if !r.block() {
				return false
			}
		}
		end := r.last
		r.b.Close(end)
		if !r.attributes(false) {
			return false
		}
		if wide := d.member && r.took(':'); wide && !r.value() {
			return false
		}
		assigned := r.token == '=' && d.kind == "identifier"
		if assigned {
			r.next()
			value, ok := r.assigned()
			if !ok {
				return false
			}
			end = value
		}
		if node := r.b.Close(end); assigned {
			r.b.Rename(node, "init_declarator")
		}
		if !r.took(',') {
			return r.token == ';'
		}
		start := r.start
		for r.took('*') {
		}
		if r.token != word {
			return false
		}
		r.declarator(d, lex.Span{Start: r.start, End: r.end}, start)
		r.next()
	}
}

// assigned reads the value of a variable, and returns the offset after it.
func (r *reader) assigned() (end int, ok bool) {
	node := r.b.Open("identifier", "value", r.start)
	switch r.token {
	case '{':
		r.b.Rename(node, "initializer_list")
	case '(':
		if !r.block() {
			return 0, false
		}
		if r.token == ',' || r.token == ';' {
			r.b.Rename(node, "parenthesized_expression")
			r.b.Close(r.last)
			return r.last, true
		}
	}
	ok = r.value()
	r.b.Close(r.last)
	return r.last, ok
}

// attributes passes names with two underscores, and their arguments; the last one without may be the name of a type.
func (r *reader) attributes(beforeName bool) bool {
	for strings.HasPrefix(r.word(), "__") {
		if !r.try(func() bool {
			r.next()
			return r.token == '(' && r.block() || r.token != '(' && (!beforeName || r.token == word && r.word() != "__attribute__")
		}) {
			return beforeName
		}
	}
	return true
}

// parameters passes the parameters of a function. If none has a type and a name, they may be the arguments of a macro.
func (r *reader) parameters() bool {
	words, sure := 0, false
	for r.next(); ; r.next() {
		switch r.token {
		case word:
			sure = sure || words > 0 || slices.Contains(ownTypes, r.word())
			words++
		case '*', '.':
			sure = true
		case '[':
			for r.token != ']' && r.token != endOfText {
				r.next()
			}
		case '(':
			if !r.block() || r.token != '(' {
				return false
			}
			for r.token != ')' && r.token != endOfText {
				r.next()
			}
			sure = true
		case ',':
			words = 0
		case ')':
			r.next()
			return sure || words == 0
		default:
			return false
		}
	}
}

// Read-only.
var (
	// noTypes are words that make a declaration something else than this reader reads.
	noTypes = []string{"return", "else", "goto", "case", "default", "do", "if", "for", "while", "switch", "sizeof", "typeof", "__typeof__", "asm",
		"__asm__", "__declspec", "_Alignas", "_Static_assert", "static_assert", "typedef", "class", "namespace", "template",
		"using", "operator", "auto"}
	ownTypes = []string{"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool"}
	tagged   = []string{"struct", "union", "enum"}
	storage  = []string{"extern", "inline", "const", "volatile", "register", "restrict"}
)
