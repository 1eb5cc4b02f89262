package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unique"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/bundle/view"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/safe/injection"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
	"ctxpack/scorer/relations"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// analyse computes the facts of each file. It releases texts at once, so that memory grows with the facts and not
// with the tree.
func (r *Ranking) analyse(ctx context.Context, files []*File) error {
	readable := mapped.Where(files, func(f *File) bool { return f.Skip == source.None })
	order := placesOf(readable)
	r.Looked = len(readable)
	r.fetch(ctx, readable)
	problems := make([]error, len(readable))
	var done, bytes, reused atomic.Int64
	work := newParsing(readable)
	group := errgroup.Group{}
	group.SetLimit(r.options.jobs())
	for place, i := range order {
		if ctx.Err() != nil {
			break
		}
		f := readable[i]
		group.Go(fault.Guard(f.Name, func() error {
			var known bool
			if known, problems[i] = r.analyseFile(ctx, f, work, place); known {
				reused.Add(1)
			}
			r.observe(StageAnalyse, int(done.Add(1)), len(readable), bytes.Add(f.Size))
			return ctx.Err()
		}))
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r.Reused = int(reused.Load())
	for _, place := range work.tooSoon(len(readable)) {
		if i := order[place]; readable[i].Skip == source.None {
			_, problems[i] = r.analyseFile(ctx, readable[i], work, place)
		}
	}
	if n := len(work.unparsed); n > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("parsing took too much work with files like %s: %s others have no outline", firstNames(work.names(readable, order)), humanize.Comma(n)))
	}
	r.nameBundles(readable)
	r.addProblems(readable, problems)
	return nil
}

// addProblems adds the problem of each file that has one.
func (r *Ranking) addProblems(files []*File, problems []error) {
	for i, f := range files {
		if problems[i] != nil {
			r.Problems = append(r.Problems, source.Problem{Path: f.Name, Err: problems[i]})
		}
	}
}

// analyseAround computes the imports and names of unrequested files. An unreadable file is ignored.
func (r *Ranking) analyseAround(ctx context.Context) error {
	var files []*File
	for _, f := range r.around {
		switch scorer.ClassName(f.Path) {
		case scorer.Source, scorer.Test, scorer.Prose:
			files = append(files, f)
		}
	}
	r.fetch(ctx, files)
	work := newParsing(files)
	group := errgroup.Group{}
	group.SetLimit(r.options.jobs())
	for place, i := range placesOf(files) {
		f := files[i]
		group.Go(fault.Guard(f.Name, func() error {
			if ctx.Err() == nil {
				_, _ = r.analyseFile(ctx, f, work, place)
			}
			return ctx.Err()
		}))
	}
	return group.Wait()
}

// nameBundles warns of tracked files that are skipped because they begin like a bundle: somebody may have used that
// to hide their contents.
func (r *Ranking) nameBundles(files []*File) {
	bundles := mapped.Where(files, func(f *File) bool { return f.Skip == source.Output && f.Root.Tracks(f.File.File.File) })
	if names := mapped.Of(bundles, func(f *File) string { return f.Name }); len(names) > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("tracked files that begin like a bundle of ctxpack are omitted: %s", firstNames(names)))
	}
}

// analyseFile fills in the file's contents, and reports whether they were cached. An error means that the file is
// skipped and reported.
func (r *Ranking) analyseFile(ctx context.Context, f *File, work *parsing, place int) (known bool, err error) {
	if f.Unparsed = !work.allows(place); f.Unparsed {
		work.without(place)
	} else if r.recall(f, "") {
		work.spent(place, f.Contents.Excess)
		return true, r.countTerms(ctx, f, nil)
	}
	text, skip, err := f.Text(ctx)
	if skip != source.None {
		f.Skip, f.Contents = skip, cache.Facts{Skip: skip, Blob: text.Blob, Kind: r.kind(f)}
		if err == nil && skip != source.Output {
			f.remember()
		}
		return false, err
	}
	if f.Unparsed {
		ctx = signatures.WithoutParser(ctx)
	} else if r.recall(f, text.Blob) {
		work.spent(place, f.Contents.Excess)
		return true, r.countTerms(ctx, f, &text)
	}
	f.Contents = r.options.contents(ctx, f.Path, text)
	f.Contents.Kind = r.kind(f)
	f.SetSummary(f.Contents.Summary)
	work.spent(place, f.Contents.Excess)
	f.keep = ctx.Err() == nil && !f.Unparsed // an interrupted analysis is not the file's fault
	if len(text.Secrets) > 0 {
		f.Contents.Redacted, f.provisional = r.vault.Provisional(text.Secrets), true
	} else if f.keep {
		f.remember()
	}
	return false, r.countTerms(ctx, f, &text)
}

// kind encodes the influence of a file's path, besides its base name, on its facts: which of them
// are computed, and which findings are not secrets.
func (r *Ranking) kind(f *File) uint8 {
	kind := r.vault.Kind(f.Path) << 2
	switch scorer.ClassName(f.Path) {
	case scorer.Source, scorer.Test, scorer.Auxiliary:
		kind |= 1
	case scorer.Prose:
		kind |= 2
	}
	return kind
}

// contents analyses a text without other files. The name is the path in the repository, even if only part of it is
// packed, so that facts are the same.
func (o Options) contents(ctx context.Context, name string, text worktree.Text) cache.Facts {
	scanned := signatures.ExtractDeclarations(ctx, name, text.Content)
	views := o.views()
	facts := cache.Facts{
		Encoding: text.Encoding, Blob: text.Blob, Lines: text.Lines, Tokens: o.Counter.About(text.Content),
		Exports: len(scanned.Exports), Todos: len(scanned.Markers), Found: text.Found,
		Rendered: scorer.RenderedPage(name, text.Content),
	}
	if o.Exact {
		facts.Exact = o.Counter.Count(text.Content)
	}
	facts.SummaryFloor = views.SummaryFloor(&scanned, facts, text.Content)
	if o.Outlines {
		facts.Summary = views.Summarise(&scanned, facts, text.Content)
	}
	switch scorer.ClassName(name) {
	case scorer.Source, scorer.Test, scorer.Auxiliary:
		if names := declared(&scanned); len(names) <= view.MaxNames {
			facts.Names, facts.Terms = terms.Names(names), terms.Read(text.Content)
		}
		facts.Parts = cache.PartsOf(signatures.Parts(&scanned, text.Content))
		facts.Licence = view.LicenceOf(text.Content)
		facts.Tests = view.TestsOf(name, text.Content, o.Counter.Count)
	case scorer.Prose:
		facts.Mentions = relations.Mentions(text.Content)
		facts.Parts = cache.PartsOf(signatures.Parts(&scanned, text.Content))
	}
	if o.MarkInjections {
		facts.Addressing = injection.Lines(text.Content)
	}
	facts.Outline = forRanking(scanned)
	facts.Excess = max(0, scanned.Work-signatures.OrdinaryWork(len(text.Content)))
	return facts
}

// forRanking returns the parts of an outline for ranking, without references to the original text. The same
// specifiers occur in many files.
func forRanking(whole signatures.Outline) cache.Outline {
	o := cache.Outline{
		Language: whole.Language, Package: strings.Clone(whole.Package), Fallback: whole.Fallback, Imports: whole.Imports,
		Exports: importable(&whole), Namespaces: whole.Namespaces, Main: whole.Main,
	}
	for i, name := range o.Exports {
		o.Exports[i] = strings.Clone(name)
	}
	for i, name := range o.Namespaces {
		o.Namespaces[i] = strings.Clone(name)
	}
	for i := range o.Imports {
		m := &o.Imports[i]
		m.Specifier, m.Scope = unique.Make(m.Specifier).Value(), unique.Make(m.Scope).Value()
		for j, name := range m.Names {
			m.Names[j] = unique.Make(name).Value()
		}
	}
	return o
}

// declared returns the names of a file's top-level declarations, and of their members.
func declared(o *signatures.Outline) []string {
	top := mapped.Where(o.Symbols, func(y signatures.Symbol) bool { return y.Depth <= 1 })
	return mapped.Of(top, func(y signatures.Symbol) string { return y.Name })
}

// importable returns the names that other files can import, if resolving imports needs them: the exported ones and
// those visible within a module (`internal`).
func importable(o *signatures.Outline) []string {
	if !imports.NeedsExports(o.Language) {
		return nil
	}
	names, seen := slices.Clone(o.Exports), mapped.Set(o.Exports)
	for _, symbol := range o.Symbols {
		if symbol.Depth == 0 && symbol.Head != "" && !seen[symbol.Name] {
			seen[symbol.Name] = true
			names = append(names, symbol.Name)
		}
	}
	return names
}

// recall fills in a file from the cache: by its stamp, by the blob id in git's index for this very file or, if blob
// is not "", by the id of the read contents. It returns false if the cache lacks any requested data.
func (r *Ranking) recall(f *File, blob string) bool {
	if f.tree.cache == nil {
		return false
	}
	c := f.tree.cache()
	var facts cache.Facts
	var ok bool
	if blob == "" {
		if facts, ok = c.Get(f.Path, f.stamp()); !ok {
			blob = f.tree.IndexedBlob(f.File.File.File)
		}
	}
	if blob != "" {
		facts, ok = c.Find(f.Path, blob, f.stamp(), func() uint8 { return r.kind(f) })
	}
	lacksOutline := r.options.Outlines && facts.Skip == source.None && facts.Summary == nil
	if lacksCount := r.options.Exact && facts.Exact == 0 && facts.Lines > 0; !ok || lacksOutline || lacksCount {
		return false
	}
	if !r.options.Exact {
		facts.Exact = 0 // a bundle must not depend on the cache
	}
	f.Skip, f.Contents, f.keep = facts.Skip, facts, true
	f.SetSummary(facts.Summary)
	return true
}

// transient reports whether another analysis may give another outline.
func (f *File) transient() bool { return f.Contents.Outline.Transient() || f.Summary().Transient() }

// remember stores the analysis of a file in the cache.
func (f *File) remember() {
	if f.tree.cache == nil || f.transient() {
		return
	}
	f.Contents = f.tree.cache().Put(f.Path, f.stamp(), f.Contents)
}

func (f *File) stamp() cache.Stamp {
	return cache.Stamp{Stamp: f.Stamp, Size: f.Size, Named: f.Named()}
}
