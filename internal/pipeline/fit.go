package pipeline

import (
	"context"

	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/packer"
)

// The budget holds for the bundle as written, and what an entry costs there is
// known only to within a few tokens before it is written: tokens may join at
// the borders, counts in the head change with what is packed, and the head
// names its own total. So packing and writing alternate: pack into what is
// estimated to be left for entries, write, count the bytes, and correct the
// estimate by what was counted.

// maxRounds bounds the alternation. Two rounds are usual; more come when the
// last entries are of the size of the correction.
const maxRounds = 12

// fitting is the state of fitting one ranking into one budget.
type fitting struct {
	*book
	ranking    *Ranking
	candidates []packer.Candidate
	limits     packer.Limits
	partFrame  int // tokens that a part of a split bundle needs beside its entries
}

// attempt is one bundle as written.
type attempt struct {
	bundle packer.Bundle
	parts  []part
	used   int // tokens of all parts
}

// fit packs the ranking into the budget.
func fit(ctx context.Context, ranking *Ranking, o Options) (*Result, error) {
	f := newFitting(ctx, ranking, o)
	f.chooseTree()
	f.outlineGuaranteed()
	best, err := f.search()
	if err != nil {
		return nil, err
	}
	if f.failure != nil {
		return nil, f.failure
	}
	return f.result(best), nil
}

func newFitting(ctx context.Context, ranking *Ranking, o Options) *fitting {
	c := o.Config.Context
	f := &fitting{
		book:    newBook(ctx, ranking, o),
		ranking: ranking,
		limits: packer.Limits{
			Reserve:         c.SignatureReserve.Of(o.Budget),
			OversizedTokens: c.OversizedTokens, OversizedScore: c.OversizedScore, GuaranteedScore: c.GuaranteedScore,
		},
	}
	for i, file := range ranking.Files {
		f.candidates = append(f.candidates, packer.Candidate{
			Path: file.Name, Score: file.Breakdown.Score, Tokens: file.Tokens, SignatureTokens: f.signaturesFloor(i),
			Pinned: file.Facts.Pinned, Sections: func() []packer.Section { return file.sections },
		})
	}
	return f
}

// search alternates between packing and writing, and returns the fullest bundle
// that is within the budget.
func (f *fitting) search() (*attempt, error) {
	budget := f.options.Budget
	room := budget - f.frameTokens()
	if f.options.ListSkipped {
		room -= budget / listShare // what the names do not take is given back
	}
	if f.options.Split > 0 {
		f.partFrame = f.partFrameTokens()
	}
	var best *attempt
	tried := map[int]bool{}
	for round := 0; (round < maxRounds || best == nil) && !tried[room]; round++ {
		tried[room] = true
		a, err := f.try(room)
		if err != nil {
			return nil, err
		}
		if a.used > budget {
			room -= a.used - budget
			continue
		}
		if best == nil || better(a, best) {
			best = a
		}
		if a.bundle.Complete || a.used == budget {
			break
		}
		room += budget - a.used
	}
	if best == nil {
		return f.squeeze(room)
	}
	return best, f.context.Err()
}

// squeeze is for the rare bundle that never settles: it gives room away until
// something fits.
func (f *fitting) squeeze(room int) (*attempt, error) {
	for step := 1; room > -f.options.Budget; step *= 2 {
		a, err := f.try(room)
		if err != nil {
			return nil, err
		}
		if a.used <= f.options.Budget {
			return a, f.context.Err()
		}
		room -= step
	}
	return nil, f.tooSmall()
}

func better(a, b *attempt) bool {
	return a.used > b.used
}

// try packs into room tokens and writes the bundle.
func (f *fitting) try(room int) (*attempt, error) {
	for {
		if err := f.context.Err(); err != nil {
			return nil, err
		}
		bundle, err := f.pack(room)
		if err != nil {
			return nil, err
		}
		a, over := &attempt{bundle: bundle}, 0
		if f.options.Split > 0 {
			a.parts, over = f.split(bundle)
		} else {
			a.parts = []part{f.settle(f.document(bundle))}
		}
		if over > 0 {
			f.partFrame += over
			continue
		}
		for _, p := range a.parts {
			a.used += p.tokens
		}
		if f.options.ListSkipped {
			f.nameSkipped(a)
		}
		if len(bundle.Entries) == 0 && a.used > f.options.Budget {
			return nil, f.tooSmall()
		}
		return a, nil
	}
}

// pack asks the packer to fill room tokens.
func (f *fitting) pack(room int) (packer.Bundle, error) {
	limits := f.limits
	limits.Budget = max(room, 0)
	limits.Reserve = min(limits.Reserve, limits.Budget)
	if split := f.options.Split; split > 0 {
		if f.partFrame >= split {
			return packer.Bundle{}, &TooSmallError{Budget: split, Needed: f.partFrame + 1, What: "the head of one part"}
		}
		limits.Entry = split - f.partFrame
	}
	bundle, err := packer.Pack(f.candidates, f.cost, limits)
	if pinned, ok := errorAs[*packer.PinnedError](err); ok {
		return bundle, &TooSmallError{
			Budget: f.options.Budget, Needed: f.options.Budget + pinned.Missing + max(-room, 0),
			What: "what is pinned (the largest is " + render.DisplayPath(pinned.Largest) + ")",
		}
	}
	return bundle, err
}

func (f *fitting) tooSmall() error {
	frame := f.settle(f.document(packer.Bundle{Omissions: allOmitted(f.candidates)}))
	return &TooSmallError{Budget: f.options.Budget, Needed: max(frame.tokens, f.options.Budget+1), What: "even the head of the bundle"}
}

func allOmitted(candidates []packer.Candidate) []packer.Omission {
	omissions := make([]packer.Omission, len(candidates))
	for i := range candidates {
		omissions[i] = packer.Omission{Candidate: i, Reason: packer.NoBudget}
	}
	return omissions
}

// frameTokens is what a bundle without entries costs.
func (f *fitting) frameTokens() int {
	d := f.document(packer.Bundle{Omissions: allOmitted(f.candidates)})
	d.Used = f.options.Budget
	head, tail := f.options.Format.Frame(d)
	return f.count(head) + f.count(tail)
}

// result notes on each file what became of it and puts the result together.
func (f *fitting) result(a *attempt) *Result {
	r := &Result{Ranking: *f.ranking, Budget: f.options.Budget, Tokens: a.used, Complete: a.bundle.Complete}
	for _, p := range a.parts {
		r.Parts = append(r.Parts, p.text)
	}
	r.Document = a.parts[0].document
	for _, e := range a.bundle.Entries {
		file := f.ranking.Files[e.Candidate]
		entry := f.entryOf(e)
		file.Tier, file.Shown, file.Ranges = e.Tier, entry.Tokens, entry.Ranges()
	}
	for _, o := range a.bundle.Omissions {
		f.ranking.Files[o.Candidate].Skip = f.reason(o)
	}
	r.Problems = append(r.Problems, f.problems...)
	r.Counts = r.Document.Counts
	r.Reasons = f.reasons(a.bundle)
	return r
}

// reasons counts the files that are not in the bundle.
func (f *fitting) reasons(b packer.Bundle) []render.Skipped {
	counts := map[source.SkipReason]int{}
	for _, o := range b.Omissions {
		counts[f.reason(o)]++
	}
	for _, file := range f.ranking.Skipped {
		counts[file.Skip]++
	}
	return sortReasons(counts)
}

// left returns all files that are not in the bundle, those that were ranked
// first and in rank order.
func (f *fitting) left(b packer.Bundle) []*File {
	var files []*File
	for _, o := range b.Omissions {
		file := *f.ranking.Files[o.Candidate]
		file.Skip = f.reason(o)
		files = append(files, &file)
	}
	return append(files, f.ranking.Skipped...)
}

// reason translates the packer's reason into one of the fixed list.
func (f *fitting) reason(o packer.Omission) source.SkipReason {
	if reason, ok := f.lost[o.Candidate]; ok {
		return reason
	}
	switch o.Reason {
	case packer.LowScoreOversized:
		return source.LowScoreOversized
	case packer.PartTooLarge:
		return source.PartTooLarge
	}
	return source.NoBudget
}
