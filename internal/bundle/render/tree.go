package render

import (
	"fmt"
	"slices"
	"strings"
)

// Tree is the folders and files of a bundle, for its directory listing.
type Tree struct {
	root    *node
	folders []*node // all but the root, in the order in which they collapse
}

type node struct {
	name     string
	depth    int
	files    []string
	folders  []*node
	total    int  // files below
	aside    bool // none of them is source
	position int  // in Tree.folders
}

// NewTree builds the tree of slash-separated paths. What is not source matters
// least; source may be nil.
func NewTree(paths []string, source func(i int) bool) *Tree {
	t := &Tree{root: &node{}}
	index := map[string]*node{"": t.root}
	for i, p := range paths {
		dir, name := "", p
		if slash := strings.LastIndexByte(p, '/'); slash >= 0 {
			dir, name = p[:slash], p[slash+1:]
		}
		folder := t.folder(index, dir)
		folder.files = append(folder.files, name)
		folder.aside = folder.aside && source != nil && !source(i)
	}
	t.root.finish()
	// Those without source go first, then the deepest; among equals the one that hides
	// most.
	slices.SortStableFunc(t.folders, func(a, b *node) int {
		switch {
		case a.aside && !b.aside:
			return -1
		case b.aside && !a.aside:
			return 1
		}
		if a.depth != b.depth {
			return b.depth - a.depth
		}
		return b.total - a.total
	})
	for i, f := range t.folders {
		f.position = i
	}
	return t
}

func (t *Tree) folder(index map[string]*node, dir string) *node {
	if n, ok := index[dir]; ok {
		return n
	}
	parent, name := "", dir
	if i := strings.LastIndexByte(dir, '/'); i >= 0 {
		parent, name = dir[:i], dir[i+1:]
	}
	above := t.folder(index, parent)
	n := &node{name: name, depth: above.depth + 1, aside: true}
	above.folders = append(above.folders, n)
	index[dir] = n
	t.folders = append(t.folders, n)
	return n
}

func (n *node) finish() {
	slices.Sort(n.files)
	slices.SortFunc(n.folders, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	n.total = len(n.files)
	for _, f := range n.folders {
		f.finish()
		n.total += f.total
		n.aside = n.aside && f.aside
	}
}

// Folders returns how many folders can collapse.
func (t *Tree) Folders() int { return len(t.folders) }

// Auxiliary returns how many of them hold no source: the first ones.
func (t *Tree) Auxiliary() int {
	n := 0
	for n < len(t.folders) && t.folders[n].aside {
		n++
	}
	return n
}

// Text returns the listing with the first n folders of the order of collapse
// shown as a count of their files. Folders that hold nothing but one folder
// share its line.
func (t *Tree) Text(n int) string {
	var b strings.Builder
	t.write(&b, t.root, "", n)
	return b.String()
}

func (t *Tree) write(b *strings.Builder, n *node, indent string, collapsed int) {
	for _, f := range n.folders {
		name := DisplayPath(f.name) + "/"
		for f.position >= collapsed && len(f.files) == 0 && len(f.folders) == 1 {
			f = f.folders[0]
			name += DisplayPath(f.name) + "/"
		}
		if f.position < collapsed {
			fmt.Fprintf(b, "%s%s (%s)\n", indent, name, plural(f.total, "file"))
			continue
		}
		fmt.Fprintf(b, "%s%s\n", indent, name)
		t.write(b, f, indent+"  ", collapsed)
	}
	for _, f := range n.files {
		fmt.Fprintf(b, "%s%s\n", indent, DisplayPath(f))
	}
}
