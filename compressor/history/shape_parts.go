package history

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
)

// dialect is how a provider writes what it has not written itself.
type dialect struct {
	image  func(Image) any
	call   func(p *msg.Part) any
	result func(p *msg.Part, text string, images []any) any
	shows  bool // images of a tool; otherwise the text names them
}

// piece is what a part becomes: a string, or a part as JSON.
type piece struct {
	kind msg.Kind
	item any
}

// pieces writes the parts of a message, results in the order of their calls before all
// that the user says. Only the user can show images.
func (w *writer) pieces(m *sent, d dialect) (out []piece) {
	if m.Role != Assistant {
		slices.SortStableFunc(m.Parts, func(a, b msg.Part) int { return rank(&a) - rank(&b) })
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		var item any
		switch {
		case p.Home == string(w.to) && (w.to != OpenAI || m.Role != Assistant || p.Kind == msg.CallKind):
			item = json.RawMessage(p.JSON)
		case p.Home == string(w.to) && p.Kind == msg.MediaKind:
			continue // one of the extra members
		case p.Kind == msg.CallKind:
			item = d.call(p)
		case p.Kind == msg.ResultKind:
			text, images := w.answer(m, p, d)
			item = d.result(p, text, images)
		case p.Kind == msg.TextKind, p.Kind == msg.ServerKind, p.Kind == msg.MediaKind && p.Text != "":
			item = p.Text
		case p.Kind != msg.ImageKind || p.Fault != nil:
			w.fail(m, p)
			continue
		case m.Role == Assistant:
			item = named(p.Image)
		default:
			item = d.image(p.Image)
		}
		out = append(out, piece{p.Kind, item})
	}
	return out
}

// rank is the place of a part of the user's.
func rank(p *msg.Part) int {
	if p.Kind == msg.ResultKind {
		return p.Order
	}
	return 1 << 40
}

// answer is what a tool has answered: its text, and its images as parts.
func (w *writer) answer(m *sent, p *msg.Part, d dialect) (text string, images []any) {
	var texts []string
	for _, inner := range p.Parts {
		switch {
		case inner.Kind == msg.ImageKind && inner.Fault != nil, inner.Kind == msg.MediaKind && inner.Text == "":
			w.fail(m, &inner)
		case inner.Kind == msg.ImageKind && d.shows:
			images = append(images, d.image(inner.Image))
		case inner.Kind == msg.ImageKind:
			texts = append(texts, named(inner.Image))
		case inner.Kind == msg.OtherKind:
			texts = append(texts, inner.JSON)
		case inner.Kind != msg.ReasoningKind:
			texts = append(texts, inner.Text)
		}
	}
	return strings.Join(texts, "\n"), images
}

// named reports an image that cannot be shown.
func named(i Image) string {
	if i.URL != "" {
		return "[image " + i.URL + "]"
	}
	return "[image " + i.MediaType + "]"
}

// marked is a text that says whether a tool has failed, which some providers have no field for.
func marked(p *msg.Part, text string) string {
	if p.Failed {
		return "[error] " + text
	}
	return text
}

// blocks are the parts of a message, texts joined where they follow one another.
type blocks []any

func (b *blocks) add(item any, before string) {
	if last := len(*b) - 1; last >= 0 {
		said, isText := (*b)[last].(string)
		if text, follows := item.(string); isText && follows {
			(*b)[last] = said + before + text
			return
		}
	}
	*b = append(*b, item)
}

// content is a string where that is enough, else parts.
func (b blocks) content(write func(text string) any) any {
	if len(b) == 1 {
		if text, ok := b[0].(string); ok {
			return text
		}
	}
	return []any(b.parts(write))
}

// parts writes the texts as parts.
func (b blocks) parts(write func(text string) any) blocks {
	for i := range b {
		if text, ok := b[i].(string); ok {
			b[i] = write(text)
		}
	}
	return b
}

// textPart writes a text as a part of a type.
func textPart(kind string) func(string) any {
	return func(text string) any { return object("type", kind, "text", text) }
}

// openAI writes a turn for chat completions.
func (w *writer) openAI(t turn) []any {
	d := dialect{
		image: func(i Image) any {
			url := []any{"url", i.Address(), "detail", i.Detail}
			return object("type", "image_url", "image_url", object(url[:2+2*min(1, len(i.Detail))]...))
		},
		call: func(p *msg.Part) any {
			if p.Custom {
				return object("id", p.ID, "type", "custom", "custom", object("name", p.Name, "input", p.Arguments))
			}
			return object("id", p.ID, "type", "function", "function", object("name", p.Name, "arguments", p.Arguments))
		},
		result: func(p *msg.Part, text string, _ []any) any {
			return object("role", Tool, "tool_call_id", p.ID, "content", marked(p, text))
		},
	}
	var list, calls []any
	var said blocks
	extra := ""
	for k := range t {
		before := "\n\n"
		extra = cmp.Or(extra, t[k].extra)
		for _, p := range w.pieces(&t[k], d) {
			switch p.kind {
			case msg.ResultKind:
				list = append(list, p.item)
			case msg.CallKind:
				calls = append(calls, p.item)
			default:
				said.add(p.item, before)
				before = "\n"
			}
		}
	}
	if len(said)+len(calls) == 0 && extra == "" {
		return list
	}
	pairs := []any{"role", t[0].speaker(), "content", json.RawMessage("null")}
	if len(said) > 0 {
		pairs[3] = said.content(textPart("text"))
	}
	if len(calls) > 0 {
		pairs = append(pairs, "tool_calls", calls)
	}
	message := object(pairs...)
	return append(list, json.RawMessage(string(message[:len(message)-1])+extra+"}"))
}

// anthropic writes a turn.
func (w *writer) anthropic(t turn) []any {
	if content := w.anthropicContent(t); content != nil {
		return []any{object("role", t[0].speaker(), "content", content)}
	}
	return nil
}

// anthropicContent is a string where that is enough, else parts; the last of each
// message that has a breakpoint carries it. Reasoning leads to something or is none.
func (w *writer) anthropicContent(t turn) any {
	d := dialect{
		shows: true,
		image: func(i Image) any {
			if i.URL != "" {
				return object("type", "image", "source", object("type", "url", "url", i.URL))
			}
			return object("type", "image", "source", object("type", "base64", "media_type", i.MediaType, "data", i.Data))
		},
		call: func(p *msg.Part) any {
			return object("type", "tool_use", "id", plainID(p.ID), "name", p.Name, "input", arguments(p))
		},
		result: func(p *msg.Part, text string, images []any) any {
			pairs := []any{"type", "tool_result", "tool_use_id", plainID(p.ID), "content", text}
			if len(images) > 0 {
				if strings.TrimSpace(text) != "" {
					images = append([]any{textPart("text")(text)}, images...)
				}
				pairs[5] = images
			}
			if p.Failed {
				pairs = append(pairs, "is_error", true)
			}
			return object(pairs...)
		},
	}
	var said blocks
	end := 0 // behind the last part that is no reasoning
	for k := range t {
		for _, p := range w.pieces(&t[k], d) {
			if raw, ok := p.item.(json.RawMessage); ok {
				p.item = withoutBreakpoints(raw)
			}
			if said = append(said, p.item); p.kind != msg.ReasoningKind {
				end = len(said)
			}
		}
		if t[k].breakpoint && end > 0 {
			part := said[end-1 : end].parts(textPart("text"))[0].(json.RawMessage)
			said[end-1] = json.RawMessage(string(part[:len(part)-1]) + `,"cache_control":{"type":"ephemeral"}}`)
		}
	}
	if end == 0 {
		return nil
	}
	return said[:end].content(textPart("text"))
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

// withoutBreakpoints takes the breakpoints out of a part: a request has a limit of them, which are ctxpack's to set.
func withoutBreakpoints(part json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if !strings.Contains(string(part), `"cache_control"`) || json.Unmarshal(part, &members) != nil {
		return part
	}
	delete(members, "cache_control")
	var inner []json.RawMessage
	if json.Unmarshal(members["content"], &inner) == nil {
		for i := range inner {
			inner[i] = withoutBreakpoints(inner[i])
		}
		members["content"] = jsondoc.Encode(inner)
	}
	return jsondoc.Encode(members)
}

// responses writes a message as items of OpenAI's responses.
func (w *writer) responses(t turn) []any {
	m := &t[0]
	if m.home == string(w.to) && m.JSON != "" {
		return []any{json.RawMessage(msg.Clean(m.JSON))}
	}
	kinds := map[bool][2]string{false: {"function_call", "arguments"}, true: {"custom_tool_call", "input"}}
	d := dialect{
		shows: true,
		image: func(i Image) any {
			return object("type", "input_image", "image_url", i.Address(), "detail", cmp.Or(i.Detail, "auto"))
		},
		call: func(p *msg.Part) any {
			return object("type", kinds[p.Custom][0], "call_id", p.ID, "name", p.Name, kinds[p.Custom][1], p.Arguments)
		},
		result: func(p *msg.Part, text string, images []any) any {
			var output any = marked(p, text)
			if len(images) > 0 {
				output = append([]any{textPart("input_text")(marked(p, text))}, images...)
			}
			return object("type", kinds[p.Custom][0]+"_output", "call_id", p.ID, "output", output)
		},
	}
	var list []any
	var said blocks
	for _, p := range append(w.pieces(m, d), piece{}) {
		if ends := p.item == nil || p.kind == msg.CallKind; ends && len(said) > 0 {
			list = append(list, object("role", m.speaker(), "content", said.content(textPart("input_text"))))
			said = nil
		}
		switch {
		case p.item == nil:
		case p.kind == msg.CallKind || p.kind == msg.ResultKind:
			list = append(list, p.item)
		default:
			said.add(p.item, "\n")
		}
	}
	return list
}

// gemini writes a turn of the user's or of the model's. What a tool shows follows all results.
func (w *writer) gemini(t turn) []any {
	var all []msg.Part
	for k := range t {
		all = append(all, t[k].Parts...)
	}
	m := t[0]
	m.Parts = all
	var said, shown blocks
	d := dialect{
		shows: true,
		image: func(i Image) any {
			if i.URL != "" {
				return object("fileData", object("fileUri", i.URL))
			}
			return object("inlineData", object("mimeType", i.MediaType, "data", i.Data))
		},
		call: func(p *msg.Part) any { return object("functionCall", object("name", p.Name, "args", arguments(p))) },
		result: func(p *msg.Part, text string, images []any) any {
			shown = append(shown, images...)
			name := "result"
			if p.Failed {
				name = "error"
			}
			return object("functionResponse", object("name", p.Name, "response", object(name, text)))
		},
	}
	for _, p := range w.pieces(&m, d) {
		if p.kind != msg.ResultKind {
			said, shown = append(said, shown...), nil
		}
		said = append(said, p.item)
	}
	role := "user"
	if m.Role == Assistant {
		role = "model"
	}
	said = append(said, shown...)
	return []any{object("role", role, "parts", []any(said.parts(func(text string) any { return object("text", text) })))}
}
