// Package config reads `.handover.yml`, the settings of ctxpack.
//
// One table of keys (see [Table]) drives everything: the defaults, the check of
// a file, the near misses, the commented example, the JSON Schema and the
// reference in docs. A setting that is not in the table does not exist. What
// tokenizers, formats and weights there are is told by the caller (see [Given]).
//
// Invariants: a file is checked as a whole and each of its errors has a place;
// a file that has an error sets nothing; a value that was accepted is inside
// its range, so that no later stage checks it again. A repository's file is not
// trusted: no key runs a program, names a file outside the repository, writes,
// or switches off the redaction of secrets. Nothing is read from the
// environment, the clock or the disk: the caller passes the reading function.
//
// Every function is safe for concurrent use; a [Config] is a plain value, to be
// changed by one goroutine at a time.
package config

import (
	"errors"
	"fmt"
)

// The names of the settings files, for callers that look for them.
const (
	// RepositoryFile is the settings file at a repository's root.
	RepositoryFile = ".handover.yml"
	// RepositoryFileAlternative is its other accepted name.
	RepositoryFileAlternative = ".handover.yaml"
	// UserFile is the user's own file, relative to the configuration folder of
	// the platform, slash-separated.
	UserFile = "ctxpack/config.yml"
)

// Config holds every setting. [Table.Default] and [Table.LoadProfile] are the ways to
// make one: the zero value is not valid.
type Config struct {
	Context  Context  `yaml:"context" json:"context"`
	Output   Output   `yaml:"output" json:"output"`
	Redact   Redact   `yaml:"redact" json:"redact"`
	Cache    Cache    `yaml:"cache" json:"cache"`
	Trim     Trim     `yaml:"trim" json:"trim"`
	History  History  `yaml:"history" json:"history"`
	Compress Compress `yaml:"compress" json:"compress"`
	Usage    Usage    `yaml:"usage" json:"usage"`
}

// Context says what is packed, how it is ranked and how much room there is.
// Token counts are at most [MaxTokens]; ranges stand in the table of keys.
type Context struct {
	Budget           int            `yaml:"budget" json:"budget"`                     // tokens; 0 for what the window leaves
	MaxTokens        int            `yaml:"maxTokens" json:"maxTokens"`               // tokens
	PromptOverhead   int            `yaml:"promptOverhead" json:"promptOverhead"`     // tokens
	OutputReserve    int            `yaml:"outputReserve" json:"outputReserve"`       // tokens
	SafetyMargin     Share          `yaml:"safetyMargin" json:"safetyMargin"`         // of what the reserves leave
	Tokenizer        string         `yaml:"tokenizer" json:"tokenizer"`               // one of those given
	Model            string         `yaml:"model" json:"model"`                       // "" for none; not checked here
	Include          []string       `yaml:"include" json:"include"`                   // globs; empty for everything
	Exclude          []string       `yaml:"exclude" json:"exclude"`                   // globs
	Pin              []string       `yaml:"pin" json:"pin"`                           // globs
	Boost            []string       `yaml:"boost" json:"boost"`                       // globs
	Rank             string         `yaml:"rank" json:"rank"`                         // one of those given
	Packing          string         `yaml:"packing" json:"packing"`                   // one of those given
	Weights          map[string]int `yaml:"weights" json:"weights"`                   // every factor, by its key
	SignatureReserve Share          `yaml:"signatureReserve" json:"signatureReserve"` // of the budget
	OversizedTokens  int            `yaml:"oversizedTokens" json:"oversizedTokens"`   // tokens
	OversizedScore   int            `yaml:"oversizedScore" json:"oversizedScore"`     // 0..100
	Oversized        string         `yaml:"oversized" json:"oversized"`               // wait, skip
	GuaranteedScore  int            `yaml:"guaranteedScore" json:"guaranteedScore"`   // 0..100
	SummaryLines     int            `yaml:"summaryLines" json:"summaryLines"`         // lines
	MaxFileSize      Size           `yaml:"maxFileSize" json:"maxFileSize"`           // bytes
	Git              Git            `yaml:"git" json:"git"`
}

// What becomes of an oversized file with a low score.
const (
	oversizedWait = "wait" // for all others
	oversizedSkip = "skip"
)

// SkipsOversized reports whether oversized files with a low score are left out.
func (c Context) SkipsOversized() bool { return c.Oversized == oversizedSkip }

// Git bounds the pass over the history.
type Git struct {
	Window     Duration `yaml:"window" json:"window"`         // before HEAD's commit time
	MaxCommits int      `yaml:"maxCommits" json:"maxCommits"` // commits looked at
}

// Redact says what is no secret.
type Redact struct {
	Allow []string `yaml:"allow" json:"allow"` // globs of files, and hashes of values
}

// Cache says with whom findings are shared.
type Cache struct {
	Remote string `yaml:"remote" json:"remote"` // address; "" for none
}

// Output says how a bundle is written.
type Output struct {
	Format string `yaml:"format" json:"format"` // one of those given
	Tree   string `yaml:"tree" json:"tree"`     // auto, full, none
}

// Default returns the settings that hold when no file sets anything. Each call
// returns a value of its own: nothing is shared.
func (t *Table) Default() Config {
	var c Config
	for _, r := range t.rows {
		value, err := r.parse(r.initial)
		if err != nil {
			continue // a test parses every default
		}
		r.store(&c, value)
	}
	return c
}

// Set gives the setting of c at a dotted key, such as `context.maxTokens`, the value
// that text stands for. Lists are given as [SplitList] takes them. It serves
// flags and environment variables, so its error does not name the key: the
// caller names the flag. An error is returned for an unknown key and for a
// value that the key does not take, and c is unchanged then.
func (t *Table) Set(c *Config, key, text string) error {
	r, ok := t.find(key)
	if !ok {
		if near := t.nearestPath(key); near != "" {
			return fmt.Errorf("unknown key %s: did you mean %s?", plain(key), near)
		}
		return fmt.Errorf("unknown key %s", plain(key))
	}
	value, err := r.parse(text)
	if err != nil {
		return err
	}
	r.store(c, value)
	return nil
}

// Get returns the value at a dotted key as [Table.Set] takes it, and "" for an
// unknown key. Lists come as `["a","b"]`.
func (t *Table) Get(c Config, key string) string {
	r, ok := t.find(key)
	if !ok {
		return ""
	}
	return r.text(c)
}

// Default returns the defaults of the settings that this package knows by
// itself: without a tokenizer, a format, a ranking and weights.
func Default() Config { return NewTable(Given{}).Default() }

// errNoBudget is what every error of Budget wraps.
var errNoBudget = errors.New("the window leaves no budget")

// Budget returns the most tokens that a bundle may have when no budget is
// given, floor((maxTokens − promptOverhead − outputReserve) × safetyMargin),
// and the arithmetic as text. The result is exact: no floating-point number is
// involved. When nothing is left the error shows the arithmetic.
func (c Config) Budget() (int, string, error) {
	x := c.Context
	rest := int64(x.MaxTokens) - int64(x.PromptOverhead) - int64(x.OutputReserve)
	budget := x.SafetyMargin.floor(rest)
	text := fmt.Sprintf("(%s − %s − %s) × %s = %s",
		grouped(int64(x.MaxTokens)), grouped(int64(x.PromptOverhead)), grouped(int64(x.OutputReserve)),
		x.SafetyMargin, grouped(budget))
	if budget <= 0 {
		return 0, text, fmt.Errorf("compute budget: %w: %s", errNoBudget, text)
	}
	return int(budget), text, nil
}
