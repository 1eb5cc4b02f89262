package providertest

import (
	"encoding/json"
	"strings"
)

// The rules of the services whose shapes are others. Names of rules are those of
// the two above, in their sense.
const (
	// Alternates, Bedrock: "roles must alternate between "user" and "assistant"";
	// Gemini: "multiturn requests alternate between user and model".
	Alternates Rule = "roles alternate"
	// BeginsWithUser, Bedrock: "A conversation must start with a user message".
	BeginsWithUser Rule = "begins with the user"
	// ReasoningLeads, OpenAI's responses: "Item of type 'reasoning' was provided
	// without its required following item".
	ReasoningLeads Rule = "reasoning leads to something"
	// OnlyKnown, all: fields of ctxpack's own are refused ("Unknown name",
	// "Unknown parameter", "Extra inputs are not permitted").
	OnlyKnown Rule = "only known fields"
)

// each decodes an array of objects.
func (c *checker) each(list []byte) []map[string]json.RawMessage {
	var all []map[string]json.RawMessage
	if err := json.Unmarshal(list, &all); err != nil {
		c.report(Readable, 0, "%s", err)
	}
	return all
}

func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// OwnFields finds messages with fields that only ctxpack knows.
func OwnFields(list []byte) []Violation {
	c := &checker{}
	for i, m := range c.each(list) {
		for _, name := range []string{"_truncated", "_original_tokens", "summarized", "agent_instruction", "tokens"} {
			if m[name] != nil {
				c.report(OnlyKnown, i, "a field %q", name)
			}
		}
	}
	return c.found
}

// Responses checks the items of `input` of OpenAI's responses.
func Responses(list []byte) []Violation {
	c := &checker{}
	calls := map[string]int{} // index of the call, -1 once it is answered
	items := c.each(list)
	for i, item := range items {
		id := text(item["call_id"])
		switch kind := text(item["type"]); {
		case strings.HasSuffix(kind, "_call_output"):
			if at, ok := calls[id]; !ok || at < 0 {
				c.report(ResultAnswers, i, "no call %q before it", id)
			}
			calls[id] = -1
		case strings.HasSuffix(kind, "_call"):
			calls[id] = i
		case kind == "reasoning":
			next := ""
			if i+1 < len(items) {
				next = text(items[i+1]["type"])
			}
			if next != "function_call" && next != "reasoning" && (next != "message" || text(items[i+1]["role"]) != "assistant") {
				c.report(ReasoningLeads, i, "nothing after reasoning")
			}
		case item["role"] == nil:
			c.report(RoleKnown, i, "type %q", kind)
		}
	}
	for id, at := range calls {
		if at >= 0 {
			c.report(CallAnswered, at, "no result of %q", id)
		}
	}
	return c.found
}

// Gemini checks `contents`: turns of user and model, and as many responses in
// the turn after one with calls as that has.
func Gemini(list []byte) []Violation {
	c := &checker{}
	return c.turnwise(list, "parts", "model", func(part map[string]json.RawMessage) (call, result string) {
		var f struct{ Name string }
		if part["functionCall"] != nil && json.Unmarshal(part["functionCall"], &f) == nil {
			return f.Name, ""
		}
		if part["functionResponse"] != nil && json.Unmarshal(part["functionResponse"], &f) == nil {
			return "", f.Name
		}
		return "", ""
	})
}

// Bedrock checks the messages of Converse.
func Bedrock(list []byte) []Violation {
	c := &checker{}
	return c.turnwise(list, "content", "assistant", func(part map[string]json.RawMessage) (call, result string) {
		var f struct{ ToolUseID string }
		if part["toolUse"] != nil && json.Unmarshal(part["toolUse"], &f) == nil {
			return f.ToolUseID, ""
		}
		if part["toolResult"] != nil && json.Unmarshal(part["toolResult"], &f) == nil {
			return "", f.ToolUseID
		}
		return "", ""
	})
}

// turnwise checks messages that hold their parts under a name, in which calls
// are answered by the next message.
func (c *checker) turnwise(list []byte, parts, model string, of func(map[string]json.RawMessage) (call, result string)) []Violation {
	open := map[string]int{}
	last := ""
	for i, m := range c.each(list) {
		role := text(m["role"])
		switch {
		case role != "user" && role != model:
			c.report(RoleKnown, i, "role %q", role)
		case i == 0 && role != "user":
			c.report(BeginsWithUser, i, "role %q", role)
		case role == last:
			c.report(Alternates, i, "role %q again", role)
		}
		last = role
		var content []map[string]json.RawMessage
		if json.Unmarshal(m[parts], &content) != nil || len(content) == 0 {
			c.report(ContentPresent, i, "no %s", parts)
		}
		before := open
		open = map[string]int{}
		for _, part := range content {
			call, result := of(part)
			switch {
			case call != "":
				open[call]++
			case result == "":
				if part["text"] != nil && strings.TrimSpace(text(part["text"])) == "" {
					c.report(TextNonEmpty, i, "an empty text")
				}
			case before[result] == 0:
				c.report(ResultAnswers, i, "no call %q in the message before", result)
			default:
				before[result]--
			}
		}
		for id, n := range before {
			if n > 0 {
				c.report(CallAnswered, i-1, "no result of %q in the next message", id)
			}
		}
	}
	for id := range open {
		c.report(CallAnswered, len(list), "no result of %q", id)
	}
	return c.found
}

// Vercel checks the messages for models of the AI SDK.
func Vercel(list []byte) []Violation {
	c := &checker{}
	open := map[string]int{}
	for i, m := range c.each(list) {
		var content []struct{ Type, ToolCallID string }
		if json.Unmarshal(m["content"], &content) != nil {
			continue // a string
		}
		for _, part := range content {
			switch at, ok := open[part.ToolCallID]; {
			case part.Type == "tool-call":
				open[part.ToolCallID] = i
			case part.Type != "tool-result":
			case !ok || at < 0:
				c.report(ResultAnswers, i, "no call %q", part.ToolCallID)
			default:
				open[part.ToolCallID] = -1
			}
		}
	}
	for id, at := range open {
		if at >= 0 {
			c.report(CallAnswered, at, "no result of %q", id)
		}
	}
	return c.found
}
