package pipeline

import (
	"context"
	"time"

	"ctxpack/packer"
)

// Place packs a ranking and returns what the packer decided.
func Place(ctx context.Context, ranking *Ranking) (packer.Bundle, error) {
	fitter, _ := ranking.newFitter()
	return fitter.Place(ctx)
}

// Fit makes the bundle of a ranking.
func Fit(ctx context.Context, ranking *Ranking) (*Result, error) { return ranking.sealed(ctx) }

// SetBudget changes the budget of a ranking that is packed again.
func (r *Ranking) SetBudget(tokens int) { r.options.Budget = tokens }

// CheckLeaks searches a result's current parts for secrets.
func CheckLeaks(r *Result) error { return r.check() }

// ParsesAfter reports whether a file is parsed after another of so many bytes that took so much work.
func ParsesAfter(bytes int64, excess int) bool {
	large := &File{}
	large.Size = bytes
	p := newParsing([]*File{large})
	p.spent(0, excess)
	return p.allows(1)
}

// At returns options for a run at a time.
func At(o Options, now time.Time) Options {
	o.now = now
	return o
}

// Opened returns options for a run that tells of each file that it opens.
func Opened(o Options, opened func(path string, bytes int)) Options {
	o.opened = opened
	return o
}
