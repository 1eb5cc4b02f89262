// Package jsondoc reads JSON documents from other programs, and locates their errors: a syntax error has a line and
// a column, an error in a value also has the value's JSON pointer. [Parse] builds values; a [Scanner] walks a large
// document without building any.
//
// It decides what encoding/json leaves open. Names are compared byte for byte. A name that occurs twice in an
// object is an error unless the caller can use both. Text that is not UTF-8 is an error. A byte order mark is
// skipped. Only white space may follow the document. Numbers keep their digits. An escaped half of a surrogate pair
// becomes U+FFFD.
//
// Memory and time are linear in the size of the document. Values are read-only after parsing and may be used by
// several goroutines.
package jsondoc

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the type of a value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind for use in a sentence.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// Value is a value of a document with its position.
type Value struct {
	Kind Kind
	// Text is a string's text, a number's original digits, or "true" or "false".
	Text    string
	Items   []*Value // items of an array
	Members []Member // members of an object, in the document's order

	doc    *document
	at     Span // position in the document
	parent *Value
	step   string // name or index in the parent
}

// Member is one member of an object.
type Member struct {
	Name    string
	RawName string // as written, with its quotes
	Value   *Value
}

// document holds the text for computing the positions of values.
type document struct {
	text  string
	shift int // lines of the stream before the document
}

// Error is an error with its position.
type Error struct {
	Line, Column int    // from 1; columns are characters, without a byte order mark
	Pointer      string // RFC 6901, "" for the whole document
	Message      string
}

func (e *Error) Error() string {
	if e.Pointer != "" {
		return fmt.Sprintf("line %d: %s: %s", e.Line, e.Pointer, e.Message)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Options set the strictness of Parse.
type Options struct {
	// Repeated names in an object are kept, in their order. Without it they are an error.
	Repeated bool
	// Loose allows a comma after the last member or item.
	Loose bool
	// Comments allows comments: `//` to the line's end, and `/*` to `*/`.
	Comments bool
	// Line is the number of lines before the document in the user's input.
	Line int
}

// Parse parses a document with one value. The error is an *Error.
func Parse(data []byte, o Options) (*Value, error) {
	doc := &document{text: string(data), shift: o.Line}
	start := len(doc.text) - len(strings.TrimPrefix(doc.text, byteOrderMark))
	return doc.parse(Span{start, len(doc.text)}, o)
}

// ParseLines parses a stream of one value per line. Blank lines are skipped.
func ParseLines(data []byte, o Options) ([]*Value, error) {
	var values []*Value
	doc := &document{text: string(data), shift: o.Line}
	start := len(doc.text) - len(strings.TrimPrefix(doc.text, byteOrderMark))
	for line := range strings.Lines(doc.text[start:]) {
		at := Span{start, start + len(strings.TrimRight(line, "\r\n"))}
		start += len(line)
		if strings.TrimSpace(line) == "" {
			continue
		}
		v, err := doc.parse(at, o)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

const byteOrderMark = "\uFEFF"

func (d *document) parse(at Span, o Options) (*Value, error) {
	if i := InvalidUTF8(d.text[at.From:at.To]); i >= 0 {
		return nil, d.errorAt(at.From+i, "the text is not valid UTF-8")
	}
	r := &reader{Scanner: Scanner[string]{Src: d.text[:at.To], Pos: at.From, Loose: o.Loose, Comments: o.Comments}, doc: d, repeated: o.Repeated}
	if r.Space(); r.Pos == at.To {
		return nil, d.errorAt(at.To, "there is no JSON document")
	}
	v := &Value{doc: d}
	f := r.value(v)
	if r.Space(); f == nil && r.Pos < at.To {
		f = r.Failf(r.Pos, "the input goes on after the document")
	}
	switch {
	case f != nil:
		return nil, d.errorAt(f.Offset, f.Text)
	case r.twice != nil: // reported only for valid JSON
		return nil, r.twice.Errorf(Twice)
	}
	return v, nil
}

// InvalidUTF8 returns the offset of the first byte that is not valid UTF-8, -1 if there is none.
func InvalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// Place returns the line and the column of an offset of a text, both from 1. Lines end with LF, CR or both. Columns
// are characters; a byte order mark, which no editor counts, is not counted.
func Place(text string, offset int) (line, column int) {
	before := strings.TrimPrefix(text[:max(0, min(offset, len(text)))], byteOrderMark)
	line = 1 + strings.Count(before, "\n") + strings.Count(before, "\r") - strings.Count(before, "\r\n")
	start := strings.LastIndexAny(before, "\r\n") + 1
	return line, utf8.RuneCountInString(before[start:]) + 1
}

func (d *document) errorAt(offset int, message string) *Error {
	line, column := Place(d.text, offset)
	return &Error{Line: d.shift + line, Column: column, Message: message}
}

type reader struct {
	Scanner[string]
	doc      *document
	repeated bool
	twice    *Value // the first value with a repeated name
}

// value fills in v, whose place in the tree is set.
func (r *reader) value(v *Value) (f *Fault) {
	var ok bool
	if v.Kind, ok = r.Kind(); !ok {
		return r.Unexpected("a value")
	}
	v.at.From = r.Pos
	switch v.Kind {
	case Array:
		f = r.items(v)
	case Object:
		f = r.members(v)
	default:
		v.at, f = r.Value()
	}
	if f != nil {
		return f
	}
	v.at.To = r.Pos
	switch v.Kind {
	case String:
		v.Text = Unquote(v.Raw())
	case Number, Bool:
		v.Text = v.Raw()
	}
	return nil
}

func (r *reader) items(v *Value) *Fault {
	return r.Array(func() *Fault {
		item := &Value{doc: r.doc, parent: v, step: strconv.Itoa(len(v.Items))}
		v.Items = append(v.Items, item)
		return r.value(item)
	})
}

func (r *reader) members(v *Value) *Fault {
	seen := map[string]bool{}
	return r.Object(func(at Span) *Fault {
		raw := r.Src[at.From:at.To]
		name := Unquote(raw)
		m := &Value{doc: r.doc, parent: v, step: name}
		f := r.value(m)
		if seen[name] && !r.repeated && r.twice == nil {
			r.twice = m
		}
		seen[name] = true
		v.Members = append(v.Members, Member{name, raw, m})
		return f
	})
}

// Raw returns the value as written in the document.
func (v *Value) Raw() string { return v.doc.text[v.at.From:v.at.To] }

// Pointer returns the value's JSON pointer, "" for the whole document.
func (v *Value) Pointer() string {
	var steps []string
	for ; v.parent != nil; v = v.parent {
		steps = append(steps, v.step)
	}
	return pointer(steps)
}

// Errorf returns an *Error with the value's position.
func (v *Value) Errorf(format string, args ...any) error {
	e := v.doc.errorAt(v.at.From, fmt.Sprintf(format, args...))
	e.Pointer = v.Pointer()
	return e
}
