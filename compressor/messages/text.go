package messages

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
)

// The approximate charges of providers besides text.
const (
	TokensPerMessage = 4 // its role, and the text between messages
	TokensPerCall    = 10
	TokensPerImage   = 1000
	// bytesPerSealedToken is for encrypted data, which is base64 and about as long as the hidden text.
	bytesPerSealedToken = 4
)

// string decodes a string of the input.
func (c *Conversation) string(at jsondoc.Span) string { return jsondoc.Unquote(c.src[at.From:at.To]) }

// text joins the texts of a body with line ends.
func (c *Conversation) text(b *body) string {
	return strings.Join(mapped.Of(b.texts(), c.string), "\n")
}

// arguments returns a call's arguments as the JSON for the tool.
func (c *Conversation) arguments(call *call) string {
	at := call.arguments
	switch {
	case at.Empty() || c.src[at.From] == 'n':
		return ""
	case c.src[at.From] == '"':
		return c.string(at)
	}
	return compact(c.src[at.From:at.To])
}

func (c *Conversation) costOf(b *body, count func(string) int) int {
	n := b.sealed / bytesPerSealedToken
	for _, p := range b.parts {
		switch {
		case p.kind == CallKind || p.kind == ResultKind:
		case !p.text.Empty():
			n += count(c.string(p.text))
		case p.kind == ImageKind || p.kind == MediaKind:
			n += TokensPerImage
		case p.kind != ReasoningKind:
			n += count(compact(c.src[p.whole.From:p.whole.To]))
		}
	}
	return n
}

// costs counts the tokens of a message, unless it states them, and of each of its results on request.
func (c *Conversation) costs(m *message, count func(string) int, each bool) (total int, results []int) {
	if m.given >= 0 && (len(m.results) == 0 || !each) {
		return m.given, nil
	}
	rest := TokensPerMessage + c.costOf(&m.own, count)
	for i := range m.calls {
		if !m.calls[i].twin {
			rest += TokensPerCall + count(m.calls[i].name) + count(c.arguments(&m.calls[i]))
		}
	}
	total = rest
	for i := range m.results {
		n := c.costOf(&m.results[i].body, count)
		total += n
		results = append(results, n)
	}
	if m.given >= 0 {
		// A stated cost is divided among the results.
		counted := max(1, total-rest)
		for k := range results {
			results[k] = int(int64(results[k]) * int64(m.given-rest) / int64(counted))
		}
		total = m.given
	}
	return total, results
}

// openingLength is how much of a message's beginning is checked.
const openingLength = 2000

// opening returns the beginning of a message's first text, without leading white space.
func (c *Conversation) opening(m *message) string {
	if m.opening.Empty() {
		return ""
	}
	return strings.TrimLeftFunc(jsondoc.UnquotePrefix(c.src[m.opening.From:m.opening.To], openingLength), func(r rune) bool {
		return unicode.IsSpace(r) || r == '\uFEFF'
	})
}

// byMachine reports whether an agent wrote a message in the user's name: it is flagged, or its texts consist only
// of elements such as <environment_context> and <system-reminder>, whose names have several words. The arguments of
// a command are the user's.
func (c *Conversation) byMachine(m *message) bool {
	if m.machine {
		return true
	}
	texts := m.own.texts()
	for _, at := range texts {
		text := strings.TrimSpace(c.string(at))
		for strings.HasPrefix(text, "<") {
			name, rest, _ := strings.Cut(text[1:], ">")
			name, _, _ = strings.Cut(name, " ")
			inside, after, ok := strings.Cut(rest, "</"+name+">")
			if isTyped := name == "command-args" && inside != ""; isTyped || !ok || !strings.ContainsAny(name, "-_") {
				return false
			}
			text = strings.TrimSpace(after)
		}
		if text != "" {
			return false
		}
	}
	return !m.own.shows() && len(texts) > 0
}

// SummaryHeading starts a summary of earlier messages.
const SummaryHeading = "[History Summary]"

// Words that name a file of instructions, with optional folder and marks. Tags have other characters instead of a
// dot.
const (
	instructionsFile = `[._-]*(?i:agents|claude|gemini)[._-]*(?i:md)[._-]*`
	instructionsWord = "[`*_\"'()\\[\\]:,;]*(?:\\S*[/\\\\])?" + instructionsFile + "[`*_\"'()\\[\\]:,;]*"
)

var (
	instructionsOpen = pattern.Of(`^(?:--- Context from:|<user_instructions(?:[ >\r\n]|$)|<` + instructionsFile + `(?:[ >\r\n]|$)|` + instructionsWord + `:(?:\s|$)|` +
		`#{1,6}[ \t]*` + instructionsWord + `(?:\s|$)|` + instructionsWord + `(?:[ \t\r][^\n]*)?\n(?:=+|-+)[ \t\r]*(?:\n|$))`)
	instructionsInside = pattern.Of(`(?:^|\s)` + instructionsWord + `(?:\s|$)`)
)

// OpensWithInstructions reports whether a text starts with a heading or a tag that names a file of instructions for
// agents: `# AGENTS.md`, `# ./CLAUDE.md for this folder`, an underlined line `GEMINI.md`, `AGENTS.md:`,
// `<agents_md>`; or in the form in which agents insert such files: `--- Context from: GEMINI.md ---`,
// `<user_instructions>`, and a `<system-reminder>` that names one.
func OpensWithInstructions(text string) bool {
	if reminder, ok := strings.CutPrefix(text, "<system-reminder"); ok {
		reminder, _, _ = strings.Cut(reminder, "</system-reminder>")
		return instructionsInside().MatchString(reminder)
	}
	return instructionsOpen().MatchString(text)
}

// compact removes the white space between the tokens of a valid JSON value.
func compact(raw string) string {
	if !strings.ContainsAny(raw, " \t\r\n") {
		return raw
	}
	var b bytes.Buffer
	_ = json.Compact(&b, []byte(raw)) // it is valid
	return b.String()
}
