package pipeline

import (
	"cmp"
	"context"
	"slices"

	"ctxpack/packer"
)

const (
	// restShare: packing leaves one part in this many of the budget to topUp, which
	// need not look into files.
	restShare = 50
	// topUpShare: a bundle that leaves less than one part in this many of the budget
	// is full.
	topUpShare = 200
	// joints are tokens that an entry may cost more where it is than by itself.
	joints = 4
)

// isFull tells whether what is left of the budget is not worth another round.
func (f *fitter) isFull(a *attempt) bool {
	return (f.options.Budget-a.used)*topUpShare < f.options.Budget
}

// topUp adds files that are missing to a bundle by levels that leaves room. What the
// steps of a file cost together is known before it is written only to within the
// marks between its parts, so that the sequence may end too early; what whole
// entries cost is exact. They are taken in the order of the ranking, out of turn.
func (f *fitter) topUp(ctx context.Context, a *attempt) *attempt {
	left := f.options.Budget - a.used
	if f.plan == nil || f.options.Split > 0 || f.isFull(a) {
		return a
	}
	b := a.bundle
	b.Entries, b.Omissions = slices.Clone(b.Entries), nil
	for _, o := range a.bundle.Omissions {
		e, ok := f.smallest(ctx, o.Candidate, left-joints)
		if !ok {
			b.Omissions = append(b.Omissions, o)
			continue
		}
		b.Entries = append(b.Entries, e)
		b.Cost += e.Cost
		left -= e.Cost + joints
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

// smallest is a candidate as a whole, or what stands for it, if one of them costs
// no more than there is room for.
func (f *fitter) smallest(ctx context.Context, i, room int) (packer.Entry, bool) {
	c := &f.files[i].Contents
	if !f.files[i].outlineOnly && c.Tokens+frameGuess/2 <= room {
		if cost, ok := f.cost(ctx, i, packer.Full); ok && cost <= room {
			return packer.Entry{Candidate: i, Tier: packer.Full, Level: packer.Whole, Cost: cost}, true
		}
	}
	if f.plan[i].Least[packer.Brief] > room || f.plan[i].Value[packer.Brief] == packer.None {
		return packer.Entry{}, false
	}
	steps, frame := f.plan[i].Steps(packer.Brief)
	if len(steps) == 0 || steps[0].Level == packer.Whole || steps[0].Cost+frame > room {
		return packer.Entry{}, false
	}
	level := steps[0].Level
	return packer.Entry{Candidate: i, Tier: packer.Signatures, Level: level, Brief: level, Cost: steps[0].Cost + frame}, true
}
