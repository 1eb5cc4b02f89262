package pipeline

import (
	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
)

// File is one file of the tree. After ranking it does not change; its Skip is
// then the reason for which it takes no part in packing.
type File struct {
	view.File
	tree *tree
	keep bool // the cache may remember it
	// provisional tells that it was analysed before its secrets had numbers.
	provisional bool
}

// newFiles are files of their trees, of which nothing is known yet. They are made at once, since there may be hundreds of
// thousands: the memory that one takes by itself is rounded up.
func newFiles(list []worktree.File, trees map[*worktree.Root]*tree) []*File {
	all, files := make([]File, len(list)), make([]*File, len(list))
	for i, f := range list {
		t := trees[f.Root]
		files[i] = &all[i]
		files[i].File.File, files[i].Cache, files[i].tree = f, t.cache, t
	}
	return files
}

// viewsOf are files as they are shown.
func viewsOf(files []*File) []*view.File {
	shown := make([]*view.File, len(files))
	for i, f := range files {
		shown[i] = &f.File
	}
	return shown
}

// small gives the text of a manifest.
func (f *File) small() (string, error) { return f.tree.Tree.ReadSmall(f.Path, manifestLimit) }

// countReasons counts the skipped files per reason, the most frequent first.
func countReasons(skipped []*File) []render.Skipped {
	counts := map[source.SkipReason]int{}
	for _, f := range skipped {
		counts[f.Skip]++
	}
	return fit.SortReasons(counts)
}
