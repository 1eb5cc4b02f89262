package messages

import (
	"math"
	"strconv"
	"strings"
)

// maxTokens is the largest token count that a message may carry: sums over any
// input fit 64 bits.
const maxTokens = math.MaxInt32

// reader reads the messages of a conversation.
type reader struct{ scanner }

// kind names the value at the reader's place, for errors.
func (r *reader) kind() string {
	switch c := r.peek(); {
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case c == '"':
		return "a string"
	case c == '-' || isDigit(c):
		return "a number"
	case c == 't' || c == 'f':
		return "a boolean"
	case c == 'n':
		return "null"
	}
	return "something else"
}

// isNull says whether the value at the reader's place is null, and skips it
// then: providers' libraries write null for what is not there.
func (r *reader) isNull() bool {
	if !strings.HasPrefix(r.src[r.pos:], "null") {
		return false
	}
	r.pos += len("null")
	return true
}

// want makes sure that the value begins with a character.
func (r *reader) want(open byte, what string) *fault {
	if r.peek() == open {
		return nil
	}
	if r.pos >= len(r.src) || r.kind() == "something else" {
		return r.unexpected(what)
	}
	return r.failf(r.pos, "want %s, got %s", what, r.kind())
}

// text reads a string, decoded; null counts as empty.
func (r *reader) text() (string, *fault) {
	sp, f := r.rawText()
	if f != nil || sp.empty() {
		return "", f
	}
	return unquote(r.src[sp.from:sp.to]), nil
}

// rawText reads a string with its quotes; null gives an empty span.
func (r *reader) rawText() (span, *fault) {
	if r.isNull() {
		return span{}, nil
	}
	if f := r.want('"', "a string"); f != nil {
		return span{}, f
	}
	return r.str()
}

// flag reads a value that is set if it is true.
func (r *reader) flag() (bool, *fault) {
	sp, f := r.value()
	return r.src[sp.from:sp.to] == "true", f
}

// tokens reads a token count, -1 for null.
func (r *reader) tokens() (int, *fault) {
	if r.isNull() {
		return -1, nil
	}
	sp, f := r.value()
	if f != nil {
		return 0, f
	}
	raw := r.src[sp.from:sp.to]
	n, err := strconv.ParseFloat(raw, 64)
	if err != nil || n < 0 || n > maxTokens || n != math.Trunc(n) {
		if len(raw) > 40 {
			raw = "something else"
		}
		return 0, r.failf(sp.from, "want a whole number from 0 to %d, got %s", maxTokens, compact(raw))
	}
	return int(n), nil
}

// names tells which of the names that matter an object has had.
type names uint32

// once makes sure that a name that matters stands only once in its object: of
// two, every reader would believe another one.
func (n *names) once(known []string, key string, at int) *fault {
	for i, name := range known {
		if name != key {
			continue
		}
		if *n&(1<<i) != 0 {
			return &fault{offset: at, text: "the name stands twice in its object"}
		}
		*n |= 1 << i
	}
	return nil
}

// fields walks an object like object, in which the known names stand only once.
func (r *reader) fields(known []string, member func(key string) *fault) *fault {
	var seen names
	return r.object(func(key string, at int) *fault {
		if f := seen.once(known, key, at); f != nil {
			return f
		}
		return member(key)
	})
}

// items walks an array like array, with the index in the pointer of a fault.
func (r *reader) items(item func(i int) *fault) *fault {
	i := 0
	return r.array(func() *fault {
		f := item(i)
		if f != nil {
			return under(strconv.Itoa(i), f)
		}
		i++
		return nil
	})
}
