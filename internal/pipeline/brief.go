package pipeline

import (
	"context"
	"strings"

	"ctxpack/internal/cache"
	"ctxpack/internal/render"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/signatures"
)

// What stands for a file in few tokens: its names, its folded outline or its first lines.

// leastBrief is how many tokens the least that stands for a file takes.
func leastBrief(c *cache.Facts) int {
	if c.NameLine != "" {
		return c.NameTokens
	}
	return c.FoldedTokens
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
		r.names, r.nameTokens = file.Contents.NameLine, file.Contents.NameTokens
		r.folded, r.foldedTokens = file.Contents.Folded, file.Contents.FoldedTokens
		if r.foldedTokens < thinTokens && file.Contents.Tokens > smallTokens && f.summarised(ctx, i) {
			// The skeletons of some languages have types without their members.
			r.folded = foldedOutline(file.Summary().Declarations, foldedTokens, f.count)
			r.foldedTokens = f.count(r.folded)
		}
		if f.options.LineNumbers && f.summarised(ctx, i) {
			text, _ := f.text(ctx, i)
			source := newLineIndex(text)
			r.folded = foldedLines(file.Summary().Declarations, foldedTokens, f.count, func(d cache.Declaration) int { return lineOf(d, source) })
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
func (f *fitter) brief(ctx context.Context, i int) *offer {
	r := f.rungsOf(ctx, i)
	if r == nil {
		return &offer{}
	}
	file, worth := f.files[i], worthOf(f.files[i])[packer.Brief]
	level, tokens, brief := packer.Folded, r.foldedTokens, r.folded
	if r.screen > 0 {
		text, ok := f.text(ctx, i)
		if !ok {
			return &offer{}
		}
		if r.screen >= file.Contents.Lines {
			return f.wholeScreen(i, text, worth)
		}
		brief = signatures.FirstLines(text, r.screen)
		level, tokens = packer.Outline, f.count(brief)
	}
	if tokens == 0 || tokens >= file.Contents.Tokens {
		return &offer{}
	}
	step := func(level packer.Level, text string, value int) packer.Step {
		return packer.Step{Level: level, Cost: f.shown(file, func(e *render.File) { e.Text = text }), Value: value}
	}
	var steps []packer.Step
	if r.names != "" {
		steps = append(steps, step(packer.Names, r.names, briefValue(worth, r.nameTokens)))
		if file.Facts.Task == nil {
			worth += foldedGain
		}
	}
	return &offer{append(steps, step(level, brief, briefValue(worth, tokens))), f.frameOf(i)}
}

// wholeScreen offers a README that is no longer than a screen first of all.
func (f *fitter) wholeScreen(i int, text string, worth int) *offer {
	if f.files[i].Facts.Document != scorer.Readme {
		return &offer{}
	}
	step := packer.Step{Level: packer.Whole, Cost: f.wholeCost(f.files[i], text), Value: briefValue(worth, f.files[i].Contents.Tokens)}
	return &offer{[]packer.Step{step}, f.frameOf(i)}
}
