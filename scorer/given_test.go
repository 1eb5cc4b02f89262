package scorer_test

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/scorer"
)

func TestRankGiven(t *testing.T) {
	t.Parallel()
	files := []scorer.Facts{
		{Path: "own.go", Class: scorer.Source, Churn: 1000}, {Path: "b.go"}, {Path: "a.go"}, {Path: "low.go", Class: scorer.Source},
		{Path: "high.go"}, {Path: "pin.go", Pinned: true}, {Path: "README.md", Document: scorer.Readme},
	}
	for _, ranking := range scorer.Rankings() {
		ranked := ranking.RankGiven(files, nil, map[int]float64{1: 0.5, 2: 0.5, 3: -7, 4: 1e300})
		var got []string
		for _, r := range ranked {
			sum := 0
			for _, f := range r.Breakdown.Factors {
				sum += f.Points
			}
			if sum != r.Breakdown.Score || len(r.Breakdown.Factors) != len(ranking.WithGiven().Table()) {
				t.Errorf("%s: %+v does not add up", r.Facts.Path, r.Breakdown)
			}
			got = append(got, fmt.Sprintf("%s %d", r.Facts.Path, r.Breakdown.Points(scorer.GivenFactor)))
		}
		order := strings.Join(got, ", ")
		given := "pin.go 0, high.go 1000000000, a.go 1, b.go 1, low.go -7, "
		if !strings.HasPrefix(order, given) || ranking.Name == "balanced" && order != given+"README.md 0, own.go 0" {
			t.Errorf("%s: %s", ranking.Name, order)
		}
	}
}

func TestClassReason(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"src/a.go":              "source: the extension .go",
		"docs/a.md":             "prose: the extension .md",
		"app/de.po":             "other: messages in a language other than English",
		"LICENSE":               "aside: the name LICENSE",
		"a/.gitignore":          "aside: the name .gitignore",
		"docs/releases/5.md":    "aside: the folder releases",
		"README":                "prose: the name README",
		"a/data.json":           "other: neither code nor a document, by its name",
		"a/b.erb":               "template: the extension .erb",
		"a/views/b.html":        "template: the extension .html in a folder of templates",
		"a/messages.properties": "catalogue: the extension .properties",
		"a_test.go":             "test: the name a_test.go",
		"a/tests/b/test_c.py":   "test: the folder tests",
		"src/vendor/x/y.c":      "aside: the folder vendor",
		"docs/conf.py":          "aside: the folder docs",
		"lib/fixtures/a/b.java": "aside: the folder fixtures",
	} {
		if got := scorer.ClassName(file).String() + ": " + scorer.ClassReason(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// Every factor describes why it gives a file points.
func TestTell(t *testing.T) {
	t.Parallel()
	f := scorer.Facts{
		Path: "a.go", Importers: 1, Exports: 20, Commits: 3, Todos: 1, Entry: true, Config: true, Test: true, Boosted: true,
		Class: scorer.Source, Document: scorer.Guide, Churn: 1900, NoHistory: true, Names: 3, Users: 2, Mentions: 1, Steps: 1,
	}
	for _, ranking := range scorer.Rankings() {
		for i, row := range ranking.Factors {
			f := f
			if row.Name == scorer.TestFactor {
				f.Class = scorer.Test
			}
			b := ranking.Score(f, nil)
			if b.Factors[i].Points == 0 && row.Name != scorer.ClassFactor || row.Tell(f) == "" {
				t.Errorf("%s %s: %d %q", ranking.Name, row.Name, b.Factors[i].Points, row.Tell(f))
			}
			if row.Tell(scorer.Facts{Steps: -1}) != "" && row.Name != scorer.ClassFactor {
				t.Errorf("%s %s says %q of nothing", ranking.Name, row.Name, row.Tell(scorer.Facts{Steps: -1}))
			}
		}
	}
}
