package history

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	msg "ctxpack/compressor/messages"
)

func TestQuestion(t *testing.T) {
	t.Parallel()
	messages := []Message{{Role: User, Content: msg.SummaryHeading + "\nThey chose tabs."}, {Role: Assistant, Content: acknowledgement}}
	for i := range 60 {
		messages = append(messages, Message{Role: []string{User, Assistant}[i%2], Content: fmt.Sprintf("text %d", i)})
	}
	messages[58].Content = "one\r\ntwo\nthree\u2028four"
	messages[59].Content = strings.Repeat("é", 1001)
	messages[60] = Message{Role: Assistant, Parts: []msg.Part{{Kind: msg.CallKind, Name: "read", Arguments: `{"path":"a"}`}}}
	messages[61] = Message{Role: Tool, Parts: []msg.Part{{Kind: msg.ResultKind, Name: "read", Parts: []msg.Part{{Kind: msg.TextKind, Text: "x"}}}}}
	q := Question{Messages: messages, WindowStart: 40, SummaryBudget: 500, MaxCharacters: 1000}
	one := q.Chunks(bytesOf)
	if len(one) != 1 {
		t.Fatalf("%d parts", len(one))
	}
	text := one[0].Input("")
	for _, want := range []string{
		"The messages from [40] on stay word for word. A summary has at most 500 tokens.\n\n[0] USER: [History Summary] They chose tabs.\n[1] ASSISTANT: ",
		"\n[2] USER: text 0\n", "\n[58] USER: one two three four\n", "\n[59] ASSISTANT: " + strings.Repeat("é", 1000) + " …\n",
		"\n[60] ASSISTANT: [calls read {\"path\":\"a\"}]\n", "\n[61] TOOL: [read answers: x]\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	// Whatever the limits, every message is in one part, and no part exceeds them.
	for _, limits := range []Question{{MaxTokens: 300}, {MaxMessages: 7}, {MaxTokens: 200, MaxMessages: 9}} {
		limits.Messages, limits.WindowStart = messages, 40
		parts := limits.Chunks(bytesOf)
		next := 0
		for k, p := range parts {
			body := p.Input("before")
			if k > 0 != strings.Contains(body, "to be carried on: before") || !strings.Contains(body, fmt.Sprintf("part %d of %d.", k+1, len(parts))) {
				t.Errorf("part %d: %s", k, body)
			}
			_, body, _ = strings.Cut(body, "\n\n")
			if limits.MaxTokens > 0 && len(body) > limits.MaxTokens+1 || limits.MaxMessages > 0 && strings.Count(body, "\n") > limits.MaxMessages {
				t.Errorf("%d bytes: %s", len(body), body)
			}
			for line := range strings.Lines(body) {
				if !strings.HasPrefix(line, fmt.Sprintf("[%d] ", next)) {
					t.Fatalf("not message %d: %s", next, line)
				}
				next++
			}
		}
		if next != len(messages) {
			t.Errorf("%d messages of %d", next, len(messages))
		}
	}
}

// The prompt has all criteria of a boundary, and the budget.
func TestDetectorPrompt(t *testing.T) {
	t.Parallel()
	for _, want := range []string{"another task", "other files", "another kind of work", "a reset", "At most 700 tokens"} {
		if !strings.Contains(DetectorPrompt(700), want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestParseAnswer(t *testing.T) {
	t.Parallel()
	brackets := 200_000
	if testing.Short() {
		brackets = 1000
	}
	whole := `{"boundary_index": 3, "boundary_reason": "r", "confidence": 0.75, "summary": "s"}`
	for _, c := range []struct {
		name, answer string
		index        int // -1 for null
		confidence   float64
		summary      string
		ok           bool
	}{
		{"plain", whole, 3, 0.75, "s", true},
		{"byte order mark", "\uFEFF" + whole, 3, 0.75, "s", true},
		{"fence", "```json\n" + whole + "\n```\n", 3, 0.75, "s", true},
		{"text around", "Sure {as asked}: here\n\n" + whole + "\n\nAnything else?", 3, 0.75, "s", true},
		{"the last one counts", `{"boundary_index": 1}` + "\nNo, rather " + whole + ` {"other": 1}`, 3, 0.75, "s", true},
		{"inside another object", `{"result": {"x": ` + whole + `}}`, 3, 0.75, "s", true},
		{"null", `{"boundary_index": null, "confidence": 1, "summary": "s"}`, -1, 1, "s", true},
		{"some members only", `{"summary": "s"}`, -1, 0, "s", true},
		{"no confidence", `{"boundary_index": 3}`, 3, 0, "", true},
		{"whole number as a float", `{"boundary_index": 3.0, "confidence": 1}`, 3, 1, "", true},
		{"cut off", whole[:60], 3, 0, "", true},
		{"cut off in the summary", `{"boundary_index": 3, "summary": "half a sen`, 3, 0, "half a sen", true},
		{"cut off in an escape", `{"boundary_index": 3, "summary": "a\u00`, 3, 0, "a", true},
		{"response of a provider", `{"id":"x","choices":[{"message":{"content":"Here: {\"boundary_index\": 3, \"confidence\": 1, \"summary\": \"s\"}"}}]}`,
			3, 1, "s", true},
		{"cut off, earlier one whole", whole + "\n" + whole[:60], 3, 0.75, "s", true},
		{"line break in a text", "{\"boundary_index\": 3, \"summary\": \"s\nt\"}", 3, 0, "s t", true},
		{"a comma behind the last member", strings.Replace(whole, "}", ",\n}", 1), 3, 0.75, "s", true},
		{"in a fence, and in a list", "```json\n" + `{"boundary_index": 3, "confidence": 1, "summary": ["s", "t",],}` + "\n```", 3, 1, "s\nt", true},
		{"earlier one whole, then a comma", `{"boundary_index": 9, "summary": "no"} rather ` + strings.Replace(whole, "}", ",}", 1), 3, 0.75, "s", true},
		{"a comma in a text", `{"boundary_index": 3, "summary": "a, }"}`, 3, 0, "a, }", true},
		{"without its opening brace", whole[1:], 3, 0.75, "s", true},
		{"without brace and quote", whole[2:], 3, 0.75, "s", true},
		{"without brace, in a fence", "```json\n" + whole[1:] + "\n```", 3, 0.75, "s", true},
		{"without brace, cut off", whole[1:60], 3, 0, "", true},
		{"without either brace", strings.Trim(whole, "{}"), 3, 0.75, "s", true},
		{"without brace, other spelling", `"boundaryIndex": 3, "Confidence": "0.5", "Summary": "s",}`, 3, 0.5, "s", true},
		{"Python", `{'boundary_index': None, 'confidence': 1, "summary": 'it\'s "None", isn\'t it'}`, -1, 1, `it's "None", isn't it`, true},
		{"None alone", `{"boundary_index": None, "confidence": 0.5, "summary": "None"}`, -1, 0.5, "None", true},
		{"comments", "{\"boundary_index\": 3, // here\n /* and */ \"summary\": \"s // t\"}", 3, 0, "s // t", true},
		{"two commas", `{"boundary_index": 3,, "summary": "s"}`, -1, 0, "", false},
		{"array", `[1, 2]`, -1, 0, "", false},
		{"text", "I cannot tell.", -1, 0, "", false},
		{"empty", "", -1, 0, "", false},
		{"index is text", `{"boundary_index": "3", "summary": "s"}`, 3, 0, "s", true},
		{"index is negative", `{"boundary_index": -1, "summary": "s"}`, -1, 0, "s", true},
		{"index is a fraction", `{"boundary_index": 3.9, "summary": "s"}`, 3, 0, "s", true},
		{"index is no number", `{"boundary_index": "none", "summary": "s"}`, -1, 0, "s", true},
		{"index is huge", `{"boundary_index": 1e99, "summary": "s"}`, -1, 0, "s", true},
		{"confidence is a percentage", `{"boundary_index": 3, "confidence": 90, "summary": "s"}`, 3, 0.9, "s", true},
		{"confidence has a percent sign", `{"boundary_index": 3, "confidence": "7.5%"}`, 3, 0.075, "", true},
		{"confidence is too much", `{"boundary_index": 3, "confidence": 1.5}`, 3, 1, "", true},
		{"confidence is too little", `{"boundary_index": 3, "confidence": -4}`, 3, 0, "", true},
		{"other spellings", `{"boundaryIndex": 3, "Confidence": "0.5", "Summary": "s"}`, 3, 0.5, "s", true},
		{"confidence is text", `{"boundary_index": 3, "confidence": "high", "summary": "s"}`, 3, 0, "s", true},
		{"summary is an array", `{"boundary_index": 3, "summary": ["s", "t"]}`, 3, 0, "s\nt", true},
		{"index twice", `{"boundary_index": 3, "boundary_index": 4, "confidence": 1}`, 4, 1, "", true},
		{"not UTF-8", "\xff" + whole, -1, 0, "", false},
		{"endless brackets", strings.Repeat(`{"a":`, brackets), -1, 0, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b, err := ParseAnswer(c.answer)
			index := -1
			if b.Index != nil {
				index = *b.Index
			}
			if index != c.index || b.Confidence != c.confidence || b.Summary != c.summary || (err == nil) != c.ok {
				t.Errorf("boundary %d, confidence %v, summary %q, error %v", index, b.Confidence, b.Summary, err)
			}
		})
	}
}

// FuzzAnswer checks that any answer of a detector gives a boundary that compaction can use, or the safe answer.
func FuzzAnswer(f *testing.F) {
	f.Add("```json\n{\"boundary_index\": 3, \"confidence\": 0.75, \"summary\": \"s\"}\n```")
	f.Add(`{"boundary_index": -0.0, "confidence": 1e-999}`)
	f.Add(`{"a":{"boundary_index":1}`)
	f.Fuzz(func(t *testing.T, answer string) {
		b, err := ParseAnswer(answer)
		if err != nil && (b.Index != nil || b.Confidence != 0 || b.Summary != "" || b.Reason != "") {
			t.Fatalf("an error and %+v", b)
		}
		if b.Index != nil && *b.Index < 0 || !(b.Confidence >= 0 && b.Confidence <= 1) || !utf8.ValidString(b.Summary) {
			t.Fatalf("%+v", b)
		}
		messages := []Message{{Role: User, Content: "a"}, {Role: Assistant, Content: "b"}, {Role: User, Content: "c"}}
		c := Compact(messages, b, Settings{Enabled: true, Trigger: 1, VerbatimWindow: 1, SummaryBudget: 5, MinVerbatimExchanges: 1}, bytesOf)
		if left := c.Apply(messages); left[len(left)-1].Content != "c" {
			t.Fatalf("the last message went: %+v", left)
		}
	})
}
