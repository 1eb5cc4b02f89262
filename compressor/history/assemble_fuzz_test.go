package history

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ctxpack/compressor/messages/providertest"
)

// description makes a random description of a prompt, with blanks, nulls and empty lists everywhere.
type description struct {
	*rand.Rand
	calls *int // so far: each has its own id
}

func (d description) one(choices ...string) string { return choices[d.IntN(len(choices))] }

func (d description) blank() string {
	return d.one(`""`, `" "`, `"\n"`, `"\t\n "`, `"\u00a0"`, `null`)
}

func (d description) text() string {
	return d.one(d.blank(), d.blank(), `"some text"`, `"text\n\n"`, `"`+"```"+`"`, `{"file":"a.go"}`, `{"file":"blank"}`)
}

func (d description) list(item func() string) string {
	var list []string
	for range d.IntN(4) {
		list = append(list, item())
	}
	return d.one("null", "[]", "["+strings.Join(list, ",")+"]", "["+strings.Join(list, ",")+"]")
}

func (d description) page() string {
	return d.one(d.text(), `{"url":`+d.blank()+`,"title":`+d.blank()+`,"content":`+d.text()+`}`, `{}`)
}

func (d description) file() string {
	return d.one(`"a.go"`, `"blank"`, `"missing"`, `{"path":"b","content":`+d.text()+`}`, `{"path":"c"}`)
}

func (d description) image() string {
	return d.one(`"i.png"`, `"data:image/gif;base64,R0lGODlhAQ=="`, `{"url":"https://x"}`)
}

// said returns a message, or a call of a tool with its result.
func (d description) said() string {
	text := d.one(`""`, `" "`, `"\n"`, `"said"`)
	*d.calls++
	id := fmt.Sprintf(`"%d"`, *d.calls)
	parts := `[{"type":"text","text":` + text + `},{"type":"text","text":" "}]`
	return d.one(
		`{"role":"user","content":`+d.one(d.blank(), text, parts, "[]")+`}`,
		`{"role":"assistant","content":`+d.one(d.blank(), text, parts, "[]")+`}`,
		`{"role":"user","content":[{"type":"text","text":`+text+`},{"type":"image","source":{"type":"url","url":"https://x"}}]}`,
		`{"role":"assistant","content":[{"type":"thinking","thinking":" ","signature":"x"},{"type":"text","text":`+text+`}]}`,
		`{"role":"assistant","content":`+d.one("null", text)+`,"tool_calls":[{"id":`+id+`,"type":"function","function":{"name":"read","arguments":`+
			d.one(`""`, `"{}"`, `" "`)+`}}]},{"role":"tool","tool_call_id":`+id+`,"content":`+d.one(text, "null")+`}`,
	)
}

func (d description) history() string { return d.one(d.list(d.said), `{"session":"latest"}`) }

func (d description) tiers() string {
	var list []string
	for _, name := range []string{"L0", "L1", "L2", "L3"} {
		list = append(list, `"`+name+`":`+d.one("null", "{}", `{"symbols":`+d.text()+`,"files":`+d.list(d.file)+`,"history":`+d.history()+`}`))
	}
	return d.one("null", "{}", "{"+strings.Join(list, ",")+"}")
}

func (d description) whole() string {
	return `{"system":` + d.text() + `,"symbol_map":` + d.text() + `,"file_tree":` + d.text() + `,"url_context":` + d.list(d.page) +
		`,"files":` + d.list(d.file) + `,"history":` + d.history() + `,"prompt":` + d.one(d.text(), `"q"`) + `,"images":` + d.list(d.image) + `,"tiers":` +
		d.tiers() + `}`
}

// blanks counts empty texts, parts and lists where a provider requires content. A tool's answer may be empty.
func blanks(v any) (n int) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			n += blanks(item)
		}
	case map[string]any:
		for name, member := range v {
			n += blanks(member)
			text, isText := member.(string)
			list, isList := member.([]any)
			result := v["type"] == "tool_result" || v["role"] == Tool
			switch name {
			case "content", "text", "instructions", "system", "parts", "input", "messages", "contents":
				if isText && strings.TrimSpace(text) == "" && !result || isList && len(list) == 0 {
					n++
				}
			}
		}
	}
	return n
}

// FuzzAssemble: no description results in an empty prompt, or in one that a provider refuses because of blank
// parts.
func FuzzAssemble(f *testing.F) {
	for seed := range uint64(2000) {
		f.Add(seed)
	}
	rules := map[Provider]func([]byte) []providertest.Violation{Anthropic: providertest.Anthropic, OpenAI: providertest.OpenAI,
		OpenAIResponses: providertest.Responses, Gemini: providertest.Gemini}
	load := testLoader()
	file := load.File
	load.File = func(path string) (string, error) {
		if path == "blank" {
			return " \n", nil
		}
		return file(path)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		input := description{rand.New(rand.NewPCG(seed, 0)), new(int)}.whole()
		p, _, err := ParsePrompt([]byte(input), load)
		if err != nil {
			return // such as null instead of a text
		}
		a, err := Assemble(p, wide, bytesOf)
		if err != nil {
			return // there is nothing to answer
		}
		for _, to := range Providers() {
			text := requestOf(t, a, RequestOptions{Provider: to})
			var whole map[string]any
			if err := json.Unmarshal(text, &whole); err != nil {
				t.Fatal(err)
			}
			var members map[string]json.RawMessage
			if err := json.Unmarshal(text, &members); err != nil {
				t.Fatal(err)
			}
			if n := blanks(whole); n > 0 {
				t.Errorf("%s: %d blanks in %s of %s", to, n, text, input)
			}
			for _, v := range rules[to](members[dialects()[to]["messages"]]) {
				t.Errorf("%s: %v in %s of %s", to, v, text, input)
			}
			if n := strings.Count(string(text), "cache_control"); n > breakpoints {
				t.Errorf("%s: %d breakpoints in %s", to, n, text)
			}
		}
	})
}
