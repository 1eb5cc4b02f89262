package pipeline

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"

	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
)

// FrontierBudgets are the budgets that a frontier is made of.
func FrontierBudgets() []int { return []int{8_000, 16_000, 32_000, 64_000, 128_000} }

// FrontierPoint is what a bundle of one size would hold.
type FrontierPoint struct {
	Budget   int `json:"budget"`
	Full     int `json:"full"`     // files
	Excerpts int `json:"excerpts"` // files that are shown by parts of their text
	Outlines int `json:"outlines"` // files of which only what stands for them is shown
	// Seen is the part of what all files are worth that falls to those that are shown,
	// in thousandths; Text counts of each file only as much as is shown of its tokens.
	Seen int `json:"seen"`
	Text int `json:"text"`
	// TooSmall says why there is no bundle.
	TooSmall string `json:"too_small,omitempty"`
}

// Frontier packs the ranked files into bundles of several sizes. What a file is worth
// is its relevance to the task or, without one, what its points stand for.
func (r *Ranking) Frontier(ctx context.Context, budgets []int) ([]FrontierPoint, error) {
	return r.sizes().frontier(ctx, budgets)
}

func (s *sizes) frontier(ctx context.Context, budgets []int) ([]FrontierPoint, error) {
	var points []FrontierPoint
	for _, budget := range budgets {
		result, err := s.pack(ctx, budget)
		var small *TooSmallError
		if errors.As(err, &small) {
			points = append(points, FrontierPoint{Budget: budget, TooSmall: small.Error()})
			continue
		}
		if err != nil {
			return nil, err
		}
		points = append(points, result.frontier())
	}
	return points, nil
}

// addFrontier finds out what bundles of other budgets would hold.
func (r *Result) addFrontier(ctx context.Context, s *sizes, budgets []int) error {
	others := slices.DeleteFunc(slices.Clone(budgets), func(budget int) bool { return budget == r.Budget })
	points, err := s.frontier(ctx, others)
	if err != nil {
		return err
	}
	r.Frontier = append(points, r.frontier())
	slices.SortFunc(r.Frontier, func(a, b FrontierPoint) int { return cmp.Compare(a.Budget, b.Budget) })
	return nil
}

// frontier counts what a bundle holds.
func (r *Result) frontier() FrontierPoint {
	p := FrontierPoint{Budget: r.Budget}
	all, seen, text := 0, 0, 0
	for i, f := range r.Files {
		worth := massOf(f)
		all += worth
		o := r.Outcomes[i]
		switch {
		case o.Tier == packer.Skip:
			continue
		case o.Tier == packer.Full:
			p.Full++
			text += worth
		case len(o.Ranges) > 0:
			p.Excerpts++
			text += worth * min(o.Shown, f.Contents.Tokens) / max(f.Contents.Tokens, 1)
		default:
			p.Outlines++
		}
		seen += worth
	}
	if all > 0 {
		p.Seen, p.Text = share1000(seen, all), share1000(text, all)
	}
	return p
}

func share1000(n, of int) int { return (1000*n + of/2) / of }

// massOf is what a file is worth, in millionths or so: fitted.Doubling points of a score
// more are worth twice as much.
func massOf(f *File) int {
	if f.Facts.Task != nil {
		return scorer.TaskValue(f.Facts)
	}
	score := f.Breakdown.Score
	whole := 1000 << (score / fitted.Doubling)
	return min(whole+whole*(score%fitted.Doubling)/fitted.Doubling, 1<<(bits.UintSize-34))
}
