// Package scorer turns facts about files into points, and points into an
// order.
//
// It is pure: it reads no file, clock, environment or random number, and its
// result depends on nothing but its arguments. All functions are safe for
// concurrent use. Scores are integers; the order ends in a total tie-break, so
// that the same facts always give the same order.
package scorer

import (
	"cmp"
	"slices"
)

// Scores lie between MinScore and MaxScore, both included.
const (
	MinScore = 0
	MaxScore = 100
)

// Facts are the properties of one file that its score is computed from. The
// zero value is a file that nothing speaks for.
type Facts struct {
	// Path is slash-separated and relative to the root that was packed.
	Path string `json:"path"`
	// Importers is the number of distinct files of the tree that import this
	// one, itself not counted.
	Importers int `json:"importers"`
	// Exports is the number of distinct names that the file exports.
	Exports int `json:"exports"`
	// Commits is the number of commits inside the git window that touched it.
	Commits int `json:"commits"`
	// Todos is the number of TODO, FIXME, HACK and XXX markers in comments.
	Todos int `json:"todos"`
	// Entry says that execution or use of the project starts here.
	Entry bool `json:"entry"`
	// Config says that the file configures a tool or describes the project.
	Config bool `json:"config"`
	// Test says that the file only tests other files.
	Test bool `json:"test"`
	// Boosted says that the user's configuration raises the file.
	Boosted bool `json:"boosted"`
	// Pinned says that the user's configuration puts the file first.
	Pinned bool `json:"pinned"`
}

// Factor is one named summand of a score.
type Factor struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
}

// Breakdown explains a score: the factors, in the order of the table of
// factors, add up to Score exactly. Factors that give no points are listed
// with 0. The last one, "limit", is what keeping the score inside 0..100 took
// away or added.
type Breakdown struct {
	Factors []Factor `json:"factors"`
	Score   int      `json:"score"`
}

// Points returns the points of the factor called name, 0 if there is none.
func (b Breakdown) Points(name string) int {
	for _, f := range b.Factors {
		if f.Name == name {
			return f.Points
		}
	}
	return 0
}

// Score adds up the factors of one file.
func Score(f Facts, w Weights) Breakdown { return newScale(w).score(f) }

// scale is the table of factors with the weights that apply.
type scale struct {
	factors []Row
	weights [][]int
}

func newScale(w Weights) scale {
	s := scale{factors: factors()}
	for _, row := range s.factors {
		s.weights = append(s.weights, w.of(row))
	}
	return s
}

func (s scale) score(f Facts) Breakdown {
	b := Breakdown{Factors: make([]Factor, 0, len(s.factors)+1)}
	sum := 0
	for i, row := range s.factors {
		points := row.points(f, s.weights[i])
		b.Factors = append(b.Factors, Factor{Name: row.Name, Points: points})
		sum += points
	}
	b.Score = min(max(sum, MinScore), MaxScore)
	b.Factors = append(b.Factors, Factor{Name: LimitFactor, Points: b.Score - sum})
	return b
}

// Ranked is a file in its place.
type Ranked struct {
	// Index is the file's position in the slice that was given to Rank.
	Index     int
	Facts     Facts
	Breakdown Breakdown
}

// Rank scores all files and returns them in order: pinned files first, then by
// score, highest first, then by path in ascending byte order. Files with equal
// paths keep the order in which they were given.
func Rank(files []Facts, w Weights) []Ranked {
	scale := newScale(w)
	ranked := make([]Ranked, len(files))
	for i, f := range files {
		ranked[i] = Ranked{Index: i, Facts: f, Breakdown: scale.score(f)}
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		if a.Facts.Pinned != b.Facts.Pinned {
			if a.Facts.Pinned {
				return -1
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(b.Breakdown.Score, a.Breakdown.Score),
			cmp.Compare(a.Facts.Path, b.Facts.Path),
		)
	})
	return ranked
}
