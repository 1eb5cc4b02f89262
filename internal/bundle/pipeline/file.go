package pipeline

import (
	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/text/mapped"
)

// File is one file of the tree. After ranking it is immutable; its Skip is then the reason why it is excluded from
// packing.
type File struct {
	view.File
	tree *tree
	keep bool // the cache may store it
	// provisional is set if it was analysed before its secrets had numbers.
	provisional bool
}

// newFiles returns files without facts. It allocates them together, since there may be hundreds of thousands, and
// single allocations are rounded up.
func newFiles(list []worktree.File, trees map[*worktree.Root]*tree) []*File {
	all, files := make([]File, len(list)), make([]*File, len(list))
	for i, f := range list {
		t := trees[f.Root]
		files[i] = &all[i]
		files[i].File.File, files[i].Cache, files[i].tree = f, t.cache, t
	}
	return files
}

// viewsOf returns the views of files.
func viewsOf(files []*File) []*view.File {
	return mapped.Of(files, func(f *File) *view.File { return &f.File })
}

// countReasons counts the skipped files per reason, the most frequent first.
func countReasons(skipped []*File) []render.Skipped {
	counts := map[source.SkipReason]int{}
	for _, f := range skipped {
		counts[f.Skip]++
	}
	return fit.SortReasons(counts)
}
