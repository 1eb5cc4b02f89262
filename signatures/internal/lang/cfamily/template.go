package cfamily

import "strings"

// templateWord handles the head of a template and `template f<int>(int);`.
func (m *masker) templateWord(start, end int) {
	switch next := m.Space(end); {
	case next < len(m.Src) && m.Src[next] == '<':
		m.template()
		m.directives()
		m.fresh = true
	case m.fresh && !strings.HasSuffix(m.Src[:start], "::") && !strings.HasSuffix(m.Src[:start], "->"):
		m.instance(start)
	}
}

// instance blanks `template auto f<int>(int);`, which declares nothing.
func (m *masker) instance(at int) {
	if n := strings.IndexAny(m.Near(at), ";{}"); n >= 0 && m.Src[at+n] == ';' {
		m.at = at + n + 1
		if before := strings.TrimRight(m.Src[:at], " \t\r\n"); strings.HasSuffix(before, "extern") {
			at = len(before) - len("extern")
		}
		m.Blank(at, m.at)
	}
}

// template passes template parameters, and blanks the conditionals in them.
func (m *masker) template() {
	open := m.Space(m.at)
	if open >= len(m.Src) || m.Src[open] != '<' {
		return
	}
	const farthest = 4096
	depth := 0
	for i := open; i < min(len(m.Src), open+farthest); i++ {
		switch m.Src[i] {
		case '<':
			depth++
		case '(':
			if i = m.Closing(i) - 1; i < 0 {
				m.at = open
				return
			}
		case '>':
			if depth--; depth == 0 {
				m.at = i + 1
				return
			}
		case '#':
			if line := m.LineEnd(i); m.OwnLine(i, line) {
				m.Blank(i, line)
				i = line
			}
		case ';', '{', '}':
			return
		}
	}
}

// directives blanks a conditional between a template's head and its declaration.
func (m *masker) directives() {
	at := m.Space(m.at)
	for strings.HasPrefix(m.Src[at:], "#") && !strings.HasPrefix(m.Src[at:], "#define") {
		end := m.LineEnd(at)
		m.Blank(at, end)
		if strings.HasPrefix(m.Src[at:], "#if") {
			if n := strings.Index(m.Near(end), "#endif"); n >= 0 && !strings.ContainsAny(m.Src[end:end+n], "{;") {
				m.Blank(end, end+n)
				end += n
			}
		}
		at = m.Space(end)
	}
	m.at = at
}
