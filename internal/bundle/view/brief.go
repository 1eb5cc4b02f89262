package view

import (
	"context"
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer/fitted"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/share/cache"
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

// formOf makes sure that the brief forms of a candidate are known; nil if its text
// cannot be read again.
func (f *Levels) formOf(ctx context.Context, i int) *form {
	r, file := f.form(i), f.files[i]
	if r.known {
		return r
	}
	r.known = true
	if file.Contents.Folded != "" {
		r.names, r.nameTokens = file.Contents.NameLine, file.Contents.NameTokens
		r.folded, r.foldedTokens = file.Contents.Folded, file.Contents.FoldedTokens
		// The skeletons of some languages have types without their members.
		bare := r.foldedTokens < fitted.ThinTokens || i < fitted.MemberFiles && !f.options.Task && f.hasBareType(ctx, i)
		if (bare && file.Contents.Tokens > fitted.ThinText || f.options.LineNumbers) && f.summarised(ctx, i) {
			r.rows, r.wholeRows = rowsOf(file.Summary().Declarations, file.Name, f.options.LineNumbers), true
			r.byUse[packer.Folded] = countedText{}
			shown := f.foldedByUse(ctx, i, packer.Folded)
			r.folded, r.foldedTokens = shown.String(), shown.tokens
		}
		return r
	}
	text, ok := f.Text(ctx, i)
	if !ok {
		return nil
	}
	r.screen = f.firstScreen(file, text)
	return r
}

// hasBareType reports whether what is used most of a candidate are types without members.
func (f *Levels) hasBareType(ctx context.Context, i int) bool {
	for line := range strings.Lines(f.foldedByUse(ctx, i, packer.Folded).lines) {
		head, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), docMark)
		if strings.HasSuffix(head, leftOutMark) && !strings.HasSuffix(head, "="+leftOutMark) {
			return true
		}
	}
	return false
}

// firstScreen are the lines that stand for a file without an outline: a screen of a
// document, what a manifest says of its project, and a few lines of anything else.
func (f *Levels) firstScreen(file *File, text string) []render.Range {
	if scorer.ClassName(file.Name) == scorer.Prose {
		if spans := screenOf(text, fitted.ScreenLines, fitted.ScreenTokens, f.count); len(spans) > 0 {
			return spans
		}
	}
	if spans := manifestScreen(file.Name, text, fitted.ManifestTokens, f.count); len(spans) > 0 {
		return spans
	}
	from, at, lines, tokens := max(f.begins(file), behindBanner(text)), 0, 0, 0
	for line := range strings.Lines(text) {
		if at++; at < from || lines == 0 && from > 1 && strings.TrimSpace(line) == "" {
			from = max(from, at+1)
			continue
		}
		if tokens += f.count(line); lines == f.options.SummaryLines || tokens > fitted.FoldedTokens && lines > 0 {
			break
		}
		lines++
	}
	if lines == 0 { // nothing but a licence
		return []render.Range{{Start: 1, End: file.Contents.Lines}}
	}
	return []render.Range{{Start: from, End: from + lines - 1}}
}

// behindBanner is the first line of a text that is no comment, if it begins with comments: a
// banner says what many say.
func behindBanner(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if n++; !isCommentLine(strings.TrimSpace(line)) && strings.TrimSpace(line) != "" {
			return n
		}
	}
	return 1 // of nothing but comments
}

// screenEnd is the line behind which the text goes on that a first screen shows the
// beginning of: 0 where it has to be shown anew, or passes nothing over.
func (r *form) screenEnd(shown bool) int {
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
func (r *form) screenText(text string) string {
	if len(r.screen) == 1 && r.screen[0].Start == 1 {
		return signatures.FirstLines(text, r.screen[0].End)
	}
	return ""
}

// brief offers what stands for a candidate: its folded outline, or its first lines.
func (f *Levels) brief(ctx context.Context, i int) []packer.Step {
	r := f.formOf(ctx, i)
	if r == nil {
		return nil
	}
	file, worth := f.files[i], worthOf(f.files[i])[packer.Brief]
	level, tokens, brief := packer.Folded, r.foldedTokens, r.folded
	if len(r.screen) > 0 {
		text, ok := f.Text(ctx, i)
		if !ok {
			return nil
		}
		if len(r.screen) == 1 && r.screen[0].Start == 1 && r.screen[0].End >= file.Contents.Lines {
			return f.wholeScreen(i, text, worth)
		}
		return f.screenOffer(i, text, worth)
	}
	if tokens == 0 || tokens >= file.Contents.Tokens || saysItsName(brief, file.Name) {
		return nil
	}
	step := func(level packer.Level, text string, value int) packer.Step {
		return packer.Step{Level: level, Cost: f.shown(file, func(e *render.File) { e.Text = text }), Density: value}
	}
	var steps []packer.Step
	if r.names != "" {
		steps = append(steps, step(packer.Names, r.names, briefValue(worth, r.nameTokens)))
		if file.Facts.Task == nil {
			worth += fitted.FoldedGain * point
		}
	}
	folded := step(level, brief, briefValue(worth, tokens))
	if file.Facts.Task == nil {
		folded.Then = sync.OnceValue(func() []packer.Step {
			wide := f.foldedByUse(ctx, i, packer.Wide)
			if wide.lines == "" {
				return nil
			}
			value := briefValue(worth, wide.tokens)
			if !f.form(i).wider {
				value -= fitted.CallsLoss * point
			}
			return []packer.Step{step(packer.Wide, wide.String(), value)}
		})
	}
	return append(steps, folded)
}

// fillWide makes what follows on the folded outline of a candidate: of a file with many users
// all that several of them use, and of the first files what functions call. It has no lines if
// that is no more.
func (f *Levels) fillWide(ctx context.Context, i int, by folding) {
	r := f.form(i)
	known := &r.byUse[packer.Wide]
	if f.files[i].Facts.Users >= fitted.WideUsers {
		by.least = fitted.WideUse
		known.foldedText = by.fold(r.rows, fitted.WideTokens)
		r.wider = f.count(known.String()) >= fitted.WideTimes*r.foldedTokens
	}
	calls := f.callLines(ctx, i, nil)
	if !r.wider {
		if known.foldedText = (foldedText{}); calls != "" {
			known.foldedText = f.foldedByUse(ctx, i, packer.Folded).foldedText
		}
	}
	known.calls = calls
}

// screenOffer offers the first screen of a file.
func (f *Levels) screenOffer(i int, text string, worth int) []packer.Step {
	file, r := f.files[i], f.form(i)
	entry := render.File{}
	if entry.Text = r.screenText(text); entry.Text != "" {
		entry.TextRange, entry.Tokens = r.screen[0], f.count(entry.Text)
	} else {
		f.addSections(&entry, lineindex.New(text), r.screen, packer.Lines{})
	}
	if entry.Tokens == 0 || entry.Tokens >= file.Contents.Tokens {
		return nil
	}
	cost := f.shown(file, func(e *render.File) { e.Text, e.TextRange, e.Sections = entry.Text, entry.TextRange, entry.Sections })
	return []packer.Step{{Level: packer.Outline, Cost: cost, Density: briefValue(worth, entry.Tokens)}}
}

// wholeScreen offers a README, or a guide at the root, that is no longer than a screen as its
// first screen.
func (f *Levels) wholeScreen(i int, text string, worth int) []packer.Step {
	if f.files[i].Facts.Document != scorer.Readme && (f.options.Task || !isRootGuide(f.files[i])) {
		return nil
	}
	step := packer.Step{Level: packer.Whole, Cost: f.wholeCost(f.files[i], text), Density: briefValue(worth, f.files[i].Contents.Tokens)}
	return []packer.Step{step}
}

// foldedByUse is the folded outline of a candidate, or the line of its names, with what is
// used most in place of what comes first.
func (f *Levels) foldedByUse(ctx context.Context, i int, level packer.Level) countedText {
	r := f.form(i)
	known := &r.byUse[level]
	if known.lines != "" {
		return *known
	}
	if r.rows == nil {
		r.rows = decodeRows(f.files[i].Contents.Rows)
	}
	by := folding{count: f.count, usage: f.usage(), skeleton: !r.wholeRows}
	switch level {
	case packer.Names:
		known.lines = namesByUse(r.rows, r.names, by.usage.of)
	case packer.Wide:
		f.fillWide(ctx, i, by)
	default:
		known.foldedText = by.fold(r.rows, fitted.FoldedTokens)
	}
	known.tokens = f.count(known.String())
	return *known
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
		of := []string{r.name}
		if r.isQualified() {
			of = r.methods
		}
		for _, name := range of {
			if length += len(name) + 2; length <= at+2 && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return line
	}
	return strings.Join(names, ", ") + line[at:]
}
