package scorer

// Names of the factors, as they stand in a Breakdown.
const (
	EntryFactor     = "entry"
	ImportersFactor = "importers"
	ExportsFactor   = "exports"
	GitFactor       = "git"
	TodoFactor      = "edge cases"
	ConfigFactor    = "config"
	TestFactor      = "test"
	BoostFactor     = "boost"
	LimitFactor     = "limit"
)

// Weights are the points that each factor gives and the caps of those that
// count something. Points may be negative; caps are not.
type Weights struct {
	EntryPoint    int
	Importer      int // points for each importer
	ImportersMax  int
	Export        int // points for each exported name
	ExportsMax    int
	Commit        int // points for each commit in the git window
	CommitsMax    int
	Todo          int // points for having a marker at all
	Configuration int
	Test          int
	Boost         int
}

// DefaultWeights returns the weights that apply where the user sets none.
func DefaultWeights() Weights {
	return Weights{
		EntryPoint: 30,
		Importer:   3, ImportersMax: 30,
		Export: 2, ExportsMax: 20,
		Commit: 1, CommitsMax: 10,
		Todo:          10,
		Configuration: 15,
		Test:          -15,
		Boost:         20,
	}
}

// factor is one row of the table that a score is the sum of. A new factor is a
// function and a row in factors.
type factor struct {
	name   string
	points func(Facts, Weights) int
}

func factors() []factor {
	return []factor{
		{EntryFactor, entryPoints},
		{ImportersFactor, importerPoints},
		{ExportsFactor, exportPoints},
		{GitFactor, gitPoints},
		{TodoFactor, todoPoints},
		{ConfigFactor, configPoints},
		{TestFactor, testPoints},
		{BoostFactor, boostPoints},
	}
}

// FactorNames returns the names of all factors in the order in which a
// Breakdown lists them.
func FactorNames() []string {
	var names []string
	for _, f := range factors() {
		names = append(names, f.name)
	}
	return append(names, LimitFactor)
}

// entryPoints: reading starts where execution starts.
func entryPoints(f Facts, w Weights) int { return when(f.Entry, w.EntryPoint) }

// importerPoints: what many files build on explains many files.
func importerPoints(f Facts, w Weights) int { return capped(f.Importers, w.Importer, w.ImportersMax) }

// exportPoints: a file with a wide surface is where others look things up.
func exportPoints(f Facts, w Weights) int { return capped(f.Exports, w.Export, w.ExportsMax) }

// gitPoints: what was worked on lately is likely to be worked on next.
func gitPoints(f Facts, w Weights) int { return capped(f.Commits, w.Commit, w.CommitsMax) }

// todoPoints: a marker is where the authors themselves saw an edge case.
func todoPoints(f Facts, w Weights) int { return when(f.Todos > 0, w.Todo) }

// configPoints: configuration says how everything else is built and run.
func configPoints(f Facts, w Weights) int { return when(f.Config, w.Configuration) }

// testPoints: tests repeat in detail what the tested file says in short.
func testPoints(f Facts, w Weights) int { return when(f.Test, w.Test) }

// boostPoints: the user knows better.
func boostPoints(f Facts, w Weights) int { return when(f.Boosted, w.Boost) }

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
