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
		return inner.chatCall(m, form{id: "id"}, o, "function|custom")
	}).Under("tool_calls")
}

// functionCall reads a function call in the older format, before tool calls.
func (r *reader) functionCall(m *message, o *object) *jsondoc.Fault {
	if at, _ := o.get(r, "function_call"); at.Empty() {
		return nil
	}
	return r.chatCall(m, form{}, *o, "function_call")
}

// chatCall reads a call whose name and arguments are in the first of some members, or next to its id.
func (r *reader) chatCall(m *message, as form, whole object, names string) *jsondoc.Fault {
	fields := whole
	at, name := whole.get(r, names)
	if !at.Empty() {
		var f *jsondoc.Fault
		if fields, f = r.at(at).object("an object with a name"); f != nil {
			return f.Under(name)
		}
	}
	as.tool, as.body, as.under = "name", "arguments|input|args", name
	given, _ := fields.get(r, as.body)
	if isText := !given.Empty() && r.Src[given.From] == '"'; isText && as.id != "" && whole.has("type") {
		as.home = openAI // other services have another format
	}
	return r.addCall(m, as, whole, fields)
}
