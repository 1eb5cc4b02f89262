package pipeline

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/tokens"
	"ctxpack/packer"
)

// book writes and prices entries. It reads texts again as they are needed, so
// that only what may be in the bundle is ever held, and remembers prices.
type book struct {
	context  context.Context //nolint:containedctx // of one run; the packer's callback cannot take one
	options  Options
	files    []*File
	prices   [][2]price // by candidate and tier
	problems []Problem
	lost     map[int]source.SkipReason // candidates whose text cannot be read again
	failure  error
	tree     string
	git      *render.Git
	name     string
	blobs    map[*root]map[string]string
	memo     *tokens.Memo // of bundles, which differ in little from each other
	cached   map[int]string
	cachedAt int
}

type price struct {
	tokens    int
	known, ok bool
}

func newBook(ctx context.Context, ranking *Ranking, o Options) *book {
	b := &book{
		context: ctx, options: o, files: ranking.Files, name: ranking.Name, blobs: ranking.blobs,
		memo: tokens.NewMemo(o.Counter), prices: make([][2]price, len(ranking.Files)), lost: map[int]source.SkipReason{}, cached: map[int]string{},
	}
	if g := ranking.Git; g != nil {
		b.git = &render.Git{Branch: g.Branch, Commit: g.Commit, Shallow: g.Shallow}
	}
	return b
}

func (b *book) count(text string) int { return b.options.Counter.Count(text) }

// cost is the packer's question.
func (b *book) cost(i int, tier packer.Tier) (int, bool) {
	p := &b.prices[i][tier-packer.Signatures]
	if !p.known {
		*p = b.price(i, tier)
	}
	return p.tokens, p.ok
}

func (b *book) price(i int, tier packer.Tier) price {
	file := b.files[i]
	if tier == packer.Signatures && (!b.outline(i) || file.SummaryTokens == 0) {
		return price{known: true}
	}
	entry, ok := b.entry(packer.Entry{Candidate: i, Tier: tier})
	if !ok {
		return price{known: true}
	}
	return price{tokens: b.count(b.options.Format.Entry(entry)), known: true, ok: true}
}

// entryOf is entry for a candidate that is known to be readable.
func (b *book) entryOf(e packer.Entry) render.File {
	entry, _ := b.entry(e)
	return entry
}

// entry builds what the bundle shows of a candidate. It is not ok if the text
// cannot be read again as it was.
func (b *book) entry(e packer.Entry) (render.File, bool) {
	file := b.files[e.Candidate]
	out := render.File{
		Path: file.Name, Tier: e.Tier, Score: file.Breakdown.Score, FullTokens: file.Tokens, Lines: file.Lines,
		Language: file.Outline.Language, Fence: file.fence(), Numbered: b.options.LineNumbers,
	}
	if e.Tier == packer.Full {
		text, ok := b.text(e.Candidate)
		out.Text, out.Tokens = text, file.Tokens
		return out, ok
	}
	out.Text, out.Tokens = file.summaryText(), file.SummaryTokens
	if file.SummaryLines > 0 {
		out.TextRange = render.Range{Start: 1, End: file.SummaryLines}
	}
	if len(e.Sections) == 0 {
		return out, true
	}
	text, ok := b.text(e.Candidate)
	lines := newLineIndex(text)
	for _, s := range e.Sections {
		section := file.sections[s]
		piece := lines.slice(section.StartLine, section.EndLine)
		out.Sections = append(out.Sections, render.Section{
			Range: render.Range{Start: section.StartLine, End: section.EndLine}, Text: piece,
		})
		out.Tokens += b.count(piece)
	}
	return out, ok
}

// outline makes sure that the signatures tier of a candidate is known; false if
// its text cannot be read again.
func (b *book) outline(i int) bool {
	file := b.files[i]
	if !file.outlined {
		b.outlineAhead(i)
	}
	if file.outlined {
		return true
	}
	text, ok := b.text(i)
	if ok {
		file.outline(b.context, b.options, text)
		file.rememberSummary()
	}
	return ok
}

// signaturesFloor is the least that the signatures of a candidate can cost, as
// far as it can be told without its outline: what is written around it, and the
// least that it can have. Without it, the last few tokens of a bundle would be
// offered to every file of the tree.
func (b *book) signaturesFloor(i int) int {
	const text, joins = "x", 2 // the text's own token, and one that it may join
	file := b.files[i]
	frame := render.File{
		Path: file.Name, Tier: packer.Signatures, Score: file.Breakdown.Score, FullTokens: file.Tokens, Lines: file.Lines,
		Language: file.Outline.Language, Fence: file.fence(), Text: text,
	}
	return file.SummaryFloor + max(b.count(b.options.Format.Entry(frame))-joins, 0)
}

// outlineGuaranteed outlines the files that packing will ask for whatever it
// does: those that are guaranteed their signatures.
func (f *fitting) outlineGuaranteed() {
	var list []*File
	for _, file := range f.files {
		if !file.outlined && f.limits.Reserve > 0 && file.Breakdown.Score >= f.limits.GuaranteedScore && !file.Facts.Pinned {
			list = append(list, file)
		}
	}
	f.outlineAll(list)
}

// outlineAhead outlines a candidate and the next few that packing may ask for
// too: where there was room for what this one costs at the least, there may be
// for those that cost no more.
func (b *book) outlineAhead(i int) {
	jobs := b.options.jobs()
	if jobs == 1 {
		return
	}
	const ahead = 500 // files that are looked at
	var list []*File
	for _, file := range b.files[i:min(len(b.files), i+ahead)] {
		if !file.outlined && file.SummaryFloor <= b.files[i].SummaryFloor && !file.Facts.Pinned {
			list = append(list, file)
		}
		if len(list) == 2*jobs {
			break
		}
	}
	b.outlineAll(list)
}

// outlineAll outlines files in parallel. One that cannot be read again is left
// for when it is asked for.
func (b *book) outlineAll(list []*File) {
	group := errgroup.Group{}
	group.SetLimit(b.options.jobs())
	for _, file := range list {
		group.Go(func() error {
			if text, skip, _ := file.again(b.context); skip == source.None {
				file.outline(b.context, b.options, text)
				file.rememberSummary()
			}
			return nil
		})
	}
	_ = group.Wait() // none fails
}

// again reads the file and makes sure that it is the one that was analysed.
func (f *File) again(ctx context.Context) (string, source.SkipReason, error) {
	text, skip, err := f.root.tree.Read(ctx, f.File)
	if skip == source.None && text.Blob != f.Blob {
		skip, err = source.Changed, errors.New("it changed while it was packed")
	}
	return packedText(f.Name, text).Content, skip, err
}

// text reads a candidate again.
func (b *book) text(i int) (string, bool) {
	if text, ok := b.cached[i]; ok {
		return text, true
	}
	if _, lost := b.lost[i]; lost {
		return "", false
	}
	file := b.files[i]
	text, skip, err := file.again(b.context)
	if ctxErr := b.context.Err(); ctxErr != nil {
		b.failure = ctxErr
		return "", false
	}
	if skip != source.None {
		b.lost[i] = skip
		b.problems = append(b.problems, Problem{Path: file.Name, Err: fmt.Errorf("read again: %w", orElse(err, skip))})
		return "", false
	}
	b.keep(i, text)
	return text, true
}

// keep remembers a text. What is kept is bounded by what a bundle can hold.
func (b *book) keep(i int, text string) {
	if limit := 16<<20 + 8*b.options.Budget; b.cachedAt+len(text) > limit {
		clear(b.cached)
		b.cachedAt = 0
	}
	b.cached[i] = text
	b.cachedAt += len(text)
}

func orElse(err error, skip source.SkipReason) error {
	if err != nil {
		return err
	}
	return errors.New(skip.Sentence())
}

// differs counts the entries whose bytes are not those of the commit.
func (b *book) differs(entries []packer.Entry) int {
	n := 0
	for _, e := range entries {
		file := b.files[e.Candidate]
		if b.blobs[file.root][file.Path] != file.Blob {
			n++
		}
	}
	return n
}

func errorAs[T error](err error) (T, bool) {
	var target T
	ok := errors.As(err, &target)
	return target, ok
}
