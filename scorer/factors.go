package scorer

import (
	"slices"

	"ctxpack/internal/text/mapped"
)

// Names of the factors in a Breakdown. Rankings share a name if they measure the same thing.
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

// Row is one factor of a ranking with its printed descriptions. A new factor needs one row and, at most, a new fact.
type Row struct {
	Name    string // one word, used in a Breakdown and as the heading of a column
	Weights []Weight
	Rule    string // how it computes points, if it has no weights

	points func(f Facts, w []int) int // w holds the weights in the order of Weights
	tell   func(f Facts) string       // describes the evidence, "" for none

	Facts []string // the JSON names of the facts that it uses
	Scale string   // key of the weight that scales its points, if it has no weights of its own
}

// Tell describes in a few words why the factor applies to a file; "" if it does not.
func (r Row) Tell(f Facts) string {
	if r.tell == nil {
		return ""
	}
	return r.tell(f)
}

// Weight is a parameter of a factor.
type Weight struct {
	Key     string // in Weights and in the settings
	Default int
	Cap     bool // an upper limit of points, at least 0; otherwise points, possibly negative
	Meaning string
}

// classicFactors returns the factors of the classic ranking.
func classicFactors() []Row {
	return []Row{
		// Reading starts where execution starts.
		flagFactor(EntryFactor, Weight{"entryPoint", 30, false, "Points of an entry point."}, "entry",
			func(f Facts) bool { return f.Entry }, func(f Facts) string { return told(f.Entry, "an entry point") }),
		// A file that many files use explains many files.
		countFactor(ImportersFactor, Weight{"importer", 3, false, "Points for each file that imports the file."},
			Weight{"importersMax", 30, true, "Cap of the points for importers."}, "importers",
			func(f Facts) int { return f.Importers }, "file imports it", "files import it"),
		// Files that export much are where others look things up.
		countFactor(ExportsFactor, Weight{"export", 2, false, "Points for each exported name."},
			Weight{"exportsMax", 20, true, "Cap of the points for exports."}, "exports",
			func(f Facts) int { return f.Exports }, "exported name", "exported names"),
		// Files that changed recently are likely to change next.
		countFactor(GitFactor, Weight{"commit", 1, false, "Points for each commit that touched the file inside git.window."},
			Weight{"commitsMax", 10, true, "Cap of the points for commits."}, "commits",
			func(f Facts) int { return f.Commits }, "commit in git.window", "commits in git.window"),
		// A marker shows where the authors themselves saw an edge case.
		flagFactor(TodoFactor, Weight{"todo", 10, false, "Points of a file with TODO, FIXME, HACK or XXX in a comment."}, "todos",
			func(f Facts) bool { return f.Todos > 0 }, func(f Facts) string { return several(f.Todos, "marker", "markers") }),
		// Configuration defines how everything else is built and run.
		flagFactor(ConfigFactor, Weight{"configuration", 15, false, "Points of a configuration file."}, "config",
			func(f Facts) bool { return f.Config }, func(f Facts) string { return told(f.Config, "configuration, by its name") }),
		// Tests repeat at length what the tested file states briefly.
		flagFactor(TestFactor, Weight{"test", -15, false, "Points of a test file: below zero, a penalty."}, "test",
			func(f Facts) bool { return f.Test }, func(f Facts) string { return told(f.Test, "a test, by its name") }),
		// The user knows better.
		flagFactor(BoostFactor, Weight{"boost", 20, false, "Points of a file that matches boost."}, "boosted",
			func(f Facts) bool { return f.Boosted }, tellBoost),
	}
}

// flagFactor returns a factor that gives its points to files to which it applies.
func flagFactor(name string, weight Weight, fact string, applies func(Facts) bool, tell func(Facts) string) Row {
	points := func(f Facts, w []int) int { return when(applies(f), w[0]) }
	return Row{name, []Weight{weight}, "", points, tell, []string{fact}, ""}
}

// countFactor returns a factor that gives points for each of a number of things, up to a cap.
func countFactor(name string, each, most Weight, fact string, count func(Facts) int, one, many string) Row {
	points := func(f Facts, w []int) int { return capped(count(f), w[0], w[1]) }
	return Row{name, []Weight{each, most}, "", points, func(f Facts) string { return several(count(f), one, many) }, []string{fact}, ""}
}

// Weights holds the weights of the classic factors by their keys. A missing key has its
// default; unknown keys are ignored.
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

// of returns the weights of a factor in the order of its row.
func (w Weights) of(row Row) []int {
	return mapped.Of(row.Weights, w.or)
}

func (w Weights) or(weight Weight) int {
	if n, ok := w[weight.Key]; ok {
		return n
	}
	return weight.Default
}

// share scales the points of a factor by n/of, where n is the weight and of its default.
type share struct{ n, of int }

// scaleOf returns the fraction by which the points of a factor are scaled.
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

// Counts reports whether the ranking uses the weight with this key.
func (r Ranking) Counts(key string) bool {
	return slices.ContainsFunc(r.Factors, func(row Row) bool {
		return row.Scale == key || slices.ContainsFunc(row.Weights, func(w Weight) bool { return w.Key == key })
	})
}

// LooksAt reports whether a factor of the ranking uses the fact with this name.
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
