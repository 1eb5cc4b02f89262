package pipeline

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"

	"ctxpack/internal/bundle/fit"
	"ctxpack/packer"
)

// sizes packs a ranking into one budget after another.
type sizes struct {
	ranking *Ranking
	fitter  *fit.Fitter
	err     error // why there is no fitter
}

// sizes returns what packs the ranking, which must not be closed.
func (r *Ranking) sizes() *sizes {
	s := &sizes{ranking: r}
	s.fitter, s.err = r.newFitter()
	return s
}

// estimate tells which tier each file about has in a budget.
func (s *sizes) estimate(ctx context.Context, budget int) ([]Outcome, error) {
	if s.err != nil {
		return nil, s.err
	}
	s.fitter.SetBudget(budget, s.ranking.options.Config.Context.SignatureReserve.Of(budget))
	bundle, err := s.fitter.Estimate(ctx)
	if err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(s.ranking.Files))
	for _, e := range bundle.Entries {
		outcomes[e.Candidate].Tier = e.Tier
	}
	return outcomes, nil
}

// pack packs into a budget, as a run with that budget would.
func (s *sizes) pack(ctx context.Context, budget int) (*Result, error) {
	if s.err != nil {
		return nil, s.err
	}
	ranking := *s.ranking
	ranking.options.Budget = budget
	s.fitter.SetBudget(budget, ranking.options.Config.Context.SignatureReserve.Of(budget))
	result, err := s.fitter.Fit(ctx)
	if err != nil {
		return nil, err
	}
	return &Result{Ranking: &ranking, Result: *result, Problems: slices.Concat(ranking.Problems, result.Problems)}, nil
}

// Budgets tells what becomes of the ranked files in bundles of several sizes. It
// is for one goroutine.
type Budgets struct {
	sizes *sizes
	place map[*File]int
	tried map[attempt]*packing
	// failed tells that something could not be found out.
	failed bool
	key    [sha256.Size]byte // see Outcomes
}

// attempt is a budget, and whether the bundle was only estimated.
type attempt struct {
	budget    int
	estimated bool
}

// packing is what became of the files with one budget.
type packing struct {
	outcomes []Outcome
	small    *TooSmallError // why there is no bundle
}

// Budgets packs the ranking, which must not be closed, as often as it is asked.
func (r *Ranking) Budgets() *Budgets {
	b := &Budgets{sizes: r.sizes(), place: make(map[*File]int, len(r.Files)), tried: map[attempt]*packing{}}
	for i, f := range r.Files {
		b.place[f] = i
	}
	if memory := r.options.Outcomes; memory != nil {
		b.key = r.bundleKey()
		var known *fit.Fitter
		if b.tried, known = memory.take(b.key); known != nil {
			known.Adopt(viewsOf(r.Files), r.options.shown(r), r.fitOptions())
			b.sizes.fitter = known
		}
		r.budgets = b
	}
	return b
}

// remember keeps what makes bundles for the next ranking.
func (b *Budgets) remember() {
	if f := b.sizes.fitter; f != nil && !b.failed && !f.Lost() {
		b.sizes.ranking.options.Outcomes.give(b.key, f)
	}
}

// Outcome returns what becomes of a ranked file with a budget. It fails if the
// context ends, or with a *TooSmallError.
func (b *Budgets) Outcome(ctx context.Context, f *File, budget int) (Outcome, error) {
	return b.outcome(f, attempt{budget: budget}, func() ([]Outcome, error) {
		result, err := b.sizes.pack(ctx, budget)
		if err != nil {
			return nil, err
		}
		return result.Outcomes, nil
	})
}

// estimate returns the tier that a file about has with a budget, as Outcome does.
func (b *Budgets) estimate(ctx context.Context, f *File, budget int) (Outcome, error) {
	return b.outcome(f, attempt{budget, true}, func() ([]Outcome, error) { return b.sizes.estimate(ctx, budget) })
}

// outcome looks up what was found out about files with a budget, or finds it out.
func (b *Budgets) outcome(f *File, a attempt, find func() ([]Outcome, error)) (Outcome, error) {
	p := b.tried[a]
	if p == nil {
		outcomes, err := find()
		p = &packing{outcomes: outcomes}
		if err != nil && !errors.As(err, &p.small) {
			b.failed = true
			return Outcome{}, err
		}
		b.tried[a] = p
		if memory := b.sizes.ranking.options.Outcomes; memory != nil && !b.sizes.fitter.Lost() {
			memory.add(b.key, a, p)
		}
	}
	if p.small != nil {
		return Outcome{}, p.small
	}
	return p.outcomes[b.place[f]], nil
}

// leastFull is less than any bundle has that shows all of the file. (The sixteenth is
// for tokens that a format's escapes may join.)
func (f *File) leastFull() int { return f.Contents.Tokens - f.Contents.Tokens/16 }

const (
	leastBudget = 1000
	mostBudget  = 1_000_000
	// refinements halve the distance between a budget that is enough and the
	// one before it.
	refinements = 3
)

// Least returns the least budget in which a ranked file has at least a tier: of
// 1,000, 2,000, 4,000 and so on to 1,000,000, then as a multiple of 1,000 between
// that one and the one before it. ok is false if none of them is enough. known is
// a budget for which more than the others is believed: what it gives, larger ones
// give, and what it does not give, smaller ones do not. Packing is greedy, so that
// this may be wrong for a file that just fits.
//
// Budgets are estimated, and only the one that is returned is packed: what a bundle of it
// does not show after all, the next larger ones are packed for.
func (b *Budgets) Least(ctx context.Context, f *File, tier packer.Tier, known int) (budget int, ok bool, err error) {
	asks := func(outcome func(context.Context, *File, int) (Outcome, error)) func(int) bool {
		return func(budget int) bool {
			if tier == packer.Full && f.leastFull() > budget {
				return false
			}
			o, e := outcome(ctx, f, budget)
			if e != nil && !errors.As(e, new(*TooSmallError)) {
				err = e
			}
			return e == nil && o.Tier >= tier
		}
	}
	packed, estimated := asks(b.Outcome), asks(b.estimate)
	there := packed(known)
	budget, ok = least(known, there, func(n int) bool { return err != nil || estimated(n) })
	for step := 1000; err == nil && ok && !(there && budget >= known) && !packed(budget); step *= 2 {
		if ok = budget < mostBudget; ok {
			budget = min(budget+step, mostBudget)
		}
	}
	if there && err == nil && (!ok || budget > known) {
		budget, ok = known, true
	}
	return budget, ok && err == nil, err
}

// least finds the least budget that is enough, see Budgets.Least; there tells that known is.
func least(known int, there bool, enough func(int) bool) (budget int, ok bool) {
	before, budget := 0, leastBudget
	for ; ; before, budget = budget, min(2*budget, mostBudget) {
		if there && budget >= known {
			budget = known
			break
		}
		if (there || budget > known) && enough(budget) {
			break
		}
		if budget == mostBudget {
			return 0, false
		}
	}
	if !there {
		before = max(before, known)
	}
	for range refinements {
		middle := (before + budget) / 2 / 1000 * 1000
		if before == 0 || middle <= before {
			break
		}
		if enough(middle) {
			budget = middle
		} else {
			before = middle
		}
	}
	return budget, true
}
