package scorer

import (
	"fmt"

	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
)

// The balanced ranking is fitted on the history of public repositories and on the guides that their
// maintainers wrote; docs/research/ranking.md describes how, and which ideas did not help. Its
// points are logarithms of a file's value: 8 more points double the value. Counts are not capped.

// The factors that only Balanced has.
const (
	ClassFactor    = "kind"
	UsersFactor    = "users"
	MentionsFactor = "mentions"
	DocumentFactor = "document"
	NamesFactor    = "names"
)

// Balanced returns the default ranking. The weights of Classic scale its factors: a weight
// of twice its default doubles the points of its factor.
func Balanced() Ranking {
	return Ranking{Name: "balanced", Meaning: "fitted on real repositories", Factors: balancedFactors(), Beyond: true}
}

func balancedFactors() []Row {
	row := func(name, scale, rule string, points func(f Facts) int, tell func(f Facts) string, facts ...string) Row {
		return Row{Name: name, Rule: rule, points: func(f Facts, _ []int) int { return points(f) }, tell: tell, Facts: facts, Scale: scale}
	}
	return []Row{
		// Secondary files come after all of the project's own code.
		row(ClassFactor, "", "examples, generated and third-party code −100, templates 2, message catalogues 1, translations and data of examples and tests −20",
			classPoints, tellClass, "class", "twin"),
		row(TestFactor, "test", "−12", testPoints, func(f Facts) string { return told(f.Class == Test, f.Class.String()) }, "class", "test"),
		// Files that changed recently are likely to change next.
		row(GitFactor, "commit", "3·log2(1 + 16·churn)",
			func(f Facts) int {
				return source(f, fitted.Churn*fixed.Log2(1000+fitted.ChurnScale*count(f.Churn), 1000))
			},
			func(f Facts) string {
				return told(f.Churn > 0, fmt.Sprintf("%.1f recent commits, weighted by age", float64(f.Churn)/1000))
			}, "churn"),
		// A file that many files use explains many files.
		row(UsersFactor, "importer", "2·log2(1 + source files that use it)",
			func(f Facts) int { return source(f, fitted.Users*fixed.Log2(1+count(f.Users), 1)) },
			func(f Facts) string { return several(f.Users, "file uses it", "files use it") }, "users"),
		// Maintainers name what matters.
		row(MentionsFactor, "", "6·log2(1 + documents that name it)",
			func(f Facts) int {
				return source(f, fitted.Mentions*fixed.Log2(1+count(f.Mentions), 1))
			},
			func(f Facts) string { return several(f.Mentions, "document names it", "documents name it") }, "mentions"),
		// Reading starts where execution starts.
		row(EntryFactor, "entryPoint", "entry point 20; files that it uses directly 4",
			entryPoints, tellEntry, "entry", "steps"),
		// The README is the project in its authors' words.
		row(DocumentFactor, "", "README 100; architecture and similar documents that the README names 50; other guides, and the manifest at the root 16",
			documentPoints, tellDocument, "document", "manifest"),
		// Files that export much are where others look things up.
		row(ExportsFactor, "export", "log2(1 + exported names) / 4",
			func(f Facts) int {
				return source(f, fixed.Log2(1+count(f.Exports), 1)*fitted.Exports/1000)
			},
			func(f Facts) string { return several(f.Exports, "exported name", "exported names") }, "exports"),
		// Without a history, size replaces it: files that declare much do much.
		row(NamesFactor, "export", "with little history: 5·log2(1 + declared names)",
			func(f Facts) int {
				return source(f, when(f.NoHistory, fitted.Names*fixed.Log2(1+count(f.Names), 1)))
			}, tellNames, "names", "no_history"),
		// A marker shows where the authors themselves saw an edge case.
		row(TodoFactor, "todo", "1",
			func(f Facts) int { return source(f, when(f.Todos > 0, fitted.Todo*fixed.Unit)) },
			func(f Facts) string { return several(f.Todos, "marker", "markers") }, "todos"),
		// Configuration defines how everything else is built and run.
		row(ConfigFactor, "configuration", "2",
			func(f Facts) int { return when(f.Config, fitted.Config) },
			func(f Facts) string { return told(f.Config, "configuration, by its name") }, "config"),
		// The user knows better.
		row(BoostFactor, "boost", "20", func(f Facts) int { return when(f.Boosted, fitted.Boost) }, tellBoost, "boosted"),
	}
}

func entryPoints(f Facts) int {
	switch {
	case f.Class != Source: // the project does not start in a test
		return 0
	case f.Entry:
		return fitted.Entry
	case f.Steps == 1:
		return fitted.FirstUsed
	}
	return 0
}

func testPoints(f Facts) int { return when(f.Class == Test, fitted.Test) }

func classPoints(f Facts) int {
	switch f.Class {
	case Auxiliary:
		return fitted.Auxiliary
	case Template:
		return fitted.Template
	case Catalogue:
		return fitted.Catalogue
	case Other:
		return when(AsideMarkup(f.Path) || translated(f.Path), 2*fitted.Test)
	case Prose:
		return when(f.Twin != "", 2*fitted.Test)
	}
	return 0
}

// source converts units to points for code, and returns 0 for other files.
func source(f Facts, units int) int {
	switch f.Class {
	case Source, Test, Auxiliary:
		return fixed.Round(units)
	}
	return 0
}

func documentPoints(f Facts) int {
	switch {
	case f.Document == Readme:
		return fitted.Readme
	case f.Document == Overview:
		return fitted.Overview
	case f.Document == Guide, f.Manifest:
		return fitted.Guide
	}
	return 0
}

// count bounds n, so that absurd counts in given facts cannot overflow.
func count(n int) int { return min(max(n, 0), 1_000_000_000) }
