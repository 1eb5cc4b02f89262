package pipeline

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
)

// listing returns the tree of the files that are not hidden.
func (r *Ranking) listing() *render.Tree {
	files := slices.Concat(r.Files, mapped.Where(r.Skipped, listed))
	slices.SortFunc(files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	names := mapped.Of(files, func(file *File) string { return file.Name })
	places := mapped.Places(r.Files)
	tree := render.NewTree(names, func(i int) int {
		if place, ok := places[files[i]]; ok && files[i].Facts.Class == scorer.Source {
			return treeWeight / (treeFirst + place)
		}
		return 0
	})
	if len(r.Files) > 0 && r.Files[0].Facts.Task != nil {
		tree.Lead(path.Dir(r.Files[0].Name)) // when working on a file, its neighbours are of interest
	}
	return tree
}

// The weight of a source file in the tree, relative to the first in rank order: treeFirst / (treeFirst + its
// place), so that the folders of the first files are opened first.
const (
	treeFirst  = 10
	treeWeight = treeFirst << 20
)

// listed reports whether a skipped file appears in the tree: files hidden by the user's rules do not, files that
// cannot be shown do.
func listed(file *File) bool {
	switch file.Skip {
	case source.Ignored, source.IgnoredByTool, source.Excluded, source.OutsideInclude, source.Missing, source.Output, source.OutsidePackage:
		return false
	}
	return !file.Dir
}
