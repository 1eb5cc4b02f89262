package messages

import (
	"fmt"
	"strconv"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// MaxInput is the maximum size of Parse's input in bytes.
const MaxInput = 1 << 30

const byteOrderMark = "\uFEFF"

// Shape is the container format of a conversation.
type Shape uint8

// The shapes that Parse accepts.
const (
	Array  Shape = iota // a JSON array of messages
	Object              // an object with an array of messages, such as a request
	Lines               // one message after another, each starting on a line of its own (JSONL)
)

// Conversation is a parsed conversation.
type Conversation struct {
	src      string // without a byte order mark
	shape    Shape
	style    style
	list     jsondoc.Span // the text between the brackets, or the whole text of Lines
	messages []message
	aside    []jsondoc.Span // lines after the last message that are none
	alone    bool           // it is the conversation of a sub-agent
	lines    int            // lines before src, if it is one of several
}

// Error is an error in the input, with its place.
type Error struct {
	Line, Column int    // from 1; the column counts code points
	Pointer      string // JSON pointer of the value inside the document, or inside the line's message; may be ""
	Text         string
}

// Error returns the place and the error, on one line.
func (e *Error) Error() string {
	place := fmt.Sprintf("line %d, column %d: ", e.Line, e.Column)
	if e.Pointer != "" {
		place += e.Pointer + ": "
	}
	return place + e.Text
}

// Unknown lists the types of unknown parts and items, each once. They are kept unchanged, and cost what their JSON
// costs.
func (c *Conversation) Unknown() (types []string) {
	for i := range c.messages {
		if kind := c.messages[i].unknown; kind != "" {
			types = mapped.AppendNew(types, kind)
		}
	}
	return types
}

// Parse parses a conversation: a JSON array of messages, an object with such an array under "messages", "input" or
// "contents", or a sequence of messages, each starting on a line of its own. A message may be inside another object
// under "message" or "payload", as in the session files of agents, whose other lines are kept. Empty input is a
// conversation without messages. Errors are of type *[Error].
//
// A byte order mark is skipped; invalid UTF-8, anything after the document, nesting beyond 10,000 levels, and a
// relevant name repeated in its object are errors. Names are matched exactly.
func Parse(input string) (*Conversation, error) {
	return (&Conversation{src: strings.TrimPrefix(input, byteOrderMark)}).read()
}

// ParseAll parses one conversation like Parse, or several, one per line, each an object with its messages, as in
// files for fine-tuning.
func ParseAll(input string) ([]*Conversation, error) {
	whole, err := Parse(input)
	if err == nil {
		return []*Conversation{whole}, nil
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(input, byteOrderMark), "\n")
	one := &Conversation{src: first}
	if _, wrong := one.read(); wrong != nil || one.shape != Object || strings.TrimSpace(rest) == "" {
		return nil, err
	}
	var all []*Conversation
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(input, byteOrderMark)) {
		c := &Conversation{src: line, lines: number}
		number++
		if strings.TrimSpace(line) == "" && len(all) > 0 {
			all[len(all)-1].src += line // it stays in its place
			continue
		}
		if _, err := c.read(); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (c *Conversation) read() (*Conversation, error) {
	if f := c.parse(); f != nil {
		return nil, c.locate(f)
	}
	for i := range c.messages {
		if s := c.messages[i].style; s != chat {
			c.style = s
			break
		}
	}
	c.leaveBranches()
	c.link()
	c.findOperations()
	c.protectLatest()
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
	known, strange := 0, (*jsondoc.Fault)(nil)
	f := r.items(func(i int) *jsondoc.Fault {
		o, f := r.object("a message (an object)")
		if f != nil {
			return f
		}
		m, ok, _, f := r.entry(o)
		switch {
		case f != nil:
			return f
		case ok:
			known++
		case m.unknown == "":
			return noMessage(r, o)
		case strange == nil:
			strange = noMessage(r, o).Under(strconv.Itoa(i))
		}
		c.messages = append(c.messages, m)
		return nil
	})
	c.list.To = r.Pos - 1
	if f == nil && known == 0 {
		f = strange
	}
	return f
}

// noMessage explains why an object is not a message, and which formats were tried.
func noMessage(r *reader, o object) *jsondoc.Fault {
	const tried = "; it has neither a role (OpenAI, Anthropic, Gemini, Bedrock, Vercel) nor a type of OpenAI's responses, LangChain or Gemini CLI, nor a message inside"
	if kind, f := r.nameOf(&o, "type"); f == nil && kind != "" {
		return &jsondoc.Fault{Offset: o.From, Text: fmt.Sprintf("a message without a role, of type %q, which is not known", firstCharacters(kind, 40)) + tried}
	}
	return &jsondoc.Fault{Offset: o.From, Text: "a message without a role" + tried}
}

// readObject reads the messages of an object, and reports whether it has any. An object without messages may be the
// first of many messages.
func (c *Conversation) readObject(r *reader) (bool, *jsondoc.Fault) {
	start := r.Pos
	found, f := c.readMembers(r)
	if f != nil && found == "" && !strings.HasPrefix(f.Text, "want an array of messages") {
		f.Steps = nil // it may also be a line, with another root
	}
	if f != nil {
		return found != "", f
	}
	if found == "" {
		r.Pos = start
		return false, nil
	}
	c.shape = Object
	if found == "contents" {
		c.style = gemini
	}
	return true, r.end("object")
}

// readMembers reads an object up to its end, and returns the name under which it has messages. The state of a graph
// has them among its values.
func (c *Conversation) readMembers(r *reader) (found string, f *jsondoc.Fault) {
	f = r.Object(func(at jsondoc.Span) *jsondoc.Fault {
		name := jsondoc.Unquote(r.of(at))
		// Other requests have their texts in these members.
		listed := name == "messages" || (name == "input" || name == "contents") && r.Peek() == '['
		switch {
		case name == "values" && r.Peek() == '{' && found == "":
			var f *jsondoc.Fault
			found, f = c.readMembers(r)
			return f.Under(name)
		case !listed:
			_, f := r.Value()
			return f
		case found == name:
			return &jsondoc.Fault{Offset: at.From, Text: jsondoc.Twice}
		case found != "":
			return &jsondoc.Fault{Offset: at.From, Text: fmt.Sprintf("there are messages in %q already", found)}
		case r.Peek() != '[':
			return r.Failf(r.Pos, "want an array of messages, got %s", r.kind())
		}
		found = name
		return c.readArray(r)
	})
	return found, f
}

// end checks that nothing follows the document.
func (r *reader) end(document string) *jsondoc.Fault {
	if r.Space(); r.Pos < len(r.Src) {
		return r.Failf(r.Pos, "the input goes on after the %s", document)
	}
	return nil
}

func (c *Conversation) readLines(r *reader) *jsondoc.Fault {
	c.shape = Lines
	c.list = jsondoc.Span{From: 0, To: len(c.src)}
	wrapped, start := false, r.Pos
	var strange *jsondoc.Fault // fault of the first object that is not a message
	side := false
	for r.Space(); r.Pos < len(r.Src); {
		o, f := r.object("a message (an object)")
		if f != nil {
			return f
		}
		m, ok, inside, f := r.entry(o)
		wrapped = wrapped || inside
		switch {
		case f != nil:
			return f
		case ok && !c.alone && r.isTrue(&o, "isSidechain"): // the input of a sub-agent
			side = true
			c.aside = append(c.aside, o.Span)
		case ok:
			m.aside, c.aside = c.aside, nil
			c.messages = append(c.messages, m)
		default:
			if kind, _ := r.nameOf(&o, "subtype|type"); kind == "compact_boundary" || kind == "compacted" {
				c.setAside() // the sub-agent begins there
			}
			c.aside = append(c.aside, o.Span)
			if strange == nil && (m.unknown == "" || len(c.messages) == 0) {
				strange = noMessage(r, o)
			}
		}
		end := r.Pos
		r.Space()
		if r.Pos < len(r.Src) && !strings.ContainsAny(r.Src[end:r.Pos], "\r\n") {
			return r.Failf(r.Pos, "the line goes on after its message")
		}
	}
	if strange != nil && !wrapped {
		return strange
	}
	if side && len(c.messages) == 0 { // the file is the sub-agent's
		c.alone, c.aside, r.Pos = true, nil, start
		return c.readLines(r)
	}
	return nil
}

// setAside marks the entries so far as non-messages.
func (c *Conversation) setAside() {
	var before []jsondoc.Span
	for _, m := range c.messages {
		before = append(append(before, m.aside...), m.entry)
	}
	c.aside, c.messages = append(before, c.aside...), nil
}

// entry parses an object that is a message, or contains one.
func (r *reader) entry(o object) (m message, ok, inside bool, f *jsondoc.Fault) {
	if m, ok, f = r.message(o); ok || f != nil {
		return m, ok, false, f
	}
	if wrapped, is, f := r.unwrap(o); is || f != nil {
		return wrapped, is, is, f
	}
	return m, false, false, nil
}

// unwrap parses a message inside another object. The session files of agents also have other lines, with objects in
// the same place.
func (r *reader) unwrap(o object) (message, bool, *jsondoc.Fault) {
	kind, _ := r.nameOf(&o, "type")
	at, name := o.get(r, "message|payload")
	inner, ok, f := r.objectAt(at)
	if isEvent := name == "payload" && kind != "response_item"; isEvent || !ok || f != nil {
		return message{}, false, nil
	}
	m, ok, f := r.message(inner)
	m.entry, m.item, m.machine = o.Span, true, r.isTrue(&o, "isMeta")
	return m, ok, f.Under(name)
}

// locate converts a fault to an error with line and column.
func (c *Conversation) locate(f *jsondoc.Fault) *Error {
	line, column := jsondoc.Place(c.src, f.Offset)
	return &Error{Line: c.lines + line, Column: column, Pointer: f.Pointer(), Text: f.Text}
}
