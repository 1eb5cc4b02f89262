package fit

import (
	"cmp"
	"context"
	"slices"

	"ctxpack/packer"
)

// borders are tokens that an entry may cost more where it is than by itself.
const borders = 4

// isFull reports whether what is left of the budget is not worth another round.
func (f *Fitter) isFull(a *attempt) bool {
	left := f.options.Budget - a.used
	return left == 0 || left < f.way.Slack(f.options.Budget)
}

// topUp adds files that are missing to a bundle by levels that leaves room. What the
// steps of a file cost together is known before it is written only to within the
// marks between its parts, so that the sequence may end too early; what whole
// entries cost is exact. They are taken in the order of the ranking, out of turn.
func (f *Fitter) topUp(ctx context.Context, a *attempt) *attempt {
	left := f.options.Budget - a.used
	if f.options.Split > 0 || f.isFull(a) {
		return a
	}
	b := a.bundle
	b.Entries, b.Omissions = slices.Clone(b.Entries), nil
	for n, o := range a.bundle.Omissions {
		if left < f.way.Slack(f.options.Budget) {
			b.Omissions = append(b.Omissions, a.bundle.Omissions[n:]...)
			break
		}
		e, ok := f.way.Smallest(ctx, o.Candidate, left-borders)
		if !ok {
			b.Omissions = append(b.Omissions, o)
			continue
		}
		b.Entries = append(b.Entries, e)
		b.Cost += e.Cost
		left -= e.Cost + borders
	}
	if len(b.Entries) == len(a.bundle.Entries) {
		return a
	}
	slices.SortFunc(b.Entries, func(x, y packer.Entry) int { return cmp.Compare(x.Candidate, y.Candidate) })
	more := f.writeOnce(ctx, b)
	if more.used > f.options.Budget {
		return a
	}
	return more
}
