package history

import (
	"encoding/json"
	"strings"
)

// RequestOptions are what a request holds beside its messages.
type RequestOptions struct {
	Provider  Provider
	Model     string // as it is to be sent; "" for none
	MaxTokens int    // of the answer; 0 for none
	// CompletionTokens says that OpenAI's models want the limit of the answer
	// under its newer name.
	CompletionTokens bool
}

// Request returns the messages as the JSON object that a provider's interface
// takes them in, on one line, for Anthropic with cache breakpoints. Without a
// model, that and the limit of the answer are the caller's.
func (a *Assembly) Request(o RequestOptions) []byte {
	var b strings.Builder
	member := func(name string, value any) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + name + `":` + string(encode(value)))
	}
	c := codecs()[o.Provider]
	if o.Model != "" {
		c.head(member, o)
	}
	var list []any
	turns := turnsOf(a.list, c.merges)
	for i := range turns {
		if turns[i].system && c.system != nil {
			c.system(member, &turns[i])
			continue
		}
		list = append(list, c.message(&turns[i])...)
	}
	member(c.messages, list)
	return []byte("{" + b.String() + "}")
}

// members are those of a JSON object, whose order does not matter.
type members = map[string]any

// codec writes messages in the shape of a provider.
type codec struct {
	messages string                                           // the member with the messages
	head     func(member func(string, any), o RequestOptions) // model and limit
	system   func(member func(string, any), m *sent)          // nil: the system's message is one of the list
	merges   func(a, b *sent) bool                            // whether two messages must be one
	message  func(m *sent) []any
}

// codecs lists the providers.
func codecs() map[Provider]codec {
	limit := func(name string) func(func(string, any), RequestOptions) {
		return func(member func(string, any), o RequestOptions) {
			member("model", o.Model)
			if o.CompletionTokens && name == "max_tokens" {
				name = "max_completion_tokens"
			}
			if o.MaxTokens > 0 {
				member(name, o.MaxTokens)
			}
		}
	}
	// What the model said at once, and what was answered, is one message each.
	sameTurn := func(a, b *sent) bool {
		return a.Role == Tool && b.Role == Tool || a.Role == Assistant && b.Role == Assistant && len(b.Calls) > 0
	}
	never := func(a, b *sent) bool { return false }
	return map[Provider]codec{
		OpenAI: {messages: "messages", head: limit("max_tokens"), merges: sameTurn, message: openAIMessage},
		Anthropic: {messages: "messages", head: func(member func(string, any), o RequestOptions) {
			o.CompletionTokens = false
			limit("max_tokens")(member, o)
		}, merges: sameTurn, message: anthropicMessage,
			system: func(member func(string, any), m *sent) { member("system", m.anthropicContent()) }},
		OpenAIResponses: {messages: "input", head: limit("max_output_tokens"), merges: never, message: responsesItems,
			system: func(member func(string, any), m *sent) { member("instructions", m.Content) }},
		Gemini: {messages: "contents", head: func(member func(string, any), o RequestOptions) {
			member("model", "models/"+strings.TrimPrefix(o.Model, "models/"))
			if o.MaxTokens > 0 {
				member("generationConfig", members{"maxOutputTokens": o.MaxTokens})
			}
		}, merges: func(a, b *sent) bool { return (a.Role == Assistant) == (b.Role == Assistant) }, message: geminiContent,
			system: func(member func(string, any), m *sent) {
				member("systemInstruction", members{"parts": []any{members{"text": m.Content}}})
			}},
	}
}

// turnsOf puts messages together that must be one.
func turnsOf(list []sent, merges func(a, b *sent) bool) []sent {
	var out []sent
	for _, m := range list {
		if last := len(out) - 1; last >= 0 && !m.system && !out[last].system && merges(&out[last], &m) {
			out[last].merged = append(out[last].merged, m)
			continue
		}
		out = append(out, m)
	}
	return out
}

// each calls a function for a message and those that are sent with it.
func (m *sent) each(visit func(m *sent)) {
	visit(m)
	for i := range m.merged {
		visit(&m.merged[i])
	}
}

// says reports whether a message has text.
func (m *sent) says() bool { return strings.TrimSpace(m.Content) != "" }

// arguments are a call's as an object, which some providers want.
func arguments(raw string) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(raw), &object) != nil || object == nil {
		if strings.TrimSpace(raw) == "" {
			return json.RawMessage("{}")
		}
		return encode(members{"input": raw}) // of a tool that takes a text
	}
	return json.RawMessage(raw)
}

// openAIMessage writes a message for chat completions: results before what the
// user says.
func openAIMessage(m *sent) []any {
	var list []any
	var texts []string
	out := openAISaid{Role: m.Role}
	m.each(func(m *sent) {
		for _, r := range m.Results {
			list = append(list, openAIResult{Tool, r.ID, r.Text})
		}
		for _, c := range m.Calls {
			out.ToolCalls = append(out.ToolCalls, openAICall{c.ID, "function", openAIFunction{c.Name, c.Arguments}})
		}
		if m.says() {
			texts = append(texts, m.Content)
		}
	})
	text := strings.Join(texts, "\n\n")
	switch {
	case m.Role == Tool:
		return list
	case len(m.Images) > 0:
		var parts []any
		if text != "" {
			parts = append(parts, textPart{Type: "text", Text: text})
		}
		for _, i := range m.Images {
			parts = append(parts, openAIImage{"image_url", openAIImURL{i.address()}})
		}
		out.Content = encode(parts)
	case text == "" && len(out.ToolCalls) > 0:
		out.Content = json.RawMessage("null")
	default:
		out.Content = encode(text)
	}
	return append(list, out)
}

type openAIResult struct {
	Role    string `json:"role"`
	ID      string `json:"tool_call_id"`
	Content string `json:"content"`
}

type openAISaid struct {
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	ToolCalls []openAICall    `json:"tool_calls,omitempty"`
}

type openAICall struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type openAIImage struct {
	Type     string      `json:"type"`
	ImageURL openAIImURL `json:"image_url"`
}

type openAIImURL struct {
	URL string `json:"url"`
}

// address is where an image is, or the image as a data URI.
func (i Image) address() string {
	if i.URL != "" {
		return i.URL
	}
	return i.DataURI()
}

type textPart struct {
	Type         string        `json:"type"`
	Text         string        `json:"text"`
	CacheControl *cacheControl `json:"cache_control,omitempty"`
}

type cacheControl struct {
	Type string `json:"type"`
}

// anthropicMessage writes a message: what tools have answered first.
func anthropicMessage(m *sent) []any {
	role := m.Role
	if role != Assistant {
		role = User
	}
	return []any{struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}{role, m.anthropicContent()}}
}

// anthropicContent is a string where that is enough, else parts; the last of each
// message that has a breakpoint carries it.
func (m *sent) anthropicContent() json.RawMessage {
	var parts []any
	breakpoint := false
	m.each(func(m *sent) {
		for _, t := range m.thinking {
			parts = append(parts, json.RawMessage(t))
		}
		for _, r := range m.Results {
			parts = append(parts, anthropicPart{Type: "tool_result", ToolUseID: r.ID, Content: &r.Text})
		}
		if m.says() {
			parts = append(parts, textPart{Type: "text", Text: m.Content})
		}
		for _, i := range m.Images {
			source := &anthropicSource{Type: "base64", MediaType: i.MediaType, Data: i.Data}
			if i.URL != "" {
				source = &anthropicSource{Type: "url", URL: i.URL}
			}
			parts = append(parts, anthropicPart{Type: "image", Source: source})
		}
		for _, c := range m.Calls {
			parts = append(parts, anthropicPart{Type: "tool_use", ID: c.ID, Name: c.Name, Input: arguments(c.Arguments)})
		}
		if m.breakpoint {
			breakpoint = true
			parts[len(parts)-1] = marked(parts[len(parts)-1])
		}
	})
	if len(parts) == 1 && !breakpoint && m.says() {
		return encode(m.Content)
	}
	return encode(parts)
}

// marked returns a part with a breakpoint.
func marked(part any) any {
	mark := &cacheControl{Type: "ephemeral"}
	switch p := part.(type) {
	case textPart:
		p.CacheControl = mark
		return p
	case anthropicPart:
		p.CacheControl = mark
		return p
	}
	return part
}

type anthropicPart struct {
	Type         string           `json:"type"`
	ToolUseID    string           `json:"tool_use_id,omitempty"`
	Content      *string          `json:"content,omitempty"`
	Source       *anthropicSource `json:"source,omitempty"`
	ID           string           `json:"id,omitempty"`
	Name         string           `json:"name,omitempty"`
	Input        json.RawMessage  `json:"input,omitempty"`
	CacheControl *cacheControl    `json:"cache_control,omitempty"`
}

type anthropicSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type,omitempty"`
	Data      string `json:"data,omitempty"`
	URL       string `json:"url,omitempty"`
}

// responsesItems writes a message as items of OpenAI's responses.
func responsesItems(m *sent) []any {
	var list []any
	for _, r := range m.Results {
		list = append(list, members{"type": "function_call_output", "call_id": r.ID, "output": r.Text})
	}
	switch {
	case len(m.Images) > 0:
		var parts []any
		if m.says() {
			parts = append(parts, members{"type": "input_text", "text": m.Content})
		}
		for _, i := range m.Images {
			parts = append(parts, members{"type": "input_image", "image_url": i.address(), "detail": "auto"})
		}
		list = append(list, members{"role": m.Role, "content": parts})
	case m.says():
		list = append(list, members{"role": m.Role, "content": m.Content})
	}
	for _, c := range m.Calls {
		list = append(list, members{"type": "function_call", "call_id": c.ID, "name": c.Name, "arguments": c.Arguments})
	}
	return list
}

// geminiContent writes a turn of the user's or of the model's.
func geminiContent(m *sent) []any {
	var parts []any
	m.each(func(m *sent) {
		for _, r := range m.Results {
			parts = append(parts, members{"functionResponse": members{"name": r.Name, "response": members{"result": r.Text}}})
		}
		if m.says() {
			parts = append(parts, members{"text": m.Content})
		}
		for _, i := range m.Images {
			if i.URL != "" {
				parts = append(parts, members{"fileData": members{"fileUri": i.URL}})
				continue
			}
			parts = append(parts, members{"inlineData": members{"mimeType": i.MediaType, "data": i.Data}})
		}
		for _, c := range m.Calls {
			parts = append(parts, members{"functionCall": members{"name": c.Name, "args": arguments(c.Arguments)}})
		}
	})
	role := "user"
	if m.Role == Assistant {
		role = "model"
	}
	return []any{members{"role": role, "parts": parts}}
}
