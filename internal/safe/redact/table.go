package redact

import (
	_ "embed" // the rules
	"encoding/json"
	"sync"
)

// gitleaksData are the rules of gitleaks v8.30.1 (https://github.com/gitleaks/gitleaks),
// which is under the MIT License, Copyright (c) 2019 Zachary Rice. The file is written by
// scripts/gitleaks-rules.py.
//
//go:embed gitleaks.json
var gitleaksData []byte

// gitleaksFile is what the file holds.
type gitleaksFile struct {
	Values       []string          // patterns of values that no rule takes for a secret
	Words        []string          // that never stand in a secret
	Generic      gitleaksAllowance // of the generic rule, but for its words
	GenericWords string            // that never stand in a value that only the generic rule finds
	Rules        []struct {
		Name, Pattern, Path string
		Near, Start, Within []string
		Least, Group        int
		Word                bool
		Entropy             float64
		Allow               gitleaksAllowance
	}
}

type gitleaksAllowance []struct {
	Patterns []string
	Of       target
}

// gitleaks reads the file once. A test tells if it cannot be read.
var gitleaks = sync.OnceValue(func() (f gitleaksFile) {
	_ = json.Unmarshal(gitleaksData, &f)
	return f
})

func (list gitleaksAllowance) allowances() (all []allowance) {
	for _, a := range list {
		all = append(all, allowance{patterns: a.Patterns, of: a.Of})
	}
	return all
}

func tableRules() (list []rule) {
	for _, r := range gitleaks().Rules {
		list = append(list, rule{
			name: r.Name, pattern: r.Pattern, near: r.Near, start: r.Start, within: r.Within, least: r.Least, word: r.Word,
			group: r.Group, entropy: r.Entropy, path: r.Path, allow: r.Allow.allowances(),
		})
	}
	return list
}
