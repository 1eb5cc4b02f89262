package pipeline_test

import (
	"context"
	"path/filepath"
	"testing"

	"ctxpack/internal/bundle/pipeline"
)

// The evidence equals the counts in the facts.
func TestExplain(t *testing.T) {
	t.Parallel()
	ranking, err := pipeline.Rank(context.Background(), options(t, filepath.Join("..", ".."), 1000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	evidence, err := ranking.Explain(context.Background(), ranking.Files)
	if err != nil {
		t.Fatal(err)
	}
	users := 0
	for i, f := range ranking.Files {
		want, got := f.Facts, f.Facts
		e := evidence[i]
		got.Users, got.Importers, got.Mentions = len(e.Users), len(e.Importers), len(e.Mentions)
		got.Steps, got.Entry = len(e.Way)-1, e.Entry != pipeline.Entry{}
		if got != want {
			t.Errorf("%s: evidence for %+v, want %+v", f.Name, got, want)
		}
		users += got.Users
	}
	if users == 0 {
		t.Error("no file uses another one")
	}
}
