package history

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDetectorInput(t *testing.T) {
	t.Parallel()
	var messages []Message
	for i := range 60 {
		messages = append(messages, Message{Role: []string{User, Assistant}[i%2], Content: fmt.Sprintf("text %d", i)})
	}
	messages[58].Content = "one\r\ntwo\nthree\u2028four"
	messages[59].Content = strings.Repeat("é", 1001)
	lines := strings.Split(strings.TrimSuffix(DetectorInput(messages), "\n"), "\n")
	if len(lines) != 50 || lines[0] != "[10] USER: text 10" || lines[1] != "[11] ASSISTANT: text 11" {
		t.Errorf("%d lines, the first %q, %q", len(lines), lines[0], lines[1])
	}
	if lines[48] != "[58] USER: one two three four" || lines[49] != "[59] ASSISTANT: "+strings.Repeat("é", 1000) {
		t.Errorf("the last %q, %q", lines[48], lines[49])
	}
	if DetectorInput(nil) != "" {
		t.Error("something of nothing")
	}
}

func TestParseAnswer(t *testing.T) {
	t.Parallel()
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
		{"inside another object", `{"result": ` + whole + `}`, -1, 0, "", false},
		{"null", `{"boundary_index": null, "confidence": 1, "summary": "s"}`, -1, 1, "s", true},
		{"some members only", `{"summary": "s"}`, -1, 0, "s", true},
		{"no confidence", `{"boundary_index": 3}`, 3, 0, "", true},
		{"whole number as a float", `{"boundary_index": 3.0, "confidence": 1}`, 3, 1, "", true},
		{"cut off", whole[:60], -1, 0, "", false},
		{"cut off, earlier one whole", whole + "\n" + whole[:60], 3, 0.75, "s", true},
		{"array", `[1, 2]`, -1, 0, "", false},
		{"text", "I cannot tell.", -1, 0, "", false},
		{"empty", "", -1, 0, "", false},
		{"index is text", `{"boundary_index": "3", "summary": "s"}`, -1, 0, "", false},
		{"index is negative", `{"boundary_index": -1, "summary": "s"}`, -1, 0, "", false},
		{"index is a fraction", `{"boundary_index": 3.5, "summary": "s"}`, -1, 0, "", false},
		{"index is huge", `{"boundary_index": 1e99, "summary": "s"}`, -1, 0, "", false},
		{"confidence is a percentage", `{"boundary_index": 3, "confidence": 75, "summary": "s"}`, -1, 0, "", false},
		{"confidence is text", `{"boundary_index": 3, "confidence": "high", "summary": "s"}`, -1, 0, "", false},
		{"summary is an array", `{"boundary_index": 3, "summary": ["s"]}`, -1, 0, "", false},
		{"index twice", `{"boundary_index": 3, "boundary_index": 4, "confidence": 1}`, -1, 0, "", false},
		{"not UTF-8", "\xff" + whole, -1, 0, "", false},
		{"endless brackets", strings.Repeat(`{"a":`, 200_000), -1, 0, "", false},
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

func TestParseBoundary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ input, err string }{
		{`{}`, ""},
		{`[]`, "line 1, column 1: want an object"},
		{"{\n \"confidence\": 2}", "line 2: /confidence: want a number from 0 to 1"},
		{`{"boundary_index": true}`, "/boundary_index: want a number"},
		{`{"boundary_reason": 1}`, "/boundary_reason: want a string"},
	} {
		_, err := ParseBoundary([]byte(c.input))
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want %q", c.input, err, c.err)
		}
	}
}

// FuzzAnswer checks that whatever a detector says gives a boundary that
// compaction can use, or the safe answer.
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
