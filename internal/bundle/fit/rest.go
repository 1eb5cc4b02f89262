package fit

import (
	"cmp"
	"context"
	"slices"

	"ctxpack/internal/bundle/view"
	"ctxpack/packer"
)

// The rest of the budget. Packing places whole files, outlines and parts, and what is
// left when none of them fits may be most of a small budget. It goes to the beginning
// of the text whose turn would have been next: with more budget that is shown anyway.

const (
	restTries  = 8 // files that are looked into
	restRounds = 8
	// A text ends before a heading, an empty line or at least at the end of a line, if
	// that leaves no more than one part in this many of the budget.
	cutShare = 100
)

// fillRest spends what is left of the budget, text by text in the order in which they
// would be shown.
func (f *Fitter) fillRest(ctx context.Context, a *attempt) *attempt {
	if f.options.Split > 0 || a.bundle.Complete {
		return a
	}
	tries := 0
	for _, i := range f.way.Waiting(a.bundle) {
		if tries == restTries || f.options.Budget-a.used < view.LeastRoom(f.options.Budget) || ctx.Err() != nil {
			break
		}
		if f.files[i].OutlineOnly {
			continue
		}
		for tries++; tries < restTries; tries++ { // a part that is shown whole now may leave room
			more := f.extend(ctx, a, i)
			if more == nil || more.used <= a.used {
				break
			}
			a = more
		}
	}
	return a
}

// extend shows as much more of a candidate as fits; nil if nothing does.
func (f *Fitter) extend(ctx context.Context, a *attempt, i int) *attempt {
	e, before := f.entryIn(a.bundle, i), 0
	if e.Tier != packer.Skip {
		before = f.written(ctx, e)
	}
	var best *attempt
	room, minimum, limit := f.options.Budget-a.used, -1, farAway // rooms that were too small and too large
	for range restRounds {
		grown, ok := f.way.Grow(ctx, e, before+f.options.Budget-a.used, before+room, f.options.Budget/cutShare)
		if !ok {
			return best
		}
		more := f.rewrite(ctx, a.bundle, grown, before)
		idle := f.options.Budget - more.used
		switch {
		case idle < 0:
			limit = room
		case best != nil && more.used < best.used:
			minimum = room
		default:
			best, minimum = more, room
		}
		if idle >= 0 && idle*cutShare <= f.options.Budget {
			return best
		}
		if room += idle; idle < 0 {
			room -= view.LeastExtra // a line less, not a token
		}
		if room <= minimum || room >= limit {
			room = minimum + (min(limit, f.options.Budget)-minimum)/2 // what is said of lines and parts is not exact
		}
		if room <= minimum || room >= limit {
			return best
		}
	}
	return best
}

// entryIn is what a bundle shows of a candidate.
func (f *Fitter) entryIn(b packer.Bundle, i int) packer.Entry {
	at, ok := slices.BinarySearchFunc(b.Entries, i, func(e packer.Entry, i int) int { return cmp.Compare(e.Candidate, i) })
	if !ok {
		return packer.Entry{Candidate: i}
	}
	e := b.Entries[at]
	e.Sections = slices.Clone(e.Sections)
	return e
}

// written is what an entry costs as it is written.
func (f *Fitter) written(ctx context.Context, e packer.Entry) int {
	entry, _ := f.way.Entry(ctx, e)
	return f.way.Count(f.options.Format.Entry(entry))
}

// rewrite writes a bundle with an entry in place of what it has of a candidate, which
// cost so many tokens before.
func (f *Fitter) rewrite(ctx context.Context, b packer.Bundle, e packer.Entry, before int) *attempt {
	e.Cost += f.written(ctx, e) - before
	b.Entries = slices.Clone(b.Entries)
	if at, ok := slices.BinarySearchFunc(b.Entries, e.Candidate, func(e packer.Entry, i int) int { return cmp.Compare(e.Candidate, i) }); ok {
		b.Cost += e.Cost - b.Entries[at].Cost
		b.Entries[at] = e
	} else {
		b.Cost += e.Cost
		b.Entries = slices.Insert(b.Entries, at, e)
		b.Omissions = slices.DeleteFunc(slices.Clone(b.Omissions), func(o packer.Omission) bool { return o.Candidate == e.Candidate })
	}
	return f.writeOnce(ctx, b)
}

// writeOnce writes a bundle that is not split.
func (f *Fitter) writeOnce(ctx context.Context, b packer.Bundle) *attempt {
	a := &attempt{bundle: b, parts: []part{f.settle(f.document(ctx, b))}}
	a.used = a.parts[0].tokens + f.gitRoom
	if f.options.ListSkipped {
		f.nameSkipped(a)
	}
	return a
}
