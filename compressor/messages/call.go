package messages

import "ctxpack/internal/jsondoc"

// toolCalls reads the array of a message's tool calls, or null.
func (r *reader) toolCalls(m *message) *jsondoc.Fault {
	if r.isNull() {
		return nil
	}
	if f := r.want('[', "an array of tool calls"); f != nil {
		return f
	}
	return r.items(func(int) *jsondoc.Fault {
		if f := r.want('{', "a tool call (an object)"); f != nil {
			return f
		}
		var c call
		f := r.fields([]string{"id", "function", "custom"}, func(key string) (f *jsondoc.Fault) {
			switch key {
			case "id":
				c.id, f = r.text()
			case "function", "custom":
				f = r.called(&c)
			default:
				_, f = r.Value()
			}
			return f
		})
		m.calls = append(m.calls, c)
		m.mixed = true
		return f
	})
}

// functionCall reads the call of a function as it was written before there were
// tool calls.
func (r *reader) functionCall(m *message) *jsondoc.Fault {
	if r.isNull() {
		return nil
	}
	var c call
	f := r.called(&c)
	m.calls = append(m.calls, c)
	m.mixed = true
	return f
}

// called reads which tool is called with what.
func (r *reader) called(c *call) *jsondoc.Fault {
	if r.isNull() {
		return nil
	}
	if f := r.want('{', "an object with a name"); f != nil {
		return f
	}
	return r.fields([]string{"name", "arguments", "input"}, func(key string) (f *jsondoc.Fault) {
		switch key {
		case "name":
			c.name, f = r.text()
		case "arguments", "input":
			c.arguments, f = r.Value()
		default:
			_, f = r.Value()
		}
		return f
	})
}
