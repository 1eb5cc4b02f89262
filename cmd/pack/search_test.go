package pack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

// TestSearchBudget: no output has more tokens than its budget, and more room shows no less.
func TestSearchBudget(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "def needle_%d():\n    return 'the needle — ünï 漢字 %d'\n\n\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(root, "a.py"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	counter, err := tokens.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"needle", "/needle_\\d/"} {
		q, err := pipeline.ParseSearch(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := pipeline.Rank(context.Background(), pipeline.Options{
			Paths: []string{root}, Config: config.NewTable(config.Given{}).Default(), Counter: counter, Format: render.Formats()[0], Task: q.RankedBy(), OrderOnly: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for _, format := range []string{"text", "json"} {
			before := 0
			for budget := 1; budget < 600; budget += 7 {
				got, err := searchText(context.Background(), r, q, format, budget)
				if small, ok := errors.AsType[*pipeline.TooSmallError](err); ok {
					if small.Needed <= budget || before > 0 {
						t.Errorf("%s as %s in %d: %v", text, format, budget, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if n := counter.Count(got); n > budget {
					t.Errorf("%s as %s in %d: %d tokens", text, format, budget, n)
				}
				shown := strings.Count(got, "def needle")
				if shown < before {
					t.Errorf("%s as %s in %d: %d passages, after %d in less", text, format, budget, shown, before)
				}
				before = shown
			}
			if before == 0 {
				t.Errorf("%s as %s: nothing is shown", text, format)
			}
		}
	}
}
