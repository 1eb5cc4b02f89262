package pipeline

import (
	"context"
	"strings"

	"ctxpack/internal/cache"
	"ctxpack/internal/render"
	"ctxpack/packer"
)

// Place packs a ranking and returns what the packer decided.
func Place(ctx context.Context, ranking *Ranking) (packer.Bundle, error) {
	f := newFitter(ranking)
	if err := f.prepare(ctx); err != nil {
		return packer.Bundle{}, err
	}
	a, err := f.search(ctx)
	if err != nil {
		return packer.Bundle{}, err
	}
	return a.bundle, nil
}

// PackSizes packs a ranking into several budgets by the same fitter.
func PackSizes(ctx context.Context, ranking *Ranking, budgets []int) (results []*Result, errs []error) {
	bundles := ranking.sizes()
	for _, budget := range budgets {
		result, err := bundles.pack(ctx, budget)
		results, errs = append(results, result), append(errs, err)
	}
	return results, errs
}

// SetBudget changes the budget of a ranking that is packed again.
func (r *Ranking) SetBudget(tokens int) { r.options.Budget = tokens }

// FoldedOutline is foldedOutline with words for tokens.
func FoldedOutline(all []cache.Declaration, most int) string {
	return foldedOutline(all, most, Count)
}

// NameLine is nameLine with words for tokens.
func NameLine(all []cache.Declaration, folded int) (line string, tokens int) {
	return nameLine(all, folded, Count)
}

// Count counts words.
func Count(s string) int { return len(strings.Fields(s)) }

// CheckLeaks looks for secrets in a result's parts as they are now.
func CheckLeaks(r *Result) error { return r.check() }

// WithoutShown is withoutShown.
func WithoutShown(outline string, all []cache.Declaration, shown []render.Range) string {
	return withoutShown(outline, all, shown)
}
