package messages_test

import (
	"strings"
	"testing"
)

// TestCost counts bytes: a message costs its text and 4.
func TestCost(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, message string
		want          int
	}{
		{"text", say("user", "12345"), 5 + 4},
		{"escapes count decoded", `{"role":"user","content":"\u00e9\n"}`, 3 + 4},
		{"no content", `{"role":"user"}`, 4},
		{"null", `{"role":"assistant","content":null}`, 4},
		{"parts", parts("user", textPart("123"), textPart("45")), 5 + 4},
		{"OpenAI image", parts("user", textPart("123"), `{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}`), 3 + 1000 + 4},
		{"Anthropic image", parts("user", `{"type":"image","source":{"type":"base64","data":"AAAA"}}`, `{"type":"image"}`), 2000 + 4},
		{"input image", parts("user", `{"type":"input_image"}`), 1000 + 4},
		{"call", call("1", "abc", `{"x":1}`), 3 + 7 + 10 + 4},
		{"two calls", `{"role":"assistant","content":"t","tool_calls":[` + function("1", "abc", "{}") + `,` + function("2", "de", "") + `]}`,
			1 + (3 + 2 + 10) + (2 + 10) + 4},
		{"arguments as an object", `{"role":"assistant","tool_calls":[{"function":{"name":"abc","arguments":{ "x" : "a b" }}}]}`, 3 + 11 + 10 + 4},
		{"arguments are null", `{"role":"assistant","tool_calls":[{"function":{"name":"abc","arguments":null}}]}`, 3 + 10 + 4},
		{"function call", `{"role":"assistant","function_call":{"name":"abc","arguments":"{}"}}`, 3 + 2 + 10 + 4},
		{"custom call", `{"role":"assistant","tool_calls":[{"type":"custom","custom":{"name":"abc","input":"12"}}]}`, 3 + 2 + 10 + 4},
		{"tool use", use("1", "abc", `{"x" : 1}`), 3 + 7 + 10 + 4},
		{"tool", answer("1", "12345"), 5 + 4},
		{"tool with parts", `{"role":"tool","tool_call_id":"1","content":[` + textPart("123") + `]}`, 3 + 4},
		{"results", parts("user", toolResult("1", "123"), toolResult("2", "45"), textPart("6")), 6 + 4},
		{"result with parts", parts("user", `{"type":"tool_result","content":["1",`+textPart("23")+`,{"type":"image"}]}`), 3 + 1000 + 4},
		{"result without content", parts("user", `{"type":"tool_result"}`), 4},
		{"thinking", parts("assistant", `{"type":"thinking","thinking":"123","signature":"xyz"}`), 3 + 4},
		{"refusal", `{"role":"assistant","content":null,"refusal":"123"}`, 3 + 4},
		{"refusal as a part", parts("assistant", `{"type":"refusal","refusal":"123"}`), 3 + 4},
		{"audio", parts("user", `{"type":"input_audio","input_audio":{"data":"AAAA"}}`), 1000 + 4},
		{"document", parts("user", `{"type":"document","source":{"type":"base64","data":"AAAA"}}`), 1000 + 4},
		{"document of text", parts("user", `{"type":"document","source":{"type":"text","media_type":"text/plain","data":"12345"}}`), 5 + 4},
		{"unknown part", parts("user", `{"type" : "x", "y" : [ 1 ]}`), len(`{"type":"x","y":[1]}`) + 4},
		{"other fields", `{"role":"user","content":"123","name":"ann","x":[1,2,3]}`, 3 + 4},
		{"given", `{"role":"user","content":"12345","tokens":77}`, 77},
		{"given, zero", `{"role":"user","content":"12345","tokens":0}`, 0},
		{"given, as null", `{"role":"user","content":"12345","tokens":null}`, 5 + 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := reported(t, trim(t, list(say("system", "s"), test.message), options(10_000)))
			if got := r.Classified[1].Tokens; got != test.want {
				t.Errorf("costs %d, want %d", got, test.want)
			}
			if r.TokensBefore != test.want+5 || r.TokensAfter != r.TokensBefore || r.OverTarget != 0 {
				t.Errorf("from %d to %d, over by %d; want %d", r.TokensBefore, r.TokensAfter, r.OverTarget, test.want+5)
			}
		})
	}
}

// TestSystemField: the target applies to the messages; the rest of the request stays and is not counted.
func TestSystemField(t *testing.T) {
	t.Parallel()
	input := `{"system":"` + strings.Repeat("x", 100) + `","messages":` + list(say("user", "12345")) + `,"tools":[{"name":"t"}]}`
	r := trim(t, input, options(9))
	if got := written(t, r); got != input || r.TokensAfter != 9 {
		t.Errorf("%d tokens: %s", r.TokensAfter, got)
	}
}

// TestWorkers: the number of concurrent counts changes nothing.
func TestWorkers(t *testing.T) {
	t.Parallel()
	input := list(concat(steps(100), []string{say("user", "task")})...)
	want := written(t, trim(t, input, options(500)))
	for _, n := range []int{-1, 1, 2, 7} {
		o := options(500)
		o.Workers = n
		if got := written(t, trim(t, input, o)); got != want {
			t.Errorf("%d workers: %s, want %s", n, got, want)
		}
	}
}
