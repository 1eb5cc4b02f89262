package view

import (
	"ctxpack/scorer"
	"ctxpack/scorer/terms"
)

// usage tells how much the names of the tree are used, by the identifiers of its source
// files: what many files refer to says more of a file than what comes first in it.
type usage struct {
	files     []uint16 // by term: the files that have it
	declaring []uint16 // by term: those that declare it
}

func newUsage(files []*File) *usage {
	const most = 1 << 15 // no name has more users worth telling apart
	u := &usage{files: make([]uint16, terms.Limit), declaring: make([]uint16, terms.Limit)}
	for _, file := range files {
		if file.Facts.Class != scorer.Source {
			continue
		}
		file.Contents.Terms.Each(func(t terms.Term) {
			if t < terms.Limit {
				u.files[t] = min(u.files[t]+1, most)
			}
		})
		file.Contents.Names.Each(func(t terms.Term) {
			if t < terms.Limit {
				u.declaring[t] = min(u.declaring[t]+1, most)
			}
		})
	}
	return u
}

// of is how many files use a name, for each file that declares it, those left out.
func (u *usage) of(name string) int {
	t := terms.Of(name)
	if t >= terms.Limit || len(name) < terms.MinLength {
		return 0
	}
	declaring := max(int(u.declaring[t]), 1)
	return max(int(u.files[t])-declaring, 0) / declaring
}

// usage is that of the ranking's files.
func (f *Levels) usage() *usage {
	f.usageOnce.Do(func() { f.used = newUsage(f.files) })
	return f.used
}
