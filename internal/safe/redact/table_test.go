package redact

import "testing"

// What the file of gitleaks' rules holds is read: without it few secrets would be found.
func TestGitleaksIsRead(t *testing.T) {
	t.Parallel()
	f := gitleaks()
	if len(f.Rules) < 200 || len(f.Values) < 10 || len(f.Words) < 2 || len(f.Generic) < 2 || len(f.GenericWords) < 5000 {
		t.Errorf("%d rules, %d values, %d words, %d and %d of the generic rule", len(f.Rules), len(f.Values), len(f.Words), len(f.Generic), len(f.GenericWords))
	}
	for _, r := range f.Rules {
		if r.Name == "" || r.Pattern == "" || len(r.Near)+len(r.Start)+len(r.Within) == 0 || len(r.Start) > 0 && r.Least == 0 {
			t.Errorf("%+v", r)
		}
	}
}
