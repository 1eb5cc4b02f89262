package view

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/share/cache"
	"ctxpack/scorer"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// File is a file of the tree with its facts. After ranking it is immutable, except for its summary, which is made
// on demand.
type File struct {
	worktree.File
	Contents  cache.Facts  // facts of its contents alone
	Facts     scorer.Facts // facts for the ranking
	Breakdown scorer.Breakdown
	Value     int            // for the task, see scorer.TaskValue
	Lines     []render.Range // named by the task or changed in a diff
	// Changes are what commits with messages similar to the task changed in it.
	Changes []Change
	// Chosen is set if the user named the file, its folder or a glob that matches it.
	Chosen bool
	// Shared is set if its licence header is shared by many files.
	Shared bool
	// OutlineOnly is set if it is in a dependency of a requested package, or if the user wants only its outline;
	// NamesOnly if the user wants only its row of names.
	OutlineOnly, NamesOnly bool
	// Unparsed is set if it is not parsed because others took too much work.
	Unparsed bool
	// Cache, if not nil, returns the cache of summaries; it waits until that is read.
	Cache func() *cache.Cache

	summary atomic.Pointer[cache.Summary] // see Options.Summarise
}

// Change is what a commit changed in a file.
type Change struct {
	Likeness int // of its message to the task, see [relevance.Commit]
	Lines    []int
}

// Summary returns the outline of the file for the signatures tier, nil before it was requested.
func (f *File) Summary() *cache.Summary { return f.summary.Load() }

// SetSummary sets the outline of the file; nil means unknown.
func (f *File) SetSummary(s *cache.Summary) { f.summary.Store(s) }

// Whole returns the tokens of the whole text: about, unless exact counts were requested.
func (f *File) Whole() int { return cmp.Or(f.Contents.Exact, f.Contents.Tokens) }

// Text returns the packed text of the file.
func (f *File) Text(ctx context.Context) (worktree.Text, source.SkipReason, error) {
	return f.File.TextOf(ctx, f.Contents.Blob, f.Contents.Found)
}

// Again reads the file and checks that it is the analysed one: else the reason is source.Changed, or why it cannot
// be read.
func (f *File) Again(ctx context.Context) (worktree.Text, source.SkipReason, error) {
	text, skip, err := f.Text(ctx)
	if skip == source.None && text.Blob != f.Contents.Blob {
		skip, err = source.Changed, errors.New("it changed while it was packed")
	}
	return text, skip, err
}

// Extract makes the outline of the file's text.
func (f *File) Extract(ctx context.Context, text string) signatures.Outline {
	if f.Unparsed {
		ctx = signatures.WithoutParser(ctx)
	} else {
		ctx = signatures.WithOrdinaryWork(ctx)
	}
	return signatures.Extract(ctx, f.Path, text)
}

// outline makes the summary of a file that was only scanned. Its facts for the ranking stay.
func (f *File) outline(ctx context.Context, o Options, text string) {
	whole := f.Extract(o.Outlining(ctx, f.Contents), text)
	f.remember(o.Summarise(&whole, f.Contents, text))
}

// remember stores a summary, also for later runs unless another attempt may give a better one.
func (f *File) remember(s *cache.Summary) {
	f.summary.Store(s)
	if f.Cache != nil && !f.Unparsed && !s.Transient() {
		f.Cache().PutSummary(f.Path, *s)
	}
}

// Holds reports whether the text of a file contains a name. Sets of terms do not decide about very short names.
func (f *File) Holds(name string) bool {
	if len(name) < terms.MinLength || f.Contents.Terms.Len() == 0 { // a table of data has no set
		return true
	}
	return f.Contents.Terms.Has(terms.Of(name))
}

// PassesOn reports whether a file may re-export a name from another.
func (f *File) PassesOn(name string) bool {
	switch f.Contents.Outline.Language {
	case "C", "C++", "Objective-C", "Objective-C++", "CUDA", "Cuda":
		return true // the declarations that a header includes
	}
	for _, m := range f.Contents.Outline.Imports {
		if m.Kind == "export-from" || m.Kind == "wildcard" || strings.HasSuffix(m.Specifier, "*") {
			return true
		}
	}
	return f.Holds(name)
}
