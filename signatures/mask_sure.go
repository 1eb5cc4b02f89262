package signatures

import "strings"

// sureC blanks in C and C++ what can only be a macro for an attribute, also in
// texts that parse: the grammar takes `struct API Name { … }` for a function
// of the type `struct API`, and `f() LOCKS(mu);` for a method LOCKS. The lines
// of `#if 0` are not compiled and go too.
func sureC(src string) string {
	m := &cMask{masker: masker{src: src}}
	word := false // the byte before is part of a word
	for i := 0; i < len(src); i++ {
		c := src[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= '0' && c <= '9' {
			if !word && (c == 'c' || c == 's' || c == 'u' || c == 't' || c == 'v') {
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
			if strings.HasPrefix(src[i:], "#if 0") && (i == 0 || src[i-1] == '\n') {
				i = m.disabled(i) - 1
			}
		}
	}
	if m.out == nil {
		return src
	}
	return string(m.out)
}

// hide is blank for a masker that copies the text only when it must.
func (m *cMask) hide(from, to int) {
	if m.out == nil {
		m.out = []byte(m.src)
	}
	m.blank(from, to)
}

// keyword handles the words that a macro can stand behind.
func (m *cMask) keyword(at int) {
	switch rest := m.src[at:]; {
	case strings.HasPrefix(rest, "struct "):
		m.attributed(at + len("struct "))
	case strings.HasPrefix(rest, "class "):
		m.attributed(at + len("class "))
	case strings.HasPrefix(rest, "union "):
		m.attributed(at + len("union "))
	case strings.HasPrefix(rest, "typedef "):
		m.macroType(at + len("typedef "))
	case strings.HasPrefix(rest, "va_arg("):
		m.typeArgument(at + len("va_arg"))
	}
}

// typeArgument hides the type in `va_arg(list, char *)`.
func (m *cMask) typeArgument(open int) {
	end := m.closing(open)
	if n := strings.IndexByte(m.src[open:max(end, open)], ','); n > 0 {
		m.hide(open+n, end-1)
	}
}

// attributed hides MACRO in `class MACRO Name {`.
func (m *cMask) attributed(at int) {
	start := m.space(at)
	end := m.wordEnd(start)
	if !isMacroName(m.src[start:end]) {
		return
	}
	next := m.space(end)
	if next < len(m.src) && m.src[next] == '(' {
		end = m.closing(next)
		next = m.space(end)
	}
	name := m.wordEnd(next)
	after := m.space(name)
	if end == 0 || name == next || after >= len(m.src) {
		return
	}
	rest := m.src[after:]
	if rest[0] == '{' && m.src[next:name] != "final" || rest[0] == '<' || strings.HasPrefix(rest, "final") || rest[0] == ':' && !strings.HasPrefix(rest, "::") && !bitField(rest) {
		m.hide(start, end)
	}
}

// macroType hides the brackets of `typedef MACRO(T) Name;`.
func (m *cMask) macroType(at int) {
	end := m.wordEnd(at)
	if !isMacroName(m.src[at:end]) || !strings.HasPrefix(m.src[end:], "(") {
		return
	}
	if close := m.closing(end); close > 0 && m.wordEnd(m.space(close)) > m.space(close) {
		m.hide(end, close)
	}
}

// specifier hides MACRO in a line that starts with `MACRO static …`, and in
// `MACRO const T* f(…)`, which is not the constant `T`.
func (m *cMask) specifier(at int) {
	start := at
	if start >= len(m.src) || m.src[start] < 'A' || m.src[start] > 'Z' {
		return
	}
	end := m.wordEnd(start)
	if end+1 >= len(m.src) || m.src[end] != ' ' || !isMacroName(m.src[start:end]) {
		return
	}
	word := m.wordEnd(end + 1)
	switch m.src[end+1 : word] {
	case "static", "inline", "virtual", "extern", "explicit", "constexpr", "class", "struct", "void", "template", "typedef":
		m.hide(start, end)
	case "const":
		name := m.wordEnd(word + 1)
		if next := m.space(name); name > word+1 && next < len(m.src) && (strings.IndexByte("*&<:", m.src[next]) >= 0 || m.wordEnd(next) > next) {
			m.hide(start, end)
		}
	default: // MACRO T* (*f)(…)
		next := word
		for next < len(m.src) && (m.src[next] == ' ' || m.src[next] == '*') {
			next++
		}
		if word > end+1 && next > word && strings.HasPrefix(m.src[next:], "(*") {
			m.hide(start, end)
			if end-start >= len("extern") { // else it could be a product
				copy(m.out[start:], "extern")
			}
		}
	}
}

// attribute hides the macro between the body of a type and its end: } PACKED;
func (m *cMask) attribute(at int) {
	if at >= len(m.src) || m.src[at] != ' ' {
		return
	}
	end := m.wordEnd(at + 1)
	if end >= len(m.src) || m.src[end] != ';' {
		return
	}
	word := m.src[at+1 : end]
	for _, part := range [...]string{"ATTRIBUTE", "PACKED", "ALIGNED", "UNUSED", "__packed"} {
		if strings.Contains(word, part) && (word == "__packed" || isMacroName(word)) {
			m.hide(at+1, end)
			return
		}
	}
}

// bitField tells that the text after a colon is the width of a member.
func bitField(rest string) bool {
	const farthest = 512
	rest = strings.TrimLeft(rest[1:min(len(rest), farthest)], " \t\r\n")
	return rest == "" || rest[0] >= '0' && rest[0] <= '9' || !strings.ContainsAny(rest, "{;") || rest[strings.IndexAny(rest, "{;")] == ';'
}

// trailing hides the macros after the parameter list of a function, which ends
// at at: `void f(int) MACRO(x) {`.
func (m *cMask) trailing(at int) {
	if c := m.src[at+2]; (c < 'A' || c > 'Z') && c != '_' || !m.endsParameters(at) {
		return
	}
	from := at + 2
	to := from
	for {
		end := m.wordEnd(to)
		if word := m.src[to:end]; !isMacroName(word) && (!strings.HasPrefix(word, "__") || strings.HasSuffix(word, "__")) {
			break
		}
		if end < len(m.src) && m.src[end] == '(' {
			if end = m.closing(end); end == 0 {
				return
			}
		}
		to = m.space(end)
	}
	if to > from && (m.ends(to) || strings.HasPrefix(m.src[to:], "= ") || strings.HasPrefix(m.src[to:], "override")) {
		m.hide(from, to)
	}
}

// endsParameters tells that the brackets that end at at follow the name of a
// function: not a cast, a condition, an attribute or another macro.
func (m *cMask) endsParameters(at int) bool {
	const farthest = 1024
	depth := 0
	for i := at; i >= max(0, at-farthest); i-- {
		switch m.src[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth > 0 {
				continue
			}
			if i > 0 && m.src[i-1] == ')' { // a pointer to a function: (*name)(…)
				return true
			}
			start := i
			for start > 0 && m.wordEnd(start-1) > start-1 {
				start--
			}
			switch word := m.src[start:i]; word {
			case "", "if", "for", "while", "switch", "catch", "return", "sizeof", "alignas", "decltype", "typeof", "defined", "noexcept", "requires", "explicit":
				return false
			default:
				return !isMacroName(word) && !strings.HasPrefix(word, "_")
			}
		}
	}
	return false
}

// disabled hides the lines of `#if 0` up to its #else, #elif or #endif and
// returns where it stopped: what it has seen is not looked at again.
func (m *cMask) disabled(at int) int {
	from := min(m.lineEnd(at)+1, len(m.src))
	for depth, line := 1, from; line < len(m.src); {
		end := min(m.lineEnd(line)+1, len(m.src))
		text := strings.TrimSpace(m.src[line:end])
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
	return len(m.src)
}
