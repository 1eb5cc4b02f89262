package messages_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

// bytes is a tokenizer whose counts are easy to compute.
func bytes(text string) int { return len(text) }

// options returns the defaults, counting bytes.
func options(target int) messages.Options {
	return messages.Options{
		Target: target, Count: bytes, PreserveRecent: messages.DefaultPreserveRecent, Protect: messages.DefaultProtect,
	}
}

func parse(t *testing.T, input string) *messages.Conversation {
	t.Helper()
	c, err := messages.Parse(input)
	if err != nil {
		t.Fatalf("parse %.200q: %v", input, err)
	}
	return c
}

func trim(t *testing.T, input string, o messages.Options) *messages.Result {
	t.Helper()
	r, err := messages.Trim(t.Context(), parse(t, input), o)
	if err != nil {
		t.Fatalf("trim: %v", err)
	}
	return r
}

func written(t *testing.T, r *messages.Result) string {
	t.Helper()
	return r.Text()
}

// report is a decoded report.
type report struct {
	Messages   []json.RawMessage
	Classified []struct {
		Index, Priority, Tokens, Step, Age int
		Class                              string
		Path                               *string
	}
	Kept, Replaced []int
	Dropped        []struct {
		Index, Priority, Tokens int
		Class                   string
	}
	Files []struct {
		Path       string
		Operations []string
		LastStep   int `json:"last_step"`
	}
	TokensBefore int `json:"tokens_before"`
	TokensAfter  int `json:"tokens_after"`
	Target       int
	OverTarget   int `json:"over_target"`
}

func reported(t *testing.T, r *messages.Result) report {
	t.Helper()
	var out report
	d := json.NewDecoder(strings.NewReader(r.Report()))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		t.Fatalf("decode report: %v in\n%s", err, r.Report())
	}
	return out
}

// list makes an array of messages.
func list(messages ...string) string { return "[" + strings.Join(messages, ",") + "]" }

func quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func say(role, text string) string { return `{"role":"` + role + `","content":` + quote(text) + `}` }

// call returns an OpenAI tool call of an assistant; arguments are JSON.
func call(id, name, arguments string) string {
	return `{"role":"assistant","content":null,"tool_calls":[` + function(id, name, arguments) + `]}`
}

func function(id, name, arguments string) string {
	return `{"id":"` + id + `","type":"function","function":{"name":"` + name + `","arguments":` + quote(arguments) + `}}`
}

func answer(id, text string) string {
	return `{"role":"tool","tool_call_id":"` + id + `","content":` + quote(text) + `}`
}

// use and its result are the same in Anthropic's format.
func use(id, name, input string) string {
	return `{"role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"` + name + `","input":` + input + `}]}`
}

func toolResult(id, text string) string {
	return `{"type":"tool_result","tool_use_id":"` + id + `","content":` + quote(text) + `}`
}

func parts(role string, parts ...string) string {
	return `{"role":"` + role + `","content":[` + strings.Join(parts, ",") + `]}`
}

func textPart(text string) string { return `{"type":"text","text":` + quote(text) + `}` }
