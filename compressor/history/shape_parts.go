package history

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
)

// anthropic writes a turn: what tools have answered first.
func (w *writer) anthropic(t turn) []any {
	role := t[0].Role
	if role != Assistant {
		role = User
	}
	content := w.anthropicContent(t)
	if content == nil {
		return nil
	}
	return []any{object("role", role, "content", content)}
}

// anthropicContent is a string where that is enough, else parts; the last of each
// message that has a breakpoint carries it. Reasoning leads to something or is none.
func (w *writer) anthropicContent(t turn) any {
	var parts []json.RawMessage
	end, plain := 0, "" // behind the last part that is no reasoning
	for k := range t {
		m := &t[k]
		resultsFirst(m)
		for i := range m.Parts {
			p := &m.Parts[i]
			if parts = append(parts, w.anthropicPart(m, p)); p.Kind != msg.ReasoningKind {
				end, plain = len(parts), p.Text
			}
			if p.Kind != msg.TextKind || p.Home != "" {
				plain = ""
			}
		}
		if last := end - 1; m.breakpoint && last >= 0 {
			text := string(parts[last])
			parts[last] = json.RawMessage(text[:len(text)-1] + `,"cache_control":{"type":"ephemeral"}}`)
			plain = ""
		}
	}
	switch {
	case end == 0:
		return nil
	case len(parts) == 1 && plain != "":
		return plain
	}
	return parts[:end]
}

// resultsFirst puts results before what else is said.
func resultsFirst(m *sent) {
	if m.Role != Assistant {
		slices.SortStableFunc(m.Parts, func(a, b msg.Part) int {
			return rank(&a) - rank(&b)
		})
	}
}

// rank is the place of a part of the user's: results in the order of their calls, then
// all others.
func rank(p *msg.Part) int {
	if p.Kind == msg.ResultKind {
		return p.Order
	}
	return 1 << 40
}

func (w *writer) anthropicPart(m *sent, p *msg.Part) json.RawMessage {
	image := func(i Image) json.RawMessage {
		source := object("type", "base64", "media_type", i.MediaType, "data", i.Data)
		if i.URL != "" {
			source = object("type", "url", "url", i.URL)
		}
		return object("type", "image", "source", source)
	}
	switch {
	case p.Home == string(w.to):
		return json.RawMessage(withoutBreakpoints(p.JSON))
	case p.Kind == msg.CallKind:
		return object("type", "tool_use", "id", plainID(p.ID), "name", p.Name, "input", arguments(p))
	case p.Kind == msg.ResultKind:
		text, images := w.answer(m, p, true)
		var content any = text
		if len(images) > 0 {
			var list []any
			if strings.TrimSpace(text) != "" {
				list = append(list, object("type", "text", "text", text))
			}
			for _, i := range images {
				list = append(list, image(i))
			}
			content = list
		}
		pairs := []any{"type", "tool_result", "tool_use_id", plainID(p.ID), "content", content}
		if p.Failed {
			pairs = append(pairs, "is_error", true)
		}
		return object(pairs...)
	}
	var b blocks
	w.block(&b, m, p, "", image)
	if len(b.list) == 0 {
		return json.RawMessage("{}") // which was reported
	}
	if text, ok := b.list[0].(string); ok {
		return object("type", "text", "text", text)
	}
	return b.list[0].(json.RawMessage)
}

// plainID writes the id of a call in the letters that Anthropic takes.
func plainID(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
}

// withoutBreakpoints takes the breakpoints out of a part: a request has a limit of
// them, which are ctxpack's to set.
func withoutBreakpoints(part string) string {
	if !strings.Contains(part, `"cache_control"`) {
		return part
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(part), &members) != nil {
		return part
	}
	delete(members, "cache_control")
	var inner []json.RawMessage
	if json.Unmarshal(members["content"], &inner) == nil {
		for i := range inner {
			inner[i] = json.RawMessage(withoutBreakpoints(string(inner[i])))
		}
		members["content"] = jsondoc.Encode(inner)
	}
	return string(jsondoc.Encode(members))
}

// responses writes a message as items of OpenAI's responses.
func (w *writer) responses(t turn) []any {
	m := &t[0]
	if m.home == string(w.to) && m.JSON != "" {
		return []any{json.RawMessage(msg.Clean(m.JSON))}
	}
	image := func(i Image) json.RawMessage {
		return object("type", "input_image", "image_url", i.Address(), "detail", cmp.Or(i.Detail, "auto"))
	}
	resultsFirst(m)
	var list []any
	var b blocks
	flush := func() {
		if content := b.content("input_text"); content != nil {
			list = append(list, object("role", m.Role, "content", content))
		}
		b = blocks{}
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		kind, input := "function_call", "arguments"
		if p.Custom {
			kind, input = "custom_tool_call", "input"
		}
		switch p.Kind {
		case msg.ResultKind:
			text, images := w.answer(m, p, true)
			var output any = failedText(p, text)
			if len(images) > 0 {
				parts := []any{object("type", "input_text", "text", output)}
				for _, i := range images {
					parts = append(parts, image(i))
				}
				output = parts
			}
			list = append(list, object("type", kind+"_output", "call_id", p.ID, "output", output))
		case msg.CallKind:
			flush()
			list = append(list, object("type", kind, "call_id", p.ID, "name", p.Name, input, p.Arguments))
		default:
			w.block(&b, m, p, "\n", image)
		}
	}
	flush()
	return list
}

// gemini writes a turn of the user's or of the model's: results in the order of their
// calls, which are told apart by it.
func (w *writer) gemini(t turn) []any {
	var all []msg.Part
	for k := range t {
		all = append(all, t[k].Parts...)
	}
	m := t[0]
	m.Parts = all
	resultsFirst(&m)
	var parts, shown []any
	image := func(i Image) json.RawMessage {
		if i.URL != "" {
			return object("fileData", object("fileUri", i.URL))
		}
		return object("inlineData", object("mimeType", i.MediaType, "data", i.Data))
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind != msg.ResultKind {
			parts, shown = append(parts, shown...), nil
		}
		switch {
		case p.Home == string(w.to):
			parts = append(parts, json.RawMessage(p.JSON))
		case p.Kind == msg.ResultKind:
			text, images := w.answer(&m, p, true)
			name := "result"
			if p.Failed {
				name = "error"
			}
			parts = append(parts, object("functionResponse", object("name", p.Name, "response", object(name, text))))
			for _, i := range images {
				shown = append(shown, image(i))
			}
		case p.Kind == msg.CallKind:
			parts = append(parts, object("functionCall", object("name", p.Name, "args", arguments(p))))
		default:
			var b blocks
			w.block(&b, &m, p, "", image)
			for _, item := range b.list {
				if text, ok := item.(string); ok {
					item = object("text", text)
				}
				parts = append(parts, item)
			}
		}
	}
	role := "user"
	if m.Role == Assistant {
		role = "model"
	}
	return []any{object("role", role, "parts", append(parts, shown...))}
}
