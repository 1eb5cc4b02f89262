package history

import (
	"cmp"
	_ "embed" // the table of dialects
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/pattern"
)

// RequestOptions are the members of a request besides its messages.
type RequestOptions struct {
	Provider  Provider
	Model     string // as sent to the provider; "" for none
	MaxTokens int    // limit of the answer; 0 for none
	// CompletionTokens selects the newer name of OpenAI's limit of the answer.
	CompletionTokens bool
}

// Request returns the messages as the JSON object of a provider's API, on one line, for Anthropic with cache
// breakpoints. Without a model, the caller adds the model and the limit of the answer. Parts written by the
// provider itself are sent unchanged; the error names the first part that the provider does not accept.
func (a *Assembly) Request(o RequestOptions) ([]byte, error) {
	w := &writer{to: o.Provider, dialect: dialects()[o.Provider]}
	values := map[string]any{"model": o.Model, "path": "models/" + strings.TrimPrefix(o.Model, "models/"), "limit": o.MaxTokens}
	var members []string
	add := func(name string) {
		members = append(members, string(w.fill(name, func(value string) any { return values[value] })))
	}
	if o.Model != "" {
		add("model")
		if completion := "limit completion"; o.CompletionTokens && w.dialect[completion] != "" && o.MaxTokens > 0 {
			add(completion)
		} else if o.MaxTokens > 0 {
			add("limit")
		}
	}
	list := []any{}
	for _, t := range w.turns(a.list) {
		if t[0].system && w.dialect["system"] != "" {
			values["text"], values["content"] = t[0].Content, w.anthropicContent(t)
			add("system")
			continue
		}
		list = append(list, w.message(t)...)
	}
	members = append(members, fmt.Sprintf("%q:%s", w.dialect["messages"], jsondoc.Encode(list)))
	return []byte("{" + strings.Join(members, ",") + "}"), w.err
}

//go:embed dialects.txt
var dialectText string

// dialect holds a provider's request format, by the names of its pieces; see dialects.txt.
type dialect map[string]string

// dialects returns the dialects of all providers. Read-only.
var dialects = sync.OnceValue(func() map[Provider]dialect {
	all := map[Provider]dialect{}
	for line := range strings.Lines(dialectText) {
		if c := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(c) == 3 {
			if to := Provider(c[0]); all[to] == nil {
				all[to] = dialect{}
			}
			all[Provider(c[0])][c[1]] = c[2]
		}
	}
	return all
})

// valueName matches the place of a value in a piece.
var valueName = pattern.Of(`\$[a-z]+`)

func (d dialect) fill(name string, value func(name string) any) json.RawMessage {
	return json.RawMessage(valueName().ReplaceAllStringFunc(d[name], func(name string) string { return string(jsondoc.Encode(value(name[1:]))) }))
}

// part writes a part; a result has a content of its own.
func (d dialect) part(p *msg.Part, content any) json.RawMessage {
	kind := cmp.Or(map[msg.Kind]string{msg.CallKind: "call", msg.ResultKind: "result", msg.ImageKind: "image"}[p.Kind], "text")
	name := kind
	for i, applies := range [...]bool{p.Failed, p.Custom, p.Image.Detail != "", p.Image.URL != ""} {
		if variant := kind + [...]string{" failed", " custom", " detail", " address"}[i]; applies && d[variant] != "" {
			name = variant
		}
	}
	return d.fill(name, func(name string) any {
		switch name {
		case "id":
			return p.ID
		case "plain":
			return plainID(p.ID)
		case "name":
			return p.Name
		case "arguments":
			return p.Arguments
		case "object":
			return arguments(p)
		case "address":
			return p.Image.Address()
		case "media":
			return p.Image.MediaType
		case "data":
			return p.Image.Data
		case "detail":
			return p.Image.Detail
		case "text":
			return p.Text
		}
		return content
	})
}

func (d dialect) text(text string) any { return d.part(&msg.Part{Text: text}, nil) }

func object(pairs ...any) json.RawMessage {
	var members []string
	for i := 0; i+1 < len(pairs); i += 2 {
		members = append(members, fmt.Sprintf("%q:%s", pairs[i], jsondoc.Encode(pairs[i+1])))
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

// turn is a group of messages that are sent as one.
type turn []sent

// merges reports whether two messages must be one: parallel calls, and their results.
func (w *writer) merges(a, b *sent) bool {
	switch w.to {
	case OpenAIResponses:
		return false
	case Gemini:
		return (a.Role == Assistant) == (b.Role == Assistant)
	}
	return a.Role == Tool && b.Role == Tool || a.Role == Assistant && b.Role == Assistant && (b.has(msg.CallKind) || a.silent())
}

func (w *writer) message(t turn) []any {
	switch w.to {
	case Anthropic:
		return w.anthropic(t)
	case OpenAIResponses:
		return w.responses(t)
	case Gemini:
		return w.gemini(t)
	}
	return w.openAI(t)
}

// says reports whether a part has content for a provider, which gets back only its own reasoning.
func says(p *msg.Part, to Provider) bool {
	switch {
	case to != "" && p.Home == string(to):
		return true
	case p.Kind == msg.TextKind || p.Kind == msg.ServerKind:
		return strings.TrimSpace(p.Text) != ""
	}
	return p.Kind != msg.ReasoningKind
}

type writer struct {
	dialect
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

// turns groups messages that must be one, and omits messages without content for the provider.
func (w *writer) turns(list []sent) []turn {
	var out []turn
	for _, whole := range list {
		for _, m := range whole.apart() {
			m.Parts = slices.DeleteFunc(slices.Clone(m.parts()), func(p msg.Part) bool { return !says(&p, w.to) })
			last := len(out) - 1
			switch {
			case len(m.Parts) == 0:
			case last < 0:
				out = append(out, turn{m})
			case w.to != OpenAIResponses && out[last][0].answers() && m.answers(): // results precede other content
				before := &out[last][0]
				before.Parts, before.breakpoint = append(before.Parts, m.Parts...), before.breakpoint || m.breakpoint
				if m.Role == User {
					before.Role = User
				}
			case !m.system && !out[last][0].system && w.merges(&out[last][len(out[last])-1], &m):
				out[last] = append(out[last], m)
			default:
				out = append(out, turn{m})
			}
		}
	}
	return out
}

// answers reports whether a message holds tool results, or other content of the tool role.
func (m *sent) answers() bool { return m.Role == Tool || m.Role != Assistant && m.has(msg.ResultKind) }

// speaker returns the author of a message's texts: the user, for texts next to results.
func (m *sent) speaker() string {
	if m.Role == Tool {
		return User
	}
	return m.Role
}

// apart splits an answer that contains the results of its own calls.
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

// arguments returns a call's arguments as an object, which some providers require.
func arguments(p *msg.Part) json.RawMessage {
	var members map[string]json.RawMessage
	switch {
	case !p.Custom && json.Unmarshal([]byte(p.Arguments), &members) == nil && members != nil:
		return json.RawMessage(p.Arguments)
	case !p.Custom && strings.TrimSpace(p.Arguments) == "":
		return json.RawMessage("{}")
	}
	return object("input", p.Arguments) // the tool takes a text
}
