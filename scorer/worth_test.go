package scorer_test

import (
	"testing"

	"ctxpack/scorer"
	"ctxpack/signatures"
)

func worth(f scorer.Facts, points int, p signatures.Part, tokens, users int) (sum int) {
	for _, n := range scorer.Worths(f, points, p, tokens, users) {
		sum += n
	}
	return sum
}

func TestWorth(t *testing.T) {
	t.Parallel()
	source, function := scorer.Facts{Class: scorer.Source}, signatures.Part{Name: "run", Kind: "func"}
	plain := worth(source, 10, function, 100, 0)
	branching := function
	branching.Branches = 5
	for name, other := range map[string]int{
		"a longer one":      worth(source, 10, function, 200, 0),
		"one with branches": worth(source, 10, branching, 100, 0),
		"of a better file":  worth(source, 60, function, 100, 0),
		"boosted":           worth(scorer.Facts{Class: scorer.Source, Boosted: true}, 10, function, 100, 0),
	} {
		if other <= plain {
			t.Errorf("%s is worth %d, no more than %d", name, other, plain)
		}
	}
	for name, other := range map[string]int{
		"a type":        worth(source, 10, signatures.Part{Name: "Run", Kind: "struct"}, 100, 0),
		"lines between": worth(source, 10, signatures.Part{}, 100, 0),
		"of a test":     worth(scorer.Facts{Class: scorer.Test}, 10, function, 100, 0),
		"of an example": worth(scorer.Facts{Class: scorer.Auxiliary}, 10, function, 100, 0),
	} {
		if other >= plain {
			t.Errorf("%s is worth %d, no less than %d", name, other, plain)
		}
	}
	if manifest := worth(scorer.Facts{Class: scorer.Source, Manifest: true}, 10, function, 100, 0); manifest != plain {
		t.Errorf("a part of a manifest, whose beginning is shown anyway, is worth %d, not %d", manifest, plain)
	}
	class := signatures.Part{Name: "Jar", Kind: "class"}
	if used, unused := worth(source, 10, class, 100, 40), worth(source, 10, class, 100, 0); used <= unused {
		t.Errorf("a class that forty files use is worth %d, no more than %d", used, unused)
	}
}
