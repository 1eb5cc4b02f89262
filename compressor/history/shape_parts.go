package history

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// piece is the output for a part: a string, or a part as JSON.
type piece struct {
	kind msg.Kind
	item any
}

// pieces writes the parts of a message, results in the order of their calls before the user's other content. Only
// the user can show images.
func (w *writer) pieces(m *sent) (out []piece) {
	if m.Role != Assistant {
		slices.SortStableFunc(m.Parts, func(a, b msg.Part) int { return rank(&a) - rank(&b) })
	}
	var shown []piece // by tools, after all results
	for i := range m.Parts {
		p := &m.Parts[i]
		var item any
		if p.Kind != msg.ResultKind {
			out, shown = append(out, shown...), nil
		}
		isContent := w.to != OpenAI || m.Role != Assistant
		switch {
		case p.Home == string(w.to) && (isContent || p.Kind == msg.CallKind):
			item = json.RawMessage(p.JSON)
		case p.Home == string(w.to) && p.Kind == msg.MediaKind:
			continue // one of the extra members
		case p.Kind == msg.CallKind:
			item = w.part(p, nil)
		case p.Kind == msg.ResultKind:
			content, images := w.answer(m, p)
			item, shown = w.part(p, content), append(shown, images...)
		case p.Kind == msg.TextKind, p.Kind == msg.ServerKind, p.Kind == msg.MediaKind && p.Text != "":
			item = p.Text
		case p.Kind != msg.ImageKind || p.Fault != nil:
			w.fail(m, p)
			continue
		case m.Role == Assistant:
			item = named(p.Image)
		default:
			item = w.part(p, nil)
		}
		out = append(out, piece{p.Kind, item})
	}
	return append(out, shown...)
}

// rank returns the position of a part in a user message.
func rank(p *msg.Part) int {
	if p.Kind == msg.ResultKind {
		return p.Order
	}
	return 1 << 40
}

// answer returns a tool's answer: its text, or parts, and the images that follow.
func (w *writer) answer(m *sent, p *msg.Part) (content any, behind []piece) {
	var texts []string
	var images []any
	for _, inner := range p.Parts {
		switch {
		case inner.Kind == msg.ImageKind && inner.Fault != nil, inner.Kind == msg.MediaKind && inner.Text == "":
			w.fail(m, &inner)
		case inner.Kind == msg.ImageKind && w.dialect["shows"] == "behind":
			behind = append(behind, piece{msg.ImageKind, w.part(&inner, nil)})
		case inner.Kind == msg.ImageKind && w.dialect["shows"] == "inside":
			images = append(images, w.part(&inner, nil))
		case inner.Kind == msg.ImageKind:
			texts = append(texts, named(inner.Image))
		case inner.Kind == msg.OtherKind:
			texts = append(texts, inner.JSON)
		case inner.Kind != msg.ReasoningKind:
			texts = append(texts, inner.Text)
		}
	}
	text := strings.Join(texts, "\n")
	if p.Failed && w.dialect["result failed"] == "" {
		text = "[error] " + text
	}
	switch {
	case images == nil:
		return text, behind
	case strings.TrimSpace(text) != "":
		images = slices.Insert(images, 0, w.text(text))
	}
	return images, nil
}

// named describes an image that cannot be shown.
func named(i Image) string {
	if i.URL != "" {
		return "[image " + i.URL + "]"
	}
	return "[image " + i.MediaType + "]"
}

// blocks are the parts of a message, with adjacent texts joined.
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

// content returns a string if that is enough, else parts.
func (b blocks) content(write func(text string) any) any {
	if len(b) == 1 {
		if text, ok := b[0].(string); ok {
			return text
		}
	}
	return []any(b.parts(write))
}

// parts returns the blocks with texts written as parts.
func (b blocks) parts(write func(text string) any) blocks {
	for i := range b {
		if text, ok := b[i].(string); ok {
			b[i] = write(text)
		}
	}
	return b
}

func (w *writer) openAI(t turn) []any {

	var list, calls []any
	var said blocks
	extra := ""
	for k := range t {
		before := "\n\n"
		extra = cmp.Or(extra, t[k].extra)
		for _, p := range w.pieces(&t[k]) {
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
		pairs[3] = said.content(w.text)
	}
	if len(calls) > 0 {
		pairs = append(pairs, "tool_calls", calls)
	}
	message := object(pairs...)
	return append(list, json.RawMessage(string(message[:len(message)-1])+extra+"}"))
}

func (w *writer) anthropic(t turn) []any {
	if content := w.anthropicContent(t); content != nil {
		return []any{object("role", t[0].speaker(), "content", content)}
	}
	return nil
}

// anthropicContent returns a string if that is enough, else parts. The last part of a message with a breakpoint
// carries it. Reasoning must be followed by another part.
func (w *writer) anthropicContent(t turn) any {

	var said blocks
	end := 0 // after the last part that is not reasoning
	for k := range t {
		for _, p := range w.pieces(&t[k]) {
			if raw, ok := p.item.(json.RawMessage); ok {
				p.item = withoutBreakpoints(raw)
			}
			if said = append(said, p.item); p.kind != msg.ReasoningKind {
				end = len(said)
			}
		}
		if t[k].breakpoint && end > 0 {
			part := said[end-1 : end].parts(w.text)[0].(json.RawMessage)
			said[end-1] = json.RawMessage(string(part[:len(part)-1]) + `,"cache_control":{"type":"ephemeral"}}`)
		}
	}
	if end == 0 {
		return nil
	}
	return said[:end].content(w.text)
}

// plainID converts the id of a call to the letters that Anthropic accepts.
func plainID(id string) string {
	return strings.Map(func(r rune) rune {
		if isPlain := r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'; isPlain {
			return r
		}
		return '_'
	}, id)
}

// withoutBreakpoints removes the breakpoints from a part: a request may have a limited number, which ctxpack sets.
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

	var list []any
	var said blocks
	for _, p := range append(w.pieces(m), piece{}) {
		if ends := p.item == nil || p.kind == msg.CallKind; ends && len(said) > 0 {
			list = append(list, object("role", m.speaker(), "content", said.content(w.text)))
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

// gemini writes a turn of the user or the model.
func (w *writer) gemini(t turn) []any {
	m := t[0]
	m.Parts = mapped.Flat(t, func(m sent) []msg.Part { return m.Parts })
	said := blocks(mapped.Of(w.pieces(&m), func(p piece) any { return p.item }))
	role := m.speaker()
	if role == Assistant {
		role = "model"
	}
	return []any{object("role", role, "parts", []any(said.parts(w.text)))}
}
