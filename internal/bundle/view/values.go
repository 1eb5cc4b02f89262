package view

import (
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
)

// What the steps of a ladder are worth: points of a score, less what its tokens cost, see
// package fitted.

// point is a point of a score in values.
const point = fixed.Unit

const (
	// What the steps leave of a budget, one part in restShare, is filled without looking
	// into more files; one part in slackShare is not worth another round.
	restShare  = 50
	slackShare = 200
)

// deepValue is what a file's text is worth for each token that it takes. What is
// written around it is worth nothing: of a file of a few tokens that is most of them.
func deepValue(worth, tokens int) int {
	frame := fixed.Log2Linear(tokens+fitted.FrameTokens) - fixed.Log2Linear(max(tokens, 1))
	return worth - fitted.TextLoss*(fixed.Log2Linear(tokens+fitted.TextTokens)+frame)/1000
}

// briefValue is the same for an outline.
func briefValue(worth, tokens int) int {
	return worth - fitted.BriefPoints*point - fitted.BriefLoss*fixed.Log2Linear(tokens+fitted.FrameTokens)/1000
}

// worthOf is what a file is worth in each chain: its points, those included that the
// bounds of a score take away. The first screen of the README comes before all else.
func worthOf(file *File) [2]int {
	if file.Facts.Task != nil {
		return taskWorth(file)
	}
	switch file.Facts.Document {
	case scorer.Readme:
		return [2]int{packer.Brief: 1000 * point, packer.Deep: fitted.ReadmeWorth * point}
	case scorer.Overview:
		return [2]int{packer.Brief: fitted.ScreenWorth * point, packer.Deep: fitted.OverviewWorth * point}
	}
	if isRootGuide(file) {
		return [2]int{packer.Brief: fitted.GuideScreen * point, packer.Deep: file.Breakdown.Score * point}
	}
	points := (file.Breakdown.Score - file.Breakdown.Points(scorer.LimitFactor)) * point
	if file.Facts.Manifest {
		return [2]int{packer.Brief: points + fitted.ManifestBrief*point, packer.Deep: points + fitted.ManifestText*point}
	}
	low := 0
	switch file.Facts.Class {
	case scorer.Other, scorer.Prose, scorer.Auxiliary:
		low = max(fitted.LowScore-file.Breakdown.Score, 0) * fitted.LowLoss * point
	}
	return [2]int{points, points - low}
}

// isRootGuide tells whether a file says at the root how to work on the project: AGENTS.md.
func isRootGuide(file *File) bool {
	return file.Facts.Document == scorer.Guide && scorer.OverviewName(file.Name)
}

// outlineValue is what the outline of a file is worth where more is too dear: less than
// a text of as many tokens, and no more than it is with the fewest that are worth a frame.
func outlineValue(file *File, tokens int) int {
	tokens = max(tokens, fitted.LeastOutline)
	long := (fitted.TextLoss - fitted.OutlineSize) * fixed.Log2Linear(tokens+fitted.TextTokens) / 1000
	return deepValue(worthOf(file)[packer.Deep], tokens) + long - fitted.OutlineLoss*point
}

// nothingNew is less than anything else is worth.
const nothingNew = -1 << 40

// finishing is more than anything else is worth.
const finishing = 1 << 40
