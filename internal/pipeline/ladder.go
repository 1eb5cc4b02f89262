package pipeline

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"strings"

	"ctxpack/internal/render"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/signatures"
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
	fileShare   = 150        // parts of 1,000
	fileTokens  = 1000

	thinTokens    = 40  // a folded outline with fewer says too little of a large file
	foldedTokens  = 150 // most tokens of a folded outline
	screenTokens  = 600 // most tokens of the first screen of a document
	screenLines   = 60
	smallTokens   = 600 // a file with fewer is not taken apart
	partLines     = 40  // most lines of a part that is no declaration
	wholeShare    = 70  // percent of a file that make it whole
	frameGuess    = 25  // tokens of a frame, where a value is computed before it is known
	readmeWorth   = 50  // score with which the whole README competes
	exportedBonus = 2 * point
	bodyBonus     = 1 * point
)

// deepValue is what a file's text is worth for each of its tokens.
func deepValue(worth, tokens int) int { return worth - deepLoss*log2(tokens+deepTokens)/point }

// briefValue is the same for an outline.
func briefValue(worth, tokens int) int {
	return worth - briefPoints - briefLoss*log2(tokens+frameGuess)/10
}

// rungs is how a candidate can be shown, as far as it has been asked.
type rungs struct {
	folded       string
	foldedTokens int
	screen       int // first lines that stand for an outline, 0 for none
	parts        []filePart
}

// filePart is a piece of a file's text.
type filePart struct {
	start, end int // lines, both included
	cost       int // tokens in the bundle
	value      int
}

// ladders offers the candidates to packer.Fill.
func (f *fitter) ladders(ctx context.Context) []packer.Ladder {
	f.rungs = make([]*rungs, len(f.files))
	f.offers = [2]map[int]offer{{}, {}}
	ladders := make([]packer.Ladder, len(f.files))
	for i, file := range f.files {
		c := &file.Contents
		deep, brief := worth(file), worth(file)
		if file.Facts.Document == scorer.Readme {
			deep, brief = readmeWorth*point, 1000*point
		}
		aside := file.Facts.Class != scorer.Source && file.Facts.Document == scorer.Plain && !file.Facts.Manifest && !f.options.chosen(file)
		ladders[i] = packer.Ladder{
			Path: file.Name, Pinned: file.Facts.Pinned, Aside: aside, Tokens: c.Tokens,
			Value: [2]int{
				briefValue(brief, c.FoldedTokens), deepValue(deep, c.Tokens) + exportedBonus,
			},
			Least: [2]int{c.FoldedTokens + frameGuess/2, min(c.Tokens, smallTokens/10) + frameGuess/2},
			Steps: func(c packer.Chain) ([]packer.Step, int) { return f.steps(ctx, i, c, [2]int{brief, deep}) },
		}
	}
	return ladders
}

// likely lists the files that will be taken apart if nothing waits: those that are
// worth most for each token, as many as the budget holds. They are outlined together,
// which is faster; which they are has no influence on the bundle.
func (f *fitter) likely() []*File {
	order := make([]int, len(f.plan))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.plan[b].Value[packer.Deep], f.plan[a].Value[packer.Deep]), cmp.Compare(a, b))
	})
	var list []*File
	room := f.options.Budget
	for _, i := range order {
		file := f.files[i]
		if room -= min(file.Contents.Tokens, fileTokens+f.options.Budget*fileShare/1000); room < 0 {
			break
		}
		if file.Summary() == nil && file.Contents.Folded != "" && file.Contents.Tokens > smallTokens {
			list = append(list, file)
		}
	}
	return list
}

// offer is what a candidate offers in a chain.
type offer struct {
	steps []packer.Step
	frame int
}

// steps returns what a candidate offers in a chain, by what it is worth there. The
// budget is filled several times until the bundle fits, and the answer is the same.
func (f *fitter) steps(ctx context.Context, i int, c packer.Chain, worth [2]int) ([]packer.Step, int) {
	known, ok := f.offers[c][i]
	if !ok {
		if c == packer.Brief {
			known.steps, known.frame = f.brief(ctx, i, worth[c])
		} else {
			known.steps, known.frame = f.deep(ctx, i, worth[c])
		}
		f.offers[c][i] = known
	}
	return known.steps, known.frame
}

// worth is what a file's points add up to, those included that the bounds of a
// score take away.
func worth(file *File) int {
	return (file.Breakdown.Score - file.Breakdown.Points(scorer.LimitFactor)) * point
}

// log2 is the binary logarithm of n in points of a value, straight between the
// powers of two.
func log2(n int) int {
	whole := bits.Len(uint(max(n, 1))) - 1
	return whole*point + (max(n, 1)-1<<whole)*point>>whole
}

// rungsOf makes sure that the brief forms of a candidate are known; nil if its text
// cannot be read again.
func (f *fitter) rungsOf(ctx context.Context, i int) *rungs {
	if f.rungs[i] != nil {
		return f.rungs[i]
	}
	r := &rungs{}
	file := f.files[i]
	f.rungs[i] = r
	if file.Contents.Folded != "" {
		r.folded, r.foldedTokens = file.Contents.Folded, file.Contents.FoldedTokens
		if r.foldedTokens < thinTokens && file.Contents.Tokens > smallTokens && f.summarised(ctx, i) {
			// The skeletons of some languages have types without their members.
			r.folded = foldedOutline(file.Summary().Declarations, foldedTokens, f.count)
			r.foldedTokens = f.count(r.folded)
		}
		return r
	}
	text, ok := f.text(ctx, i)
	if !ok {
		return nil
	}
	r.screen = f.firstScreen(file, text)
	return r
}

// firstScreen is how many lines stand for a file without an outline: a screen of a
// document, and a few lines of anything else.
func (f *fitter) firstScreen(file *File, text string) int {
	most, room := f.options.Config.Context.SummaryLines, foldedTokens
	if scorer.ClassName(file.Name) == scorer.Prose {
		most, room = screenLines, screenTokens
	}
	lines, tokens := 0, 0
	for line := range strings.Lines(text) {
		if tokens += f.count(line); lines == most || tokens > room && lines > 0 {
			break
		}
		lines++
	}
	return lines
}

// brief offers what stands for a candidate: its folded outline, or its first lines.
func (f *fitter) brief(ctx context.Context, i, worth int) (steps []packer.Step, frame int) {
	r := f.rungsOf(ctx, i)
	if r == nil {
		return nil, 0
	}
	file := f.files[i]
	level, tokens, brief := packer.Folded, r.foldedTokens, r.folded
	if r.screen > 0 {
		text, ok := f.text(ctx, i)
		if !ok {
			return nil, 0
		}
		if r.screen >= file.Contents.Lines {
			return f.wholeScreen(ctx, i, worth)
		}
		brief = signatures.FirstLines(text, r.screen)
		level, tokens = packer.Outline, f.count(brief)
	}
	if tokens == 0 || tokens >= file.Contents.Tokens {
		return nil, 0
	}
	frame = f.frameOf(i)
	cost := f.shown(file, frame, func(e *render.File) { e.Text = brief })
	return []packer.Step{{Level: level, Cost: cost, Value: briefValue(worth, tokens)}}, frame
}

// wholeScreen offers a README that is no longer than a screen first of all.
func (f *fitter) wholeScreen(ctx context.Context, i, worth int) (steps []packer.Step, frame int) {
	cost, ok := f.cost(ctx, i, packer.Full)
	if !ok || f.files[i].Facts.Document != scorer.Readme {
		return nil, 0
	}
	frame = f.frameOf(i)
	return []packer.Step{{Level: packer.Whole, Cost: max(cost-frame, 0), Value: briefValue(worth, f.files[i].Contents.Tokens)}}, frame
}

// deep offers the text of a candidate. Code that is not small goes part by part,
// and a large file begins with its outline.
func (f *fitter) deep(ctx context.Context, i, worth int) (steps []packer.Step, frame int) {
	text, ok := f.text(ctx, i)
	if !ok {
		return nil, 0
	}
	file := f.files[i]
	cost, ok := f.cost(ctx, i, packer.Full)
	if !ok {
		return nil, 0
	}
	frame = f.frameOf(i)
	value := deepValue(worth, file.Contents.Tokens)
	whole := packer.Step{Level: packer.Whole, Cost: max(cost-frame, 0), Value: value}
	r := f.rungsOf(ctx, i)
	if r == nil || r.screen > 0 || file.Contents.Tokens <= smallTokens || file.Facts.Pinned || !f.summarised(ctx, i) {
		whole.Value += exportedBonus
		return []packer.Step{whole}, frame
	}
	if tokens := file.Summary().Tokens; file.Contents.Folded != "" && tokens > file.Contents.FoldedTokens && 4*tokens < file.Contents.Tokens {
		cost := f.shown(file, frame, func(e *render.File) { e.Text = file.Summary().Text })
		steps = append(steps, packer.Step{Level: packer.Outline, Cost: cost, Value: value + exportedBonus})
	}
	if r.parts == nil {
		r.parts = f.partsOf(file, text, value, frame)
	}
	return append(append(steps, partSteps(r.parts, file.Contents.Tokens)...), whole), frame
}

// shown is what a text or a section costs in the bundle beside the frame of the
// candidate, escapes and marks included.
func (f *fitter) shown(file *File, frame int, fill func(*render.File)) int {
	entry := f.frame(file, packer.Signatures)
	entry.Level = packer.Excerpt
	fill(&entry)
	return max(f.count(f.options.Format.Entry(entry))-frame, 1)
}

// partSteps are the parts in the order of their values, as many as may be shown
// before the file becomes whole.
func partSteps(parts []filePart, tokens int) []packer.Step {
	order := make([]int, len(parts))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return parts[b].value - parts[a].value })
	var steps []packer.Step
	shown := 0
	for _, k := range order {
		if shown += parts[k].cost; shown*100 >= tokens*wholeShare {
			break
		}
		steps = append(steps, packer.Step{Level: packer.Excerpt, Part: k, Cost: parts[k].cost, Value: parts[k].value})
	}
	return steps
}

// frameOf is what is written around a candidate's text, in tokens.
func (f *fitter) frameOf(i int) int {
	return max(f.options.entryFloor(f.files[i])-f.files[i].Contents.SummaryFloor, 0) + 1
}

// entryOf builds what the bundle shows of a candidate, at its level or in its tier.
func (f *fitter) entryOf(ctx context.Context, e packer.Entry) (render.File, bool) {
	if f.plan == nil || e.Tier == packer.Full {
		out, ok := f.entry(ctx, e)
		out.Level = e.Level
		return out, ok
	}
	file, r := f.files[e.Candidate], f.rungs[e.Candidate]
	out := f.frame(file, packer.Signatures)
	out.Level = e.Level
	if r == nil {
		return out, false
	}
	ok := true
	switch {
	case e.Brief == packer.Folded:
		out.Text, out.Tokens = r.folded, r.foldedTokens
	case e.Brief == packer.Outline && r.screen > 0:
		var text string
		text, ok = f.text(ctx, e.Candidate)
		out.Text = signatures.FirstLines(text, r.screen)
		out.TextRange = render.Range{Start: 1, End: r.screen}
		out.Tokens = f.count(out.Text)
	case e.Brief == packer.Outline:
		summary := file.Summary()
		out.Text, out.Tokens = summary.Text, summary.Tokens
		if summary.Lines > 0 {
			out.TextRange = render.Range{Start: 1, End: summary.Lines}
		}
	}
	if len(e.Sections) == 0 {
		return out, ok
	}
	text, ok := f.text(ctx, e.Candidate)
	lines := newLineIndex(text)
	for _, span := range r.spans(e.Sections) {
		// First lines that stand for an outline are not shown twice.
		if span.Start = max(span.Start, out.TextRange.End+1); span.Start > span.End {
			continue
		}
		piece := lines.slice(span.Start, span.End)
		out.Sections = append(out.Sections, render.Section{Range: span, Text: piece})
		out.Tokens += f.count(piece)
	}
	return out, ok
}

// spans are the lines of parts, those that follow on each other together.
func (r *rungs) spans(parts []int) []render.Range {
	var spans []render.Range
	for _, k := range parts {
		p := r.parts[k]
		if n := len(spans); n > 0 && k > 0 && spans[n-1].End == r.parts[k-1].end {
			spans[n-1].End = p.end
			continue
		}
		spans = append(spans, render.Range{Start: p.start, End: p.end})
	}
	return spans
}
