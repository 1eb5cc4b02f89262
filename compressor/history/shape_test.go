package history

import (
	"encoding/json"
	"strings"
	"testing"

	"ctxpack/compressor/messages/providertest"
)

// toolTalk is a conversation with parallel tool calls, in the shapes of several
// providers.
func toolTalk() map[string]string {
	return map[string]string{
		"chat": `[{"role":"user","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODlh"}}]},
			{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"read","arguments":"{\"path\":\"x\"}"}},{"id":"b","type":"function","function":{"name":"run","arguments":""}}]},
			{"role":"tool","tool_call_id":"b","content":"ran"},{"role":"tool","tool_call_id":"a","content":"text"},{"role":"assistant","content":"Done."},{"role":"user","content":" "},{"role":"user","content":"And now?"}]`,
		"messages": `{"system":"s","messages":[{"role":"user","content":[{"type":"text","text":"look"},{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlh"}}]},
			{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"tool_use","id":"a","name":"read","input":{"path":"x"}},{"type":"tool_use","id":"b","name":"run","input":{}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"text"},{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"ran"}]}]},{"role":"assistant","content":"Done."},{"role":"user","content":"And now?"}]}`,
		"responses": `{"input":[{"role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/gif;base64,R0lGODlh"}]},
			{"type":"reasoning","summary":[]},{"type":"function_call","call_id":"a","name":"read","arguments":"{\"path\":\"x\"}"},{"type":"function_call","call_id":"b","name":"run","arguments":"{}"},
			{"type":"function_call_output","call_id":"a","output":"text"},{"type":"function_call_output","call_id":"b","output":"ran"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]},{"role":"user","content":"And now?"}]}`,
		"gemini": `{"contents":[{"role":"user","parts":[{"text":"look"},{"inlineData":{"mimeType":"image/gif","data":"R0lGODlh"}}]},
			{"role":"model","parts":[{"functionCall":{"name":"read","args":{"path":"x"}}},{"functionCall":{"name":"run","args":{}}}]},
			{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"result":"text"}}},{"functionResponse":{"name":"run","response":{"result":"ran"}}}]},{"role":"model","parts":[{"text":"Done."}]},{"role":"user","parts":[{"text":"And now?"}]}]}`,
		"bedrock": `{"messages":[{"role":"user","content":[{"text":"look"},{"image":{"format":"gif","source":{"bytes":"R0lGODlh"}}}]},
			{"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"read","input":{"path":"x"}}},{"toolUse":{"toolUseId":"b","name":"run","input":{}}}]},
			{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"text"}]}},{"toolResult":{"toolUseId":"b","content":[{"text":"ran"}]}}]},{"role":"assistant","content":[{"text":"Done."}]},{"role":"user","content":[{"text":"And now?"}]}]}`,
	}
}

// TestProviders: a history of any provider becomes a request of any other, which
// keeps its rules; the question may be the history's last message.
func TestProviders(t *testing.T) {
	t.Parallel()
	rules := map[Provider]func([]byte) []providertest.Violation{Anthropic: providertest.Anthropic, OpenAI: providertest.OpenAI, OpenAIResponses: providertest.Responses, Gemini: providertest.Gemini}
	for from, input := range toolTalk() {
		list, err := conversationOf(input)
		if err != nil {
			t.Fatalf("%s: %v", from, err)
		}
		a, err := Assemble(Prompt{System: "sys", FileTree: "a.go", History: list}, wide, bytesOf)
		if err != nil {
			t.Fatalf("%s: %v", from, err)
		}
		for _, to := range Providers() {
			var whole map[string]json.RawMessage
			text := a.Request(RequestOptions{Provider: to, Model: "m", MaxTokens: 9})
			if err := json.Unmarshal(text, &whole); err != nil {
				t.Fatal(err)
			}
			for _, v := range rules[to](whole[codecs()[to].messages]) {
				t.Errorf("%s to %s: %v in %s", from, to, v, text)
			}
			for _, want := range []string{"R0lGODlh", `text`, "ran", "Done.", "And now?", "look", `path`, "sys", `"m`, ":9"} {
				if !strings.Contains(string(text), want) {
					t.Errorf("%s to %s: no %q in %s", from, to, want, text)
				}
			}
			if thinks := strings.Contains(string(text), `"thinking":"hm"`); thinks != (from == "messages" && to == Anthropic) {
				t.Errorf("%s to %s: thinks %t: %s", from, to, thinks, text)
			}
		}
	}
}

// TestRequestHead: model and limit as each provider has them.
func TestRequestHead(t *testing.T) {
	t.Parallel()
	a, err := Assemble(Prompt{System: "s", Request: "r"}, wide, bytesOf)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    RequestOptions
		want string
	}{
		{RequestOptions{Provider: OpenAI}, `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: OpenAI, Model: "m", MaxTokens: 9}, `{"model":"m","max_tokens":9,"messages":[{"role":"system","content":"s"},{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: OpenAI, Model: "m", MaxTokens: 9, CompletionTokens: true}, `{"model":"m","max_completion_tokens":9,"messages":[{"role":"system","content":"s"},{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: Anthropic, Model: "m", MaxTokens: 9, CompletionTokens: true}, `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: OpenAIResponses, Model: "m", MaxTokens: 9}, `{"model":"m","max_output_tokens":9,"instructions":"s","input":[{"content":"r","role":"user"}]}`},
		{RequestOptions{Provider: Gemini, Model: "m", MaxTokens: 9}, `{"model":"models/m","generationConfig":{"maxOutputTokens":9},"systemInstruction":{"parts":[{"text":"s"}]},"contents":[{"parts":[{"text":"r"}],"role":"user"}]}`},
	} {
		if got := string(a.Request(c.o)); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// TestBreakpoints: each tier that is not empty has one, L0 on the system message or on
// its history, and the last message of a growing history as far as four are not used up.
func TestBreakpoints(t *testing.T) {
	t.Parallel()
	talk := []Message{{Role: User, Content: "one"}, {Role: Assistant, Content: "two"}}
	for _, c := range []struct {
		name string
		p    Prompt
		want string // the texts with a breakpoint
	}{
		{"system and history", Prompt{System: "s", History: talk, Request: "r"}, "s two"},
		{"without a prompt", Prompt{System: "s", History: append(talk, Message{Role: User, Content: "three"})}, "s three"},
		{"no history", Prompt{System: "s", Request: "r"}, "s"},
		{"tiers", Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{}, {Symbols: "x"}}}, "s Ok. two"},
		{"L0 in history", Prompt{System: "s", Request: "r", Tiers: [TierCount]Tier{{History: talk}}}, "two"},
		{"L0 in history, and three tiers", Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{History: talk}, {Symbols: "x"}, {Symbols: "x"}, {Symbols: "x"}}}, "two Ok. Ok. Ok."},
		{"a tier that says nothing", Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{History: talk}, {Symbols: " ", History: []Message{{Role: User}}}, {Symbols: "x"}}}, "two Ok. two"},
		{"L0 in history", Prompt{System: "s", Request: "r", Tiers: [TierCount]Tier{{History: talk}}}, "two"},
		{"L0 in history, and three tiers", Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{History: talk}, {Symbols: "x"}, {Symbols: "x"}, {Symbols: "x"}}}, "two Ok. Ok. Ok."},
		{"a tier that says nothing", Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{History: talk}, {Symbols: " ", History: []Message{{Role: User}}}, {Symbols: "x"}}}, "two Ok. two"},
		{"all used up", Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{}, {Symbols: "x"}, {Symbols: "x"}, {Symbols: "x"}}}, "s Ok. Ok. Ok."},
	} {
		a, err := Assemble(c.p, wide, bytesOf)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range a.list {
			if m.breakpoint {
				got = append(got, m.Content)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestBlankSystem: a blank system is none, for every provider.
func TestBlankSystem(t *testing.T) {
	t.Parallel()
	for _, to := range Providers() {
		for _, blank := range []string{" ", "\n", "\u00a0\t"} {
			var got []string
			for _, text := range []string{"", blank} {
				a, err := Assemble(Prompt{System: text, SymbolMap: text, FileTree: text, Pages: []Page{{Content: text}}, Request: "q"}, wide, bytesOf)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(a.Request(RequestOptions{Provider: to})))
			}
			if got[1] != got[0] {
				t.Errorf("%s: %q gives %s, want %s", to, blank, got[1], got[0])
			}
		}
	}
}
