package history

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/tokens"
)

// TestTokensOfRequest compares the stated cost of a prompt with its cost as one text, in the form that chat models
// receive: role, content and a line end for each message. The difference is msg.TokensPerMessage.
func TestTokensOfRequest(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("assemble.go")
	if err != nil {
		t.Fatal(err)
	}
	talk := []Message{{Role: User, Content: "Where is the budget kept?"}, {Role: Assistant, Content: "In `fit.go`:\n\n1. pack\n2. count\n"}}
	prompt := Prompt{
		System: "You are careful.", SymbolMap: "a.go\n  func A()", FileTree: "a.go\nb/\n  c.go", Request: "Größe ändern, 日本語 too.",
		Files: []File{{"assemble.go", string(source), "go"}}, History: talk, Pages: []Page{{URL: "https://example.com", Content: "text"}},
		Tiers: [TierCount]Tier{{Symbols: "x", History: talk}, {Files: []File{{"b.go", "package b", "go"}}}},
	}
	for _, name := range tokens.Names() {
		counter, err := tokens.New(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Assemble(prompt, wide, counter.Count)
		if err != nil {
			t.Fatal(err)
		}
		for _, provider := range []Provider{OpenAI, Anthropic} {
			whole, messages := serialised(t, decode(t, requestOf(t, a, RequestOptions{Provider: provider})))
			if n := counter.Count(whole); n > a.Tokens || n < a.Tokens-msg.TokensPerMessage*messages {
				t.Errorf("%s, %s: %d tokens as one text, %d were counted for %d messages", name, provider, n, a.Tokens, messages)
			}
		}
	}
}

// serialised returns a request as one text, and how many messages it has.
func serialised(t *testing.T, r request) (string, int) {
	t.Helper()
	var b strings.Builder
	n := 0
	add := func(role string, content json.RawMessage) {
		n++
		b.WriteString(role + "\n")
		var text string
		var parts []struct{ Text string }
		if json.Unmarshal(content, &text) != nil {
			if err := json.Unmarshal(content, &parts); err != nil {
				t.Fatal(err)
			}
			for _, p := range parts {
				text += p.Text
			}
		}
		b.WriteString(text + "\n")
	}
	if r.System != nil {
		add("system", r.System)
	}
	for _, m := range r.Messages {
		add(m.Role, m.Content)
	}
	return b.String(), n
}
