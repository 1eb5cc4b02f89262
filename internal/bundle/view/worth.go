package view

import (
	"math"

	"ctxpack/scorer"
	"ctxpack/scorer/fixed"
	"ctxpack/signatures"
)

// PartWorth is the worth of a part of a file in the bundle that was prepared last.
type PartWorth struct {
	signatures.Part
	Tokens int
	// Value is its worth for its tokens, in percent of the best part of all files.
	Value float64
	// Reasons are those of [scorer.Worths], in doublings. With a task they count with a power less than one, and
	// Match is how well its words match, in percent of the best part.
	Reasons [len(scorer.WorthNames)]float64
	Match   float64
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
	file, offered := d.files[i], d.by.Offers[i].Parts
	var list []PartWorth
	for k, p := range d.partsOf(file) {
		if k >= len(offered) || offered[k].Little {
			continue
		}
		w := PartWorth{Part: p, Tokens: int(offered[k].Tokens), Value: 100 * math.Exp2(float64(d.by.Value(offered[k], 0)-best)/fixed.Unit)}
		for n, worth := range scorer.Worths(file.Facts, d.points(file), p, w.Tokens, d.declaring(p.Name), d.users(p.Name)) {
			w.Reasons[n] = float64(worth) / fixed.Unit
		}
		if m := d.matched; m != nil && m.scores[i] != nil {
			w.Match = 100 * float64(m.scores[i][k]) / float64(m.best)
		}
		list = append(list, w)
	}
	return list
}

// points returns the score of a file for its parts.
func (d *Declarations) points(file *File) int {
	return file.Breakdown.Score - file.Breakdown.Points(scorer.LimitFactor)
}
