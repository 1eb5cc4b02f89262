package messages

import "ctxpack/internal/text/jsondoc"

// toolCalls reads the array of a message's tool calls, or null.
func (r *reader) toolCalls(m *message, o *object) *jsondoc.Fault {
	at, _ := o.get(r, "tool_calls")
	if at.Empty() {
		return nil
	}
	inner := r.at(at)
	if f := inner.want('[', "an array of tool calls"); f != nil {
		return f.Under("tool_calls")
	}
	return inner.items(func(int) *jsondoc.Fault {
		o, f := inner.object("a tool call (an object)")
		if f != nil {
			return f
		}
		var c call
		if c.id, f = inner.nameOf(&o, "id"); f != nil {
			return f
		}
		return inner.called(m, c, &o, "function|custom", openAI)
	}).Under("tool_calls")
}

// functionCall reads the call of a function as it was written before there were tool calls.
func (r *reader) functionCall(m *message, o *object) *jsondoc.Fault {
	if at, _ := o.get(r, "function_call"); at.Empty() {
		return nil
	}
	return r.called(m, call{}, o, "function_call", "")
}

// called reads which tool is called with what.
func (r *reader) called(m *message, c call, o *object, names, home string) *jsondoc.Fault {
	fields, at, name := *o, jsondoc.Span{}, ""
	if at, name = o.get(r, names); !at.Empty() {
		var f *jsondoc.Fault
		if fields, f = r.at(at).object("an object with a name"); f != nil {
			return f.Under(name)
		}
	}
	var f *jsondoc.Fault
	if c.name, f = r.nameOf(&fields, "name"); f != nil {
		return f.Under(name)
	}
	c.arguments, _ = fields.get(r, "arguments|input|args")
	c.custom = name == "custom"
	if c.arguments.Empty() || r.Src[c.arguments.From] != '"' || !o.has("type") {
		home = "" // as other services write it
	}
	m.called(c, part{kind: CallKind, whole: o.Span, index: len(m.calls), home: home})
	return nil
}

// called adds a call to what a message says.
func (m *message) called(c call, p part) {
	m.calls = append(m.calls, c)
	m.own.parts = append(m.own.parts, p)
	m.mixed = true
}
