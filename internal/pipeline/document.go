package pipeline

import (
	"slices"
	"sort"
	"strings"

	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/packer"
)

const (
	// treeShare and listShare: the tree, and the names of skipped files, get at
	// most one part in this many of the budget.
	treeShare = 20
	listShare = 20
)

// part is a bundle, or a part of one, as written.
type part struct {
	document *render.Document
	text     string
	tokens   int
}

// document describes a bundle.
func (f *fitting) document(b packer.Bundle) *render.Document {
	d := &render.Document{
		Header: f.options.Header, Root: f.name, Tokenizer: f.options.Counter.Name(), Estimated: f.options.Counter.Estimated(),
		Budget: f.options.Budget, Tree: f.tree, Skipped: f.reasons(b),
	}
	if f.git != nil {
		git := *f.git
		git.Differ = f.differs(b.Entries)
		d.Git = &git
	}
	for _, e := range b.Entries {
		d.Files = append(d.Files, f.entryOf(e))
		if e.Tier == packer.Full {
			d.Counts.Full++
		} else {
			d.Counts.Signatures++
		}
	}
	for _, s := range d.Skipped {
		d.Counts.Skipped += s.Count
	}
	return d
}

// settle writes a document that names its own number of tokens. The number
// changes the text and the text the number, so the two are brought together
// step by step; where they would chase each other for ever, white space at the
// end breaks the circle.
func (f *fitting) settle(d *render.Document) part {
	format := f.options.Format
	body := format.Body(d)
	_, tail := format.Frame(d)
	for padding := ""; ; padding += " \n" {
		seen := map[int]bool{}
		for used := d.Used; !seen[used]; {
			seen[used] = true
			d.Used = used
			head, _ := format.Frame(d)
			text := head + body + tail + padding
			tokens := f.memo.Count(text)
			if tokens == used {
				return part{document: d, text: text, tokens: tokens}
			}
			used = tokens
		}
	}
}

// chooseTree picks the fullest directory listing that its share of the budget
// allows.
func (f *fitting) chooseTree() {
	mode := f.options.Config.Output.Tree
	if mode == "none" {
		return
	}
	var names []string
	for _, file := range f.ranking.Files {
		names = append(names, file.Name)
	}
	for _, file := range f.ranking.Skipped {
		if listed(file) {
			names = append(names, file.Name)
		}
	}
	slices.Sort(names)
	tree := render.NewTree(names)
	if mode == "full" {
		f.tree = tree.Text(0)
		return
	}
	limit := f.options.Budget / treeShare
	if f.options.Split > 0 {
		limit = min(limit, f.options.Split/treeShare)
	}
	without := f.headTokens("")
	fits := func(collapsed int) bool {
		text := tree.Text(collapsed)
		// No token is longer than 128 bytes in any vocabulary, and those of
		// names are far shorter: what is this much too large is not counted.
		return len(text) <= limit*32 && f.headTokens(text)-without <= limit
	}
	if n := sort.Search(tree.Folders(), fits); n < tree.Folders() || fits(n) {
		f.tree = tree.Text(n)
	}
}

// headTokens is what the head costs with a tree.
func (f *fitting) headTokens(tree string) int {
	head, _ := f.options.Format.Frame(&render.Document{Root: f.name, Tree: tree})
	return f.count(head)
}

// listed says whether a skipped file stands in the tree: what the user's rules
// hide stays hidden, what only cannot be shown is shown by name.
func listed(file *File) bool {
	switch file.Skip {
	case source.Ignored, source.IgnoredByTool, source.Excluded, source.OutsideInclude, source.Missing, source.Output:
		return false
	}
	return !file.Dir
}

// nameSkipped adds the names of skipped files to the last part: as many as
// their share and what is left of the budget allow.
func (f *fitting) nameSkipped(a *attempt) {
	last := &a.parts[len(a.parts)-1]
	room := f.options.Budget - a.used
	if f.options.Split > 0 {
		room = min(room, f.options.Split-last.tokens)
	}
	names := inOrder(last.document.Skipped, f.left(a.bundle))
	n, sum := 0, 0
	for share := min(room, f.options.Budget/listShare); n < len(names); n++ {
		if sum += f.count(", `" + render.DisplayPath(names[n].Name) + "`"); sum > share {
			break
		}
	}
	for ; n > 0; n -= 1 + n/50 {
		d := *last.document
		d.Skipped = withNames(d.Skipped, names[:n])
		if p := f.settle(&d); p.tokens-last.tokens <= room {
			a.used += p.tokens - last.tokens
			*last = p
			return
		}
	}
}

// inOrder returns the files in the order of their reasons.
func inOrder(reasons []render.Skipped, files []*File) []*File {
	var out []*File
	for _, reason := range reasons {
		for _, file := range files {
			if file.Skip.String() == reason.Reason {
				out = append(out, file)
			}
		}
	}
	return out
}

// withNames returns the reasons with the names of files.
func withNames(reasons []render.Skipped, files []*File) []render.Skipped {
	out := slices.Clone(reasons)
	for i := range out {
		out[i].Names = nil
		for len(files) > 0 && files[0].Skip.String() == out[i].Reason {
			out[i].Names = append(out[i].Names, files[0].Name)
			files = files[1:]
		}
	}
	return out
}

// split divides a bundle into parts without cutting a file. It returns by how
// many tokens the largest is over the size that each has to keep.
func (f *fitting) split(b packer.Bundle) ([]part, int) {
	return f.writeParts(f.document(b), f.distribute(b, f.options.Split-f.partFrame))
}

// partFrameTokens is about what a part costs before its entries.
func (f *fitting) partFrameTokens() int {
	d := f.document(packer.Bundle{Omissions: allOmitted(f.candidates)})
	d.Used = f.options.Split
	d.Part = &render.Part{Number: 1, Of: 1, Budget: f.options.Split}
	head, tail := f.options.Format.Frame(d)
	return f.count(head) + f.count(tail)
}

// distribute fills parts with entries in order and returns how many each gets.
func (f *fitting) distribute(b packer.Bundle, room int) []int {
	sizes, used := []int{0}, 0
	for _, e := range b.Entries {
		if used+e.Cost > room && sizes[len(sizes)-1] > 0 {
			sizes, used = append(sizes, 0), 0
		}
		sizes[len(sizes)-1]++
		used += e.Cost
	}
	return sizes
}

// writeParts writes the parts and returns by how many tokens the largest is
// over its limit.
func (f *fitting) writeParts(whole *render.Document, sizes []int) ([]part, int) {
	var index []render.PartIndex
	first := 0
	for i, n := range sizes {
		entry := render.PartIndex{Number: i + 1, Files: n}
		for _, file := range whole.Files[first : first+n] {
			entry.Paths = append(entry.Paths, file.Path)
		}
		index = append(index, entry)
		first += n
	}
	f.shortenIndex(index)
	var parts []part
	first, over := 0, 0
	for i, n := range sizes {
		d := *whole
		d.Files = whole.Files[first : first+n]
		d.Part = &render.Part{Number: i + 1, Of: len(sizes), Budget: f.options.Split, Index: index}
		if i > 0 {
			d.Header, d.Tree = "", ""
		}
		if i < len(sizes)-1 {
			d.Skipped = nil
		}
		p := f.settle(&d)
		parts = append(parts, p)
		over = max(over, p.tokens-f.options.Split)
		first += n
	}
	return parts, over
}

// shortenIndex keeps an index from filling the parts that it leads to: where it
// would take more than a tenth of one, it gives only the first and the last
// path of each part.
func (f *fitting) shortenIndex(index []render.PartIndex) {
	var all strings.Builder
	for _, i := range index {
		all.WriteString(strings.Join(i.Paths, "\n"))
	}
	if f.count(all.String())*3/2 <= f.options.Split/10 {
		return
	}
	for i, entry := range index {
		if len(entry.Paths) > 2 {
			index[i].Paths = []string{entry.Paths[0], entry.Paths[len(entry.Paths)-1]}
			index[i].Ends = true
		}
	}
}
