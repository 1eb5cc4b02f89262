package report

import (
	"cmp"
	"slices"
	"strings"
)

// node is a folder or a file of the treemap.
type node struct {
	name     string // the last component of its path; several for a folder with only one folder in it
	path     string
	size     int  // its shown tokens
	file     int  // index into the document's files, -1 for a folder
	beside   bool // neither file nor folder: a cost of the bundle besides the texts of files
	children []*node
}

// rect is a rectangle of the treemap, in drawing units.
type rect struct{ x, y, w, h float64 }

type box struct {
	rect
	*node
	depth int
}

const (
	mapWidth, mapHeight = 1200, 560
	labelHeight         = 17 // height of a folder's name
	padding             = 2
	minSide             = 3 // smaller ones are not drawn
)

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

// place lays out the children of a node in a rectangle, recursively. The algorithm is that of squarified treemaps
// (Bruls, Huizing, van Wijk, 2000): rows of children along the shorter side, each extended while its rectangles get
// nearer to squares.
func (n *node) place(r rect, depth int, boxes *[]box) {
	rest := n.children
	size := n.size
	for len(rest) > 0 && size > 0 && min(r.w, r.h) >= minSide {
		side := min(r.w, r.h)
		scale := r.w * r.h / float64(size) // area of a token
		row, sum := 1, rest[0].size
		for row < len(rest) && worst(rest[:row+1], sum+rest[row].size, side, scale) <= worst(rest[:row], sum, side, scale) {
			sum += rest[row].size
			row++
		}
		r = placeRow(rest[:row], sum, r, scale, depth, boxes)
		rest, size = rest[row:], size-sum
	}
}

// worst returns the largest side ratio in a row of children.
func worst(row []*node, sum int, side, scale float64) float64 {
	area := float64(sum) * scale
	thick := area / side
	ratio := 0.0
	for _, c := range row {
		long := float64(c.size) * scale / max(thick, 1e-9)
		ratio = max(ratio, thick/max(long, 1e-9), long/max(thick, 1e-9))
	}
	return ratio
}

// placeRow lays out a row along the shorter side and returns the rest of the rectangle.
func placeRow(row []*node, sum int, r rect, scale float64, depth int, boxes *[]box) rect {
	upright := r.w >= r.h // the row is a column at the left
	thick := float64(sum) * scale / min(r.w, r.h)
	at := 0.0
	for _, c := range row {
		long := 0.0
		if thick > 0 {
			long = float64(c.size) * scale / thick
		}
		b := box{rect{r.x + at, r.y, long, thick}, c, depth}
		if upright {
			b.rect = rect{r.x, r.y + at, thick, long}
		}
		at += long
		if b.w < minSide || b.h < minSide {
			continue
		}
		*boxes = append(*boxes, b)
		if c.file < 0 {
			c.place(rect{b.x + padding, b.y + labelHeight, b.w - 2*padding, b.h - labelHeight - padding}, depth+1, boxes)
		}
	}
	if upright {
		return rect{r.x + thick, r.y, r.w - thick, r.h}
	}
	return rect{r.x, r.y + thick, r.w, r.h - thick}
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

func treemap(root *node) []box {
	var boxes []box
	root.place(rect{0, 0, mapWidth, mapHeight}, 0, &boxes)
	return boxes
}
