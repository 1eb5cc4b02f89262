package view

import (
	"fmt"
	"testing"

	"ctxpack/internal/share/cache"
	"ctxpack/signatures"
)

func TestDeclaredIn(t *testing.T) {
	t.Parallel()
	file := new(File)
	file.SetSummary(&cache.Summary{Declarations: []signatures.Symbol{
		{Name: "before", StartLine: 1}, {Name: "first", StartLine: 3}, {Name: "last", StartLine: 5},
		{Name: "inner", StartLine: 4}, {Name: "between", StartLine: 6}, {Name: "one", StartLine: 7}, {Name: "behind", StartLine: 8},
	}})
	got := ""
	for k, d := range declaredIn(file, []span{{start: 3, end: 5}, {start: 7, end: 7}}) {
		got += fmt.Sprint(k, d.Name, " ")
	}
	if want := "0first 0last 0inner 1one "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for range declaredIn(file, nil) {
		t.Error("something is declared in no part")
	}
}
