package groovy

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
)

const (
	maxHeader   = 2000 // bytes of a header that are looked at
	maxEmbedded = 40   // strings in code in strings
	embed       = "${" // opens code in a string
)

// types finds the header of a type: its braces hold members.
//
// Compiled once, read-only.
var types = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^.\w])(?:class|interface|trait|enum|record)\s+[A-Z]\w*[^()=]*$`)
})

// A scan is a way through one text.
type scan struct {
	lex.Masker
	// header is the code since the last brace or semicolon, without strings,
	// comments and what stands in brackets.
	header   []byte
	brackets int
}

func newScan(src string) *scan { return &scan{Masker: lex.Masker{Src: src, Out: []byte(src)}} }

// emptied is a text without what stands in braces that hold statements (bodies,
// closures, values); those that hold members stay, so that what the grammar
// cannot read in a body does not cost the declarations around it. Comments stay:
// they have the markers.
func emptied(src string) string {
	s := newScan(src)
	var outer []int // brackets open around each open brace
	for i := 0; i < len(src); {
		if end, comment := s.literal(i, 0); end > i {
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
			if s.brackets == 0 && types().Match(s.header) {
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

func (s *scan) note(c byte) {
	if s.brackets > 0 {
		return
	}
	if len(s.header) >= maxHeader {
		s.header = append(s.header[:0], s.header[maxHeader/2:]...)
	}
	s.header = append(s.header, c)
}

// body blanks what stands between the brace before start and the one that
// closes it, and returns the place of that one.
func (s *scan) body(start int) int {
	depth, from := 1, start
	i := start
	for i < len(s.Src) {
		if end, comment := s.literal(i, 0); end > i {
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

// literal returns the end of the comment or string that starts at i, or i.
func (s *scan) literal(i, depth int) (end int, comment bool) {
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
	case c == '\'':
		if strings.HasPrefix(rest, "'''") {
			return i + upTo(rest, "'''", "'''"), false
		}
		return s.quoted(i, "'", maxEmbedded), false
	case strings.HasPrefix(rest, "$/"):
		return i + upTo(rest, "$/", "/$"), false
	case c == '/' && s.valueAt(i):
		if end := lex.SkipString(s.Src[:min(len(s.Src), i+maxHeader)], i); end > i {
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
func (s *scan) valueAt(i int) bool {
	const far = 60
	before := strings.TrimRight(s.Src[max(0, i-far):i], " \t")
	return before == "" || strings.IndexByte("=(,[!&|?:{};~\n", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "return")
}

// quoted is the end of the string at i: its closing quote or, if that is one
// sign, the end of its line.
func (s *scan) quoted(i int, quote string, depth int) int {
	for i += len(quote); i < len(s.Src); {
		switch rest := s.Src[i:]; {
		case strings.HasPrefix(rest, quote):
			return i + len(quote)
		case depth < maxEmbedded && strings.HasPrefix(rest, embed):
			i = s.embedded(i+len(embed), depth+1)
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
func (s *scan) embedded(i, depth int) int {
	for open := 1; i < len(s.Src); {
		if end, _ := s.literal(i, depth); end > i {
			i = end
			continue
		}
		switch s.Src[i] {
		case '{':
			open++
		case '}':
			open--
		}
		i++
		if open == 0 {
			return i
		}
	}
	return len(s.Src)
}
