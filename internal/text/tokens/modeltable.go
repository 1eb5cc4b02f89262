package tokens

import (
	_ "embed"
	"strconv"
	"strings"

	"ctxpack/internal/text/mapped"
)

// modelList is the table of models: facts out of two public lists, which it
// names with their versions and the date. scripts/renew-models.py makes it.
//
//go:embed data/models.tsv
var modelList string

// family holds the common data of a product line.
type family struct {
	name      string
	words     []string // words in the names of the family's models
	tokenizer string
	factor    int    // in thousandths
	source    string // source of the factor
}

// families lists the product lines. A factor is the ratio of the model's token count to that of o200k_base over
// source code, rounded up: a slightly smaller bundle is better than one that does not fit. "Measured" factors were
// measured with the published tokenizer over 13 public source trees in nine languages: the largest ratio of a tree,
// rounded up. docs/models.md gives their sources.
func families() (list []family) {
	for line := range strings.Lines(familyList) {
		if c := strings.Split(strings.TrimSpace(line), "\t"); len(c) == 5 {
			factor, _ := strconv.Atoi(c[3]) // a test reads every row
			list = append(list, family{c[0], strings.Fields(c[1]), c[2], factor, c[4]})
		}
	}
	return list
}

//go:embed data/families.tsv
var familyList string

// older are models that the lists do not have any more, or have not by the name that people use.
//
//go:embed data/older.tsv
var older string

func readModels(list string) []Model {
	byName := mapped.By(families(), func(f family) string { return f.name })
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

// encodingOf returns tiktoken's encoding for an OpenAI model.
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

// newClaude reports whether a model has the tokenizer introduced with Claude Opus 4.7: all but the earlier ones
// have it, including those without a version in the name.
func newClaude(name string) bool {
	for _, before := range []string{"claude-2", "claude-3", "claude-instant", "claude-opus-4", "claude-sonnet-4", "claude-haiku-4"} {
		if rest, ok := strings.CutPrefix(name, before); ok {
			return rest == "-7" || rest == "-8" || rest == "-9"
		}
	}
	return true
}
