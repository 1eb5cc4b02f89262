package pipeline_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/packer"
)

// The least budgets give what they promise, and those below them do not.
func TestBudgets(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for i := range 30 {
		text := fmt.Sprintf("package a\n\nfunc F%d() {\n%s}\n", i, strings.Repeat("\tprintln(1, 2, 3)\n", 40*i))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%d.go", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ranking, err := pipeline.Rank(context.Background(), options(t, folder, 1000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	b := ranking.Budgets()
	for _, f := range ranking.Files {
		for _, tier := range []packer.Tier{packer.Signatures, packer.Full} {
			for _, known := range []int{1000, 9500, 2_000_000} {
				least, ok, err := b.Least(context.Background(), f, tier, known)
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					if f.Contents.Tokens < 8000 {
						t.Errorf("%s: no budget for %s", f.Name, tier)
					}
					continue
				}
				got, err := b.Outcome(context.Background(), f, least)
				if err != nil || got.Tier < tier || least%1000 != 0 && least != known {
					t.Errorf("%s, %s, knowing %d: %d gives %s, %v", f.Name, tier, known, least, got.Tier, err)
				}
			}
		}
	}
	if _, err := b.Outcome(context.Background(), ranking.Files[0], 1); err == nil {
		t.Error("one token is enough")
	}
}

// The evidence is what the facts count.
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
