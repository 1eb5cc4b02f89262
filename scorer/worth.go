package scorer

import (
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/signatures"
)

// WorthNames holds the names of the terms of [Worths]. Read-only.
var WorthNames = [...]string{"length", "file", "function", "users", "branches", "kind of file"}

// Worths returns the terms whose sum is the value of one part of a file to a reader without a task, as a binary
// logarithm in [fixed.Unit]: 1024 more doubles it. tokens is the size of the part, and users the number of other files
// that contain its name.
//
// The body of a function explains most, and more if it is long and has many branches, up to a length: a very long one
// explains no more than the same tokens of several others. docs/research/ranking.md describes the data that this was
// fitted on.
func Worths(f Facts, points int, p signatures.Part, tokens, users int) (w [len(WorthNames)]int) {
	long := min(max(tokens, 1), fitted.PartLong)
	w[0] = fitted.PartTokens * fixed.Log2Linear(long) / 1000
	w[1] = points * fitted.PartPoints * fixed.Unit / 1000
	if signatures.Function(p.Kind) {
		w[2] = fitted.PartFunction * fixed.Unit / 1000
	}
	if p.Name != "" && p.Kind != "heading" {
		w[3] = fitted.PartUsers * fixed.Log2Linear(1+users) / 1000
	}
	w[4] = fitted.PartBranches * fixed.Log2Linear(1+p.Branches*long/max(tokens, 1)) / 1000
	w[5] = classWorth(f) * fixed.Unit / 1000
	return w
}

// HeadWorth returns the value of the short form of a declaration, in the unit of [Worths]. Types say what a project is
// built on, and signatures half as much. Each doubling of the users doubles it.
func HeadWorth(points int, p signatures.Part, users int) int {
	worth := (fitted.HeadWorth + points*fitted.HeadPoints) * fixed.Unit / 1000
	if signatures.Function(p.Kind) {
		worth -= fixed.Unit
	}
	return worth + fixed.Log2Linear(1+users)
}

// classWorth returns what the kind of a file adds to the value of each of its parts, in thousandths of a doubling.
func classWorth(f Facts) int {
	switch {
	case f.Boosted:
		return fitted.Boost * perPoint
	case f.Document == Overview:
		return fitted.PartOverview
	case f.Document == Guide:
		return fitted.Guide * perPoint
	}
	switch f.Class {
	case Source:
		return 0
	case Prose, Template:
		return fitted.PartBeside
	}
	return fitted.PartAside
}

// perPoint is the value of one point of a file's score, in thousandths of a doubling.
const perPoint = 1000 / 8
