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
		if seen[canonical(m.Name)] || m.Name != strings.ToLower(m.Name) || canonical(m.Name) == "" {
			t.Errorf("%s: name is not usable", m.Name)
		}
		seen[canonical(m.Name)] = true
		if i > 0 && (models[i-1].Family > m.Family || models[i-1].Family == m.Family && models[i-1].Name >= m.Name) {
			t.Errorf("%s: out of order", m.Name)
		}
		if m.Window < 1000 || m.Input < 1000 || m.Input > m.Window || m.MaxOutput < 0 || m.MaxOutput > m.Window || m.FactorPermille < exact ||
			m.FactorPermille > 3*exact {
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
		"us.anthropic.claude-sonnet-4-5-20250929-v1:0":       "claude-sonnet-4-5",
		"anthropic.claude-3-haiku-20240307-v1:0":             "claude-3-haiku",
		"meta.llama3-1-70b-instruct-v1:0":                    "llama-3.1-70b",
		"meta-llama/Llama-3.1-8B-Instruct":                   "llama-3.1-8b",
		"Qwen/Qwen2.5-72B-Instruct-AWQ":                      "qwen2-5-72b-instruct",
		"deepseek-ai/DeepSeek-R1":                            "deepseek-r1",
		"openai/gpt-oss-120b":                                "gpt-oss-120b",
		"google/gemini-2.5-pro":                              "gemini-2.5-pro",
		"bedrock/eu.anthropic.claude-opus-4-1-20250805-v1:0": "claude-opus-4-1",
		"gpt-5-2025-08-07":                                   "gpt-5",
		"anthropic/claude-sonnet-4.5:thinking":               "claude-sonnet-4-5",
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
	for name, want := range map[string]struct{ part, family, tokenizer string }{
		"gpt-5-mni":            {`did you mean "gpt-5-mini"?`, "GPT", "o200k_base"},
		"claud-opus-5":         {`did you mean "claude-opus-5"?`, "", "chars4"},
		"claude-next":          {"unknown model", "Claude", "o200k_base"},
		"my-llama-finetune":    {"unknown model", "Llama", "o200k_base"},
		"deepseek-r9-qwen-70b": {"unknown model", "DeepSeek", "o200k_base"},
		"something":            {"known families: Claude, DeepSeek, GLM, GPT, Gemini, Grok, Kimi, Llama, MiniMax, Mistral, Qwen", "", "chars4"},
		"":                     {"known families: ", "", "chars4"},
		"/":                    {"known families: ", "", "chars4"},
	} {
		c, m, err := ForModel(name)
		if err == nil || !strings.Contains(err.Error(), want.part) {
			t.Errorf("%q: %v", name, err)
		}
		if m.Known() || m.Family != want.family || c == nil || c.Name() != want.tokenizer {
			t.Errorf("%q: %+v", name, m)
		}
	}
}

// TestInputLimits: the input limit of a model is less than its window if the vendor says so.
func TestInputLimits(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][3]int{
		"gpt-5": {400_000, 272_000, 128_000}, "gpt-4o": {128_000, 128_000, 16_384}, "claude-sonnet-4-5": {200_000, 200_000, 64_000},
		"gemini-2.5-pro": {1_048_576, 1_048_576, 65_536},
	} {
		if _, m, err := ForModel(name); err != nil || [3]int{m.Window, m.Input, m.MaxOutput} != want {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	if first, _, _ := strings.Cut(modelList, "\n"); !strings.Contains(first, "scripts/renew-models.py, 20") {
		t.Errorf("the table does not say where it comes from: %s", first)
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
