package report

import (
	"strings"

	"ctxpack/internal/text/mapped"
)

// place is a line of the list of what takes the tokens.
type place struct {
	Name   string
	Class  string
	Inside bool // inside the folder above it
	Tokens int
	Share  string
	Row    int // number of the file's row; 0 for none
}

const (
	maxPlaces = 40 // lines of the list
	maxInside = 6  // maximum lines below one folder
)

// places lists the largest contributions: the folders and files at the root, and the largest items in each folder.
// Others are summed up.
func (p *page) places(root *node, rowOf []int) []place {
	var list []place
	add := func(n, above *node) {
		inside := above != nil
		name := n.shown()
		if inside {
			name = strings.TrimPrefix(name, above.path+"/")
		}
		one := place{Name: name, Class: "folder", Inside: inside, Tokens: n.size, Share: percent(n.size, p.Tokens)}
		switch {
		case n.file >= 0:
			one.Class, one.Row = class(p.Files[n.file].Level), rowOf[n.file]
		case n.beside:
			one.Class = class(n.name)
		}
		list = append(list, one)
	}
	rest := func(nodes []*node, inside bool) {
		if sum := mapped.Sum(nodes, func(n *node) int { return n.size }); sum > 0 {
			list = append(list, place{Name: "others", Class: "folder", Inside: inside, Tokens: sum, Share: percent(sum, p.Tokens)})
		}
	}
	for i, n := range root.children {
		if len(list) >= maxPlaces {
			rest(root.children[i:], false)
			break
		}
		add(n, nil)
		shown := min(len(n.children), maxInside)
		for _, c := range n.children[:shown] {
			add(c, n)
		}
		rest(n.children[shown:], true)
	}
	return list
}

// Indent returns the class of a line's indentation.
func (p place) Indent() string {
	if p.Inside {
		return "inside"
	}
	return "top"
}
