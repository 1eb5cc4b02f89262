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
