package config

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Key describes one setting.
type Key struct {
	Path    string   // dotted, such as "context.maxTokens"
	Type    string   // tokens, words, integer, percent, share, size, duration, text, choice, globs, boolean
	Default string   // as Table.Set takes it
	Range   string   // which values are accepted, as a phrase; "" if the type says it
	Choices []string // of a choice, else nil
	Comment string   // what it means, one or more sentences
	Env     string   // the environment variable that overrides it
}

// Given is what the settings take from those who know it: this package names no
// tokenizer, format or factor.
type Given struct {
	Tokenizers []string // names, the default first
	Formats    []string // names of bundles' formats, the default first
	Rankings   []string // names, the default first
	Packings   []string // names, the default first
	Weights    []Weight // numbers of the scoring factors
}

// Weight is a number that a scoring factor computes with.
type Weight struct {
	Key     string
	Default int
	Cap     bool   // 0 and more; else it is points, which may be negative
	Meaning string // a sentence
}

// Table is the table of all settings. It is read-only after [NewTable].
type Table struct{ rows []row }

// NewTable returns the table of the settings, in the order in which the example
// shows them.
func NewTable(g Given) *Table {
	t := &Table{slices.Concat(
		budgetRows(g.Tokenizers), selectionRows(), rankingRows(g.Rankings, g.Packings), weightRows(g.Weights), tierRows(), outputRows(g.Formats), redactRows(), cacheRows(),
		trimRows(), historyRows(), roundRows(),
	)}
	for i, r := range t.rows {
		if !strings.HasPrefix(r.path, weightPrefix) {
			t.rows[i].index = fieldIndex(r.path)
		}
	}
	return t
}

// fieldIndex finds the field of Config at a path of the names that its fields have in
// files. A path that leads to none panics: the table is wrong.
func fieldIndex(path string) (index []int) {
	at := reflect.TypeFor[Config]()
names:
	for name := range strings.SplitSeq(path, ".") {
		for i := range at.NumField() {
			if at.Field(i).Tag.Get("json") == name {
				index, at = append(index, i), at.Field(i).Type
				continue names
			}
		}
		panic("no field for the setting " + path)
	}
	return index
}

// at is the field of a setting that is no weight.
func (r row) at(c *Config) reflect.Value { return reflect.ValueOf(c).Elem().FieldByIndex(r.index) }

// Keys returns every setting in the order of the example. The result is the
// caller's own.
func (t *Table) Keys() []Key {
	keys := make([]Key, len(t.rows))
	for i, r := range t.rows {
		keys[i] = Key{
			Path:    r.path,
			Type:    r.kind.name,
			Default: r.initial,
			Range:   r.interval(),
			Choices: r.choices,
			Comment: r.comment,
			Env:     r.variable(),
		}
	}
	return keys
}

// variable names the environment variable of a key. A flag that says the same
// in every command that has it has no variable beside the key's: the key's has
// its name. Otherwise it is CTXPACK_ and the path in upper case, without the
// section where that adds nothing.
func (r row) variable() string {
	if r.env != "" {
		return r.env
	}
	path := strings.TrimPrefix(strings.TrimPrefix(r.path, "context."), "output.")
	return "CTXPACK_" + strings.ToUpper(strings.ReplaceAll(upper.ReplaceAllString(path, "_$0"), ".", "_"))
}

// upper is what begins another word in a key's name. Read-only.
var upper = regexp.MustCompile(`[A-Z]`)

// A row is one line of the table: a key, what it takes, and where it is kept.
type row struct {
	path      string
	kind      *kind
	initial   string   // the default, as Table.Set takes it
	low, high int64    // of numbers, inclusive, in the kind's unit
	choices   []string // of a choice
	env       string   // the environment variable, if not made of the path
	userOnly  string   // why a repository's file may not have it; "" if it may
	comment   string   // sentences for the example and the reference
	index     []int    // of the field in Config; nil for a weight
}

const weightPrefix = "context.weights."

func budgetRows(tokenizers []string) []row {
	return []row{
		{path: "context.budget", kind: kindTokens, initial: "0", high: MaxTokens, env: "CTXPACK_CONTEXT_BUDGET", comment: "Most tokens of a bundle; 0 for what the window leaves."},
		{path: "context.maxTokens", kind: kindTokens, initial: "200000", low: 1, high: MaxTokens, comment: "The model's context window."},
		{path: "context.promptOverhead", kind: kindTokens, initial: "3000", high: MaxTokens, comment: "Kept free for the surrounding prompt."},
		{path: "context.outputReserve", kind: kindTokens, initial: "4096", high: MaxTokens, comment: "Kept free for the answer."},
		{path: "context.safetyMargin", kind: kindShare, initial: "0.9", low: 1, high: whole, comment: "Share of the rest that a bundle may use. The budget of a bundle is floor((maxTokens − promptOverhead − outputReserve) × safetyMargin) unless it is given."},
		{path: "context.tokenizer", kind: kindChoice, initial: first(tokenizers), choices: tokenizers, comment: "What counts the tokens."},
		{path: "context.model", kind: kindText, high: 200, comment: "A model's name, which sets window and tokenizer in place of maxTokens and tokenizer; empty for none. `ctxpack tokens --models` lists the names."},
	}
}

func selectionRows() []row {
	return []row{
		{path: "context.include", kind: kindGlobs, initial: "[]", comment: "Globs of the files to pack; empty means everything. A glob here also brings back what is left out by default: lock files, vendored and generated code and the like."},
		{path: "context.exclude", kind: kindGlobs, initial: "[]", comment: "Globs of the files to leave out."},
		{path: "context.pin", kind: kindGlobs, initial: "[]", comment: "Globs of the files that come first and are always full."},
		{path: "context.boost", kind: kindGlobs, initial: "[]", comment: "Globs of the files that get the points of weights.boost."},
	}
}

// first is the default of choices that were given.
func first(choices []string) string { return strings.Join(choices[:min(1, len(choices))], "") }

// weightRows has a row for each number of the scoring factors.
func weightRows(weights []Weight) []row {
	var rows []row
	for _, w := range weights {
		r := row{
			path: weightPrefix + w.Key, kind: kindInteger, initial: strconv.Itoa(w.Default),
			low: -1000, high: 1000, comment: w.Meaning,
		}
		if w.Cap {
			r.low = 0
		}
		rows = append(rows, r)
	}
	return rows
}

func tierRows() []row {
	return []row{
		{path: "context.signatureReserve", kind: kindShare, initial: "0.1", high: whole, comment: "With tiers: share of the budget kept for signatures of files that are not in the bundle otherwise; 0 packs greedily."},
		{path: "context.oversizedTokens", kind: kindTokens, initial: "8000", low: 1, high: MaxTokens, comment: "With tiers: a file with more tokens is oversized. It is taken whole only when all others have been looked at."},
		{path: "context.oversizedScore", kind: kindInteger, initial: "30", high: 100, comment: "With tiers: an oversized file with a lower score waits until all others have been looked at; with this score or more its signatures have its place."},
		{path: "context.oversized", kind: kindChoice, initial: oversizedWait, choices: []string{oversizedWait, oversizedSkip}, comment: "With tiers: whether an oversized file with a score below oversizedScore waits for all others, or is left out."},
		{path: "context.guaranteedScore", kind: kindInteger, initial: "70", high: 100, comment: "With tiers: files with this score or more get their signatures even if that takes more than signatureReserve."},
		{path: "context.summaryLines", kind: kindInteger, initial: "20", low: 1, high: 10_000, comment: "How many first lines stand for a file in a language without signatures."},
		{path: "context.maxFileSize", kind: kindSize, initial: "10MB", low: 1, high: 1_000_000_000, comment: "A larger file is skipped unread."},
		{path: "context.git.window", kind: kindDuration, initial: "90d", low: 1, high: maxDuration, comment: "How long before HEAD's commit a commit counts as activity."},
		{path: "context.git.maxCommits", kind: kindInteger, initial: "2000", low: 1, high: 1_000_000, comment: "How many commits are looked at."},
	}
}

func rankingRows(rankings, packings []string) []row {
	return []row{
		{path: "context.rank", kind: kindChoice, initial: first(rankings), choices: rankings, comment: "How files are ordered: balanced is fitted on real repositories, classic is the sum of the weights below."},
		{path: "context.packing", kind: kindChoice, initial: first(packings), choices: packings, comment: "How the budget is filled: levels takes declarations, tiers takes whole files or their signatures."},
	}
}

func outputRows(formats []string) []row {
	return []row{
		{path: "output.format", kind: kindChoice, initial: first(formats), choices: formats, comment: "The form of the bundle."},
		{path: "output.tree", kind: kindChoice, initial: "auto", choices: []string{"auto", "full", "none"}, comment: "The directory tree in the bundle: auto collapses the deepest folders first."},
	}
}

func redactRows() []row {
	return []row{
		{path: "redact.allow", kind: kindGlobs, initial: "[]", userOnly: "a repository does not choose what is let out", comment: "Globs of files whose secrets are left in, and secrets that are left in everywhere, by the hash that `score --why` shows. Only the user's own settings file may have it."},
	}
}

// cacheRows are the settings of the cache that machines share.
func cacheRows() []row {
	const userOnly = "a repository does not choose whose findings are believed"
	const maxText = 4_000 // bytes of an address or a path
	return []row{
		{path: "cache.remote", kind: kindText, high: maxText, env: "CTXPACK_REMOTE_CACHE", userOnly: userOnly, comment: "Where what is found out about files is shared with other machines: `file:FOLDER`, `http://…` or `https://…`; empty to share with none. Only the user's own settings file may have it."},
	}
}

// Sections says what each mapping of a file is for, by its dotted path.
func Sections() map[string]string {
	return map[string]string{
		"context":            "What is packed, how it is ranked, and how much room there is.",
		"context.weights":    "Points and caps of the factors of the ranking classic, whose sum, at least 0 and at most 100, is its score. In the others, a weight of twice its default doubles the points of its factor. Points are from −1,000 to 1,000, caps from 0 to 1,000.",
		"context.git":        "Which part of the history counts as activity.",
		profilesKey:          "Settings by name, each with the same keys as the file: they hold when the profile is chosen.",
		"output":             "How a bundle is written.",
		"redact":             "The redaction of secrets. Only the flag --no-redact switches it off.",
		"cache":              "What is found out about files, shared with other machines.",
		"trim":               "The trim commands.",
		"trim.messages":      "Conversations that have to fit.",
		"trim.text":          "Prose that has to fit. Limits are in words, or in tokens with --unit tokens.",
		"trim.text.profiles": "Limits of the profiles.",
		"trim.text.meter":    "The colours of --meter.",
		"trim.files":         "Recent files that have to fit.",
		"history":            "When a conversation is compacted, what stays of it, and what a search prints.",
		"compress":           "The context that one round of analysis gives the next.",
		"usage":              "The record of token usage.",
	}
}

// flagsOnly names the keys that users look for in vain, with the reason.
// Redaction is among them: were it a setting, a repository could have its
// reader's secrets written out.
func flagsOnly() map[string]string {
	const redaction = "redaction of secrets cannot be set in a file: it is the flag --no-redact only"
	return map[string]string{
		"noredact": redaction,
		"secrets":  redaction,
		"gitleaks": redaction,
		"budget":   "the budget of a bundle is context.budget",
	}
}

// find returns the row of a path.
func (t *Table) find(path string) (row, bool) {
	for _, r := range t.rows {
		if r.path == path {
			return r, true
		}
	}
	return row{}, false
}

// A branch is a key as it is nested in a file: a mapping or, with leaf, a
// setting.
type branch struct {
	name, path string
	leaf       *row
	children   []*branch
}

// tree arranges the table as files nest it.
func (t *Table) tree() *branch {
	root := &branch{}
	for _, r := range t.rows {
		at := root
		for name := range strings.SplitSeq(r.path, ".") {
			next := at.child(name)
			if next == nil {
				next = &branch{name: name, path: strings.TrimPrefix(at.path+"."+name, ".")}
				at.children = append(at.children, next)
			}
			at = next
		}
		at.leaf = &r
	}
	return root
}

func (b *branch) child(name string) *branch {
	for _, c := range b.children {
		if c.name == name {
			return c
		}
	}
	return nil
}
