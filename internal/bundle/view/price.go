package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/text/lineindex"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/packer"
)

// cost answers the packer's question.
func (p *Views) cost(ctx context.Context, i int, tier packer.Tier) (int, bool) {
	price := p.form(i).prices[tier-packer.Signatures]
	if price.known {
		return price.tokens, price.ok
	}
	price.known = true
	if tier == packer.Signatures && (!p.summarised(ctx, i) || p.files[i].Summary().Tokens == 0) {
		return 0, false
	}
	var entry render.File
	if entry, price.ok = p.entry(ctx, packer.Entry{Candidate: i, Tier: tier}); price.ok {
		price.tokens = p.count(p.options.Format.Entry(entry))
	}
	return price.tokens, price.ok
}

// entry builds what the bundle shows of a candidate. It is not ok if the text
// cannot be read again as it was.
func (p *Views) entry(ctx context.Context, e packer.Entry) (render.File, bool) {
	file := p.files[e.Candidate]
	out := p.frame(file, e.Tier)
	if e.Tier == packer.Full {
		text, ok := p.Text(ctx, e.Candidate)
		p.fillWhole(&out, file, text, p.omitted(file, text))
		return out, ok
	}
	summary := file.Summary()
	if e.Level != packer.Excerpt { // of which nothing but lines are shown
		out.Text = p.outlineOf(file, nil)
		out.Tokens = p.count(out.Text)
		if summary.Lines > 0 {
			out.TextRange = render.Range{Start: 1, End: summary.Lines}
		}
	}
	if len(e.Sections) == 0 && e.Extra.Start == 0 {
		return out, true
	}
	text, ok := p.Text(ctx, e.Candidate)
	var spans []render.Range
	for _, s := range e.Sections {
		spans = append(spans, render.Range{Start: summary.Sections[s].StartLine, End: summary.Sections[s].EndLine})
	}
	p.addSections(&out, lineindex.New(text), spans, e.Extra)
	return out, ok
}

// fillWhole gives an entry the text of a file as it is shown whole, without some lines.
func (p *Views) fillWhole(out *render.File, file *File, text string, omitted []render.Range) {
	if len(omitted) > 0 {
		lines := lineindex.New(text)
		p.addSections(out, lines, without(omitted, lines, file.Contents.Lines), packer.Lines{})
		return
	}
	out.Text, out.Tokens = text, file.Contents.Tokens
}

// addSections adds pieces of the source to an entry, and those lines that it shows
// beside. Lines from the first one on take the place of first lines that stand for an
// outline; else these are not shown twice.
func (p *Views) addSections(out *render.File, lines lineindex.Index, spans []render.Range, extra packer.Lines) {
	if extra.Start == 1 && out.TextRange.Start == 1 {
		out.Text, out.TextRange, out.Tokens = "", render.Range{}, 0
	}
	at := len(spans)
	if extra.Start > 0 {
		at, _ = slices.BinarySearchFunc(spans, extra.Start, func(s render.Range, line int) int { return cmp.Compare(s.Start, line) })
		if at > 0 && spans[at-1].End == extra.Start-1 {
			at--
			spans = slices.Clone(spans)
			spans[at].End = extra.End
		} else {
			spans = slices.Insert(slices.Clone(spans), at, render.Range{Start: extra.Start, End: extra.End})
		}
	}
	for k, span := range spans {
		if span.Start = max(span.Start, out.TextRange.End+1); span.Start > span.End {
			continue
		}
		section := render.Section{Range: span, Text: lines.Slice(span.Start, span.End)}
		if k == at && extra.Bytes > 0 {
			last := lines.Slice(span.End, span.End)
			section.Cut = len(strings.TrimRight(last, "\r\n")) - extra.Bytes
			section.Text = section.Text[:len(section.Text)-len(last)+extra.Bytes]
		}
		section.Text = strings.Clone(section.Text) // not to hold on to the whole file
		out.Sections = append(out.Sections, section)
		out.Tokens += p.count(section.Text)
	}
}

// frame is the entry of a file without its text.
func (p *Views) frame(file *File, tier packer.Tier) render.File {
	return render.File{
		Path: file.Name, Tier: tier, Level: p.options.levelOf(tier), Score: file.Breakdown.Score, FullTokens: file.Contents.Tokens, Lines: file.Contents.Lines,
		Language: file.Contents.Outline.Language, Fence: file.fence(), Numbered: p.options.LineNumbers, Redacts: file.redacts(), Addressing: file.Contents.Addressing,
	}
}

// levelOf is a level of a tier, for prices: all levels have names of about the same
// length. Packing by tiers knows none.
func (o Options) levelOf(tier packer.Tier) packer.Level {
	switch {
	case !o.Levels:
		return packer.Absent
	case tier == packer.Full:
		return packer.Whole
	}
	return packer.Outline
}

// sections offers the packer the parts of an oversized candidate.
func (p *Views) sections(i int) []packer.Section {
	var sections []packer.Section
	for _, s := range p.files[i].Summary().Sections {
		sections = append(sections, packer.Section(s))
	}
	return sections
}

// summarised makes sure that the summary of a candidate is there; false if its
// text cannot be read again.
func (p *Views) summarised(ctx context.Context, i int) bool {
	file := p.files[i]
	if file.Summary() == nil && !p.options.Levels {
		p.summariseAhead(ctx, i)
	}
	if file.Summary() != nil {
		return true
	}
	text, ok := p.Text(ctx, i)
	if ok {
		file.outline(ctx, p.options, text)
	}
	return ok
}

// summariseAhead summarises a candidate and the next few that packing may ask for
// too: where there was room for what this one costs at the least, there may be
// for those that cost no more.
func (p *Views) summariseAhead(ctx context.Context, i int) {
	jobs := p.options.Jobs
	if jobs == 1 {
		return
	}
	const ahead = 500 // files that are looked at
	var list []*File
	for _, file := range p.files[i:min(len(p.files), i+ahead)] {
		if file.Summary() == nil && file.Contents.SummaryFloor <= p.files[i].Contents.SummaryFloor && !file.Facts.Pinned {
			list = append(list, file)
		}
		if len(list) == 2*jobs {
			break
		}
	}
	p.options.SummariseAll(ctx, list)
}

// Text reads a file again; false if that cannot be done.
func (p *Views) Text(ctx context.Context, i int) (string, bool) {
	p.mu.Lock()
	text, held := p.texts[i]
	_, lost := p.lost[i]
	p.mu.Unlock()
	if held || lost || ctx.Err() != nil {
		return text, held
	}
	again, skip, err := p.files[i].Again(ctx)
	if ctx.Err() != nil {
		return "", false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if skip != source.None {
		if err == nil {
			err = errors.New(skip.Sentence())
		}
		p.lost[i] = skip
		p.problems = append(p.problems, source.Problem{Path: p.files[i].Name, Err: fmt.Errorf("read again: %w", err)})
		return "", false
	}
	p.hold(i, again.Content)
	return again.Content, true
}

// hold remembers a text. What is held is bounded by what a bundle can hold.
func (p *Views) hold(i int, text string) {
	if limit := 16<<20 + 8*p.room; p.held+len(text) > limit {
		clear(p.texts)
		p.held = 0
	}
	p.texts[i] = text
	p.held += len(text)
}

// shown is what a text or a section costs in the bundle beside the frame of the
// candidate, escapes and marks included.
func (p *Views) shown(file *File, fill func(*render.File)) int {
	bare := render.File{Tier: packer.Signatures, Level: packer.Excerpt, Lines: file.Contents.Lines, Fence: file.fence(), Numbered: p.options.LineNumbers}
	entry := bare
	fill(&entry)
	empty := p.bodyTokens
	if entry.IsBrief() {
		empty = p.briefTokens
	}
	return max(p.count(p.options.Format.Entry(entry))-empty, 1)
}
