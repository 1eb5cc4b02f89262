package pipeline

import (
	"context"
	"slices"
	"strings"

	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/packer"
)

// result puts the result together.
func (f *fitter) result(ctx context.Context, a *attempt) *Result {
	r := &Result{
		Ranking: f.ranking, Budget: f.options.Budget, Tokens: a.used, Complete: a.bundle.Complete,
		Document: a.parts[0].document, Reasons: f.reasons(a.bundle), Outcomes: make([]Outcome, len(f.files)),
	}
	r.Counts = r.Document.Counts
	for _, p := range a.parts {
		r.Parts = append(r.Parts, p.text)
	}
	for _, e := range a.bundle.Entries {
		entry := f.made(ctx, e)
		r.Outcomes[e.Candidate] = Outcome{Tier: e.Tier, Level: entry.Level, Shown: entry.Tokens, Ranges: entry.Ranges()}
	}
	for _, o := range a.bundle.Omissions {
		r.Outcomes[o.Candidate].Reason = f.reason(o)
	}
	slices.SortFunc(f.problems, func(a, b source.Problem) int { return strings.Compare(a.Path, b.Path) })
	r.Problems = append(r.Problems, f.problems...)
	return r
}

// reasons counts the files that are not in the bundle.
func (f *fitter) reasons(b packer.Bundle) []render.Skipped {
	counts := map[source.SkipReason]int{}
	for _, o := range b.Omissions {
		counts[f.reason(o)]++
	}
	for _, file := range f.ranking.Skipped {
		counts[file.Skip]++
	}
	return sortReasons(counts)
}

// reason translates the packer's reason into one of the fixed list.
func (f *fitter) reason(o packer.Omission) source.SkipReason {
	if reason, ok := f.lost[o.Candidate]; ok {
		return reason
	}
	switch o.Reason {
	case packer.PartTooLarge:
		return source.PartTooLarge
	case packer.Oversized:
		return source.LowScoreOversized
	}
	return source.NoBudget
}
