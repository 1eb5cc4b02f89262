package messages_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
	"ctxpack/compressor/messages/providertest"
)

// turn is a message of a realistic conversation, independent of a provider's format.
type turn struct {
	role      string // system, user, assistant, or tool for results
	text      string
	images    int
	reasoning string       // of the assistant
	calls     []toolCall   // of the assistant
	result    []toolAnswer // of the tools
}

type toolCall struct {
	name      string
	arguments map[string]any
}

type toolAnswer struct {
	text   string
	images int
	parts  bool // as parts, not as one text
}

// session collects turns.
type session struct{ turns []turn }

func (s *session) say(role, text string, images int) {
	s.turns = append(s.turns, turn{role: role, text: text, images: images})
}

// do makes the assistant call tools and answers the calls.
func (s *session) do(text string, calls []toolCall, answers []toolAnswer) {
	s.turns = append(s.turns, turn{role: "assistant", text: text, calls: calls}, turn{role: "tool", result: answers})
}

// source returns a file of so many lines in one of several scripts.
func source(name string, lines int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\n", name)
	words := []string{"größe", "valeur", "値", "счёт", "count", "índice", "🙂"}
	for i := range lines {
		fmt.Fprintf(&b, "\t// %s %d: %s\n\tx%d := compute(\"%s\", %d, []string{\"a\\tb\"})\n", name, i, words[i%len(words)], i, words[(i*3)%len(words)], i*i)
	}
	return b.String()
}

func file(name string) map[string]any { return map[string]any{"path": name} }

// bugfix is one task and a long loop of tool calls, many of them parallel.
func bugfix() *session {
	s := &session{}
	s.say("system", "You are a careful engineer. "+strings.Repeat("Follow the style of the repository. ", 20), 0)
	s.say("user", "# AGENTS.md instructions for this repository\n\nRun `make check` before you finish.", 0)
	s.say("user", "Der Zähler läuft über, wenn mehr als 65.535 Einträge kommen. Bitte finde und behebe den Fehler.", 0)
	for i := range 60 {
		a, b := fmt.Sprintf("pkg/teil%02d.go", i%17), fmt.Sprintf("pkg/größe%02d.go", i%13)
		switch i % 5 {
		case 0:
			s.do("Ich sehe mir zwei Dateien an.", []toolCall{{"read_file", file(a)}, {"read_file", file(b)}},
				[]toolAnswer{{text: source("teil", 20+i)}, {text: source("größe", 10+i)}})
		case 1:
			s.do("", []toolCall{{"run_tests", map[string]any{"package": "./..."}}}, []toolAnswer{{text: strings.Repeat("--- FAIL: TestZähler (0.01s)\n", 5+i)}})
		case 2:
			s.do("", []toolCall{{"grep", map[string]any{"pattern": "uint16"}}, {"list_threads", map[string]any{}}, {"read_file", map[string]any{"file_path": b}}},
				[]toolAnswer{{text: a + ":12: var n uint16"}, {text: "[]"}, {text: source("größe", 30), parts: true}})
		case 3:
			s.do("Jetzt die Änderung.",
				[]toolCall{{"edit_file", map[string]any{"path": fmt.Sprintf("pkg/teil%02d.go", i%4), "old": "uint16", "new": source("neu", 3)}}},
				[]toolAnswer{{text: "ok"}})
		case 4:
			s.say("assistant", "Zwischenstand: der Zähler in `"+a+"` ist ein uint16. "+strings.Repeat("Ich prüfe weiter. ", i), 0)
		}
	}
	s.say("assistant", "Erledigt.", 0)
	s.say("user", "Bitte fasse zusammen, was du geändert hast.", 0)
	return s
}

// design is a conversation with images from both sides and messages of several parts.
func design() *session {
	s := &session{}
	s.say("system", "You help with the design of a web page.", 0)
	for i := range 50 {
		s.say("user", fmt.Sprintf("画面 %d を見てください。%s", i, strings.Repeat("余白が広すぎます。", 1+i%7)), i%3)
		if i%2 == 0 {
			s.do("スクリーンショットを撮ります。",
				[]toolCall{{"screenshot", map[string]any{"url": fmt.Sprintf("http://localhost/%d", i)}}, {"readFile", map[string]any{"filePath": "styles/main.css"}}},
				[]toolAnswer{{text: "captured", images: 1, parts: true}, {text: "File: styles/main.css\n" + strings.Repeat(".größe { margin: 0 }\n", 20+i)}})
		}
		if i%7 == 3 {
			s.do("", []toolCall{{"fs.write", map[string]any{"filename": fmt.Sprintf("styles/page%d.css", i%5), "text": strings.Repeat("p { }\n", 30)}}},
				[]toolAnswer{{text: `{"ok":true}`}})
		}
		s.say("assistant", "できました。"+strings.Repeat("色も直しました。", i%11), 0)
	}
	s.say("user", "最後に、全体をもう一度確認してください。", 2)
	return s
}

// research has a summary of earlier messages, searches with JSON results, and ends in the middle of the work.
func research() *session {
	s := &session{}
	s.say("system", "Answer with sources.", 0)
	s.say("user", "[History Summary]\nThe user asked about tokenizers before.", 0)
	s.say("assistant", "Understood.", 0)
	s.say("user", "Compare the file formats of the five best-known tokenizers. Пожалуйста, подробно.", 0)
	for i := range 70 {
		var calls []toolCall
		var answers []toolAnswer
		for k := range 1 + i%6 {
			calls = append(calls, toolCall{"get_page", map[string]any{"id": i*10 + k}})
			page, err := json.Marshal(map[string]any{"file": fmt.Sprintf("cache/page%d.html", (i*10+k)%40),
				"text": strings.Repeat("Токенизатор “BPE” — пример. ", 5+(i*k)%90)})
			if err != nil {
				panic(err)
			}
			answers = append(answers, toolAnswer{text: string(page), parts: k%2 == 1})
		}
		if i%9 == 8 {
			calls = append(calls, toolCall{"create_note", map[string]any{"path": fmt.Sprintf("notes/%d.md", i)}})
			answers = append(answers, toolAnswer{text: "written"})
		}
		s.do(strings.Repeat("Looking further. ", i%4), calls, answers)
	}
	return s
}

// openAI writes a session as messages for chat completions.
func (s *session) openAI() string {
	var list []string
	n := 0
	for _, t := range s.turns {
		m := map[string]any{"role": t.role, "content": t.text}
		switch {
		case t.images > 0:
			list = append(list, `{"role":"user","content":`+openAIParts(t.text, t.images)+`}`)
			continue
		case len(t.calls) > 0:
			if t.text == "" {
				m["content"] = nil
			}
			var calls []any
			for _, c := range t.calls {
				n++
				calls = append(calls, map[string]any{"id": fmt.Sprintf("call_%04d", n), "type": "function",
					"function": map[string]any{"name": c.name, "arguments": encode(c.arguments)}})
			}
			m["tool_calls"] = calls
		case t.role == "tool":
			for k, r := range t.result {
				content := quote(r.text)
				if r.parts {
					content = openAIParts(r.text, 0)
				}
				list = append(list, fmt.Sprintf(`{"role":"tool","tool_call_id":"call_%04d","content":%s}`, n-len(t.result)+k+1, content))
			}
			continue
		}
		list = append(list, encode(m))
	}
	return "[\n" + strings.Join(list, ",\n") + "\n]\n"
}

func openAIParts(text string, images int) string {
	return "[" + textPart(text) + strings.Repeat(`,{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo=","detail":"high"}}`, images) + "]"
}

// anthropic writes a session as a request to the messages API.
func (s *session) anthropic() string {
	var list []string
	n, system := 0, ""
	for _, t := range s.turns {
		var content []string
		if t.text != "" {
			content = append(content, textPart(t.text))
		}
		for range t.images {
			content = append(content, `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}`)
		}
		for _, c := range t.calls {
			n++
			content = append(content, fmt.Sprintf(`{"type":"tool_use","id":"toolu_%04d","name":%s,"input":%s}`, n, quote(c.name), encode(c.arguments)))
		}
		for k, r := range t.result {
			text := quote(r.text)
			if r.parts {
				text = "[" + textPart(r.text) + strings.Repeat(`,{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}`,
					r.images) + "]"
			}
			content = append(content, fmt.Sprintf(`{"type":"tool_result","tool_use_id":"toolu_%04d","content":%s}`, n-len(t.result)+k+1, text))
		}
		switch role := t.role; {
		case role == "system":
			system = t.text
		case role == "tool":
			list = append(list, parts("user", content...))
		case role == "user" && t.images == 0:
			list = append(list, say("user", t.text))
		default:
			list = append(list, parts(role, content...))
		}
	}
	return `{"model":"claude","max_tokens":4096,"system":` + quote(system) + `,"messages":[` + strings.Join(list, ",") + `],"tools":[]}`
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestRealConversations trims long conversations in both shapes and checks them
// against the providers' rules.
func TestRealConversations(t *testing.T) {
	t.Parallel()
	percents := []int{50, 20, 5}
	if testing.Short() {
		percents = []int{20}
	}
	for name, s := range map[string]*session{"bugfix": bugfix(), "design": design(), "research": research()} {
		for _, percent := range percents {
			for mode, change := range map[string]func(*messages.Options){
				"drop":        func(*messages.Options) {},
				"placeholder": func(o *messages.Options) { o.Placeholders = true },
				"age":         age,
				"summary":     func(o *messages.Options) { o.Summary = true },
				"everything":  func(o *messages.Options) { o.Placeholders, o.Summary, o.ByAge = true, true, true },
			} {
				t.Run(fmt.Sprintf("%s/%d/%s", name, percent, mode), func(t *testing.T) {
					t.Parallel()
					checkProvider(t, s.openAI(), percent, change, providertest.OpenAI)
					checkProvider(t, s.anthropic(), percent, change, providertest.Anthropic)
				})
			}
		}
	}
}

func checkProvider(t *testing.T, input string, percent int, change func(*messages.Options), rules func([]byte) []providertest.Violation) {
	t.Helper()
	o := options(1 << 40)
	o.Count = func(text string) int { return (len([]rune(text)) + 3) / 4 }
	whole := trim(t, input, o)
	if found := rules(messagesOf(t, whole)); len(found) > 0 {
		t.Fatalf("the input breaks rules: %v", found)
	}
	change(&o)
	o.Target = whole.TokensBefore * percent / 100
	r := trim(t, input, o)
	if found := rules(messagesOf(t, r)); len(found) > 0 {
		t.Errorf("the output breaks rules: %v", found)
	}
	if r.OverTarget > 0 && percent > 5 {
		t.Errorf("what is protected is more than %d%%, over by %d", percent, r.OverTarget)
	}
	if r.Summarised && !providertest.UserFirst(trimSystem(messagesOf(t, r))) {
		t.Error("with a summary the user is not first")
	}
	if problem := guarantees(t, input, o); problem != "" {
		t.Errorf("%.2000s", problem)
	}
}

// messagesOf returns the list of remaining messages.
func messagesOf(t *testing.T, r *messages.Result) []byte {
	t.Helper()
	list, err := json.Marshal(reported(t, r).Messages)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// trimSystem removes a system message from the start.
func trimSystem(list []byte) []byte {
	var all []map[string]json.RawMessage
	if json.Unmarshal(list, &all) != nil || len(all) == 0 || string(all[0]["role"]) != `"system"` {
		return list
	}
	return []byte(encode(all[1:]))
}
