package scorer

// The ranking called balanced is fitted on the history of public repositories and
// on the guides that their maintainers wrote; docs/ranking.md says how, and what
// did not help. Its points are logarithms of what a file is worth: 8 more points
// are worth twice as much, and what is counted has no caps to saturate at.

// Names of the factors that only Balanced has.
const (
	ClassFactor     = "kind"
	NeighborsFactor = "neighbors"
	MentionsFactor  = "mentions"
	StepsFactor     = "steps"
	DocumentFactor  = "document"
)

// Balanced is the default ranking. It has no weights.
func Balanced() Ranking {
	return Ranking{Name: "balanced", Meaning: "fitted on real repositories", Factors: balancedFactors()}
}

func balancedFactors() []Row {
	return []Row{
		{ // What is aside comes after all of the project's own code.
			ClassFactor, "kind", nil, "source 5; tests −16; examples, generated and others' code −50",
			func(f Facts, _ []int) int { return classPoints(f) },
			func(f Facts) string { return f.Class.String() },
		},
		{ // What was worked on is what will be worked on.
			GitFactor, "git", nil, "5·log2(1 + 32·(churn + 0.3·the folder's churn))",
			func(f Facts, _ []int) int {
				return source(f, 5*log2(1000+32*count(f.Churn)+32*3*count(f.FolderChurn)/10, 1000))
			},
			tellChurn,
		},
		{ // Most packages use one another's names without an import.
			NeighborsFactor, "neighb", nil, "2·log2(1 + files of the folder that use its names)",
			func(f Facts, _ []int) int { return source(f, 2*log2(1+count(f.Neighbors), 1)) },
			func(f Facts) string {
				return several(f.Neighbors, "file of its folder uses its names", "files of its folder use its names")
			},
		},
		{ // What many files build on explains many files.
			ImportersFactor, "import", nil, "log2(1 + files of the project that use it)",
			func(f Facts, _ []int) int { return source(f, log2(1+count(f.Users), 1)) },
			func(f Facts) string { return several(f.Users, "file uses it", "files use it") },
		},
		{ // Maintainers name what matters.
			MentionsFactor, "named", nil, "8·log2(1 + documents that name it), at most 16",
			func(f Facts, _ []int) int { return source(f, 8*min(log2(1+count(f.Mentions), 1), 2*unit)) },
			func(f Facts) string { return several(f.Mentions, "document names it", "documents name it") },
		},
		{ // Reading starts where execution starts.
			EntryFactor, "entry", nil, "8",
			func(f Facts, _ []int) int { return source(f, when(f.Entry, 8*unit)) },
			func(f Facts) string { return told(f.Entry, "an entry point") },
		},
		{ // And goes on from there.
			StepsFactor, "steps", nil, "3, less 1 for each import on the way from an entry point",
			func(f Facts, _ []int) int { return source(f, when(f.Steps >= 0 && f.Steps < 3, (3-f.Steps)*unit)) },
			func(f Facts) string { return tellSteps(f.Steps) },
		},
		{ // The README is the project in its authors' words.
			DocumentFactor, "doc", nil, "README 100; architecture and the like 30; manifest of the root 16; other documents 1",
			func(f Facts, _ []int) int { return documentPoints(f) },
			tellDocument,
		},
		{ // The user knows better.
			BoostFactor, "boost", nil, "20",
			func(f Facts, _ []int) int { return when(f.Boosted, 20) },
			tellBoost,
		},
	}
}

func classPoints(f Facts) int {
	switch f.Class {
	case Source:
		return 5
	case Test:
		return -16
	case Aside:
		return -50
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
	case f.Document == Guide:
		return 30
	case f.Manifest:
		return 16
	case f.Class == Prose:
		return 1
	}
	return 0
}

// count bounds a number of things, so that absurd ones in given facts cannot
// overflow.
func count(n int) int { return min(max(n, 0), 1_000_000_000) }
