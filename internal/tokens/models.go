package tokens

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Model is what ctxpack knows about a language model.
type Model struct {
	Name   string // as in the vendor's API, without a date
	Family string // the vendor's product line: Claude, GPT, ...

	Window    int // tokens of the context window, prompt and answer together
	MaxOutput int // tokens of the longest answer; 0 if the vendor publishes no limit of its own

	Tokenizer      string // one of Names
	FactorPermille int    // thousandths by which that tokenizer's count is multiplied; 1000 if it is exact

	Source string // where the figures come from
}

// Exact says whether token counts for the model are exact.
func (m Model) Exact() bool { return m.FactorPermille == exact && m.Tokenizer != chars4 }

// Models lists the known models by family, then by name.
func Models() []Model {
	models := slices.Concat(
		openAI(), anthropic(), google(), meta(), mistral(), deepSeek(), qwen(), xAI(),
	)
	slices.SortFunc(models, func(a, b Model) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Name, b.Name))
	})
	return models
}

// ForModel returns the Counter for a model of Models, and the model. Upper and
// lower case, dots and hyphens, a provider before the last slash, and a date or
// `-latest`, `-preview` at the end make no difference, unless a model of that
// very name is known. The error for an unknown model names the nearest one if
// it may have been meant, and the families.
func ForModel(name string) (*Counter, Model, error) {
	models := Models()
	wanted := strings.ToLower(strings.TrimSpace(name))
	wanted = canonical(wanted[strings.LastIndexByte(wanted, '/')+1:])
	i := slices.IndexFunc(models, func(m Model) bool { return canonical(m.Name) == wanted })
	if i < 0 {
		wanted = undated(wanted)
		i = slices.IndexFunc(models, func(m Model) bool { return canonical(m.Name) == wanted })
	}
	if i < 0 {
		return nil, Model{}, unknownModel(name, wanted, models)
	}
	c, err := newCounter(models[i].Tokenizer, models[i].FactorPermille)
	if err != nil {
		return nil, Model{}, fmt.Errorf("count for model %s: %w", models[i].Name, err)
	}
	return c, models[i], nil
}

// canonical is the form in which names are compared.
func canonical(name string) string { return strings.ReplaceAll(name, ".", "-") }

// undated takes the date and the stage off a canonical name, as in
// `gpt-4o-2024-08-06`, `claude-sonnet-4-20250514` or `gemini-2-0-flash-001`.
func undated(name string) string {
	ending := regexp.MustCompile(`(-latest|-preview|-exp|[-@]20\d{6}|-20\d\d-\d\d-\d\d|-\d\d-\d\d|-00\d)$`)
	for {
		short := ending.ReplaceAllString(name, "")
		if short == name {
			return name
		}
		name = short
	}
}

// unknownModel is the error for a name that is not in the table.
func unknownModel(name, wanted string, models []Model) error {
	var names, families []string
	for _, m := range models {
		names = append(names, m.Name)
		families = append(families, m.Family)
	}
	known := strings.Join(slices.Compact(families), ", ")
	if near, ok := nearest(wanted, names, canonical); ok {
		return fmt.Errorf("unknown model %q: did you mean %q? (known families: %s)", name, near, known)
	}
	return fmt.Errorf("unknown model %q (known families: %s)", name, known)
}
