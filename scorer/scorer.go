// Package scorer turns facts about files into points, and points into an order.
//
// It is pure: it reads no file, clock, environment or random number, and its result depends only on its arguments.
// All functions are safe for concurrent use. Scores are integers, and every tie is broken, so the same facts always
// give the same order.
package scorer

import (
	"cmp"
	"encoding/binary"
	"slices"

	"ctxpack/internal/text/mapped"
)

// Scores are between MinScore and MaxScore, inclusive.
const (
	MinScore = 0
	MaxScore = 100
)

// Facts holds the properties of one file from which its score is computed. The
// zero value describes a file without any evidence of importance.
type Facts struct {
	// Path is slash-separated and relative to the root that was packed.
	Path string `json:"path"`
	// Importers is the number of distinct files of the tree that import this one, excluding itself.
	Importers int `json:"importers"`
	// Exports is the number of distinct names that the file exports.
	Exports int `json:"exports"`
	// Commits is the number of commits in the git window that touched the file.
	Commits int `json:"commits"`
	// Todos is the number of TODO, FIXME, HACK and XXX markers in comments.
	Todos int `json:"todos"`
	// Entry reports whether execution or use of the project starts here.
	Entry bool `json:"entry"`
	// Config reports whether the file configures a tool or describes the project.
	Config bool `json:"config"`
	// Test reports whether the file only tests other files.
	Test bool `json:"test"`
	// Boosted reports whether the user's configuration raises the file's score.
	Boosted bool `json:"boosted"`
	// Pinned reports whether the user's configuration puts the file first.
	Pinned bool `json:"pinned"`

	// Class is the kind of the file, Document its role if it is a document.
	Class    Class    `json:"class"`
	Document Document `json:"document"`
	// Manifest reports whether the file is the manifest of the whole project.
	Manifest bool `json:"manifest"`
	// Twin is the path of the original if the file is a translated document, otherwise "".
	Twin string `json:"twin,omitempty"`
	// Churn is the number of commits that touched the file, each weighted by its age,
	// in thousandths. NoHistory is set if there is too little history.
	Churn     int  `json:"churn"`
	NoHistory bool `json:"no_history"`
	// Names is the number of names that the file declares, exported or not.
	Names int `json:"names"`
	// Users is the number of source files of the project that use this file: they import it, or they mention a name
	// that it declares and import its package or are in the same folder.
	Users int `json:"users"`
	// Mentions is the number of documents that name the file.
	Mentions int `json:"mentions"`
	// Steps is the length of the shortest chain of uses from an entry point to the file, negative if there is none.
	Steps int `json:"steps"`
	// Tokens is the number of tokens of the whole text.
	Tokens int `json:"tokens"`

	// Task is the relevance of the file to the task, nil without a task.
	Task *Relevance `json:"task,omitempty"`
}

// Factor is one named term of a score.
type Factor struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
}

// Breakdown explains a score: the factors, in the order of [Ranking.Table], add up to Score exactly. Factors that give
// no points are listed with 0. The last one, "limit", is the correction that keeps the score between 0 and 100.
type Breakdown struct {
	Factors []Factor `json:"factors"`
	Score   int      `json:"score"`
}

// Points returns the points of the named factor, 0 if there is none.
func (b Breakdown) Points(name string) int {
	factor, _ := mapped.First(b.Factors, func(f Factor) bool { return f.Name == name })
	return factor.Points
}

// Ranking turns facts into an order by a table of factors. Rankings are independent of each other.
type Ranking struct {
	Name    string
	Meaning string
	Factors []Row // in the order of a Breakdown, without the limit
	// Beyond reports whether files with equal scores are ordered by their scores before the limit.
	Beyond bool

	// worth, if not nil, orders files more finely than scores do.
	worth func(f Facts) int
}

// Rankings returns all rankings, the default first.
func Rankings() []Ranking { return []Ranking{Balanced(), Classic()} }

// RankingNames returns the names of all rankings, the default first.
func RankingNames() []string {
	return mapped.Of(Rankings(), func(r Ranking) string { return r.Name })
}

// RankingByName returns the ranking with the given name; ok reports whether it exists.
func RankingByName(name string) (r Ranking, ok bool) {
	return mapped.First(Rankings(), func(r Ranking) bool { return r.Name == name })
}

// Classic returns the ranking that adds up factors that are easy to compute by hand, with configurable weights.
func Classic() Ranking {
	return Ranking{
		Name: "classic", Meaning: "six capped factors with configurable weights", Factors: classicFactors(),
	}
}

// Table returns the ranking's factors in the order of a Breakdown, including the limit.
func (r Ranking) Table() []Row {
	return append(slices.Clone(r.Factors), Row{Name: LimitFactor, Rule: "keeps the score between 0 and 100"})
}

// Score adds up the factors of one file.
func (r Ranking) Score(f Facts, w Weights) Breakdown { return newScale(r, w).score(f) }

// scale is a table of factors with the weights in effect.
type scale struct {
	factors []Row
	weights [][]int
	shares  []share
	known   map[string][]Factor // by their points: many files share the same points
}

func newScale(r Ranking, w Weights) scale {
	s := scale{factors: r.Factors, known: map[string][]Factor{}}
	for _, row := range s.factors {
		s.weights = append(s.weights, w.of(row))
		s.shares = append(s.shares, w.scaleOf(row))
	}
	return s
}

func (s scale) score(f Facts) Breakdown {
	var room [16]int
	points, key, sum := room[:0], make([]byte, 0, 64), 0
	for i, row := range s.factors {
		n := row.points(f, s.weights[i]) * s.shares[i].n / s.shares[i].of
		points, key, sum = append(points, n), binary.AppendVarint(key, int64(n)), sum+n
	}
	b := Breakdown{Factors: s.known[string(key)], Score: min(max(sum, MinScore), MaxScore)}
	if b.Factors == nil {
		for i, row := range s.factors {
			b.Factors = append(b.Factors, Factor{Name: row.Name, Points: points[i]})
		}
		b.Factors = append(b.Factors, Factor{Name: LimitFactor, Points: b.Score - sum})
		s.known[string(key)] = b.Factors
	}
	return b
}

// Ranked is a file with its score, as ordered by Rank.
type Ranked struct {
	// Index is the file's position in the slice passed to Rank.
	Index     int
	Facts     Facts
	Breakdown Breakdown

	worth int // see Ranking
}

// Rank scores all files and returns them in order: pinned files first, then by score, highest first, then (if r.Beyond)
// by the score before the limit, then by path in ascending byte order. Files with equal paths keep their order.
func (r Ranking) Rank(files []Facts, w Weights) []Ranked {
	scale := newScale(r, w)
	ranked := make([]Ranked, len(files))
	for i, f := range files {
		ranked[i] = Ranked{Index: i, Facts: f, Breakdown: scale.score(f)}
		if r.worth != nil {
			ranked[i].worth = r.worth(f)
		}
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		if a.Facts.Pinned != b.Facts.Pinned {
			return firstIf(a.Facts.Pinned)
		}
		beyond := 0
		if r.Beyond {
			beyond = cmp.Compare(a.Breakdown.Points(LimitFactor), b.Breakdown.Points(LimitFactor))
		}
		return cmp.Or(
			cmp.Compare(b.worth, a.worth),
			cmp.Compare(b.Breakdown.Score, a.Breakdown.Score),
			beyond,
			cmp.Compare(a.Facts.Path, b.Facts.Path),
		)
	})
	return ranked
}
