package lex

import (
	"regexp"
	"strings"
)

// A Bodies empties the braces of a text that hold statements (bodies of
// functions, closures, values) and leaves those that hold members, so that
// what a grammar cannot read in a body does not cost the declarations around
// it. Comments stay: they have the markers.
type Bodies struct {
	// Members tells whether braces after a header hold members. The header is
	// the code since the last brace or semicolon, without strings, comments and
	// what stands in brackets.
	Members func(header, inside string) bool
	// Embed opens code inside a string of double quotes.
	Embed  string
	Close  byte // ends it
	Single bool // strings may stand in single quotes
	Slashy bool // and between slashes
}

const (
	MaxHeader   = 2000 // bytes of a header that are looked at
	maxEmbedded = 40   // strings in code in strings
)

// A Scan is a blanker's way through one text.
type Scan struct {
	*Bodies
	Masker
	header   []byte
	brackets int
}

func (b *Bodies) Blank(src string) string {
	s := &Scan{Bodies: b, Masker: Masker{Src: src, Out: []byte(src)}}
	var outer []int // brackets open around each open brace
	for i := 0; i < len(src); {
		if end, comment := s.Literal(i, 0); end > i {
			if !comment {
				s.note('"')
			}
			i = end
			continue
		}
		switch c := src[i]; c {
		case '(', '[':
			s.note(c)
			s.brackets++
		case ')', ']':
			s.brackets = max(s.brackets-1, 0)
			s.note(c)
		case ';':
			s.note(c)
			if s.brackets == 0 {
				s.header = s.header[:0]
			}
		case '{':
			if s.brackets == 0 && s.Members(string(s.header), src[i+1:min(len(src), i+MaxHeader)]) {
				outer, s.brackets = append(outer, s.brackets), 0
				s.header = s.header[:0]
			} else if i = s.body(i + 1); s.brackets == 0 {
				s.header = s.header[:0]
			}
		case '}':
			s.header = s.header[:0]
			if n := len(outer); n > 0 {
				s.brackets, outer = outer[n-1], outer[:n-1]
			}
		default:
			s.note(c)
		}
		i++
	}
	return string(s.Out)
}

func (s *Scan) note(c byte) {
	if s.brackets > 0 {
		return
	}
	if len(s.header) >= MaxHeader {
		s.header = append(s.header[:0], s.header[MaxHeader/2:]...)
	}
	s.header = append(s.header, c)
}

// body blanks what stands between the brace before start and the one that
// closes it, and returns the place of that one.
func (s *Scan) body(start int) int {
	depth, from := 1, start
	i := start
	for i < len(s.Src) {
		if end, comment := s.Literal(i, 0); end > i {
			if comment {
				s.Masker.Blank(from, i)
				from = end
			}
			i = end
			continue
		}
		switch s.Src[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			break
		}
		i++
	}
	s.Masker.Blank(from, i)
	return i
}

// Literal returns the end of the comment or string that starts at i, or i.
func (s *Scan) Literal(i, depth int) (end int, comment bool) {
	rest := s.Src[i:]
	switch c := s.Src[i]; {
	case strings.HasPrefix(rest, "//"), c == '#' && i == 0 && strings.HasPrefix(rest, "#!"):
		return s.LineEnd(i), true
	case strings.HasPrefix(rest, "/*"):
		return i + upTo(rest, "/*", "*/"), true
	case strings.HasPrefix(rest, `"""`):
		return s.quoted(i, `"""`, depth), false
	case c == '"':
		return s.quoted(i, `"`, depth), false
	case c == '\'' && s.Single:
		if strings.HasPrefix(rest, "'''") {
			return i + upTo(rest, "'''", "'''"), false
		}
		return s.quoted(i, "'", maxEmbedded), false
	case c == '\'':
		return max(SkipString(s.Src[:min(len(s.Src), i+len(`'\u{10ffff}'`))], i)+1, i+1), false
	case s.Slashy && strings.HasPrefix(rest, "$/"):
		return i + upTo(rest, "$/", "/$"), false
	case s.Slashy && c == '/' && s.valueAt(i):
		if end := SkipString(s.Src[:min(len(s.Src), i+MaxHeader)], i); end > i {
			return end + 1, false
		}
	}
	return i, false
}

// upTo is the length of a text that starts with open, up to and with end.
func upTo(text, open, end string) int {
	if n := strings.Index(text[len(open):], end); n >= 0 {
		return len(open) + n + len(end)
	}
	return len(text)
}

// valueAt tells whether a value may start at i: what is before it is no value.
func (s *Scan) valueAt(i int) bool {
	const far = 60
	before := strings.TrimRight(s.Src[max(0, i-far):i], " \t")
	return before == "" || strings.IndexByte("=(,[!&|?:{};~\n", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "return")
}

// quoted is the end of the string at i: its closing quote or, if that is one
// sign, the end of its line.
func (s *Scan) quoted(i int, quote string, depth int) int {
	for i += len(quote); i < len(s.Src); {
		switch rest := s.Src[i:]; {
		case strings.HasPrefix(rest, quote):
			return i + len(quote)
		case depth < maxEmbedded && strings.HasPrefix(rest, s.Embed):
			i = s.embedded(i+len(s.Embed), depth+1)
		case s.Src[i] == '\\':
			i += 2
		case s.Src[i] == '\n' && len(quote) == 1:
			return i
		default:
			i++
		}
	}
	return len(s.Src)
}

// embedded is the end of the code in a string that starts at i.
func (s *Scan) embedded(i, depth int) int {
	opener := s.Embed[len(s.Embed)-1]
	for open := 1; i < len(s.Src); {
		if end, _ := s.Literal(i, depth); end > i {
			i = end
			continue
		}
		switch s.Src[i] {
		case opener:
			open++
		case s.Close:
			open--
		}
		i++
		if open == 0 {
			return i
		}
	}
	return len(s.Src)
}

// LastMatch returns the start of the last match of words in a header, and the
// word.
func LastMatch(words *regexp.Regexp, header string) (word string, at int) {
	all := words.FindAllStringIndex(header, -1)
	if len(all) == 0 {
		return "", 0
	}
	last := all[len(all)-1]
	return header[last[0]:last[1]], last[0]
}
