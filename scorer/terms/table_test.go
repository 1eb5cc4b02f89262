package terms_test

import (
	"testing"

	"ctxpack/scorer/terms"
)

func TestTable(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	for name, step := range map[string]terms.Term{"few": 4096, "neighbours": 1, "many": 3, "large": 512} {
		var table terms.Table[int]
		if got := table.Get(1); got != 0 {
			t.Errorf("%s: an empty table has %d", name, got)
		}
		first, last := terms.Term(0), terms.Term(terms.Limit)
		if step == 1 {
			first = last - 3000 // beyond the last cell is the first
		}
		for range 2 {
			for term := first; term < last; term += step {
				*table.At(term) += int(term) + 1
			}
		}
		for term := first; term < last; term++ {
			want := 0
			if (term-first)%step == 0 {
				want = 2 * (int(term) + 1)
			}
			if got := table.Get(term); got != want {
				t.Fatalf("%s: term %d has %d, want %d", name, term, got, want)
			}
		}
		if got := table.Get(terms.Limit); got != 0 {
			t.Errorf("%s: what is no term has %d", name, got)
		}
	}
	var all terms.Table[bool]
	for term := range terms.Term(terms.Limit) {
		*all.At(term) = true
	}
	if !all.Get(terms.Limit-1) || !all.Get(0) {
		t.Error("a table of all terms lost some")
	}
}
