package redact

import (
	"slices"
	"testing"
)

// The rule files are read completely: otherwise few secrets would be found.
func TestRulesAreRead(t *testing.T) {
	t.Parallel()
	f := gitleaks()
	if len(f.Rules) < 200 || len(f.Values) < 10 || len(f.Words) < 2 || f.Generic[0] == "" {
		t.Errorf("%d rules, %d values, %d words, generic rule %q", len(f.Rules), len(f.Values), len(f.Words), f.Generic)
	}
	if len(own().Rules) < 70 {
		t.Errorf("%d rules of our own", len(own().Rules))
	}
	if len(namedForms()) < 25 {
		t.Errorf("%d forms of named values", len(namedForms()))
	}
	for _, r := range slices.Concat(f.Rules, own().Rules) {
		if r.Name == "" || r.Pattern == "" || len(r.Near)+len(r.Start)+len(r.Encoded)+len(r.Within) == 0 || len(r.Start) > 0 && r.Least == 0 {
			t.Errorf("%+v", r)
		}
	}
}
