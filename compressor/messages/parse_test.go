package messages_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

func TestShapes(t *testing.T) {
	t.Parallel()
	a, b := say("user", "a"), say("assistant", "b")
	for _, test := range []struct {
		name, input string
		shape       messages.Shape
		n           int
	}{
		{"array", list(a, b), messages.Array, 2},
		{"empty array", " [ ]\n", messages.Array, 0},
		{"object", `{"model":"m","messages":` + list(a, b) + `,"tools":[]}`, messages.Object, 2},
		{"object without messages in it", `{"messages":[]}`, messages.Object, 0},
		{"name with an escape", `{"m\u0065ssages":[` + a + `]}`, messages.Object, 1},
		{"lines", a + "\n" + b + "\n", messages.Lines, 2},
		{"lines with CRLF and without an end", a + "\r\n\r\n" + b, messages.Lines, 2},
		{"one line", a, messages.Lines, 1},
		{"messages over several lines", "{\n  \"role\": \"user\"\n}\n{\n  \"role\": \"assistant\"\n}\n", messages.Lines, 2},
		{"nothing", "", messages.Lines, 0},
		{"white space", " \r\n\t", messages.Lines, 0},
		{"byte order mark", "\uFEFF" + list(a), messages.Array, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := parse(t, test.input)
			if c.Shape() != test.shape || c.Len() != test.n {
				t.Errorf("%d messages as %s, want %d as %s", c.Len(), c.Shape(), test.n, test.shape)
			}
			r, err := messages.Trim(t.Context(), c, options(1_000_000))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := written(t, r), strings.TrimPrefix(test.input, "\uFEFF"); got != want {
				t.Errorf("wrote %q, want the input %q", got, want)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	ok := say("user", "a")
	for _, test := range []struct{ name, input, want string }{
		{"no JSON", "hello", `line 1, column 1: unexpected 'h' where a JSON array or object is expected`},
		{"no container", `"text"`, `line 1, column 1: unexpected '"' where a JSON array or object is expected`},
		{"NUL", "\x00", `line 1, column 1: unexpected '\x00' where a JSON array or object is expected`},
		{"cut array", "[" + ok, `line 1, column 31: the input ends where "," or "]" is expected`},
		{"cut string", `[{"role":"us`, `line 1, column 10: /0/role: a string that does not end`},
		{"after the array", list(ok) + "\n\n x", `line 3, column 2: the input goes on after the array`},
		{"after the object", `{"messages":[]}` + "\n" + `{"messages":[]}`, `line 2, column 1: the input goes on after the object`},
		{"comma at the end", `[` + ok + `,]`, `line 1, column 32: unexpected ']' where a value is expected`},
		{"no message", "[\n" + ok + ",\n  7]", `line 3, column 3: /1: want a message (an object), got a number`},
		{"in the object", `{"a":1,"messages":[` + ok + `,{"role":"user","content":5}]}`,
			`line 1, column 75: /messages/1/content: want a string, null or an array of parts, got a number`},
		{"messages is no array", `{"messages":{}}`, `line 1, column 13: /messages: want an array of messages, got an object`},
		{"messages twice", `{"messages":[],"messages":[]}`, `line 1, column 16: /messages: the name occurs twice in its object`},
		{"line", ok + "\n\n" + `{"role":"user","content":"b` + "\n" + ok, `line 3, column 28: /content: a control character inside a string`},
		{"two messages on a line", ok + " " + ok, `line 1, column 31: the line goes on after its message`},
		{"array on a line", ok + "\n[]", `line 2, column 1: want a message (an object), got an array`},
		{"no role", list(`{"content":"x"}`), `line 1, column 2: /0: a message without a role; it has neither a role (OpenAI, Anthropic, Gemini, ` +
			`Bedrock, Vercel) nor a type of OpenAI's responses, LangChain or Gemini CLI, nor a message inside`},
		{"unknown role", list(`{"role":"human"}`), `line 1, column 10: /0/role: want one of system, developer, user, assistant, tool, got "human"`},
		{"role in capitals", list(`{"role":"User"}`), `line 1, column 10: /0/role: want one of system, developer, user, assistant, tool, got "User"`},
		{"role twice", list(`{"role":"user","role":"system"}`), `line 1, column 17: /0/role: the name occurs twice in its object`},
		{"role twice with an escape", list(`{"role":"user","r\u006fle":"system"}`), `line 1, column 17: /0/role: the name occurs twice in its object`},
		{"role is a number", list(`{"role":1}`), `line 1, column 10: /0/role: want a string, got a number`},
		{"tokens is a text", list(`{"role":"user","tokens":"9"}`), `line 1, column 26: /0/tokens: want a whole number from 0 to 2147483647, got "9"`},
		{"tokens is negative", list(`{"role":"user","tokens":-1}`), `line 1, column 26: /0/tokens: want a whole number from 0 to 2147483647, got -1`},
		{"tokens is a fraction", list(`{"role":"user","tokens":1.5}`), `line 1, column 26: /0/tokens: want a whole number from 0 to 2147483647, got 1.5`},
		{"tokens is too large", list(`{"role":"user","tokens":1e99}`), `line 1, column 26: /0/tokens: want a whole number from 0 to 2147483647, got 1e99`},
		{"part is a number", list(`{"role":"user","content":["x",3]}`), `line 1, column 32: /0/content/1: want a part of the content (an object), got a number`},
		{"text of a part", list(`{"role":"user","content":[{"text":3,"type":"text"}]}`), `line 1, column 36: /0/content/0/text: want a string, got a number`},
		{"part twice", list(`{"role":"user","content":[{"type":"text","type":"image"}]}`),
			`line 1, column 43: /0/content/0/type: the name occurs twice in its object`},
		{"calls", list(`{"role":"assistant","tool_calls":{}}`), `line 1, column 35: /0/tool_calls: want an array of tool calls, got an object`},
		{"call", list(`{"role":"assistant","tool_calls":[1]}`), `line 1, column 36: /0/tool_calls/0: want a tool call (an object), got a number`},
		{"function", list(`{"role":"assistant","tool_calls":[{"function":"f"}]}`),
			`line 1, column 48: /0/tool_calls/0/function: want an object with a name, got a string`},
		{"name of a called tool", list(`{"role":"assistant","tool_calls":[{"name":5}]}`), `line 1, column 44: /0/tool_calls/0/name: want a string, got a number`},
		{"name of an item", list(`{"type":"function_call","call_id":"a","name":5}`), `line 1, column 47: /0/name: want a string, got a number`},
		{"name of a function", list(`{"role":"assistant","function_call":{"name":{}}}`), `line 1, column 46: /0/function_call/name: want a string, got an object`},
		{"part of a result", list(parts("user", `{"type":"tool_result","content":[{"type":"text","text":1}]}`)),
			`line 1, column 83: /0/content/0/content/0/text: want a string, got a number`},
		{"column in characters", "[\n\"äöü\" x", `line 2, column 1: /0: want a message (an object), got a string`},
		{"column after other letters", `[{"role":"user","content":"äöü" x`, `line 1, column 33: /0: unexpected 'x' where "," or "}" is expected`},
		{"not UTF-8", "[\n{\"role\":\"us\xffer\"}]", `line 2, column 12: not UTF-8`},
		{"UTF-16", "\xff\xfe[\x00", `line 1, column 1: not UTF-8, but probably UTF-16`},
		{"deep", list(`{"role":"user","x":` + strings.Repeat("[", 10_001) + `}`), `line 1, column 10019: /0/x: nested deeper than 10000 levels`},
		{"literal", list(`{"role":"user","x":nul}`), `line 1, column 21: /0/x: unexpected 'n' where a value is expected`},
		{"pointer with a slash", `{"a/b~":01}`, `line 1, column 9: a number with a leading zero`},
		{"old Mac lines", "\r\r[", `line 3, column 2: /0: the input ends where a message (an object) is expected`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := messages.Parse(test.input)
			var place *messages.Error
			if !errors.As(err, &place) || err.Error() != test.want {
				t.Errorf("error\n%v, want\n%s", err, test.want)
			}
		})
	}
}

// TestTolerated has unusual input that is no error.
func TestTolerated(t *testing.T) {
	t.Parallel()
	for name, input := range map[string]string{
		"null where nothing is": `{"role":"assistant","content":null,"tool_calls":null,"function_call":null,"refusal":null,"name":null,` +
			`"tokens":null,"tool_call_id":null}`,
		"no content":                     `{"role":"user"}`,
		"empty content":                  `{"role":"user","content":[]}`,
		"text as a part":                 `{"role":"user","content":["a",{"type":"text","text":"b"}]}`,
		"part without a type":            `{"role":"user","content":[{"text":"b"},{}]}`,
		"unknown part":                   `{"role":"user","content":[{"type":"hologram","text":[1]}]}`,
		"half a surrogate":               `{"role":"user","content":"\ud800 \udc00\ud800x"}`,
		"unknown name twice":             `{"role":"user","x":1,"x":2}`,
		"other case is another name":     `{"role":"user","Role":"system","CONTENT":5}`,
		"nested deep":                    `{"role":"user","x":` + strings.Repeat("[", 9998) + strings.Repeat("]", 9998) + `}`,
		"result without content":         parts("user", `{"type":"tool_result","tool_use_id":"a"}`, `{"type":"tool_result","tool_use_id":"b","content":null}`),
		"arguments that are no JSON":     call("a", "read_file", `{"path":`),
		"arguments that are an object":   `{"role":"assistant","tool_calls":[{"function":{"name":"read_file","arguments":{"path":"a"}}}]}`,
		"call of a custom tool":          `{"role":"assistant","tool_calls":[{"id":"a","type":"custom","custom":{"name":"grep","input":"x"}}]}`,
		"call without anything":          `{"role":"assistant","tool_calls":[{}]}`,
		"tokens as an integral fraction": `{"role":"user","tokens":12.0}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(1_000_000)
			o.Protect = 0
			for _, target := range []int{1_000_000, 1} {
				o.Target = target
				if got := written(t, trim(t, list(input), o)); got != list(input) {
					t.Errorf("wrote %s, want %s", got, list(input))
				}
			}
		})
	}
}

// TestKnownValidator compares the accepted JSON with the standard library.
func TestKnownValidator(t *testing.T) {
	t.Parallel()
	values := strings.Fields(`0 -0 01 -01 1.5 1. .5 -.5 1e5 1E+5 1e-05 1e 1e+ - + 1e5.5 0x1 00 true false null tru nulll NaN Infinity
		"a" "\n" "\x" "\u00e9" "\u00g9" "\u12" 'a' [1,2] [1,] [,1] [1,,2] [] [[]] [ ] {} {"a":1} {"a":1,} {,} {"a"} {"a":} {a:1} {"a":1,"a":2} {1:2}
		[1}{"a":1] ]] }} [[[]]]] {"a":{"b":[{}]}} "a""b" // /**/ {"a":1}x`)
	for _, value := range append(values, "\"a\tb\"", "\"a\x7fb\"", "[\v]", "[1 2]", "{\"a\" :\r\n 1 , \"b\":[ 1 , 2 ] }", "\"", "\"\\", "\"\\u", "[",
		"{", "{\"a\"", "{\"a\":", "") {
		_, err := messages.Parse(`[{"role":"user","x":` + value + `}]`)
		want := json.Valid([]byte(`[{"role":"user","x":` + value + `}]`))
		if (err == nil) != want {
			t.Errorf("%q: %v, but validity is %t", value, err, want)
		}
	}
}
