package messages

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

type role uint8

const (
	noRole role = iota
	system
	developer
	user
	assistant
	tool
	function // OpenAI's former role for tool results
)

// message has the parsed parts of a message; everything else stays in the text.
type message struct {
	jsondoc.Span                    // span of the message itself
	entry            jsondoc.Span   // with its wrapper
	aside            []jsondoc.Span // entries before it that are not messages
	role             role
	style            style
	home             string // the provider of the whole message
	agentInstruction bool   // flagged
	summarized       bool   // flagged
	replaced         bool   // has a mark of an earlier run
	machine          bool   // flagged as written by an agent in the user's name
	unknown          string // the type of an unknown part
	strange          bool   // an unknown part may be related to another: the message stays
	item             bool   // has no role, or is wrapped: one of several items of one answer
	reasons          bool   // has reasoning
	mixed            bool   // has something besides tool results
	spoke            bool   // has words or images of its own
	given            int    // its stated tokens, or -1
	givenAt          jsondoc.Span
	opening          jsondoc.Span // its first text in quotes, in any part
	own              body         // its content without calls and results
	calls            []call
	results          []result
}

type body struct {
	parts  []part // in their order
	sealed int    // bytes of encrypted data
}

type part struct {
	kind        Kind
	whole, text jsondoc.Span // the text with its quotes; either may be empty
	index       int          // index of the message's call or result
	home        string       // see form
	signed      bool         // has a signature of its text
	server      bool         // a call or a result of a tool run by the provider
}

// said reports whether a part is a visible text.
func (p *part) said() bool { return (p.kind == TextKind || p.kind == MediaKind) && !p.text.Empty() }

// texts returns the visible texts of a body, as strings with their quotes.
func (b *body) texts() []jsondoc.Span {
	said := mapped.Where(b.parts, func(p part) bool { return p.said() })
	return mapped.Of(said, func(p part) jsondoc.Span { return p.text })
}

// shows reports whether a body has images, or parts of similar cost.
func (b *body) shows() bool {
	return slices.ContainsFunc(b.parts, func(p part) bool { return (p.kind == ImageKind || p.kind == MediaKind) && p.text.Empty() })
}

type call struct {
	id, name  string
	arguments jsondoc.Span // JSON, or a quoted string with JSON; empty if there are none
	answered  bool         // has a result
	twin      bool         // repeats the id of an earlier call of its message
	custom    bool         // its tool takes a text
	file      fileOperation
}

type result struct {
	id, name      string       // some formats have no name
	content       jsondoc.Span // the value that a placeholder replaces; empty if there is none
	array, object string       // format of a placeholder that replaces an array or an object, see form
	latest        bool         // the latest result for a file that the conversation modifies
	modified      bool         // a result for such a file
	inside        int          // 1 + the index of its call, if both are in the same part
	failed        bool         // the tool reports an error
	call          callAt
	file          fileOperation // file operation of its call
	body
}

func (m *message) hasCalls() bool { return m.role == assistant && len(m.calls) > 0 }

// apart reports whether a message is from neither the user nor the model.
func (m *message) apart() bool { return m.role == system || m.role == developer || m.role == noRole }

func (m *message) onlyReasons() bool {
	return m.role == assistant && m.reasons && !m.spoke && len(m.calls)+len(m.results) == 0
}

// starts reports whether a conversation can begin with the message: it has content of the user.
func (m *message) starts() bool { return m.role == user && (m.mixed || len(m.results) == 0) }

// message parses an object as a message, or as an item without a role; false for any other object.
func (r *reader) message(o object) (message, bool, *jsondoc.Fault) {
	m := message{Span: o.Span, entry: o.Span, given: -1}
	switch {
	case o.has("role"):
		var f *jsondoc.Fault
		if m.role, f = r.role(&o); f != nil {
			return m, true, f
		}
	case o.has("parts"):
		m.role = user // Gemini omits it
	default:
		inner, f := r.framework(&m, o)
		if f != nil || m.role == noRole {
			m, ok, itemFault := r.item(m, o)
			return m, ok, cmp.Or(f, itemFault)
		}
		o, m.Span = inner, inner.Span
	}
	f := r.members(&m, &o)
	return m, true, f
}

// framework reads the role of a message of LangChain or of Gemini CLI, which call it a type, and returns the object
// with its members.
func (r *reader) framework(m *message, o object) (object, *jsondoc.Fault) {
	at, _ := o.get(r, "data|kwargs")
	inner, wrapped, f := r.objectAt(at)
	if !wrapped {
		inner = o
	}
	kind, _ := r.nameOf(&inner, "type")
	if kind == "" {
		kind, _ = r.nameOf(&o, "type")
	}
	if id, _ := o.get(r, "id"); wrapped && kind == "constructor" && !id.Empty() { // the name of a class
		kind = strings.Trim(r.of(id)[strings.LastIndexByte(r.of(id), ',')+1:], "\" ]\n\t\r")
	}
	if isFrame := f == nil && inner.has("content") && !o.has("uuid") && !o.has("subtype"); !isFrame {
		return o, f
	}
	if kind == "user" || kind == "gemini" {
		m.role, m.style = map[string]role{"user": user, "gemini": assistant}[kind], geminiCLI
		return inner, nil
	}
	name := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(kind, "Chunk"), "Message"))
	if m.role = map[string]role{"human": user, "ai": assistant, "system": system, "developer": developer, "tool": tool, "function": function}[name]; m.role != noRole {
		m.style = langChain
	}
	return inner, nil
}

func (r *reader) members(m *message, o *object) *jsondoc.Fault {
	if f := r.marks(m, o); f != nil {
		return f
	}
	answer := result{array: `[{"type":"text","text":%s}]`} // the message as a result, if its role is tool
	var f *jsondoc.Fault
	if answer.content, f = r.content(m, o); f != nil {
		return f
	}
	for _, read := range []func(*message, *object) *jsondoc.Fault{r.toolCalls, r.functionCall, r.extras} {
		if f := read(m, o); f != nil {
			return f
		}
	}
	if (m.role == tool || m.role == function) && len(m.results) == 0 {
		if answer.name, f = r.nameOf(o, "name"); f != nil {
			return f
		}
		if answer.id, f = r.nameOf(o, "tool_call_id"); f != nil {
			return f
		}
		status, _ := o.get(r, "status")
		answer.failed = r.of(status) == `"error"`
		answer.body, m.own, m.mixed, m.spoke = m.own, body{parts: []part{{kind: ResultKind}}}, false, false
		m.results = []result{answer}
	}
	return nil
}

// item reads a call, a result, or reasoning outside of a message.
func (r *reader) item(m message, o object) (message, bool, *jsondoc.Fault) {
	kind, f := r.nameOf(&o, "type")
	if f != nil || kind == "" {
		return m, false, nil
	}
	as, _, f := r.find(o)
	switch {
	case f != nil || as.keyed:
		return m, false, nil
	case as.name == "":
		m.unknown = kind
		m.own.keep(o.Span)
		return m, false, nil
	case as.kind == CallKind, as.kind == ReasoningKind, as.kind == ImageKind && strings.HasSuffix(as.name, "_call"):
		m.role = assistant
	case as.kind == ResultKind:
		m.role = tool
	default:
		return m, false, nil
	}
	m.item, m.home = true, responses
	if f := r.marks(&m, &o); f != nil {
		return m, true, f
	}
	f = r.add(&m, o)
	for i := range m.own.parts {
		m.own.parts[i].home = m.home
	}
	return m, true, f
}

func (r *reader) marks(m *message, o *object) (f *jsondoc.Fault) {
	m.replaced = o.has(truncatedName) || o.has(originalName)
	m.agentInstruction, m.summarized = r.isTrue(o, "agent_instruction"), r.isTrue(o, "summarized")
	if m.givenAt, _ = o.get(r, "tokens"); m.style == geminiCLI {
		m.givenAt = jsondoc.Span{}
	} else if !m.givenAt.Empty() {
		m.given, f = r.tokens(m.givenAt)
	}
	return f
}

// isMark reports whether a member is ctxpack's own.
func isMark(name string) bool {
	return slices.Contains([]string{truncatedName, originalName, "summarized", "agent_instruction", "tokens"}, name)
}

func (r *reader) role(o *object) (role, *jsondoc.Fault) {
	name, f := r.nameOf(o, "role")
	if f != nil {
		return 0, f
	}
	if name == "model" {
		return assistant, nil // Gemini's name
	}
	roles := []string{"system", "developer", "user", "assistant", "tool", "function"}
	if i := slices.Index(roles, name); i >= 0 {
		return role(i + 1), nil
	}
	if len(name) > 40 {
		name = "something else"
	}
	at := o.members[o.index("role")].value
	return 0, r.Failf(at.From, "want one of %s, got %q", strings.Join(roles[:function-1], ", "), name).Under("role")
}

// say adds a text to the message's own content.
func (m *message) say(r *reader, text jsondoc.Span) {
	if text.Empty() {
		return
	}
	m.mixed = true
	m.spoke = m.spoke || speaks(r, text)
	m.own.say(text)
	m.open(text)
}

func (m *message) open(text jsondoc.Span) {
	if m.opening.Empty() {
		m.opening = text
	}
}

// content reads a message's content and returns its span, empty for null.
func (r *reader) content(m *message, o *object) (jsondoc.Span, *jsondoc.Fault) {
	at, name := o.get(r, "content|parts")
	if at.Empty() {
		return at, nil
	}
	// Gemini's history repeats the text of an answer in addition to its parts.
	if other, _ := o.get(r, "parts"); name == "content" && !other.Empty() && r.Src[other.From] == '[' {
		at, name = other, "parts"
	}
	inner := r.at(at)
	switch r.Src[at.From] {
	case '"':
		m.say(r, at)
		return at, nil
	case '[':
		f := inner.items(func(int) *jsondoc.Fault { return inner.part(m) })
		if m.style == chat && untyped(inner, at) {
			m.style = bedrock
			if name == "parts" {
				m.style = gemini
			}
		}
		if m.style == chat && name == "parts" {
			m.style = display
		}
		return at, f.Under(name)
	}
	return at, inner.want('"', "a string, null or an array of parts").Under(name)
}

// untyped reports whether the first part of a content is an object without a type.
func untyped(r *reader, content jsondoc.Span) bool {
	first := r.at(jsondoc.Span{From: content.From + 1, To: content.To})
	first.Space()
	if first.Peek() != '{' {
		return false
	}
	o, f := first.object("a part")
	return f == nil && len(o.members) > 0 && !o.has("type")
}

// extras reads the providers' members besides the content.
func (r *reader) extras(m *message, o *object) *jsondoc.Fault {
	refusal, f := r.stringOf(o, "refusal")
	if f != nil {
		return f
	}
	m.say(r, refusal)
	at, name := o.get(r, "audio|name")
	if isSpoken := m.style == chat && m.role != tool && m.role != function; isSpoken && !at.Empty() {
		if m.home = openAI; name == "audio" { // the model's own audio can be referenced by its id
			m.own.parts = append(m.own.parts, part{kind: MediaKind, whole: at, home: openAI})
			m.mixed, m.spoke = true, true
		}
	}
	// These repeat the same reasoning.
	if at, name := o.get(r, "reasoning_content|reasoning|thinking|reasoning_details"); name != "" {
		if m.reasons = true; m.style == chat && strings.HasPrefix(name, "reasoning_") {
			m.home = openAI
		}
		if f := r.reasoning(&m.own, at); f != nil {
			return f.Under(name)
		}
	}
	if at, _ := o.get(r, "images"); !at.Empty() && r.Src[at.From] == '[' {
		list := r.at(at)
		_ = list.items(func(int) *jsondoc.Fault { // parsed before without a fault
			at, f := list.Value()
			m.own.parts = append(m.own.parts, part{kind: ImageKind, whole: at, home: openAI})
			m.mixed, m.spoke = true, true
			return f
		})
	}
	if at, name := o.get(r, "toolInvocations|toolCalls"); !at.Empty() && r.Src[at.From] == '[' {
		list := r.at(at)
		invocation := form{name: "tool-invocation", kind: bothKind, id: "toolCallId|id", tool: "toolName|name", body: "result", array: "%s", object: "%s", style: m.style}
		if m.style == geminiCLI {
			invocation.array = `[{"text":%s}]`
		}
		f := list.items(func(int) *jsondoc.Fault {
			part, f := list.object("a tool invocation (an object)")
			if f != nil {
				return f
			}
			return list.addBoth(m, invocation, part, part)
		})
		return f.Under(name)
	}
	return nil
}
