package view

import (
	"cmp"
	"context"
	"strings"

	"ctxpack/internal/text/lineindex"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/share/cache"
	"ctxpack/signatures"
)

// Most files are never considered for the bundle, so their summaries are made when packing asks for their costs.
// Until then, a floor bounds the cost from below.

// Summarise makes the summary of a text: its outline or, if there is none or it is empty, the first lines; neither
// if it is not smaller than the text. An oversized file gets its sections.
func (o Options) Summarise(outline *signatures.Outline, facts cache.Facts, text string) *cache.Summary {
	s := &cache.Summary{Fallback: outline.Fallback}
	s.Declarations, s.Tail = kept(outline)
	lines, shown := o.SummaryLines, outline.Text()
	if len(outline.Symbols)+facts.Exports == 0 || shown == "" {
		shown = ""
		if lines > 0 && facts.Lines > lines {
			shown = strings.Clone(signatures.FirstLines(text, lines))
			s.First, s.Lines = shown, lines
		}
	}
	if s.Tokens = o.Counter.Count(shown); s.Tokens >= facts.Tokens {
		s.First, s.Lines, s.Tokens = "", 0, 0
	}
	if o.offersSections(facts) {
		s.Sections = o.sectionsOf(outline, text)
	}
	return s
}

// offersSections reports whether a file is shown by its declarations: an oversized one, in tiers.
func (o Options) offersSections(facts cache.Facts) bool {
	return o.Tiers && o.OversizedTokens > 0 && cmp.Or(facts.Exact, facts.Tokens) > o.OversizedTokens
}

// Outlining returns a context for making the outline of a file: the bodies of functions matter only for the worth
// of its sections.
func (o Options) Outlining(ctx context.Context, facts cache.Facts) context.Context {
	if o.offersSections(facts) {
		return ctx
	}
	return signatures.WithoutBodies(ctx)
}

// MaxNames is the maximum number of names in a file of code. One with more is a table of data, such as the
// registers of a device: it is large, and uninformative about dependencies.
const MaxNames = 3000

// kept returns the part of an outline for a summary, without references to the original text. Of a table of data,
// only the text is kept.
func kept(o *signatures.Outline) (list []signatures.Symbol, tail string) {
	if len(o.Symbols) > MaxNames {
		return nil, o.Text()
	}
	list = make([]signatures.Symbol, 0, len(o.Symbols))
	for _, y := range o.Symbols {
		if y.Complexity = 0; y.Apart {
			y.Doc, y.Open = "", ""
		}
		for _, text := range [...]*string{&y.Name, &y.Parent, &y.Doc, &y.Head, &y.Open} {
			*text = strings.Clone(*text)
		}
		list = append(list, y)
	}
	return list, o.Tail
}

// SummaryFloor returns a lower bound on the summary of a scanned file: no outline has fewer tokens than one per
// sixteen bytes. It decides the same way whether summaries are made on demand or all at once, so that the bundle is
// the same.
func (o Options) SummaryFloor(scanned *signatures.Outline, facts cache.Facts, text string) int {
	const bytes = 16 // bytes per token
	least := len(scanned.Text()) / bytes
	if lines := o.SummaryLines; lines > 0 && facts.Lines > lines {
		least = min(least, len(signatures.FirstLines(text, lines))/bytes)
	}
	return least
}

// leastEntry is the minimum cost, in tokens, of the text around a summary. Without it, the last few tokens of a bundle would be
// offered to every file of the tree.
const leastEntry = 8

// SummariseAll makes the summaries of files in parallel. One that cannot be read again is skipped until it is
// requested.
func (o Options) SummariseAll(ctx context.Context, files []*File) {
	fault.Each(o.Jobs, len(files), func(i int) string { return files[i].Name }, func(i int) {
		if text, skip, _ := files[i].Again(ctx); skip == source.None {
			files[i].outline(ctx, o, text.Content)
		}
	})
}

// sectionsOf returns the declarations of an oversized file.
func (o Options) sectionsOf(outline *signatures.Outline, text string) []cache.Section {
	lines := lineindex.New(text)
	var sections []cache.Section
	for _, symbol := range outline.Symbols {
		block := signatures.Function(symbol.Kind) || signatures.Container(symbol.Kind)
		if !block || symbol.Kind == "heading" || symbol.EndLine <= symbol.StartLine {
			continue
		}
		section := cache.Section{
			StartLine: symbol.StartLine, EndLine: symbol.EndLine,
			Exported: symbol.Exported, Complexity: symbol.Complexity,
		}
		for _, m := range outline.Markers {
			if m.Line >= symbol.StartLine && m.Line <= symbol.EndLine {
				section.Markers++
			}
		}
		section.Cost = o.Counter.Count(lines.Slice(symbol.StartLine, symbol.EndLine)) + sectionOverhead
		sections = append(sections, section)
	}
	return sections
}

// sectionOverhead is the approximate cost of the line range around a section, in tokens. The exact cost is counted
// when the bundle is written.
const sectionOverhead = 12
