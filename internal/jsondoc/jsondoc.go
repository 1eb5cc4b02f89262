// Package jsondoc reads JSON documents that come from other programs, and says
// where they are wrong: an error in the syntax has a line and a column, an error
// in what a value is also has the value's JSON pointer.
//
// It decides on purpose what encoding/json leaves open. Names are compared byte
// for byte. A name that occurs twice in an object is an error unless the caller
// can use both. Text that is not UTF-8 is an error. A byte order mark is
// skipped. Nothing but white space may follow the document. Numbers keep their
// digits. An escaped half of a surrogate pair becomes U+FFFD.
//
// Memory and time are linear in the size of the document. Values are read-only
// after parsing and may be used by several goroutines.
package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is what a value is.
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

// String returns the kind as it reads in a sentence.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// Value is a value of a document with its place.
type Value struct {
	Kind Kind
	// Text is a string's text, a number's digits as they were written, and
	// "true" or "false".
	Text    string
	Items   []*Value // of an array
	Members []Member // of an object, in the document's order

	doc    *document
	offset int // in the document
	parent *Value
	step   string // from the parent: a name or an index
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value *Value
}

// document is what the places of its values are computed from.
type document struct {
	data  []byte
	shift int // lines of the stream in front of the document
}

// Error is an error with its place.
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

// Options say how strict Parse is.
type Options struct {
	// Repeated names in an object are kept, in their order. Without it they
	// are an error.
	Repeated bool
	// Line is the number of lines in front of the document, in what the user
	// knows as the input.
	Line int
}

// Parse reads a document that is one value. The error is an *Error.
func Parse(data []byte, o Options) (*Value, error) {
	doc := &document{data: data, shift: o.Line}
	if err := doc.check(); err != nil {
		return nil, err
	}
	r := &reader{doc: doc, repeated: o.Repeated}
	// The byte order mark becomes white space: offsets stay.
	if bytes.HasPrefix(data, byteOrderMark()) {
		data = append([]byte("   "), data[len(byteOrderMark()):]...)
	}
	r.decoder = json.NewDecoder(bytes.NewReader(data))
	r.decoder.UseNumber()
	v := &Value{doc: doc}
	if err := r.value(v); err != nil {
		return nil, err
	}
	return v, nil
}

// ParseLines reads a stream of one value a line. Lines of nothing but white
// space are passed over.
func ParseLines(data []byte, o Options) ([]*Value, error) {
	var values []*Value
	data = bytes.TrimPrefix(data, byteOrderMark())
	for i := o.Line; len(data) > 0; i++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v, err := Parse(line, Options{Repeated: o.Repeated, Line: i})
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

func byteOrderMark() []byte { return []byte("\uFEFF") }

// check makes sure that the document is UTF-8 and valid JSON.
func (d *document) check() error {
	if at := invalid(d.data); at >= 0 {
		return d.errorAt(at, "the text is not valid UTF-8")
	}
	text := bytes.TrimPrefix(d.data, byteOrderMark())
	skipped := len(d.data) - len(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return d.errorAt(len(d.data), "there is no JSON document")
	}
	var raw json.RawMessage
	err := json.Unmarshal(text, &raw)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		// The offset is behind the byte that is wrong, or at the end.
		at := int(syntax.Offset) + skipped
		if !strings.HasPrefix(err.Error(), "unexpected end") {
			at--
		}
		return d.errorAt(at, err.Error())
	case err != nil:
		return d.errorAt(0, err.Error())
	}
	return nil
}

// invalid returns the offset of the first byte that is not part of UTF-8, -1 if
// there is none.
func invalid(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return -1
}

// place returns the line and the column of an offset.
func (d *document) place(offset int) (line, column int) {
	before := d.data[:max(0, min(offset, len(d.data)))]
	line = d.shift + bytes.Count(before, []byte("\n")) + 1
	before = bytes.TrimPrefix(before, byteOrderMark()) // no editor counts it
	start := bytes.LastIndexByte(before, '\n') + 1
	return line, utf8.RuneCount(before[start:]) + 1
}

func (d *document) errorAt(offset int, message string) *Error {
	line, column := d.place(offset)
	return &Error{Line: line, Column: column, Message: message}
}

// reader builds values from the tokens of a document that is known to be valid.
type reader struct {
	doc      *document
	decoder  *json.Decoder
	repeated bool
}

// value fills in v, whose place in the tree is set.
func (r *reader) value(v *Value) error {
	v.offset = int(r.decoder.InputOffset())
	token, err := r.decoder.Token()
	if err != nil {
		return r.doc.errorAt(v.offset, err.Error())
	}
	switch t := token.(type) {
	case nil:
	case bool:
		v.Kind, v.Text = Bool, strconv.FormatBool(t)
	case json.Number:
		v.Kind, v.Text = Number, t.String()
	case string:
		v.Kind, v.Text = String, t
	case json.Delim:
		if t == '[' {
			v.Kind = Array
			err = r.items(v)
		} else {
			v.Kind = Object
			err = r.members(v)
		}
		if err == nil {
			_, err = r.decoder.Token() // the closing bracket
		}
	}
	return err
}

func (r *reader) items(v *Value) error {
	for i := 0; r.decoder.More(); i++ {
		item := &Value{doc: r.doc, parent: v, step: strconv.Itoa(i)}
		if err := r.value(item); err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
	return nil
}

func (r *reader) members(v *Value) error {
	seen := map[string]bool{}
	for r.decoder.More() {
		token, err := r.decoder.Token()
		if err != nil {
			return r.doc.errorAt(v.offset, err.Error())
		}
		name, _ := token.(string)
		m := &Value{doc: r.doc, parent: v, step: name}
		if err := r.value(m); err != nil {
			return err
		}
		if seen[name] && !r.repeated {
			return m.Errorf("the name occurs twice in its object")
		}
		seen[name] = true
		v.Members = append(v.Members, Member{name, m})
	}
	return nil
}

// Pointer returns the value's JSON pointer, "" for the whole document.
func (v *Value) Pointer() string {
	var steps []string
	for ; v.parent != nil; v = v.parent {
		steps = append(steps, v.step)
	}
	var b strings.Builder
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(escape.Replace(steps[i]))
	}
	return b.String()
}

// Errorf returns an *Error with the value's place.
func (v *Value) Errorf(format string, args ...any) error {
	offset := v.offset
	// What the decoder has read before a value is the punctuation in front.
	for offset < len(v.doc.data) && strings.IndexByte(" \t\r\n,:", v.doc.data[offset]) >= 0 {
		offset++
	}
	e := v.doc.errorAt(offset, fmt.Sprintf(format, args...))
	e.Pointer = v.Pointer()
	return e
}
