package scorer

import (
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/signatures"
)

// Worth is what a reader of a file gets of one of its parts without a task, as a binary
// logarithm in [fixed.Unit]: 1024 more is twice as much. tokens are those of the part,
// declarers the files that declare its name, and users those that have it otherwise.
//
// What answers how something works is the body of a function, the more the longer it is and the more ways it takes,
// and least of one whose name many files have. docs/research/ranking.md says what this was fitted on.
func Worth(f Facts, points int, p signatures.Part, tokens, declarers, users int) int {
	sum := 0
	for _, n := range Worths(f, points, p, tokens, declarers, users) {
		sum += n
	}
	return sum
}

// WorthNames are what Worth is the sum of, in the order of [Worths]. Read-only.
var WorthNames = [...]string{"length", "file", "function", "users", "shared name", "branches", "kind of file"}

// Worths are the reasons of a part's worth.
func Worths(f Facts, points int, p signatures.Part, tokens, declarers, users int) (w [len(WorthNames)]int) {
	w[0] = fitted.PartTokens * fixed.Log2Linear(max(tokens, 1)) / 1000
	w[1] = points * fitted.PartPoints * fixed.Unit / 1000
	switch {
	case signatures.Function(p.Kind):
		w[2] = fitted.PartFunction * fixed.Unit / 1000
	case p.Name != "" && p.Kind != "heading":
		w[3] = fitted.PartTypeUsers * fixed.Log2Linear(1+users) / 1000
	}
	if declarers > fitted.PartDeclarers {
		w[4] = -fitted.PartShared * fixed.Unit / 1000
	}
	w[5] = fitted.PartBranches * fixed.Log2Linear(1+p.Branches) / 1000
	w[6] = classWorth(f) * fixed.Unit / 1000
	return w
}

// classWorth is what the kind of a file adds to each of its parts, in thousandths.
func classWorth(f Facts) int {
	switch {
	case f.Boosted:
		return fitted.Boost * perPoint
	case f.Document == Overview:
		return fitted.PartOverview
	case f.Document == Guide, f.Manifest:
		return fitted.Guide * perPoint
	}
	switch f.Class {
	case Source:
		return 0
	case Prose, Template:
		return fitted.PartProse
	}
	return fitted.PartAside
}

// perPoint is how many thousandths of a doubling a point of a file's score is.
const perPoint = 1000 / 8
