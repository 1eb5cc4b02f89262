package messages_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
	"ctxpack/compressor/messages/providertest"
)

// object is a JSON object with its members in order.
func object(pairs ...string) string {
	var members []string
	for i := 0; i+1 < len(pairs); i += 2 {
		members = append(members, quote(pairs[i])+":"+pairs[i+1])
	}
	return "{" + strings.Join(members, ",") + "}"
}

// shape writes a session in one provider's format.
type shape struct {
	name  string
	rules func([]byte) []providertest.Violation
	turn  func(t turn, ids []string, names []string) []string // the messages of a turn; ids are those of its calls, or of the calls that it answers
	join  func(list []string) string
	split func(whole string) []byte // the messages of a document
}

// shapes lists all formats that are read.
func shapes() []shape {
	array := func(list []string) string { return "[" + strings.Join(list, ",") + "]" }
	plain := func(whole string) []byte { return []byte(whole) }
	within := func(name string) (func([]string) string, func(string) []byte) {
		return func(list []string) string { return `{"model":"m","` + name + `":` + array(list) + `,"n":1.0}` },
			func(whole string) []byte {
				var o map[string]json.RawMessage
				if err := json.Unmarshal([]byte(whole), &o); err != nil {
					panic(err)
				}
				return o[name]
			}
	}
	// lines wraps each message, with other lines between them.
	lines := func(name, more string) (func([]string) string, func(string) []byte) {
		return func(list []string) string {
				out := `{"type":"session_meta","payload":{"cwd":"/x"}}` + "\n"
				for i, m := range list {
					out += fmt.Sprintf(`{"uuid":"%d",%s"%s":%s}`, i, more, name, m) + "\n"
				}
				return out + `{"type":"last-prompt"}` + "\n"
			}, func(whole string) []byte {
				var list []string
				for line := range strings.Lines(whole) {
					var o map[string]json.RawMessage
					if err := json.Unmarshal([]byte(line), &o); err != nil {
						panic(err)
					}
					if o["uuid"] != nil {
						list = append(list, string(o[name]))
					}
				}
				return []byte(array(list))
			}
	}
	all := []shape{
		{name: "chat", rules: providertest.OpenAI, turn: chatTurn, join: array, split: plain},
		{name: "messages", rules: providertest.Anthropic, turn: messagesTurn},
		{name: "responses", rules: providertest.Responses, turn: responsesTurn},
		{name: "gemini", rules: providertest.Gemini, turn: geminiTurn},
		{name: "bedrock", rules: providertest.Bedrock, turn: bedrockTurn},
		{name: "vercel", rules: providertest.Vercel, turn: vercelTurn, join: array, split: plain},
		{name: "session of messages", rules: providertest.Anthropic, turn: messagesTurn},
		{name: "session of responses", rules: providertest.Responses, turn: responsesTurn},
	}
	all[1].join, all[1].split = within("messages")
	all[2].join, all[2].split = within("input")
	all[3].join, all[3].split = within("contents")
	all[4].join, all[4].split = within("messages")
	all[6].join, all[6].split = lines("message", "")
	all[7].join, all[7].split = lines("payload", `"type":"response_item",`)
	return all
}

func (s shape) write(whole *session) string {
	var list []string
	var ids, names []string
	n := 0
	for _, t := range whole.turns {
		if len(t.calls) > 0 {
			ids, names = nil, nil
			for _, c := range t.calls {
				n++
				ids, names = append(ids, fmt.Sprintf("call_%d", n)), append(names, c.name)
			}
		}
		list = append(list, s.turn(t, ids, names)...)
	}
	return s.join(list)
}

func chatTurn(t turn, ids, _ []string) []string {
	if t.role == "tool" {
		var list []string
		for k, r := range t.result {
			list = append(list, object("role", `"tool"`, "tool_call_id", quote(ids[k]), "content", quote(r.text)))
		}
		return list
	}
	members := []string{"role", quote(t.role), "content", quote(t.text)}
	if t.reasoning != "" {
		members = append(members, "reasoning_content", quote(t.reasoning))
	}
	var calls []string
	for k, c := range t.calls {
		calls = append(calls, function(ids[k], c.name, encode(c.arguments)))
	}
	if calls != nil {
		members = append(members, "tool_calls", list(calls...))
	}
	return []string{object(members...)}
}

func messagesTurn(t turn, ids, _ []string) []string {
	var content []string
	if t.reasoning != "" {
		content = append(content, object("type", `"thinking"`, "thinking", quote(t.reasoning), "signature", `"s"`))
	}
	if t.text != "" {
		content = append(content, textPart(t.text))
	}
	for k, c := range t.calls {
		content = append(content, object("type", `"tool_use"`, "id", quote(ids[k]), "name", quote(c.name), "input", encode(c.arguments)))
	}
	for k, r := range t.result {
		content = append(content, toolResult(ids[k], r.text))
	}
	return t.message(content)
}

// message returns the turn as a message of the user or the model; results are the user's, and the system message is
// separate.
func (t turn) message(content []string) []string {
	switch t.role {
	case "system":
		return nil
	case "tool":
		return []string{parts("user", content...)}
	}
	return []string{parts(t.role, content...)}
}

func responsesTurn(t turn, ids, _ []string) []string {
	var list []string
	if t.reasoning != "" {
		list = append(list, object("type", `"reasoning"`, "id", `"rs"`, "summary", "["+object("type", `"summary_text"`, "text", quote(t.reasoning))+"]"))
	}
	if t.text != "" {
		kind := map[string]string{"assistant": "output_text"}[t.role]
		if kind == "" {
			kind = "input_text"
		}
		list = append(list, object("type", `"message"`, "role", quote(t.role), "content", "["+object("type", quote(kind), "text", quote(t.text))+"]"))
	}
	for k, c := range t.calls {
		list = append(list, object("type", `"function_call"`, "call_id", quote(ids[k]), "name", quote(c.name), "arguments", quote(encode(c.arguments))))
	}
	for k, r := range t.result {
		list = append(list, object("type", `"function_call_output"`, "call_id", quote(ids[k]), "output", quote(r.text)))
	}
	return list
}

func geminiTurn(t turn, _, names []string) []string {
	var content []string
	if t.reasoning != "" {
		content = append(content, object("text", quote(t.reasoning), "thought", "true"))
	}
	if t.text != "" {
		content = append(content, object("text", quote(t.text)))
	}
	for _, c := range t.calls {
		content = append(content, object("functionCall", object("name", quote(c.name), "args", encode(c.arguments)), "thoughtSignature", `"s"`))
	}
	for k, r := range t.result {
		content = append(content, object("functionResponse", object("name", quote(names[k]), "response", object("output", quote(r.text)))))
	}
	role := map[string]string{"assistant": "model", "system": ""}
	switch name, other := role[t.role]; {
	case other && name == "":
		return nil
	case other:
		return []string{object("role", quote(name), "parts", list(content...))}
	}
	return []string{object("role", `"user"`, "parts", list(content...))}
}

func bedrockTurn(t turn, ids, _ []string) []string {
	var content []string
	if t.reasoning != "" {
		content = append(content, object("reasoningContent", object("reasoningText", object("text", quote(t.reasoning), "signature", `"s"`))))
	}
	if t.text != "" {
		content = append(content, object("text", quote(t.text)))
	}
	for k, c := range t.calls {
		content = append(content, object("toolUse", object("toolUseId", quote(ids[k]), "name", quote(c.name), "input", encode(c.arguments))))
	}
	for k, r := range t.result {
		content = append(content, object("toolResult", object("toolUseId", quote(ids[k]), "content", list(object("text", quote(r.text))), "status", `"success"`)))
	}
	return t.message(content)
}

func vercelTurn(t turn, ids, names []string) []string {
	var content []string
	if t.reasoning != "" {
		content = append(content, object("type", `"reasoning"`, "text", quote(t.reasoning)))
	}
	if t.text != "" {
		content = append(content, textPart(t.text))
	}
	for k, c := range t.calls {
		content = append(content, object("type", `"tool-call"`, "toolCallId", quote(ids[k]), "toolName", quote(c.name), "input", encode(c.arguments)))
	}
	for k, r := range t.result {
		content = append(content, object("type", `"tool-result"`, "toolCallId", quote(ids[k]), "toolName", quote(names[k]), "output",
			object("type", `"text"`, "value", quote(r.text))))
	}
	if t.role == "system" {
		return []string{say("system", t.text)}
	}
	return []string{parts(t.role, content...)}
}

// random returns a realistic conversation: the user asks, the model thinks, calls tools, and answers.
func random(seed int64) *session {
	g := rand.New(rand.NewSource(seed))
	s := &session{}
	text := func(limit int) string { return strings.Repeat("word größe ", 1+g.Intn(limit)) }
	if g.Intn(2) == 0 {
		s.say("system", text(20), 0)
	}
	for range 1 + g.Intn(6) {
		s.say("user", text(40), 0)
		for range g.Intn(8) {
			var calls []toolCall
			var answers []toolAnswer
			for k := range 1 + g.Intn(3) {
				// Gemini distinguishes calls of one turn by their names.
				name := []string{"read_file", "edit_file", "run"}[k]
				calls = append(calls, toolCall{name, map[string]any{"path": fmt.Sprintf("f%d.go", g.Intn(4))}})
				answers = append(answers, toolAnswer{text: text(60)})
			}
			said := ""
			if g.Intn(3) == 0 {
				said = text(10)
			}
			s.do(said, calls, answers)
			if g.Intn(2) == 0 {
				s.turns[len(s.turns)-2].reasoning = text(30)
			}
		}
		s.say("assistant", text(20), 0)
	}
	if g.Intn(2) == 0 {
		s.say("user", text(10), 0)
	}
	return s
}

// TestShapesHold: for random conversations in all formats, the provider accepts the rest, it begins with the user,
// has no orphan, and is within the target or states the excess; protected messages stay.
func TestShapesHold(t *testing.T) {
	t.Parallel()
	n := 20
	if os.Getenv("CTXPACK_SOAK") != "" {
		n = 60
	} else if testing.Short() {
		n = 4
	}
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for seed := range n {
				input := s.write(random(int64(seed)))
				if found := s.rules(s.split(input)); len(found) > 0 {
					t.Fatalf("seed %d: the input breaks rules: %v\n%s", seed, found, input)
				}
				c := parse(t, input)
				if len(c.Orphans()) > 0 {
					t.Fatalf("seed %d: orphans %v in\n%s", seed, c.Orphans(), input)
				}
				g := rand.New(rand.NewSource(int64(seed)))
				for range 6 {
					o := options(1 + g.Intn(len(input)))
					o.Placeholders, o.ByAge, o.Summary, o.Clean = g.Intn(2) == 1, g.Intn(2) == 1, g.Intn(3) == 0, true
					if problem := holds(t, s, c, o); problem != "" {
						o.Count = nil
						t.Fatalf("seed %d, %+v: %s\n%s", seed, o, problem, input)
					}
				}
			}
		})
	}
}

func holds(t *testing.T, s shape, c *messages.Conversation, o messages.Options) string {
	t.Helper()
	r, err := messages.Trim(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	output := written(t, r)
	list := s.split(output)
	if found := append(s.rules(list), providertest.OwnFields(list)...); len(found) > 0 {
		return fmt.Sprintf("%v\n%s", found, output)
	}
	again := parse(t, output)
	second, err := messages.Trim(t.Context(), again, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range again.Len() {
		if !again.OfSystem(i) {
			if !again.Starts(i) {
				return "it does not begin with the user\n" + output
			}
			break
		}
	}
	if len(again.Orphans()) > 0 {
		return fmt.Sprintf("orphans %v\n%s", again.Orphans(), output)
	}
	if second.TokensBefore != r.TokensAfter || r.TokensAfter-r.OverTarget > o.Target || r.OverTarget > 0 && r.TokensAfter <= o.Target {
		return fmt.Sprintf("%d tokens, says %d, over by %d\n%s", second.TokensBefore, r.TokensAfter, r.OverTarget, output)
	}
	return protectedKept(c, r, o)
}

// TestShapesAlike: the same conversation loses the same turns in every format with the same messages.
func TestShapesAlike(t *testing.T) {
	t.Parallel()
	whole := random(7)
	whole.turns = slices.DeleteFunc(whole.turns, func(t turn) bool { return t.role == "system" })
	var want []string
	for _, s := range shapes() {
		if s.name == "chat" || strings.Contains(s.name, "responses") {
			continue // each result is a separate message
		}
		c := parse(t, s.write(whole))
		var got []string
		for _, class := range trim(t, s.write(whole), options(1<<30)).Classified {
			got = append(got, fmt.Sprint(class.Class, class.Step, class.Path))
		}
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) || c.Len() != len(want) {
			t.Errorf("%s: %v, want %v", s.name, got, want)
		}
	}
}

// TestPlaceholdersAlike: with placeholders a conversation gets as small in Anthropic's format as in OpenAI's.
func TestPlaceholdersAlike(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3000)
	whole := &session{}
	whole.say("user", "task", 0)
	whole.do("", []toolCall{{"run", nil}, {"run_more", nil}, {"edit_file", map[string]any{"path": "f"}}}, []toolAnswer{{text: long}, {text: long}, {text: "ok"}})
	for _, s := range shapes() {
		r := trim(t, s.write(whole), placeholders(800))
		if r.OverTarget > 0 || len(r.Dropped) > 0 {
			t.Errorf("%s: %d tokens, dropped %v", s.name, r.TokensAfter, r.Dropped)
		}
	}
}

// TestReasoningCounts: reasoning costs its text.
func TestReasoningCounts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 4000)
	for _, message := range []string{
		`{"role":"assistant","content":"a","reasoning_content":"` + long + `"}`,
		`{"role":"assistant","content":"a","reasoning":"` + long + `"}`,
		`{"role":"assistant","content":"a","thinking":"` + long + `"}`,
		`{"role":"assistant","content":"a","reasoning":"` + long + `","reasoning_details":[{"type":"reasoning.text","text":"` + long + `"}]}`,
		parts("assistant", `{"type":"thinking","thinking":"`+long+`"}`, textPart("a")),
		parts("assistant", `{"type":"reasoning","text":"`+long+`"}`, textPart("a")),
		`{"role":"model","parts":[{"text":"` + long + `","thought":true},{"text":"a"}]}`,
		parts("assistant", `{"reasoningContent":{"reasoningText":{"text":"`+long+`"}}}`, `{"text":"a"}`),
	} {
		if got := trim(t, list(message), options(1<<30)).TokensBefore; got != 4000+1+4 {
			t.Errorf("%d tokens: %.80s", got, message)
		}
	}
	item := `{"type":"reasoning","summary":[],"encrypted_content":"` + long + `"}`
	if got := trim(t, list(item, `{"type":"message","role":"assistant","content":[]}`), options(1<<30)).TokensBefore; got < 1000 || got > 1100 {
		t.Errorf("%d tokens of what is encrypted", got)
	}
}

// TestSmallShapes has formats with few kinds of parts: they are read, and reduced to the minimum.
func TestSmallShapes(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 500)
	for _, test := range []struct{ name, input, want string }{
		{"user interface", list(`{"id":"1","role":"user","parts":[{"type":"text","text":"t"}]}`,
			`{"id":"2","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-run","toolCallId":"a","state":"output-available","input":{},`+
				`"output":{"x":"`+long+`"}}]}`,
			`{"id":"3","role":"user","parts":[{"type":"text","text":"u"}]}`),
			list(`{"id":"3","role":"user","parts":[{"type":"text","text":"u"}]}`)},
		{"tool invocations", list(say("user", "t"), `{"role":"assistant","content":"","toolInvocations":[{"state":"result","toolCallId":"a",`+
			`"toolName":"run","args":{},"result":"`+long+`"}]}`, say("user", "u")),
			list(say("user", "u"))},
		{"tools of the provider", list(say("user", "t"),
			parts("assistant", `{"type":"server_tool_use","id":"s","name":"web_search","input":{}}`,
				`{"type":"web_search_tool_result","tool_use_id":"s","content":[{"type":"web_search_result","url":"x"}]}`, textPart("a")), say("user", "u")),
			list(say("user", "u"))},
		{"search in responses", list(say("user", "t"), `{"type":"web_search_call","id":"ws","status":"completed"}`,
			`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a"}]}`, say("user", "u")),
			list(say("user", "u"))},
		{"roles of Gemini", list(`{"parts":[{"text":"t"}]}`, `{"role":"model","parts":[{"function_call":{"name":"run","args":{}}}]}`,
			`{"role":"function","parts":[{"function_response":{"name":"run","response":{"result":"`+long+`"}}}]}`, `{"role":"user","parts":[{"text":"u"}]}`),
			list(`{"role":"user","parts":[{"text":"u"}]}`)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := parse(t, test.input)
			if len(c.Orphans()) > 0 {
				t.Errorf("orphans %v", c.Orphans())
			}
			if got := written(t, trim(t, test.input, options(1))); got != test.want {
				t.Errorf("left %s, want %s", got, test.want)
			}
		})
	}
}

// TestUnknownItems: unknown items are kept whole, counted and named.
func TestUnknownItems(t *testing.T) {
	t.Parallel()
	for kind, message := range map[string]string{
		"tool_invocation": parts("assistant", `{"type":"tool_invocation","ref":"a"}`),
		"futureCall":      parts("assistant", `{"futureCall":{"ref":"a"}}`),
		"item_reference":  `{"type":"item_reference","id":"msg_1"}`,
		"mcp_list_tools":  `{"type":"mcp_list_tools","id":"l","server_label":"x","tools":[]}`,
		"compaction":      `{"type":"compaction","id":"c","encrypted_content":"gAAA"}`,
	} {
		input := list(say("user", strings.Repeat("word ", 50)), message, say("user", "go on"))
		c := parse(t, input)
		r := trim(t, input, options(20))
		if got := written(t, r); !slices.Equal(c.Unknown(), []string{kind}) || !strings.Contains(got, message) || r.Classified[1].Tokens < 20 || r.OverTarget == 0 {
			t.Errorf("%s: unknown %q, %v, %s", kind, c.Unknown(), r.Classified, got)
		}
	}
	for _, input := range []string{
		list(say("user", "t"), `{"type":"computer_call","id":"i","call_id":"a","action":{"type":"screenshot"}}`,
			`{"type":"computer_call_output","call_id":"a","output":{"type":"computer_screenshot","image_url":"data:image/png;base64,iVBORw0KGgo="}}`),
		list(`{"role":"user","parts":[{"text":"t"}]}`, `{"role":"model","parts":[{"toolCall":{"id":"a","toolType":"GOOGLE_MAPS","args":{}}}]}`,
			`{"role":"model","parts":[{"toolResponse":{"id":"a","response":{}}}]}`),
		list(say("user", "t"), `{"type":"tool_search_call","call_id":null,"execution":"server","arguments":{}}`,
			`{"type":"tool_search_output","call_id":null,"tools":[{"type":"function","name":"f"}]}`),
		list(say("user", "t"), parts("assistant", `{"type":"tool-call","toolCallId":"c","toolName":"rm","input":{}}`,
			`{"type":"tool-approval-request","approvalId":"p","toolCallId":"c"}`),
			parts("tool", `{"type":"tool-approval-response","approvalId":"p","approved":true}`,
				`{"type":"tool-result","toolCallId":"c","toolName":"rm","output":{"type":"text","value":"x"}}`)),
	} {
		if c := parse(t, input); len(c.Orphans())+len(c.Unknown()) > 0 {
			t.Errorf("%v, %q of %s", c.Orphans(), c.Unknown(), input)
		}
	}
}

// TestFrameworks: messages of LangChain, LangGraph and Gemini CLI are read and written.
func TestFrameworks(t *testing.T) {
	t.Parallel()
	long := quote(strings.Repeat("word ", 60))
	dump := []string{
		`{"content":"Be brief.","additional_kwargs":{},"type":"system","name":null,"id":null}`, `{"content":` + long + `,"type":"human","name":null,"id":null}`,
		`{"content":"","additional_kwargs":{},"type":"ai","tool_calls":[{"name":"read","args":{"path":"a.go"},"id":"c1","type":"tool_call"}],` +
			`"invalid_tool_calls":[]}`,
		`{"content":"package a","type":"tool","tool_call_id":"c1","status":"success","artifact":null}`, `{"content":"Done.","type":"ai","tool_calls":[]}`,
		`{"content":"go on","type":"human"}`,
	}
	names := []string{"SystemMessage", "HumanMessage", "AIMessage", "ToolMessage", "AIMessage", "HumanMessage"}
	var dicts, constructors []string
	for i, m := range dump {
		dicts = append(dicts, `{"type":`+quote([]string{"system", "human", "ai", "tool", "ai", "human"}[i])+`,"data":`+m+`}`)
		constructors = append(constructors, `{"lc":1,"type":"constructor","id":["langchain","schema","messages",`+quote(names[i])+`],"kwargs":`+m+`}`)
	}
	constructors[1] = `{"id":["x","HumanMessage"],"type":"constructor","kwargs":{"content":` + long + `}}`
	dicts[1] = `{"type":"human","data":{"content":` + long + `}}`
	cli := `{"sessionId":"s","projectHash":"p","messages":[{"id":"0","timestamp":"t","type":"info","content":"Update!"},{"id":"1",` +
		`"timestamp":"t","type":"user","content":` + long + `},
		{"id":"2","timestamp":"t","type":"gemini","content":"","thoughts":[],"tokens":{"input":1},"model":"m","toolCalls":[{"id":"c1",` +
		`"name":"read","args":{"path":"a.go"},"result":[{"functionResponse":{"id":"c1","name":"read","response":{"output":"package a"}}}],"status":"success"}]},
		{"id":"3","timestamp":"t","type":"gemini","content":"Done."},{"id":"4","timestamp":"t","type":"user","content":"go on"}]}`
	for name, input := range map[string]string{
		"model_dump": list(dump...), "messages_to_dict": list(dicts...), "dumpd": list(constructors...),
		"graph": `{"values":{"messages":` + list(dump...) + `},"next":[]}`, "lines": strings.Join(dump, "\n"), "cli": cli,
	} {
		c := parse(t, input)
		var shown []string
		for _, s := range c.Said() {
			text := s.Role + ":" + firstWord(s.Text())
			for _, p := range s.Parts {
				switch p.Kind {
				case messages.CallKind:
					text += "(" + p.Name + p.Arguments + ")"
				case messages.ResultKind:
					text += "(" + p.ID + "=" + p.ResultText() + ")"
				}
			}
			shown = append(shown, text)
		}
		want := `user:word assistant:(read{"path":"a.go"}) tool:(c1=package a) assistant:Done. user:go`
		if got := strings.Join(shown, " "); !strings.HasSuffix(strings.ReplaceAll(got, `)(c1=`, `) tool:(c1=`), want) || len(c.Orphans()) > 0 {
			t.Errorf("%s: %s", name, got)
		}
		o := options(270)
		o.Summary = true
		r := trim(t, input, o)
		if again := parse(t, written(t, r)); len(r.Dropped) == 0 || !r.Summarised || again.Len() != len(r.Kept)+1 {
			t.Errorf("%s: %+v, %s", name, r, written(t, r))
		}
	}
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// TestTurnsAreMerged: if user and assistant must alternate, the parts of messages that become adjacent are merged.
func TestTurnsAreMerged(t *testing.T) {
	t.Parallel()
	input := list(parts("user", `{"text":"a"}`), parts("assistant", `{"text":"`+strings.Repeat("x", 400)+`"}`), parts("user", `{"text":"b"}`))
	o := options(60)
	o.Protect = 0
	if r := trim(t, input, o); r.OverTarget == 0 {
		t.Fatal("everything is protected")
	}
	o.Protect, o.Target = 75, 25
	input = list(`{"role":"user","content":[{"text":"a"}],"agent_instruction":true}`, parts("assistant", `{"text":"`+strings.Repeat("x", 450)+`"}`),
		parts("user", `{"text":"b"}`))
	o.Clean = true
	r := trim(t, input, o)
	if got, want := written(t, r), list(parts("user", `{"text":"a"}`, `{"text":"b"}`)); got != want || !slices.Equal(r.Kept, []int{0, 2}) {
		t.Errorf("wrote %s, want %s", got, want)
	}
	if r.TokensAfter != 4+2 {
		t.Errorf("%d tokens", r.TokensAfter)
	}
}

// TestSeveralConversations: each line of a file for fine-tuning is a separate conversation.
func TestSeveralConversations(t *testing.T) {
	t.Parallel()
	one := `{"messages":` + list(say("user", strings.Repeat("x", 100)), say("assistant", "y"), say("user", "z")) + `}`
	all, err := messages.ParseAll(one + "\n\n" + one + "\n")
	if err != nil || len(all) != 2 {
		t.Fatalf("%d conversations, %v", len(all), err)
	}
	out := ""
	for _, c := range all {
		r, err := messages.Trim(t.Context(), c, options(20))
		if err != nil {
			t.Fatal(err)
		}
		out += written(t, r)
	}
	left := `{"messages":` + list(say("user", "z")) + `}`
	if out != left+"\n\n"+left+"\n" {
		t.Errorf("wrote %q", out)
	}
	if _, err := messages.ParseAll(one + "\n" + `{"messages":[1]}` + "\n"); err == nil || !strings.HasPrefix(err.Error(), "line 2, column 14: /messages/0: ") {
		t.Errorf("error %v", err)
	}
}

// TestOtherLinesStay: other entries of a session file stay in place; without any message it is an error.
func TestOtherLinesStay(t *testing.T) {
	t.Parallel()
	wrap := func(m string) string { return `{"type":"user","message":` + m + `}` + "\n" }
	meta, tail := `{"type":"summary","summary":"s"}`+"\n", `{"type":"file-history-snapshot"}`+"\n"
	input := meta + wrap(say("user", strings.Repeat("x", 100))) + meta + wrap(say("assistant", "y")) + wrap(say("user", "z")) + tail
	if got, want := written(t, trim(t, input, options(8))), meta+meta+wrap(say("user", "z"))+tail; got != want {
		t.Errorf("wrote\n%swant\n%s", got, want)
	}
	if _, err := messages.Parse(meta + tail); err == nil || !strings.HasPrefix(err.Error(), "line 1, column 1: ") {
		t.Errorf("error %v", err)
	}
}

// TestClean removes ctxpack's own members from all messages.
func TestClean(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ message, want string }{
		{`{"tokens":9,"role":"user","content":"x"}`, `{"role":"user","content":"x"}`},
		{`{ "role": "user", "summarized": true, "content": "x", "agent_instruction": false }`, `{ "role": "user", "content": "x" }`},
		{"{\n \"role\":\"user\",\n \"content\":\"x\",\n \"_truncated\":true,\n \"_original_tokens\":5\n}", "{\n \"role\":\"user\",\n \"content\":\"x\"\n}"},
		{`{"role":"user","content":"x"}`, `{"role":"user","content":"x"}`},
	} {
		o := options(1000)
		o.Clean = true
		if got := written(t, trim(t, list(test.message), o)); got != list(test.want) {
			t.Errorf("wrote %s, want %s", got, list(test.want))
		}
	}
}

// TestReasoningStaysWithItsTurn: if the reasoning of a turn is on a separate line, it is dropped or kept together
// with the item that follows it.
func TestReasoningStaysWithItsTurn(t *testing.T) {
	t.Parallel()
	wrap := func(m string) string { return `{"type":"x","message":` + m + `}` }
	think := parts("assistant", `{"type":"thinking","thinking":"`+strings.Repeat("x", 50)+`","signature":"s"}`)
	lines := []string{
		wrap(say("user", "t")),
		wrap(think), wrap(use("a", "run", "{}")), wrap(parts("user", toolResult("a", strings.Repeat("r", 200)))),
		wrap(think), wrap(use("b", "edit", `{"path":"f"}`)), wrap(parts("user", toolResult("b", "r"))),
		wrap(say("user", "task")),
	}
	r := trim(t, strings.Join(lines, "\n"), options(180))
	if want := []int{0, 4, 5, 6, 7}; !slices.Equal(r.Kept, want) {
		t.Errorf("kept %v, want %v", r.Kept, want)
	}
	if c := r.Classified; c[1].Step != 0 || c[2].Step != 1 || c[5].Step != 2 {
		t.Errorf("steps %+v", c)
	}
}
