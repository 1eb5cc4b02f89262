package view

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ctxpack/internal/text/lineindex"

	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
)

// entryOf builds what the bundle shows of a candidate, at its level.
func (f *Levels) entryOf(ctx context.Context, e packer.Entry) (render.File, bool) {
	if e.Tier == packer.Full {
		out, ok := f.entry(ctx, e)
		out.Level = e.Level
		return out, ok
	}
	file, r := f.files[e.Candidate], f.form(e.Candidate)
	out := f.frame(file, packer.Signatures)
	out.Level = e.Level
	if !r.known {
		return out, false
	}
	ok := true
	var screen []render.Range // that passes lines over
	var folded foldedText
	switch {
	case e.Brief == packer.Names, e.Brief == packer.Folded, e.Brief == packer.Wide:
		shown := f.foldedByUse(ctx, e.Candidate, e.Brief)
		folded, out.Text, out.Tokens = shown.foldedText, shown.String(), shown.tokens
	case e.Brief == packer.Outline && len(r.screen) > 0:
		var text string
		text, ok = f.Text(ctx, e.Candidate)
		if out.Text = strings.Clone(r.screenText(text)); out.Text != "" { // not to hold on to all of it
			out.TextRange, out.Tokens = r.screen[0], f.count(out.Text)
		} else if e.Extra.Start == 0 || e.Extra.Start > r.screenEnd(true) {
			screen = r.screen
		}
	}
	spans := unite(screen, r.spans(e.Sections))
	whole := spans // the declarations in them are shown whole
	if e.Extra.Start > 0 && e.Extra.Bytes == 0 {
		whole = append(slices.Clone(spans), render.Range{Start: e.Extra.Start, End: e.Extra.End})
	}
	if e.Brief == packer.Outline && len(r.screen) == 0 {
		out.Text = f.outlineOf(file, whole) + f.callLines(ctx, e.Candidate, whole)[:]
		out.Tokens = f.count(out.Text)
		if lines := file.Summary().Lines; lines > 0 {
			out.TextRange = render.Range{Start: 1, End: lines}
		}
	}
	if lines, names := f.sliceLines(ctx, e, whole); lines != "" {
		if out.Text += lines; folded.lines != "" {
			out.Text = folded.with(lines, names).String()
		}
		out.Tokens = f.count(out.Text)
	}
	if len(spans) == 0 && e.Extra.Start == 0 {
		return out, ok
	}
	text, ok := f.Text(ctx, e.Candidate)
	lines := lineindex.New(text)
	f.addSections(&out, lines, closeGaps(unite(r.heads(e.Sections, e.Extra), spans), lines), e.Extra)
	return out, ok
}

// closeGaps joins runs of lines between which there are only empty ones: to say that these are
// left out takes more than they do.
func closeGaps(runs []render.Range, lines lineindex.Index) []render.Range {
	var out []render.Range
	for _, r := range runs {
		if n := len(out) - 1; n >= 0 && strings.TrimSpace(lines.Slice(out[n].End+1, r.Start-1)) == "" {
			out[n].End = r.End
			continue
		}
		out = append(out, r)
	}
	return out
}

// unite puts runs of lines into their order, those that touch as one.
func unite(a, b []render.Range) []render.Range {
	if len(a) == 0 {
		return b
	}
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(x, y render.Range) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End)) })
	out := all[:1]
	for _, r := range all[1:] {
		if last := &out[len(out)-1]; r.Start <= last.End+1 {
			last.End = max(last.End, r.End)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// spans are the lines of parts, those that follow on each other together.
func (r *form) spans(parts []int) []render.Range {
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
