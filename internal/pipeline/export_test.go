package pipeline

import (
	"context"
	"ctxpack/internal/cache"
	"strings"

	"ctxpack/internal/render"
	"ctxpack/packer"
)

// Place packs a ranking and returns what the packer decided.
func Place(ctx context.Context, ranking *Ranking) (packer.Bundle, error) {
	f := newFitter(ranking)
	f.chooseTree()
	f.plan = f.ladders(ctx)
	a, err := f.search(ctx)
	if err != nil {
		return packer.Bundle{}, err
	}
	return a.bundle, nil
}

// SetBudget changes the budget of a ranking that is packed again.
func (r *Ranking) SetBudget(tokens int) { r.options.Budget = tokens }

// FoldedOutline is foldedOutline with words for tokens.
func FoldedOutline(all []cache.Declaration, most int) string {
	return foldedOutline(all, most, func(s string) int { return len(strings.Fields(s)) })
}

// CheckLeaks looks for secrets in a result's parts as they are now.
func CheckLeaks(r *Result) error { return r.check() }

// WithoutShown is withoutShown.
func WithoutShown(outline string, all []cache.Declaration, shown []render.Range) string {
	return withoutShown(outline, all, shown)
}
