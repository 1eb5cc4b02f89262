package relations

import (
	"cmp"
	"slices"

	"ctxpack/scorer/terms"
)

// byName finds uses by the names that files mention: names declared in other files of
// the same folder, or in a package that the file imports as a whole.
//
// A unit is a folder, or a package of the graph. One table holds the declarations of
// all units, grouped by term, so each term of a file is looked up only once.
func (f *finder) byName() {
	units := f.units()
	decls, places := f.declarations(units)
	named := make([][]int32, len(f.files))
	f.each((len(f.files)+filesAtOnce-1)/filesAtOnce, func(share int) {
		l := lookup{finder: f, decls: decls, places: places, wanted: make([]int32, len(units))}
		for i := share * filesAtOnce; i < min(len(f.files), (share+1)*filesAtOnce); i++ {
			if f.files[i].Source {
				named[i] = l.used(i)
			}
		}
	})
	for i, list := range named {
		for _, to := range list {
			f.use(int32(i), to) // cannot overflow: fewer than 2^31 files
		}
	}
}

// filesAtOnce is the number of files in one share of the work.
const filesAtOnce = 2048

// lookup finds the files that declare the names that a file mentions. It is not safe for concurrent use.
type lookup struct {
	*finder
	decls  []declaration
	places *terms.Table[place]
	wanted []int32 // for each unit, the last file, plus one, for which it was searched
	units  []int32 // the units to search for the current file
	hits   []int32
	own    []terms.Term // names that the file itself declares
}

// used returns the positions of the files that a source file uses by name.
func (l *lookup) used(i int) []int32 {
	from := int32(i) // cannot overflow: fewer than 2^31 files
	l.units = l.units[:0]
	want := func(unit int32) {
		if l.wanted[unit] != from+1 {
			l.wanted[unit], l.units = from+1, append(l.units, unit)
		}
	}
	want(l.folder[i])
	if l.number[i] >= 0 {
		l.graph.Each(l.number[i], func(int) {}, func(group int) { want(int32(group)) }) // cannot overflow: fewer units than files
	}
	l.hits = l.hits[:0]
	l.own = l.own[:0]
	l.files[i].Names.Each(func(t terms.Term) { l.own = append(l.own, t) })
	own := 0
	l.files[i].Terms.Each(func(t terms.Term) { // in ascending order, as the names are
		for own < len(l.own) && l.own[own] < t {
			own++
		}
		at := l.places.Get(t)
		declared := l.decls[at.start:at.end]
		if own < len(l.own) && l.own[own] == t {
			return // the file declares this name itself
		}
		for _, unit := range l.units { // half the folders of a large tree may declare it
			at, _ := slices.BinarySearchFunc(declared, unit, declaration.compareUnit)
			for ; at < len(declared) && declared[at].unit == unit; at++ {
				l.hits = append(l.hits, declared[at].file)
			}
		}
	})
	slices.Sort(l.hits)
	return slices.Clone(slices.Compact(l.hits))
}

// units returns the positions of the source files of each unit: first the packages of
// the graph by their numbers, then the folders.
func (f *finder) units() [][]int32 {
	units := make([][]int32, f.graph.Groups())
	imported := make([]bool, len(units))
	for i := range f.files {
		if f.files[i].Source && f.number[i] >= 0 {
			f.graph.Each(f.number[i], func(int) {}, func(group int) { imported[group] = true })
		}
	}
	for group := range units {
		if !imported[group] {
			continue
		}
		f.graph.Members(group, func(file int) {
			if p, ok := f.source(file); ok {
				units[group] = append(units[group], p)
			}
		})
	}
	folders := map[string]int32{}
	f.folder = make([]int32, len(f.files))
	modules := newModules(f.files)
	for i, file := range f.files {
		if !file.Source {
			continue
		}
		name := modules.folder(file.Path)
		unit, ok := folders[name]
		if !ok {
			unit = int32(len(units)) // cannot overflow: fewer units than files
			folders[name] = unit
			units = append(units, nil)
		}
		f.folder[i] = unit
		units[unit] = append(units[unit], int32(i)) // cannot overflow: fewer than 2^31 files
	}
	return units
}

// mostDeclarers is the maximum number of files of a unit that declare a name for it to count. Variants of a function
// for several platforms stay below it; common methods such as String exceed it.
const mostDeclarers = 4

// declaration is a file of a unit that declares a name.
type declaration struct{ unit, file int32 }

func (d declaration) compareUnit(unit int32) int { return cmp.Compare(d.unit, unit) }

// place is the range of the declarations of a term.
type place struct{ start, end int32 }

// declarations returns the declarations of the units, grouped by term and then in the
// order of units, and the range of each term.
func (f *finder) declarations(units [][]int32) (sorted []declaration, places *terms.Table[place]) {
	type named struct {
		term terms.Term
		declaration
	}
	var all []named
	var declared []uint64 // declarations of the current unit: terms and, in the lower half, files
	for unit, members := range units {
		if len(members) < 2 {
			if len(members) == 0 || unit >= f.graph.Groups() {
				continue // a folder of one file has no neighbors
			}
		}
		declared = declared[:0]
		for _, p := range members {
			f.files[p].Names.Each(func(t terms.Term) {
				if t < terms.Limit {
					declared = append(declared, uint64(t)<<half32|uint64(p)) // positions are not negative
				}
			})
		}
		slices.Sort(declared)
		for i := 0; i < len(declared); {
			end := i + 1
			for end < len(declared) && declared[end]>>half32 == declared[i]>>half32 {
				end++
			}
			if end-i <= mostDeclarers {
				for _, d := range declared[i:end] {
					all = append(all, named{terms.Term(d >> half32), declaration{int32(unit), int32(uint32(d))}}) // as packed above
				}
			}
			i = end
		}
	}
	places = new(terms.Table[place])
	for _, n := range all {
		places.At(n.term).end-- // minus the count, until the range is known
	}
	sorted = make([]declaration, len(all))
	next := int32(0)
	for _, n := range all {
		at := places.At(n.term)
		if at.end < 0 {
			next, *at = next-at.end, place{next, next}
		}
		sorted[at.end] = n.declaration
		at.end++
	}
	return sorted, places
}

const half32 = 32 // bits
