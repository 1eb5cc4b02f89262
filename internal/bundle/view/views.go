// Package view determines how each file can be shown in a bundle: as a row of names, as parts of its text, as its
// outline, or whole; each with its text, its tokens and its lines.
//
// Results are cached per file, so that a budget can be filled repeatedly. Declarations and Tiers are the two ways
// of filling one: they make offers to package packer, and write its choice.
//
// Texts of several files may be requested at once; everything else is for one goroutine.
package view

import (
	"context"
	"slices"
	"sync"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/tokens"
	"ctxpack/packer"
	"ctxpack/scorer/relevance"
)

// Options are common to the views of all files.
type Options struct {
	Counter         *tokens.Counter
	Format          render.Format
	LineNumbers     bool
	SummaryLines    int // first lines shown of a file without an outline; 0 for none
	OversizedTokens int // a file with more tokens offers its declarations in the tiers; 0 for no limit
	SkipOversized   bool
	// Guaranteed and Large are the minimum scores of files with guaranteed signatures, and of oversized files with
	// a guaranteed place; for the tiers.
	Guaranteed, Large int
	Jobs              int // goroutines, at least 1
	// Task is set if files are shown for a task; Query and Weights, if set, rate parts.
	Task    bool
	Query   *relevance.Query
	Weights []int
	// Map is the maximum percentage of the budget for rows of names; -1 for the default. Enough is set if a bundle
	// for a task may end before files of little value.
	Map    int
	Enough bool
	Tiers  bool // files are shown whole or by their outlines
	// Seal, if not nil, redacts an entry as it is written.
	Seal func(e *render.File)
}

// Views determines how each file can be shown in the bundle, and the costs. It reads texts again as needed, so that
// only those that may be in the bundle are held.
type Views struct {
	options Options
	memo    *tokens.Memo
	files   []*File
	forms   []*form // by file; nil for unrequested ones
	room    int     // tokens of the bundle, a bound on memory
	exact   bool    // nothing is omitted from a text shown in full

	mu       sync.Mutex // guards the fields below
	problems []source.Problem
	lost     map[int]source.SkipReason // files whose text cannot be read again
	texts    map[int]string            // texts read, within the memory bound
	held     int                       // bytes of texts
}

// form caches how one file can be shown.
type form struct {
	prices [2]struct { // by tier
		tokens    int
		known, ok bool
	}

	entry   packer.Entry // as last written
	written render.File
}

func newViews(files []*File, o Options) *Views {
	p := &Views{
		options: o, memo: tokens.NewMemo(o.Counter), files: files, forms: make([]*form, len(files)),
		lost: map[int]source.SkipReason{}, texts: map[int]string{},
	}
	p.exact = o.Tiers || !o.Format.Groups()
	return p
}

// form returns the cache of a file. Most files are never requested; they cost only a pointer, which the garbage
// collector must scan.
func (p *Views) form(i int) *form {
	if p.forms[i] == nil {
		p.forms[i] = &form{}
	}
	return p.forms[i]
}

// Files returns the files, in order.
func (p *Views) Files() []*File { return p.files }

// Count counts the tokens of a text, which may be similar to previous ones.
func (p *Views) Count(text string) int { return p.memo.Count(text) }

// Lost returns the files whose text could not be read again, with the reasons.
func (p *Views) Lost() map[int]source.SkipReason { return p.lost }

// Problems returns the errors of Lost, in the order of discovery.
func (p *Views) Problems() []source.Problem { return p.problems }

// Seal makes Views redact all later entries, and discards earlier ones.
func (p *Views) Seal(seal func(e *render.File)) {
	p.options.Seal = seal
	for _, form := range p.forms {
		if form != nil {
			form.entry, form.written = packer.Entry{}, render.File{}
		}
	}
}

// write returns the entry of a bundle. From one bundle to the next, most do not change. ok is false if the file
// cannot be read again, and was never placed.
func (p *Views) write(ctx context.Context, e packer.Entry, entry func(context.Context, packer.Entry) (render.File, bool)) (render.File, bool) {
	form := p.form(e.Candidate)
	last := form.entry
	same := last.Tier == e.Tier && last.Named == e.Named && last.First == e.First
	if !same || !slices.Equal(last.Sections, e.Sections) || !slices.Equal(last.Cuts, e.Cuts) {
		file, ok := entry(ctx, e)
		if !ok {
			return file, false
		}
		file.FullTokens = max(file.FullTokens, file.Tokens) // it may be an estimate
		if p.options.Seal != nil {
			p.options.Seal(&file)
		}
		file.Keep()
		form.entry, form.written = e, file
	}
	return form.written, true
}
