package messages

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

func (r *reader) part(m *message) *jsondoc.Fault {
	if r.Peek() == '"' {
		text, f := r.Str()
		if f == nil {
			m.say(r, text)
		}
		return f
	}
	o, f := r.object("a part of the content (an object)")
	if f != nil {
		return f
	}
	return r.add(m, o)
}

func (r *reader) add(m *message, o object) *jsondoc.Fault {
	as, fields, f := r.find(o)
	if f != nil {
		return f
	}
	if as.style != chat {
		m.style = as.style
	}
	if as.name == "" {
		m.unknown, _ = r.nameOf(&o, "type")
		m.unknown = cmp.Or(m.unknown, o.first())
		m.strange = m.strange || as.strange
	}
	switch as.kind {
	case CallKind:
		return r.addCall(m, as, o, fields)
	case ResultKind:
		return r.addResult(m, as, o, fields)
	case bothKind:
		return r.addBoth(m, as, o, fields)
	case ReasoningKind:
		m.reasons = true
		return r.weigh(&m.own, as, o, fields)
	}
	m.mixed = true
	before := len(m.own.parts)
	if f := r.weigh(&m.own, as, o, fields); f != nil {
		return f
	}
	m.spoke = m.spoke || as.kind != TextKind
	for _, p := range m.own.parts[before:] {
		if p.said() {
			m.open(p.text)
			m.spoke = m.spoke || speaks(r, p.text)
		}
	}
	return nil
}

// speaks reports whether a string holds more than white space.
func speaks(r *reader, at jsondoc.Span) bool {
	const short = 64
	return at.To-at.From > short || strings.TrimSpace(jsondoc.Unquote(r.of(at))) != ""
}

// weigh adds the cost of a part to a body.
func (r *reader) weigh(b *body, as form, whole, fields object) *jsondoc.Fault {
	p := part{kind: as.kind, whole: whole.Span, home: as.homeOf(whole), signed: whole.has("thoughtSignature") || whole.has("thought_signature")}
	switch as.kind {
	case TextKind:
		if as.keyed {
			as.body = "text"
		}
		text, f := r.stringOf(&fields, as.body)
		if f != nil || text.Empty() {
			return f
		}
		if p.text = text; r.isTrue(&whole, "thought") {
			p.kind = ReasoningKind
		}
	case ReasoningKind:
		at := len(b.parts)
		b.parts = append(b.parts, p)
		f := r.weighReasoning(b, as, fields)
		if len(b.parts) > at+1 { // the first text is that of the part
			b.parts[at].text = b.parts[at+1].text
			b.parts = slices.Delete(b.parts, at+1, at+2)
		}
		return f
	case MediaKind:
		p.text = r.plainSource(fields, as.body)
		if media, _ := r.nameOf(&fields, "mimeType|mime_type|mediaType|media_type"); p.text.Empty() && strings.HasPrefix(media, "image/") {
			p.kind = ImageKind
		}
	case OtherKind:
		if fields.has("cachePoint") {
			return nil
		}
	}
	b.parts = append(b.parts, p)
	return nil
}

// weighReasoning adds all texts of a part of reasoning. Encrypted text costs about as much as the original.
func (r *reader) weighReasoning(b *body, as form, fields object) *jsondoc.Fault {
	for name := range strings.SplitSeq(as.body, "|") {
		at, _ := fields.get(r, name)
		if f := r.reasoning(b, at); f != nil {
			return f.Under(name)
		}
	}
	for _, name := range []string{"encrypted_content", "data", "redactedContent"} {
		if at, _ := fields.get(r, name); !at.Empty() {
			b.sealed += at.To - at.From
		}
	}
	return nil
}

// reasoning adds a string, or the texts in an object or an array.
func (r *reader) reasoning(b *body, at jsondoc.Span) *jsondoc.Fault {
	if at.Empty() {
		return nil
	}
	switch r.Src[at.From] {
	case '"':
		b.think(at)
	case '{':
		o, _, f := r.objectAt(at)
		if text, _ := o.get(r, "text|summary"); f == nil && !text.Empty() && r.Src[text.From] == '"' {
			b.think(text)
		}
		return f
	case '[':
		inner := r.at(at)
		return inner.items(func(int) *jsondoc.Fault {
			item, f := inner.Value()
			if f == nil && r.Src[item.From] != '[' {
				f = r.reasoning(b, item)
			}
			return f
		})
	}
	return nil
}

// plainSource finds the text of a plain-text document, which, unlike base64, is counted.
func (r *reader) plainSource(fields object, member string) jsondoc.Span {
	if member == "" {
		return jsondoc.Span{}
	}
	at, _ := fields.get(r, member)
	source, ok, f := r.objectAt(at)
	if !ok || f != nil {
		return jsondoc.Span{}
	}
	kind, _ := r.nameOf(&source, "type")
	name := "text" // Bedrock's
	if kind == "text" {
		name = "data"
	}
	text, f := r.stringOf(&source, name)
	if f != nil {
		return jsondoc.Span{}
	}
	return text
}

// addCall reads a part or an item as a tool call.
func (r *reader) addCall(m *message, as form, whole, fields object) *jsondoc.Fault {
	var c call
	var f *jsondoc.Fault
	identified := &fields
	if as.kind == OtherKind {
		identified = &whole
	}
	if c.id, f = r.nameOf(identified, as.id); f != nil {
		return f
	}
	if as.id == "call_id" && c.id == "" {
		m.strange = !m.item
		// A call run by the provider: call and result are one part.
		m.own.parts = append(m.own.parts, part{kind: ServerKind, whole: whole.Span, home: responses})
		return nil
	}
	if c.name, f = r.nameOf(&fields, as.tool); f != nil && as.under != "" {
		f = f.Under(as.under)
	}
	if f != nil {
		return f
	}
	body := as.body
	if as.kind == bothKind {
		body = "input|args"
	}
	c.arguments, _ = fields.get(r, body)
	kind, _ := r.nameOf(&whole, "type")
	c.custom = kind == "custom_tool_call" || as.under == "custom"
	if c.name == "" && as.kind != OtherKind { // the type names the tool
		c.name = strings.TrimSuffix(strings.TrimPrefix(kind, "tool-"), "_call")
	}
	m.own.parts = append(m.own.parts, as.part(whole, CallKind, len(m.calls)))
	m.calls = append(m.calls, c)
	m.mixed = true
	return nil
}

// addBoth reads a part as a call with its result, if it has one already.
func (r *reader) addBoth(m *message, as form, whole, fields object) *jsondoc.Fault {
	if f := r.addCall(m, as, whole, fields); f != nil {
		return f
	}
	if at, _ := fields.get(r, as.body); at.Empty() {
		return nil
	}
	if f := r.addResult(m, as, whole, fields); f != nil {
		return f
	}
	m.results[len(m.results)-1].inside = len(m.calls)
	return nil
}

// addResult reads a part or an item as the result of a tool call.
func (r *reader) addResult(m *message, as form, whole, fields object) *jsondoc.Fault {
	out := result{array: as.array, object: as.object}
	var f *jsondoc.Fault
	if out.id, f = r.nameOf(&fields, as.id); f != nil {
		return f
	}
	if as.id == "call_id" && out.id == "" && m.item {
		m.own.parts = append(m.own.parts, part{kind: ServerKind, whole: whole.Span, home: responses}) // answered by the provider itself
		return nil
	}
	if as.tool != "" {
		if out.name, f = r.nameOf(&fields, as.tool); f != nil {
			return f
		}
	}
	content, name := fields.get(r, as.body)
	if content.Empty() && as.name == "tool-result" { // the format of earlier releases
		content, name = fields.get(r, "result")
		out.array, out.object = "%s", "%s"
	}
	switch {
	case as.body == "":
		out.keep(whole.Span)
	case !content.Empty():
		out.content = content
		if f := r.resultContent(&out, content); f != nil {
			return f.Under(name)
		}
	}
	if shown, _ := fields.get(r, "parts"); as.style == gemini && !shown.Empty() { // a placeholder does not keep them
		out.content = jsondoc.Span{}
		if f := r.resultContent(&out, shown); f != nil {
			return f.Under("parts")
		}
	}
	if texts := out.texts(); len(texts) > 0 {
		m.open(texts[0])
	}
	out.failed = out.failed || r.isTrue(&fields, "is_error") || r.isTrue(&fields, "isError") || strings.HasPrefix(name, "error")
	if status, _ := r.nameOf(&fields, "status"); status == "error" {
		out.failed = true
	}
	m.own.parts = append(m.own.parts, as.part(whole, ResultKind, len(m.results)))
	m.results = append(m.results, out)
	return nil
}

// resultContent reads the content of a result: a string, an array of parts, or an object.
func (r *reader) resultContent(out *result, at jsondoc.Span) *jsondoc.Fault {
	inner := r.at(at)
	switch r.Src[at.From] {
	case '"':
		out.say(at)
		return nil
	case '[':
		return inner.items(func(int) *jsondoc.Fault {
			if inner.Peek() == '"' {
				text, f := inner.Str()
				out.say(text)
				return f
			}
			o, f := inner.object("a part of the content (an object)")
			if f != nil {
				return f
			}
			as, fields, f := inner.find(o)
			response, _ := fields.get(r, "response")
			if isGemini := f == nil && as.style == gemini && as.kind == ResultKind; isGemini && !response.Empty() {
				out.object = "%s"
				return r.resultContent(out, response)
			}
			if f != nil || as.kind >= CallKind {
				as, fields = form{}, o // a call inside a result is not a call
			}
			return inner.weigh(&out.body, as, o, fields)
		})
	case '{':
		o, _, f := r.objectAt(at)
		if f != nil {
			return f
		}
		if out.object == "" { // the format cannot hold a text
			as, fields, f := r.find(o)
			out.content = jsondoc.Span{}
			if f != nil || as.kind >= CallKind {
				as = form{}
			}
			return r.weigh(&out.body, as, o, fields)
		}
		value, name := o.get(r, "value|output|result|content|error")
		kind, _ := r.nameOf(&o, "type")
		out.failed = name == "error" || strings.HasPrefix(kind, "error-") || kind == "execution-denied"
		switch {
		case value.Empty() || len(o.members) > 1 && name != "value":
			out.keep(at)
		case r.Src[value.From] == '"':
			out.say(value)
		case r.Src[value.From] == '[' && name == "value":
			return r.resultContent(out, value)
		default:
			out.keep(at)
		}
		return nil
	}
	if out.object == "" {
		return inner.want('"', "a string, null or an array of parts")
	}
	out.keep(at)
	return nil
}

// say, think and keep add a text, reasoning, and JSON without a known format.
func (b *body) say(text jsondoc.Span) { b.parts = append(b.parts, part{kind: TextKind, text: text}) }

func (b *body) think(text jsondoc.Span) {
	b.parts = append(b.parts, part{kind: ReasoningKind, text: text})
}

func (b *body) keep(at jsondoc.Span) { b.parts = append(b.parts, part{kind: OtherKind, whole: at}) }

// part returns a call or a result as a part of its message.
func (as form) part(whole object, kind Kind, index int) part {
	return part{kind: kind, whole: whole.Span, index: index, home: as.homeOf(whole), server: as.server}
}

// homeOf returns the provider that accepts a part unchanged. A plain text can be rewritten for any provider.
func (as form) homeOf(whole object) string {
	switch {
	case as.name == "text" && as.keyed && len(whole.members) > 1:
		return google
	case as.name == "text" && whole.has("citations"):
		return anthropic
	case as.name == "image" && !whole.has("source"), as.name == "file" && !whole.has("file"):
		return ""
	}
	return as.home
}
