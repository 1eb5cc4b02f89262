package messages

import "ctxpack/internal/jsondoc"

// part is a part of a message's content: where its fields stand. Which of them
// matter depends on the type, which may stand behind them.
type part struct {
	jsondoc.Span
	kind                     string
	text, refusal, thinking  jsondoc.Span
	id, toolUseID, name      jsondoc.Span
	input, content, document jsondoc.Span
}

func partNames() []string {
	return []string{"type", "text", "refusal", "thinking", "id", "tool_use_id", "name", "input", "content", "source"}
}

// part reads a part of a message's content.
func (r *reader) part(m *message) *jsondoc.Fault {
	if r.Peek() == '"' {
		return r.ownText(m)
	}
	p, f := r.partFields()
	if f != nil {
		return f
	}
	switch p.kind {
	case "tool_use":
		m.mixed = true
		return r.toolUse(m, p)
	case "tool_result":
		return r.toolResult(m, p)
	}
	m.mixed = true
	said := len(m.own.texts)
	if f := r.weigh(&m.own, p); f != nil {
		return f
	}
	if len(m.own.texts) > said {
		m.open(m.own.texts[said])
	}
	return nil
}

func (r *reader) partFields() (part, *jsondoc.Fault) {
	p := part{Span: jsondoc.Span{From: r.Pos, To: r.Pos}}
	if f := r.want('{', "a part of the content (an object)"); f != nil {
		return p, f
	}
	f := r.fields(partNames(), func(key string) (f *jsondoc.Fault) {
		if key == "type" {
			p.kind, f = r.text()
			return f
		}
		at, f := r.Value()
		switch key {
		case "text":
			p.text = at
		case "refusal":
			p.refusal = at
		case "thinking":
			p.thinking = at
		case "id":
			p.id = at
		case "tool_use_id":
			p.toolUseID = at
		case "name":
			p.name = at
		case "input":
			p.input = at
		case "content":
			p.content = at
		case "source":
			p.document = at
		}
		return f
	})
	p.To = r.Pos
	return p, f
}

// stringAt makes sure that a field that was skipped is a string. It gives an
// empty span for null and for a field that is not there.
func (r *reader) stringAt(at jsondoc.Span, name string) (jsondoc.Span, *jsondoc.Fault) {
	if at.Empty() {
		return at, nil
	}
	field := r.at(at)
	sp, f := field.rawText()
	return sp, f.Under(name)
}

// nameAt is stringAt, decoded.
func (r *reader) nameAt(at jsondoc.Span, name string) (string, *jsondoc.Fault) {
	sp, f := r.stringAt(at, name)
	if f != nil || sp.Empty() {
		return "", f
	}
	return jsondoc.Unquote(r.of(sp)), nil
}

// weigh adds what a part costs to a body.
func (r *reader) weigh(b *body, p part) *jsondoc.Fault {
	var text jsondoc.Span
	var f *jsondoc.Fault
	switch p.kind {
	case "text", "input_text", "output_text":
		text, f = r.stringAt(p.text, "text")
	case "refusal":
		text, f = r.stringAt(p.refusal, "refusal")
	case "thinking":
		text, f = r.stringAt(p.thinking, "thinking")
	case "image", "image_url", "input_image":
		b.images++
	case "document", "file", "input_file", "input_audio", "audio", "video", "video_url":
		if text = r.plainSource(p.document); text.Empty() {
			b.images++
		}
	default:
		if text = p.text; p.kind == "" && !text.Empty() && r.Src[text.From] == '"' {
			break
		}
		b.raw, text = append(b.raw, p.Span), jsondoc.Span{}
	}
	if f == nil && !text.Empty() {
		b.texts = append(b.texts, text)
	}
	return f
}

// plainSource finds the text of a document that is given as text, which has no
// base64 that nobody counts.
func (r *reader) plainSource(at jsondoc.Span) (text jsondoc.Span) {
	if at.Empty() || r.Src[at.From] != '{' {
		return jsondoc.Span{}
	}
	plain := false
	source := r.at(at)
	_ = source.Object(func(name jsondoc.Span) *jsondoc.Fault { // it was read once and has no fault
		value, f := source.Value()
		switch jsondoc.Unquote(r.of(name)) {
		case "type":
			plain = r.of(value) == `"text"`
		case "data":
			if r.Src[value.From] == '"' {
				text = value
			}
		}
		return f
	})
	if !plain {
		return jsondoc.Span{}
	}
	return text
}

// toolUse takes a part for a tool call.
func (r *reader) toolUse(m *message, p part) *jsondoc.Fault {
	c := call{arguments: p.input}
	var f *jsondoc.Fault
	if c.id, f = r.nameAt(p.id, "id"); f != nil {
		return f
	}
	if c.name, f = r.nameAt(p.name, "name"); f != nil {
		return f
	}
	m.calls = append(m.calls, c)
	return nil
}

// toolResult takes a part for the result of a tool call: its content is a
// string, an array of parts, or not there.
func (r *reader) toolResult(m *message, p part) *jsondoc.Fault {
	var out result
	var f *jsondoc.Fault
	if out.id, f = r.nameAt(p.toolUseID, "tool_use_id"); f != nil {
		return f
	}
	out.content = p.content
	if !p.content.Empty() {
		content := r.at(p.content)
		if f := content.resultContent(&out); f != nil {
			return f.Under("content")
		}
	}
	if len(out.texts) > 0 {
		m.open(out.texts[0])
	}
	m.results = append(m.results, out)
	return nil
}

func (r *reader) resultContent(out *result) *jsondoc.Fault {
	switch r.Peek() {
	case '"':
		text, f := r.Str()
		out.texts = append(out.texts, text)
		return f
	case '[':
		return r.items(func(int) *jsondoc.Fault {
			if r.Peek() == '"' {
				text, f := r.Str()
				out.texts = append(out.texts, text)
				return f
			}
			p, f := r.partFields()
			if f != nil {
				return f
			}
			return r.weigh(&out.body, p)
		})
	}
	if r.isNull() {
		out.content = jsondoc.Span{}
		return nil
	}
	return r.Failf(r.Pos, "want a string, null or an array of parts, got %s", r.kind())
}
