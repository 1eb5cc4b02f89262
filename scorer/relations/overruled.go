package relations

import (
	"path"
	"strings"

	"ctxpack/internal/text/kinds"
	"ctxpack/scorer/imports"
)

// Placed is a file that is taken for a test, an example or the code of others by the name of a folder that it is in.
type Placed struct {
	Folder  string // the uppermost that says so
	Foreign bool   // it says that others wrote what is there
	Test    bool
}

// fewUsers is how many files outside a folder prove its files to be code of the project.
const fewUsers = 3

// Overruled returns which of the placed files are code of the project proper, since its other files import them, or
// such a file beside them does. The numbers are the graph's; proper are the source files. What imports nothing of the
// project and has a folder for the code of others stays there; an example or a template that imports the project's
// code needs one user only, as any code of it does.
func Overruled(placed map[int]Placed, proper map[int]bool, graph *imports.Graph) map[int]bool {
	if len(placed) == 0 {
		return nil
	}
	o := overruling{placed: placed, proper: proper, graph: graph, users: map[int]int{}, builds: map[string]bool{}}
	o.count()
	found := map[int]bool{}
	var front []int
	add := func(file int) {
		if !found[file] {
			found[file] = true
			front = append(front, file)
		}
	}
	for file := range placed {
		if o.belongs(file) {
			add(file)
		}
	}
	for len(front) > 0 {
		from := front[len(front)-1]
		front = front[:len(front)-1]
		o.eachPlaced(from, func(to int) {
			if placed[to].Folder == placed[from].Folder && !placed[to].Foreign {
				add(to)
			}
		})
	}
	return found
}

type overruling struct {
	placed map[int]Placed
	proper map[int]bool
	graph  *imports.Graph
	users  map[int]int     // of a placed file, from outside its folder
	builds map[string]bool // placed files that import the project's code, and the folders of such
}

func (o *overruling) belongs(file int) bool {
	p, users, name := o.placed[file], o.users[file], o.graph.Path(file)
	switch {
	case p.Foreign: // which may include a header of the project by mistake: not all of its folder counts
		return users >= fewUsers && o.builds[name]
	case p.Test: // a word that is not of tests alone needs one user, the module that declares it
		return users >= fewUsers || users > 0 && kinds.Is(path.Base(p.Folder), "ordinary test folder")
	}
	return users >= fewUsers || users > 0 && o.builds[path.Dir(name)]
}

// count looks at each import once, but for those of placed files, which are few.
func (o *overruling) count() {
	groups := map[int][]int{} // the placed files of packages that have any
	own := map[int]bool{}     // packages with source files
	for group := range o.graph.Groups() {
		o.graph.Members(group, func(file int) {
			if _, ok := o.placed[file]; ok {
				groups[group] = append(groups[group], file)
			}
			own[group] = own[group] || o.proper[file]
		})
	}
	for from := range o.proper {
		used := func(to int) {
			if p, ok := o.placed[to]; ok && !strings.HasPrefix(o.graph.Path(from), p.Folder+"/") {
				o.users[to]++
			}
		}
		o.graph.Each(from, used, func(group int) {
			if own[group] { // what imports a package means its source
				return
			}
			for _, to := range groups[group] {
				used(to)
			}
		})
	}
	for from := range o.placed {
		name := o.graph.Path(from)
		note := func(builds bool) {
			if builds {
				o.builds[name], o.builds[path.Dir(name)] = true, true
			}
		}
		o.graph.Each(from, func(to int) { note(o.proper[to]) }, func(group int) { note(own[group]) })
	}
}

// eachPlaced calls f for the placed files that a file imports.
func (o *overruling) eachPlaced(from int, f func(to int)) {
	placed := func(to int) {
		if _, ok := o.placed[to]; ok {
			f(to)
		}
	}
	o.graph.Each(from, placed, func(group int) { o.graph.Members(group, placed) })
}
