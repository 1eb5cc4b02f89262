package view

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer/fitted"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/safe/fault"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// span is a piece of a file's text.
type span struct {
	start, end int // lines, both included
	cost       int // tokens in the bundle
	value      int
	heads      []int // lines in front of it that say what it stands in
	little     bool  // it is not shown by itself: an accessor, or imports
}

// Levels shows files at levels, from nothing to all of them.
type Levels struct {
	*Views
	ladders    []packer.Ladder
	order      []int  // candidates as their texts are asked for
	turn       []int  // their places in it
	shares     []int  // of the groups of candidates; nil without shares
	topValue   int    // of the file that a task asks for most
	used       *usage // nil until texts are taken apart
	usageOnce  sync.Once
	slicer     *slicer // nil until texts are asked what they refer to
	slicerOnce sync.Once
}

// NewLevels offers files in the order of their ranking. Of groups, if they are not nil,
// each file has one, and each of them its share of the bundle, in thousandths.
func NewLevels(files []*File, o Options, groups, shares []int) *Levels {
	f := &Levels{Views: newViews(files, o), ladders: make([]packer.Ladder, len(files)), shares: shares}
	for _, file := range f.files {
		f.topValue = max(f.topValue, file.Value)
	}
	for i, file := range f.files {
		c := &file.Contents
		worth := worthOf(file)
		auxiliary := !f.options.Task && file.Facts.Class != scorer.Source && file.Facts.Document == scorer.Plain && !file.Facts.Manifest && !file.Chosen
		f.ladders[i] = packer.Ladder{
			Path: file.Name, Pinned: file.Facts.Pinned, Auxiliary: auxiliary, Tokens: c.Tokens,
			Density: [2]int{
				briefValue(worth[packer.Brief], leastBrief(c)), f.deepest(file, worth[packer.Deep]),
			},
			Least: [2]int{leastBrief(c) + fitted.FrameTokens/2, leastDeep(c.Tokens) + fitted.FrameTokens/2},
		}
		if groups != nil {
			f.ladders[i].Group = groups[i]
		}
	}
	f.order, f.turn = byDepth(f.ladders)
	return f
}

// Prepare makes ready for a bundle of so many tokens; nothing is kept for signatures.
func (f *Levels) Prepare(_ context.Context, budget, _ int) {
	f.room = budget
	if !f.options.Format.Groups() {
		return
	}
	all := 0
	for _, file := range f.files {
		all += file.Contents.Tokens
	}
	if exact := all <= budget; exact != f.exact {
		f.exact = exact
		clear(f.forms)
		clear(f.frames)
	}
}

// Filler fills by levels. What texts offer is found out once for all rooms.
func (f *Levels) Filler(ctx context.Context) packer.Filler {
	for i := range f.ladders {
		f.ladders[i].Steps = func(c packer.Chain) ([]packer.Step, int) { return f.steps(ctx, i, c) }
	}
	share, beyond := f.fileShare()
	return packer.NewSequence(packer.ByLevels{Ladders: f.ladders, RestShare: restShare, Plan: packer.Plan{
		Auxiliary: fitted.AuxiliaryShare, File: share, FileTokens: beyond, Shares: f.shares, Breadth: !f.options.Task,
		Slices: fitted.SliceShare, SliceTokens: f.moreSlices(),
		Refers: func(i int, step packer.Step) []packer.Slice { return f.refers(ctx, i, step) },
		Asked:  fitted.UsedNames, Uses: fitted.UsesShare,
		Users:  func(i int, step packer.Step) []packer.Slice { return f.users(ctx, i, step) },
		Around: func(i int) []packer.Slice { return f.refers(ctx, i, packer.Step{Level: packer.Whole}) },
		Define: func(s packer.Slice, brief packer.Level, parts []int) (cost, frame int, ok bool) {
			return f.define(ctx, s, brief, parts)
		},
		Ahead: func(list []packer.Slice) { f.outlineSlices(ctx, list) },
	}})
}

// moreSlices are the tokens that slices get beside their share: with a task, much of a
// small bundle is parts of files.
func (f *Levels) moreSlices() int {
	if !f.options.Task {
		return 0
	}
	return fitted.SliceTokens
}

// Slack is how many tokens of a budget are not worth another round: Smallest and Grow
// fill them.
func (f *Levels) Slack(budget int) int { return budget / slackShare }

// Entry is what a bundle shows of a file; false if it cannot be read again.
func (f *Levels) Entry(ctx context.Context, e packer.Entry) (render.File, bool) {
	return f.write(ctx, e, f.entryOf)
}

// Smallest is a file as a whole, or what stands for it, if one of them costs
// no more than there is room for.
func (f *Levels) Smallest(ctx context.Context, i, room int) (packer.Entry, bool) {
	c, ladder := &f.files[i].Contents, &f.ladders[i]
	if !f.files[i].OutlineOnly && c.Tokens+fitted.FrameTokens/2 <= room {
		if cost, ok := f.cost(ctx, i, packer.Full); ok && cost <= room {
			return packer.Entry{Candidate: i, Tier: packer.Full, Level: packer.Whole, Cost: cost}, true
		}
	}
	if ladder.Least[packer.Brief] > room || ladder.Density[packer.Brief] == packer.None {
		return packer.Entry{}, false
	}
	steps, frame := f.steps(ctx, i, packer.Brief)
	if len(steps) == 0 || steps[0].Level == packer.Whole || steps[0].Cost+frame > room {
		return packer.Entry{}, false
	}
	level := steps[0].Level
	return packer.Entry{Candidate: i, Tier: packer.Signatures, Level: level, Brief: level, Cost: steps[0].Cost + frame}, true
}

// Waiting lists the files of which a bundle may show more: the one whose turn is next, then
// all in the order in which texts are asked for, auxiliary files last.
func (f *Levels) Waiting(b packer.Bundle) []int {
	list := waiting(b, len(f.files))
	rank := func(i int) int {
		switch {
		case i == b.Next:
			return 0
		case f.ladders[i].Auxiliary:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(list, func(x, y int) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(f.turn[x], f.turn[y]))
	})
	return list
}

// Grow shows more of an entry within a limit of tokens; of lines, which are counted one
// by one, within another. Where it leaves no more than slack, a text ends at a better
// place. It is not ok if nothing that is worth an entry fits.
func (f *Levels) Grow(ctx context.Context, e packer.Entry, limit, lineLimit, slack int) (packer.Entry, bool) {
	f.formOf(ctx, e.Candidate)
	e.Tier, e.Level = packer.Signatures, packer.Excerpt
	g := growing{Views: f.Views, entry: f.entryOf, slack: slack}
	for steps, _ := f.steps(ctx, e.Candidate, packer.Deep); len(steps) > 0 && steps[len(steps)-1].Then != nil; {
		steps = steps[len(steps)-1].Then()
	}
	from, parts := f.begins(f.files[e.Candidate]), []span(nil)
	if r := f.form(e.Candidate); r.known {
		parts = r.parts
		from = max(from, r.screenEnd(e.Brief == packer.Outline)+1)
	}
	return g.grow(ctx, e, parts, longestGap(from, f.files[e.Candidate].Contents.Lines, nil), limit, lineLimit)
}

// leastDeep is about the least that is shown of a file's text: all of a small file,
// and what is worth a frame of one that is taken apart.
func leastDeep(tokens int) int {
	if tokens <= fitted.SmallTokens {
		return tokens
	}
	return fitted.SmallTokens / 4
}

// steps returns what a candidate offers in a chain. The budget is filled several
// times until the bundle fits, and the answer is the same.
func (f *Levels) steps(ctx context.Context, i int, c packer.Chain) ([]packer.Step, int) {
	form := f.form(i)
	if !form.offered[c] {
		if c == packer.Brief {
			form.offer(c, f.brief(ctx, i))
		} else {
			f.takeApart(ctx, i)
		}
	}
	steps := form.steps[c]
	if f.files[i].OutlineOnly {
		steps = slices.DeleteFunc(slices.Clone(steps), func(s packer.Step) bool { return s.Level > packer.Outline })
	}
	if len(steps) == 0 {
		return nil, 0
	}
	return steps, f.frameOf(i)
}

// ahead is how many candidates each processor takes apart at once.
const ahead = 2

// takeApart finds out what the text of a candidate offers, and those of the next few
// of the same rank: whoever asks for one is likely to ask for them, and together they
// are faster. What was looked at has no influence on the bundle.
func (f *Levels) takeApart(ctx context.Context, i int) {
	group := errgroup.Group{}
	group.SetLimit(f.options.Jobs)
	left := ahead * f.options.Jobs
	for _, k := range f.order[f.turn[i]:] {
		if f.form(k).offered[packer.Deep] {
			continue
		}
		group.Go(fault.Guard(f.files[k].Name, func() error {
			f.form(k).offer(packer.Deep, f.deep(ctx, k))
			return nil
		}))
		if left--; left <= 0 || f.options.Jobs == 1 {
			break
		}
	}
	fault.Raise(group.Wait()) // nothing else fails
}

// byDepth returns the candidates in the order in which their texts are asked for, and
// the place of each in it.
func byDepth(ladders []packer.Ladder) (order, turn []int) {
	order, turn = make([]int, len(ladders)), make([]int, len(ladders))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(ladders[b].Density[packer.Deep], ladders[a].Density[packer.Deep]), cmp.Compare(a, b))
	})
	for k, i := range order {
		turn[i] = k
	}
	return order, turn
}

// deep offers the text of a candidate. Code that is not small goes part by part,
// and a large file begins with its outline.
func (f *Levels) deep(ctx context.Context, i int) []packer.Step {
	file := f.files[i]
	value := f.deepValueOf(file)
	r := f.formOf(ctx, i)
	if r == nil || len(r.screen) > 0 && file.Facts.Task == nil || file.Contents.Tokens <= fitted.SmallTokens || file.Facts.Pinned || !f.summarised(ctx, i) {
		whole, ok := f.wholeStep(ctx, i, value+fitted.Exported*point)
		if !ok {
			return nil
		}
		if r != nil && r.screenEnd(true) == file.Contents.Lines {
			whole.Density = nothingNew // but markup that the first screen passes over
		}
		return []packer.Step{whole}
	}
	if step, ok := f.outlineFirst(ctx, i, value); ok {
		step.Then = sync.OnceValue(func() []packer.Step { return f.partsFirst(ctx, i, value) })
		return []packer.Step{step}
	}
	return f.partsFirst(ctx, i, value)
}

// wholeStep is the step that shows all of a file; false if its text cannot be read again.
func (f *Levels) wholeStep(ctx context.Context, i, value int) (packer.Step, bool) {
	text, ok := f.Text(ctx, i)
	if !ok {
		return packer.Step{}, false
	}
	return packer.Step{Level: packer.Whole, Cost: f.wholeCost(f.files[i], text), Density: value}, true
}

// partsFirst offers the parts of a text before the whole of it.
func (f *Levels) partsFirst(ctx context.Context, i, value int) []packer.Step {
	whole, ok := f.wholeStep(ctx, i, value)
	if !ok {
		return nil
	}
	text, _ := f.Text(ctx, i)
	file, r, lines := f.files[i], f.form(i), lineindex.New(text)
	r.parts = f.partsOf(file, lines, value)
	findHeads(r.parts, lines)
	f.rateParts(ctx, i, lines, r.parts)
	return f.partSteps(r.parts, whole, f.size(file))
}

// outlineFirst is the step with which the text of a large file begins, if there is no
// task, which asks for its parts: its outline, where that is much shorter.
func (f *Levels) outlineFirst(ctx context.Context, i, value int) (packer.Step, bool) {
	file := f.files[i]
	c := &file.Contents
	if file.Facts.Task != nil || c.Folded == "" {
		return packer.Step{}, false
	}
	outline := f.outlineOf(file, nil)
	tokens := f.count(outline)
	if tokens <= c.FoldedTokens || fitted.OutlineTimes*tokens >= c.Tokens {
		return packer.Step{}, false
	}
	cost := f.shown(file, func(e *render.File) { e.Text = outline + f.callLines(ctx, i, nil) })
	return packer.Step{Level: packer.Outline, Cost: cost, Density: max(value+fitted.Exported*point, outlineValue(file, tokens))}, true
}

// wholeCost is about what a whole text costs beside its frame, which is that of a brief
// entry; its own count where it is written as it is.
func (f *Levels) wholeCost(file *File, text string) int {
	more := max(f.bodyTokens-f.briefTokens, 0)
	omitted := f.omitted(file, text)
	tests := f.inlineTests(file).End > 0
	if f.options.Format.Verbatim && !f.options.LineNumbers && (len(omitted) == 0 || file.Shared || tests) {
		tokens := f.size(file) + omittedMark*len(omitted)
		if len(omitted) > 0 && file.Shared { // the text is not counted again
			tokens -= file.Contents.Licence.Tokens
		}
		return max(tokens, 1) + more
	}
	return more + f.shown(file, func(e *render.File) {
		e.Tier, e.Level = packer.Full, packer.Whole
		f.fillWhole(e, file, text, omitted)
	})
}

// partSteps are the parts in the order of their values, as many as may be shown
// before the file becomes whole.
func (f *Levels) partSteps(parts []span, whole packer.Step, tokens int) []packer.Step {
	var steps []packer.Step
	shown := 0
	headed := map[int]bool{}
	next := func(value int) int {
		if !f.options.Task && shown*1000 >= tokens*fitted.BegunShare {
			return finishing
		}
		return value
	}
	order := byValue(parts)
	for n, k := range order {
		if parts[k].little {
			continue
		}
		if (shown+parts[k].cost)*1000 >= tokens*fitted.WholeShare {
			if f.options.Task { // what is left is worth no less than its parts
				whole.Density = max(whole.Density, meanValue(parts, order[n:]))
			}
			break
		}
		cost := parts[k].cost
		for _, line := range parts[k].heads {
			if !headed[line] {
				headed[line] = true
				cost += headTokens
			}
		}
		steps = append(steps, packer.Step{Level: packer.Excerpt, Part: k, Cost: cost, Density: next(parts[k].value)})
		shown += parts[k].cost
	}
	whole.Density = next(whole.Density)
	return append(steps, whole)
}

// meanValue is what some parts are worth for each of their tokens.
func meanValue(parts []span, some []int) int {
	value, cost := 0, 0
	for _, k := range some {
		value += parts[k].value * max(parts[k].cost, 1)
		cost += max(parts[k].cost, 1)
	}
	return value / cost
}

// frameOf is what is written around a candidate's text, in tokens.
func (f *Levels) frameOf(i int) int {
	if f.frames[i] == 0 {
		f.frames[i] = int32(max(f.options.entryFloor(f.files[i])-f.files[i].Contents.SummaryFloor, 0) + 1)
	}
	return int(f.frames[i])
}
