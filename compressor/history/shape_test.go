package history

import (
	"encoding/json"
	"strings"
	"testing"

	"ctxpack/compressor/messages/providertest"
)

// toolTalk is a conversation with parallel tool calls, in the formats of several providers.
func toolTalk() map[string]string {
	return map[string]string{
		"chat": `[{"role":"user","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODlh"}}]},
			{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"read","arguments":"{\"path\":\"x\"}"}},
			{"id":"b","type":"function","function":{"name":"run","arguments":""}}]},
			{"role":"tool","tool_call_id":"b","content":"ran"},{"role":"tool","tool_call_id":"a","content":"text"},{"role":"assistant","content":"Done."},
			{"role":"user","content":" "},{"role":"user","content":"And now?"}]`,
		"messages": `{"system":"s","messages":[{"role":"user","content":[{"type":"text","text":"look"},
		{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlh"}}]},
			{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"x"},
			{"type":"tool_use","id":"a","name":"read","input":{"path":"x"}},{"type":"tool_use","id":"b","name":"run","input":{}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"text"},
			{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"ran"}]}]},{"role":"assistant","content":"Done."},
			{"role":"user","content":"And now?"}]}`,
		"responses": `{"input":[{"role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/gif;base64,R0lGODlh"}]},
			{"type":"reasoning","summary":[]},{"type":"function_call","call_id":"a","name":"read","arguments":"{\"path\":\"x\"}"},
			{"type":"function_call","call_id":"b","name":"run","arguments":"{}"},
			{"type":"function_call_output","call_id":"a","output":"text"},{"type":"function_call_output","call_id":"b","output":"ran"},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]},{"role":"user","content":"And now?"}]}`,
		"gemini": `{"contents":[{"role":"user","parts":[{"text":"look"},{"inlineData":{"mimeType":"image/gif","data":"R0lGODlh"}}]},
			{"role":"model","parts":[{"functionCall":{"name":"read","args":{"path":"x"}}},{"functionCall":{"name":"run","args":{}}}]},
			{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"result":"text"}}},
			{"functionResponse":{"name":"run","response":{"result":"ran"}}}]},{"role":"model","parts":[{"text":"Done."}]},
			{"role":"user","parts":[{"text":"And now?"}]}]}`,
		"bedrock": `{"messages":[{"role":"user","content":[{"text":"look"},{"image":{"format":"gif","source":{"bytes":"R0lGODlh"}}}]},
			{"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"read","input":{"path":"x"}}},{"toolUse":{"toolUseId":"b","name":"run","input":{}}}]},
			{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"text"}]}},
			{"toolResult":{"toolUseId":"b","content":[{"text":"ran"}]}}]},{"role":"assistant","content":[{"text":"Done."}]},
			{"role":"user","content":[{"text":"And now?"}]}]}`,
	}
}

// TestProviders: a history of any provider becomes a valid request for any other; the question may be the history's
// last message.
func TestProviders(t *testing.T) {
	t.Parallel()
	rules := map[Provider]func([]byte) []providertest.Violation{Anthropic: providertest.Anthropic, OpenAI: providertest.OpenAI,
		OpenAIResponses: providertest.Responses, Gemini: providertest.Gemini}
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
			text := requestOf(t, a, RequestOptions{Provider: to, Model: "m", MaxTokens: 9})
			if err := json.Unmarshal(text, &whole); err != nil {
				t.Fatal(err)
			}
			for _, v := range rules[to](whole[dialects()[to]["messages"]]) {
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

// TestRequestHead: model and limit in each provider's format.
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
		{RequestOptions{Provider: OpenAI, Model: "m", MaxTokens: 9},
			`{"model":"m","max_tokens":9,"messages":[{"role":"system","content":"s"},{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: OpenAI, Model: "m", MaxTokens: 9, CompletionTokens: true},
			`{"model":"m","max_completion_tokens":9,"messages":[{"role":"system","content":"s"},{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: Anthropic, Model: "m", MaxTokens: 9, CompletionTokens: true},
			`{"model":"m","max_tokens":9,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: OpenAIResponses, Model: "m", MaxTokens: 9},
			`{"model":"m","max_output_tokens":9,"instructions":"s","input":[{"role":"user","content":"r"}]}`},
		{RequestOptions{Provider: Gemini, Model: "m", MaxTokens: 9},
			`{"model":"models/m","generationConfig":{"maxOutputTokens":9},"systemInstruction":{"parts":[{"text":"s"}]},"contents":[{"role":"user",` +
				`"parts":[{"text":"r"}]}]}`},
	} {
		if got := string(requestOf(t, a, c.o)); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// TestBreakpoints: each tier that is not empty has one, L0 on the system message or on its history, and the last
// message of a growing history unless four are used.
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
		{"L0 in history, and three tiers",
			Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{History: talk}, {Symbols: "x"}, {Symbols: "x"}, {Symbols: "x"}}},
			"two Ok. Ok. Ok."},
		{"a tier that says nothing", Prompt{System: "s", History: talk, Request: "r",
			Tiers: [TierCount]Tier{{History: talk}, {Symbols: " ", History: []Message{{Role: User}}}, {Symbols: "x"}}}, "two Ok. two"},
		{"L0 in history", Prompt{System: "s", Request: "r", Tiers: [TierCount]Tier{{History: talk}}}, "two"},
		{"L0 in history, and three tiers",
			Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{History: talk}, {Symbols: "x"}, {Symbols: "x"}, {Symbols: "x"}}},
			"two Ok. Ok. Ok."},
		{"a tier that says nothing", Prompt{System: "s", History: talk, Request: "r",
			Tiers: [TierCount]Tier{{History: talk}, {Symbols: " ", History: []Message{{Role: User}}}, {Symbols: "x"}}}, "two Ok. two"},
		{"all used up", Prompt{System: "s", History: talk, Request: "r", Tiers: [TierCount]Tier{{}, {Symbols: "x"}, {Symbols: "x"}, {Symbols: "x"}}},
			"s Ok. Ok. Ok."},
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

// TestBlankSystem: a blank system message is omitted, for every provider.
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
				got = append(got, string(requestOf(t, a, RequestOptions{Provider: to})))
			}
			if got[1] != got[0] {
				t.Errorf("%s: %q gives %s, want %s", to, blank, got[1], got[0])
			}
		}
	}
}

// TestPartsSurvive: the parts of a history are kept, in place and unchanged for their own provider.
func TestPartsSurvive(t *testing.T) {
	t.Parallel()
	twoCalls := `[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[
		{"id":"c:1","type":"function","function":{"name":"read","arguments":"{\"p\":1}"}},{"id":"c2","type":"function","function":{"name":"read","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"c2","content":"B"},{"role":"tool","tool_call_id":"c:1","content":"A"},{"role":"user","content":"ok"}]`
	server := `[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"server_tool_use","id":"s1","name":"web_search",` +
		`"input":{"query":"go news"}},{"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","title":"Go",` +
		`"url":"https://go.dev","encrypted_content":"Eqg","page_age":null}]},{"type":"text","text":"Out.","citations":[{"type":"x","url":"u"}],` +
		`"cache_control":{"type":"ephemeral"}}]},{"role":"user","content":"and?"}]`
	image := `[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"shot","input":{}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":[{"type":"text","text":"seen"},` +
		`{"type":"image","source":{"type":"url","url":"https://e/a.png"}}]},{"type":"text","text":"see?"}]}]`
	signed := `[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"functionCall":{"id":"f1","name":"read","args":{}},` +
		`"thoughtSignature":"c2ln"}]},{"role":"user","parts":[{"functionResponse":{"id":"f1","name":"read","response":{"output":"x","n":1}}}]}]`
	reasoned := `[{"role":"user","content":"q"},{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAA"},` +
		`{"type":"custom_tool_call","id":"ct","call_id":"k","name":"patch","input":"{not json"},{"type":"custom_tool_call_output","call_id":"k",` +
		`"output":"ok"},{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"done",` +
		`"annotations":[]}]},{"role":"user","content":"and?"}]`
	display := `[{"role":"user","parts":[{"type":"text","text":"q"}]},{"role":"assistant","parts":[{"type":"step-start"},{"type":"tool-read",` +
		`"toolCallId":"a","state":"output-error","input":{},"errorText":"no"},{"type":"step-start"},{"type":"text","text":"hm"}]},{"role":"user",` +
		`"parts":[{"type":"text","text":"ok"}]}]`
	agreed := `[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c","toolName":"f","input":{}},` +
		`{"type":"tool-approval-request","approvalId":"a","toolCallId":"c"}]},{"role":"tool","content":[{"type":"tool-approval-response",` +
		`"approvalId":"a","approved":true},{"type":"tool-result","toolCallId":"c","toolName":"f","output":{"type":"content",` +
		`"value":[{"type":"text","text":"t"},{"type":"media","data":"R0lGODlh","mediaType":"image/gif"},{"type":"image-data","data":"R0lGODlh"}]}}]}]`
	drawn := `[{"role":"user","content":"q"},{"type":"shell_call","id":"i","call_id":"c","action":{"commands":["ls"]},"status":"completed"},` +
		`{"type":"shell_call_output","call_id":"c","output":"x"},{"type":"local_shell_call","id":"j","call_id":"d","action":{},` +
		`"status":"completed"},{"type":"local_shell_call_output","id":"d","output":"y"},{"type":"image_generation_call","id":"g",` +
		`"status":"completed","result":"R0lGODlh"},{"role":"user","content":"ok"}]`
	searched := `[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"toolCall":{"id":"t","toolType":"GOOGLE_SEARCH_WEB",` +
		`"args":{"queries":["x"]}},"thoughtSignature":"c2ln"},{"toolResponse":{"id":"t","response":{"url":"https://e","title":"E"}}},` +
		`{"functionCall":{"name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"t"},` +
		`"parts":[{"inlineData":{"mimeType":"image/gif","data":"R0lGODlh"}}]}}]}]`
	patched := `[{"role":"user","content":"q"},{"type":"apply_patch_call","call_id":"c","operation":{"type":"delete_file","path":"a"},` +
		`"status":"completed"},{"type":"apply_patch_call_output","call_id":"c","status":"completed","output":"ok"}]`
	for _, c := range []struct {
		name, history string
		to            Provider
		want          string
	}{
		{"a server's tools of Gemini", searched, Gemini, `{"toolCall":{"id":"t","toolType":"GOOGLE_SEARCH_WEB","args":{"queries":["x"]}},` +
			`"thoughtSignature":"c2ln"},{"toolResponse":{"id":"t","response":{"url":"https://e","title":"E"}}}`},
		{"a server's tools of Gemini", searched, OpenAI, `toolType: GOOGLE_SEARCH_WEB\nqueries: x\nE <https://e>`},
		{"an image of a function", searched, Anthropic, `"content":[{"type":"text","text":"t"},{"type":"image","source":{"type":"base64",` +
			`"media_type":"image/gif","data":"R0lGODlh"}}]`},
		{"a patch", patched, OpenAI, `{"name":"apply_patch","arguments":"{\"type\":\"delete_file\",\"path\":\"a\"}"}`},
		{"an approval", agreed, OpenAI, `{"role":"tool","tool_call_id":"c","content":"t\n[image image/gif]\n[image image/gif]"},{"role":"user",` +
			`"content":"[tool-approval-response]\napprovalId: a\napproved: true"}`},
		{"an approval", agreed, OpenAIResponses, `{"role":"user","content":"[tool-approval-response]\napprovalId: a\napproved: true"}`},
		{"an approval", agreed, Anthropic, `[{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"t"},{"type":"image",` +
			`"source":{"type":"base64","media_type":"image/gif","data":"R0lGODlh"}},{"type":"image","source":{"type":"base64",` +
			`"media_type":"image/gif","data":"R0lGODlh"}}]},{"type":"text","text":"[tool-approval-response]`},
		{"a call whose type names its tool", drawn, OpenAI, `{"id":"c","type":"function","function":{"name":"shell","arguments":"{\"commands\":[\"ls\"]}"}`},
		{"a result with the id of its call", drawn, OpenAI, `{"role":"tool","tool_call_id":"d","content":"y"}`},
		{"what the model has drawn", drawn, OpenAI, `{"role":"assistant","content":"[image image/gif]"}`},
		{"what the model has drawn", drawn, OpenAIResponses, `{"type":"image_generation_call","id":"g","status":"completed","result":"R0lGODlh"}`},
		{"shuffled results", twoCalls, Gemini, `{"functionResponse":{"name":"read","response":{"result":"A"}}},{"functionResponse":{"name":"read",` +
			`"response":{"result":"B"}}},{"text":"ok"}`},
		{"calls as they came", twoCalls, OpenAI, `"tool_calls":[{"id":"c:1","type":"function","function":{"name":"read","arguments":"{\"p\":1}"}}`},
		{"ids", twoCalls, Anthropic, `{"type":"tool_result","tool_use_id":"c_1","content":"A"}`},
		{"server tools", server, Anthropic, `[{"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"go news"}},` +
			`{"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","title":"Go","url":"https://go.dev",` +
			`"encrypted_content":"Eqg","page_age":null}]},{"citations":[{"type":"x","url":"u"}],"text":"Out.","type":"text"}]`},
		{"server tools as text", server, OpenAI, `{"role":"assistant","content":"[server_tool_use]\nname: web_search\nquery: go ` +
			`news\n[web_search_tool_result]\nGo <https://go.dev>\nOut."}`},
		{"an image of a tool", image, Anthropic, `"is_error":true,"content":[{"type":"text","text":"seen"},{"type":"image","source"`},
		{"an image of a tool", image, OpenAI, `{"role":"tool","tool_call_id":"t","content":"[error] seen\n[image https://e/a.png]"},` +
			`{"role":"user","content":"see?"}`},
		{"an image of a tool", image, OpenAIResponses, `"output":[{"type":"input_text","text":"[error] seen"},{"type":"input_image",` +
			`"image_url":"https://e/a.png","detail":"auto"}]`},
		{"an image of a tool", image, Gemini, `{"functionResponse":{"name":"shot","response":{"error":"seen"}}},` +
			`{"fileData":{"fileUri":"https://e/a.png"}},{"text":"see?"}`},
		{"signatures", signed, Gemini, `{"functionCall":{"id":"f1","name":"read","args":{}},"thoughtSignature":"c2ln"}]},{"role":"user",` +
			`"parts":[{"functionResponse":{"id":"f1","name":"read","response":{"output":"x","n":1}}}]`},
		{"an object that a tool gave", signed, OpenAI, `{"role":"tool","tool_call_id":"f1","content":"{\"output\":\"x\",\"n\":1}"}`},
		{"reasoning", reasoned, OpenAIResponses, `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAA"},` +
			`{"type":"custom_tool_call","id":"ct","call_id":"k","name":"patch","input":"{not json"},{"type":"custom_tool_call_output","call_id":"k",` +
			`"output":"ok"},{"type":"message","id":"msg_1",`},
		{"custom calls", reasoned, OpenAI, `{"role":"assistant","content":null,"tool_calls":[{"id":"k","type":"custom","custom":{"name":"patch",` +
			`"input":"{not json"}}]},{"role":"tool","tool_call_id":"k","content":"ok"}`},
		{"custom calls", reasoned, Anthropic, `{"type":"tool_use","id":"k","name":"patch","input":{"input":"{not json"}}`},
		{"results beside their calls", display, OpenAI, `"arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"[error] no"},` +
			`{"role":"assistant","content":"hm"}`},
		{"a name", `[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://e/a.png","detail":"low"}}],"name":"ann","tokens":3}]`,
			OpenAI, `{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://e/a.png","detail":"low"}}],"name":"ann"}`},
		{"detail", `[{"role":"user","content":[{"type":"input_image","image_url":"https://e/a.png","detail":"low"}]}]`, OpenAI,
			`"image_url":{"url":"https://e/a.png","detail":"low"}`},
		{"detail", `[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://e/a.png","detail":"low"}}]}]`, OpenAIResponses,
			`"image_url":"https://e/a.png","detail":"low"`},
		{"LangChain", `[{"type":"human","data":{"content":"q","type":"human"}},{"type":"ai","data":{"content":[{"type":"tool_use","id":"c",` +
			`"name":"f","input":{"a":1}}],"type":"ai","tool_calls":[{"name":"f","args":{"a":1},"id":"c","type":"tool_call"}]}},{"type":"tool",` +
			`"data":{"content":"no","type":"tool","tool_call_id":"c","status":"error"}}]`,
			OpenAI, `{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",` +
				`"function":{"name":"f","arguments":"{\"a\":1}"}}]},{"role":"tool","tool_call_id":"c","content":"[error] no"}]}`},
		{"Gemini CLI", `[{"id":"1","type":"info","content":"i"},{"id":"2","type":"user","content":"q"},{"id":"3","type":"gemini","content":"hm",` +
			`"tokens":{},"toolCalls":[{"id":"c","name":"f","args":{},"result":[{"functionResponse":{"id":"c","name":"f","response":{"output":"x"}}}],` +
			`"status":"success"}]},{"id":"4","type":"user","content":"ok"}]`,
			Anthropic, `{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"hm"},{"type":"tool_use",` +
				`"id":"c","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"x"}]},{"role":"user",` +
				`"content":[{"type":"text","text":"ok"`},
		{"words between results", `[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}` +
			`},{"type":"tool_use","id":"b","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"},` +
			`{"type":"text","text":"note"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"y"}]}]`,
			Anthropic, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"},{"type":"tool_result","tool_use_id":"b",` +
				`"content":"y"},{"type":"text","text":"note"`},
		{"an address as data", `[{"role":"user","content":[{"type":"file","mediaType":"image/png","data":"https://e/a.png"}]}]`, Anthropic,
			`{"type":"image","source":{"type":"url","url":"https://e/a.png"}`},
		{"a name alone", `[{"role":"user","content":"q","name":"ann"}]`, OpenAI, `{"role":"user","content":"q","name":"ann"}`},
		{"what a compatible service thought", `[{"role":"user","content":"a"},{"role":"assistant","reasoning_content":"hm","content":"b"},` +
			`{"role":"user","content":"q"}]`, OpenAI, `{"role":"assistant","content":"b","reasoning_content":"hm"}`},
		{"and thought before a call", `[{"role":"user","content":"a"},{"role":"assistant","content":null,"reasoning_details":[ {"text":"hm"} ],` +
			`"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"r"},` +
			`{"role":"user","content":"q"}]`,
			OpenAI, `"arguments":"{}"}}],"reasoning_details":[{"text":"hm"}]}`},
		{"an audio answer", `[{"role":"assistant","content":null,"audio":{"id":"a1"}},{"role":"user","content":"q"}]`, OpenAI,
			`{"role":"assistant","content":null,"audio":{"id":"a1"}}`},
		{"an id used twice", `[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"1"}}]},` +
			`{"role":"tool","tool_call_id":"a","content":"x"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f",` +
			`"arguments":"2"}}]},{"role":"tool","tool_call_id":"a","content":"y"}]`,
			OpenAI, `{"id":"a_2","type":"function","function":{"name":"f","arguments":"2"}}]},{"role":"tool","tool_call_id":"a_2","content":"y"}`},
	} {
		list, err := conversationOf(c.history)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := string(requestOf(t, assemble(t, Prompt{History: list}, wide), RequestOptions{Provider: c.to})); !strings.Contains(got, c.want) {
			t.Errorf("%s to %s: %s\nwant %s", c.name, c.to, got, c.want)
		}
	}
}

// TestCannotBeSent: a part that a provider does not accept is an error with its place.
func TestCannotBeSent(t *testing.T) {
	t.Parallel()
	for part, want := range map[string]string{
		`{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"eA=="}}`: `message 1 of the history: a part ` +
			`"document": it cannot be sent to openai`,
		`{"type":"image","source":{"type":"file","file_id":"f"}}`: `message 1 of the history: a part "image": an image without its data or address`,
		`{"type":"container_upload","file_id":"f"}`:               `message 1 of the history: a part "container_upload": it cannot be sent to openai`,
		`{"type":"hologram","file_id":"f"}`:                       `message 1 of the history: a part "hologram": it cannot be sent to openai`,
	} {
		list, err := conversationOf(`[{"role":"user","content":"q"},{"role":"user","content":[` + part + `]}]`)
		if err != nil {
			t.Fatal(err)
		}
		a := assemble(t, Prompt{History: list}, wide)
		if _, err := a.Request(RequestOptions{Provider: OpenAI}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if got, err := a.Request(RequestOptions{Provider: Anthropic}); strings.Contains(part, "hologram") == (err == nil) || err == nil &&
			!strings.Contains(string(got), strings.TrimSuffix(part, "}")) {
			t.Errorf("%v: %s", err, got)
		}
	}
}
