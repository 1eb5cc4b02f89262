package view

import (
	"testing"

	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
)

// TestWorthOf: the first screen of a guide at the root has a worth of its own, and text of what
// is no source waits where next to nothing speaks for it.
func TestWorthOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		class    scorer.Class
		document scorer.Document
		score    int
		want     [2]int // points
	}{
		{"AGENTS.md", scorer.Prose, scorer.Guide, 16, [2]int{packer.Brief: fitted.GuideScreen, packer.Deep: 16}},
		{"CONTRIBUTING.md", scorer.Prose, scorer.Guide, 16, [2]int{16, 16}},
		{"docs/architecture.md", scorer.Prose, scorer.Guide, 16, [2]int{16, 16}},
		{"ci.yml", scorer.Other, scorer.Plain, 1, [2]int{packer.Brief: 1, packer.Deep: 1 - (fitted.LowScore-1)*fitted.LowLoss}},
		{"ci.yml", scorer.Other, scorer.Plain, fitted.LowScore, [2]int{fitted.LowScore, fitted.LowScore}},
		{"a.go", scorer.Source, scorer.Plain, 0, [2]int{}},
		{"a.html", scorer.Template, scorer.Plain, 1, [2]int{1, 1}},
	} {
		file := &File{}
		file.Name, file.Facts.Class, file.Facts.Document, file.Breakdown.Score = tt.name, tt.class, tt.document, tt.score
		if got := worthOf(file); got != [2]int{tt.want[0] * point, tt.want[1] * point} {
			t.Errorf("%s with %d points: %v, not %v points", tt.name, tt.score, got, tt.want)
		}
	}
}
