package pipeline

import (
	"context"
	"strings"

	"ctxpack/internal/render"
	"ctxpack/packer"
)

// split divides a bundle into parts without cutting a file. It returns by how
// many tokens the largest is over the size that each has to keep.
func (f *fitter) split(ctx context.Context, b packer.Bundle) ([]part, int) {
	return f.writeParts(f.document(ctx, b), f.distribute(b, f.options.Split-f.partFrame))
}

// partFrameTokens is about what a part costs before its entries.
func (f *fitter) partFrameTokens(ctx context.Context) int {
	d := f.document(ctx, packer.Bundle{Omissions: allOmitted(len(f.files))})
	d.Used = f.options.Split
	d.Part = &render.Part{Number: 1, Of: 1, Budget: f.options.Split}
	head, tail := f.options.Format.Frame(d)
	return f.count(head) + f.count(tail) + f.gitRoom
}

// distribute fills parts with entries in order and returns how many each gets.
func (f *fitter) distribute(b packer.Bundle, room int) []int {
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
func (f *fitter) writeParts(whole *render.Document, sizes []int) ([]part, int) {
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
		d.Redacted, d.Addressing = redactionsOf(d.Files), addressing(d.Files)
		d.Part = &render.Part{Number: i + 1, Of: len(sizes), Budget: f.options.Split, Index: index}
		if i > 0 {
			d.Header, d.Tree = "", ""
		}
		if i < len(sizes)-1 {
			d.Skipped = nil
		}
		d.Task = taskOfPart(whole.Task, i, len(sizes))
		p := f.settle(&d)
		parts = append(parts, p)
		over = max(over, p.tokens+f.gitRoom-f.options.Split)
		first += n
	}
	return parts, over
}

// shortenIndex keeps an index from filling the parts that it leads to: where it
// would take more than a tenth of one, it gives only the first and the last
// path of each part.
func (f *fitter) shortenIndex(index []render.PartIndex) {
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
