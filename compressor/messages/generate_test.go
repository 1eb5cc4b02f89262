package messages_test

import (
	"fmt"
	"math/rand"
	"strings"

	"ctxpack/compressor/messages"
)

// generator makes conversations that are more irregular than real ones: both formats, calls without results,
// results without calls, repeated ids.
type generator struct {
	*rand.Rand
	idless bool
	calls  int
	open   []string // ids without a result, some of them repeated
}

func newGenerator(seed int64) *generator {
	g := &generator{Rand: rand.New(rand.NewSource(seed))}
	g.idless = g.Intn(3) == 0
	return g
}

func (g *generator) pick(of ...string) string { return of[g.Intn(len(of))] }

// conversation returns a document of up to n messages in a random format.
func (g *generator) conversation(n int) string {
	var list []string
	for range g.Intn(n + 1) {
		list = append(list, g.message())
	}
	switch g.Intn(5) {
	case 0:
		return strings.Join(list, "\n")
	case 1:
		return "{\"model\": \"m\", \"messages\": [\n  " + strings.Join(list, ",\n  ") + "\n], \"max_tokens\": 1e3}\n"
	case 2:
		return "[\n  " + strings.Join(list, ",\n  ") + "\n]\n"
	case 3:
		return strings.Join(list, "\r\n") + "\r\n"
	}
	return "[" + strings.Join(list, ",") + "]"
}

func (g *generator) text() string {
	text := g.pick("", "x", "yes", "# AGENTS.md\nbe brief", "[History Summary]\nearlier", "File: lib/c.go\n", "{\"path\":\"a.go\"}",
		"größer 世界 😀\n", "a\tb\\\"c\"")
	return text + strings.Repeat(g.pick("word ", "línea\n", "😀", "x"), g.Intn(1+g.Intn(200)))
}

// fields returns unknown fields, and some known ones.
func (g *generator) fields() string {
	out := ""
	for _, field := range []string{
		`"x": 1.50000000000000000001`, `"cache_control":{"type":"ephemeral"}`, `"agent_instruction":true`, `"summarized":true`,
		fmt.Sprintf(`"tokens":%d`, g.Intn(300)), `"_truncated":true,"_original_tokens":9`, `"name":"ann"`,
	} {
		if g.Intn(25) == 0 {
			out += "," + field
		}
	}
	return out
}

func (g *generator) message() string {
	body := g.body()
	if g.Intn(10) == 0 {
		body = strings.ReplaceAll(body, `"role":`, `"role": `)
	}
	return "{" + body + g.fields() + "}"
}

func (g *generator) body() string {
	switch g.Intn(10) {
	case 0:
		return `"role":"` + g.pick("system", "developer") + `","content":` + quote(g.text())
	case 1, 2:
		return `"role":"user","content":` + quote(g.text())
	case 3:
		return `"role":"user","content":[` + textPart(g.text()) + g.pick("", `,{"type":"image_url"}`, `,{"type":"image","source":{}}`, `,"more"`,
			`,{"type":"new","y":[1, 2]}`) + `]`
	case 4:
		return `"role":"assistant","content":` + g.pick("null", quote(g.text()), "["+textPart(g.text())+"]")
	case 5:
		return `"role":"assistant","content":null,"tool_calls":[` + g.several(func() string { return function(g.call()) }) + `]`
	case 6:
		return `"role":"assistant","content":[` + textPart(g.text()) + `,` + g.several(func() string {
			id, name, arguments := g.call()
			return `{"type":"tool_use","id":"` + id + `","name":"` + name + `","input":` + arguments + `}`
		}) + `]`
	case 7, 8:
		return `"role":"tool","tool_call_id":"` + g.answer() + `","content":` + g.pick(quote(g.text()), "["+textPart(g.text())+"]", "null")
	}
	return `"role":"user","content":[` + g.several(func() string { return toolResult(g.answer(), g.text()) }) + g.pick("", ","+textPart(g.text())) + `]`
}

func (g *generator) several(item func() string) string {
	items := []string{item()}
	for g.Intn(3) == 0 {
		items = append(items, item())
	}
	return strings.Join(items, ",")
}

// call makes a call that usually gets a result.
func (g *generator) call() (id, name, arguments string) {
	if g.Intn(10) > 0 {
		g.calls++
	}
	id = fmt.Sprint("call", g.calls)
	if g.idless && g.Intn(10) == 0 {
		id = ""
	}
	for range g.pick("", "x", "x", "x", "xx") {
		g.open = append(g.open, id)
	}
	name = g.pick("read_file", "writeFile", "fs.edit", "run", "delete", "list_threads", "get_x", "str_replace_editor")
	arguments = g.pick(`{"path":"a.go"}`, `{"file": "./a.go"}`, `{"file_path":"b/ü.go","text":"`+strings.Repeat("y", g.Intn(300))+`"}`,
		`{"command":"view","filename":"c.go"}`, `{}`)
	return id, name, arguments
}

// answer takes one of the open calls, usually the latest.
func (g *generator) answer() string {
	if len(g.open) == 0 || g.Intn(15) == 0 {
		if g.idless && g.Intn(2) == 0 {
			return ""
		}
		return "nowhere"
	}
	at := len(g.open) - 1
	if g.Intn(4) == 0 {
		at = g.Intn(len(g.open))
	}
	id := g.open[at]
	g.open = append(g.open[:at], g.open[at+1:]...)
	return id
}

// options returns options for a conversation of about that cost.
func (g *generator) options(total int) messages.Options {
	return messages.Options{
		Target:         1 + g.Intn(max(1, total*(1+g.Intn(4))/3+1)),
		Count:          [...]func(string) int{bytes, func(s string) int { return (len(s) + 3) / 4 }, func(s string) int { return len(strings.Fields(s)) }}[g.Intn(3)],
		Workers:        g.Intn(3),
		PreserveRecent: g.Intn(7),
		Protect:        [...]int{70, 70, 70, 75, 60, 50, 35, 0, 101}[g.Intn(9)],
		Single:         !g.idless && g.Intn(3) == 0,
		Placeholders:   g.Intn(2) == 1,
		ByAge:          g.Intn(3) == 2,
		Summary:        g.Intn(3) == 0,
	}
}
