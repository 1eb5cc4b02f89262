// Package scorer turns facts about files into points, and points into an order.
//
// It is pure: it reads no file, clock, environment or random number, and its result depends on nothing but its
// arguments. All functions are safe for concurrent use. Scores are integers; the order ends in a total tie-break, so
// that the same facts always give the same order.
package scorer

import (
	"cmp"
	"encoding/binary"
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
	// Importers is the number of distinct files of the tree that import this one, itself not counted.
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

	// Class and Document say what kind of thing the file is.
	Class    Class    `json:"class"`
	Document Document `json:"document"`
	// Manifest says that the file describes what the whole project is made of.
	Manifest bool `json:"manifest"`
	// Twin is the path of the document that it is a translation of, "" for none.
	Twin string `json:"twin,omitempty"`
	// Churn is the number of commits that touched it, each by its age, in
	// thousandths. NoHistory is set if there is too little history.
	Churn     int  `json:"churn"`
	NoHistory bool `json:"no_history"`
	// Names is the number of names that the file declares, exported or not.
	Names int `json:"names"`
	// Users is the number of source files of the project that use it: that import the file itself, or its package and
	// mention a name which it declares, or stand beside it and do so.
	Users int `json:"users"`
	// Mentions is the number of documents that name the file.
	Mentions int `json:"mentions"`
	// Steps is the least number of uses that lead to it from an entry point, less than 0 if none do.
	Steps int `json:"steps"`
	// Tokens is the number of tokens of the whole text.
	Tokens int `json:"tokens"`

	// Task is what a task has to do with the file, nil without a task.
	Task *Relevance `json:"task,omitempty"`
}

// Factor is one named summand of a score.
type Factor struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
}

// Breakdown explains a score: the factors, in the order of the table of factors, add up to Score exactly. Factors
// that give no points are listed with 0. The last one, "limit", is what keeping the score inside 0..100 took away or
// added.
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

// Ranking is a way to turn facts into an order: a table of factors. Rankings
// stand beside each other and know nothing of each other.
type Ranking struct {
	Name    string
	Meaning string
	Factors []Row // in the order in which a Breakdown lists them, the limit left out
	// Beyond says that of files with equal scores the one comes first from which the limit took more.
	Beyond bool

	// worth, if not nil, orders files in finer steps than scores.
	worth func(f Facts) int
}

// Rankings returns all rankings, the default first.
func Rankings() []Ranking { return []Ranking{Balanced(), Classic()} }

// RankingNames returns their names.
func RankingNames() []string {
	var names []string
	for _, r := range Rankings() {
		names = append(names, r.Name)
	}
	return names
}

// RankingByName returns the ranking of that name; ok is false if there is none.
func RankingByName(name string) (r Ranking, ok bool) {
	for _, r := range Rankings() {
		if r.Name == name {
			return r, true
		}
	}
	return Ranking{}, false
}

// Classic is the sum of six factors that are easy to compute by hand, with weights that can be set.
func Classic() Ranking {
	return Ranking{
		Name: "classic", Meaning: "six factors with caps, and weights that can be set", Factors: classicFactors(),
	}
}

// Table returns the ranking's factors in the order in which a Breakdown lists them, the limit included.
func (r Ranking) Table() []Row {
	return append(slices.Clone(r.Factors), Row{Name: LimitFactor, Rule: "keeps the score between 0 and 100"})
}

// Score adds up the factors of one file.
func (r Ranking) Score(f Facts, w Weights) Breakdown { return newScale(r, w).score(f) }

// scale is the table of factors with the weights that apply.
type scale struct {
	factors []Row
	weights [][]int
	shares  []share
	known   map[string][]Factor // by their points: of many files, many have the same
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

// Ranked is a file in its place.
type Ranked struct {
	// Index is the file's position in the slice that was given to Rank.
	Index     int
	Facts     Facts
	Breakdown Breakdown

	worth int // see Ranking
}

// Rank scores all files and returns them in order: pinned files first, then by score, highest first, then (if
// r.Beyond) by what the score would be without limit, then by path in ascending byte order. Files with equal paths
// keep the order in which they were given.
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
			if a.Facts.Pinned {
				return -1
			}
			return 1
		}
		if c := cmp.Compare(b.worth, a.worth); c != 0 {
			return c
		}
		beyond := 0
		if r.Beyond {
			beyond = cmp.Compare(a.Breakdown.Points(LimitFactor), b.Breakdown.Points(LimitFactor))
		}
		return cmp.Or(
			cmp.Compare(b.Breakdown.Score, a.Breakdown.Score),
			beyond,
			cmp.Compare(a.Facts.Path, b.Facts.Path),
		)
	})
	return ranked
}
