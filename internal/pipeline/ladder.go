package pipeline

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/fault"
	"ctxpack/internal/render"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// What the steps of a ladder are worth. A score is a logarithm: 8 points more are
// worth twice as much, so that worth for each token is the score less 8 points for
// each doubling of the tokens. The numbers are measured, see docs/ranking.md.
const (
	point = 1024 // of a value, one point of a score

	deepLoss    = 8 * point  // for each doubling of a file's tokens: worth for each token
	deepTokens  = 225        // added to them, so that no tiny file wins by its size
	briefLoss   = 32         // tenths of a point for each doubling of an outline's tokens
	briefPoints = 60 * point // less than the file itself: what an outline leaves out
	asideShare  = 100        // parts of 1,000
	sliceShare  = 100        // parts of 1,000
	sliceTokens = 800        // of them beside, with a task
	fileShare   = 150        // parts of 1,000
	fileTokens  = 1000

	thinTokens   = 40         // a folded outline with fewer says too little of a large file
	foldedGain   = 20 * point // without a task, what is folded soon takes the place of names
	outlineLoss  = 12 * point // for each token an outline says less than a text as long
	leastOutline = 75         // tokens with which one is worth most for each
	outlineShare = 4          // a file is so many times as long as its outline, or begins without
	foldedTokens = 150        // most tokens of a folded outline
	screenTokens = 600        // most tokens of the first screen of a document
	screenLines  = 60
	smallTokens  = 600 // a file with fewer is not taken apart
	partLines    = 40  // most lines of a part that is no declaration
	wholeShare   = 70  // percent of a file that make it whole
	// Without a task, a file of which so many percent are shown goes on to be whole
	// before others get their turn: a task asks for parts, whoever has none reads on.
	begunShare    = 10
	frameGuess    = 25 // tokens of a frame, where a value is computed before it is known
	readmeWorth   = 50 // score with which the whole README, or an overview, competes
	overviewWorth = 90 // and the first screen of an overview
	exportedBonus = 2 * point
	bodyBonus     = 1 * point
)

// deepValue is what a file's text is worth for each token that it takes. What is
// written around it is worth nothing: of a file of a few tokens that is most of them.
func deepValue(worth, tokens int) int {
	frame := log2(tokens+frameGuess) - log2(max(tokens, 1))
	return worth - deepLoss*(log2(tokens+deepTokens)+frame)/point
}

// briefValue is the same for an outline.
func briefValue(worth, tokens int) int {
	return worth - briefPoints - briefLoss*log2(tokens+frameGuess)/10
}

// rungs is how a candidate can be shown, as far as it has been asked.
type rungs struct {
	names        string // "" for none
	nameTokens   int
	folded       string
	foldedTokens int
	screen       []render.Range // first lines that stand for an outline, nil for none
	parts        []filePart
}

// filePart is a piece of a file's text.
type filePart struct {
	start, end int // lines, both included
	cost       int // tokens in the bundle
	value      int
}

// ladders offers the candidates to packer.Fill, but for their Steps.
func (f *fitter) ladders() []packer.Ladder {
	f.rungs, f.frames = make([]*rungs, len(f.files)), make([]int, len(f.files))
	f.bareTokens = f.count(f.options.Format.Entry(render.File{Tier: packer.Signatures, Level: packer.Excerpt, Text: "x"})) - 1
	f.offers = [2][]*offer{make([]*offer, len(f.files)), make([]*offer, len(f.files))}
	ladders := make([]packer.Ladder, len(f.files))
	for _, file := range f.files {
		f.topValue = max(f.topValue, file.value)
	}
	for i, file := range f.files {
		c := &file.Contents
		worth := worthOf(file)
		aside := f.options.Task == nil && file.Facts.Class != scorer.Source && file.Facts.Document == scorer.Plain && !file.Facts.Manifest && !f.options.chosen(file)
		ladders[i] = packer.Ladder{
			Path: file.Name, Pinned: file.Facts.Pinned, Aside: aside, Tokens: c.Tokens,
			Value: [2]int{
				briefValue(worth[packer.Brief], leastBrief(c)), f.deepest(file, worth[packer.Deep]),
			},
			Least: [2]int{leastBrief(c) + frameGuess/2, leastDeep(c.Tokens) + frameGuess/2},
		}
		if f.groups != nil {
			ladders[i].Group = f.groups[i]
		}
	}
	f.order, f.turn = byDepth(ladders)
	return ladders
}

// leastDeep is about the least that is shown of a file's text: all of a small file,
// and what is worth a frame of one that is taken apart.
func leastDeep(tokens int) int {
	if tokens <= smallTokens {
		return tokens
	}
	return smallTokens / 4
}

// offer is what a candidate offers in a chain.
type offer struct {
	steps []packer.Step
	frame int
}

// steps returns what a candidate offers in a chain. The budget is filled several
// times until the bundle fits, and the answer is the same.
func (f *fitter) steps(ctx context.Context, i int, c packer.Chain) ([]packer.Step, int) {
	if f.offers[c][i] == nil {
		if c == packer.Brief {
			f.offers[c][i] = f.brief(ctx, i)
		} else {
			f.takeApart(ctx, i)
		}
	}
	steps := f.offers[c][i].steps
	if f.files[i].outlineOnly {
		steps = slices.DeleteFunc(slices.Clone(steps), func(s packer.Step) bool { return s.Level > packer.Outline })
	}
	return steps, f.offers[c][i].frame
}

// ahead is how many candidates each processor takes apart at once.
const ahead = 8

// takeApart finds out what the text of a candidate offers, and those of the next few
// of the same rank: whoever asks for one is likely to ask for them, and together they
// are faster. What was looked at has no influence on the bundle.
func (f *fitter) takeApart(ctx context.Context, i int) {
	group := errgroup.Group{}
	group.SetLimit(f.options.jobs())
	left := ahead * f.options.jobs()
	for _, k := range f.order[f.turn[i]:] {
		if f.offers[packer.Deep][k] != nil {
			continue
		}
		group.Go(fault.Guard(f.files[k].Name, func() error {
			f.offers[packer.Deep][k] = f.deep(ctx, k)
			return nil
		}))
		if left--; left <= 0 || f.options.jobs() == 1 {
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
		return cmp.Or(cmp.Compare(ladders[b].Value[packer.Deep], ladders[a].Value[packer.Deep]), cmp.Compare(a, b))
	})
	for k, i := range order {
		turn[i] = k
	}
	return order, turn
}

// worthOf is what a file is worth in each chain: its points, those included that the
// bounds of a score take away. The first screen of the README comes before all else.
func worthOf(file *File) [2]int {
	if file.Facts.Task != nil {
		return taskWorth(file)
	}
	switch file.Facts.Document {
	case scorer.Readme:
		return [2]int{packer.Brief: 1000 * point, packer.Deep: readmeWorth * point}
	case scorer.Overview:
		return [2]int{packer.Brief: overviewWorth * point, packer.Deep: readmeWorth * point}
	}
	points := (file.Breakdown.Score - file.Breakdown.Points(scorer.LimitFactor)) * point
	return [2]int{points, points}
}

// log2 is the binary logarithm of n in points of a value, straight between the
// powers of two.
func log2(n int) int {
	whole := bits.Len(uint(max(n, 1))) - 1
	return whole*point + (max(n, 1)-1<<whole)*point>>whole
}

// deep offers the text of a candidate. Code that is not small goes part by part,
// and a large file begins with its outline.
func (f *fitter) deep(ctx context.Context, i int) *offer {
	text, ok := f.text(ctx, i)
	if !ok {
		return &offer{}
	}
	file := f.files[i]
	value := f.deepValueOf(file)
	whole := packer.Step{Level: packer.Whole, Cost: f.wholeCost(file, text), Value: value}
	r := f.rungsOf(ctx, i)
	if r == nil || len(r.screen) > 0 && file.Facts.Task == nil || file.Contents.Tokens <= smallTokens || file.Facts.Pinned || !f.summarised(ctx, i) {
		whole.Value += exportedBonus
		if r != nil && r.screenEnd(true) == file.Contents.Lines {
			whole.Value = nothingNew // but markup that the first screen passes over
		}
		return &offer{[]packer.Step{whole}, f.frameOf(i)}
	}
	lines := newLineIndex(text)
	r.parts = f.partsOf(file, lines, value)
	f.rateParts(file, lines, r.parts)
	steps := f.outlineFirst(file, lines, value)
	return &offer{append(steps, f.partSteps(r.parts, whole, file.Contents.Tokens)...), f.frameOf(i)}
}

// outlineFirst is the step with which the text of a large file begins, if there is no
// task, which asks for its parts: its outline, where that is much shorter.
func (f *fitter) outlineFirst(file *File, lines lineIndex, value int) []packer.Step {
	c := &file.Contents
	if file.Facts.Task != nil || c.Folded == "" {
		return nil
	}
	outline := f.outlineOf(file, lines)
	tokens := f.count(outline)
	if tokens <= c.FoldedTokens || outlineShare*tokens >= c.Tokens {
		return nil
	}
	cost := f.shown(file, func(e *render.File) { e.Text = outline })
	return []packer.Step{{Level: packer.Outline, Cost: cost, Value: max(value+exportedBonus, outlineValue(file, tokens))}}
}

// outlineValue is what the outline of a file is worth where more is too dear: less than
// a text of as many tokens, and no more than it is with the fewest that are worth a frame.
func outlineValue(file *File, tokens int) int {
	return deepValue(worthOf(file)[packer.Deep], max(tokens, leastOutline)) - outlineLoss
}

// shown is what a text or a section costs in the bundle beside the frame of the
// candidate, escapes and marks included.
func (f *fitter) shown(file *File, fill func(*render.File)) int {
	bare := render.File{Tier: packer.Signatures, Level: packer.Excerpt, Lines: file.Contents.Lines, Fence: file.fence(), Numbered: f.options.LineNumbers}
	entry := bare
	fill(&entry)
	return max(f.count(f.options.Format.Entry(entry))-f.bareTokens, 1)
}

// wholeCost is about what a whole text costs beside its frame; its own count where
// it is written as it is.
func (f *fitter) wholeCost(file *File, text string) int {
	if f.options.Format.Verbatim && !f.options.LineNumbers {
		return file.Contents.Tokens
	}
	return f.shown(file, func(e *render.File) { e.Tier, e.Level, e.Text = packer.Full, packer.Whole, text })
}

// partSteps are the parts in the order of their values, as many as may be shown
// before the file becomes whole.
func (f *fitter) partSteps(parts []filePart, whole packer.Step, tokens int) []packer.Step {
	var steps []packer.Step
	shown := 0
	next := func(value int) int {
		if f.options.Task == nil && shown*100 >= tokens*begunShare {
			return finishing
		}
		return value
	}
	for _, k := range byValue(parts) {
		if (shown+parts[k].cost)*100 >= tokens*wholeShare {
			break
		}
		steps = append(steps, packer.Step{Level: packer.Excerpt, Part: k, Cost: parts[k].cost, Value: next(parts[k].value)})
		shown += parts[k].cost
	}
	whole.Value = next(whole.Value)
	return append(steps, whole)
}

// nothingNew is less than anything else is worth.
const nothingNew = -1 << 40

// finishing is more than anything else is worth.
const finishing = 1 << 40

// frameOf is what is written around a candidate's text, in tokens.
func (f *fitter) frameOf(i int) int {
	if f.frames[i] == 0 {
		f.frames[i] = max(f.options.entryFloor(f.files[i])-f.files[i].Contents.SummaryFloor, 0) + 1
	}
	return f.frames[i]
}
