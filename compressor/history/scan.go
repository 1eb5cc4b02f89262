package history

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// scanner walks JSON text without building anything of it. A store may hold
// millions of records of which a command needs a few fields, and encoding/json
// would decode all of each. What the scanner accepts is what encoding/json
// accepts, apart from text that is not UTF-8, which its callers look for.
type scanner struct {
	src []byte
	pos int
}

// maxDepth is the deepest nesting, that of encoding/json.
const maxDepth = 10_000

func (s *scanner) fail(text string) error {
	if s.pos >= len(s.src) {
		return errors.New("it ends inside a JSON value")
	}
	return fmt.Errorf("it is not JSON: byte %d: %s", s.pos+1, text)
}

// peek returns the byte at the scanner's place, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// value passes over a value, which begins at the scanner's place, and returns
// its text.
func (s *scanner) value(depth int) ([]byte, error) {
	start := s.pos
	var err error
	switch c := s.peek(); {
	case c == '"':
		err = s.str()
	case c == '{':
		err = s.object(depth)
	case c == '[':
		err = s.array(depth)
	case c == '-' || '0' <= c && c <= '9':
		err = s.number()
	case c == 't':
		err = s.word("true")
	case c == 'f':
		err = s.word("false")
	case c == 'n':
		err = s.word("null")
	default:
		err = s.fail("no value begins here")
	}
	return s.src[start:s.pos], err
}

func (s *scanner) word(word string) error {
	for i := range len(word) {
		if s.peek() != word[i] {
			return s.fail("no value begins here")
		}
		s.pos++
	}
	return nil
}

func (s *scanner) object(depth int) error {
	more, err := s.open('}', depth)
	for more && err == nil {
		if _, err = s.name(); err == nil {
			if _, err = s.value(depth + 1); err == nil {
				more, err = s.next('}')
			}
		}
	}
	return err
}

func (s *scanner) array(depth int) error {
	more, err := s.open(']', depth)
	for more && err == nil {
		if _, err = s.value(depth + 1); err == nil {
			more, err = s.next(']')
		}
	}
	return err
}

// open passes an opening bracket and says whether anything stands behind it.
func (s *scanner) open(closing byte, depth int) (more bool, err error) {
	if depth >= maxDepth {
		return false, s.fail("it is nested too deeply")
	}
	s.pos++
	s.space()
	if s.peek() == closing {
		s.pos++
		return false, nil
	}
	return true, nil
}

// next passes what follows a member or an item and says whether another one
// follows.
func (s *scanner) next(closing byte) (more bool, err error) {
	s.space()
	switch s.peek() {
	case closing:
		s.pos++
		return false, nil
	case ',':
		s.pos++
		s.space()
		return true, nil
	}
	return false, s.fail("want a comma or the end of an object or array")
}

// name passes the name of a member with its colon and returns its text with the
// quotes.
func (s *scanner) name() ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.fail("want the name of a member")
	}
	start := s.pos
	if err := s.str(); err != nil {
		return nil, err
	}
	name := s.src[start:s.pos]
	s.space()
	if s.peek() != ':' {
		return nil, s.fail("want a colon")
	}
	s.pos++
	s.space()
	return name, nil
}

func (s *scanner) str() error {
	s.pos++
	for {
		s.pos = plainEnd(s.src, s.pos)
		switch s.peek() {
		case '"':
			s.pos++
			return nil
		case '\\':
			if err := s.escape(); err != nil {
				return err
			}
		default:
			return s.fail("a control character inside a string")
		}
	}
}

func (s *scanner) escape() error {
	s.pos++
	c := s.peek()
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos++
		return nil
	case 'u':
	default:
		return s.fail("an unknown escape")
	}
	s.pos++
	for range 4 {
		if unhex(s.peek()) < 0 {
			return s.fail("want four hexadecimal digits")
		}
		s.pos++
	}
	return nil
}

// plainEnd returns the index of the first byte at or after i that does not stand
// for itself in a string: a quote, a backslash or a control character. It looks
// at eight bytes at once.
func plainEnd(b []byte, i int) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, slash := w^ones*'"', w^ones*'\\'
		// A byte's high bit is set if the byte is found; above the lowest one
		// found there may be others that are not.
		found := ((w-ones*' ')&^w | (quote-ones)&^quote | (slash-ones)&^slash) & highs
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '"' || c == '\\' || c < ' ' {
			break
		}
	}
	return i
}

func (s *scanner) number() error {
	if s.peek() == '-' {
		s.pos++
	}
	if s.peek() == '0' {
		s.pos++
	} else if err := s.digits(); err != nil {
		return err
	}
	if s.peek() == '.' {
		s.pos++
		if err := s.digits(); err != nil {
			return err
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		return s.digits()
	}
	return nil
}

func (s *scanner) digits() error {
	start := s.pos
	for c := s.peek(); '0' <= c && c <= '9'; c = s.peek() {
		s.pos++
	}
	if s.pos == start {
		return s.fail("want a digit")
	}
	return nil
}

func unhex(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}
