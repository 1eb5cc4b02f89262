package scorer

import (
	"cmp"
	"math"
	"slices"
)

// GivenFactor is the factor that holds a score supplied by the caller.
const GivenFactor = "given"

// WithGiven returns the ranking with GivenFactor added.
func (r Ranking) WithGiven() Ranking {
	r.Factors = append(slices.Clone(r.Factors), Row{
		Name: GivenFactor, Rule: "the supplied score, instead of all factors",
		points: func(Facts, []int) int { return 0 },
	})
	return r
}

// RankGiven is like Rank for the ranking of [Ranking.WithGiven], but the caller supplies the scores of some files: any
// numbers except NaN, by position. Pinned files come first, then files with a supplied score, highest first, then by
// path; the others follow in the order of Rank. A file's Score is its supplied number, rounded and limited to 0..100.
func (r Ranking) RankGiven(files []Facts, w Weights, given map[int]float64) []Ranked {
	ranked := r.WithGiven().Rank(files, w)
	for i := range ranked {
		if n, ok := given[ranked[i].Index]; ok {
			ranked[i].Breakdown = ranked[i].Breakdown.given(n)
		}
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		x, isX := given[a.Index]
		y, isY := given[b.Index]
		switch {
		case a.Facts.Pinned != b.Facts.Pinned:
			return firstIf(a.Facts.Pinned)
		case isX != isY:
			return firstIf(isX)
		case !isX:
			return 0 // keeps the order of Rank
		}
		return cmp.Or(cmp.Compare(y, x), cmp.Compare(a.Facts.Path, b.Facts.Path))
	})
	return ranked
}

func firstIf(first bool) int {
	if first {
		return -1
	}
	return 1
}

// given returns the breakdown of a file whose score n replaces all factors.
func (b Breakdown) given(n float64) Breakdown {
	const limit = 1_000_000_000
	points := int(math.Round(min(max(n, -limit), limit)))
	out := Breakdown{Factors: slices.Clone(b.Factors), Score: min(max(points, MinScore), MaxScore)}
	for i := range out.Factors {
		f := &out.Factors[i]
		switch f.Name {
		case GivenFactor:
			f.Points = points
		case LimitFactor:
			f.Points = out.Score - points
		default:
			f.Points = 0
		}
	}
	return out
}
