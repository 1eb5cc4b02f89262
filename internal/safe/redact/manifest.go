package redact

import (
	"slices"
	"strings"
)

// manifests records the values of Kubernetes Secrets, in YAML and JSON.
func (s *scanner) manifests() {
	if !pattern("manifests").MatchString(s.base) || !strings.Contains(s.text, "Secret") {
		return
	}
	var lines []textLine
	done, line := 0, 0
	for _, at := range pattern("secretKind").FindAllStringIndex(s.text, 1000) {
		if at[0] > 0 && is(s.text[at[0]-1], quote) {
			at[0]--
		}
		if at[0] < done || at[0] > 0 && is(s.text[at[0]-1], wordChar) {
			continue
		}
		if open := s.openBrace(at[0]); open >= 0 {
			done = s.inObject(open, at[1])
			continue
		}
		if lines == nil {
			lines = linesOf(s.text)
		}
		for line+1 < len(lines) && lines[line+1].start <= at[0] {
			line++
		}
		if lines[line].start == at[0] {
			s.manifest(lines, line)
		}
	}
}

const mostManifest = 64 << 10 // bytes of one in braces

// openBrace returns the offset of the brace around text[at], in JSON or a mapping on one line; -1 if there is none.
func (s *scanner) openBrace(at int) int {
	depth, most := 0, strings.LastIndexByte(s.text[:at], '\n')
	if strings.HasSuffix(s.base, ".json") {
		most = at - mostManifest
	}
	for i := at - 1; i >= max(most, 0); i-- {
		switch s.text[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// inObject records the data of the object that opens at text[from], and returns where to continue after text[at].
func (s *scanner) inObject(from, at int) int {
	depth, end := 0, min(from+mostManifest, len(s.text))
	for i := from; i < end; i++ {
		c := s.text[i]
		if depth == 1 && (is(c, quote) || !is(s.text[i-1], letter)) {
			if m := pattern("secretData").FindString(s.text[i:end]); m != "" {
				i = s.inBraces(manifestName, i+len(m), end)
				at = max(at, i)
				continue
			}
		}
		switch c {
		case '"':
			i = s.quoted(i, end)
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return at
}

// inBraces records the values in text[i:end] up to the unmatched closing brace, whose offset it
// returns: strings that are not keys, and in a manifest also unquoted values.
func (s *scanner) inBraces(rule string, i, end int) int {
	for depth := 0; i < end && depth >= 0; i++ {
		switch c := s.text[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == '"':
			start := i + 1
			i = s.quoted(i, end)
			if rest := strings.TrimLeft(s.text[i+1:end], " \t\r\n"); !strings.HasPrefix(rest, ":") && i > start && !isVariable(s.text[start:i]) {
				s.add(rule, start, i)
			}
		case c == ':' && rule == manifestName:
			if from := on(s.text, i+1, far, blank|breaks); from < end && strings.IndexByte("\"{[", s.text[from]) < 0 {
				value, _, _ := strings.Cut(s.text[from:end], "\n")
				if n := strings.IndexAny(value, ",}"); n >= 0 {
					value = value[:n]
				}
				s.value(rule, from, from+len(value))
				i = from + len(value) - 1
			}
		}
	}
	return i - 1
}

// quoted returns the end of the string whose quote is text[i], before text[end].
func (s *scanner) quoted(i, end int) int {
	for i++; i < end && s.text[i] != '"'; i++ {
		if s.text[i] == '\\' {
			i++
		}
	}
	return min(i, end-1)
}

// pairOf returns the key of a line, without quotes, and the text after it, without a comment.
func pairOf(line string) (key, value string) {
	key, value, _ = strings.Cut(line, ":")
	value, _, _ = strings.Cut(" "+strings.TrimSpace(value), " #")
	return strings.Trim(key, "\"' "), strings.TrimSpace(value)
}

// textLine is a line of a text in an indentation-based language.
type textLine struct {
	start   int // offset of its content in the text
	indent  int // columns before its content, including a list's mark
	content string
	blank   bool // or a comment
	begins  bool // it begins a document, or an item of a list
}

func linesOf(text string) []textLine {
	var lines []textLine
	at := 0
	for line := range strings.Lines(text) {
		l := textLine{content: strings.TrimRight(line, "\r\n")}
		rest := strings.TrimLeft(l.content, " \t")
		l.indent = len(l.content) - len(rest)
		for strings.HasPrefix(rest, "- ") {
			item := strings.TrimLeft(rest[1:], " ")
			l.indent += len(rest) - len(item)
			rest, l.begins = item, true
		}
		l.content, l.start = rest, at+l.indent
		l.blank = rest == "" || rest[0] == '#'
		l.begins = l.begins || strings.HasPrefix(rest, "---")
		lines = append(lines, l)
		at += len(line)
	}
	return lines
}

// manifest records the values of the mapping that includes line i of the text.
func (s *scanner) manifest(lines []textLine, i int) {
	column := lines[i].indent
	isOther := func(n int) bool { // a mapping has one kind
		key, _ := pairOf(lines[n].content)
		return n != i && lines[n].indent == column && key == "kind"
	}
	inside := func(n int) bool { return (lines[n].blank || lines[n].indent >= column) && !isOther(n) }
	sameDocument := func(n int) bool { return inside(n) && !strings.HasPrefix(lines[n].content, "---") }
	first := i
	for first > 0 && !lines[first].begins && sameDocument(first-1) {
		first--
	}
	for n := first; n < len(lines) && inside(n); n++ {
		l := lines[n]
		if isNext := !sameDocument(n) || l.begins && l.indent == column; isNext && n > i {
			break
		}
		if key, rest := pairOf(l.content); l.indent == column && (key == "data" || key == "stringData") {
			if open := strings.IndexByte(l.content, '{'); rest != "" && open > 0 {
				s.inBraces(manifestName, l.start+open+1, l.start+len(l.content))
				continue
			}
			s.mapping(lines, n+1, column)
		}
	}
}

// mapping records the values of the mapping that begins at line n and is indented more than a column.
func (s *scanner) mapping(lines []textLine, n, column int) {
	for ; n < len(lines) && (lines[n].blank || lines[n].indent > column); n++ {
		l := lines[n]
		if l.blank {
			continue
		}
		colon := strings.IndexByte(l.content, ':')
		if _, rest := pairOf(l.content); rest != "" && rest[0] != '|' && rest[0] != '>' {
			s.value(manifestName, l.start+colon+1, l.start+len(l.content))
		} else if colon >= 0 { // whole lines are one secret
			s.groups++
			for n+1 < len(lines) && (lines[n+1].content == "" || lines[n+1].indent > l.indent) {
				n++
				content := strings.TrimRight(lines[n].content, " \t\r")
				if !strings.HasPrefix(content, "{{") && !strings.HasPrefix(content, "-----") {
					s.part(manifestName, lines[n].start, lines[n].start+len(content))
				}
			}
		}
	}
}

// value records text[start:end] without the surrounding white space, quotes and comment, unless it
// is empty or names another value.
func (s *scanner) value(rule string, start, end int) {
	text := s.text
	start = on(text, start, end-start, blank|breaks|escape)
	if start < end && is(text[start], quote) {
		quote := text[start]
		start++
		for i := start; i < end; i++ {
			if text[i] == '\\' && quote == '"' {
				i++
			} else if text[i] == quote {
				end = i
				break
			}
		}
	} else if n := strings.Index(text[start:end], " #"); n >= 0 {
		end = start + n
	}
	end = start + len(strings.TrimRight(text[start:end], " \t\r"))
	if start < end && !isVariable(text[start:end]) {
		s.add(rule, start, end)
	}
}

// isVariable reports whether a value is only a reference to the value.
func isVariable(value string) bool { return pattern("variables").MatchString(value) }

func hasSuffix(name string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}
