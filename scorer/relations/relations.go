// Package relations finds out what the files of a tree are to one another, beyond who imports whom: which of a
// package's files an importer means, who uses a neighbor's names without an import, which documents name a file, and
// how far it is from where execution starts.
//
// It is pure: the result depends on its arguments alone, and not on their order.
// The work is linear in files, imports and identifiers.
package relations

import (
	"path"
	"slices"
	"strings"

	"ctxpack/scorer/imports"
	"ctxpack/scorer/terms"
)

// File is what the package needs to know about one file of the tree.
type File struct {
	Path      string
	Source    bool // code of the project proper; only among these are relations found
	Auxiliary bool // it is auxiliary: a document means it only if nothing else fits
	Entry     bool // execution or use of the project starts here
	Names     terms.Set
	Terms     terms.Set
	Mentions  []string // of a document
	Document  bool     // its mentions count
}

// Relation is what the other files are to one file.
type Relation struct {
	// Users are the source files that use it: that import the file itself, its header, or a file that gives its names
	// on; or that import its package, or stand beside it in a folder, and mention a name which it declares and at
	// most one other file there does.
	Users int
	// Mentions are the documents that name it.
	Mentions int
	// Steps are the least uses that lead to it from an entry point, -1 if none do.
	Steps int
}

// Find returns the relations of the files, by their positions. The graph is that of
// the same files. What can be done concurrently is given to each, which calls a
// function for several shares of the work, 0 to n-1, in any order or at once.
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
	position  []int32   // of the graph's files, -1 for none
	number    []int     // of the files in the graph
	uses      [][]int32 // positions that a source file uses
	users     [][]int32 // and the reverse
	folder    []int32   // the unit of a source file's folder

	evidence map[int32]*Evidence // of the files that are to be explained
	before   []int32             // the file that steps came from, -1 for none; nil if nobody asks
}

// index matches the numbers of the graph with positions.
func (f *finder) index() {
	f.position, f.number = make([]int32, f.graph.Len()), make([]int, len(f.files))
	for i := range f.position {
		f.position[i] = -1
	}
	for i, file := range f.files {
		n, ok := f.graph.Index(file.Path)
		if !ok {
			n = -1
		} else {
			f.position[n] = int32(i) // files fit in memory
		}
		f.number[i] = n
	}
	f.users = make([][]int32, len(f.files))
}

// isSource reports whether the file of the graph is one whose relations count, and gives its position.
func (f *finder) source(number int) (position int32, ok bool) {
	p := f.position[number]
	return p, p >= 0 && f.files[p].Source
}

func (f *finder) use(from, to int32) {
	f.uses[from] = append(f.uses[from], to)
	f.users[to] = append(f.users[to], from)
}

// byImport follows the imports of single files.
func (f *finder) byImport() {
	for i := range f.files {
		if !f.files[i].Source || f.number[i] < 0 {
			continue
		}
		f.graph.Each(f.number[i], func(to int) {
			if p, ok := f.source(to); ok {
				f.use(int32(i), p) // files fit in memory
			}
		}, func(int) {})
	}
}

// passOn gives the users of a header to its source file, and those of a file that
// gives names on to the files that it has them from.
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
			give(int32(i), to) // files fit in memory
		}
	}
	for i := range count {
		slices.Sort(count[i])
		n, e := 0, f.evidence[int32(i)] // files fit in memory
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

// direct are the source files that a file imports by themselves.
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

// isBarrel reports by its name whether a file represents its folder.
func isBarrel(file string) bool {
	base := path.Base(file)
	switch base {
	case "__init__.py", "mod.rs", "lib.rs":
		return true
	}
	return strings.HasPrefix(base, "index.")
}

// pairs maps headers to the one source file of the same name.
func (f *finder) pairs() map[int32]int32 {
	bodies := map[string][]int32{}
	for i, file := range f.files {
		if stem, kind := stemOf(file.Path); file.Source && kind == body {
			bodies[stem] = append(bodies[stem], int32(i)) // files fit in memory
		}
	}
	pairs := map[int32]int32{}
	for i, file := range f.files {
		stem, kind := stemOf(file.Path)
		if !file.Source || kind != header {
			continue
		}
		list := bodies[stem]
		if len(list) > 1 {
			var near []int32
			for _, b := range list {
				if path.Dir(f.files[b].Path) == path.Dir(file.Path) {
					near = append(near, b)
				}
			}
			list = near
		}
		if len(list) == 1 {
			pairs[int32(i)] = list[0] // files fit in memory
		}
	}
	return pairs
}

type half uint8

const (
	neither half = iota
	header
	body
)

func stemOf(file string) (stem string, kind half) {
	base := path.Base(file)
	ext := path.Ext(base)
	switch ext {
	case ".h", ".hh", ".hpp", ".hxx", ".mli":
		kind = header
	case ".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".ml":
		kind = body
	}
	return strings.TrimSuffix(base, ext), kind
}

// steps goes from the entry points along the uses.
func (f *finder) steps() {
	var front []int32
	for i, file := range f.files {
		f.relations[i].Steps = -1
		if file.Entry && file.Source {
			f.relations[i].Steps = 0
			front = append(front, int32(i)) // files fit in memory
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
