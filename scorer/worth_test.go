package scorer_test

import (
	"testing"

	"ctxpack/scorer"
	"ctxpack/signatures"
)

func TestWorth(t *testing.T) {
	t.Parallel()
	source, function := scorer.Facts{Class: scorer.Source}, signatures.Part{Name: "run", Kind: "func"}
	plain := scorer.Worth(source, 10, function, 100, 1, 0)
	branching := function
	branching.Branches = 5
	for name, other := range map[string]int{
		"a longer one":      scorer.Worth(source, 10, function, 200, 1, 0),
		"one with branches": scorer.Worth(source, 10, branching, 100, 1, 0),
		"of a better file":  scorer.Worth(source, 60, function, 100, 1, 0),
		"boosted":           scorer.Worth(scorer.Facts{Class: scorer.Source, Boosted: true}, 10, function, 100, 1, 0),
	} {
		if other <= plain {
			t.Errorf("%s is worth %d, no more than %d", name, other, plain)
		}
	}
	for name, other := range map[string]int{
		"a type":                 scorer.Worth(source, 10, signatures.Part{Name: "Run", Kind: "struct"}, 100, 1, 0),
		"lines between":          scorer.Worth(source, 10, signatures.Part{}, 100, 0, 0),
		"a name that many share": scorer.Worth(source, 10, function, 100, 9, 0),
		"of a test":              scorer.Worth(scorer.Facts{Class: scorer.Test}, 10, function, 100, 1, 0),
		"of an example":          scorer.Worth(scorer.Facts{Class: scorer.Auxiliary}, 10, function, 100, 1, 0),
	} {
		if other >= plain {
			t.Errorf("%s is worth %d, no less than %d", name, other, plain)
		}
	}
	class := signatures.Part{Name: "Jar", Kind: "class"}
	if used, unused := scorer.Worth(source, 10, class, 100, 1, 40), scorer.Worth(source, 10, class, 100, 1, 0); used <= unused {
		t.Errorf("a class that forty files use is worth %d, no more than %d", used, unused)
	}
}
