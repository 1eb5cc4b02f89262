package scorer

import (
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/signatures"
)

// WorthNames holds the names of the terms of [Worths]. Read-only.
var WorthNames = [...]string{"length", "file", "function", "users", "shared name", "branches", "kind of file"}

// Worths returns the terms whose sum is the value of one part of a file to a reader without a task, as a binary
// logarithm in [fixed.Unit]: 1024 more doubles it. tokens is the size of the part, declarers the number of files that
// declare its name, and users the number of other files that contain it.
//
// The body of a function explains most, and more if it is long and has many branches; a name that many files declare
// lowers the value. docs/research/ranking.md describes the data that this was fitted on.
func Worths(f Facts, points int, p signatures.Part, tokens, declarers, users int) (w [len(WorthNames)]int) {
	w[0] = fitted.PartTokens * fixed.Log2Linear(max(tokens, 1)) / 1000
	w[1] = points * fitted.PartPoints * fixed.Unit / 1000
	switch {
	case signatures.Function(p.Kind):
		w[2] = fitted.PartFunction * fixed.Unit / 1000
		w[3] = fitted.PartUsers * fixed.Log2Linear(1+users) / 1000
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
