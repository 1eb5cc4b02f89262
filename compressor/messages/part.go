package messages

// part is a part of a message's content: where its fields stand. Which of them
// matter depends on the type, which may stand behind them.
type part struct {
	span
	kind                     string
	text, refusal, thinking  span
	id, toolUseID, name      span
	input, content, document span
}

func partNames() []string {
	return []string{"type", "text", "refusal", "thinking", "id", "tool_use_id", "name", "input", "content", "source"}
}

// part reads a part of a message's content.
func (r *reader) part(m *message) *fault {
	if r.peek() == '"' {
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

func (r *reader) partFields() (part, *fault) {
	p := part{span: span{r.pos, r.pos}}
	if f := r.want('{', "a part of the content (an object)"); f != nil {
		return p, f
	}
	f := r.fields(partNames(), func(key string) (f *fault) {
		if key == "type" {
			p.kind, f = r.text()
			return f
		}
		at, f := r.value()
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
	p.to = r.pos
	return p, f
}

// stringAt makes sure that a field that was skipped is a string. It gives an
// empty span for null and for a field that is not there.
func (r *reader) stringAt(at span, name string) (span, *fault) {
	if at.empty() {
		return at, nil
	}
	field := reader{scanner{src: r.src, pos: at.from}}
	sp, f := field.rawText()
	return sp, under(name, f)
}

// nameAt is stringAt, decoded.
func (r *reader) nameAt(at span, name string) (string, *fault) {
	sp, f := r.stringAt(at, name)
	if f != nil || sp.empty() {
		return "", f
	}
	return unquote(r.src[sp.from:sp.to]), nil
}

// weigh adds what a part costs to a body.
func (r *reader) weigh(b *body, p part) *fault {
	var text span
	var f *fault
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
		if text = r.plainSource(p.document); text.empty() {
			b.images++
		}
	default:
		if text = p.text; p.kind == "" && !text.empty() && r.src[text.from] == '"' {
			break
		}
		b.raw, text = append(b.raw, p.span), span{}
	}
	if f == nil && !text.empty() {
		b.texts = append(b.texts, text)
	}
	return f
}

// plainSource finds the text of a document that is given as text, which has no
// base64 that nobody counts.
func (r *reader) plainSource(at span) (text span) {
	if at.empty() || r.src[at.from] != '{' {
		return span{}
	}
	plain := false
	source := reader{scanner{src: r.src, pos: at.from}}
	_ = source.object(func(key string, _ int) *fault { // it was read once and has no fault
		value, f := source.value()
		switch key {
		case "type":
			plain = source.src[value.from:value.to] == `"text"`
		case "data":
			if source.src[value.from] == '"' {
				text = value
			}
		}
		return f
	})
	if !plain {
		return span{}
	}
	return text
}

// toolUse takes a part for a tool call.
func (r *reader) toolUse(m *message, p part) *fault {
	c := call{arguments: p.input}
	var f *fault
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
func (r *reader) toolResult(m *message, p part) *fault {
	var out result
	var f *fault
	if out.id, f = r.nameAt(p.toolUseID, "tool_use_id"); f != nil {
		return f
	}
	out.content = p.content
	if !p.content.empty() {
		content := reader{scanner{src: r.src, pos: p.content.from}}
		if f := content.resultContent(&out); f != nil {
			return under("content", f)
		}
	}
	if len(out.texts) > 0 {
		m.open(out.texts[0])
	}
	m.results = append(m.results, out)
	return nil
}

func (r *reader) resultContent(out *result) *fault {
	switch r.peek() {
	case '"':
		text, f := r.str()
		out.texts = append(out.texts, text)
		return f
	case '[':
		return r.items(func(int) *fault {
			if r.peek() == '"' {
				text, f := r.str()
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
		out.content = span{}
		return nil
	}
	return r.failf(r.pos, "want a string, null or an array of parts, got %s", r.kind())
}
