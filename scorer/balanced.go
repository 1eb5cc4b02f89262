package scorer

// The ranking called balanced is fitted on the history of public repositories and
// on the guides that their maintainers wrote; docs/ranking.md says how, and what
// did not help. Its points are logarithms of what a file is worth: 8 more points
// are worth twice as much, and what is counted has no caps to saturate at.

// Names of the factors that only Balanced has.
const (
	ClassFactor    = "kind"
	UsersFactor    = "users"
	MentionsFactor = "mentions"
	DocumentFactor = "document"
	NamesFactor    = "names"
)

// Balanced is the default ranking. It has no weights.
func Balanced() Ranking {
	return Ranking{Name: "balanced", Meaning: "fitted on real repositories", Factors: balancedFactors(), Beyond: true}
}

func balancedFactors() []Row {
	return []Row{
		{ // What is aside comes after all of the project's own code.
			ClassFactor, nil, "tests −12; examples, generated and others' code −100",
			func(f Facts, _ []int) int { return classPoints(f) },
			func(f Facts) string { return f.Class.String() },
		},
		{ // What was worked on is what will be worked on.
			GitFactor, nil, "5·log2(1 + 16·churn)",
			func(f Facts, _ []int) int { return source(f, 5*log2(1000+16*count(f.Churn), 1000)) },
			func(f Facts) string { return tellChurn(f.Churn) },
		},
		{ // What many files build on explains many files.
			UsersFactor, nil, "2·log2(1 + files of the project that use it)",
			func(f Facts, _ []int) int { return source(f, 2*log2(1+count(f.Users), 1)) },
			func(f Facts) string { return several(f.Users, "file uses it", "files use it") },
		},
		{ // Maintainers name what matters.
			MentionsFactor, nil, "6·log2(1 + documents that name it), at most 12",
			func(f Facts, _ []int) int { return source(f, 6*min(log2(1+count(f.Mentions), 1), 2*unit)) },
			func(f Facts) string { return several(f.Mentions, "document names it", "documents name it") },
		},
		{ // Reading starts where execution starts.
			EntryFactor, nil, "entry point 20, what it uses first 4",
			func(f Facts, _ []int) int { return entryPoints(f) },
			tellEntry,
		},
		{ // The README is the project in its authors' words.
			DocumentFactor, nil, "README 100; architecture and the like, and the manifest of the root 16",
			func(f Facts, _ []int) int { return documentPoints(f) },
			tellDocument,
		},
		{ // Without a history, size stands for it: what declares much does much.
			NamesFactor, nil, "with little history also 5·log2(1 + names that it declares, at most 300)",
			func(f Facts, _ []int) int {
				return source(f, when(f.NoHistory, 5*log2(1+min(count(f.Names), mostNames), 1)))
			},
			tellNames,
		},
		{ // The user knows better.
			BoostFactor, nil, "20",
			func(f Facts, _ []int) int { return when(f.Boosted, 20) },
			tellBoost,
		},
	}
}

// mostNames is where more names say no more about a file.
const mostNames = 300

func entryPoints(f Facts) int {
	switch {
	case f.Class != Source: // what is run in a test is not where the project starts
		return 0
	case f.Entry:
		return 20
	case f.Steps == 1:
		return 4
	}
	return 0
}

func classPoints(f Facts) int {
	switch f.Class {
	case Test:
		return -12
	case Aside:
		return -100
	}
	return 0
}

// source gives a number of units as points, to code only.
func source(f Facts, units int) int {
	if f.Class == Prose || f.Class == Other {
		return 0
	}
	return rounded(units)
}

func documentPoints(f Facts) int {
	switch {
	case f.Document == Readme:
		return 100
	case f.Document == Guide, f.Manifest:
		return 16
	}
	return 0
}

// count bounds a number of things, so that absurd ones in given facts cannot
// overflow.
func count(n int) int { return min(max(n, 0), 1_000_000_000) }
