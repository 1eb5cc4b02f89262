package redact

import "strings"

const (
	leastKeyLine = 32       // minimum bytes of a line of a private key
	mostKey      = 64 << 10 // maximum bytes of a whole one
)

// block checks whether text[a:b] is the first line of a private key, and records the key's lines as
// a secret. Its delimiters and line breaks stay, so that the surrounding text keeps its meaning.
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
	mark := from + strings.LastIndex(s.text[from:a], begin)
	if mark < from {
		s.putty(from, a)
		return
	}
	head := s.text[mark:a]
	name, _, ok := strings.Cut(head[len(begin):], "-----")
	if !ok || !pattern("keyNames").MatchString(name) || strings.Contains(head, "-----END") {
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

// mayBeginKey reports whether the text before text[a] can be the delimiter of a private key, or the empty line
// after its headers.
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

// isLineNumber reports whether the digit before text[i] ends a line number at the start of a line.
func isLineNumber(text string, i int) bool {
	i = back(text, back(text, i, far, digit), far, blank)
	return i == 0 || text[i-1] == '\n'
}

// putty records the private lines of a PuTTY key file as secrets.
func (s *scanner) putty(from, a int) {
	if at := strings.LastIndex(s.text[from:a], "Private-Lines:"); at < 0 || strings.Count(s.text[from+at:a], "\n") != 1 {
		return
	}
	lines, _, _ := strings.Cut(s.text[a:], "Private-")
	s.pieces(privateKeyName, a, a+min(len(lines), mostKey))
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
			s.part(rule, a, i)
		}
		i = max(i, a) + 1
	}
}
