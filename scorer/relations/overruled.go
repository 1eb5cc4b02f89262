package relations

import (
	"path"
	"strings"

	"ctxpack/internal/text/kinds"
	"ctxpack/scorer/imports"
)

// Placed is a file that counts as a test, an example or third-party code only because of the name of a folder above it.
type Placed struct {
	Folder  string // the uppermost folder with such a name
	Foreign bool   // the name marks third-party code
	Test    bool
}

// fewUsers is the number of users outside the folder that prove a file to be code of the project.
const fewUsers = 3

// Overruled returns the placed files that are code of the project proper, because its other files import them, or an
// overruled file in the same placed folder does. Keys are numbers of the graph; proper holds the source files. Files
// in a folder for third-party code that import nothing of the project are never overruled. An example or a template
// needs only one user if its folder imports the project's code.
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
	users  map[int]int     // number of users of a placed file outside its folder
	builds map[string]bool // placed files, and their folders, that import the project's code
}

func (o *overruling) belongs(file int) bool {
	p, users, name := o.placed[file], o.users[file], o.graph.Path(file)
	switch {
	case p.Foreign: // one file may include a header of the project by mistake: the rest of its folder does not count
		return users >= fewUsers && o.builds[name]
	case p.Test: // folder names with other meanings too need only one user, the module that declares the file
		return users >= fewUsers || users > 0 && kinds.Is(path.Base(p.Folder), "ordinary test folder")
	}
	return users >= fewUsers || users > 0 && o.builds[path.Dir(name)]
}

// count visits each import once, except those of placed files, which are few.
func (o *overruling) count() {
	groups := map[int][]int{} // the placed files of packages that have any
	own := map[int]bool{}     // packages with proper source files
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
			if own[group] { // importing a package means using its proper source files
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
