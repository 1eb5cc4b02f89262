package signatures

import "strings"

// A cMask is a mask of C or C++ in the making.
type cMask struct {
	masker

	classes map[string]bool // names declared so far

	at    int
	fresh bool // a declaration may start here
	named bool // a word that may be a name has just ended
	after bool // a parameter list has just ended
}

// maskC blanks what the C and C++ grammars cannot read because a preprocessor
// would have replaced it: macros in the place of specifiers and attributes,
// and conditional branches that do not balance their braces. It is a guess,
// for texts that did not parse; the parse with fewer errors is taken.
func maskC(src string) string {
	m := &cMask{masker: masker{src: src, out: []byte(src)}, classes: make(map[string]bool)}
	m.conditionals()
	m.macros()
	return string(m.out)
}

// macros goes over the tokens and blanks names in capitals that stand where a
// type or a declarator is expected.
func (m *cMask) macros() {
	m.at, m.fresh = 0, true
	for m.at < len(m.src) {
		c := m.out[m.at]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			m.at++
		case c == '#':
			start := m.at
			m.at = m.lineEnd(start)
			m.header(start, m.at)
			m.fresh, m.after = true, false
		case c == '/' && strings.HasPrefix(m.src[m.at:], "//"):
			m.at = m.lineEnd(m.at)
		case c == '/' && strings.HasPrefix(m.src[m.at:], "/*"):
			m.at = m.past("*/", m.at+2)
		case c == '"' || c == '\'':
			m.at = skipString(m.src, m.at) + 1
			m.fresh, m.after = false, false
		case m.wordEnd(m.at) > m.at:
			m.word()
		default:
			m.at++
			m.fresh = c == ';' || c == '{' || c == '}' || c == ':' || c == '>'
			m.after, m.named = c == ')', false
		}
	}
}

// word handles the identifier at m.at.
func (m *cMask) word() {
	start := m.at
	end := m.wordEnd(start)
	m.at = end
	named := m.named
	m.named = false
	switch word := m.src[start:end]; {
	case m.reserved(word, start, end):
	case isMacroName(word):
		m.macro(start, end, named)
	default:
		m.fresh, m.after, m.named = false, false, true
	}
}

// reserved handles a word of the language; false if it is none that matters.
func (m *cMask) reserved(word string, start, end int) bool {
	next := m.space(end)
	switch word {
	case "static", "inline", "virtual", "friend", "explicit", "constexpr", "extern", "const", "noexcept", "override":
		return true // what may come before them may come after them
	case "class", "struct", "union":
		m.exported()
	case "enum":
		m.exported()
		if next < len(m.src) && m.src[next] == ':' {
			m.base(next) // enum : type { … }
		}
	case "unsigned", "signed", "long", "short":
		if strings.HasPrefix(m.src[end:], "(") && !strings.HasPrefix(m.src[end:], "(*") && !strings.HasSuffix(strings.TrimRight(m.src[:start], " "), "operator") {
			m.blank(start, end) // a conversion: unsigned(x)
		}
	case "decltype":
		m.firstOperand()
	case "operator":
		m.operatorCall(start)
	case "template":
		m.templateWord(start, end)
		return true
	case "if":
		if isMacroName(m.src[next:m.wordEnd(next)]) {
			m.at = m.wordEnd(next)
			m.blank(next, m.at) // if CONSTEXPR (…)
		}
		return true
	case "typename":
		if strings.HasPrefix(m.src[m.wordEnd(next):], "::") {
			m.blank(start, end) // typename T::x(…) is no expression to the grammar
		}
		return true
	case "public", "private", "protected":
		if after := m.wordEnd(next); after > next && strings.HasPrefix(m.src[after:], ":") && !strings.HasPrefix(m.src[after:], "::") {
			m.blank(next, after) // public Q_SLOTS:
		}
		return true
	case "return", "sizeof", "new", "delete", "throw", "case", "else", "goto":
	default:
		return false
	}
	m.fresh, m.after = false, false
	return true
}

// templateWord handles the head of a template, `template f<int>(int);` and
// `x.template f<int>()`.
func (m *cMask) templateWord(start, end int) {
	switch next := m.space(end); {
	case next < len(m.src) && m.src[next] == '<':
		m.template()
		m.directives()
		m.fresh = true
	case m.fresh && !strings.HasSuffix(m.src[:start], "::") && !strings.HasSuffix(m.src[:start], "->"):
		m.instance(start)
	default:
		m.blank(start, end)
	}
}

// macro blanks a name in capitals, and its arguments, where nothing else than
// a macro can stand. named tells that a name stands right before it.
func (m *cMask) macro(start, end int, named bool) {
	next := m.space(end)
	if named && next < len(m.src) && (m.src[next] == ')' || m.src[next] == ',') {
		m.blank(start, end) // a parameter's attribute: (int x UNUSED)
		return
	}
	if next < len(m.src) && m.src[next] == '(' {
		if close := m.closing(next); close > 0 {
			end, next = close, m.space(close)
		}
	}
	called := m.src[end-1] == ')'
	follows := byte(0)
	if next < len(m.src) {
		follows = m.src[next]
	}
	switch {
	case m.fresh && follows == ':' && !strings.HasPrefix(m.src[next:], "::") && m.ownLine(start, next+1), // PRIVATE_IN_TESTS:
		m.fresh && follows == ';' && called: // a declaration by macro
		m.at = next + 1
	case m.fresh && (m.ownLine(start, end) || m.declares(next)),
		m.fresh && follows == '{' && (!called || strings.HasSuffix(m.src[start:end], "(...)")), // TRY { … } CATCH(...) { … }
		m.after && m.ends(next):
		m.at = end
	default:
		m.fresh, m.after = false, false
		return
	}
	m.blank(start, m.at)
}

// header blanks `(<name>)` in conditions like `#if HAS_INCLUDE(<name>)`.
// In a definition of several lines the grammar ends at a comment.
func (m *cMask) header(from, to int) {
	if text := m.src[from:to]; strings.HasPrefix(strings.TrimLeft(text[1:], " \t"), "define") && strings.Contains(text, "\\\n") {
		for at := from; ; {
			open := strings.Index(m.src[at:to], "/*")
			if open < 0 {
				return
			}
			end := to
			if n := strings.Index(m.src[at+open:to], "*/"); n >= 0 {
				end = at + open + n + len("*/")
			}
			m.blank(at+open, end)
			at = end
		}
	}
	if i := strings.Index(m.src[from:to], "(<"); i >= 0 {
		if n := strings.Index(m.src[from+i:to], ">)"); n >= 0 && strings.HasPrefix(strings.TrimLeft(m.src[from+1:to], " \t"), "if") || n >= 0 && strings.Contains(m.src[from:from+i], "elif") {
			m.blank(from+i, from+i+n+len(">)"))
		}
	}
}

// instance blanks `template auto f<int>(int);`, which declares nothing.
func (m *cMask) instance(at int) {
	if n := strings.IndexAny(m.near(at), ";{}"); n >= 0 && m.src[at+n] == ';' {
		m.at = at + n + 1
		if before := strings.TrimRight(m.src[:at], " \t\r\n"); strings.HasSuffix(before, "extern") {
			at = len(before) - len("extern")
		}
		m.blank(at, m.at)
	}
}

// base blanks the type of an enum without name, from its colon to its body.
func (m *cMask) base(at int) {
	if n := strings.IndexAny(m.near(at), "{;"); n >= 0 && m.src[at+n] == '{' {
		m.blank(at, at+n)
		m.at = at + n
	}
}

// exported blanks MACRO in `class MACRO Name`.
func (m *cMask) exported() {
	for {
		start := m.space(m.at)
		end := m.wordEnd(start)
		if start == end || !isMacroName(m.src[start:end]) {
			m.classes[m.src[start:end]] = true
			return
		}
		next := m.space(end)
		if next < len(m.src) && m.src[next] == '(' {
			end = max(m.closing(next), end)
			next = m.space(end)
		}
		if after := m.wordEnd(next); after == next || m.src[next:after] == "final" {
			m.classes[m.src[start:end]] = true
			return
		}
		m.blank(start, end)
		m.at = end
	}
}

// template blanks parameters like ENABLE_IF(condition) with their comma.
func (m *cMask) template() {
	open := m.space(m.at)
	if open >= len(m.src) || m.src[open] != '<' {
		return
	}
	const farthest = 4096
	depth, element := 0, open+1
	for i := open; i < min(len(m.src), open+farthest); i++ {
		switch c := m.src[i]; c {
		case '<':
			depth++
		case '(':
			if strings.HasSuffix(m.src[:i], "decltype") {
				m.at = i
				m.firstOperand()
			}
			if i = m.closing(i) - 1; i < 0 {
				m.at = open
				return
			}
		case ',', '>':
			if depth == 1 {
				m.parameter(element, i, open)
				element = i
			}
			if c == '>' {
				if depth--; depth == 0 {
					m.at = i + 1
					return
				}
			}
		case '#':
			if line := m.lineEnd(i); m.ownLine(i, line) {
				m.blank(i, line)
				i = line
			}
		case ';', '{', '}':
			return
		}
	}
}

// directives blanks a conditional between a template's head and what it is of.
func (m *cMask) directives() {
	at := m.space(m.at)
	for strings.HasPrefix(m.src[at:], "#") && !strings.HasPrefix(m.src[at:], "#define") {
		end := m.lineEnd(at)
		m.blank(at, end)
		if strings.HasPrefix(m.src[at:], "#if") {
			if n := strings.Index(m.near(end), "#endif"); n >= 0 && !strings.ContainsAny(m.src[end:end+n], "{;") {
				m.blank(end, end+n)
				end += n
			}
		}
		at = m.space(end)
	}
	m.at = at
}

// firstOperand blanks all but the first of `decltype(a, b)`.
func (m *cMask) firstOperand() {
	open := m.space(m.at)
	if open >= len(m.src) || m.src[open] != '(' {
		return
	}
	end := m.closing(open)
	depth := 0
	for i := open; i < end-1; i++ {
		switch m.src[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case '<':
			depth++
		case '>':
			depth -= btoi(m.src[i-1] != '-')
		case ',':
			if depth == 1 {
				m.blank(i, end-1)
				m.at = end
				return
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// operatorCall blanks the arrow and the name in `x->operator[](y)`.
func (m *cMask) operatorCall(start int) {
	from := start
	switch {
	case strings.HasSuffix(m.src[:start], "->"):
		from -= len("->")
	case strings.HasSuffix(m.src[:start], "."):
		from--
	default:
		return
	}
	end := m.space(m.at)
	if strings.HasPrefix(m.src[end:], "()") {
		end += len("()")
	}
	if n := strings.IndexByte(m.src[end:min(len(m.src), end+len(" <=> ("))], '('); n >= 0 {
		m.blank(from, end+n)
		m.at = end + n
	}
}

// parameter blanks the template parameter in a range, which starts with its
// comma, if it is a macro with arguments.
func (m *cMask) parameter(from, to, open int) {
	start := from
	if m.src[from] == ',' {
		start++
	}
	start = m.space(start)
	end := m.wordEnd(start)
	if start == end || !isMacroName(m.src[start:end]) || m.space(end) >= to || m.src[m.space(end)] != '(' {
		return
	}
	if from == open+1 && m.src[to] == ',' {
		to++
	}
	m.blank(from, to)
}

// declares tells that a declaration with a type of its own follows: two words,
// a pointer, a qualified name, an operator, a destructor.
func (m *cMask) declares(at int) bool {
	if at < len(m.src) && m.src[at] == '~' {
		return true
	}
	end := m.wordEnd(at)
	if end == at {
		return strings.HasPrefix(m.src[at:], "[[")
	}
	switch m.src[at:end] {
	case "operator", "class", "struct", "enum", "union", "template", "using", "typedef", "static", "inline", "const", "constexpr", "virtual", "explicit", "auto", "extern":
		return true
	}
	next := m.space(end)
	if next >= len(m.src) {
		return false
	}
	rest := m.src[next:]
	if rest[0] == '(' && m.classes[m.src[at:end]] {
		return true // a constructor
	}
	return m.wordEnd(next) > next || strings.IndexByte("*&<", rest[0]) >= 0 || strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "(*")
}

// ends tells that a declaration or parameter ends, or its body starts, at at.
func (m *cMask) ends(at int) bool {
	return at < len(m.src) && (strings.IndexByte(";{,:", m.src[at]) >= 0 || strings.HasPrefix(m.src[at:], "->"))
}

// isMacroName tells names in capitals, as macros are by convention.
func isMacroName(word string) bool {
	if len(word) < 3 {
		return false
	}
	letters := 0
	for i := range len(word) {
		switch c := word[i]; {
		case c >= 'A' && c <= 'Z':
			letters++
		case c == '_' || c >= '0' && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return letters > 1
}
