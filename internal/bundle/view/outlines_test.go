package view

import (
	"fmt"
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/signatures"
)

// What stands in the lines beside an outline is left out of it, but not all of a type.
func TestShownWhole(t *testing.T) {
	t.Parallel()
	all := []signatures.Symbol{
		{Name: "A", Head: "struct A", Open: " {", StartLine: 1, EndLine: 4}, {Name: "b", Head: "b: u8,", Depth: 1, StartLine: 2, EndLine: 2},
		{Name: "c", Head: "c: u8,", Depth: 1, StartLine: 3, EndLine: 3}, {Name: "d", Head: "fn d()", StartLine: 6, EndLine: 8},
		{Name: "E", Head: "defexception", Open: " do", StartLine: 10, EndLine: 12},
	}
	for _, c := range []struct {
		shown render.Range
		want  string
	}{
		{render.Range{Start: 1, End: 12}, "[false false false true false]"},
		{render.Range{Start: 3, End: 8}, "[false false true true false]"},
		{render.Range{Start: 7, End: 8}, "[false false false false false]"},
	} {
		if got := fmt.Sprint(shownWhole(all, []render.Range{c.shown})); got != c.want {
			t.Errorf("%v: %s, not %s", c.shown, got, c.want)
		}
	}
}

// Functions that an outline has no line for are counted, but for those that stand beside it.
func TestUnshown(t *testing.T) {
	t.Parallel()
	all := []signatures.Symbol{
		{Name: "A", Kind: "struct", Head: "struct A", StartLine: 1, EndLine: 9}, {Name: "b", Kind: "method", Depth: 1, StartLine: 2, EndLine: 3},
		{Name: "c", Kind: "field", Depth: 1, StartLine: 4, EndLine: 4}, {Name: "d", Kind: "func", StartLine: 11, EndLine: 12},
	}
	for from, want := range map[int]int{11: 1, 13: 2, 1: 0} {
		if got := unshown(all, []render.Range{{Start: from, End: 13}}); got != want {
			t.Errorf("%d beside the lines from %d on, not %d", got, from, want)
		}
	}
}
