package cfamily

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// preprocess blanks macros that can only be attributes, also in texts that parse: the grammar
// parses `struct API Name { … }` as a function of the type `struct API`, and `f() LOCKS(mu);` as a
// method LOCKS. It also blanks the lines of `#if 0`, which are not compiled.
func preprocess(src string) string {
	m := &masker{Masker: lex.Masker{Src: src}}
	word := false // the byte before is part of a word
	for i := 0; i < len(src); i++ {
		c := src[i]
		if c < 0x80 && lex.InWord(c) {
			if !word && strings.IndexByte("csu", c) >= 0 {
				m.keyword(i)
			}
			word = true
			continue
		}
		word = false
		switch c {
		case '\n':
			for i+1 < len(src) && (src[i+1] == ' ' || src[i+1] == '\t') {
				i++
			}
			m.specifier(i + 1)
		case '}':
			m.attribute(i + 1)
		case ')':
			if i+2 < len(src) && src[i+1] == ' ' {
				m.trailing(i)
			}
		case '#':
			if startsLine(src, i) && strings.HasPrefix(src[i:], "#if 0") {
				i = m.disabled(i) - 1
			}
		}
	}
	if m.Out == nil {
		return src
	}
	return string(m.Out)
}

// hide calls Blank, and makes the masker's copy of the text on the first call.
func (m *masker) hide(from, to int) {
	if m.Out == nil {
		m.Out = []byte(m.Src)
	}
	m.Blank(from, to)
}

// keyword handles the words that a macro can follow.
func (m *masker) keyword(at int) {
	switch rest := m.Src[at:]; {
	case strings.HasPrefix(rest, "struct "):
		m.attributed(at + len("struct "))
	case strings.HasPrefix(rest, "class "):
		m.attributed(at + len("class "))
	case strings.HasPrefix(rest, "union "):
		m.attributed(at + len("union "))
	}
}

// attributed hides MACRO in `class MACRO Name {`.
func (m *masker) attributed(at int) {
	start := m.Space(at)
	end := m.WordEnd(start)
	if !isMacroName(m.Src[start:end]) {
		return
	}
	next := m.Space(end)
	if next < len(m.Src) && m.Src[next] == '(' {
		end = m.Closing(next)
		next = m.Space(end)
	}
	name := m.WordEnd(next)
	after := m.Space(name)
	if end == 0 || name == next || after >= len(m.Src) {
		return
	}
	rest := m.Src[after:]
	isBody := rest[0] == '{' && m.Src[next:name] != "final" || rest[0] == ':' && !strings.HasPrefix(rest, "::") && !bitField(rest)
	if isBody || rest[0] == '<' || strings.HasPrefix(rest, "final") {
		m.hide(start, end)
	}
}

// specifier hides MACRO in a line that starts with `MACRO static …`, and in
// `MACRO const T* f(…)`, which is not the constant `T`.
func (m *masker) specifier(at int) {
	start := at
	if start >= len(m.Src) || m.Src[start] < 'A' || m.Src[start] > 'Z' {
		return
	}
	end := m.WordEnd(start)
	if end+1 >= len(m.Src) || m.Src[end] != ' ' || !isMacroName(m.Src[start:end]) {
		return
	}
	word := m.WordEnd(end + 1)
	switch m.Src[end+1 : word] {
	case "static", "inline", "virtual", "extern", "explicit", "constexpr", "class", "struct", "void", "template", "typedef":
		m.hide(start, end)
	case "const":
		name := m.WordEnd(word + 1)
		next := m.Space(name)
		if isType := next < len(m.Src) && (strings.IndexByte("*&<:", m.Src[next]) >= 0 || m.WordEnd(next) > next); isType && name > word+1 {
			m.hide(start, end)
		}
	default: // MACRO T* (*f)(…)
		next := word
		for next < len(m.Src) && (m.Src[next] == ' ' || m.Src[next] == '*') {
			next++
		}
		if word > end+1 && next > word && strings.HasPrefix(m.Src[next:], "(*") {
			m.hide(start, end)
			if end-start >= len("extern") { // else it could be a product
				copy(m.Out[start:], "extern")
			}
		}
	}
}

// bitField reports whether the text after a colon is the width of a member.
func bitField(rest string) bool {
	const farthest = 512
	rest = strings.TrimLeft(rest[1:min(len(rest), farthest)], " \t\r\n")
	return rest == "" || rest[0] >= '0' && rest[0] <= '9' || !strings.ContainsAny(rest, "{;") || rest[strings.IndexAny(rest, "{;")] == ';'
}

// attribute hides the macro between the body of a type and its end: } PACKED;
func (m *masker) attribute(at int) {
	if at >= len(m.Src) || m.Src[at] != ' ' {
		return
	}
	end := m.WordEnd(at + 1)
	if end >= len(m.Src) || m.Src[end] != ';' {
		return
	}
	word := m.Src[at+1 : end]
	for _, part := range [...]string{"ATTRIBUTE", "PACKED", "ALIGNED", "UNUSED", "__packed"} {
		if strings.Contains(word, part) && (word == "__packed" || isMacroName(word)) {
			m.hide(at+1, end)
			return
		}
	}
}

// trailing hides the macros after the parameter list of a function, which ends at at: `void f(int) MACRO(x) {`.
func (m *masker) trailing(at int) {
	c := m.Src[at+2]
	if isMacro := c >= 'A' && c <= 'Z' || c == '_'; !isMacro || !m.endsParameters(at) {
		return
	}
	from := at + 2
	to := from
	for {
		end := m.WordEnd(to)
		if word := m.Src[to:end]; !isMacroName(word) && (!strings.HasPrefix(word, "__") || strings.HasSuffix(word, "__")) {
			break
		}
		if end < len(m.Src) && m.Src[end] == '(' {
			if end = m.Closing(end); end == 0 {
				return
			}
		}
		to = m.Space(end)
	}
	if ends := m.ends(to) || strings.HasPrefix(m.Src[to:], "= ") || strings.HasPrefix(m.Src[to:], "override"); ends && to > from {
		m.hide(from, to)
	}
}

// endsParameters reports whether the brackets that end at at are a function's parameters: not a cast, a condition,
// an attribute or another macro.
func (m *masker) endsParameters(at int) bool {
	const farthest = 1024
	depth := 0
	for i := at; i >= max(0, at-farthest); i-- {
		switch m.Src[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth > 0 {
				continue
			}
			if i > 0 && m.Src[i-1] == ')' { // a pointer to a function: (*name)(…)
				return true
			}
			start := i
			for start > 0 && m.WordEnd(start-1) > start-1 {
				start--
			}
			switch word := m.Src[start:i]; word {
			case "", "if", "for", "while", "switch", "catch", "return", "sizeof", "alignas", "decltype", "typeof", "defined", "noexcept", "requires", "explicit":
				return false
			default:
				return !isMacroName(word) && !strings.HasPrefix(word, "_")
			}
		}
	}
	return false
}

// disabled hides the lines of `#if 0` up to its #else, #elif or #endif. It returns where it stopped, so that no
// text is read twice.
func (m *masker) disabled(at int) int {
	from := min(m.LineEnd(at)+1, len(m.Src))
	for depth, line := 1, from; line < len(m.Src); {
		end := min(m.LineEnd(line)+1, len(m.Src))
		text := strings.TrimSpace(m.Src[line:end])
		if strings.HasPrefix(text, "#") {
			switch word := strings.TrimSpace(text[1:]); {
			case strings.HasPrefix(word, "if"):
				depth++
			case strings.HasPrefix(word, "endif"):
				depth--
			case strings.HasPrefix(word, "el") && depth == 1:
				depth = 0
			}
			if depth == 0 {
				m.hide(from, line)
				return line
			}
		}
		line = end
	}
	return len(m.Src)
}
