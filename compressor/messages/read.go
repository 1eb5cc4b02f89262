package messages

import (
	"math"
	"strconv"
	"strings"

	"ctxpack/internal/jsondoc"
)

// maxTokens is the largest token count that a message may carry: sums over any
// input fit 64 bits.
const maxTokens = math.MaxInt32

// reader reads the messages of a conversation.
type reader struct{ jsondoc.Scanner[string] }

func newReader(text string, pos int) *reader {
	return &reader{jsondoc.Scanner[string]{Src: text, Pos: pos}}
}

// at returns a reader of a value that was skipped.
func (r *reader) at(value jsondoc.Span) *reader { return newReader(r.Src, value.From) }

// of returns a span's text.
func (r *reader) of(at jsondoc.Span) string { return r.Src[at.From:at.To] }

// kind names the value at the reader's place, for errors.
func (r *reader) kind() string {
	if kind, ok := r.Kind(); ok {
		return kind.String()
	}
	return "something else"
}

// isNull says whether the value at the reader's place is null, and skips it
// then: providers' libraries write null for what is not there.
func (r *reader) isNull() bool {
	if !strings.HasPrefix(r.Src[r.Pos:], "null") {
		return false
	}
	r.Pos += len("null")
	return true
}

// want makes sure that the value begins with a character.
func (r *reader) want(open byte, what string) *jsondoc.Fault {
	if r.Peek() == open {
		return nil
	}
	if r.Pos >= len(r.Src) || r.kind() == "something else" {
		return r.Unexpected(what)
	}
	return r.Failf(r.Pos, "want %s, got %s", what, r.kind())
}

// text reads a string, decoded; null counts as empty.
func (r *reader) text() (string, *jsondoc.Fault) {
	sp, f := r.rawText()
	if f != nil || sp.Empty() {
		return "", f
	}
	return jsondoc.Unquote(r.of(sp)), nil
}

// rawText reads a string with its quotes; null gives an empty span.
func (r *reader) rawText() (jsondoc.Span, *jsondoc.Fault) {
	if r.isNull() {
		return jsondoc.Span{}, nil
	}
	if f := r.want('"', "a string"); f != nil {
		return jsondoc.Span{}, f
	}
	return r.Str()
}

// flag reads a value that is set if it is true.
func (r *reader) flag() (bool, *jsondoc.Fault) {
	sp, f := r.Value()
	return r.of(sp) == "true", f
}

// tokens reads a token count, -1 for null.
func (r *reader) tokens() (int, *jsondoc.Fault) {
	if r.isNull() {
		return -1, nil
	}
	sp, f := r.Value()
	if f != nil {
		return 0, f
	}
	raw := r.of(sp)
	n, err := strconv.ParseFloat(raw, 64)
	if err != nil || n < 0 || n > maxTokens || n != math.Trunc(n) {
		if len(raw) > 40 {
			raw = "something else"
		}
		return 0, r.Failf(sp.From, "want a whole number from 0 to %d, got %s", maxTokens, compact(raw))
	}
	return int(n), nil
}

// names tells which of the names that matter an object has had.
type names uint32

// once makes sure that a name that matters stands only once in its object: of
// two, every reader would believe another one.
func (n *names) once(known []string, key string, at int) *jsondoc.Fault {
	for i, name := range known {
		if name != key {
			continue
		}
		if *n&(1<<i) != 0 {
			return &jsondoc.Fault{Offset: at, Text: jsondoc.Twice}
		}
		*n |= 1 << i
	}
	return nil
}

// fields walks an object, in which the known names stand only once.
func (r *reader) fields(known []string, member func(key string) *jsondoc.Fault) *jsondoc.Fault {
	var seen names
	return r.Object(func(name jsondoc.Span) *jsondoc.Fault {
		key := jsondoc.Unquote(r.of(name))
		if f := seen.once(known, key, name.From); f != nil {
			return f
		}
		return member(key)
	})
}

// items walks an array, with the index in the pointer of a fault.
func (r *reader) items(item func(i int) *jsondoc.Fault) *jsondoc.Fault {
	i := 0
	return r.Array(func() *jsondoc.Fault {
		f := item(i)
		if f != nil {
			return f.Under(strconv.Itoa(i))
		}
		i++
		return nil
	})
}
