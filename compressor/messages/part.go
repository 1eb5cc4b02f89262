package messages

import (
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// part reads a part of a message's content.
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

// add adds what a part is to a message.
func (r *reader) add(m *message, o object) *jsondoc.Fault {
	as, fields, f := r.find(o)
	if f != nil {
		return f
	}
	if as.style != chat {
		m.style = as.style
	}
	switch as.kind {
	case callKind:
		return r.addCall(m, as, o, fields)
	case resultKind:
		return r.addResult(m, as, o, fields)
	case bothKind:
		return r.addBoth(m, as, o, fields)
	case refusedKind:
		return r.Failf(o.From, "a part %q, which cannot be paired with what it belongs to", as.name)
	case reasoningKind:
		m.reasons = true
		if as.name == "thinking" || as.name == "redacted_thinking" {
			m.own.thoughts = append(m.own.thoughts, o.Span)
		}
		return r.weigh(&m.own, as, o, fields)
	}
	m.mixed = true
	said := len(m.own.texts)
	if f := r.weigh(&m.own, as, o, fields); f != nil {
		return f
	}
	if len(m.own.texts) > said {
		m.open(m.own.texts[said])
	}
	m.spoke = m.spoke || as.kind != textKind || len(m.own.texts) > said && speaks(r, m.own.texts[said])
	return nil
}

// speaks reports whether a string holds more than white space.
func speaks(r *reader, at jsondoc.Span) bool {
	const short = 64
	return at.To-at.From > short || strings.TrimSpace(jsondoc.Unquote(r.of(at))) != ""
}

// weigh adds what a part costs to a body.
func (r *reader) weigh(b *body, as form, whole, fields object) *jsondoc.Fault {
	switch as.kind {
	case textKind:
		if as.keyed {
			as.body = "text"
		}
		text, f := r.stringOf(&fields, as.body)
		if f != nil || text.Empty() {
			return f
		}
		if r.isTrue(&whole, "thought") {
			b.reasoning = append(b.reasoning, text)
		} else {
			b.texts = append(b.texts, text)
		}
	case reasoningKind:
		return r.weighReasoning(b, as, fields)
	case imageKind:
		b.images++
		b.pictures = append(b.pictures, whole.Span)
	case mediaKind:
		if text := r.plainSource(fields, as.body); !text.Empty() {
			b.texts = append(b.texts, text)
			return nil
		}
		b.images++
		if media, _ := r.nameOf(&fields, "mimeType|mime_type|mediaType|media_type"); strings.HasPrefix(media, "image/") {
			b.pictures = append(b.pictures, whole.Span)
		}
	default:
		if !fields.has("cachePoint") {
			b.raw = append(b.raw, whole.Span)
		}
	}
	return nil
}

// weighReasoning adds all that a part of reasoning says. What is encrypted costs
// about what it was.
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

// reasoning adds a string, or what an object or an array of them holds as text.
func (r *reader) reasoning(b *body, at jsondoc.Span) *jsondoc.Fault {
	if at.Empty() {
		return nil
	}
	switch r.Src[at.From] {
	case '"':
		b.reasoning = append(b.reasoning, at)
	case '{':
		o, _, f := r.objectAt(at)
		if text, _ := o.get(r, "text|summary"); f == nil && !text.Empty() && r.Src[text.From] == '"' {
			b.reasoning = append(b.reasoning, text)
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

// plainSource finds the text of a document that is given as text, which has no
// base64 that nobody counts.
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

// addCall takes a part or an item for a tool call.
func (r *reader) addCall(m *message, as form, whole, fields object) *jsondoc.Fault {
	var c call
	var f *jsondoc.Fault
	if c.id, f = r.nameOf(&fields, as.id); f != nil {
		return f
	}
	if as.id == "call_id" && c.id == "" {
		if !m.item {
			return r.Failf(whole.From, "a tool call without an id, which cannot be paired with its result")
		}
		// The server has answered it itself: call and result are one.
		m.own.raw = append(m.own.raw, whole.Span)
		return nil
	}
	if c.name, f = r.nameOf(&fields, as.tool); f != nil {
		return f
	}
	if kind, _ := r.nameOf(&whole, "type"); c.name == "" && as.style == display {
		c.name = strings.TrimPrefix(kind, "tool-")
	}
	body := as.body
	if as.kind == bothKind {
		body = "input|args"
	}
	c.arguments, _ = fields.get(r, body)
	m.calls = append(m.calls, c)
	m.mixed = true
	return nil
}

// addBoth takes a part for a call with its result, if it has one already.
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

// addResult takes a part or an item for the result of a tool call.
func (r *reader) addResult(m *message, as form, whole, fields object) *jsondoc.Fault {
	out := result{array: as.array, object: as.object}
	var f *jsondoc.Fault
	if out.id, f = r.nameOf(&fields, as.id); f != nil {
		return f
	}
	if as.tool != "" {
		if out.name, f = r.nameOf(&fields, as.tool); f != nil {
			return f
		}
	}
	content, name := fields.get(r, as.body)
	if content.Empty() && as.name == "tool-result" { // as it was in earlier releases
		content, name = fields.get(r, "result")
		out.array, out.object = "%s", "%s"
	}
	switch {
	case as.body == "":
		out.raw = append(out.raw, whole.Span)
	case !content.Empty():
		out.content = content
		if f := r.resultContent(&out, content); f != nil {
			return f.Under(name)
		}
	}
	if len(out.texts) > 0 {
		m.open(out.texts[0])
	}
	m.results = append(m.results, out)
	return nil
}

// resultContent reads what a tool has given back: a string, an array of parts,
// or an object.
func (r *reader) resultContent(out *result, at jsondoc.Span) *jsondoc.Fault {
	inner := r.at(at)
	switch r.Src[at.From] {
	case '"':
		out.texts = append(out.texts, at)
		return nil
	case '[':
		return inner.items(func(int) *jsondoc.Fault {
			if inner.Peek() == '"' {
				text, f := inner.Str()
				out.texts = append(out.texts, text)
				return f
			}
			o, f := inner.object("a part of the content (an object)")
			if f != nil {
				return f
			}
			as, fields, f := inner.find(o)
			if f != nil || as.kind >= callKind {
				as, fields = form{}, o // whatever a tool says, it is no call
			}
			return inner.weigh(&out.body, as, o, fields)
		})
	case '{':
		if out.object == "" {
			return inner.want('"', "a string, null or an array of parts")
		}
		o, _, f := r.objectAt(at)
		if f != nil {
			return f
		}
		value, name := o.get(r, "value|output|result|content|error")
		switch {
		case value.Empty() || len(o.members) > 1 && name != "value":
			out.raw = append(out.raw, at)
		case r.Src[value.From] == '"':
			out.texts = append(out.texts, value)
		case r.Src[value.From] == '[' && name == "value":
			return r.resultContent(out, value)
		default:
			out.raw = append(out.raw, at)
		}
		return nil
	}
	if out.object == "" {
		return inner.want('"', "a string, null or an array of parts")
	}
	out.raw = append(out.raw, at)
	return nil
}
