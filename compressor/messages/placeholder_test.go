package messages_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

// replaced is the content of a replaced message.
type replaced struct {
	Content   json.RawMessage
	Truncated *bool `json:"_truncated"`
	Original  *int  `json:"_original_tokens"`
	Tokens    *int
}

func placeholders(target int) messages.Options {
	o := options(target)
	o.Placeholders = true
	return o
}

func decode(t *testing.T, raw string) replaced {
	t.Helper()
	var m replaced
	if err := json.Unmarshal([]byte(raw), &m); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return m
}

func TestPlaceholderOfFile(t *testing.T) {
	t.Parallel()
	file := "Größe " + strings.Repeat("line\n", 200)
	input := list(concat([]string{call("r", "read_file", `{"path":"src/größe.go"}`), answer("r", file)}, steps(2), []string{say("user", "task")})...)
	r := reported(t, trim(t, input, placeholders(1000)))
	if len(r.Dropped) != 0 || !slices.Equal(r.Replaced, []int{1}) || !slices.Contains(r.Kept, 1) || r.TokensAfter > 1000 {
		t.Fatalf("dropped %v, replaced %v, kept %v, %d tokens", r.Dropped, r.Replaced, r.Kept, r.TokensAfter)
	}
	m := decode(t, string(r.Messages[1]))
	var text string
	if err := json.Unmarshal(m.Content, &text); err != nil {
		t.Fatal(err)
	}
	saved := r.TokensBefore - r.TokensAfter
	want := fmt.Sprintf("[Tool result removed: %d tokens saved]\nFile: src/größe.go\nread 2 steps ago, 200 lines, not modified; it can be "+
		"read again\nBegins: %s", saved, string([]rune(file)[:100]))
	if text != want {
		t.Errorf("placeholder\n%s\nwant\n%s", text, want)
	}
	if m.Truncated == nil || !*m.Truncated || m.Original == nil || *m.Original != len(file)+4 || saved != len(file)-len(text) {
		t.Errorf("marks %v, %v; saved %d", m.Truncated, m.Original, saved)
	}
}

func TestPlaceholderTexts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	edits := []string{call("e", "edit", `{"path":"f"}`), answer("e", "ok")}
	for _, test := range []struct {
		name     string
		messages []string
		at       int
		change   func(*messages.Options)
		want     string // after the number of tokens
	}{
		{"another tool", []string{call("a", "run_tests", `{}`), answer("a", long)}, 1, nil, "\nTool: run_tests\n0 steps ago"},
		{"no call", []string{answer("a", long)}, 0, nil, "\n0 steps ago"},
		{"one step", concat([]string{call("a", "run", `{}`), answer("a", long)}, steps(1)), 1, nil, "\nTool: run\n1 step ago"},
		{"one line", []string{call("a", "get", `{"file":"f"}`), answer("a", long)}, 1, nil,
			"\nFile: f\nread 0 steps ago, 1 line, not modified; it can be read again\nBegins: " + long[:100]},
		{"modified", concat([]string{call("a", "get", `{"file":"f"}`), answer("a", long)}, edits), 1, protect(75),
			"\nFile: f\nread 1 step ago, 1 line, modified; it can be read again\nBegins: " + long[:100]},
		{"created", []string{call("a", "create", `{"file":"f"}`), answer("a", "\n\n"+long)}, 1, protect(75),
			"\nFile: f\ncreated 0 steps ago, 3 lines, modified; it can be read again\nBegins: \n\n" + long[:98]},
		{"an image of a file", []string{use("a", "view", `{"path":"f"}`),
			parts("user", `{"type":"tool_result","tool_use_id":"a","content":[{"type":"image"}]}`)}, 1, nil,
			"\nFile: f\nread 0 steps ago, 0 lines, not modified; it can be read again"},
		{"path with a line end", []string{call("a", "get", `{"file":"f\ng"}`), answer("a", long)}, 1, nil,
			"\nFile: f g\nread 0 steps ago, 1 line, not modified; it can be read again\nBegins: " + long[:100]},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			input := list(append(test.messages, say("user", "task"))...)
			o := placeholders(1_000_000)
			o.Target = trim(t, input, o).TokensBefore - 1
			if test.change != nil {
				test.change(&o)
			}
			r := reported(t, trim(t, input, o))
			if !slices.Equal(r.Replaced, []int{test.at}) {
				t.Fatalf("replaced %v", r.Replaced)
			}
			saved := fmt.Sprintf("[Tool result removed: %d tokens saved]", r.TokensBefore-r.TokensAfter)
			if got := string(r.Messages[test.at]); !strings.Contains(got, quote(saved+test.want)) {
				t.Errorf("placeholder %s, want %s", got, quote(saved+test.want))
			}
		})
	}
}

// TestPlaceholderShapes: a replaced message differs only in the content of its
// results, its tokens and the marks.
func TestPlaceholderShapes(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 600)
	for _, test := range []struct{ name, message, want string }{
		{"string", `{"role":"tool","tool_call_id":"a","content":"` + long + `","n":1.0}`,
			`{"role":"tool","tool_call_id":"a","content":P,"n":1.0,"_truncated":true,"_original_tokens":604}`},
		{"content first", `{"content":"` + long + `","role":"tool","tool_call_id":"a"}`,
			`{"content":P,"role":"tool","tool_call_id":"a","_truncated":true,"_original_tokens":604}`},
		{"array", `{"role":"tool","tool_call_id":"a","content":[` + textPart(long) + `,"y"]}`,
			`{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":P}],"_truncated":true,"_original_tokens":605}`},
		{"spaced", `{"role": "tool", "tool_call_id": "a", "content": "` + long + `"}`,
			`{"role": "tool", "tool_call_id": "a", "content": P, "_truncated": true, "_original_tokens": 604}`},
		{"indented", "{\n  \"role\": \"tool\",\n  \"tool_call_id\": \"a\",\n  \"content\": \"" + long + "\"\n}",
			"{\n  \"role\": \"tool\",\n  \"tool_call_id\": \"a\",\n  \"content\": P,\n  \"_truncated\": true,\n  \"_original_tokens\": 604\n}"},
		{"Anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"` + long + `","is_error":false}]}`,
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":P,"is_error":false}],"_truncated":true,"_original_tokens":604}`},
		{"Anthropic with parts", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"image"},` + textPart(long) + `]}]}`,
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":P}]}],"_truncated":true,"_original_tokens":1604}`},
		{"with text", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"` + long + `"},{"type":"text","text":"and"}]}`,
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":P},{"type":"text","text":"and"}],"_truncated":true,"_original_tokens":607}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := placeholders(300)
			input := list(call("a", "run", "{}"), test.message, say("user", "task"))
			r := trim(t, input, o)
			p := quote(fmt.Sprintf("[Tool result removed: %d tokens saved]\nTool: run\n0 steps ago", r.TokensBefore-r.TokensAfter))
			if got := string(reported(t, r).Messages[1]); got != strings.Replace(test.want, "P", p, 1) {
				t.Errorf("wrote\n%s, want\n%s", got, test.want)
			}
			if again := written(t, trim(t, written(t, r), placeholders(r.TokensAfter-1))); strings.Contains(again, "_truncated") && test.name != "with text" {
				t.Errorf("a placeholder was replaced, not dropped: %s", again)
			}
		})
	}
}

func TestPlaceholderWithGivenTokens(t *testing.T) {
	t.Parallel()
	input := list(call("a", "run", "{}"), `{"role":"tool","tokens":5000,"tool_call_id":"a","content":"`+strings.Repeat("x", 600)+`"}`, say("user", "task"))
	r := trim(t, input, placeholders(300))
	out := written(t, r)
	m := decode(t, string(reported(t, r).Messages[1]))
	if m.Tokens == nil || m.Original == nil || *m.Original != 5000 || *m.Tokens > 200 {
		t.Fatalf("wrote %s", out)
	}
	if again := trim(t, out, placeholders(300)); again.TokensBefore != r.TokensAfter {
		t.Errorf("%d tokens, then %d", r.TokensAfter, again.TokensBefore)
	}
	if input := list(call("a", "run", "{}"), `{"role":"tool","tokens":20,"tool_call_id":"a","content":"`+strings.Repeat("x", 600)+`"}`,
		say("user", "task")); len(trim(t, input, placeholders(30)).Replaced) > 0 {
		t.Error("a message that says to be small was replaced")
	}
}

// TestPlaceholderSeveralResults: each result of a message gets its own, if it is smaller.
func TestPlaceholderSeveralResults(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 600)
	for _, tokens := range []string{"", `"tokens":5000,`} {
		calls := parts("assistant", `{"type":"tool_use","id":"a","name":"run"}`, `{"type":"tool_use","id":"b","name":"run"}`,
			`{"type":"tool_use","id":"c","name":"read","input":{"path":"f"}}`)
		input := list(calls, `{`+tokens+parts("user", toolResult("a", long), toolResult("b", "short"), toolResult("c", long))[1:], say("user", "task"))
		r := reported(t, trim(t, input, placeholders(600)))
		got := string(r.Messages[1])
		if strings.Count(got, "[Tool result removed") != 2 || !strings.Contains(got, `"short"`) || strings.Contains(got, long) {
			t.Errorf("wrote %s", got)
		}
	}
}

func TestPlaceholderOrder(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	// Priorities of the results: 30, 30, 60, 50, 60; the edit 70.
	input := list(concat(
		[]string{call("1", "run", `{}`), answer("1", long), call("2", "read", `{"path":"a"}`), answer("2", long)}, steps(1),
		[]string{call("3", "run", `{}`), answer("3", long), call("4", "read", `{"path":"b"}`), answer("4", long), call("5", "edit", `{"path":"c"}`),
			answer("5", long)},
		[]string{say("user", "task")})...)
	total := trim(t, input, placeholders(1_000_000)).TokensBefore
	for _, test := range []struct {
		target   int
		change   func(*messages.Options)
		replaced []int
		dropped  []int
	}{
		{total, nil, nil, nil},
		{total - 1, nil, []int{1}, nil},
		{total - 1000, nil, []int{1, 3}, nil},
		{total - 1900, nil, []int{1, 3, 9}, nil},
		{total - 2800, nil, []int{1, 3, 7, 9}, nil},
		{total - 1000, age, []int{1, 3}, nil},
		{total - 1900, age, []int{1, 3, 7}, nil},
		{total - 3500, nil, []int{3, 7, 9}, []int{0, 1}}, // then it drops messages
		{1, nil, nil, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		o := placeholders(test.target)
		o.PreserveRecent = 3
		if test.change != nil {
			test.change(&o)
		}
		r := trim(t, input, o)
		if !slices.Equal(r.Replaced, test.replaced) || !slices.Equal(r.Dropped, test.dropped) {
			t.Errorf("target %d: replaced %v, dropped %v, want %v, %v", test.target-total, r.Replaced, r.Dropped, test.replaced, test.dropped)
		}
	}
}

// TestPlaceholderNotMade has results that stay unchanged.
func TestPlaceholderNotMade(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	for name, message := range map[string]string{
		"short":             answer("a", "short"),
		"empty":             answer("a", ""),
		"no content":        `{"role":"tool","tool_call_id":"a"}`,
		"null":              `{"role":"tool","tool_call_id":"a","content":null}`,
		"replaced before":   strings.Replace(answer("a", long), "{", `{"_truncated":true,`, 1),
		"marked otherwise":  strings.Replace(answer("a", long), "{", `{"_original_tokens":7,`, 1),
		"an instruction":    answer("a", "# AGENTS.md\n"+long),
		"result of an edit": answer("e", long),
		"no result":         say("assistant", long),
		"path longer than it": answer("p", "package main, and nothing more than a hundred and fifty characters, which would make it smaller in "+
			"most cases, but not with that path; so it stays as it is"),
	} {
		input := list(call("a", "run", "{}"), call("e", "edit", `{"path":"f"}`), call("p", "read", `{"path":"`+strings.Repeat("p/", 50)+`"}`), message,
			say("user", "task"))
		o := placeholders(1_000_000)
		o.Target = trim(t, input, o).TokensBefore - 1
		if r := trim(t, input, o); strings.Contains(written(t, r), "[Tool result removed") {
			t.Errorf("%s: replaced %v: %s", name, r.Replaced, written(t, r))
		}
	}
}

// TestPlaceholderInProtectedUnit: a result that is not protected itself is replaced even if its unit stays.
func TestPlaceholderInProtectedUnit(t *testing.T) {
	t.Parallel()
	both := `{"role":"assistant","tool_calls":[` + function("a", "run", "{}") + `,` + function("e", "edit", `{"path":"f"}`) + `]}`
	long := strings.Repeat("x", 1000)
	r := trim(t, list(both, answer("a", long), answer("e", long), say("user", "task")), placeholders(100))
	if !slices.Equal(r.Kept, []int{0, 1, 2, 3}) || !slices.Equal(r.Replaced, []int{1}) || r.OverTarget == 0 {
		t.Errorf("kept %v, replaced %v, over by %d", r.Kept, r.Replaced, r.OverTarget)
	}
}
