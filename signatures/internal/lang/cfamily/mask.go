package cfamily

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// A masker blanks macros in C or C++.
type masker struct {
	lex.Masker

	classes map[string]bool // names declared so far

	at    int
	fresh bool // a declaration may start here
	after bool // a parameter list has just ended
}

// mask blanks text that the C and C++ grammars cannot read because a preprocessor would have replaced it: macros
// used as specifiers and attributes, and conditional branches with unbalanced braces. The result is a guess, for
// texts that did not parse; the caller keeps the parse with fewer errors.
func mask(src string) string {
	m := &masker{Masker: lex.Masker{Src: src, Out: []byte(src)}, classes: make(map[string]bool)}
	m.conditionals()
	m.macros()
	return string(m.Out)
}

// macros blanks names in capitals where a type or a declarator is expected.
func (m *masker) macros() {
	m.at, m.fresh = 0, true
	for m.at < len(m.Src) {
		c := m.Out[m.at]
		switch {
		case lex.IsSpace(c):
			m.at++
		case c == '#':
			start := m.at
			m.at = m.LineEnd(start)
			m.header(start, m.at)
			m.fresh, m.after = true, false
		case c == '/' && strings.HasPrefix(m.Src[m.at:], "//"):
			m.at = m.LineEnd(m.at)
		case c == '/' && strings.HasPrefix(m.Src[m.at:], "/*"):
			m.at = m.Past("*/", m.at+2)
		case c == '"' || c == '\'':
			m.at = lex.SkipString(m.Src, m.at) + 1
			m.fresh, m.after = false, false
		case m.WordEnd(m.at) > m.at:
			m.word()
		default:
			m.at++
			m.fresh = c == ';' || c == '{' || c == '}' || c == ':' || c == '>'
			m.after = c == ')'
		}
	}
}

func (m *masker) word() {
	start := m.at
	end := m.WordEnd(start)
	m.at = end
	switch word := m.Src[start:end]; {
	case m.reserved(word, start, end):
	case isMacroName(word):
		m.macro(start, end)
	default:
		m.fresh, m.after = false, false
	}
}

// reserved handles a keyword of the language and reports whether it did.
func (m *masker) reserved(word string, start, end int) bool {
	next := m.Space(end)
	switch word {
	case "static", "inline", "virtual", "friend", "explicit", "constexpr", "extern", "const", "noexcept", "override":
		return true // the same specifiers may precede and follow them
	case "class", "struct", "union", "enum":
		m.exported()
	case "template":
		m.templateWord(start, end)
		return true
	case "if":
		if isMacroName(m.Src[next:m.WordEnd(next)]) {
			m.at = m.WordEnd(next)
			m.Blank(next, m.at) // if CONSTEXPR (…)
		}
		return true
	case "typename":
		if strings.HasPrefix(m.Src[m.WordEnd(next):], "::") {
			m.Blank(start, end) // the grammar does not accept typename T::x(…) as an expression
		}
		return true
	case "public", "private", "protected":
		if after := m.WordEnd(next); after > next && strings.HasPrefix(m.Src[after:], ":") && !strings.HasPrefix(m.Src[after:], "::") {
			m.Blank(next, after) // public Q_SLOTS:
		}
		return true
	case "return", "sizeof", "new", "delete", "throw", "case", "else", "goto", "unsigned", "signed", "long", "short", "operator":
	default:
		return false
	}
	m.fresh, m.after = false, false
	return true
}

// macro blanks a name in capitals, and its arguments, where only a macro can be.
func (m *masker) macro(start, end int) {
	next := m.Space(end)
	if next < len(m.Src) && m.Src[next] == '(' {
		if close := m.Closing(next); close > 0 {
			end, next = close, m.Space(close)
		}
	}
	called := m.Src[end-1] == ')'
	follows := byte(0)
	if next < len(m.Src) {
		follows = m.Src[next]
	}
	isLabel := follows == ':' && !strings.HasPrefix(m.Src[next:], "::") && m.OwnLine(start, next+1)
	isBlock := follows == '{' && (!called || strings.HasSuffix(m.Src[start:end], "(...)"))
	switch {
	case m.fresh && isLabel, // PRIVATE_IN_TESTS:
		m.fresh && follows == ';' && called: // a declaration by macro
		m.at = next + 1
	case m.fresh && (m.OwnLine(start, end) || m.declares(next)),
		m.fresh && isBlock, // TRY { … } CATCH(...) { … }
		m.after && m.ends(next):
		m.at = end
	default:
		m.fresh, m.after = false, false
		return
	}
	m.Blank(start, m.at)
}

// header blanks `(<name>)` in conditions like `#if HAS_INCLUDE(<name>)`. It skips comments in a definition of
// several lines, where the grammar ends the definition.
func (m *masker) header(from, to int) {
	if text := m.Src[from:to]; strings.HasPrefix(strings.TrimLeft(text[1:], " \t"), "define") && strings.Contains(text, "\\\n") {
		for at := from; ; {
			open := strings.Index(m.Src[at:to], "/*")
			if open < 0 {
				return
			}
			end := to
			if n := strings.Index(m.Src[at+open:to], "*/"); n >= 0 {
				end = at + open + n + len("*/")
			}
			for line := range strings.SplitAfterSeq(m.Src[at+open:end], "\\\n") { // the definition goes on after it
				m.Blank(at+open, at+open+len(strings.TrimSuffix(line, "\\\n")))
				open += len(line)
			}
			at = end
		}
	}
	if i := strings.Index(m.Src[from:to], "(<"); i >= 0 {
		n := strings.Index(m.Src[from+i:to], ">)")
		if n >= 0 && (strings.HasPrefix(strings.TrimLeft(m.Src[from+1:to], " \t"), "if") || strings.Contains(m.Src[from:from+i], "elif")) {
			m.Blank(from+i, from+i+n+len(">)"))
		}
	}
}

// exported blanks MACRO in `class MACRO Name`.
func (m *masker) exported() {
	for {
		start := m.Space(m.at)
		end := m.WordEnd(start)
		if start == end || !isMacroName(m.Src[start:end]) {
			m.classes[m.Src[start:end]] = true
			return
		}
		next := m.Space(end)
		if next < len(m.Src) && m.Src[next] == '(' {
			end = max(m.Closing(next), end)
			next = m.Space(end)
		}
		if after := m.WordEnd(next); after == next || m.Src[next:after] == "final" {
			m.classes[m.Src[start:end]] = true
			return
		}
		m.Blank(start, end)
		m.at = end
	}
}

// declares reports whether a declaration with its own type follows: two words, a pointer, a qualified name, an
// operator, a destructor.
func (m *masker) declares(at int) bool {
	if at < len(m.Src) && m.Src[at] == '~' {
		return true
	}
	end := m.WordEnd(at)
	if end == at {
		return strings.HasPrefix(m.Src[at:], "[[")
	}
	switch m.Src[at:end] {
	case "operator", "class", "struct", "enum", "union", "template", "using", "typedef", "static", "inline", "const", "constexpr",
		"virtual", "explicit", "auto", "extern":
		return true
	}
	next := m.Space(end)
	if next >= len(m.Src) {
		return false
	}
	rest := m.Src[next:]
	if rest[0] == '(' && m.classes[m.Src[at:end]] {
		return true // a constructor
	}
	return m.WordEnd(next) > next || strings.IndexByte("*&<", rest[0]) >= 0 || strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "(*")
}

// ends reports whether a declaration or parameter ends at an offset, or its body starts there.
func (m *masker) ends(at int) bool {
	return at < len(m.Src) && (strings.IndexByte(";{,:", m.Src[at]) >= 0 || strings.HasPrefix(m.Src[at:], "->"))
}

// isMacroName reports whether a name is in capitals, as macros are by convention.
func isMacroName(word string) bool {
	if len(word) < 3 {
		return false
	}
	letters := 0
	for i := range len(word) {
		switch c := word[i]; {
		case c >= 'A' && c <= 'Z':
			letters++
		case c == '_', c >= '0' && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return letters > 1
}
