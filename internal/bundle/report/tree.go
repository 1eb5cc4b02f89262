package report

import (
	"cmp"
	"slices"
	"strings"
)

// node is a folder or a file, with the tokens that the bundle shows of it.
type node struct {
	name     string // the last component of its path; several for a folder with only one folder in it
	path     string
	size     int  // its shown tokens
	file     int  // index into the document's files, -1 for a folder
	beside   bool // neither file nor folder: a cost of the bundle besides the texts of files
	children []*node
}

// grow adds a file to the tree below n.
func (n *node) grow(path string, file, size int) {
	at := n
	parts := strings.Split(path, "/")
	for i, part := range parts[:len(parts)-1] {
		next := -1
		if last := len(at.children) - 1; last >= 0 && at.children[last].file < 0 && at.children[last].name == part {
			next = last
		} else {
			next = slices.IndexFunc(at.children, func(c *node) bool { return c.file < 0 && c.name == part })
		}
		if next < 0 {
			at.children = append(at.children, &node{name: part, path: strings.Join(parts[:i+1], "/"), file: -1})
			next = len(at.children) - 1
		}
		at = at.children[next]
	}
	at.children = append(at.children, &node{name: parts[len(parts)-1], path: path, file: file, size: size})
}

// settle sums up sizes, joins folders with only one folder in them, and sorts children by size, largest first.
func (n *node) settle() {
	for i, c := range n.children {
		c.settle()
		for len(c.children) == 1 && c.children[0].file < 0 {
			only := c.children[0]
			only.name = c.name + "/" + only.name
			c = only
		}
		n.children[i] = c
		n.size += c.size
	}
	slices.SortFunc(n.children, func(a, b *node) int { return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.path, b.path)) })
}

// shown returns a node's name: that of a folder with a slash.
func (n *node) shown() string {
	if n.file < 0 && !n.beside {
		return n.path + "/"
	}
	return n.path
}

// tree arranges the shown tokens of the files by folder, and adds the other tokens.
func tree(d *Document) *node {
	root := &node{file: -1}
	for i, f := range d.Files {
		if f.Shown > 0 {
			root.grow(f.Path, i, f.Shown)
		}
	}
	for _, b := range d.Beside {
		if b.Tokens > 0 {
			root.children = append(root.children, &node{name: b.Name, path: b.Name, size: b.Tokens, file: -1, beside: true})
		}
	}
	root.settle()
	return root
}
