package redact

import (
	"slices"
	"strings"
)

const (
	leastKeyLine = 32       // bytes of a line of a private key
	mostKey      = 64 << 10 // bytes of a whole one
)

// block looks whether text[a:b] is the first line of a private key, and takes all of
// it. Its marks and its lines stay, so that the text around it means what it did.
func (s *scanner) block(a, b int) {
	if b-a < leastKeyLine {
		return
	}
	const before = 400 // bytes; a key may have headers
	from := max(a-before, 0)
	if !s.mayBeginKey(a) {
		return
	}
	const begin = "-----BEGIN"
	if !strings.Contains(s.text[from:a], begin) {
		s.putty(from, a)
		return
	}
	mark := strings.LastIndex(s.text[from:a], begin)
	mark += from
	head := s.text[mark:a]
	name, _, ok := strings.Cut(head[len(begin):], "-----")
	if !ok || !keyNames().MatchString(name) || strings.Contains(head, "-----END") {
		return
	}
	start := mark + len(begin) + len(name) + len("-----")
	rest := s.text[start:min(start+mostKey, len(s.text))]
	end := strings.Index(rest, "-----")
	if end < 0 {
		end = len(rest)
		if n := strings.Index(rest, "\n\n"); n > a-start {
			end = n
		}
	}
	s.pieces(privateKeyName, start, start+end)
}

// mayBeginKey tells whether what stands before text[a] can be the mark of a private
// key, or the empty line behind its headers.
func (s *scanner) mayBeginKey(a int) bool {
	text := s.text
	lines := 0
	for i := a; i > 0 && a-i < 80; i-- {
		switch c := text[i-1]; {
		case c == '\n', c == 'n' && i > 1 && text[i-2] == '\\':
			lines++
		case is(c, spaceMay), strings.IndexByte("+,|>#*/;%!", c) >= 0, c == 'r' && i > 1 && text[i-2] == '\\':
		case is(c, digit) && isLineNumber(text, i):
		default:
			return c == '-' && i > 4 && text[i-5:i] == "-----" || lines > 1 || lines == 1 && is(c, digit)
		}
	}
	return false
}

// isLineNumber tells whether the digit before text[i] is of a number that a line begins with.
func isLineNumber(text string, i int) bool {
	i = back(text, back(text, i, far, digit), far, blank)
	return i == 0 || text[i-1] == '\n'
}

// putty takes the private lines of a key file of PuTTY.
func (s *scanner) putty(from, a int) {
	const mark = "Private-Lines:"
	if !strings.Contains(s.text[from:a], mark) {
		return
	}
	at := strings.LastIndex(s.text[from:a], mark)
	if strings.Count(s.text[from+at:a], "\n") != 1 {
		return
	}
	end := strings.Index(s.text[a:], "Private-")
	if end < 0 {
		end = len(s.text) - a
	}
	s.pieces(privateKeyName, a, a+min(end, mostKey))
}

// pieces adds all runs of base64 characters of text[start:end] as one secret.
func (s *scanner) pieces(rule string, start, end int) {
	const least = 4 // shorter runs are escapes
	s.groups++
	text := s.text
	for i := start; i < end; {
		a := i
		i = on(text, i, end-i, valueChar|equals)
		if a > start && text[a-1] == '\\' {
			a++ // \n
		}
		isHeader := i < end && text[i] == ':' || a > start+1 && text[a-1] == ' ' && text[a-2] == ':'
		if i-a >= least && !isHeader {
			s.found = append(s.found, Finding{Rule: rule, Start: a, End: i, group: s.groups})
		}
		i = max(i, a) + 1
	}
}

// manifests takes the values of Kubernetes Secrets.
func (s *scanner) manifests() {
	if !hasSuffix(s.base, ".yaml", ".yml", ".tpl", ".tmpl", ".j2", ".md", ".mdx", ".txt", ".rst", ".adoc", ".sh", ".bash") || !strings.Contains(s.text, "Secret") {
		return
	}
	lines := linesOf(s.text)
	for i, l := range lines {
		switch key, value := pairOf(l.content); {
		case key == "kind" && strings.Trim(value, "\"'") == "Secret":
			s.manifest(lines, i)
		case strings.HasPrefix(l.content, "{") && flowSecret().MatchString(l.content):
			for _, at := range flowData().FindAllStringIndex(l.content, -1) {
				end := strings.IndexByte(l.content[at[1]:], '}')
				if end < 0 {
					end = len(l.content) - at[1]
				}
				s.flow(l.start+at[1], l.start+at[1]+end)
			}
		}
	}
}

// Read-only.
var (
	keyNames   = lazily(`(?i)(?:private|static) key`) // OpenVPN's are called static
	flowSecret = lazily(`['"]?kind['"]?\s*:\s*['"]?Secret\b`)
	flowData   = lazily(`['"]?\b(?:data|stringData)['"]?\s*:\s*\{`)
)

// pairOf is the key of a line, without quotes, and what stands behind it, without a comment.
func pairOf(line string) (key, value string) {
	key, value, _ = strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	if value != "" && value[0] == '#' {
		value = ""
	} else if n := strings.Index(value, " #"); n >= 0 {
		value = strings.TrimSpace(value[:n])
	}
	return strings.Trim(key, "\"' "), value
}

// textLine is a line of a text in a language of indentation.
type textLine struct {
	start   int // of its content in the text
	indent  int // columns before its content; a list's mark counts as them
	content string
	blank   bool // or a comment
	begins  bool // a document, or an item of a list
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

// manifest takes the values of the mapping that line i of the text is part of.
func (s *scanner) manifest(lines []textLine, i int) {
	column := lines[i].indent
	inside := func(l textLine) bool { return l.blank || l.indent >= column }
	isOther := func(n int) bool { // a mapping has one kind
		key, _ := pairOf(lines[n].content)
		return n != i && lines[n].indent == column && key == "kind"
	}
	first := i
	for !lines[first].begins && first > 0 && inside(lines[first-1]) && !isOther(first-1) && !strings.HasPrefix(lines[first-1].content, "---") {
		first--
	}
	for n := first; n < len(lines) && inside(lines[n]) && !isOther(n) && (n <= i || !(lines[n].begins && lines[n].indent == column) && !strings.HasPrefix(lines[n].content, "---")); n++ {
		l := lines[n]
		if key, rest := pairOf(l.content); l.indent == column && (key == "data" || key == "stringData") {
			if strings.HasPrefix(rest, "{") {
				s.flow(l.start+strings.IndexByte(l.content, ':')+1, l.start+len(l.content))
				continue
			}
			s.mapping(lines, n+1, column)
		}
	}
}

// mapping takes the values of the mapping that begins at line n and is deeper than a column.
func (s *scanner) mapping(lines []textLine, n, column int) {
	for ; n < len(lines); n++ {
		l := lines[n]
		if l.blank {
			continue
		}
		if l.indent <= column {
			return
		}
		key, _, ok := strings.Cut(l.content, ":")
		if !ok {
			continue
		}
		start := l.start + len(key) + 1
		_, trimmed := pairOf(l.content)
		if trimmed == "" || trimmed[0] == '|' || trimmed[0] == '>' {
			from := n + 1
			for n+1 < len(lines) && (lines[n+1].blank && lines[n+1].content == "" || lines[n+1].indent > l.indent) {
				n++
			}
			s.lines(manifestName, lines[from:n+1])
			continue
		}
		s.value(manifestName, start, l.start+len(l.content))
	}
}

// flow takes the values of a mapping in braces.
func (s *scanner) flow(start, end int) {
	for start < end {
		colon := strings.IndexByte(s.text[start:end], ':')
		if colon < 0 {
			return
		}
		from := start + colon + 1
		to := end
		if n := strings.IndexAny(s.text[from:end], ",}"); n >= 0 {
			to = from + n
		}
		s.value(manifestName, from, to)
		start = to + 1
	}
}

// lines takes whole lines as one secret.
func (s *scanner) lines(rule string, lines []textLine) {
	s.groups++
	for _, l := range lines {
		if content := strings.TrimRight(l.content, " \t\r"); content != "" && !strings.HasPrefix(content, "{{") && !strings.HasPrefix(content, "-----") {
			s.found = append(s.found, Finding{Rule: rule, Start: l.start, End: l.start + len(content), group: s.groups})
		}
	}
}

// value takes what stands in text[start:end] without the white space, quotes and
// comment around it, unless it is empty or names another value.
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

// isVariable tells whether a value only names where the value is.
func isVariable(value string) bool { return variables().MatchString(value) }

// Read-only.
var variables = lazily(`(?s)^(?:\{\{.*|<.*>|\$\{[^}]*\}|%[\w().:-]+%|\$[A-Za-z_]\w*|null|~)$`)

func hasSuffix(name string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}
