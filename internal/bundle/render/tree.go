package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Tree is the folders and files of a bundle, for its directory listing.
type Tree struct {
	root    *node
	folders []*node // all except the root, the most important first, after their parents
	way     []*node // folders opened before all others, outermost first
}

type node struct {
	name    string
	path    string
	parent  *node
	files   []string
	folders []*node
	total   int   // number of files below
	weight  int   // total weight of these
	shown   int   // the shown contents: nothing, folders or all
	place   int   // position among the folders of its parent, by weight
	most    int   // number of its folders shown, by weight; 0: all
	only    *node // the only folder shown; nil for none
	// block caches the text below it with a given indentation; "" if unknown. A tree is written
	// once for each folder that may be opened, and little changes.
	block  string
	indent int
	closed string // caches its line while closed; "" if unknown
}

// How much of a folder's contents is shown by name; the rest is counted.
const (
	closed = iota
	foldersOpen
	open
)

// NewTree builds the tree of slash-separated paths. Each file has a weight, 0 or more; the weight of a folder is
// that of its contents.
func NewTree(paths []string, weight func(i int) int) *Tree {
	t := &Tree{root: &node{shown: open}}
	index := map[string]*node{"": t.root}
	for i, p := range paths {
		dir, name := "", p
		if slash := strings.LastIndexByte(p, '/'); slash >= 0 {
			dir, name = p[:slash], p[slash+1:]
		}
		folder := t.folder(index, dir)
		folder.files = append(folder.files, name)
		for above := folder; above != nil; above = above.parent {
			above.total++
			above.weight += weight(i)
		}
	}
	for _, n := range index {
		slices.Sort(n.files)
		slices.SortFunc(n.folders, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	}
	slices.SortFunc(t.folders, func(a, b *node) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), strings.Compare(a.path, b.path))
	})
	places := map[*node]int{}
	for _, f := range t.folders {
		f.place = places[f.parent]
		places[f.parent]++
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
	n := &node{name: name, path: dir, parent: above}
	above.folders = append(above.folders, n)
	index[dir] = n
	t.folders = append(t.folders, n)
	return n
}

// Lead makes the listing open a folder before all others, with its parents as far as necessary.
func (t *Tree) Lead(dir string) {
	t.way = nil
	for _, f := range t.folders {
		if f.path == dir {
			for ; f != t.root; f = f.parent {
				t.way = append(t.way, f)
			}
			slices.Reverse(t.way)
			return
		}
	}
}

// Full returns the listing of all files.
func (t *Tree) Full() string {
	t.reset(open)
	return t.text()
}

// reset opens the root completely, and all other folders to the given degree.
func (t *Tree) reset(shown int) {
	t.root.show(open, 0, nil)
	for _, f := range t.folders {
		f.show(shown, 0, nil)
	}
}

func (n *node) show(shown, most int, only *node) {
	n.shown, n.most, n.only = shown, most, only
	for ; n != nil; n = n.parent {
		n.block = ""
	}
}

const (
	misses = 40 // the search ends after this many folders without room
	rim    = 20 // folders with less than this fraction (1/rim) of the weight of a folder without room stay closed
)

// Fit returns the fullest listing that fits. It opens folders by weight: completely if there is room, else with
// their folders or the heaviest of these, and counts the other files. It returns "" if nothing fits.
func (t *Tree) Fit(fits func(text string, aside bool) bool) string {
	t.reset(closed)
	best, ok := t.lead(fits)
	if !ok {
		if best = t.text(); !fits(best, false) {
			return ""
		}
	}
	missed, least := 0, 0
	for _, f := range t.folders {
		if f.parent.shown == closed || f.isBeyond() {
			continue
		}
		if missed == misses || f.weight < least {
			break
		}
		if text, ok := t.open(f, fits); ok {
			best = text
		}
		if f.shown != open {
			missed++
			least = max(least, f.weight/rim, 1)
		}
	}
	return best
}

// lead opens the way to the first folder, if necessary instead of naming the root's files or its other folders. The
// parents of that folder show only the next folder on the way.
func (t *Tree) lead(fits func(text string, aside bool) bool) (text string, ok bool) {
	if len(t.way) == 0 {
		return "", false
	}
	for k, f := range t.way {
		if f.show(open, 0, nil); k+1 < len(t.way) {
			f.show(foldersOpen, 0, t.way[k+1])
		}
	}
	for n := range 3 {
		switch n {
		case 0:
			t.root.show(open, 0, nil)
		case 1:
			t.root.show(foldersOpen, 0, nil)
		case 2:
			t.root.show(foldersOpen, 0, t.way[0])
		}
		if text = t.text(); fits(text, false) {
			return text, true
		}
	}
	t.root.show(open, 0, nil)
	for _, f := range t.way {
		f.show(closed, 0, nil)
	}
	return "", false
}

// open shows as much of a folder as fits: everything, its folders, or half or fewer of these.
func (t *Tree) open(f *node, fits func(text string, aside bool) bool) (text string, ok bool) {
	only, before := f.only, f.shown
	f.show(open, 0, nil)
	if text = t.text(); fits(text, f.weight == 0) {
		return text, true
	}
	for most := len(f.folders); most >= leastFolders || most > 0 && most == len(f.folders); most /= 2 {
		if only != nil && only.place >= most {
			break
		}
		f.show(foldersOpen, most, nil)
		if text = t.text(); fits(text, f.weight == 0) {
			return text, true
		}
	}
	f.show(before, 0, only)
	return "", false
}

// leastFolders is the minimum number of folders for which opening a larger folder is worthwhile.
const leastFolders = 4

// isBeyond reports whether a folder is only counted.
func (n *node) isBeyond() bool {
	return n.parent.most > 0 && n.place >= n.parent.most || n.parent.only != nil && n.parent.only != n
}

// text returns the listing. A folder that contains only one folder shares its line.
func (t *Tree) text() string { return t.root.below("") }

func (n *node) below(indent string) string {
	if n.block != "" && n.indent == len(indent) {
		return n.block
	}
	var b strings.Builder
	n.write(&b, indent)
	n.block, n.indent = b.String(), len(indent)
	return n.block
}

func (n *node) write(b *strings.Builder, indent string) {
	line := func(parts ...string) {
		b.WriteString(indent)
		for _, part := range parts {
			b.WriteString(part)
		}
		b.WriteByte('\n')
	}
	more, files := 0, 0
	for _, f := range n.folders {
		if f.isBeyond() {
			more++
			files += f.total
			continue
		}
		if f.shown == closed {
			if f.closed == "" {
				f.closed = fmt.Sprintf("%s/ (%s)", DisplayPath(f.name), plural(f.total, "file"))
			}
			line(f.closed)
			continue
		}
		name := DisplayPath(f.name) + "/"
		for f.shown != closed && len(f.files) == 0 && len(f.folders) == 1 {
			f = f.folders[0]
			name += DisplayPath(f.name) + "/"
		}
		switch {
		case f.shown == closed:
			line(name, " (", plural(f.total, "file"), ")")
			continue
		case f.shown == foldersOpen && len(f.files) > 0:
			line(name, " (", plural(len(f.files), "more file"), ")")
		default:
			line(name)
		}
		b.WriteString(f.below(indent + "  "))
	}
	if more > 0 {
		line("… ", plural(more, "folder"), " (", plural(files, "file"), ")")
	}
	if n.shown != open {
		if n.parent == nil {
			line("… ", plural(len(n.files), "file"))
		}
		return
	}
	for _, f := range n.files {
		line(DisplayPath(f))
	}
}
