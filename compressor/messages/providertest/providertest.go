// Package providertest checks lists of messages against the providers' published rules for the order and the
// contents of messages, which their services enforce with status 400. It is for tests: ctxpack's output for a valid
// conversation must be valid. Models, limits, parameters and unknown fields are not checked.
//
// The package is pure and safe for concurrent use.
package providertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Rule is the name of a rule.
type Rule string

// The rules, by the API references of OpenAI, Anthropic, Gemini and Bedrock (Converse) and their guides on tools,
// with quotes of the services' error messages.
const (
	// RoleKnown, all. Anthropic: "there is no "system" role for input messages".
	RoleKnown Rule = "role known"
	// ContentPresent, all. OpenAI: content may be left out or null only in an assistant message with calls or a
	// refusal. Anthropic: "all messages must have non-empty content except for the optional final assistant message".
	ContentPresent Rule = "content present"
	// TextNonEmpty, Anthropic, Gemini: "text content blocks must be non-empty".
	TextNonEmpty Rule = "text non-empty"
	// PartsFit, OpenAI: images only from the user. Anthropic: calls and reasoning only
	// from the assistant, results and images only from the user.
	PartsFit Rule = "parts fit"
	// CallsNonEmpty, OpenAI: tool_calls is left out rather than empty ("[] is too short").
	CallsNonEmpty Rule = "calls non-empty"
	// CallAnswered, all. OpenAI: "An assistant message with 'tool_calls' must be followed by tool messages responding
	// to each 'tool_call_id'". Anthropic: "Each `tool_use` block must have a corresponding `tool_result` block in the
	// next message". Gemini: as many function responses as calls.
	CallAnswered Rule = "call answered"
	// ResultAnswers, all. Anthropic: "Each `tool_result` block must have a corresponding
	// `tool_use` block in the previous message"; a server's result follows its call.
	ResultAnswers Rule = "result answers"
	// ResultOnce, all: a call has a single result.
	ResultOnce Rule = "result once"
	// ResultsFirst, Anthropic: "the tool_result blocks must come first in the content
	// array. Any text must come after all tool results".
	ResultsFirst Rule = "results first"
	// IDsUnique, Anthropic: "`tool_use` ids must be unique".
	IDsUnique Rule = "ids unique"
	// NameGiven, all: a call names its tool; OpenAI: and a message of role function the function.
	NameGiven Rule = "name given"
	// Readable, all: the list is an array of objects.
	Readable Rule = "readable"
	// Alternates, Bedrock: "roles must alternate between "user" and "assistant"";
	// Gemini: "multiturn requests alternate between user and model".
	Alternates Rule = "roles alternate"
	// BeginsWithUser, Bedrock: "A conversation must start with a user message".
	BeginsWithUser Rule = "begins with the user"
	// ReasoningLeads, OpenAI's responses: "Item of type 'reasoning' was provided without
	// its required following item".
	ReasoningLeads Rule = "reasoning leads to something"
	// OnlyKnown, all: fields of ctxpack's own are refused ("Unknown name", "Unknown
	// parameter", "Extra inputs are not permitted").
	OnlyKnown Rule = "only known fields"
)

// Violation is a broken rule.
type Violation struct {
	Rule  Rule
	Index int // index of the message
	Text  string
}

// String names the message and the rule.
func (v Violation) String() string { return fmt.Sprintf("message %d: %s: %s", v.Index, v.Rule, v.Text) }

type checker struct{ found []Violation }

func (c *checker) report(broken bool, rule Rule, i int, format string, args ...any) {
	if broken {
		c.found = append(c.found, Violation{rule, i, fmt.Sprintf(format, args...)})
	}
}

type object map[string]json.RawMessage

func (o object) text(name string) (s string) {
	_ = json.Unmarshal(o[name], &s) // another type counts as none
	return s
}

func (o object) inner(name string) (inner object) {
	_ = json.Unmarshal(o[name], &inner) // another type counts as none
	return inner
}

// list returns a member that is an array of objects.
func (o object) list(name string) (list []object) {
	_ = json.Unmarshal(o[name], &list) // another type counts as none
	return list
}

func (o object) has(name string) bool { return o[name] != nil && string(o[name]) != "null" }

func (c *checker) read(list []byte) (all []object) {
	if err := json.Unmarshal(list, &all); err != nil {
		c.report(true, Readable, 0, "%s", err)
		return nil
	}
	return all
}

// turn is one unit for the pairing of calls and results.
type turn struct {
	index          int // index of its first message
	role           string
	calls, results []string
}

// pair checks that each turn answers all calls of the previous one, once.
func (c *checker) pair(turns []turn) {
	var open []string
	before := 0
	for _, t := range append(turns, turn{index: -1}) {
		left := slices.Clone(open)
		for _, id := range t.results {
			at := slices.Index(left, id)
			c.report(at < 0 && !slices.Contains(open, id), ResultAnswers, t.index, "no call %q in the turn before", id)
			c.report(at < 0 && slices.Contains(open, id), ResultOnce, t.index, "another result of %q", id)
			if at >= 0 {
				left = slices.Delete(left, at, at+1)
			}
		}
		for _, id := range left {
			c.report(true, CallAnswered, before, "no result of %q in the next turn", id)
		}
		open, before = t.calls, t.index
	}
}

// UserFirst reports whether the first message is the user's.
func UserFirst(list []byte) bool {
	messages := (&checker{}).read(list)
	return len(messages) > 0 && messages[0].text("role") == "user"
}

// OwnFields finds messages with fields of ctxpack's own.
func OwnFields(list []byte) []Violation {
	c := &checker{}
	for i, m := range c.read(list) {
		for _, name := range []string{"_truncated", "_original_tokens", "summarized", "agent_instruction", "tokens"} {
			c.report(m[name] != nil, OnlyKnown, i, "a field %q", name)
		}
	}
	return c.found
}

// Anthropic checks the messages API, which combines consecutive turns of a role. It no longer requires a user
// message first, see [UserFirst].
func Anthropic(list []byte) []Violation {
	c := &checker{}
	var turns []turn
	var used, served []string
	messages := c.read(list)
	for i, m := range messages {
		role, content := m.text("role"), m.list("content")
		c.report(role != "user" && role != "assistant", RoleKnown, i, "role %q", role)
		empty := len(content) == 0 && strings.TrimSpace(m.text("content")) == ""
		c.report(empty && (i+1 < len(messages) || role != "assistant"), ContentPresent, i, "empty content")
		if len(turns) == 0 || turns[len(turns)-1].role != role {
			turns = append(turns, turn{index: i, role: role})
		}
		t := &turns[len(turns)-1]
		for k, p := range content {
			kind, id, of := p.text("type"), p.text("id"), p.text("tool_use_id")
			from := map[bool]string{true: "assistant", false: "user"}[strings.HasSuffix(kind, "_use") || strings.HasSuffix(kind, "_tool_result") || strings.HasSuffix(kind, "thinking")]
			c.report(kind != "text" && from != role, PartsFit, i, "a part %q in a message of role %s", kind, role)
			switch {
			case kind == "text":
				c.report(strings.TrimSpace(p.text("text")) == "", TextNonEmpty, i, "an empty text")
			case kind == "tool_result":
				t.results = append(t.results, of)
				c.report(k > 0 && content[k-1].text("type") != "tool_result", ResultsFirst, i, "the result of %q after something else", of)
			case kind == "tool_use":
				c.report(slices.Contains(used, id), IDsUnique, i, "the id %q again", id)
				used, t.calls = append(used, id), append(t.calls, id)
				c.report(p.text("name") == "", NameGiven, i, "the call %q without a name", id)
			case strings.HasSuffix(kind, "_tool_use"):
				served = append(served, id)
			case strings.HasSuffix(kind, "_tool_result"):
				c.report(!slices.Contains(served, of), ResultAnswers, i, "no call %q of the server before it", of)
			}
		}
	}
	c.pair(turns)
	return c.found
}

// OpenAI checks chat completions, where the results of a message follow it.
func OpenAI(list []byte) []Violation {
	c := &checker{}
	var turns []turn
	for i, m := range c.read(list) {
		role := m.text("role")
		known := slices.Contains([]string{"system", "developer", "user", "function", "assistant", "tool"}, role)
		c.report(!known, RoleKnown, i, "role %q", role)
		c.report(role == "function" && m.text("name") == "", NameGiven, i, "a function's result without its name")
		says := m.has("content") || role == "assistant" && (m.has("tool_calls") || m.has("function_call") || m.has("refusal"))
		c.report(!says, ContentPresent, i, "no content in a message of role %s", role)
		c.report(role == "assistant" && string(m["tool_calls"]) == "[]", CallsNonEmpty, i, "an empty array")
		for _, p := range m.list("content") {
			fits := map[string][]string{"user": {"text", "image_url", "input_audio", "file"}, "assistant": {"text", "refusal"}}[role]
			kind := p.text("type")
			c.report(kind != "text" && !slices.Contains(fits, kind), PartsFit, i, "a part %q in a message of role %s", kind, role)
		}
		if role != "tool" || len(turns) == 0 || turns[len(turns)-1].role != "tool" {
			turns = append(turns, turn{index: i, role: role})
		}
		t := &turns[len(turns)-1]
		if role == "tool" {
			t.results = append(t.results, m.text("tool_call_id"))
		}
		for _, call := range m.list("tool_calls") {
			t.calls = append(t.calls, call.text("id"))
			name := call.inner("function").text("name") + call.inner("custom").text("name")
			c.report(name == "", NameGiven, i, "the call %q without a name", call.text("id"))
		}
	}
	c.pair(turns)
	return c.found
}

// Responses checks the items of `input` of OpenAI's responses.
func Responses(list []byte) []Violation {
	c := &checker{}
	items := c.read(list)
	for i, item := range items {
		kind, next := item.text("type"), object{}
		if i+1 < len(items) {
			next = items[i+1]
		}
		leads := strings.HasSuffix(next.text("type"), "_call") || next.text("type") == "reasoning" || next.text("role") == "assistant"
		c.report(kind == "reasoning" && !leads, ReasoningLeads, i, "nothing after reasoning")
		role, known := item.text("role"), []string{"user", "assistant", "system", "developer"}
		c.report(item["role"] == nil && kind == "" || role != "" && !slices.Contains(known, role), RoleKnown, i, "type %q, role %q", kind, role)
	}
	return c.answers(items, func(o object) []object { return []object{o} }, "call_id", "_call", "_call_output")
}

// Vercel checks the model messages of the AI SDK.
func Vercel(list []byte) []Violation {
	c, parts := &checker{}, func(o object) []object { return o.list("content") }
	c.answers(c.read(list), parts, "approvalId", "tool-approval-request", "tool-approval-response")
	return c.answers(c.read(list), parts, "toolCallId", "tool-call", "tool-result")
}

// answers pairs calls and results, of types with these endings, by their ids alone.
func (c *checker) answers(list []object, parts func(object) []object, name, call, result string) []Violation {
	open := map[string]int{} // the index of the call, -1 once answered
	for i, o := range list {
		for _, p := range parts(o) {
			switch kind, id := p.text("type"), p.text(name); {
			case strings.HasSuffix(kind, result):
				at, ok := open[id]
				c.report(!ok || at < 0, ResultAnswers, i, "no call %q before it", id)
				open[id] = -1
			case strings.HasSuffix(kind, call) && id != "":
				open[id] = i
			}
		}
	}
	for id, at := range open {
		c.report(at >= 0, CallAnswered, at, "no result of %q", id)
	}
	return c.found
}

// Gemini checks `contents`. Its calls and responses are matched by the tool's name.
func Gemini(list []byte) []Violation {
	return turnwise(list, "parts", "model", [2]string{"functionCall", "functionResponse"}, "name")
}

// Bedrock checks the messages of Converse.
func Bedrock(list []byte) []Violation {
	return turnwise(list, "content", "assistant", [2]string{"toolUse", "toolResult"}, "toolUseId")
}

// turnwise checks messages whose parts are in a named member, and whose calls are answered by the next message.
func turnwise(list []byte, member, model string, names [2]string, id string) []Violation {
	c := &checker{}
	var turns []turn
	for i, m := range c.read(list) {
		t := turn{index: i, role: m.text("role")}
		c.report(t.role != "user" && t.role != model, RoleKnown, i, "role %q", t.role)
		c.report(i == 0 && t.role != "user", BeginsWithUser, i, "role %q", t.role)
		c.report(i > 0 && t.role == turns[i-1].role, Alternates, i, "role %q again", t.role)
		content := m.list(member)
		c.report(len(content) == 0, ContentPresent, i, "no %s", member)
		for _, part := range content {
			switch {
			case part.has(names[0]):
				t.calls = append(t.calls, part.inner(names[0]).text(id))
				c.report(part.inner(names[0]).text("name") == "", NameGiven, i, "a call without a name")
			case part.has(names[1]):
				t.results = append(t.results, part.inner(names[1]).text(id))
			case part.has("text") && !part.has("thoughtSignature"):
				c.report(strings.TrimSpace(part.text("text")) == "", TextNonEmpty, i, "an empty text")
			}
		}
		turns = append(turns, t)
	}
	c.pair(turns)
	return c.found
}
