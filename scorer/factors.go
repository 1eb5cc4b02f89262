package scorer

import "slices"

// Names of the factors in a Breakdown. Rankings share them where they look at the same thing.
const (
	EntryFactor     = "entry"
	ImportersFactor = "importers"
	ExportsFactor   = "exports"
	GitFactor       = "git"
	TodoFactor      = "todo"
	ConfigFactor    = "config"
	TestFactor      = "test"
	BoostFactor     = "boost"
	LimitFactor     = "limit"
)

// Row is a row of the table of factors, all that is printed of a factor
// anywhere: a new one is a row in factors, and the fact that it looks at.
type Row struct {
	Name    string // everywhere: in a Breakdown, of its column; one word
	Weights []Weight
	Rule    string // what it gives, where it has no weights

	points func(f Facts, w []int) int // w are the weights in their order
	tell   func(f Facts) string       // what it saw, "" for nothing

	Facts []string // what it looks at, by its names in documents of facts
	Scale string   // key of the weight that scales its points, where it has no weights of its own
}

// Tell says in a few words what the factor saw in a file; "" if nothing.
func (r Row) Tell(f Facts) string {
	if r.tell == nil {
		return ""
	}
	return r.tell(f)
}

// Weight is a number that a factor computes with.
type Weight struct {
	Key     string // in Weights and in the settings
	Default int
	Cap     bool // of points, from 0; else it is points, which may be negative
	Meaning string
}

// classicFactors are those of the ranking called classic.
func classicFactors() []Row {
	return []Row{
		{ // Reading starts where execution starts.
			EntryFactor,
			[]Weight{{"entryPoint", 30, false, "Points of an entry point."}},
			"",
			func(f Facts, w []int) int { return when(f.Entry, w[0]) },
			func(f Facts) string { return told(f.Entry, "an entry point") },
			[]string{"entry"}, "",
		},
		{ // What many files build on explains many files.
			ImportersFactor,
			[]Weight{
				{"importer", 3, false, "Points for each file that imports the file."},
				{"importersMax", 30, true, "Cap of the points for importers."},
			},
			"",
			func(f Facts, w []int) int { return capped(f.Importers, w[0], w[1]) },
			func(f Facts) string { return several(f.Importers, "file imports it", "files import it") },
			[]string{"importers"}, "",
		},
		{ // A file with a wide surface is where others look things up.
			ExportsFactor,
			[]Weight{
				{"export", 2, false, "Points for each exported name."},
				{"exportsMax", 20, true, "Cap of the points for exports."},
			},
			"",
			func(f Facts, w []int) int { return capped(f.Exports, w[0], w[1]) },
			func(f Facts) string { return several(f.Exports, "exported name", "exported names") },
			[]string{"exports"}, "",
		},
		{ // What was worked on lately is likely to be worked on next.
			GitFactor,
			[]Weight{
				{"commit", 1, false, "Points for each commit that touched the file inside git.window."},
				{"commitsMax", 10, true, "Cap of the points for commits."},
			},
			"",
			func(f Facts, w []int) int { return capped(f.Commits, w[0], w[1]) },
			func(f Facts) string { return several(f.Commits, "commit in git.window", "commits in git.window") },
			[]string{"commits"}, "",
		},
		{ // A marker is where the authors themselves saw an edge case.
			TodoFactor,
			[]Weight{{"todo", 10, false, "Points of a file with TODO, FIXME, HACK or XXX in a comment."}},
			"",
			func(f Facts, w []int) int { return when(f.Todos > 0, w[0]) },
			func(f Facts) string { return several(f.Todos, "marker", "markers") },
			[]string{"todos"}, "",
		},
		{ // Configuration says how everything else is built and run.
			ConfigFactor,
			[]Weight{{"configuration", 15, false, "Points of a configuration file."}},
			"",
			func(f Facts, w []int) int { return when(f.Config, w[0]) },
			func(f Facts) string { return told(f.Config, "configuration, by its name") },
			[]string{"config"}, "",
		},
		{ // Tests repeat in detail what the tested file says in short.
			TestFactor,
			[]Weight{{"test", -15, false, "Points of a test file: below zero, a penalty."}},
			"",
			func(f Facts, w []int) int { return when(f.Test, w[0]) },
			func(f Facts) string { return told(f.Test, "a test, by its name") },
			[]string{"test"}, "",
		},
		{ // The user knows better.
			BoostFactor,
			[]Weight{{"boost", 20, false, "Points of a file that matches boost."}},
			"",
			func(f Facts, w []int) int { return when(f.Boosted, w[0]) },
			tellBoost,
			[]string{"boosted"}, "",
		},
	}
}

// Weights are the numbers of the classic factors by their keys. One that is missing has
// its default; keys that no factor has mean nothing.
type Weights map[string]int

// DefaultWeights returns the weights that apply where the user sets none.
func DefaultWeights() Weights {
	w := Weights{}
	for _, row := range classicFactors() {
		for _, weight := range row.Weights {
			w[weight.Key] = weight.Default
		}
	}
	return w
}

// of returns the weights of a factor in their order.
func (w Weights) of(row Row) []int {
	numbers := make([]int, 0, len(row.Weights))
	for _, weight := range row.Weights {
		numbers = append(numbers, w.or(weight))
	}
	return numbers
}

func (w Weights) or(weight Weight) int {
	if n, ok := w[weight.Key]; ok {
		return n
	}
	return weight.Default
}

// share is what a weight makes of the points of a factor that it scales: n parts of its default.
type share struct{ n, of int }

// scaleOf is the share that the points of a factor are scaled by.
func (w Weights) scaleOf(row Row) share {
	for _, other := range classicFactors() {
		for _, weight := range other.Weights {
			if weight.Key == row.Scale {
				return share{w.or(weight), weight.Default}
			}
		}
	}
	return share{1, 1}
}

// Counts reports whether the ranking computes with the weight of this key.
func (r Ranking) Counts(key string) bool {
	for _, row := range r.Factors {
		if row.Scale == key || slices.ContainsFunc(row.Weights, func(w Weight) bool { return w.Key == key }) {
			return true
		}
	}
	return false
}

// LooksAt reports whether a factor of the ranking looks at the fact of this name.
func (r Ranking) LooksAt(fact string) bool {
	return slices.ContainsFunc(r.Factors, func(row Row) bool { return slices.Contains(row.Facts, fact) })
}

func when(applies bool, points int) int {
	if applies {
		return points
	}
	return 0
}

// capped returns n times points, kept within limit in the direction of points.
// n is bounded first, so that absurd counts in given facts cannot overflow.
func capped(n, points, limit int) int {
	n = min(max(n, 0), 1_000_000)
	if points < 0 {
		return max(n*points, -limit)
	}
	return min(n*points, limit)
}
