package providertest

import (
	"slices"
	"strings"
)

// turn is a run of messages of one role: "Consecutive user or assistant turns in
// your request will be combined into a single turn".
type turn struct {
	role  string
	index int // of its first message
	parts []part
}

// Anthropic checks a JSON array of messages against the rules of the messages
// API. That the first message is the user's is no rule any more; some services
// that offer the same models still ask for it, see [UserFirst].
func Anthropic(list []byte) []Violation {
	c := &checker{}
	messages := c.read(list)
	var turns []turn
	for i := range messages {
		m := &messages[i]
		c.anthropicContent(i, m, i == len(messages)-1)
		if len(turns) == 0 || turns[len(turns)-1].role != m.Role {
			turns = append(turns, turn{role: m.Role, index: i})
		}
		t := &turns[len(turns)-1]
		if m.text != nil {
			t.parts = append(t.parts, part{Type: "text", Text: m.text})
		}
		t.parts = append(t.parts, m.parts...)
	}
	c.turns(turns)
	return c.found
}

// UserFirst says whether the first message is the user's.
func UserFirst(list []byte) bool {
	messages := (&checker{}).read(list)
	return len(messages) > 0 && messages[0].Role == "user"
}

func (c *checker) anthropicContent(i int, m *message, last bool) {
	if m.Role != "user" && m.Role != "assistant" {
		c.report(RoleKnown, i, "role %q", m.Role)
	}
	if empty := m.text == nil && len(m.parts) == 0 || m.text != nil && strings.TrimSpace(*m.text) == ""; empty && (!last || m.Role != "assistant") {
		c.report(ContentPresent, i, "empty content")
	}
	results := true
	for _, p := range m.parts {
		role := ""
		switch p.Type {
		case "text":
			if p.Text == nil || strings.TrimSpace(*p.Text) == "" {
				c.report(TextNonEmpty, i, "an empty text")
			}
		case "tool_use", "thinking", "redacted_thinking":
			role = "assistant"
		case "tool_result", "image", "document":
			role = "user"
		}
		if role != "" && role != m.Role {
			c.report(PartsFit, i, "a part %q in a message of role %s", p.Type, m.Role)
		}
		if p.Type == "tool_result" && !results {
			c.report(ResultsFirst, i, "the result of %q after something else", p.ToolUseID)
		}
		results = results && p.Type == "tool_result"
	}
}

// turns checks that calls and results of neighbouring turns answer each other.
func (c *checker) turns(turns []turn) {
	var used []string
	open := []string{}
	for k, t := range turns {
		var answered []string
		for _, p := range t.parts {
			switch {
			case p.Type == "tool_use" && slices.Contains(used, p.ID):
				c.report(IDsUnique, t.index, "the id %q again", p.ID)
			case p.Type == "tool_use":
				used = append(used, p.ID)
			case p.Type != "tool_result":
			case slices.Contains(answered, p.ToolUseID):
				c.report(ResultOnce, t.index, "another result of %q", p.ToolUseID)
			case !slices.Contains(open, p.ToolUseID):
				c.report(ResultAnswers, t.index, "no call %q in the turn before", p.ToolUseID)
			default:
				answered = append(answered, p.ToolUseID)
			}
		}
		for _, id := range open {
			if !slices.Contains(answered, id) {
				c.report(CallAnswered, t.index-1, "no result of %q in the next turn", id)
			}
		}
		open = open[:0]
		for _, p := range t.parts {
			if p.Type == "tool_use" {
				open = append(open, p.ID)
			}
		}
		if k == len(turns)-1 {
			for _, id := range open {
				c.report(CallAnswered, t.index, "no result of %q", id)
			}
		}
	}
}
