package pipeline

import (
	"context"
	"slices"

	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/text/mapped"
)

// newFitter returns the fitter for bundles of the ranking, and its view by parts, nil for tiers. This is the only
// place that chooses how the budget is filled.
func (r *Ranking) newFitter() (*fit.Fitter, *view.Declarations) {
	shown := r.options.shown(r)
	if !r.options.levels() {
		return fit.New(view.NewTiers(viewsOf(r.Files), shown), r.fitOptions()), nil
	}
	d := view.NewDeclarations(viewsOf(r.Files), shown)
	return fit.New(d, r.fitOptions()), d
}

// Pack makes a bundle of the ranking, which must not be closed, and returns the parts of files in it, none for
// tiers. The bundle is not checked for secrets. It fails like Run.
func (r *Ranking) Pack(ctx context.Context, files ...*File) (*Result, [][]view.PartWorth, error) {
	fitter, d := r.newFitter()
	result, err := r.fit(ctx, fitter)
	worths := make([][]view.PartWorth, len(files))
	for n, f := range files {
		if i := slices.Index(r.Files, f); err == nil && d != nil && i >= 0 {
			worths[n] = d.PartWorths(i)
		}
	}
	return result, worths, err
}

// summaryLines is how many first lines represent a file in a language without outlines.
const summaryLines = 20

// views returns the view options that do not depend on a ranking.
func (o Options) views() view.Options {
	c := o.Config.Context
	return view.Options{
		Counter: o.Counter, Format: o.Format, LineNumbers: o.LineNumbers, SummaryLines: summaryLines,
		OversizedTokens: c.OversizedTokens, SkipOversized: c.SkipsOversized(), Guaranteed: c.GuaranteedScore, Large: c.OversizedScore,
		Jobs: o.jobs(), Task: o.Task != nil, Tiers: !o.levels(),
		Map: c.Map, Enough: o.Enough && o.Task != nil,
	}
}

// shown returns the view options for a ranking.
func (o Options) shown(r *Ranking) view.Options {
	v := o.views()
	v.Query, v.Weights = r.query, r.weights
	return v
}

// fitOptions returns the options for fitting bundles of the ranking.
func (r *Ranking) fitOptions() fit.Options {
	o := r.options
	f := fit.Options{
		Root: r.Name, Header: o.Header, Counter: o.Counter, Format: o.Format, Budget: o.Budget, Reserve: o.Config.Context.SignatureReserve.Of(o.Budget),
		Window: o.Window, Split: o.Split, Tree: o.Config.Output.Tree, Listing: r.listing, ListSkipped: o.ListSkipped,
		Tell: r.tellTask, Several: r.Git == nil, Vault: r.vault, Skipped: viewsOf(r.Skipped),
		Reading: o.levels() && o.Task == nil && o.Scores == nil && o.Split == 0,
	}
	blobs := mapped.By(r.Files, func(file *File) *view.File { return &file.File })
	for _, g := range r.heads() {
		f.Commits = append(f.Commits, fit.Commit{
			Git:     render.Git{Name: r.Clean(g.Name), Branch: r.Clean(g.Branch), Commit: g.Commit, Shallow: g.Shallow},
			Differs: func(v *view.File) bool { return blobs[v].differs(g.top) },
		})
	}
	return f
}

func (r *Ranking) heads() []GitState {
	if r.Git != nil {
		return []GitState{*r.Git}
	}
	return r.Repositories
}

// differs reports whether the file is in a repository, and its text differs from the commit.
func (f *File) differs(top string) bool {
	committed := f.tree.blobs[f.Path]
	return f.tree.Top == top && committed != f.Contents.Blob &&
		(committed == "" || !f.tree.Tree.CommittedAs(f.File.File.File, committed))
}
