package messages

import (
	"fmt"
	"strings"

	"ctxpack/internal/jsondoc"
)

// MaxInput is the most bytes that Parse reads.
const MaxInput = 1 << 30

const byteOrderMark = "\uFEFF"

// Shape is how the messages of a conversation are held together.
type Shape uint8

// The shapes that Parse knows.
const (
	Array  Shape = iota // a JSON array of messages
	Object              // an object with an array under "messages", such as a chat request
	Lines               // one message after another, each beginning on a line of its own (JSONL)
)

// String returns the shape's name.
func (s Shape) String() string { return [...]string{"array", "object", "lines"}[s] }

// Conversation is a parsed conversation.
type Conversation struct {
	src      string // without a byte order mark
	shape    Shape
	list     jsondoc.Span // what stands between the brackets, or the whole text of Lines
	messages []message
}

// Len returns the number of messages.
func (c *Conversation) Len() int { return len(c.messages) }

// Shape returns how the messages are held together.
func (c *Conversation) Shape() Shape { return c.shape }

// Error is input that is no conversation, with its place.
type Error struct {
	Line, Column int    // from 1; the column counts code points
	Pointer      string // JSON pointer of the value inside the document, or inside the line's message; may be ""
	Text         string
}

// Error returns the place and what is wrong there, on one line.
func (e *Error) Error() string {
	place := fmt.Sprintf("line %d, column %d: ", e.Line, e.Column)
	if e.Pointer != "" {
		place += e.Pointer + ": "
	}
	return place + e.Text
}

// Parse reads a conversation: a JSON array of messages, an object that has such
// an array under "messages", or messages one after another, each beginning on a
// line of its own (JSONL; a message may go on over several lines, as jq prints
// it). Empty input is a conversation without messages. Errors are of type
// *[Error].
//
// What encoding/json leaves open is decided like this: a byte order mark at the
// start is skipped and not written again; invalid UTF-8, anything after the
// document, and nesting beyond 10,000 levels are errors; names are matched
// exactly, with regard to case; a name that matters here may stand only once in
// its object; an escaped surrogate without a partner is taken as U+FFFD when
// text is read, and survives as it is.
func Parse(input string) (*Conversation, error) {
	c := &Conversation{src: strings.TrimPrefix(input, byteOrderMark)}
	if f := c.parse(); f != nil {
		return nil, c.locate(f)
	}
	c.link()
	c.findOperations()
	return c, nil
}

func (c *Conversation) parse() *jsondoc.Fault {
	if len(c.src) > MaxInput {
		return &jsondoc.Fault{Text: "more than 1 GiB"}
	}
	if at := jsondoc.InvalidUTF8(c.src); at >= 0 {
		if strings.HasPrefix(c.src, "\xff\xfe") || strings.HasPrefix(c.src, "\xfe\xff") {
			return &jsondoc.Fault{Offset: at, Text: "not UTF-8, but probably UTF-16"}
		}
		return &jsondoc.Fault{Offset: at, Text: "not UTF-8"}
	}
	r := newReader(c.src, 0)
	r.Space()
	switch r.Peek() {
	case '[':
		c.shape = Array
		if f := c.readArray(r); f != nil {
			return f
		}
		return r.end("array")
	case '{':
		if found, f := c.readObject(r); found || f != nil {
			return f
		}
	case 0:
		if r.Pos < len(c.src) {
			return r.Unexpected("a JSON array or object")
		}
	default:
		return r.Unexpected("a JSON array or object")
	}
	return c.readLines(r)
}

func (c *Conversation) readArray(r *reader) *jsondoc.Fault {
	c.list.From = r.Pos + 1
	f := r.Array(func() *jsondoc.Fault {
		m, f := r.message()
		if f != nil {
			return f.Under(fmt.Sprint(len(c.messages)))
		}
		c.messages = append(c.messages, m)
		return nil
	})
	c.list.To = r.Pos - 1
	return f
}

// readObject reads the messages of an object, and says whether it has any. An
// object without may be the first of many messages.
func (c *Conversation) readObject(r *reader) (bool, *jsondoc.Fault) {
	start, found := r.Pos, false
	f := r.Object(func(name jsondoc.Span) *jsondoc.Fault {
		if jsondoc.Unquote(r.of(name)) != "messages" {
			_, f := r.Value()
			return f
		}
		if found {
			return &jsondoc.Fault{Offset: name.From, Text: jsondoc.Twice}
		}
		found = true
		if r.Peek() != '[' {
			return r.Failf(r.Pos, "want an array of messages, got %s", r.kind())
		}
		return c.readArray(r)
	})
	if f != nil && !found {
		f.Steps = nil // it may be a line as well, which has another root
	}
	if f != nil {
		return found, f
	}
	if !found {
		r.Pos = start
		return false, nil
	}
	c.shape = Object
	return true, r.end("object")
}

// end makes sure that nothing follows the document.
func (r *reader) end(document string) *jsondoc.Fault {
	if r.Space(); r.Pos < len(r.Src) {
		return r.Failf(r.Pos, "the input goes on after the %s", document)
	}
	return nil
}

func (c *Conversation) readLines(r *reader) *jsondoc.Fault {
	c.shape = Lines
	c.list = jsondoc.Span{From: 0, To: len(c.src)}
	for r.Space(); r.Pos < len(r.Src); {
		m, f := r.message()
		if f != nil {
			return f
		}
		c.messages = append(c.messages, m)
		r.Space()
		if r.Pos < len(r.Src) && !strings.ContainsAny(r.Src[m.To:r.Pos], "\r\n") {
			return r.Failf(r.Pos, "the line goes on after its message")
		}
	}
	return nil
}

// locate turns a fault into an error with line and column.
func (c *Conversation) locate(f *jsondoc.Fault) *Error {
	line, column := jsondoc.Place(c.src, f.Offset)
	return &Error{Line: line, Column: column, Pointer: f.Pointer(), Text: f.Text}
}
