package view

import (
	"ctxpack/scorer"
	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
)

// usage tells how much the names of the tree are used, by the identifiers of its source
// files: what many files refer to says more of a file than what comes first in it.
type usage struct {
	terms.Table[users]
	files int // source files
}

// users are the files that have a term, and of them those that declare it.
type users struct{ all, declaring uint16 }

func newUsage(files []*File) *usage {
	const most = 1 << 15 // no name has more users worth telling apart
	u := new(usage)
	for _, file := range files {
		if file.Facts.Class != scorer.Source {
			continue
		}
		u.files++
		file.Contents.Terms.Each(func(t terms.Term) {
			if t < terms.Limit {
				at := u.At(t)
				at.all = min(at.all+1, most)
			}
		})
		file.Contents.Names.Each(func(t terms.Term) {
			if t < terms.Limit {
				at := u.At(t)
				at.declaring = min(at.declaring+1, most)
			}
		})
	}
	return u
}

// of is how many files use a name of the top level, for each file that declares it, those left
// out. Most of those that have a plain word, as open or none, mean something else.
func (u *usage) of(name string) int {
	if relevance.IsPlain(name) {
		return u.having(name) / plainUses
	}
	return u.having(name)
}

// having is how many files have a name, whatever they mean by it, for each file that declares it,
// those left out.
func (u *usage) having(name string) int {
	n := u.users(name)
	declaring := max(int(n.declaring), 1)
	return max(int(n.all)-declaring, 0) / declaring
}

// usage is that of the ranking's files.
func (f *Levels) usage() *usage {
	f.usageOnce.Do(func() { f.used = newUsage(f.files) })
	return f.used
}

// declaredBy reports whether one source file in so many declares a name, or more: it says
// nothing of one of them.
func (u *usage) declaredBy(name string, share int) bool {
	return int(u.users(name).declaring) >= max(declaringFiles, u.files/share)
}

// common reports whether a name stands in so many files that as what a type does it says
// nothing of it.
func (u *usage) common(name string) bool {
	return int(u.users(name).all) >= max(commonFiles, u.files/commonShare)
}

// everyday reports whether so many files use a name that a call of it says nothing.
func (u *usage) everyday(name string) bool {
	return int(u.users(name).all) > max(everydayFiles, u.files/everydayShare)
}

// users are those of a name; none of one that is too short to be kept.
func (u *usage) users(name string) users {
	if len(name) < terms.MinLength {
		return users{}
	}
	return u.Get(terms.Of(name))
}

// Of a small tree, what many files have is what it is about.
const (
	declaringFiles = 16
	methodShare    = 50
	typeShare      = 8
	commonFiles    = 64
	commonShare    = 4
	everydayFiles  = 8
	everydayShare  = 10
	plainUses      = 4
)
