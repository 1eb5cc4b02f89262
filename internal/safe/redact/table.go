package redact

import (
	_ "embed" // the rules
	"encoding/json"
	"sync"
)

// gitleaksData are the rules of gitleaks v8.30.1 (https://github.com/gitleaks/gitleaks), which is under the MIT
// License, Copyright (c) 2019 Zachary Rice. The file is written by scripts/gitleaks-rules.py.
//
//go:embed gitleaks.json
var gitleaksData []byte

// ownData are tokens that gitleaks has no rule for.
//
//go:embed own.json
var ownData []byte

// ruleFile is what such a file holds.
type ruleFile struct {
	Values  []string      // patterns of values that no rule takes for a secret
	Words   []string      // that never stand in a secret
	Generic fileAllowance // of the generic rule, but for its words
	Rules   []struct {
		Name, Pattern, Path string
		Near, Start, Within []string
		Least, Group        int
		Word                bool
		Entropy             float64
		Allow               fileAllowance
	}
}

type fileAllowance []struct {
	Patterns []string
	Of       target
}

// The files are read once. A test tells if they cannot be.
var (
	gitleaks = sync.OnceValue(func() ruleFile { return readRules(gitleaksData) })
	own      = sync.OnceValue(func() ruleFile { return readRules(ownData) })
)

func readRules(data []byte) (f ruleFile) {
	_ = json.Unmarshal(data, &f)
	return f
}

func (list fileAllowance) allowances() (all []allowance) {
	for _, a := range list {
		all = append(all, allowance{patterns: a.Patterns, of: a.Of})
	}
	return all
}

func (f ruleFile) list() (list []rule) {
	for _, r := range f.Rules {
		list = append(list, rule{
			name: r.Name, pattern: r.Pattern, near: r.Near, start: r.Start, within: r.Within, least: r.Least, word: r.Word,
			group: r.Group, entropy: r.Entropy, path: r.Path, allow: r.Allow.allowances(),
		})
	}
	return list
}
