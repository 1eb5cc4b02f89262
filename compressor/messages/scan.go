package messages

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deep values may be nested, the limit of encoding/json. Values
// that are not looked into are walked without recursion.
const maxDepth = 10_000

// span is a stretch of a text, from a byte offset up to another.
type span struct{ from, to int }

func (s span) empty() bool { return s.from == s.to }

// fault is what is wrong with a text, and where: a byte offset, and the JSON
// pointer of the value as far as it was looked into.
type fault struct {
	offset  int
	pointer string
	text    string
}

func (f *fault) Error() string { return f.text }

// under puts a key or an index in front of the pointer of a fault.
func under(key string, f *fault) *fault {
	if f != nil {
		f.pointer = "/" + strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1") + f.pointer
	}
	return f
}

// scanner walks JSON by RFC 8259, to the letter, and remembers nothing but its
// place: what it finds are spans of the text.
type scanner struct {
	src string
	pos int
}

func (s *scanner) failf(offset int, format string, args ...any) *fault {
	return &fault{offset: offset, text: fmt.Sprintf(format, args...)}
}

// space skips white space.
func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// peek returns the byte at the scanner's place, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

// unexpected is the fault of a text that goes on with something else.
func (s *scanner) unexpected(want string) *fault {
	if s.pos >= len(s.src) {
		return s.failf(s.pos, "the input ends where %s is expected", want)
	}
	r, _ := utf8.DecodeRuneInString(s.src[s.pos:])
	return s.failf(s.pos, "unexpected %q where %s is expected", r, want)
}

// object walks the members of an object. For each, member is called with the
// decoded key and its offset, at the value, which it must consume.
func (s *scanner) object(member func(key string, at int) *fault) *fault {
	s.pos++ // the brace
	for s.space(); s.peek() != '}'; s.space() {
		at := s.pos
		key, f := s.key()
		if f != nil {
			return f
		}
		if f := member(key, at); f != nil {
			return under(key, f)
		}
		if s.space(); s.peek() == '}' {
			break
		}
		if s.peek() != ',' {
			return s.unexpected(`"," or "}"`)
		}
		s.pos++
		if s.space(); s.peek() != '"' {
			return s.unexpected("a name in quotes")
		}
	}
	s.pos++
	return nil
}

// key reads a member's name and the colon, and goes to its value.
func (s *scanner) key() (string, *fault) {
	if s.peek() != '"' {
		return "", s.unexpected("a name in quotes")
	}
	raw, f := s.str()
	if f != nil {
		return "", f
	}
	s.space()
	if s.peek() != ':' {
		return "", s.unexpected(`":"`)
	}
	s.pos++
	s.space()
	return unquote(s.src[raw.from:raw.to]), nil
}

// array walks the items of an array. For each, item is called at the value,
// which it must consume.
func (s *scanner) array(item func() *fault) *fault {
	s.pos++ // the bracket
	for s.space(); s.peek() != ']'; s.space() {
		if f := item(); f != nil {
			return f
		}
		if s.space(); s.peek() == ']' {
			break
		}
		if s.peek() != ',' {
			return s.unexpected(`"," or "]"`)
		}
		s.pos++
		if s.space(); s.peek() == ']' {
			return s.unexpected("a value")
		}
	}
	s.pos++
	return nil
}

// value skips a value of any kind and returns where it stands.
func (s *scanner) value() (span, *fault) {
	from := s.pos
	var open []byte // the closing brackets that are still to come
	for {
		f := s.token(&open)
		if f != nil {
			return span{}, f
		}
		if len(open) == 0 {
			return span{from, s.pos}, nil
		}
	}
}

// token consumes, of a value, what lies before the next value inside it or
// after it.
func (s *scanner) token(open *[]byte) *fault {
	switch c := s.peek(); {
	case c == '{' || c == '[':
		if len(*open) == maxDepth {
			return s.failf(s.pos, "nested deeper than %d levels", maxDepth)
		}
		*open = append(*open, c+2) // in ASCII the closing bracket comes two after
		s.pos++
		if s.space(); s.peek() != c+2 {
			return s.beforeValue(*open)
		}
	default:
		if f := s.scalar(); f != nil {
			return f
		}
	}
	return s.afterValue(open)
}

// beforeValue goes to the next value of the innermost bracket.
func (s *scanner) beforeValue(open []byte) *fault {
	if open[len(open)-1] == ']' {
		return nil
	}
	_, f := s.key()
	return f
}

// afterValue consumes closing brackets, and a comma with what comes before the
// next value.
func (s *scanner) afterValue(open *[]byte) *fault {
	for n := len(*open); n > 0; n = len(*open) {
		s.space()
		closing := (*open)[n-1]
		switch s.peek() {
		case closing:
			s.pos++
			*open = (*open)[:n-1]
		case ',':
			s.pos++
			s.space()
			return s.beforeValue(*open)
		default:
			return s.unexpected(fmt.Sprintf(`"," or "%c"`, closing))
		}
	}
	return nil
}

// scalar consumes a string, a number, true, false or null.
func (s *scanner) scalar() *fault {
	switch c := s.peek(); {
	case c == '"':
		_, f := s.str()
		return f
	case c == '-' || isDigit(c):
		return s.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(s.src[s.pos:], word) {
			s.pos += len(word)
			return nil
		}
	}
	return s.unexpected("a value")
}

// str consumes a string and returns it with its quotes.
func (s *scanner) str() (span, *fault) {
	from := s.pos
	for i := from + 1; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '"':
			s.pos = i + 1
			return span{from, s.pos}, nil
		case c == '\\':
			n := escapeLength(s.src[i:])
			if n == 0 {
				return span{}, s.failf(i, "a backslash that escapes nothing")
			}
			i += n - 1
		case c < 0x20:
			return span{}, s.failf(i, "a control character inside a string")
		}
	}
	return span{}, s.failf(from, "a string that does not end")
}

// escapeLength is the length of the escape that a text begins with, 0 if it is
// none.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(s); ok {
			return 6
		}
	}
	return 0
}

func (s *scanner) number() *fault {
	from := s.pos
	if s.peek() == '-' {
		s.pos++
	}
	whole := s.pos
	if s.digits() == 0 {
		return s.unexpected("a digit")
	}
	if s.src[whole] == '0' && s.pos > whole+1 {
		return s.failf(from, "a number with a leading zero")
	}
	if s.peek() == '.' {
		s.pos++
		if s.digits() == 0 {
			return s.unexpected("a digit")
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if s.digits() == 0 {
			return s.unexpected("a digit")
		}
	}
	return nil
}

func (s *scanner) digits() int {
	from := s.pos
	for s.pos < len(s.src) && isDigit(s.src[s.pos]) {
		s.pos++
	}
	return s.pos - from
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
