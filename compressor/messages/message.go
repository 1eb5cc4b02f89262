package messages

import (
	"strings"

	"ctxpack/internal/jsondoc"
)

// role is who a message is from.
type role uint8

const (
	noRole role = iota
	system
	developer
	user
	assistant
	tool
	function // what tool was called before it got its name
)

func roleNames() [function + 1]string {
	return [...]string{"", "system", "developer", "user", "assistant", "tool", "function"}
}

// message is what matters of a message; everything else stays in the text.
type message struct {
	jsondoc.Span
	role             role
	agentInstruction bool         // flagged
	summarized       bool         // flagged
	replaced         bool         // carries a mark of an earlier run, see replace
	mixed            bool         // has something besides tool results
	given            int          // tokens that it carries, or -1
	givenAt          jsondoc.Span // where they stand
	opening          jsondoc.Span // its first text in quotes, of whatever part
	own              body         // what it says, without calls and results
	calls            []call
	results          []result
}

// body is content that costs tokens.
type body struct {
	texts  []jsondoc.Span // strings with their quotes
	raw    []jsondoc.Span // JSON of a kind that is not known, which costs what its text costs
	images int            // and what costs as much as an image
}

// call is a tool call.
type call struct {
	id, name  string
	arguments jsondoc.Span // a string in quotes that holds JSON, or JSON; empty if there are none
	answered  bool         // has a result
	twin      bool         // has the id of an earlier call of its message
	file      fileOperation
	pathFrom  int // the message with the result that has the path of file, -1 if the arguments have it
}

// result is the result of a tool call.
type result struct {
	id, name string       // the name is known only in some shapes
	content  jsondoc.Span // the value that a placeholder takes the place of; empty if there is none
	call     callAt
	file     fileOperation // of its call
	body
}

// hasCalls says whether a message takes a step.
func (m *message) hasCalls() bool { return m.role == assistant && len(m.calls) > 0 }

func messageNames() []string {
	return []string{
		"role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal",
		"tokens", "agent_instruction", "summarized", truncatedName, originalName,
	}
}

// message reads a message.
func (r *reader) message() (message, *jsondoc.Fault) {
	m := message{given: -1}
	if f := r.want('{', "a message (an object)"); f != nil {
		return m, f
	}
	m.From = r.Pos
	var answer result // what the message is if its role is tool
	f := r.fields(messageNames(), func(key string) (f *jsondoc.Fault) {
		switch key {
		case "role":
			m.role, f = r.role()
		case "content":
			answer.content, f = r.content(&m)
		case "name":
			answer.name, f = r.text()
		case "tool_call_id":
			answer.id, f = r.text()
		case "tool_calls":
			f = r.toolCalls(&m)
		case "function_call":
			f = r.functionCall(&m)
		case "refusal":
			f = r.ownText(&m)
		default:
			f = r.mark(&m, key)
		}
		return f
	})
	m.To = r.Pos
	if f != nil {
		return m, f
	}
	if m.role == noRole {
		return m, &jsondoc.Fault{Offset: m.From, Text: "a message without a role"}
	}
	if (m.role == tool || m.role == function) && len(m.results) == 0 {
		answer.body, m.own, m.mixed = m.own, body{}, false
		m.results = []result{answer}
	}
	return m, nil
}

// mark reads what ctxpack itself writes into messages, and skips what is not
// known.
func (r *reader) mark(m *message, key string) (f *jsondoc.Fault) {
	switch key {
	case "tokens":
		from := r.Pos
		m.given, f = r.tokens()
		m.givenAt = jsondoc.Span{From: from, To: r.Pos}
	case "agent_instruction":
		m.agentInstruction, f = r.flag()
	case "summarized":
		m.summarized, f = r.flag()
	case truncatedName, originalName:
		m.replaced = true
		_, f = r.Value()
	default:
		_, f = r.Value()
	}
	return f
}

func (r *reader) role() (role, *jsondoc.Fault) {
	at := r.Pos
	name, f := r.text()
	if f != nil {
		return 0, f
	}
	names := roleNames()
	for i, known := range names {
		if i > 0 && name == known {
			return role(i), nil
		}
	}
	if len(name) > 40 {
		name = "something else"
	}
	return 0, r.Failf(at, "want one of %s, got %q", strings.Join(names[1:function], ", "), name)
}

// ownText reads a string that is part of what a message says.
func (r *reader) ownText(m *message) *jsondoc.Fault {
	sp, f := r.rawText()
	if f == nil {
		m.say(sp)
	}
	return f
}

// say adds a text to what a message says. Empty spans stand for null.
func (m *message) say(text jsondoc.Span) {
	if text.Empty() {
		return
	}
	m.mixed = true
	m.own.texts = append(m.own.texts, text)
	m.open(text)
}

// open remembers the first text.
func (m *message) open(text jsondoc.Span) {
	if m.opening.Empty() {
		m.opening = text
	}
}

// content reads a message's content and returns where it stands, an empty span
// for null.
func (r *reader) content(m *message) (jsondoc.Span, *jsondoc.Fault) {
	from := r.Pos
	var f *jsondoc.Fault
	switch {
	case r.isNull():
		return jsondoc.Span{}, nil
	case r.Peek() == '"':
		f = r.ownText(m)
	case r.Peek() == '[':
		f = r.items(func(int) *jsondoc.Fault { return r.part(m) })
	case r.Pos < len(r.Src) && r.kind() != "something else":
		f = r.Failf(r.Pos, "want a string, null or an array of parts, got %s", r.kind())
	default:
		f = r.Unexpected("a string, null or an array of parts")
	}
	return jsondoc.Span{From: from, To: r.Pos}, f
}
