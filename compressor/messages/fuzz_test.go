package messages_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

// optionsOf makes options of a number.
func optionsOf(target uint16, bits uint16) messages.Options {
	return messages.Options{
		Target: 1 + int(target), Count: bytes,
		PreserveRecent: int(bits>>8) % 7,
		Protect:        [...]int{70, 75, 60, 50, 35, 0, 101, 70}[bits>>5&7],
		Placeholders:   bits&1 == 1, ByAge: bits>>1&1 == 1, Summary: bits>>2&1 == 1,
	}
}

// FuzzParse reads any input: the result is a document or an error with its place, and a document is trimmed with
// all guarantees.
func FuzzParse(f *testing.F) {
	for _, input := range []string{
		"", "[]", "{}", `{"messages":[]}`, "\uFEFF[]", "\xff", "[1]", `[{"role":"user"}]x`, strings.Repeat("[", 20000),
		say("user", "x") + "\n" + say("assistant", "y") + "\r\n", `{"a":{"b":[1,-2.5e+3,"\u00e9",true,null]},"messages":[` + say("user", "x") + `]}`,
		list(call("a", "read_file", `{"path":"x"}`), answer("a", strings.Repeat("x\n", 200)), say("user", "t")),
		list(use("a", "edit", `{"path":"x"}`), parts("user", toolResult("a", "r"), textPart("y"), `{"type":"image"}`), say("user", "t")),
		list(`{"role":"assistant","function_call":{"name":"get","arguments":"{\"file\":\"f\"}"},"tokens":5}`, `{"role":"function","name":"get","content":"File: z"}`),
		list(`{"role":"user","content":[{"type":"document","source":{"type":"text","data":"abc"}},{"type":"thinking","thinking":"t"},{"q":1}],"_truncated":true}`),
		list(`{"type":"human","data":{"content":"x","type":"human"}}`, `{"type":"ai","content":"","tool_calls":[{"name":"f","args":{},"id":"a"}]}`,
			`{"type":"mcp_list_tools"}`),
		`{"uuid":"a","parentUuid":null,"message":` + say("user", "x") + "}\n" + `{"uuid":"b","parentUuid":"a","isSidechain":true,"message":` + say("user",
			"y") + "}\n",
		bugfix().openAI()[:3000], design().anthropic()[:3000],
	} {
		f.Add(input, uint16(100), uint16(0))
		f.Add(input, uint16(3), uint16(5<<8|7))
	}
	f.Fuzz(func(t *testing.T, input string, target, bits uint16) {
		c, err := messages.Parse(input)
		if err != nil {
			var place *messages.Error
			if !errors.As(err, &place) || place.Text == "" || place.Line < 1 || place.Column < 1 || place.Line > 1+strings.Count(input, "\n")+
				strings.Count(input, "\r") {
				t.Fatalf("an error without a place: %#v", err)
			}
			return
		}
		text := strings.TrimPrefix(input, "\uFEFF")
		if c.Shape() != messages.Lines && !json.Valid([]byte(text)) && strings.Count(text, "[")+strings.Count(text, "{") < 9000 {
			t.Fatal("accepted, but no JSON")
		}
		if got := written(t, trim(t, input, optionsOf(65535, 0))); len(input) < 10_000 && got != text && c.Len() == 0 {
			t.Fatalf("wrote %q", got)
		}
		if strings.Count(text, "[")+strings.Count(text, "{") > 9000 {
			return // too deep for the checks
		}
		if problem := guarantees(t, input, optionsOf(target, bits)); problem != "" {
			t.Fatal(problem)
		}
		ids := map[string]bool{}
		for _, s := range c.Said() {
			for _, p := range s.Parts {
				if p.Kind == messages.CallKind && ids[p.ID] || p.Kind == messages.CallKind && p.ID == "" {
					t.Fatalf("the id %q again", p.ID)
				}
				ids[p.ID] = ids[p.ID] || p.Kind == messages.CallKind
			}
		}
		if got := c.Rewritten(nil, nil, 0); got != text && c.Len() > 0 {
			t.Fatalf("wrote %q", got)
		}
	})
}

// FuzzTrim checks the guarantees over generated conversations.
func FuzzTrim(f *testing.F) {
	for seed := range int64(50) {
		f.Add(seed, uint8(seed), uint16(seed*97), uint16(seed*331))
	}
	f.Fuzz(func(t *testing.T, seed int64, n uint8, target, bits uint16) {
		g := newGenerator(seed)
		input := g.conversation(int(n) % 60)
		for _, o := range []messages.Options{optionsOf(target, bits), g.options(len(input))} {
			if problem := guarantees(t, input, o); problem != "" {
				t.Fatalf("%s\nof\n%s", problem, input)
			}
		}
	})
}
