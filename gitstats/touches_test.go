package gitstats

import (
	"context"
	"maps"
	"slices"
	"testing"
)

// The returned commits are those that were counted.
func TestReadTouches(t *testing.T) {
	t.Parallel()
	r := newAgedRepo(t)
	r.Write("other", "3")
	r.Git("add", "-A")
	r.GitAt(start+(2*360+1096)*day, "", "commit", "-q", "-m", "bad \x1b[31m line\n\nmore")
	a := r.activity(Options{})
	paths := slices.Collect(maps.Keys(a.Blobs))
	touches, err := ReadTouches(context.Background(), r.Top, Options{Memory: a.Memory}, paths, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		churn, recent := 0, 0
		for _, c := range touches[p].Last {
			churn += c.Churn
			if c.Recent {
				recent++
			}
		}
		if churn != a.Churn[p] || recent != a.Commits[p] || len(touches[p].Last) != touches[p].Total {
			t.Errorf("%s: churn %d, %d commits, want %d and %d: %+v", p, churn, recent, a.Churn[p], a.Commits[p], touches[p])
		}
	}
	few, err := ReadTouches(context.Background(), r.Top, Options{}, []string{"other", "gone"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := few["other"]
	if len(few) != 1 || got.Total != 3 || len(got.Last) != 1 || got.Last[0].Subject != "bad \x1b[31m line" || got.Last[0].Commit != a.Commit {
		t.Errorf("got %+v", few)
	}
}

func TestReadTouchesWithoutRepository(t *testing.T) {
	t.Parallel()
	touches, err := ReadTouches(context.Background(), t.TempDir(), Options{}, []string{"a"}, 1)
	if err != nil || len(touches) != 0 {
		t.Errorf("got %v, %v", touches, err)
	}
}
