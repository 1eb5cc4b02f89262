package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/tokens"
	"ctxpack/packer"
)

// pricer knows what each candidate would show in the bundle and what that costs.
// It reads texts again as they are needed, so that only what may be in the bundle
// is ever held, and remembers prices. Texts of several candidates may be asked for
// at once.
type pricer struct {
	ranking *Ranking
	options Options
	files   []*File
	prices  [][2]price   // by candidate and tier
	memo    *tokens.Memo // of bundles, which differ in little from each other

	mu       sync.Mutex // guards what follows
	problems []source.Problem
	lost     map[int]source.SkipReason // candidates whose text cannot be read again
	texts    map[int]string            // those that were read, as far as they may be held
	held     int                       // bytes of texts
}

type price struct {
	tokens    int
	known, ok bool
}

func newPricer(ranking *Ranking) *pricer {
	return &pricer{
		ranking: ranking, options: ranking.options, files: ranking.Files, memo: tokens.NewMemo(ranking.options.Counter),
		prices: make([][2]price, len(ranking.Files)), lost: map[int]source.SkipReason{}, texts: map[int]string{},
	}
}

func (p *pricer) count(text string) int { return p.options.Counter.Count(text) }

// cost answers the packer's question.
func (p *pricer) cost(ctx context.Context, i int, tier packer.Tier) (int, bool) {
	known := &p.prices[i][tier-packer.Signatures]
	if !known.known {
		*known = p.price(ctx, i, tier)
	}
	return known.tokens, known.ok
}

func (p *pricer) price(ctx context.Context, i int, tier packer.Tier) price {
	if tier == packer.Signatures && (!p.summarised(ctx, i) || p.files[i].Summary().Tokens == 0) {
		return price{known: true}
	}
	entry, ok := p.entry(ctx, packer.Entry{Candidate: i, Tier: tier})
	if !ok {
		return price{known: true}
	}
	return price{tokens: p.count(p.options.Format.Entry(entry)), known: true, ok: true}
}

// entry builds what the bundle shows of a candidate. It is not ok if the text
// cannot be read again as it was.
func (p *pricer) entry(ctx context.Context, e packer.Entry) (render.File, bool) {
	file := p.files[e.Candidate]
	out := p.frame(file, e.Tier)
	if e.Tier == packer.Full {
		text, ok := p.text(ctx, e.Candidate)
		out.Text, out.Tokens = text, file.Contents.Tokens
		return out, ok
	}
	summary := file.Summary()
	if e.Level != packer.Excerpt { // of which nothing but lines are shown
		lines := lineIndex{}
		if p.options.LineNumbers && summary.Lines == 0 && summary.Text != "" {
			text, ok := p.text(ctx, e.Candidate)
			if !ok {
				return out, false
			}
			lines = newLineIndex(text)
		}
		out.Text = p.outlineOf(file, lines)
		out.Tokens = p.count(out.Text)
		if summary.Lines > 0 {
			out.TextRange = render.Range{Start: 1, End: summary.Lines}
		}
	}
	if len(e.Sections) == 0 && e.Extra.Start == 0 {
		return out, true
	}
	text, ok := p.text(ctx, e.Candidate)
	var spans []render.Range
	for _, s := range e.Sections {
		spans = append(spans, render.Range{Start: summary.Sections[s].StartLine, End: summary.Sections[s].EndLine})
	}
	p.addSections(&out, newLineIndex(text), spans, e.Extra)
	return out, ok
}

// addSections adds pieces of the source to an entry, and those lines that it shows
// beside. Lines from the first one on take the place of first lines that stand for an
// outline; else these are not shown twice.
func (p *pricer) addSections(out *render.File, lines lineIndex, spans []render.Range, extra packer.Lines) {
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
		section := render.Section{Range: span, Text: lines.slice(span.Start, span.End)}
		if k == at && extra.Bytes > 0 {
			last := lines.slice(span.End, span.End)
			section.Cut = len(strings.TrimRight(last, "\r\n")) - extra.Bytes
			section.Text = section.Text[:len(section.Text)-len(last)+extra.Bytes]
		}
		section.Text = strings.Clone(section.Text) // not to hold on to the whole file
		out.Sections = append(out.Sections, section)
		out.Tokens += p.count(section.Text)
	}
}

// frame is the entry of a file without its text.
func (p *pricer) frame(file *File, tier packer.Tier) render.File {
	return render.File{
		Path: file.Name, Tier: tier, Level: p.options.levelOf(tier), Score: file.Breakdown.Score, FullTokens: file.Contents.Tokens, Lines: file.Contents.Lines,
		Language: file.Contents.Outline.Language, Fence: file.fence(), Numbered: p.options.LineNumbers, Redacts: file.redacts(), Addressing: file.Contents.Addressing,
	}
}

// levelOf is a level of a tier, for prices: all levels have names of about the same
// length. Packing by tiers knows none.
func (o Options) levelOf(tier packer.Tier) packer.Level {
	switch {
	case !o.levels():
		return packer.Absent
	case tier == packer.Full:
		return packer.Whole
	}
	return packer.Outline
}

// sections offers the packer the parts of an oversized candidate.
func (p *pricer) sections(i int) []packer.Section {
	var sections []packer.Section
	for _, s := range p.files[i].Summary().Sections {
		sections = append(sections, packer.Section(s))
	}
	return sections
}

// summarised makes sure that the summary of a candidate is there; false if its
// text cannot be read again.
func (p *pricer) summarised(ctx context.Context, i int) bool {
	file := p.files[i]
	if file.Summary() == nil && !p.options.levels() {
		p.summariseAhead(ctx, i)
	}
	if file.Summary() != nil {
		return true
	}
	text, ok := p.text(ctx, i)
	if ok {
		file.outline(ctx, p.options, text)
	}
	return ok
}

// summariseAhead summarises a candidate and the next few that packing may ask for
// too: where there was room for what this one costs at the least, there may be
// for those that cost no more.
func (p *pricer) summariseAhead(ctx context.Context, i int) {
	jobs := p.options.jobs()
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
	p.options.summariseAll(ctx, list)
}

// text reads a candidate again.
func (p *pricer) text(ctx context.Context, i int) (string, bool) {
	p.mu.Lock()
	text, held := p.texts[i]
	_, lost := p.lost[i]
	p.mu.Unlock()
	if held || lost || ctx.Err() != nil {
		return text, held
	}
	text, skip, err := p.files[i].again(ctx)
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
	p.hold(i, text)
	return text, true
}

// hold remembers a text. What is held is bounded by what a bundle can hold.
func (p *pricer) hold(i int, text string) {
	if limit := 16<<20 + 8*p.options.Budget; p.held+len(text) > limit {
		clear(p.texts)
		p.held = 0
	}
	p.texts[i] = text
	p.held += len(text)
}

// differs counts the entries whose text is not that of the commit.
func (p *pricer) differs(entries []packer.Entry, top string) int {
	n := 0
	for _, e := range entries {
		file := p.files[e.Candidate]
		committed := file.tree.blobs[file.Path]
		if file.tree.Top == top && committed != file.Contents.Blob &&
			(committed == "" || !file.tree.Tree.CommittedAs(file.File.File, committed)) {
			n++
		}
	}
	return n
}
