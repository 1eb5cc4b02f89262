package pipeline

import (
	"context"
	"errors"
	"strings"
	"sync"

	"ctxpack/internal/render"
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

// fitter is the state of fitting one ranking into a budget. What it finds out about
// files holds for every budget, so that the same one fits it into several.
type fitter struct {
	*pricer
	candidates []packer.Candidate
	limits     packer.Limits
	task       *render.Task    // what the bundle says of it
	listing    *render.Tree    // nil until it is asked for
	tree       string          // the directory listing, as far as it is shown
	plan       []packer.Ladder // for packing by levels, else nil
	rungs      []*rungs        // by candidate
	frames     []int           // by candidate, 0 for one that nobody asked for
	offers     [2][]*offer     // by chain and candidate
	order      []int           // candidates as their texts are asked for
	turn       []int           // their places in it
	groups     []int           // of candidates, by their shares; nil without shares
	shares     []int           // of the groups
	topValue   int             // of the file that a task asks for most
	last       []madeEntry     // by candidate
	bareTokens int             // of an entry without a name and a text
	used       *usage          // nil until texts are taken apart
	usageOnce  sync.Once
	slicer     *slicer // nil until texts are asked what they refer to
	gitRoom    int     // kept free in each part for the commit that its head names
	sealing    bool    // entries are looked through for secrets, see seal
	partFrame  int     // tokens that a part of a split bundle needs beside its entries
}

// attempt is one bundle as written.
type attempt struct {
	bundle packer.Bundle
	parts  []part
	used   int // tokens of all parts
}

// fit packs the ranking into the budget.
func (f *fitter) fit(ctx context.Context) (*Result, error) {
	if err := f.prepare(ctx); err != nil {
		return nil, err
	}
	for {
		best, err := f.search(ctx)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		over := f.nameCommit(best)
		if over <= 0 {
			return f.result(ctx, best), nil
		}
		f.gitRoom += over // an extraordinary commit
	}
}

// prepare finds out what the ladders need, and what depends on the budget alone.
func (f *fitter) prepare(ctx context.Context) (err error) {
	o := f.options
	f.limits.Reserve = o.Config.Context.SignatureReserve.Of(o.Budget)
	f.gitRoom, f.partFrame = gitTokens*len(f.ranking.heads()), 0
	if f.task, err = f.tellTask(ctx); err != nil {
		return err
	}
	f.chooseTree()
	if !o.levels() {
		o.summariseAll(ctx, f.certain())
		return nil
	}
	if f.plan == nil {
		if f.groups, f.shares, err = f.ranking.shareGroups(); err != nil {
			return err
		}
		f.plan = f.ladders()
	}
	for i := range f.plan {
		f.plan[i].Steps = func(c packer.Chain) ([]packer.Step, int) { return f.steps(ctx, i, c) }
	}
	return nil
}

// adopt goes on with another ranking that is equal in all that bundles depend on.
func (f *fitter) adopt(r *Ranking) {
	for i, file := range r.Files {
		if known := f.files[i].Summary(); known != nil && file.Summary() == nil {
			file.summary.Store(known)
		}
	}
	f.ranking, f.files, f.options = r, r.Files, r.options
}

// gitTokens is enough for the commit and any usual branch in any format.
const gitTokens = 48

// nameCommit writes the parts again with the commit in their heads, and returns
// by how many tokens one of them, or all together, are over what they may have.
// The commit is not there while files are chosen: the name of a branch must not
// decide what is in the bundle. A long one is cut, or left out, where it is too much.
func (f *fitter) nameCommit(a *attempt) (over int) {
	states := f.ranking.heads()
	if len(states) == 0 {
		return 0
	}
	const short = 24 // bytes
	for _, longest := range []int{maxBranch, short, 0} {
		var heads []render.Git
		for _, g := range states {
			branch := f.ranking.Clean(g.Branch)
			if len(branch) > longest && longest > 0 {
				branch = strings.ToValidUTF8(branch[:longest], "") + "…"
			} else if longest == 0 {
				branch = ""
			}
			heads = append(heads, render.Git{
				Name: f.ranking.Clean(g.Name), Branch: branch, Commit: g.Commit, Shallow: g.Shallow, Differ: f.differs(a.bundle.Entries, g.top),
			})
		}
		if over = f.writeCommits(a, heads); over <= 0 {
			break
		}
	}
	return over
}

// maxBranch is the most bytes of a branch's name that are tried.
const maxBranch = 1024

// heads are the commits that a bundle names.
func (r *Ranking) heads() []GitState {
	if r.Git != nil {
		return []GitState{*r.Git}
	}
	return r.Repositories
}

func (f *fitter) writeCommits(a *attempt, heads []render.Git) (over int) {
	a.used = 0
	for i, p := range a.parts {
		d := *p.document
		if f.ranking.Git != nil {
			named := heads[0]
			named.Name = ""
			d.Git = &named
		} else {
			d.Repositories = heads
		}
		a.parts[i] = f.settle(&d)
		a.used += a.parts[i].tokens
		if split := f.options.Split; split > 0 {
			over = max(over, a.parts[i].tokens-split)
		}
	}
	return max(over, a.used-f.options.Budget)
}

func newFitter(ranking *Ranking) *fitter {
	o := ranking.options
	f := &fitter{
		pricer: newPricer(ranking),
		limits: packer.Limits{OversizedTokens: o.Config.Context.OversizedTokens, SkipOversized: o.Config.Context.SkipsOversized()}, last: make([]madeEntry, len(ranking.Files)),
	}
	if o.levels() {
		return f
	}
	for i, file := range ranking.Files {
		f.candidates = append(f.candidates, packer.Candidate{
			Path: file.Name, Guarantee: o.guarantee(file), Tokens: file.Contents.Tokens, SignatureTokens: o.entryFloor(file),
			Sections: func() []packer.Section { return f.sections(i) },
		})
	}
	return f
}

// guarantee is what the configured scores promise a file. Those that the user
// chose are not overruled by a low score.
func (o Options) guarantee(file *File) packer.Guarantee {
	var g packer.Guarantee
	c := o.Config.Context
	if file.Facts.Pinned {
		g |= packer.Pinned
	}
	if file.Breakdown.Score >= c.GuaranteedScore {
		g |= packer.Outlined
	}
	if o.chosen(file) || file.Breakdown.Score >= c.OversizedScore {
		g |= packer.Large
	}
	return g
}

// chosen tells whether the user named the file, its folder or a glob that it
// matches.
func (o Options) chosen(file *File) bool {
	return file.tree.Chosen() || len(o.Include)+len(o.Config.Context.Include) > 0
}

// certain lists the files whose summary packing will ask for whatever it does:
// those that are guaranteed theirs.
func (f *fitter) certain() []*File {
	var list []*File
	for i, file := range f.files {
		if file.Summary() == nil && f.limits.Reserve > 0 && f.candidates[i].Guarantee&(packer.Outlined|packer.Pinned) == packer.Outlined {
			list = append(list, file)
		}
	}
	return list
}

// farAway is more than any room, and less than what overflows.
const farAway = 1 << 40

// search alternates between packing and writing, and returns the fullest bundle
// that is within the budget.
func (f *fitter) search(ctx context.Context) (*attempt, error) {
	budget := f.options.Budget
	room := budget - f.frameTokens(ctx)
	if f.options.ListSkipped {
		room -= budget / listShare // what the names do not take is given back
	}
	if f.options.Split > 0 {
		f.partFrame = f.partFrameTokens(ctx)
	}
	var best *attempt
	least, most := -farAway, farAway // rooms that were too small and too large
	for round := 0; (round < maxRounds || best == nil) && most-least > 1; round++ {
		a, err := f.try(ctx, room)
		if err != nil {
			return nil, err
		}
		if a.used > budget {
			most = room
			room = max(room-(a.used-budget), least+1)
		} else {
			if best == nil || a.used > best.used {
				best = a
			}
			if a.bundle.Complete || a.used == budget || f.plan != nil && f.isFull(a) {
				break
			}
			least = room
			room = min(room+budget-a.used, most-1)
		}
		if round > 2 && least > -farAway && most < farAway {
			room = least + (most-least)/2 // corrections chase each other
		}
	}
	if best == nil {
		return f.squeeze(ctx, room)
	}
	return f.fillRest(ctx, f.topUp(ctx, best)), ctx.Err()
}

// squeeze is for the rare bundle that never settles: it gives room away until
// something fits.
func (f *fitter) squeeze(ctx context.Context, room int) (*attempt, error) {
	for step := 1; room > -f.options.Budget; step *= 2 {
		a, err := f.try(ctx, room)
		if err != nil {
			return nil, err
		}
		if a.used <= f.options.Budget {
			return a, ctx.Err()
		}
		room -= step
	}
	return nil, f.tooSmall(ctx)
}

// try packs into room tokens and writes the bundle.
func (f *fitter) try(ctx context.Context, room int) (*attempt, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		bundle, err := f.pack(ctx, room)
		if err != nil {
			return nil, err
		}
		a, over, surplus := &attempt{bundle: bundle}, 0, 0
		if f.options.Split > 0 {
			a.parts, over, surplus = f.split(ctx, &a.bundle)
		} else {
			a.parts = []part{f.settle(f.document(ctx, bundle))}
		}
		if err := f.options.Format.Failed(); err != nil {
			return nil, err
		}
		if over > 0 {
			f.partFrame += over
			continue
		}
		for _, p := range a.parts {
			a.used += p.tokens + f.gitRoom
		}
		if f.options.ListSkipped {
			f.nameSkipped(a)
		}
		if surplus > 0 {
			a.used = max(a.used, f.options.Budget) + surplus // too much for as many parts
		}
		if len(bundle.Entries) == 0 && a.used > f.options.Budget {
			return nil, f.tooSmall(ctx)
		}
		return a, nil
	}
}

// pack asks the packer to fill room tokens.
func (f *fitter) pack(ctx context.Context, room int) (packer.Bundle, error) {
	limits := f.limits
	limits.Budget = max(room, 0)
	limits.Reserve = min(limits.Reserve, limits.Budget)
	if split := f.options.Split; split > 0 {
		if f.partFrame >= split {
			return packer.Bundle{}, &TooSmallError{Budget: split, Needed: f.partFrame + 1, What: "the head of one part", Part: true}
		}
		limits.Entry = split - f.partFrame
	}
	if f.plan != nil {
		bundle, err := packer.Fill(f.plan, packer.Plan{
			Budget: limits.Budget, Entry: limits.Entry, Rest: limits.Budget / restShare, Aside: asideShare, File: f.fileShare(), FileTokens: fileTokens, Shares: f.shares, Breadth: f.options.Task == nil,
			Slices: sliceShare, SliceTokens: f.moreSlices(),
			Refers: func(i int, step packer.Step) []packer.Slice { return f.refers(ctx, i, step) },
			Around: func(i int) []packer.Slice { return f.refers(ctx, i, packer.Step{Level: packer.Whole}) },
			Define: func(s packer.Slice, brief packer.Level, parts []int) (cost, frame int, ok bool) {
				return f.define(ctx, s, brief, parts)
			},
			Ahead: func(list []packer.Slice) { f.outlineSlices(ctx, list) },
		})
		return bundle, f.unpinned(err, room)
	}
	bundle, err := packer.Pack(f.candidates, func(i int, tier packer.Tier) (int, bool) { return f.cost(ctx, i, tier) }, limits)
	return bundle, f.unpinned(err, room)
}

// moreSlices are the tokens that slices get beside their share: with a task, much of a
// small bundle is parts of files.
func (f *fitter) moreSlices() int {
	if f.options.Task == nil {
		return 0
	}
	return sliceTokens
}

// unpinned says in terms of the whole bundle that what is pinned does not fit.
func (f *fitter) unpinned(err error, room int) error {
	var pinned *packer.PinnedError
	if !errors.As(err, &pinned) {
		return err
	}
	return &TooSmallError{
		Budget: f.options.Budget, Needed: f.options.Budget + pinned.Missing + max(-room, 0),
		What: "what is pinned (the largest is " + render.DisplayPath(pinned.Largest) + ")",
	}
}

func (f *fitter) tooSmall(ctx context.Context) error {
	frame := f.settle(f.document(ctx, packer.Bundle{Omissions: allOmitted(len(f.files))}))
	return &TooSmallError{Budget: f.options.Budget, Needed: max(frame.tokens+f.gitRoom, f.options.Budget+1), What: "even the head of the bundle"}
}

func allOmitted(files int) []packer.Omission {
	omissions := make([]packer.Omission, files)
	for i := range omissions {
		omissions[i] = packer.Omission{Candidate: i, Reason: packer.NoBudget}
	}
	return omissions
}

// frameTokens is what a bundle without entries costs.
func (f *fitter) frameTokens(ctx context.Context) int {
	d := f.document(ctx, packer.Bundle{Omissions: allOmitted(len(f.files))})
	d.Used = f.options.Budget
	head, tail := f.options.Format.Frame(d)
	return f.count(head) + f.count(tail) + f.gitRoom
}
