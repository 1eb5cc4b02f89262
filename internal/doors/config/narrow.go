package config

import "slices"

// A file of another user's repository is taken for what narrows only: what is read, and
// what is let out, is then at most what it would be without the file.

// way is how a value narrows what would be there without it.
type way uint8

const (
	lower way = iota + 1 // a lower number does
	higher
	longer // a list of what is left out is added to
)

// ways has the settings that can narrow something; no value of another one does.
func ways() map[string]way {
	return map[string]way{
		"context.budget": lower, "context.maxTokens": lower, "context.safetyMargin": lower, "context.summaryLines": lower, "context.maxFileSize": lower,
		"context.git.window": lower, "context.git.maxCommits": lower, "trim.files.budget": lower, "trim.files.maxFiles": lower, "compress.maxTokens": lower,
		"history.summaryBudget": lower, "history.searchLimit": lower, "history.detectorTimeout": lower, "history.detectorTokens": lower,
		"history.detectorMessages": lower, "history.detectorCharacters": lower,
		"context.promptOverhead": higher, "context.outputReserve": higher, "context.exclude": longer,
	}
}

// narrow returns what a value narrows a setting to. It is not ok if it changes it and
// does not narrow it.
func (r row) narrow(c Config, value any) (narrowed any, ok bool) {
	changed := c
	r.store(&changed, value)
	if r.text(changed) == r.text(c) {
		return value, true
	}
	w := ways()[r.path]
	if w == longer {
		list, _ := value.([]string)
		return slices.Concat(c.Context.Exclude, list), true
	}
	before, after := r.number(&c), r.number(&changed)
	if r.path == "context.budget" { // 0 is what the window leaves
		before, after = budgetOf(c), budgetOf(changed)
	}
	return value, w == lower && after < before || w == higher && after > before
}

func budgetOf(c Config) int64 {
	if c.Context.Budget > 0 {
		return int64(c.Context.Budget)
	}
	budget, _, _ := c.Budget() // a window that leaves nothing leaves 0
	return int64(budget)
}

// number is the value of a field that is one, and 0 for others.
func (r row) number(c *Config) int64 {
	if r.index != nil && r.at(c).CanInt() {
		return r.at(c).Int()
	}
	return 0
}
