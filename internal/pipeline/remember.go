package pipeline

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unique"

	"ctxpack/internal/cache"
	"ctxpack/internal/gitrepo"
	"ctxpack/internal/imports"
	"ctxpack/packer"
	"ctxpack/signatures"
)

// openCache starts reading the cache of a root. Paths in it are relative to the
// folder that is open, so that a folder of a work tree shares the work tree's.
func (s *survey) openCache(r *root) {
	if s.options.Cache == "" {
		return
	}
	done := make(chan struct{})
	var c *cache.Cache
	key := cache.Key{Root: r.top, Variant: s.options.variant(), Program: cache.Program()}
	go func() {
		defer close(done)
		c = cache.Open(s.options.Cache, key)
	}()
	r.cache = func() *cache.Cache { <-done; return c }
}

// cachePrefix is the start of the paths of the cache's files if the user put
// the cache into the tree, else "".
func (s *survey) cachePrefix(r *root) string {
	if s.options.Cache == "" {
		return ""
	}
	folder, err := filepath.Abs(s.options.Cache)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	rel, err := filepath.Rel(r.top, folder)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel) + "/"
}

// variant names everything that the facts of a file depend on beside its
// contents.
func (o Options) variant() string {
	c := o.Config.Context
	return fmt.Sprintf("%s, files to %d bytes, summaries of %d lines, oversized over %d tokens",
		o.Counter.Key(), c.MaxFileSize, c.SummaryLines, c.OversizedTokens)
}

// remembered fills in a file from the cache, by its stamp or by the blob id
// that git's index has for the very file.
func (s *survey) remembered(f *File) bool {
	if f.root.cache == nil {
		return false
	}
	c := f.root.cache()
	facts, ok := c.Get(f.Path, f.stamp())
	if !ok {
		if blob := f.root.indexed(f); blob != "" {
			facts, ok = c.Find(f.Path, blob, f.stamp())
		}
	}
	return ok && s.recall(f, facts)
}

// rememberedText fills in a file that had to be read.
func (s *survey) rememberedText(f *File, blob string) bool {
	if f.root.cache == nil {
		return false
	}
	facts, ok := f.root.cache().Find(f.Path, blob, f.stamp())
	return ok && s.recall(f, facts)
}

// recall fills in a file; false if what is asked for was not stored.
func (s *survey) recall(f *File, facts cache.Facts) bool {
	if s.options.Outlines && facts.Skip == 0 && facts.Summary == nil {
		return false
	}
	f.Skip, f.Encoding, f.Blob, f.Lines, f.Tokens = facts.Skip, facts.Encoding, facts.Blob, facts.Lines, facts.Tokens
	f.Outline, f.exports, f.todos, f.SummaryFloor = facts.Outline, facts.Exports, facts.Todos, facts.SummaryFloor
	if m := facts.Summary; m != nil {
		f.outlined, f.SummaryTokens, f.SummaryLines, f.Outline.Fallback = true, m.Tokens, m.Lines, m.Fallback
		if m.Lines > 0 {
			f.Summary = m.Text
		} else {
			f.Outline.Text = m.Text
		}
		f.sections = sectionsFrom(m.Sections)
	}
	s.reused.Add(1)
	return true
}

// remember stores what was found out about a file.
func (f *File) remember() {
	if f.root.cache == nil || f.Outline.Transient() {
		return
	}
	facts := cache.Facts{
		Skip: f.Skip, Encoding: f.Encoding, Blob: f.Blob, Lines: f.Lines, Tokens: f.Tokens,
		Outline: f.Outline, Exports: f.exports, Todos: f.todos, SummaryFloor: f.SummaryFloor,
	}
	if f.outlined {
		m := f.stored()
		facts.Summary = &m
	}
	f.root.cache().Put(f.Path, f.stamp(), facts)
}

// rememberSummary stores the signatures tier of a file.
func (f *File) rememberSummary() {
	if f.root.cache != nil && !f.Outline.Transient() {
		f.root.cache().PutSummary(f.Path, f.stored())
	}
}

func (f *File) stored() cache.Summary {
	m := cache.Summary{Text: f.summaryText(), Lines: f.SummaryLines, Tokens: f.SummaryTokens, Fallback: f.Outline.Fallback}
	for _, x := range f.sections {
		m.Sections = append(m.Sections, cache.Section{
			StartLine: x.StartLine, EndLine: x.EndLine, Complexity: x.Complexity, Markers: x.Markers, Cost: x.Cost, Exported: x.Exported,
		})
	}
	return m
}

func (f *File) stamp() cache.Stamp {
	return cache.Stamp{Stamp: f.Stamp, Size: f.Size, Named: f.Named()}
}

// indexed is the blob id that git's index has for a file, "" if the file may
// have been changed since git looked at it. Where a filter of git changes
// contents on their way to the disk, the sizes differ, which the cache checks.
func (r *root) indexed(f *File) string {
	e, ok := r.entries[f.Path]
	if !ok || e.Kind == gitrepo.Submodule || e.Kind == gitrepo.Symlink || e.Unmerged || e.Blob == "" {
		return ""
	}
	same := e.Size == uint32(f.Size) && e.Inode != 0 && e.Inode == uint32(f.Stamp.Inode) && //nolint:gosec // as git does
		e.ModTime.UnixNano() == f.Stamp.Modified
	if !same || !e.ModTime.Before(r.indexTime) {
		return ""
	}
	return e.Blob
}

// keep holds on to what ranking needs of an outline, and to nothing of the text
// that it was cut from. The same specifiers stand in many files.
func (f *File) keep(o signatures.Outline) {
	f.exports, f.todos = len(o.Exports), len(o.Markers)
	o.Markers = nil
	o.Exports = importable(&o)
	for i, name := range o.Exports {
		o.Exports[i] = strings.Clone(name)
	}
	o.Package = strings.Clone(o.Package)
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
	f.Outline = o
}

// importable are the names that other files can import, where finding what an
// import means takes them: the exported ones and those that a module's files
// see of one another (`internal`).
func importable(o *signatures.Outline) []string {
	if !imports.NeedsExports(o.Language) {
		return nil
	}
	names, seen := slices.Clone(o.Exports), map[string]bool{}
	for _, name := range names {
		seen[name] = true
	}
	for _, symbol := range o.Symbols {
		if symbol.Depth == 0 && symbol.Text != "" && !seen[symbol.Name] {
			seen[symbol.Name] = true
			names = append(names, symbol.Name)
		}
	}
	return names
}

// save writes what is new. What fails here costs the next run time, and nothing
// else.
func (r *Ranking) save() error {
	var errs []error
	for _, root := range r.roots {
		if root.cache != nil {
			errs = append(errs, root.cache().Save())
		}
	}
	return errors.Join(errs...)
}

func sectionsFrom(stored []cache.Section) []packer.Section {
	var list []packer.Section
	for _, x := range stored {
		list = append(list, packer.Section{
			StartLine: x.StartLine, EndLine: x.EndLine, Complexity: x.Complexity, Markers: x.Markers, Cost: x.Cost, Exported: x.Exported,
		})
	}
	return list
}
