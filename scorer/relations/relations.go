// Package relations finds relations between the files of a tree that imports alone do not show: which files of a
// package an importer uses, which files use a neighbor's names without an import, which documents name a file, and
// how far a file is from an entry point.
//
// It is pure: the result depends only on its arguments, not on their order.
// The work is linear in files, imports and identifiers.
package relations

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/scorer/imports"
	"ctxpack/scorer/terms"
)

// File holds the facts about one file of the tree that the package needs.
type File struct {
	Path      string
	Source    bool // code of the project proper; uses are found only among these files
	Auxiliary bool // documents refer to it only if no other file matches
	Entry     bool // execution or use of the project starts here
	Names     terms.Set
	Terms     terms.Set
	Mentions  []string // words of a document that look like paths
	Document  bool     // its mentions count
}

// Relation counts the relations of other files to one file.
type Relation struct {
	// Users is the number of source files that use the file: they import the file itself, its header or a file that
	// re-exports its names; or they import its package, or are in the same folder, and mention a name that it declares
	// and that at most three other files there declare.
	Users int
	// Mentions is the number of documents that name the file.
	Mentions int
	// Steps is the length of the shortest chain of uses from an entry point, -1 if there is none.
	Steps int
}

// Find returns the relations of the files, by their positions. graph is the import graph of the same files. Find passes
// concurrent work to each, which must call the function for all shares from 0 to n-1, in any order or concurrently.
func Find(files []File, graph *imports.Graph, each func(n int, share func(int))) []Relation {
	return (&finder{files: files, graph: graph, each: each}).find()
}

// InTurn calls share for 0 to n-1 one after the other.
func InTurn(n int, share func(int)) {
	for i := range n {
		share(i)
	}
}

func (f *finder) find() []Relation {
	f.relations, f.uses = make([]Relation, len(f.files)), make([][]int32, len(f.files))
	f.index()
	f.byImport()
	f.byName()
	f.passOn()
	f.steps()
	f.mentions()
	return f.relations
}

type finder struct {
	files     []File
	graph     *imports.Graph
	each      func(n int, share func(int))
	relations []Relation
	position  []int32   // by number in the graph, -1 for none
	number    []int     // in the graph, by position
	uses      [][]int32 // by position, the files that a source file uses
	users     [][]int32 // the reverse of uses
	folder    []int32   // by position, the unit of a source file's folder

	evidence map[int32]*Evidence // for the files to explain
	before   []int32             // the previous file on the way from an entry point, -1 for none; nil if not needed
}

// index maps the numbers of the graph to positions and back.
func (f *finder) index() {
	f.position, f.number = slices.Repeat([]int32{-1}, f.graph.Len()), make([]int, len(f.files))
	for i, file := range f.files {
		n, ok := f.graph.Index(file.Path)
		if !ok {
			n = -1
		} else {
			f.position[n] = int32(i) // cannot overflow: fewer than 2^31 files
		}
		f.number[i] = n
	}
	f.users = make([][]int32, len(f.files))
}

// source returns the position of a file of the graph, and reports whether it is a source file.
func (f *finder) source(number int) (position int32, ok bool) {
	p := f.position[number]
	return p, p >= 0 && f.files[p].Source
}

func (f *finder) use(from, to int32) {
	f.uses[from] = append(f.uses[from], to)
	f.users[to] = append(f.users[to], from)
}

// byImport finds uses by the imports of single files.
func (f *finder) byImport() {
	for i := range f.files {
		if !f.files[i].Source {
			continue
		}
		for _, to := range f.direct(i) {
			f.use(int32(i), to) // cannot overflow: fewer than 2^31 files
		}
	}
}

// passOn adds the users of a header to its source file, and the users of a file that
// re-exports names to the files that declare them.
func (f *finder) passOn() {
	pairs := f.pairs()
	count := make([][]int32, len(f.files))
	for i := range f.files {
		count[i] = f.users[i]
	}
	give := func(from, to int32) {
		if from != to {
			count[to] = append(slices.Clip(count[to]), f.users[from]...)
		}
	}
	for header, body := range pairs {
		give(header, body)
		f.uses[header] = append(f.uses[header], body)
	}
	for i, file := range f.files {
		if !file.Source || !isBarrel(file.Path) {
			continue
		}
		for _, to := range f.direct(i) {
			give(int32(i), to) // cannot overflow: fewer than 2^31 files
		}
	}
	for i := range count {
		slices.Sort(count[i])
		n, e := 0, f.evidence[int32(i)] // cannot overflow: fewer than 2^31 files
		for _, user := range slices.Compact(count[i]) {
			if int(user) == i {
				continue
			}
			n++
			if e != nil {
				e.Users = append(e.Users, int(user))
			}
		}
		f.relations[i].Users = n
	}
}

// direct returns the source files that a file imports individually, not as part of a package.
func (f *finder) direct(i int) []int32 {
	var list []int32
	if f.number[i] >= 0 {
		f.graph.Each(f.number[i], func(to int) {
			if p, ok := f.source(to); ok {
				list = append(list, p)
			}
		}, func(int) {})
	}
	return list
}

// isBarrel reports whether a file represents its folder, judging by its name.
func isBarrel(file string) bool {
	base := path.Base(file)
	switch base {
	case "__init__.py", "mod.rs", "lib.rs":
		return true
	}
	return strings.HasPrefix(base, "index.")
}

// pairs maps each header to its source file, if exactly one has the same name.
func (f *finder) pairs() map[int32]int32 {
	bodies := map[string][]int32{}
	for i, file := range f.files {
		if stem, half := HalfOf(file.Path); file.Source && half == Body {
			bodies[stem] = append(bodies[stem], int32(i)) // cannot overflow: fewer than 2^31 files
		}
	}
	pairs := map[int32]int32{}
	for i, file := range f.files {
		stem, half := HalfOf(file.Path)
		if !file.Source || half != Header {
			continue
		}
		list := bodies[stem]
		if len(list) > 1 {
			list = mapped.Where(list, func(b int32) bool { return path.Dir(f.files[b].Path) == path.Dir(file.Path) })
		}
		if len(list) == 1 {
			pairs[int32(i)] = list[0] // cannot overflow: fewer than 2^31 files
		}
	}
	return pairs
}

// Half is the half of a unit that a file contains, in languages with headers or interface files.
type Half uint8

// The halves: declarations for other files, and the source. Most files are neither.
const (
	Header Half = iota + 1
	Body
)

// HalfOf returns the base name of a file without its extension, which both halves have, and its half.
func HalfOf(file string) (stem string, half Half) {
	base := path.Base(file)
	ext := path.Ext(base)
	switch ext {
	case ".h", ".hh", ".hpp", ".hxx", ".mli":
		half = Header
	case ".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".ml":
		half = Body
	}
	return strings.TrimSuffix(base, ext), half
}

// steps computes the distances from the entry points by a breadth-first search.
func (f *finder) steps() {
	var front []int32
	for i, file := range f.files {
		f.relations[i].Steps = -1
		if file.Entry && file.Source {
			f.relations[i].Steps = 0
			front = append(front, int32(i)) // cannot overflow: fewer than 2^31 files
		}
	}
	for step := 1; len(front) > 0; step++ {
		var next []int32
		for _, from := range front {
			for _, to := range f.uses[from] {
				if r := &f.relations[to]; r.Steps < 0 {
					r.Steps = step
					if f.before != nil {
						f.before[to] = from
					}
					next = append(next, to)
				}
			}
		}
		front = next
	}
}
