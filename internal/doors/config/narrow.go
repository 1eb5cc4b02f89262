package config

import "slices"

// A file of another user's repository is taken for what narrows only: what is read, and
// what is let out, is then at most what it would be without the file.

// narrow returns what a value narrows a setting to. It is not ok if it changes it and does not narrow it.
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
	if r.path == "context.budget" { // 0 is what the window leaves
		before, after = budgetOf(c), budgetOf(changed)
	}
	return value, r.narrows == "lower" && after < before || r.narrows == "higher" && after > before
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
	if r.weight == "" && r.at(c).CanInt() {
		return r.at(c).Int()
	}
	return 0
}
