package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/packer"
)

// trees returns the folders that the tests of levels pack: random ones, and a part of this repository.
func trees(t *testing.T) map[string]string {
	t.Helper()
	roots := map[string]string{"real code": "../../repo/charset"}
	for i := range few(4) {
		roots[fmt.Sprint("random ", i)] = writeTree(t, randomTree(rand.New(rand.NewPCG(uint64(i), 21))))
	}
	return roots
}

// With more budget no file is lost and none is shown less, except in the last tokens of a smaller bundle: never
// more than a fortieth, or one small entry, two below 2,000 tokens.
func TestMoreBudgetLosesNothing(t *testing.T) {
	t.Parallel()
	for name, root := range trees(t) {
		for _, format := range []string{"markdown", "json", "xml"} {
			t.Run(name+" "+format, func(t *testing.T) {
				t.Parallel()
				ranking, err := pipeline.Rank(t.Context(), options(t, root, 1000, format))
				if err != nil {
					t.Fatal(err)
				}
				defer ranking.Close()
				var less packer.Bundle
				for budget := 1000; budget <= 256_000 && !less.Complete; budget *= 2 {
					ranking.SetBudget(budget)
					more, err := pipeline.Place(t.Context(), ranking)
					if err != nil {
						t.Fatal(err)
					}
					if names, tokens := lost(ranking, less, more); tokens > max(less.Cost/40, smallEntry*max(4000/budget, 1)) {
						t.Errorf("%d tokens lose %d of %d:\n%s", budget, tokens, less.Cost, strings.Join(names, "\n"))
					}
					less = more
				}
			})
		}
	}
}

// smallEntry is a few lines of a file and the frame around them, in tokens.
const smallEntry = 130

// lost names the files of which a bundle with more budget shows less, and by how much.
func lost(ranking *pipeline.Ranking, less, more packer.Bundle) (names []string, tokens int) {
	now := make([]packer.Entry, len(ranking.Files))
	for _, e := range more.Entries {
		now[e.Candidate] = e
	}
	for _, e := range less.Entries {
		n := now[e.Candidate]
		if n.Tier == packer.Full {
			continue
		}
		lost := n.Tier < e.Tier || e.Named && !n.Named || n.First < e.First
		for _, k := range e.Sections {
			lost = lost || !slices.Contains(n.Sections, k)
		}
		if lost {
			names = append(names, fmt.Sprintf("%s: %+v, then %+v", ranking.Files[e.Candidate].Name, e, n))
			tokens += max(e.Cost-n.Cost, 1)
		}
	}
	return names, tokens
}

// TestLevelsOnDemand: the bundle is the same as if every outline had been made.
func TestLevelsOnDemand(t *testing.T) {
	t.Parallel()
	for name, root := range trees(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, budget := range []int{1500, 6000, 40_000} {
				o := options(t, root, budget, []string{"markdown", "json", "xml"}[i])
				got, _, _ := run(t, o)
				o.Outlines = true
				if want, _, _ := run(t, o); !slices.Equal(got, want) {
					t.Errorf("%d tokens, %s: other bytes when all files are outlined", budget, o.Format.Name)
				}
			}
		})
	}
}
