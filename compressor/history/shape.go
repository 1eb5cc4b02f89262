package history

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
)

// RequestOptions are what a request holds in addition to its messages.
type RequestOptions struct {
	Provider  Provider
	Model     string // as it is to be sent; "" for none
	MaxTokens int    // of the answer; 0 for none
	// CompletionTokens says that OpenAI's models want the limit of the answer under its newer name.
	CompletionTokens bool
}

// Request returns the messages as the JSON object that a provider's interface takes them in, on one line, for
// Anthropic with cache breakpoints. Without a model, that and the limit of the answer are the caller's. Parts that
// the provider itself has written are sent as they came; the error names the first part that it cannot be sent.
func (a *Assembly) Request(o RequestOptions) ([]byte, error) {
	c := codecs()[o.Provider]
	w := &writer{to: o.Provider}
	var body []any
	if o.Model != "" {
		body = append(body, c.head(o)...)
	}
	list := []any{}
	for _, t := range w.turns(a.list, c.merges) {
		if t[0].system && c.system != nil {
			body = append(body, c.system(w, t)...)
			continue
		}
		list = append(list, c.message(w, t)...)
	}
	return object(append(body, c.messages, list)...), w.err
}

// object writes an object of names and values, without those that are nil.
func object(pairs ...any) json.RawMessage {
	var members []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if value := pairs[i+1]; value != nil {
			members = append(members, fmt.Sprintf("%q:%s", pairs[i], jsondoc.Encode(value)))
		}
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

// turn is sent as one message.
type turn []sent

// codec writes messages in the shape of a provider.
type codec struct {
	messages string                        // the member with the messages
	head     func(o RequestOptions) []any  // model and limit, names and values
	system   func(w *writer, t turn) []any // nil: the system's message is one of the list
	merges   func(a, b *sent) bool         // whether two messages must be one
	message  func(w *writer, t turn) []any
}

// codecs lists the providers.
func codecs() map[Provider]codec {
	limit := func(name string) func(RequestOptions) []any {
		return func(o RequestOptions) []any {
			head := []any{"model", o.Model}
			if o.CompletionTokens && o.Provider == OpenAI {
				name = "max_completion_tokens"
			}
			if o.MaxTokens > 0 {
				head = append(head, name, o.MaxTokens)
			}
			return head
		}
	}
	// What the model said at once, and what was answered, is one message each.
	sameTurn := func(a, b *sent) bool {
		return a.Role == Tool && b.Role == Tool || a.Role == Assistant && b.Role == Assistant && (b.has(msg.CallKind) || a.silent())
	}
	return map[Provider]codec{
		OpenAI: {messages: "messages", head: limit("max_tokens"), merges: sameTurn, message: (*writer).openAI},
		Anthropic: {messages: "messages", head: limit("max_tokens"), merges: sameTurn, message: (*writer).anthropic,
			system: func(w *writer, t turn) []any { return []any{"system", w.anthropicContent(t)} }},
		OpenAIResponses: {messages: "input", head: limit("max_output_tokens"), merges: func(_, _ *sent) bool { return false }, message: (*writer).responses,
			system: func(_ *writer, t turn) []any { return []any{"instructions", t[0].Content} }},
		Gemini: {messages: "contents", head: func(o RequestOptions) []any {
			head := []any{"model", "models/" + strings.TrimPrefix(o.Model, "models/")}
			if o.MaxTokens > 0 {
				head = append(head, "generationConfig", object("maxOutputTokens", o.MaxTokens))
			}
			return head
		}, merges: func(a, b *sent) bool { return (a.Role == Assistant) == (b.Role == Assistant) }, message: (*writer).gemini,
			system: func(_ *writer, t turn) []any {
				return []any{"systemInstruction", object("parts", []any{object("text", t[0].Content)})}
			}},
	}
}

// says reports whether a part says something to a provider, who gets back its own reasoning and no other.
func says(p *msg.Part, to Provider) bool {
	switch {
	case to != "" && p.Home == string(to):
		return true
	case p.Kind == msg.TextKind || p.Kind == msg.ServerKind:
		return strings.TrimSpace(p.Text) != ""
	}
	return p.Kind != msg.ReasoningKind
}

// writer writes the messages of a request.
type writer struct {
	to  Provider
	err error // the first part that cannot be sent
}

func (w *writer) fail(m *sent, p *msg.Part) {
	why := p.Fault
	if why == nil {
		why = fmt.Errorf("it cannot be sent to %s", w.to)
	}
	if w.err == nil {
		w.err = fmt.Errorf("message %d of the history: %s: %w", m.index, p.Label(), why)
	}
}

// turns puts messages together that must be one, and leaves out what says nothing to the provider.
func (w *writer) turns(list []sent, merges func(a, b *sent) bool) []turn {
	var out []turn
	for _, whole := range list {
		for _, m := range whole.apart() {
			m.Parts = slices.DeleteFunc(slices.Clone(m.parts()), func(p msg.Part) bool { return !says(&p, w.to) })
			last := len(out) - 1
			switch {
			case len(m.Parts) == 0:
			case last >= 0 && w.to != OpenAIResponses && out[last][0].answers() && m.answers(): // results come before what else is said
				before := &out[last][0]
				before.Parts, before.breakpoint = append(before.Parts, m.Parts...), before.breakpoint || m.breakpoint
				if m.Role == User {
					before.Role = User
				}
			case last >= 0 && !m.system && !out[last][0].system && merges(&out[last][len(out[last])-1], &m):
				out[last] = append(out[last], m)
			default:
				out = append(out, turn{m})
			}
		}
	}
	return out
}

// answers reports whether a message holds results, or what else is said to a call.
func (m *sent) answers() bool { return m.Role == Tool || m.Role != Assistant && m.has(msg.ResultKind) }

// speaker is who says the texts of a message: beside results, the user.
func (m *sent) speaker() string {
	if m.Role == Tool {
		return User
	}
	return m.Role
}

// apart takes an answer apart that holds the results of its own calls.
func (m sent) apart() []sent {
	if m.Role != Assistant || !m.has(msg.ResultKind) {
		return []sent{m}
	}
	said, answered := m, m
	said.Parts, answered.Parts, answered.Role = []msg.Part{}, nil, Tool
	said.breakpoint, said.JSON = false, ""
	var out []sent
	for i, p := range m.Parts {
		if p.Kind == msg.ResultKind {
			answered.Parts = append(answered.Parts, p)
		} else {
			said.Parts = append(said.Parts, p)
		}
		ends := i+1 == len(m.Parts) || len(answered.Parts) > 0 && m.Parts[i+1].Kind != msg.ResultKind && m.Parts[i+1].Kind != msg.CallKind
		if ends {
			out = append(out, said, answered)
			said.Parts, answered.Parts = []msg.Part{}, nil
		}
	}
	return slices.DeleteFunc(out, func(m sent) bool { return len(m.Parts) == 0 })
}

// arguments are a call's as an object, which some providers want.
func arguments(p *msg.Part) json.RawMessage {
	var members map[string]json.RawMessage
	switch {
	case !p.Custom && json.Unmarshal([]byte(p.Arguments), &members) == nil && members != nil:
		return json.RawMessage(p.Arguments)
	case !p.Custom && strings.TrimSpace(p.Arguments) == "":
		return json.RawMessage("{}")
	}
	return object("input", p.Arguments) // of a tool that takes a text
}
