package messages

import (
	"math"
	"strconv"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// maxTokens is the maximum token count that a message may state: sums over any input fit 64 bits.
const maxTokens = math.MaxInt32

type reader struct{ jsondoc.Scanner[string] }

func newReader(text string, pos int) *reader {
	return &reader{jsondoc.Scanner[string]{Src: text, Pos: pos}}
}

// at returns a reader of a value that was skipped.
func (r *reader) at(value jsondoc.Span) *reader { return newReader(r.Src, value.From) }

// of returns a span's text.
func (r *reader) of(at jsondoc.Span) string { return r.Src[at.From:at.To] }

// kind names the value at the reader's position, for errors.
func (r *reader) kind() string {
	if kind, ok := r.Kind(); ok {
		return kind.String()
	}
	return "something else"
}

// want checks that the value begins with a character.
func (r *reader) want(open byte, what string) *jsondoc.Fault {
	if r.Peek() == open {
		return nil
	}
	if r.Pos >= len(r.Src) || r.kind() == "something else" {
		return r.Unexpected(what)
	}
	return r.Failf(r.Pos, "want %s, got %s", what, r.kind())
}

// stringOf returns a string member, with its quotes, or fails. It returns an empty span for null and for a missing
// member: providers' libraries write null for missing members.
func (r *reader) stringOf(o *object, names string) (jsondoc.Span, *jsondoc.Fault) {
	at, name := o.get(r, names)
	if at.Empty() {
		return at, nil
	}
	return at, r.at(at).want('"', "a string").Under(name)
}

// nameOf returns the decoded result of stringOf.
func (r *reader) nameOf(o *object, names string) (string, *jsondoc.Fault) {
	at, f := r.stringOf(o, names)
	if f != nil || at.Empty() {
		return "", f
	}
	return jsondoc.Unquote(r.of(at)), nil
}

func (r *reader) tokens(at jsondoc.Span) (int, *jsondoc.Fault) {
	raw := r.of(at)
	n, err := strconv.ParseFloat(raw, 64)
	if isCount := n >= 0 && n <= maxTokens && n == math.Trunc(n); !isCount || err != nil {
		if len(raw) > 40 {
			raw = "something else"
		}
		return 0, r.Failf(at.From, "want a whole number from 0 to %d, got %s", maxTokens, compact(raw)).Under("tokens")
	}
	return int(n), nil
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

// isTrue reports whether a member is true.
func (r *reader) isTrue(o *object, name string) bool {
	at, _ := o.get(r, name)
	return strings.HasPrefix(r.Src[at.From:at.To], "true")
}
