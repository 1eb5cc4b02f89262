package view

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"ctxpack/packer"
	"ctxpack/scorer"
)

// InReadingOrder returns entries sorted for a reader: documents and manifests first, then source, settings and data,
// tests, and auxiliary files. In source, a folder comes before its subfolders, and of folders next to each other the
// one of which more is shown.
func InReadingOrder(files []*File, entries []packer.Entry) []packer.Entry {
	shown := map[string]int{} // tokens by folder, with those of its subfolders
	for _, e := range entries {
		for dir := path.Dir(files[e.Candidate].Name); dir != "."; dir = path.Dir(dir) {
			shown[dir] += e.Cost
		}
	}
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b packer.Entry) int {
		x, y := files[a.Candidate], files[b.Candidate]
		if n := chapter(x) - chapter(y); n != 0 || chapter(x) != sourceChapter {
			return cmp.Or(n, a.Candidate-b.Candidate)
		}
		return compareSource(shown, x.Name, y.Name)
	})
	return entries
}

// compareSource compares the paths of two files.
func compareSource(shown map[string]int, a, b string) int {
	for at := 0; ; {
		i, j := strings.IndexByte(a[at:], '/'), strings.IndexByte(b[at:], '/')
		if i < 0 || j < 0 {
			return cmp.Or(min(i, 0)-min(j, 0), cmp.Compare(a, b))
		}
		if x, y := a[:at+i], b[:at+j]; x != y {
			return cmp.Or(shown[y]-shown[x], cmp.Compare(x, y))
		}
		at += i + 1
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
