package scorer_test

import (
	"testing"

	"ctxpack/scorer"
)

func relevant(path string, r scorer.Relevance, class scorer.Class, tokens int) scorer.Facts {
	return scorer.Facts{Path: path, Task: &r, Class: class, Tokens: tokens}
}

func TestTask(t *testing.T) {
	t.Parallel()
	best := scorer.Relevance{Content: 1000, Path: 1000, Declares: 1000, Past: 1000, Recent: 1000}
	named := best
	named.Named = 1000
	wanted := best
	wanted.Wanted = true
	boosted := relevant("boosted", scorer.Relevance{Content: 500}, scorer.Source, 0)
	boosted.Boosted = true
	tests := []struct {
		facts scorer.Facts
		want  int
	}{
		{relevant("best", best, scorer.Source, 256), 100},
		{relevant("named", named, scorer.Source, 0), 100},
		{relevant("large", best, scorer.Source, 256<<10), 50},
		{relevant("between powers", best, scorer.Source, 256<<5), 71}, // 100 / 2^0.5
		{relevant("test", best, scorer.Test, 256), 65},
		{relevant("wanted", wanted, scorer.Test, 256), 100},
		{relevant("data", best, scorer.Other, 256), 2},
		{relevant("examples/a.go", best, scorer.Auxiliary, 256), 65},
		{relevant("x/vendor/a.go", best, scorer.Auxiliary, 256), 2},
		{relevant("LICENSE", best, scorer.Auxiliary, 256), 2},
		{relevant("wanted.md", wanted, scorer.Prose, 256), 65},
		{relevant("named.md", scorer.Relevance{Named: 500}, scorer.Prose, 256), 17}, // 65% of half of 8 of 15 parts
		{relevant("CHANGELOG.md", scorer.Relevance{Named: 500}, scorer.Auxiliary, 256), 1},
		{relevant("content", scorer.Relevance{Content: 1000}, scorer.Source, 0), 40},
		{relevant("absurd", scorer.Relevance{Content: 1 << 60, Past: -1 << 60}, scorer.Source, 1<<62), 9},
		{boosted, 40},
		{scorer.Facts{Path: "none"}, 0},
	}
	for _, tt := range tests {
		b := scorer.Task().Score(tt.facts, nil)
		sum := 0
		for _, f := range b.Factors {
			sum += f.Points
		}
		if b.Score != tt.want || sum != b.Score {
			t.Errorf("%s: score %d, factors %+v, want %d", tt.facts.Path, b.Score, b.Factors, tt.want)
		}
	}
}

// Files with the same score still have a definite order.
func TestTaskOrder(t *testing.T) {
	t.Parallel()
	files := []scorer.Facts{
		relevant("a", scorer.Relevance{Content: 500}, scorer.Source, 100),
		relevant("b", scorer.Relevance{Content: 501}, scorer.Source, 100),
		relevant("c", scorer.Relevance{Content: 1}, scorer.Source, 100),
		relevant("d", scorer.Relevance{}, scorer.Source, 100),
	}
	files[3].Pinned = true
	got := ""
	for _, r := range scorer.Task().Rank(files, nil) {
		got += r.Facts.Path
	}
	if got != "dbac" {
		t.Errorf("order %s", got)
	}
}

func TestTaskTells(t *testing.T) {
	t.Parallel()
	f := relevant("a", scorer.Relevance{Content: 500, Path: 10, Declares: 20, Past: 30, Recent: 40, Named: 1, Focus: true, Linked: true},
		scorer.Source, 100)
	f.Boosted = true
	for _, row := range scorer.Task().Factors {
		if row.Tell(f) == "" {
			t.Errorf("%s says nothing", row.Name)
		}
		if row.Rule == "" {
			t.Errorf("row %+v", row)
		}
		if got := row.Tell(scorer.Facts{}); got != "" {
			t.Errorf("%s says %q of no task", row.Name, got)
		}
	}
}
