package config

import "slices"

// From the settings file of another user's repository, only settings that narrow the
// selection apply: ctxpack never reads or outputs more than without the file.

// narrow returns the narrowed value of a setting; ok is false if value would change the setting without narrowing it.
func (r row) narrow(c Config, value any) (narrowed any, ok bool) {
	changed := c
	r.store(&changed, value)
	if r.text(changed) == r.text(c) {
		return value, true
	}
	if r.narrows == "longer" {
		list, _ := value.([]string)
		return slices.Concat(c.Context.Exclude, list), true
	}
	before, after := r.number(&c), r.number(&changed)
	if r.path == "context.budget" { // 0 means computed from the window
		before, after = budgetOf(c), budgetOf(changed)
	}
	return value, r.narrows == "lower" && after < before || r.narrows == "higher" && after > before
}

func budgetOf(c Config) int64 {
	if c.Context.Budget > 0 {
		return int64(c.Context.Budget)
	}
	budget, _, _ := c.Budget() // 0 if the window leaves no budget
	return int64(budget)
}

// number returns the value of an integer field, and 0 for other fields.
func (r row) number(c *Config) int64 {
	if r.weight == "" && r.at(c).CanInt() {
		return r.at(c).Int()
	}
	return 0
}
