package view

import (
	"math"

	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/signatures"
)

// PartWorth is the worth of a part of a file in the bundle that was prepared last.
type PartWorth struct {
	signatures.Part
	Tokens int
	// Value is its worth for its tokens, in percent of the best part of all files: 2 to the power of the sum of
	// Reasons.
	Value   float64
	Reasons []Reason
	Match   float64 // how well its words match a task, in percent of the best part
}

// Reason is one of the numbers that add up to a value.
type Reason struct {
	Name      string  `json:"name"`
	Doublings float64 `json:"doublings"`
}

// termNames are the names of the terms of a part's worth, and of those of its value. Read-only.
var termNames = append(scorer.WorthNames[:], "test within code", "words", "best words of the file", "rank of the file",
	"changes by similar commits", "test, which the task does not ask for", "mean of the file", "copy of a part of a better document",
	"its tokens", "best part of all files")

// worthTerms has the terms of a part's worth, the first ones as [scorer.Worths].
type worthTerms [len(scorer.WorthNames) + 6]int

func (w *worthTerms) sum() (sum int) {
	for _, n := range w {
		sum += n
	}
	return sum
}

// termsOf returns the terms of a part's worth, before its file's parts are made equal.
func (d *Declarations) termsOf(match *matching, i, k int, p signatures.Part, tokens int) (w worthTerms) {
	file := d.files[i]
	plain := scorer.Worths(file.Facts, file.Breakdown.Score-file.Breakdown.Points(scorer.LimitFactor), p, tokens, d.users(p.Name))
	n := copy(w[:], plain[:])
	if d.options.Task {
		for j := range plain {
			w[j] = w[j] * fitted.TaskPlain / 1000
		}
		w[n+1], w[n+2], w[n+3], w[n+4], w[n+5] = match.worth(file, i, k, p)
	} else if tests := d.inlineTests(file); tests.Start <= p.StartLine && p.EndLine <= tests.End {
		w[n] = fitted.PartAside * fixed.Unit / 1000
	}
	return w
}

// PartWorths returns the parts of a file that a bundle can show separately, in source order.
func (d *Declarations) PartWorths(i int) []PartWorth {
	best := math.MinInt
	for _, o := range d.by.Offers {
		for _, p := range o.Parts {
			if !p.Little {
				best = max(best, d.by.Value(p, 0))
			}
		}
	}
	offered := d.by.Offers[i].Parts
	var list []PartWorth
	for k, p := range d.partsOf(d.files[i]) {
		if k >= len(offered) || offered[k].Little {
			continue
		}
		value := d.by.Value(offered[k], 0)
		w := PartWorth{Part: p, Tokens: int(offered[k].Tokens), Value: 100 * math.Exp2(float64(value-best)/fixed.Unit)}
		terms, worth := d.termsOf(d.matched, i, k, p, w.Tokens), int(offered[k].Worth)
		rest, copied := worth-terms.sum(), 0
		if rest < -afterAll/2 {
			rest, copied = rest+afterAll, -afterAll
		}
		for n, term := range append(terms[:], rest, copied, value-worth, -best) {
			w.Reasons = append(w.Reasons, Reason{termNames[n], float64(term) / fixed.Unit})
		}
		if m := d.matched; m != nil && m.scores[i] != nil {
			w.Match = 100 * float64(m.scores[i][k]) / float64(m.best)
		}
		list = append(list, w)
	}
	return list
}
