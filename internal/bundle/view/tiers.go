package view

import (
	"context"

	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
)

// Tiers shows files in tiers: whole, or their signatures; oversized ones with some of their declarations.
type Tiers struct {
	*Views
	candidates []packer.Candidate
	limits     packer.Limits
}

// NewTiers returns a view of files in the order of placement.
func NewTiers(files []*File, o Options) *Tiers {
	f := &Tiers{Views: newViews(files, o), limits: packer.Limits{OversizedTokens: o.OversizedTokens, SkipOversized: o.SkipOversized}}
	o = f.options
	for i, file := range files {
		if s := file.Summary(); s != nil && s.Sections == nil && o.offersSections(file.Contents) {
			file.SetSummary(nil) // it had only the outline
		}
		f.candidates = append(f.candidates, packer.Candidate{
			Path: file.Name, Guarantee: o.guarantee(file), Tokens: file.Whole(), SignatureTokens: file.Contents.SummaryFloor + leastEntry,
			Sections: func() []packer.Section { return f.sections(i) },
		})
	}
	return f
}

// Prepare prepares for a bundle of a given number of tokens, some of them reserved for signatures.
func (f *Tiers) Prepare(_ context.Context, budget, reserve int) {
	f.room, f.limits.Reserve = budget, reserve
}

// Filler fills by tiers.
func (f *Tiers) Filler(ctx context.Context) packer.Filler {
	return packer.ByTiers{Candidates: f.candidates, Limits: f.limits, Cost: func(i int, tier packer.Tier) (int, bool) { return f.cost(ctx, i, tier) }}
}

// Slack returns 0: any remainder may fit another file.
func (f *Tiers) Slack(int) int { return 0 }

// Entry returns what a bundle shows of a file; false if it cannot be read again.
func (f *Tiers) Entry(ctx context.Context, e packer.Entry) (render.File, bool) {
	return f.write(ctx, e, f.entry)
}

// guarantee returns the guarantees of the configured scores for a file. A low score does not overrule the user's
// choice.
func (o Options) guarantee(file *File) packer.Guarantee {
	var g packer.Guarantee
	if file.Facts.Pinned {
		g |= packer.Pinned
	}
	if file.Breakdown.Score >= o.Guaranteed {
		g |= packer.Outlined
	}
	if file.Chosen || file.Breakdown.Score >= o.Large {
		g |= packer.Large
	}
	return g
}
