package tokens

import (
	_ "embed"
	"strconv"
	"strings"
)

// modelList is the table of models: facts out of two public lists, which it
// names with their versions and the date. scripts/renew-models.py makes it.
//
//go:embed data/models.tsv
var modelList string

// family is what the models of a product line share.
type family struct {
	name      string
	words     []string // one of which is in the name of a model of the family
	tokenizer string
	factor    int    // in thousandths
	source    string // of the factor
}

// families lists the product lines. A factor is the ratio of the model's token count to that of o200k_base over
// source code, and rather too high: a bundle that is a little smaller than it could be is better than one that does
// not fit. "Measured" ones were measured with the published tokenizer over 13 public source trees in nine languages:
// the largest ratio of a tree, rounded up. docs/models.md tells of each where it comes from.
func families() []family {
	return []family{
		// Models of others carry the names of these in theirs.
		{"DeepSeek", []string{"deepseek"}, "o200k_base", 1200, "DeepSeek's Token & Token Usage gives 0.3 tokens an English character, OpenAI's help centre 0.25"},
		{"Claude", []string{"claude"}, "o200k_base", 1300,
			"VentureBeat, Hidden costs in AI deployment (2025): Claude 3.5 against GPT-4o, Python code; " +
				"from Claude Opus 4.7 on times 1.35, which Anthropic gives as the upper bound for the newer tokenizer"},
		{"Gemini", []string{"gemini", "gemma"}, "o200k_base", 1200,
			"repomix issue 476 (2025): one packed repository counted as 1,156,615 tokens by Google AI Studio and 969,990 by o200k_base"},
		{"GLM", []string{"glm"}, "o200k_base", 1200, "no figure is published; ctxpack's own conservative estimate, that of Gemini"},
		{"Grok", []string{"grok"}, "o200k_base", 1200, "no figure is published; ctxpack's own conservative estimate, that of Gemini"},
		{"Kimi", []string{"kimi", "moonshot"}, "o200k_base", 1200, "no figure is published; ctxpack's own conservative estimate, that of Gemini"},
		{"Llama", []string{"llama"}, "o200k_base", 1050, "measured by ctxpack with the published Llama 3 and Llama 4 tokenizers (at most 1.035)"},
		{"MiniMax", []string{"minimax"}, "o200k_base", 1200, "no figure is published; ctxpack's own conservative estimate, that of Gemini"},
		{"Mistral", []string{"mistral", "codestral", "devstral", "magistral", "ministral", "pixtral", "mixtral"}, "o200k_base", 1150,
			"ctxpack's own conservative estimate, that of Qwen, which also counts each digit"},
		{"Qwen", []string{"qwen", "qwq"}, "o200k_base", 1150, "measured by ctxpack with the published Qwen tokenizer (at most 1.107)"},
		{"GPT", []string{"gpt", "chatgpt", "codex", "davinci", "o1", "o3", "o4"}, "o200k_base", exact, "tiktoken, model.py"},
	}
}

// older are models that the lists do not have any more, or have not by the name that people use.
//
//go:embed data/older.tsv
var older string

// readModels reads rows of the table.
func readModels(list string) []Model {
	byName := map[string]family{}
	for _, f := range families() {
		byName[f.name] = f
	}
	var models []Model
	for line := range strings.Lines(list) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 6 || strings.HasPrefix(line, "#") {
			continue
		}
		var n [3]int
		for i := range n {
			n[i], _ = strconv.Atoi(fields[2+i]) // a test reads every row
		}
		f := byName[fields[0]]
		models = append(models, f.model(fields[1], n[0], n[1], n[2], fields[5]))
	}
	return models
}

// model makes a model of a family.
func (f family) model(name string, window, input, output int, list string) Model {
	m := Model{
		Name: name, Family: f.name, Window: window, Input: input, MaxOutput: output, Tokenizer: f.tokenizer, FactorPermille: f.factor,
		Source: list + "; tokenizer: " + f.source,
	}
	switch f.name {
	case "GPT":
		m.Tokenizer = encodingOf(name)
	case "Claude":
		if newClaude(name) {
			m.FactorPermille = f.factor * 135 / 100
		}
	}
	return m
}

// encodingOf is the encoding that tiktoken has for a model of OpenAI's.
func encodingOf(name string) string {
	for _, e := range []struct{ prefix, encoding string }{
		{"gpt-4o", "o200k_base"}, {"gpt-4.1", "o200k_base"}, {"gpt-4.5", "o200k_base"},
		{"gpt-4", "cl100k_base"}, {"gpt-3.5", "cl100k_base"}, {"davinci-002", "cl100k_base"},
		{"text-davinci", "p50k_base"}, {"code-davinci", "p50k_base"}, {"davinci", "r50k_base"},
	} {
		if strings.HasPrefix(name, e.prefix) {
			return e.encoding
		}
	}
	return "o200k_base"
}

// newClaude reports whether a model has the tokenizer that came with Claude Opus 4.7:
// all but the ones before it have, also those whose names say no version.
func newClaude(name string) bool {
	for _, before := range []string{"claude-2", "claude-3", "claude-instant", "claude-opus-4", "claude-sonnet-4", "claude-haiku-4"} {
		if rest, ok := strings.CutPrefix(name, before); ok {
			return rest == "-7" || rest == "-8" || rest == "-9"
		}
	}
	return true
}
