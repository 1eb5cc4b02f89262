// Package fit makes bundles that keep to their budget as written.
//
// The cost of an entry in the written bundle is known before writing only to within a few tokens: tokens may join
// at the borders, counts in the header change with the packed files, and the header states the total. So packing
// and writing alternate: pack into the estimated room for entries, write, count the bytes, and correct the
// estimate.
//
// A Way defines how the budget is filled, by parts or by tiers; nothing here depends on which. A Fitter is for one
// goroutine.
package fit

import (
	"context"
	"errors"
	"slices"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/tokens"
	"ctxpack/packer"
)

// maxRounds bounds the alternation. Two rounds are usual; more are needed if the last entries are about as large as
// the correction.
const maxRounds = 12

// Way defines how a budget is filled with files, and how they are shown.
type Way interface {
	// Prepare prepares for a bundle of a given number of tokens, some of them reserved for
	// signatures. It is called first.
	Prepare(ctx context.Context, budget, reserve int)
	// Filler returns a filler, which can fill one room after another.
	Filler(ctx context.Context) packer.Filler
	// Slack returns how many unused tokens of a budget are not worth another round.
	Slack(budget int) int
	// Entry returns what a bundle shows of a file; false if it cannot be read again.
	Entry(ctx context.Context, e packer.Entry) (render.File, bool)

	Files() []*view.File
	Count(bundle string) int
	Lost() map[int]source.SkipReason
	Problems() []source.Problem
	Seal(seal func(e *render.File))
}

// Options are the contents of a bundle besides its files, and its limits.
type Options struct {
	Root    string // the name of the tree
	Header  string // instructions, placed first
	Counter *tokens.Counter
	Format  render.Format
	Budget  int            // tokens of the whole output
	Reserve int            // tokens of the budget reserved for signatures
	Window  *render.Window // origin of the budget; nil if it was given
	Split   int            // maximum tokens of one part; 0 for a single bundle
	Reading bool           // files appear in reading order, else by rank
	Tree    string         // tree of folders: "none", "full", else as much as fits
	// Listing returns that tree; it is called at most once.
	Listing     func() *render.Tree
	ListSkipped bool
	Skipped     []*view.File // excluded from packing; each has its reason
	// Tell returns the task's text for a bundle of a given number of tokens; nil for none.
	Tell    func(ctx context.Context, budget int) (*render.Task, error)
	Commits []Commit
	// Several is set if there are several roots, each with its own commit.
	Several bool
	Vault   *redact.Vault // redacts secrets; nil for none
}

// Commit is the commit of the files of one root.
type Commit struct {
	render.Git
	// Differs reports whether the text of a file differs from the commit.
	Differs func(f *view.File) bool
}

// Fitter makes a bundle of files.
type Fitter struct {
	options   Options
	way       Way
	files     []*view.File
	task      *render.Task  // the task's text in the bundle
	listing   *render.Tree  // nil until requested
	tree      string        // the directory listing, as far as it is shown
	gitRoom   int           // reserved in each part for the commit in its header
	partFrame int           // tokens of a part of a split bundle besides its entries
	sealing   bool          // the header is checked for secrets
	filler    packer.Filler // for this budget
	tried     []*attempt    // attempts of this search
}

// New returns a Fitter that uses one of the ways.
func New(way Way, o Options) *Fitter {
	return &Fitter{options: o, way: way, files: way.Files()}
}

type attempt struct {
	bundle packer.Bundle
	parts  []part
	used   int // tokens of all parts
}

// Fit makes the fullest bundle within the budget. It fails if the context ends, or with a *TooSmallError.
func (f *Fitter) Fit(ctx context.Context) (*Result, error) {
	if err := f.prepare(ctx); err != nil {
		return nil, err
	}
	for {
		best, err := f.search(ctx)
		if small, ok := errors.AsType[*TooSmallError](err); ok && small.Part {
			small.Needed = f.workingSplit(ctx, small.Needed)
		} else if ok {
			small.Needed = f.workingBudget(ctx, small.Needed)
		}
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
		f.gitRoom += over // the commit's text is unusually long
	}
}

// workingSplit returns a size that parts can have, from an estimate: smaller parts have longer headers.
func (f *Fitter) workingSplit(ctx context.Context, size int) int {
	for g := *f; size < f.options.Budget; size += size / 4 {
		g.options.Split = size
		if _, err := g.Place(ctx); err == nil {
			break
		}
	}
	return size
}

// workingBudget returns a budget that suffices, from an estimate: the tree grows with the budget.
func (f *Fitter) workingBudget(ctx context.Context, budget int) int {
	for g := *f; ; {
		g.options.Budget = budget
		_, err := g.Place(ctx)
		small, ok := errors.AsType[*TooSmallError](err)
		if !ok || small.Needed <= budget {
			return budget
		}
		budget = small.Needed
	}
}

// Place returns the packer's decision, without the commit in the header.
func (f *Fitter) Place(ctx context.Context) (packer.Bundle, error) {
	if err := f.prepare(ctx); err != nil {
		return packer.Bundle{}, err
	}
	a, err := f.search(ctx)
	if err != nil {
		return packer.Bundle{}, err
	}
	return a.bundle, nil
}

// prepare computes what depends only on the budget.
func (f *Fitter) prepare(ctx context.Context) (err error) {
	o := f.options
	f.gitRoom, f.partFrame = gitTokens*len(o.Commits), 0
	if f.task, err = o.Tell(ctx, o.Budget); err != nil {
		return err
	}
	f.chooseTree()
	f.way.Prepare(ctx, o.Budget, o.Reserve)
	f.filler = f.way.Filler(ctx)
	return nil
}

// farAway exceeds any room without causing overflows.
const farAway = 1 << 40

// search alternates between packing and writing, and returns the fullest bundle within the budget.
func (f *Fitter) search(ctx context.Context) (*attempt, error) {
	budget := f.options.Budget
	room := budget - f.frameTokens(ctx, budget, nil)
	if f.options.ListSkipped {
		room -= budget / listShare // unused tokens of the names are given back
	}
	if f.options.Split > 0 {
		split := f.options.Split
		f.partFrame = f.frameTokens(ctx, split, &render.Part{Number: 1, Of: 1, Budget: split})
	}
	var best *attempt
	f.tried = nil
	defer func() { f.tried = nil }()
	minimum, limit := -farAway, farAway // rooms known to be too small and too large
	for round := 0; (round < maxRounds || best == nil) && limit-minimum > 1; round++ {
		a, err := f.try(ctx, room)
		if err != nil {
			return nil, err
		}
		if a.used > budget {
			limit = max(min(room, a.bundle.Cost), minimum+1) // with less room than its cost, the bundle changes
			if room = min(room, limit) - (a.used - budget); room <= minimum {
				minimum = -farAway // the costs of entries are estimated anew in each round
			}
		} else {
			if best == nil || a.used > best.used {
				best = a
			}
			if a.bundle.Complete || a.bundle.Enough || f.isFull(a) {
				break
			}
			minimum = room
			room = min(room+budget-a.used, limit-1)
		}
		if round > 2 && minimum > -farAway && limit < farAway { // corrections alternate between two values
			room = minimum + (limit-minimum)/2
			if round%2 == 0 {
				room = limit - 1 // usually one step is too much
			}
		}
	}
	if best == nil {
		return f.squeeze(ctx, room)
	}
	return best, ctx.Err()
}

// squeeze handles the rare bundle that never settles: it reduces the room until the bundle fits.
func (f *Fitter) squeeze(ctx context.Context, room int) (*attempt, error) {
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

func (f *Fitter) try(ctx context.Context, room int) (*attempt, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		bundle, err := f.pack(room)
		if err != nil {
			return nil, err
		}
		if same := f.findSame(bundle); same != nil {
			return same, nil
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
		f.tried = append(f.tried, a)
		return a, nil
	}
}

// findSame returns a bundle of this search with the same entries, as written: rooms of different sizes are often
// filled the same way. Parts of a split bundle depend on more than the entries.
func (f *Fitter) findSame(b packer.Bundle) *attempt {
	if f.options.Split > 0 {
		return nil
	}
	for _, a := range f.tried {
		if a.bundle.Complete == b.Complete && slices.EqualFunc(a.bundle.Entries, b.Entries, sameEntry) && slices.Equal(a.bundle.Omissions, b.Omissions) {
			return &attempt{bundle: b, parts: slices.Clone(a.parts), used: a.used}
		}
	}
	return nil
}

func sameEntry(a, b packer.Entry) bool {
	return a.Candidate == b.Candidate && a.Tier == b.Tier && a.Named == b.Named && a.First == b.First &&
		slices.Equal(a.Cuts, b.Cuts) && slices.Equal(a.Sections, b.Sections)
}

func (f *Fitter) pack(room int) (packer.Bundle, error) {
	space := packer.Room{Budget: room}
	if split := f.options.Split; split > 0 {
		if f.partFrame >= split {
			return packer.Bundle{}, &TooSmallError{Budget: split, Needed: f.partFrame + 1, What: "the header of one part", Part: true}
		}
		space.Entry = split - f.partFrame
	}
	bundle, err := f.filler.Fill(space)
	return bundle, f.unpinned(err, room)
}

// unpinned converts the error that pinned files do not fit to tokens of the whole bundle.
func (f *Fitter) unpinned(err error, room int) error {
	var pinned *packer.PinnedError
	if !errors.As(err, &pinned) {
		return err
	}
	return &TooSmallError{
		Budget: f.options.Budget, Needed: f.options.Budget + pinned.Missing + max(-room, 0),
		What: "the pinned files (the largest is " + render.DisplayPath(pinned.Largest) + ")",
	}
}

func (f *Fitter) tooSmall(ctx context.Context) error {
	frame := f.settle(f.document(ctx, packer.Bundle{Omissions: allOmitted(len(f.files))}))
	return &TooSmallError{Budget: f.options.Budget, Needed: max(frame.tokens+f.gitRoom, f.options.Budget+1), What: "the header of the bundle"}
}

// isFull reports whether the rest of the budget is not worth another round.
func (f *Fitter) isFull(a *attempt) bool {
	left := f.options.Budget - a.used
	return left == 0 || left < f.way.Slack(f.options.Budget)
}

func allOmitted(files int) []packer.Omission {
	omissions := make([]packer.Omission, files)
	for i := range omissions {
		omissions[i] = packer.Omission{Candidate: i, Reason: packer.NoBudget}
	}
	return omissions
}

// frameTokens returns the approximate cost of a bundle without entries that says how many tokens it used, or of a part of one.
func (f *Fitter) frameTokens(ctx context.Context, used int, part *render.Part) int {
	d := f.document(ctx, packer.Bundle{Omissions: allOmitted(len(f.files))})
	d.Used, d.Part = used, part
	head, tail := f.options.Format.Frame(d)
	return f.way.Count(head) + f.way.Count(tail) + f.gitRoom
}
