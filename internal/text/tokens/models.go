package tokens

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/nearest"
)

// Model is a row of the table of language models.
type Model struct {
	Name   string // as in the vendor's API, without a date
	Family string // the vendor's product line: Claude, GPT, ...; "" if unknown

	Window    int // tokens of the context window; 0 if unknown
	Input     int // maximum input tokens, at most Window
	MaxOutput int // tokens of the longest answer; 0 if the vendor publishes no limit

	Tokenizer      string // one of Names
	FactorPermille int    // factor for that tokenizer's count, in thousandths; 1000 if it is exact

	Source string // source of the figures
}

// Exact reports whether token counts for the model are exact.
func (m Model) Exact() bool { return m.FactorPermille == exact && m.Tokenizer != chars4 }

// Known reports whether the model is in the table.
func (m Model) Known() bool { return m.Window > 0 }

// Models lists the known models by family, then by name.
func Models() []Model {
	models := readModels(modelList)
	listed := mapped.By(models, func(m Model) string { return canonical(m.Name) })
	for _, m := range readModels(older) {
		if _, ok := listed[canonical(m.Name)]; !ok {
			models = append(models, m)
		}
	}
	slices.SortFunc(models, func(a, b Model) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Name, b.Name))
	})
	return models
}

// ForModel returns the Counter for a model, and the model. It ignores case, the difference between dots and
// hyphens, and common additions to a name: providers and owners before it, a date, `-latest` or `-preview` after
// it, the regions and versions of Bedrock, the endings of Hugging Face.
//
// An unknown model is counted like its family if the name shows it, else by chars4; then Known is false, and
// unknown says so, with the nearest name if there is one.
func ForModel(name string) (c *Counter, m Model, unknown error) {
	models := Models()
	forms := formsOf(name)
	for _, form := range forms {
		if i := slices.IndexFunc(models, func(m Model) bool { return canonical(m.Name) == form }); i >= 0 {
			m = models[i]
			break
		}
	}
	if !m.Known() {
		m = guess(name)
		unknown = unknownModel(name, forms[0], models)
	}
	c, err := newCounter(m.Tokenizer, m.FactorPermille)
	if err != nil { // a test builds all of them
		return nil, m, fmt.Errorf("count for model %s: %w", m.Name, err)
	}
	return c, m, unknown
}

// guess returns a model of which only the name is known.
func guess(name string) Model {
	words := regexp.MustCompile(`[a-z]+|o\d|\d+`).FindAllString(strings.ToLower(name), -1)
	for _, f := range families() {
		for _, word := range f.words {
			if slices.ContainsFunc(words, func(w string) bool { return w == word || len(word) > 3 && strings.Contains(w, word) }) {
				m := f.model(strings.ToLower(name), 0, 0, 0, "not in the table")
				m.Name = name
				return m
			}
		}
	}
	return Model{Name: name, Tokenizer: chars4, FactorPermille: exact, Source: "not in the table"}
}

// canonical normalizes a name for comparison.
func canonical(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(".-_ ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// formsOf returns the canonical names that a name may represent, the nearest first.
func formsOf(name string) []string {
	plain := strings.ToLower(strings.TrimSpace(name))
	plain = plain[strings.LastIndexByte(plain, '/')+1:]
	// Bedrock: us.anthropic.claude-sonnet-4-5-20250929-v1:0
	for _, before := range []string{
		`^(us-gov|us|eu|apac|ap|au|jp|ca|global)\.`, `^(anthropic|meta|mistral|amazon|openai|deepseek|qwen|google|cohere|moonshotai|moonshot|minimax|zai|xai)\.`,
	} {
		plain = regexp.MustCompile(before).ReplaceAllString(plain, "")
	}
	forms := []string{canonical(plain)}
	endings := regexp.MustCompile(`(:[a-z0-9.-]*|-v\d+|` + // Bedrock, OpenRouter, Ollama
		`-latest|-preview|-exp|[-@]20\d{6}|-20\d\d-\d\d-\d\d|-\d\d-\d\d|-\d{4}|-00\d|@latest|` + // dates and stages
		`-instruct|-chat|-it|-hf|-fp8|-fp16|-bf16|-awq|-gptq|-gguf|-int[48]|-[48]bit|-\d+e|-(17|16)b)$`) // Hugging Face
	for {
		short := endings.ReplaceAllString(plain, "")
		if short == plain || short == "" {
			return forms
		}
		plain = short
		forms = append(forms, canonical(plain))
	}
}

// unknownModel returns the error for a name that is not in the table.
func unknownModel(name, wanted string, models []Model) error {
	var names, families []string
	for _, m := range models {
		names = append(names, m.Name)
		families = append(families, m.Family)
	}
	known := strings.Join(slices.Compact(families), ", ")
	if near := nearest.Of(wanted, names, canonical); near != "" {
		return fmt.Errorf("unknown model %q: did you mean %q? (known families: %s)", name, near, known)
	}
	return fmt.Errorf("unknown model %q (known families: %s)", name, known)
}

// unknown returns the error for a name that is not in a list: it lists the names and suggests the nearest one.
func unknown(kind, name string, names []string) error {
	list := strings.Join(names, ", ")
	if near := nearest.Of(name, names, strings.ToLower); near != "" {
		return fmt.Errorf("unknown %s %q: did you mean %q? (known: %s)", kind, name, near, list)
	}
	return fmt.Errorf("unknown %s %q (known: %s)", kind, name, list)
}
