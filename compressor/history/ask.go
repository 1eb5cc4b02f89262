package history

import (
	_ "embed" // the prompt
	"fmt"
	"strings"

	"ctxpack/compressor/messages"
)

// Question is a request to a detector or a model about a history.
type Question struct {
	Messages      []Message
	WindowStart   int // index of the first message that stays verbatim
	SummaryBudget int // tokens
	MaxTokens     int // maximum tokens of one part of the input; 0 for no limit
	MaxMessages   int // maximum messages in one part; 0 for no limit
	MaxCharacters int // maximum characters of one message; 0 for no limit
}

// Chunks returns the input of a detector, in several parts if it is too long for one. Each message is a line,
// `[index] ROLE: text` with the index in the whole history, after two lines of instructions. A message too long for
// a part is cut. Every message is in a part, including an earlier summary.
func (q Question) Chunks(count Counter) []Chunk {
	var parts []Chunk
	var lines []string
	tokens := 0
	for i, m := range q.Messages {
		line := q.line(i, m)
		if q.MaxTokens > 0 {
			line = cutTokens(line, q.MaxTokens, count)
		}
		n := count(line) + 1
		full := q.MaxTokens > 0 && tokens+n > q.MaxTokens || q.MaxMessages > 0 && len(lines) == q.MaxMessages
		if full && len(lines) > 0 {
			parts = append(parts, Chunk{q: q, lines: lines})
			lines, tokens = nil, 0
		}
		lines = append(lines, line)
		tokens += n
	}
	parts = append(parts, Chunk{q: q, lines: lines})
	for i := range parts {
		parts[i].number, parts[i].of = i+1, len(parts)
	}
	return parts
}

// Chunk is a part of a detector's input.
type Chunk struct {
	q          Question
	lines      []string
	number, of int
}

// Input returns the part as text, with the summary of the previous parts.
func (p Chunk) Input(summary string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The messages from [%d] on stay word for word. A summary has at most %d tokens.\n", p.q.WindowStart, p.q.SummaryBudget)
	if p.of > 1 {
		fmt.Fprintf(&b, "This is part %d of %d.", p.number, p.of)
		if p.number > 1 {
			fmt.Fprintf(&b, " Summary of what came before, to be carried on: %s", oneLine(summary))
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	for _, line := range p.lines {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// line returns a message on one line.
func (q Question) line(i int, m Message) string {
	text := m.Content
	for _, p := range m.Parts {
		switch p.Kind {
		case messages.CallKind:
			text += fmt.Sprintf(" [calls %s %s]", p.Name, p.Arguments)
		case messages.ResultKind:
			text += fmt.Sprintf(" [%s answers: %s]", p.Name, p.ResultText())
		case messages.ServerKind:
			text += " " + p.Text
		}
	}
	text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ").Replace(strings.TrimSpace(text))
	if q.MaxCharacters > 0 {
		characters := 0
		for at := range text {
			if characters == q.MaxCharacters {
				text = text[:at] + " …"
				break
			}
			characters++
		}
	}
	return fmt.Sprintf("[%d] %s: %s", i, strings.ToUpper(m.Role), text)
}

//go:embed ask.txt
var detectorPrompt string

// DetectorPrompt returns the instructions to a model for a part of the input, with a maximum summary size in
// tokens.
func DetectorPrompt(summaryBudget int) string {
	return fmt.Sprintf(detectorPrompt, summaryBudget, summaryBudget*3/4)
}
