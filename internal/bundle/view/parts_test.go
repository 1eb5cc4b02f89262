package view

import (
	"slices"
	"testing"

	"ctxpack/signatures"
)

// TestWithSmallTypes: a small type is a part of its own, a large one falls into its methods,
// and a small one in it stays whole; modules hold what they hold.
func TestWithSmallTypes(t *testing.T) {
	t.Parallel()
	all := []signatures.Symbol{
		{Kind: "module", Name: "m", StartLine: 1, EndLine: 12},
		{Kind: "func", Name: "run", StartLine: 2, EndLine: 4, Depth: 1},
		{Kind: "class", Name: "Small", StartLine: 20, EndLine: 30},
		{Kind: "method", Name: "a", StartLine: 21, EndLine: 24, Depth: 1},
		{Kind: "method", Name: "b", StartLine: 25, EndLine: 30, Depth: 1},
		{Kind: "class", Name: "Large", StartLine: 40, EndLine: 90},
		{Kind: "method", Name: "c", StartLine: 41, EndLine: 60, Depth: 1},
		{Kind: "class", Name: "Inner", StartLine: 62, EndLine: 70, Depth: 1},
		{Kind: "method", Name: "d", StartLine: 63, EndLine: 69, Depth: 2},
		{Kind: "struct", Name: "Line", StartLine: 95, EndLine: 95},
	}
	var names []string
	for _, d := range withSmallTypes(all) {
		names = append(names, d.Name)
	}
	if want := []string{"run", "Small", "c", "Inner"}; !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
}
