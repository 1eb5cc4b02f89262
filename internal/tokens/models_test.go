package tokens

import (
	"slices"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
)

func TestModels(t *testing.T) {
	t.Parallel()
	models := Models()
	seen := map[string]bool{}
	for i, m := range models {
		if seen[canonical(m.Name)] || m.Name != strings.ToLower(m.Name) || undated(canonical(m.Name)) == "" {
			t.Errorf("%s: name is not usable", m.Name)
		}
		seen[canonical(m.Name)] = true
		if i > 0 && (models[i-1].Family > m.Family || models[i-1].Family == m.Family && models[i-1].Name >= m.Name) {
			t.Errorf("%s: out of order", m.Name)
		}
		if m.Window < 1000 || m.MaxOutput < 0 || m.MaxOutput > m.Window || m.FactorPermille < exact || m.FactorPermille > 3*exact {
			t.Errorf("%s: implausible figures: %+v", m.Name, m)
		}
		if !slices.Contains(Names(), m.Tokenizer) || m.Family == "" || m.Source == "" {
			t.Errorf("%s: incomplete: %+v", m.Name, m)
		}
		if m.Exact() != (m.Family == "GPT") {
			t.Errorf("%s: exact: %v", m.Name, m.Exact())
		}
		if want, ok := tiktoken.MODEL_TO_ENCODING[m.Name]; ok && want != m.Tokenizer {
			t.Errorf("%s: tokenizer %s, want %s", m.Name, m.Tokenizer, want)
		}
	}
}

func TestForModel(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"gpt-4o":                       "gpt-4o",
		"GPT-4o-2024-08-06":            "gpt-4o",
		"gpt-4":                        "gpt-4",
		"gpt-4-turbo-2024-04-09":       "gpt-4-turbo",
		"o1-preview":                   "o1-preview",
		"openai/gpt-4.1":               "gpt-4.1",
		" gpt-4-1 ":                    "gpt-4.1",
		"claude-opus-4.1":              "claude-opus-4-1",
		"claude-sonnet-4-5-20250929":   "claude-sonnet-4-5",
		"claude-sonnet-4@20250514":     "claude-sonnet-4",
		"claude-3-5-sonnet-latest":     "claude-3-5-sonnet",
		"gemini-2.5-pro-preview-05-06": "gemini-2.5-pro",
		"models/gemini-2.0-flash-001":  "gemini-2.0-flash",
		"text-davinci-003":             "text-davinci-003",
	} {
		c, m, err := ForModel(name)
		if err != nil || m.Name != want {
			t.Errorf("%q: got %q %v, want %q", name, m.Name, err, want)
			continue
		}
		if c.Name() != m.Tokenizer || c.Estimated() == m.Exact() {
			t.Errorf("%q: counter %s, estimated %v, for %+v", name, c.Name(), c.Estimated(), m)
		}
	}
	for _, m := range Models() {
		if _, got, err := ForModel(strings.ToUpper(m.Name)); err != nil || got != m {
			t.Errorf("%s: got %q %v", m.Name, got.Name, err)
		}
	}
}

func TestForModelUnknown(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{
		"gpt5":                   `did you mean "gpt-5"?`,
		"claud-opus-5":           `did you mean "claude-opus-5"?`,
		"gemini-2.5":             `did you mean "gemini-2.5-flash"?`,
		"something":              "known families: Claude, DeepSeek, GPT, Gemini, Grok, Llama, Mistral, Qwen",
		"":                       "known families: ",
		"/":                      "known families: ",
		"gpt-4o-latest-latest-x": "unknown model",
	} {
		if _, _, err := ForModel(name); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestFactor counts for a family with a factor.
func TestFactor(t *testing.T) {
	t.Parallel()
	plain, err := New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	c, m, err := ForModel("claude-haiku-4-5")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range scripts() {
		n := plain.Count(text)
		if got, want := c.Count(text), (n*m.FactorPermille+999)/1000; got != want || got < n {
			t.Errorf("%.40q: got %d, want %d", text, got, want)
		}
	}
}
