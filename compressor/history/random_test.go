package history

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	msg "ctxpack/compressor/messages"
	"ctxpack/compressor/messages/providertest"
	"ctxpack/internal/text/jsondoc"
)

// randomTalk writes random valid conversations in the format of a provider: several calls at once, answers in any
// order, texts in addition to results, errors, images, reasoning with signatures, server tools, custom calls.
type randomTalk struct {
	*rand.Rand
	calls int
	out   []string
}

func (r *randomTalk) text() string { return strings.Repeat("word ", 1+r.IntN(60)) }

func (r *randomTalk) one(in int) bool { return r.IntN(in) == 0 }

// q is a text as JSON.
func q(text string) string { return string(jsondoc.Encode(text)) }

func (r *randomTalk) add(format string, args ...any) {
	r.out = append(r.out, fmt.Sprintf(format, args...))
}

// names returns the ids of calls, and the order in which they are answered.
func (r *randomTalk) names() (ids []string, order []int) {
	for range 1 + r.IntN(3) {
		r.calls++
		ids = append(ids, fmt.Sprintf("c%d", r.calls))
	}
	return ids, r.Perm(len(ids))
}

const picture = "data:image/gif;base64,R0lGODlh"

// randomShapes returns, for each format, a user request, some work, and an answer.
func randomShapes() map[string]func(r *randomTalk, user string, steps int, answer string) {
	return map[string]func(r *randomTalk, user string, steps int, answer string){
		"openai": func(r *randomTalk, user string, steps int, answer string) {
			if content := q(user); r.one(4) {
				r.add(`{"role":"user","content":[{"type":"text","text":%s},{"type":"image_url","image_url":{"url":%q,"detail":"low"}}],"name":"ann"}`, content, picture)
			} else {
				r.add(`{"role":"user","content":%s}`, content)
			}
			for range steps {
				ids, order := r.names()
				var calls []string
				for _, id := range ids {
					call := fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":"run","arguments":"{\"n\":1}"}}`, id)
					if r.one(4) {
						call = fmt.Sprintf(`{"id":%q,"type":"custom","custom":{"name":"patch","input":"*** x"}}`, id)
					}
					calls = append(calls, call)
				}
				said := "null"
				if r.one(3) {
					said = q(r.text())
				}
				r.add(`{"role":"assistant","content":%s,"tool_calls":[%s]}`, said, strings.Join(calls, ","))
				for _, k := range order {
					r.add(`{"role":"tool","tool_call_id":%q,"content":%s}`, ids[k], q(r.text()))
				}
			}
			if answer != "" {
				r.add(`{"role":"assistant","content":%s}`, q(answer))
			}
		},
		"anthropic": func(r *randomTalk, user string, steps int, answer string) {
			r.add(`{"role":"user","content":%s}`, q(user))
			for range steps {
				ids, order := r.names()
				var said, answered []string
				if r.one(2) {
					said = append(said, `{"type":"thinking","thinking":"hm","signature":"c2ln"}`)
				}
				if r.one(4) {
					said = append(said, fmt.Sprintf(`{"type":"server_tool_use","id":"srv_%s","name":"web_search","input":{"query":"x"}},`+
						`{"type":"web_search_tool_result","tool_use_id":"srv_%[1]s","content":[{"type":"web_search_result","title":"T","url":"https://x",`+
						`"encrypted_content":"E"}]}`, ids[0]))
				}
				if r.one(3) {
					said = append(said, fmt.Sprintf(`{"type":"text","text":%s}`, q(r.text())))
				}
				for _, id := range ids {
					said = append(said, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":"run","input":{"n":1}}`, id))
				}
				for _, k := range order {
					content := q(r.text())
					if r.one(4) {
						content = `[{"type":"text","text":"seen"},{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlh"}}],"is_error":true`
					}
					answered = append(answered, fmt.Sprintf(`{"type":"tool_result","tool_use_id":%q,"content":%s}`, ids[k], content))
				}
				if r.one(3) {
					answered = append(answered, `{"type":"text","text":"<system-reminder>x</system-reminder>"}`)
				}
				r.add(`{"role":"assistant","content":[%s]}`, strings.Join(said, ","))
				r.add(`{"role":"user","content":[%s]}`, strings.Join(answered, ","))
			}
			if answer != "" {
				r.add(`{"role":"assistant","content":[{"type":"text","text":%s}]}`, q(answer))
			}
		},
		"openai-responses": func(r *randomTalk, user string, steps int, answer string) {
			r.add(`{"role":"user","content":[{"type":"input_text","text":%s}]}`, q(user))
			for range steps {
				ids, order := r.names()
				if r.one(2) {
					r.add(`{"type":"reasoning","id":"rs_%s","summary":[],"encrypted_content":"gAAA"}`, ids[0])
				}
				custom := r.one(4)
				kind, input := "function_call", "arguments"
				if custom {
					kind, input = "custom_tool_call", "input"
				}
				name := `"name":"run",`
				if r.one(4) { // tools that the type names
					kind, input, name = "shell_call", "action", ""
				}
				for _, id := range ids {
					r.add(`{"type":%q,"call_id":%q,%s%q:"{}"}`, kind, id, name, input)
				}
				for _, k := range order {
					r.add(`{"type":"%s_output","call_id":%q,"output":%s}`, kind, ids[k], q(r.text()))
				}
			}
			if r.one(4) {
				r.add(`{"type":"mcp_approval_request","id":"ok_%d","name":"x","arguments":"{}","server_label":"s"}`, len(r.out))
				r.add(`{"type":"mcp_approval_response","approval_request_id":"ok_%d","approve":true}`, len(r.out)-1)
			}
			if r.one(4) {
				r.add(`{"type":"image_generation_call","id":"ig_%d","status":"completed","result":"R0lGODlh"}`, len(r.out))
			}
			if r.one(4) {
				r.add(`{"type":"web_search_call","id":"ws_%d","status":"completed","action":{"type":"search","query":"x"}}`, r.calls)
			}
			if answer == "" {
				return
			}
			r.add(`{"type":"message","id":"msg_%d","role":"assistant","status":"completed","content":[{"type":"output_text","text":%s,"annotations":[]}]}`,
				r.calls, q(answer))
		},
		"gemini": func(r *randomTalk, user string, steps int, answer string) {
			r.add(`{"role":"user","parts":[{"text":%s}]}`, q(user))
			for range steps {
				ids, _ := r.names()
				var said, answered []string
				if r.one(3) {
					said = append(said, `{"text":"hm","thought":true}`)
				}
				for k := range ids {
					said = append(said, fmt.Sprintf(`{"functionCall":{"name":"run%d","args":{"n":1}},"thoughtSignature":"c2ln"}`, k))
					answered = append(answered, fmt.Sprintf(`{"functionResponse":{"name":"run%d","response":{"output":%s}}}`, k, q(r.text())))
				}
				r.Shuffle(len(answered), func(i, k int) { answered[i], answered[k] = answered[k], answered[i] })
				r.add(`{"role":"model","parts":[%s]}`, strings.Join(said, ","))
				r.add(`{"role":"user","parts":[%s]}`, strings.Join(answered, ","))
			}
			if answer != "" {
				r.add(`{"role":"model","parts":[{"text":%s,"thoughtSignature":"c2ln"}]}`, q(answer))
			}
		},
		"bedrock": func(r *randomTalk, user string, steps int, answer string) {
			r.add(`{"role":"user","content":[{"text":%s}]}`, q(user))
			for range steps {
				ids, order := r.names()
				var said, answered []string
				for _, id := range ids {
					said = append(said, fmt.Sprintf(`{"toolUse":{"toolUseId":%q,"name":"run","input":{}}}`, id))
				}
				for _, k := range order {
					answered = append(answered, fmt.Sprintf(`{"toolResult":{"toolUseId":%q,"content":[{"text":%s}],"status":"error"}}`, ids[k], q(r.text())))
				}
				r.add(`{"role":"assistant","content":[%s]}`, strings.Join(said, ","))
				r.add(`{"role":"user","content":[%s]}`, strings.Join(answered, ","))
			}
			if answer != "" {
				r.add(`{"role":"assistant","content":[{"text":%s}]}`, q(answer))
			}
		},
		"vercel": func(r *randomTalk, user string, steps int, answer string) {
			r.add(`{"role":"user","content":[{"type":"text","text":%s}]}`, q(user))
			for range steps {
				ids, order := r.names()
				said := []string{`{"type":"reasoning","text":"hm"}`}
				var answered []string
				for _, id := range ids {
					said = append(said, fmt.Sprintf(`{"type":"tool-call","toolCallId":%q,"toolName":"run","input":{}}`, id))
				}
				for _, k := range order {
					answered = append(answered, fmt.Sprintf(`{"type":"tool-result","toolCallId":%q,"toolName":"run","output":{"type":"error-text",`+
						`"value":%s}}`, ids[k], q(r.text())))
					if r.one(4) {
						answered[len(answered)-1] = fmt.Sprintf(`{"type":"tool-result","toolCallId":%q,"toolName":"run","output":{"type":"content",`+
							`"value":[{"type":"media","data":"R0lGODlh","mediaType":"image/gif"}]}}`, ids[k])
					}
				}
				if r.one(4) { // the user must agree first, in a separate message or in the one with the results
					said = append(said, fmt.Sprintf(`{"type":"tool-approval-request","approvalId":"ok_%s","toolCallId":%[1]q}`, ids[0]))
					agreed := fmt.Sprintf(`{"type":"tool-approval-response","approvalId":"ok_%s","approved":true}`, ids[0])
					answered = slices.Insert(answered, 0, agreed)
				}
				r.add(`{"role":"assistant","content":[%s]}`, strings.Join(said, ","))
				if first, rest := answered[:1], answered[1:]; strings.Contains(first[0], "approval") && r.one(2) {
					r.add(`{"role":"tool","content":[%s]}`, first[0])
					answered = rest
				}
				r.add(`{"role":"tool","content":[%s]}`, strings.Join(answered, ","))
			}
			if answer != "" {
				r.add(`{"role":"assistant","content":[{"type":"text","text":%s}]}`, q(answer))
			}
		},
		"ui": func(r *randomTalk, user string, steps int, answer string) {
			r.add(`{"id":"u%d","role":"user","parts":[{"type":"text","text":%s}]}`, len(r.out), q(user))
			var said []string
			for range steps {
				said = append(said, `{"type":"step-start"}`)
				ids, _ := r.names()
				for _, id := range ids {
					said = append(said, fmt.Sprintf(`{"type":"tool-run","toolCallId":%q,"state":"output-available","input":{},"output":%s}`, id, q(r.text())))
				}
			}
			r.add(`{"id":"a%d","role":"assistant","parts":[%s{"type":"step-start"},{"type":"text","text":%s}]}`, len(r.out),
				strings.Join(append(said, ""), ","), q(answer))
		},
	}
}

// requests writes some requests. The first may be instructions for agents, others an agent's reminders. The last
// may be in the middle of the work, and elsewhere answers are missing if roles need not alternate.
func requests(r *randomTalk, shape string, write func(r *randomTalk, user string, steps int, answer string)) {
	for turns := 1 + r.IntN(5); turns > 0; turns-- {
		user, steps, answer := r.text(), r.IntN(2)*r.IntN(8), r.text()
		switch {
		case r.one(6) && len(r.out) == 0:
			user = "# AGENTS.md instructions\n\n" + user
		case r.one(8):
			user = "<system-reminder>" + user + "</system-reminder>"
		}
		takeTurns := shape == "gemini" || shape == "bedrock"
		if shape != "ui" && (turns == 1 && r.one(2) || !takeTurns && r.one(6)) {
			answer = ""
		}
		write(r, user, steps, answer)
	}
}

// listOf returns the messages of a document.
func listOf(t *testing.T, shape, text string) []byte {
	t.Helper()
	if shape != "gemini" {
		return []byte(text)
	}
	var o struct{ Contents json.RawMessage }
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return o.Contents
}

// TestRandomTalks: every operation on a valid conversation gives a valid one.
func TestRandomTalks(t *testing.T) {
	t.Parallel()
	n := uint64(40)
	if os.Getenv("CTXPACK_SOAK") != "" {
		n = 2000
	} else if testing.Short() {
		n = 6
	}
	rules := map[string]func([]byte) []providertest.Violation{
		"anthropic": providertest.Anthropic, "openai": providertest.OpenAI, "openai-responses": providertest.Responses, "gemini": providertest.Gemini,
		"bedrock": providertest.Bedrock, "vercel": providertest.Vercel, "ui": func([]byte) []providertest.Violation { return nil },
	}
	for shape, write := range randomShapes() {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			for seed := range n {
				r := &randomTalk{Rand: rand.New(rand.NewPCG(seed, 1))}
				requests(r, shape, write)
				input := "[" + strings.Join(r.out, ",") + "]"
				if shape == "gemini" {
					input = `{"contents":` + input + "}"
				}
				if found := rules[shape](listOf(t, shape, input)); len(found) > 0 {
					t.Fatalf("seed %d: the input breaks rules: %v\n%s", seed, found, input)
				}
				holdsShortened(t, r, input, func(what, text string) {
					if found := rules[shape](listOf(t, shape, text)); len(found) > 0 {
						t.Fatalf("seed %d, %s: %v\n%s\nof\n%s", seed, what, found, text, input)
					}
				})
				list, err := conversationOf(input)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				for _, to := range Providers() {
					text := requestOf(t, assemble(t, Prompt{System: "s", History: list, Request: "now?"}, wide), RequestOptions{Provider: to})
					var whole map[string]json.RawMessage
					if err := json.Unmarshal(text, &whole); err != nil {
						t.Fatal(err)
					}
					for _, v := range rules[string(to)](whole[dialects()[to]["messages"]]) {
						t.Fatalf("seed %d to %s: %v\n%s\nof\n%s", seed, to, v, text, input)
					}
					for _, m := range list {
						if m.Content != "" && !strings.Contains(string(text), strings.TrimSpace(strings.Split(m.Content, "\n")[0])) {
							t.Fatalf("seed %d to %s: no %q in %s", seed, to, m.Content, text)
						}
					}
					if string(to) == shape {
						for _, kept := range []string{"thoughtSignature", `"signature"`, "encrypted", "server_tool_use", "is_error", `"detail":"low"`, "custom", `"name":"ann"`} {
							if strings.Count(input, kept) != strings.Count(string(text), kept) {
								t.Fatalf("seed %d to %s: %s is lost in\n%s\nof\n%s", seed, to, kept, text, input)
							}
						}
					}
				}
			}
		})
	}
}

// holdsShortened compacts and truncates a conversation.
func holdsShortened(t *testing.T, r *randomTalk, input string, check func(what, text string)) {
	t.Helper()
	c, err := ParseConversation(input)
	if err != nil {
		t.Fatal(err)
	}
	total := Tokens(c.Messages, bytesOf)
	s := Settings{Enabled: true, Trigger: 1 + r.IntN(total), VerbatimWindow: 1 + r.IntN(total), SummaryBudget: 60, MinVerbatimExchanges: 1 + r.IntN(2)}
	for _, b := range []Boundary{{}, {Summary: "They talked."}, {Index: at(r.IntN(len(c.Messages) + 1)), Confidence: 1}} {
		done := Compact(c.Messages, b, s, bytesOf)
		text := c.Without(done.Gone(), done.Insert, done.Dropped)
		check(fmt.Sprintf("compacted %+v", done), text)
		again, err := ParseConversation(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(again.Messages) > 0 && !again.Messages[0].opens() {
			t.Fatalf("it opens on %+v\n%s\nof\n%s", again.Messages[0], text, input)
		}
		if done.TokensAfter > done.TokensBefore {
			t.Fatalf("%d tokens of %d", done.TokensAfter, done.TokensBefore)
		}
	}
	for range 4 {
		o := msg.Options{
			Target: 1 + r.IntN(total), Count: bytesOf, PreserveRecent: r.IntN(6), Protect: 70, Placeholders: r.IntN(2) == 1, ByAge: r.IntN(2) == 1,
			Summary: r.one(3), Clean: true, NoRefill: r.one(4),
		}
		trimmed, err := msg.Trim(t.Context(), c.parsed, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Count = nil
		check(fmt.Sprintf("trimmed %+v", o), trimmed.Text())
	}
	cut := Truncate(c.Messages, s, bytesOf)
	if gone := cut.Gone(); len(gone) < len(c.Messages) {
		check("truncated", c.Without(gone, nil, 0))
	}
	if last := newLines(c.Messages, bytesOf).keepUsers(1); slices.Contains(cut.Gone(), last) {
		t.Fatalf("the last request %d went: %v of\n%s", last, cut.Gone(), input)
	}
}
