// Package providertest checks lists of messages against the rules that OpenAI (chat
// completions) and Anthropic (messages) publish for the order and the contents
// of messages, and that their services enforce with status 400. It is for
// tests: whatever ctxpack makes of a valid conversation must stay one.
//
// The rules that are named here are about messages that come after one another.
// Models, limits and parameters are not looked at, nor are fields that a service
// does not know.
//
// The package is pure and safe for concurrent use.
package providertest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Rule is the name of a rule.
type Rule string

// The rules. OpenAI's are in the API reference of chat completions and the guide
// on function calling; Anthropic's in the API reference of messages and the
// guide on tool use, section on handling tool results. What the services answer
// to a violation is quoted.
const (
	// RoleKnown, both. OpenAI: system, developer, user, assistant, tool,
	// function. Anthropic: user and assistant; "there is no "system" role for
	// input messages".
	RoleKnown Rule = "role known"
	// ContentPresent, both. OpenAI: content may be left out or null only in an
	// assistant message with calls or a refusal. Anthropic: "all messages must
	// have non-empty content except for the optional final assistant message".
	ContentPresent Rule = "content present"
	// TextNonEmpty, Anthropic: "text content blocks must be non-empty".
	TextNonEmpty Rule = "text non-empty"
	// PartsFit, both: parts that the role may have. OpenAI: images only from the
	// user. Anthropic: tool_use only from the assistant, tool_result and images
	// only from the user.
	PartsFit Rule = "parts fit"
	// CallsNonEmpty, OpenAI: tool_calls is left out rather than empty ("[] is too
	// short").
	CallsNonEmpty Rule = "calls non-empty"
	// CallAnswered, both. OpenAI: "An assistant message with 'tool_calls' must be
	// followed by tool messages responding to each 'tool_call_id'". Anthropic:
	// "Each `tool_use` block must have a corresponding `tool_result` block in the
	// next message".
	CallAnswered Rule = "call answered"
	// ResultAnswers, both. OpenAI: "messages with role 'tool' must be a response
	// to a preceding message with 'tool_calls'". Anthropic: "Each `tool_result`
	// block must have a corresponding `tool_use` block in the previous message".
	ResultAnswers Rule = "result answers"
	// ResultOnce, both: a call has a single result.
	ResultOnce Rule = "result once"
	// ResultsFirst, Anthropic: "the tool_result blocks must come first in the
	// content array. Any text must come after all tool results".
	ResultsFirst Rule = "results first"
	// IDsUnique, Anthropic: "`tool_use` ids must be unique".
	IDsUnique Rule = "ids unique"
	// NameGiven, OpenAI: a message of role function names the function.
	NameGiven Rule = "name given"
	// Readable, both: the list is an array of objects.
	Readable Rule = "readable"
)

// Violation is a rule that a list of messages breaks.
type Violation struct {
	Rule  Rule
	Index int // of the message
	Text  string
}

// String names the message and the rule.
func (v Violation) String() string { return fmt.Sprintf("message %d: %s: %s", v.Index, v.Rule, v.Text) }

// message is a message in either shape.
type message struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	Name       string          `json:"name"`
	Refusal    *string         `json:"refusal"`
	ToolCallID string          `json:"tool_call_id"`
	ToolCalls  *[]struct {
		ID string `json:"id"`
	} `json:"tool_calls"`
	FunctionCall *struct{} `json:"function_call"`

	parts []part
	text  *string // content that is a string
}

// part is a part of a message's content in either shape.
type part struct {
	Type      string  `json:"type"`
	Text      *string `json:"text"`
	ID        string  `json:"id"`
	ToolUseID string  `json:"tool_use_id"`
}

// checker collects violations.
type checker struct{ found []Violation }

func (c *checker) report(rule Rule, i int, format string, args ...any) {
	c.found = append(c.found, Violation{rule, i, fmt.Sprintf(format, args...)})
}

// read decodes an array of messages.
func (c *checker) read(list []byte) []message {
	var messages []message
	if err := json.Unmarshal(list, &messages); err != nil {
		c.report(Readable, 0, "%s", err)
		return nil
	}
	for i := range messages {
		m := &messages[i]
		switch content := strings.TrimSpace(string(m.Content)); {
		case content == "" || content == "null":
		case content[0] == '"':
			m.text = new(string)
			if err := json.Unmarshal(m.Content, m.text); err != nil {
				c.report(Readable, i, "%s", err)
			}
		default:
			if err := json.Unmarshal(m.Content, &m.parts); err != nil {
				c.report(Readable, i, "%s", err)
			}
		}
	}
	return messages
}
