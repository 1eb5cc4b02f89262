package view

import (
	"cmp"
	"path"
	"slices"

	"ctxpack/scorer"
)

// SetPlaces sorts files in reading order: documents and manifests first, then source by folder, the best folder
// first and its files by name, then settings and data, tests, and auxiliary files. Files are given in rank order.
func SetPlaces(files []*File) {
	folders := map[string]int{}
	for i, f := range files {
		if dir := path.Dir(f.Name); f.Facts.Class == scorer.Source {
			if _, ok := folders[dir]; !ok {
				folders[dir] = i
			}
		}
	}
	order := slices.Clone(files)
	rank := make(map[*File]int, len(files))
	for i, f := range files {
		rank[f] = i
	}
	slices.SortStableFunc(order, func(a, b *File) int {
		x, y := chapter(a), chapter(b)
		if x != y {
			return x - y
		}
		if x == sourceChapter {
			return cmp.Or(folders[path.Dir(a.Name)]-folders[path.Dir(b.Name)], cmp.Compare(a.Name, b.Name))
		}
		return rank[a] - rank[b]
	})
	for place, f := range order {
		f.Place = place
	}
}

// sourceChapter is the chapter of source.
const sourceChapter = 1

// chapter returns the part of a bundle in which a file appears.
func chapter(f *File) int {
	switch {
	case f.Facts.Document != scorer.Plain || f.Facts.Manifest:
		return 0
	case f.Facts.Class == scorer.Source:
		return sourceChapter
	case f.Facts.Class == scorer.Test:
		return 3
	case f.Facts.Class == scorer.Auxiliary:
		return 4
	}
	return 2
}
