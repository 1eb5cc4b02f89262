// Package view knows how each file can be shown in a bundle: by a row of names, by parts of
// its text, by its outline, or whole; each with its text, its tokens and its lines.
//
// What was made is kept in one form a file, so that a budget can be filled again and again. Declarations and Tiers
// are the two ways of filling one: they offer what files can show to package packer, and write what it chose.
//
// Texts of several files may be asked for at once; all else is for one goroutine.
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

// Options are what the views of all files depend on.
type Options struct {
	Counter         *tokens.Counter
	Memo            *tokens.Memo // of what is shown; nil for one that has seen nothing
	Format          render.Format
	LineNumbers     bool
	SummaryLines    int // of a file without an outline; 0 for none
	OversizedTokens int // a file with more tokens offers its declarations in the tiers; 0 for no limit
	SkipOversized   bool
	// Guaranteed and Large are the scores from which on files are promised their
	// signatures, and a place although they are oversized; for the tiers.
	Guaranteed, Large int
	Jobs              int // goroutines, 1 or more
	// Task is set if files are shown for a task, by which Query and Weights, if they are there, rate parts.
	Task    bool
	Query   *relevance.Query
	Weights []int
	// Map is the percentage of the budget that rows of names may take; -1 for the default.
	// Enough is set if a bundle for a task ends where the rest has little value.
	Map    int
	Enough bool
	Tiers  bool // files are shown whole or by their outlines
	// Seal, if not nil, takes secrets out of an entry as it is written.
	Seal func(e *render.File)
}

// Views knows what each file would show in the bundle and what that costs. It reads texts
// again as they are needed, so that only what may be in the bundle is ever held.
type Views struct {
	options Options
	files   []*File
	forms   []*form // by file; nil for one of which nobody asked
	room    int     // tokens of the bundle, a bound for memory
	exact   bool    // a text that is shown whole is shown as it is

	mu       sync.Mutex // guards what follows
	problems []source.Problem
	lost     map[int]source.SkipReason // files whose text cannot be read again
	texts    map[int]string            // those that were read, as far as they may be held
	held     int                       // bytes of texts
}

// form is how one file can be shown, as far as it has been asked.
type form struct {
	prices [2]struct { // by tier
		tokens    int
		known, ok bool
	}

	entry   packer.Entry // as it was written last
	written render.File
}

func newViews(files []*File, o Options) *Views {
	if o.Memo == nil {
		o.Memo = tokens.NewMemo(o.Counter, "")
	}
	p := &Views{
		options: o, files: files, forms: make([]*form, len(files)),
		lost: map[int]source.SkipReason{}, texts: map[int]string{},
	}
	p.exact = o.Tiers || !o.Format.Groups()
	return p
}

// form holds how a file can be shown. Most files are never asked for, and what
// the collector looks through for each of them is no more than a pointer.
func (p *Views) form(i int) *form {
	if p.forms[i] == nil {
		p.forms[i] = &form{}
	}
	return p.forms[i]
}

// Files are the files that are shown, in their order.
func (p *Views) Files() []*File { return p.files }

// Count counts the tokens of a bundle, which differs in little from those before it.
func (p *Views) Count(bundle string) int { return p.options.Memo.Count(bundle) }

// Joined counts bundles of which the head changes, and the rest does not.
func (p *Views) Joined(rest string) func(head string) int { return p.options.Memo.Joined(rest) }

// Lost are the files whose text could not be read again, each with its reason.
func (p *Views) Lost() map[int]source.SkipReason { return p.lost }

// Problems are what Lost has an error for, in the order in which they were found.
func (p *Views) Problems() []source.Problem { return p.problems }

// Seal has entries looked through for secrets from now on; what was made is made anew.
func (p *Views) Seal(seal func(e *render.File)) {
	p.options.Seal = seal
	for _, form := range p.forms {
		if form != nil {
			form.entry, form.written = packer.Entry{}, render.File{}
		}
	}
}

func (p *Views) count(text string) int { return p.options.Memo.Count(text) }

// write is an entry of a bundle as it was made by entry. From one bundle to the next, most
// stay as they are. It is not ok if the file cannot be read again, and was never placed.
func (p *Views) write(ctx context.Context, e packer.Entry, entry func(context.Context, packer.Entry) (render.File, bool)) (render.File, bool) {
	form := p.form(e.Candidate)
	if last := form.entry; last.Tier != e.Tier || last.Named != e.Named || last.First != e.First || last.Cut != e.Cut || !slices.Equal(last.Sections, e.Sections) {
		file, ok := entry(ctx, e)
		if !ok {
			return file, false
		}
		if p.options.Seal != nil {
			p.options.Seal(&file)
		}
		file.Keep()
		form.entry, form.written = e, file
	}
	return form.written, true
}
