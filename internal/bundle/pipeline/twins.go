package pipeline

import (
	"path"
	"strings"

	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/terms"
)

// markTwins finds files that are variants of the one beside them, for another system or way
// to build, by their names and what they declare: binding_nomsgpack.go beside binding.go. A
// reader needs one of them.
func markTwins(files []*File) {
	names := map[string]*File{} // source files by path without extension
	for _, f := range files {
		if f.Facts.Class == scorer.Source {
			names[strings.TrimSuffix(f.Name, path.Ext(f.Name))] = f
		}
	}
	for stem, f := range names {
		dir, base := path.Split(stem)
		for at := strings.LastIndexAny(base, "_-."); at > 0; at = strings.LastIndexAny(base[:at], "_-.") {
			of := names[dir+base[:at]]
			if of != nil && path.Ext(of.Name) == path.Ext(f.Name) && declaresAlike(f, of) {
				f.Facts.Twin = of.Name
				break
			}
		}
	}
}

// declaresAlike reports whether most of what each of two files declares is what the other
// declares, and that is more than one name.
func declaresAlike(f, other *File) bool {
	declared := map[terms.Term]bool{}
	other.Contents.Names.Each(func(t terms.Term) { declared[t] = true })
	all, both := 0, 0
	f.Contents.Names.Each(func(t terms.Term) {
		if all++; declared[t] {
			both++
		}
	})
	return both > 1 && both*1000 >= max(all, len(declared))*fitted.TwinShare
}
