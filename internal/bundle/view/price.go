package view

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
	"ctxpack/signatures"
)

// cost implements packer.Cost.
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
		price.tokens = p.Count(p.options.Format.Entry(entry))
	}
	return price.tokens, price.ok
}

// entry builds a candidate's entry. ok is false if the text changed or cannot be read again.
func (p *Views) entry(ctx context.Context, e packer.Entry) (render.File, bool) {
	file := p.files[e.Candidate]
	out := p.frame(file, e.Tier)
	if e.Tier == packer.Full {
		text, ok := p.Text(ctx, e.Candidate)
		p.fillWhole(&out, file, text, p.omitted(file))
		return out, ok
	}
	summary := file.Summary()
	out.Text = p.outlineOf(file)
	out.Tokens = p.Count(out.Text)
	if summary.Lines > 0 {
		out.TextRange = render.Range{Start: 1, End: summary.Lines}
	}
	if len(e.Sections) == 0 {
		return out, true
	}
	text, ok := p.Text(ctx, e.Candidate)
	p.addSections(&out, lineindex.New(text), mapped.Of(e.Sections, func(s int) render.Range {
		return render.Range{Start: summary.Sections[s].StartLine, End: summary.Sections[s].EndLine}
	}))
	return out, ok
}

// fillWhole sets the text of a file shown in full, without omitted lines.
func (p *Views) fillWhole(out *render.File, file *File, text string, omitted []render.Range) {
	if len(omitted) > 0 {
		lines := lineindex.New(text)
		p.addSections(out, lines, without(omitted, lines, file.Contents.Lines))
		return
	}
	out.Text, out.Tokens = text, p.Count(text)
	out.FullTokens = out.Tokens
}

// addSections adds pieces of the source to an entry, except lines that it already has.
func (p *Views) addSections(out *render.File, lines lineindex.Index, spans []render.Range) {
	for _, span := range spans {
		if span.Start = max(span.Start, out.TextRange.End+1); span.Start > span.End {
			continue
		}
		section := render.Section{Range: span, Text: strings.Clone(lines.Slice(span.Start, span.End))} // copied, to release the whole file
		out.Sections = append(out.Sections, section)
		out.Tokens += p.Count(section.Text)
	}
}

// outlineOf returns the outline of a file as shown in a bundle, or its first lines.
func (p *Views) outlineOf(file *File) string {
	return file.Summary().Text(signatures.View{Numbers: p.options.LineNumbers})
}

// frame returns the entry of a file without its text.
func (p *Views) frame(file *File, tier packer.Tier) render.File {
	return render.File{
		Path: file.Name, Tier: tier, Score: file.Breakdown.Score, FullTokens: file.Contents.Tokens, Lines: file.Contents.Lines,
		Language: file.Contents.Outline.Language, Fence: signatures.FenceTag(file.Contents.Outline.Language),
		Numbered: p.options.LineNumbers, Redacts: file.Contents.Redacted != 0, Addressing: file.Contents.Addressing,
	}
}

// sections returns the parts of an oversized candidate for the packer.
func (p *Views) sections(i int) []packer.Section {
	return mapped.Of(p.files[i].Summary().Sections, func(s cache.Section) packer.Section { return packer.Section(s) })
}

// summarised makes the summary of a candidate if it is missing; false if its text cannot be read again.
func (p *Views) summarised(ctx context.Context, i int) bool {
	file := p.files[i]
	if file.Summary() != nil {
		return true
	}
	text, ok := p.Text(ctx, i)
	if ok {
		file.outline(ctx, p.options, text)
	}
	return ok
}

// Text reads a file again; false if that is impossible.
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

// hold caches a text. The cache is bounded by the size of a bundle.
func (p *Views) hold(i int, text string) {
	if limit := 16<<20 + 8*p.room; p.held+len(text) > limit {
		clear(p.texts)
		p.held = 0
	}
	p.texts[i] = text
	p.held += len(text)
}
