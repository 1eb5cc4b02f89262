package providertest

import "slices"

// OpenAI checks a JSON array of messages against the rules of chat completions.
func OpenAI(list []byte) []Violation {
	c := &checker{}
	open := map[string]bool{} // calls of the latest assistant message, and whether they have a result
	at := 0                   // where that stands
	for i, m := range c.read(list) {
		if m.Role != "tool" {
			c.unanswered(at, open)
			open = map[string]bool{}
		}
		c.openAIContent(i, &m)
		switch m.Role {
		case "system", "developer", "user":
		case "function":
			if m.Name == "" {
				c.report(NameGiven, i, "a function's result without its name")
			}
		case "assistant":
			at = i
			if m.ToolCalls == nil {
				continue
			}
			if len(*m.ToolCalls) == 0 {
				c.report(CallsNonEmpty, i, "an empty array")
			}
			for _, call := range *m.ToolCalls {
				open[call.ID] = false
			}
		case "tool":
			answered, ok := open[m.ToolCallID]
			switch {
			case !ok:
				c.report(ResultAnswers, i, "no call %q in the message before the results", m.ToolCallID)
			case answered:
				c.report(ResultOnce, i, "another result of %q", m.ToolCallID)
			default:
				open[m.ToolCallID] = true
			}
		default:
			c.report(RoleKnown, i, "role %q", m.Role)
		}
	}
	c.unanswered(at, open)
	return c.found
}

func (c *checker) unanswered(i int, open map[string]bool) {
	var ids []string
	for id, answered := range open {
		if !answered {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		c.report(CallAnswered, i, "no result of %q in the messages after it", id)
	}
}

func (c *checker) openAIContent(i int, m *message) {
	if m.text == nil && m.parts == nil {
		if m.Role != "assistant" || m.ToolCalls == nil && m.FunctionCall == nil && m.Refusal == nil {
			c.report(ContentPresent, i, "no content in a message of role %s", m.Role)
		}
	}
	for _, p := range m.parts {
		fits := p.Type == "text"
		switch m.Role {
		case "user":
			fits = fits || slices.Contains([]string{"image_url", "input_audio", "file"}, p.Type)
		case "assistant":
			fits = fits || p.Type == "refusal"
		}
		if !fits {
			c.report(PartsFit, i, "a part %q in a message of role %s", p.Type, m.Role)
		}
	}
}
