package pipeline

import (
	"context"
	"slices"
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
			r.folded = folding{count: f.count, number: func(d cache.Declaration) int { return lineOf(d, source) }}.lines(file.Summary().Declarations, foldedTokens)
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

// firstScreen are the lines that stand for a file without an outline: a screen of a
// document, and a few lines of anything else.
func (f *fitter) firstScreen(file *File, text string) []render.Range {
	if scorer.ClassName(file.Name) == scorer.Prose {
		if spans := screenOf(text, screenLines, screenTokens, f.count); len(spans) > 0 {
			return spans
		}
	}
	lines, tokens := 0, 0
	for line := range strings.Lines(text) {
		if tokens += f.count(line); lines == f.options.Config.Context.SummaryLines || tokens > foldedTokens && lines > 0 {
			break
		}
		lines++
	}
	return []render.Range{{Start: 1, End: lines}}
}

// screenEnd is the line behind which the text goes on that a first screen shows the
// beginning of: 0 where it has to be shown anew, or passes nothing over.
func (r *rungs) screenEnd(shown bool) int {
	switch {
	case len(r.screen) == 0 || len(r.screen) == 1 && r.screen[0].Start == 1:
		return 0
	case shown:
		return r.screen[len(r.screen)-1].End
	}
	return r.screen[0].Start - 1
}

// screenText is a first screen that begins with the first line and passes nothing over; ""
// for another.
func (r *rungs) screenText(text string) string {
	if len(r.screen) == 1 && r.screen[0].Start == 1 {
		return signatures.FirstLines(text, r.screen[0].End)
	}
	return ""
}

// brief offers what stands for a candidate: its folded outline, or its first lines.
func (f *fitter) brief(ctx context.Context, i int) *offer {
	r := f.rungsOf(ctx, i)
	if r == nil {
		return &offer{}
	}
	file, worth := f.files[i], worthOf(f.files[i])[packer.Brief]
	level, tokens, brief := packer.Folded, r.foldedTokens, r.folded
	if len(r.screen) > 0 {
		text, ok := f.text(ctx, i)
		if !ok {
			return &offer{}
		}
		if len(r.screen) == 1 && r.screen[0].Start == 1 && r.screen[0].End >= file.Contents.Lines {
			return f.wholeScreen(i, text, worth)
		}
		return f.screenOffer(i, text, worth)
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

// screenOffer offers the first screen of a file.
func (f *fitter) screenOffer(i int, text string, worth int) *offer {
	file, r := f.files[i], f.rungs[i]
	entry := render.File{}
	if entry.Text = r.screenText(text); entry.Text != "" {
		entry.TextRange, entry.Tokens = r.screen[0], f.count(entry.Text)
	} else {
		f.addSections(&entry, newLineIndex(text), r.screen, packer.Lines{})
	}
	if entry.Tokens == 0 || entry.Tokens >= file.Contents.Tokens {
		return &offer{}
	}
	cost := f.shown(file, func(e *render.File) { e.Text, e.TextRange, e.Sections = entry.Text, entry.TextRange, entry.Sections })
	return &offer{[]packer.Step{{Level: packer.Outline, Cost: cost, Value: briefValue(worth, entry.Tokens)}}, f.frameOf(i)}
}

// wholeScreen offers a README that is no longer than a screen first of all.
func (f *fitter) wholeScreen(i int, text string, worth int) *offer {
	if f.files[i].Facts.Document != scorer.Readme {
		return &offer{}
	}
	step := packer.Step{Level: packer.Whole, Cost: f.wholeCost(f.files[i], text), Value: briefValue(worth, f.files[i].Contents.Tokens)}
	return &offer{[]packer.Step{step}, f.frameOf(i)}
}

// moreTokens is about what the line takes that counts what has no room.
const moreTokens = 5

// foldedByUse is the folded outline of a candidate, or the line of its names, with what is
// used most in place of what comes first, in no more tokens.
func (f *fitter) foldedByUse(i int, level packer.Level) (text string, tokens int) {
	r := f.rungs[i]
	text, tokens = r.folded, r.foldedTokens
	if level == packer.Names {
		text, tokens = r.names, r.nameTokens
	}
	rows, rest := decodeRows(f.files[i].Contents.Rows)
	if len(rows) == 0 || f.options.LineNumbers {
		return text, tokens
	}
	other := ""
	if level == packer.Names {
		other = namesByUse(rows, text, f.usage().of)
	} else {
		other, _ = folding{count: f.count, use: f.usage().of}.choose(rows, rest, tokens-moreTokens)
	}
	if n := f.count(other); other != "" && n <= tokens {
		return other, n
	}
	return text, tokens
}

// namesByUse is a line of names with those that are used most: as long as the one that has
// those that come first, and ends with how many there are.
func namesByUse(rows []outlineRow, line string, use func(string) int) string {
	at := strings.LastIndex(line, " … (")
	if at < 0 || strings.Contains(line[:at], "…") {
		return line // all of them, or with those of members
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b outlineRow) int { return use(b.name) - use(a.name) })
	var names []string
	length := 0
	for _, r := range rows {
		if length += len(r.name) + 2; length > at+2 {
			break
		}
		if !slices.Contains(names, r.name) {
			names = append(names, r.name)
		}
	}
	if len(names) == 0 {
		return line
	}
	return strings.Join(names, ", ") + line[at:]
}
