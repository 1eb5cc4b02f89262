package scorer

import (
	"cmp"
	"math"
	"slices"
)

// GivenFactor is the whole score of a file whose score comes from elsewhere.
const GivenFactor = "given"

// WithGiven returns the ranking with the factor of given scores.
func (r Ranking) WithGiven() Ranking {
	r.Factors = append(slices.Clone(r.Factors), Row{
		Name: GivenFactor, Rule: "the score that was given, in place of all others",
		points: func(Facts, []int) int { return 0 },
	})
	return r
}

// RankGiven is Rank, with the factor of [Ranking.WithGiven], where some files have scores that come from elsewhere:
// any numbers but NaN, by position. These files come first, pinned ones excepted, in the order of their numbers and
// then of their paths; the others follow as Rank orders them. The score that a file shows is its number, rounded and
// kept within 0..100.
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
			return 0 // as they were
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

// given is the breakdown of a file with a number in place of all factors.
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
