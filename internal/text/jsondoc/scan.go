package jsondoc

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth is the maximum nesting of values, as in encoding/json.
const maxDepth = 10_000

// Text is the input of a Scanner, in the caller's type, so that nothing is copied.
type Text interface{ string | []byte }

// Span is a range of a text in byte offsets, end exclusive.
type Span struct{ From, To int }

// Empty reports whether the span is empty.
func (s Span) Empty() bool { return s.From == s.To }

// Twice is the error of a repeated name in an object.
const Twice = "the name occurs twice in its object"

// Fault is an error in a text, with its place.
type Fault struct {
	Offset int // in bytes
	Text   string
	Ended  bool     // the text ends inside a value
	Steps  []string // the names and indices of the enclosing values, the innermost first, as far as they were scanned
}

func (f *Fault) Error() string { return f.Text }

// Under adds a step to a fault, which may be nil.
func (f *Fault) Under(step string) *Fault {
	if f != nil {
		f.Steps = append(f.Steps, step)
	}
	return f
}

// Pointer returns the steps as a JSON pointer (RFC 6901), "" for the whole text.
func (f *Fault) Pointer() string { return pointer(f.Steps) }

// pointer makes a JSON pointer of steps, the innermost first.
func pointer(steps []string) string {
	var b strings.Builder
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for _, step := range slices.Backward(steps) {
		b.WriteString("/" + escape.Replace(step))
	}
	return b.String()
}

// Scanner walks JSON strictly by RFC 8259, unless it is Loose, and stores only its position: its results are spans
// of the text. It does not check for valid UTF-8. It must not be used after a fault. The zero value with a text is
// ready.
type Scanner[T Text] struct {
	Src      T
	Pos      int
	Loose    bool // a comma may follow the last member or item
	Comments bool // comments are white space
	depth    int  // number of open brackets
}

// Failf returns a fault at an offset.
func (s *Scanner[T]) Failf(offset int, format string, args ...any) *Fault {
	return &Fault{Offset: offset, Text: fmt.Sprintf(format, args...)}
}

// Unexpected returns the fault of a text that has something other than want.
func (s *Scanner[T]) Unexpected(want string) *Fault {
	if s.Pos >= len(s.Src) {
		f := s.Failf(s.Pos, "the input ends where %s is expected", want)
		f.Ended = true
		return f
	}
	r, _ := utf8.DecodeRuneInString(string(s.Src[s.Pos:min(s.Pos+utf8.UTFMax, len(s.Src))]))
	return s.Failf(s.Pos, "unexpected %q where %s is expected", r, want)
}

// Space skips white space.
func (s *Scanner[T]) Space() {
	for s.Pos < len(s.Src) {
		switch s.Src[s.Pos] {
		case ' ', '\t', '\n', '\r':
			s.Pos++
		case '/':
			end := s.comment()
			if end == s.Pos {
				return
			}
			s.Pos = end
		default:
			return
		}
	}
}

// comment returns the end of the comment at the scanner's position, which is the position itself if there is none
// or it does not end.
func (s *Scanner[T]) comment() int {
	if !s.Comments || s.Pos+1 == len(s.Src) {
		return s.Pos
	}
	switch s.Src[s.Pos+1] {
	case '/':
		for i := s.Pos; i < len(s.Src); i++ {
			if s.Src[i] == '\n' {
				return i
			}
		}
		return len(s.Src)
	case '*':
		for i := s.Pos + 3; i < len(s.Src); i++ {
			if s.Src[i-1] == '*' && s.Src[i] == '/' {
				return i + 1
			}
		}
	}
	return s.Pos
}

// Peek returns the byte at the scanner's position, 0 at the end.
func (s *Scanner[T]) Peek() byte {
	if s.Pos < len(s.Src) {
		return s.Src[s.Pos]
	}
	return 0
}

// Kind returns the kind of the value at the scanner's position, if there is one.
func (s *Scanner[T]) Kind() (kind Kind, ok bool) {
	switch c := s.Peek(); {
	case c == '{':
		return Object, true
	case c == '[':
		return Array, true
	case c == '"':
		return String, true
	case c == '-' || isDigit(c):
		return Number, true
	case c == 't' || c == 'f':
		return Bool, true
	case c == 'n':
		return Null, true
	}
	return Null, false
}

// Value skips a value of any kind and returns its span.
func (s *Scanner[T]) Value() (at Span, f *Fault) {
	at.From = s.Pos
	kind, ok := s.Kind()
	switch {
	case !ok:
		f = s.Unexpected("a value")
	case kind == Object:
		f = s.Object(func(Span) *Fault { _, f := s.Value(); return f })
	case kind == Array:
		f = s.Array(func() *Fault { _, f := s.Value(); return f })
	case kind == String:
		return s.Str()
	case kind == Number:
		f = s.number()
	default:
		f = s.word()
	}
	at.To = s.Pos
	return at, f
}

// Object walks the members of an object. For each, member is called with its
// name in quotes, at the value, which it must consume.
func (s *Scanner[T]) Object(member func(name Span) *Fault) *Fault {
	more, f := s.Open('}')
	for more && f == nil {
		var name Span
		if name, f = s.Name(); f != nil {
			return f
		}
		if f = member(name); f != nil {
			return f.Under(Unquote(string(s.Src[name.From:name.To])))
		}
		more, f = s.Next('}')
	}
	return f
}

// Array walks the items of an array. For each, item is called at the value, which it must consume.
func (s *Scanner[T]) Array(item func() *Fault) *Fault {
	more, f := s.Open(']')
	for more && f == nil {
		if f = item(); f == nil {
			more, f = s.Next(']')
		}
	}
	return f
}

// Open consumes an opening bracket, and also the closing one of an empty container.
func (s *Scanner[T]) Open(closing byte) (more bool, f *Fault) {
	if s.depth == maxDepth {
		return false, s.Failf(s.Pos, "nested deeper than %d levels", maxDepth)
	}
	s.Pos++
	if s.Space(); s.Peek() == closing {
		s.Pos++
		return false, nil
	}
	s.depth++
	return true, nil
}

// Next consumes the separator after a member or an item, and reports whether another one follows.
func (s *Scanner[T]) Next(closing byte) (more bool, f *Fault) {
	s.Space()
	switch s.Peek() {
	case closing:
		s.Pos++
		s.depth--
		return false, nil
	case ',':
		s.Pos++
		switch s.Space(); {
		case s.Peek() == closing && s.Loose:
			return s.Next(closing)
		case s.Peek() == closing && closing == ']':
			return false, s.Unexpected("a value")
		}
		return true, nil
	}
	return false, s.Unexpected(fmt.Sprintf(`"," or "%c"`, closing))
}

// Name consumes a member's name and its colon, and returns the name with its quotes.
func (s *Scanner[T]) Name() (Span, *Fault) {
	if s.Peek() != '"' {
		return Span{}, s.Unexpected("a name in quotes")
	}
	name, f := s.Str()
	if f != nil {
		return Span{}, f
	}
	if s.Space(); s.Peek() != ':' {
		return Span{}, s.Unexpected(`":"`)
	}
	s.Pos++
	s.Space()
	return name, nil
}

// Str consumes a string and returns its span with the quotes.
func (s *Scanner[T]) Str() (Span, *Fault) {
	from := s.Pos
	for i := from + 1; ; {
		if i = plainEnd(s.Src, i); i >= len(s.Src) {
			return Span{}, &Fault{Offset: from, Text: "a string that does not end", Ended: true}
		}
		switch s.Src[i] {
		case '"':
			s.Pos = i + 1
			return Span{from, s.Pos}, nil
		case '\\':
			end, ok := escapeEnd(s.Src, i)
			if !ok {
				return Span{}, &Fault{Offset: i, Text: "a backslash that escapes nothing", Ended: end == len(s.Src)}
			}
			i = end
		default:
			return Span{}, s.Failf(i, "a control character inside a string")
		}
	}
}

func (s *Scanner[T]) number() *Fault {
	from := s.Pos
	if s.Peek() == '-' {
		s.Pos++
	}
	whole := s.Pos
	if f := s.digits(); f != nil {
		return f
	}
	if s.Src[whole] == '0' && s.Pos > whole+1 {
		return s.Failf(from, "a number with a leading zero")
	}
	if s.Peek() == '.' {
		s.Pos++
		if f := s.digits(); f != nil {
			return f
		}
	}
	if c := s.Peek(); c == 'e' || c == 'E' {
		s.Pos++
		if c := s.Peek(); c == '+' || c == '-' {
			s.Pos++
		}
		return s.digits()
	}
	return nil
}

func (s *Scanner[T]) digits() *Fault {
	from := s.Pos
	for isDigit(s.Peek()) {
		s.Pos++
	}
	if s.Pos == from {
		return s.Unexpected("a digit")
	}
	return nil
}

// word consumes true, false or null.
func (s *Scanner[T]) word() *Fault {
	word := "null"
	switch s.Peek() {
	case 't':
		word = "true"
	case 'f':
		word = "false"
	}
	given := string(s.Src[s.Pos:min(s.Pos+len(word), len(s.Src))])
	if given != word {
		f := s.Unexpected("a value")
		f.Ended = s.Pos+len(given) == len(s.Src) && strings.HasPrefix(word, given)
		return f
	}
	s.Pos += len(word)
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
