package cfamily

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// A reader finds includes, macros, functions, variables and types in the usual form, and builds the grammar's nodes for
// them. The parser reads the rest of the text.
type reader struct {
	b          *outline.Builder
	text       string
	token      byte       // the first byte of the token, or one of the constants below
	start, end int        // offsets of the token
	last       int        // end of the token before it
	parts      []lex.Span // read
	hidden     []lex.Span
	left       *int // bytes that may still be read, again and again
	passing    bool // the parser reads the comments here
	inBody     bool // of a function
}

// All other tokens are the byte they consist of.
const (
	endOfText byte = 0
	word      byte = 'a'
	literal   byte = '"'
	directive byte = '#' // with all of its line
)

// read reads what it is sure of, and returns its parts of the text, and macros that belong to no declaration.
func read(b *outline.Builder, text string) (parts, hidden []lex.Span) {
	left := 8*len(text) + 4096 // it goes back where it fails, which is quadratic in hostile texts
	return (&reader{b: b, text: text, left: &left}).all()
}

func (r *reader) all() (parts, hidden []lex.Span) {
	r.b.Open("translation_unit", "", 0)
	r.next()
	for r.token != endOfText {
		start := r.start
		switch {
		case r.took('}') || r.took(';') || r.try(r.scope):
		case r.try(func() bool { return r.directive() || r.token != directive && r.declaration(false) }):
			r.parts = append(r.parts, lex.Span{Start: start, End: r.last})
		case !r.skip():
			r.token = endOfText
		}
	}
	r.b.Close(len(r.text))
	slices.SortFunc(r.parts, func(a, b lex.Span) int { return a.Start - b.Start })
	return r.parts, r.hidden
}

// next reads a token. Comments become nodes.
func (r *reader) next() {
	r.last = r.end
	if *r.left < 0 {
		r.take(endOfText, len(r.text), len(r.text))
		return
	}
	defer func() { *r.left -= r.end - r.last }()
	for i := r.end; i < len(r.text); i++ {
		c, rest := r.text[i], r.text[i:]
		end := i
		switch {
		case lex.IsSpace(c) || c == '\f':
			continue
		case strings.HasPrefix(rest, "//"):
			end = r.comment(i, lex.EndOfLine(r.text, i))
		case strings.HasPrefix(rest, "/*"):
			end = r.comment(i, lex.Past(r.text, "*/", i+2))
		case c == '#' && startsLine(r.text, i):
			r.take(directive, i, directiveEnd(r.text, i))
			return
		case c == '"' || c == '\'':
			if end = lex.EscapedString(r.text, i); end < 0 {
				end = len(r.text)
			}
			r.take(literal, i, end)
			return
		case lex.InWord(c):
			for end < len(r.text) && lex.InWord(r.text[end]) {
				end++
			}
			if r.take(word, i, end); isDigit(c) {
				r.token = literal
			}
			return
		default:
			r.take(c, i, i+1)
			return
		}
		i = end - 1
	}
	r.take(endOfText, len(r.text), len(r.text))
}

func (r *reader) take(token byte, start, end int) { r.token, r.start, r.end = token, start, end }

func (r *reader) comment(start, end int) int {
	if !r.passing {
		r.b.Leaf("comment", "", start, end)
		r.parts = append(r.parts, lex.Span{Start: start, End: end})
	}
	return end
}

func (r *reader) word() string {
	if r.token != word {
		return ""
	}
	return r.text[r.start:r.end]
}

// took passes a token; false if another one follows.
func (r *reader) took(token byte) bool {
	ok := r.token == token
	if ok {
		r.next()
	}
	return ok
}

// try reads something, or nothing if it fails.
func (r *reader) try(read func() bool) bool {
	before, nodes := *r, r.b.Len()
	ok := read()
	if !ok {
		*r = before
		r.b.Back(nodes)
	}
	return ok
}

// scope passes `extern "C" {`.
func (r *reader) scope() bool {
	extern := r.word() == "extern"
	r.next()
	return extern && r.took(literal) && r.took('{')
}

// skip passes what the parser reads: up to a semicolon, or to a brace at the end of a line. It returns false if no
// such end is certain.
func (r *reader) skip() bool {
	r.passing = true
	old := false // parameters are declared after their names
	for depth := 0; ; {
		passed := r.token
		switch passed {
		case endOfText:
			return false
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		r.next()
		if depth < 0 {
			return false
		}
		between := r.text[r.last:r.start]
		ends := false
		switch passed {
		case directive:
			ends = true
		case ';':
			ends = !old || depth > 0 || !r.try(r.oldParameters)
		case '}':
			ends = r.token != ';' && strings.Contains(between, "\n")
		case ')': // of a macro
			ends = r.word() == "static" || strings.Contains(between, "\n\n")
			old = depth == 0 && r.token == word && !strings.HasPrefix(r.word(), "__") && !isMacroName(r.word())
		}
		if ends && depth == 0 {
			r.passing = false
			return true
		}
	}
}

// oldParameters passes declarations of parameters after their names, up to the body: `int f(a, b) int a; char b; {`.
func (r *reader) oldParameters() bool {
	for slices.Contains([]byte{word, '*', ',', ';'}, r.token) {
		r.next()
	}
	return r.token == '{'
}

// block skips brackets with their contents. It returns false if they do not pair in each branch of a conditional.
func (r *reader) block() bool {
	var branches []int // depth at each conditional
	for depth := 0; ; {
		switch r.token {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case endOfText:
			return false
		case directive:
			name, _ := r.directiveName()
			n := len(branches)
			switch {
			case strings.HasPrefix(name, "if"):
				branches = append(branches, depth)
			case n == 0 || !strings.HasPrefix(name, "e"):
			case branches[n-1] != depth:
				return false
			case name == "endif":
				branches = branches[:n-1]
			}
			if name == "include" && r.directive() {
				continue
			}
		default:
			if r.inBody {
				r.branch()
			}
		}
		r.next()
		if depth == 0 {
			return len(branches) == 0
		}
	}
}

// branch builds a node for a token of a body that starts a branch.
func (r *reader) branch() {
	kind := ""
	switch r.token {
	case '?':
		kind = "conditional_expression"
	case '&', '|':
		if r.text[r.start-1] != r.token || r.last != r.start {
			return
		}
		kind = r.text[r.last-1 : r.end]
	case word:
		switch r.word() {
		case "if", "for", "while": // that of a do counts for it
			kind = r.word() + "_statement"
		case "case":
			r.b.Open("case_statement", "", r.start)
			r.b.Leaf("identifier", "value", r.end, r.end)
			r.b.Close(r.end)
		}
	}
	if kind != "" {
		r.b.Leaf(kind, "", r.start, r.end)
	}
}

// directiveName returns the name of a directive, and what follows it.
func (r *reader) directiveName() (name, what string) {
	text := strings.TrimLeft(r.text[r.start+1:r.end], " \t")
	name = lex.PathHead(text)
	return name, strings.TrimLeft(text[len(name):], " \t")
}

// directive reads an include or a macro.
func (r *reader) directive() bool {
	if r.token != directive {
		return false
	}
	name, what := r.directiveName()
	at := r.end - len(what)
	switch {
	case name == "include" && what != "":
		kind, closing := "string_literal", `"`
		if what[0] == '<' {
			kind, closing = "system_lib_string", ">"
		}
		end := strings.Index(what[1:], closing) + 2
		if end < 2 || what[0] != '<' && what[0] != '"' {
			return false
		}
		r.b.Open("preproc_include", "", r.start)
		r.b.Leaf(kind, "path", at, at+end)
	case name == "define":
		if !r.macro(what, at) {
			return false
		}
	default:
		return false
	}
	r.b.Close(r.end)
	r.next()
	return true
}

// macro reads a macro from its name on.
func (r *reader) macro(text string, at int) bool {
	kind, name, end := "preproc_def", len(lex.PathHead(text)), 0
	if name == 0 {
		return false
	}
	if end = name; end < len(text) && text[end] == '(' {
		kind = "preproc_function_def"
		if end = strings.IndexByte(text, ')') + 1; end == 0 || strings.ContainsAny(text[:end], "/\\\n") {
			return false
		}
	}
	text = strings.TrimRight(text, " \t\r\n")
	for i := min(end, len(text)); i < len(text); i++ {
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "/*"):
			after := lex.Past(text, "*/", i+2)
			r.b.Leaf("comment", "", at+i, at+after)
			if after == len(text) {
				text = text[:i]
			}
			i = after - 1
		case rest[0] == '"' || rest[0] == '\'':
			i = lex.SkipString(text, i)
		}
	}
	r.b.Open(kind, "", r.start)
	r.b.Leaf("identifier", "name", at, at+name)
	if end > name {
		r.b.Leaf("preproc_params", "parameters", at+name, at+end)
	}
	if value := strings.TrimLeft(text[min(end, len(text)):], " \t"); value != "" {
		r.b.Leaf("preproc_arg", "value", at+len(text)-len(value), at+len(text))
	}
	return true
}
