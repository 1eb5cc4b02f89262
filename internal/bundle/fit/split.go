package fit

import (
	"context"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
)

// split divides a bundle into parts without cutting a file, and reorders its entries by part. It returns the number
// of tokens by which the largest part exceeds its size, and the tokens of parts beyond the number that the budget
// allows.
func (f *Fitter) split(ctx context.Context, b *packer.Bundle) (parts []part, over, surplus int) {
	var sizes []int
	b.Entries, sizes = distribute(b.Entries, f.options.Split-f.partFrame)
	limit := (f.options.Budget + f.options.Split - 1) / f.options.Split
	for i, first := 0, 0; i < len(sizes); i++ {
		for _, e := range b.Entries[first : first+sizes[i]] {
			if i >= limit {
				surplus += e.Cost
			}
		}
		first += sizes[i]
	}
	parts, over = f.writeParts(f.document(ctx, *b), sizes)
	return parts, over, surplus
}

// distribute puts each entry into the first part with room for it. It returns the entries part by part, each in the
// original order, and the number in each part.
func distribute(entries []packer.Entry, room int) ([]packer.Entry, []int) {
	parts, left := [][]packer.Entry{nil}, []int{room}
	for _, e := range entries {
		i := 0
		for i < len(parts) && e.Cost > left[i] && len(parts[i]) > 0 {
			i++
		}
		if i == len(parts) {
			parts, left = append(parts, nil), append(left, room)
		}
		parts[i] = append(parts[i], e)
		left[i] -= e.Cost
	}
	return slices.Concat(parts...), mapped.Of(parts, func(p []packer.Entry) int { return len(p) })
}

// writeParts writes the parts and returns the number of tokens by which the largest exceeds its limit.
func (f *Fitter) writeParts(whole *render.Document, sizes []int) ([]part, int) {
	var index []render.PartIndex
	first := 0
	for i, n := range sizes {
		entry := render.PartIndex{Number: i + 1, Files: n}
		entry.Paths = append(entry.Paths, mapped.Of(whole.Files[first:first+n], func(file render.File) string { return file.Path })...)
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

// shortenIndex keeps an index from filling the parts: if it would take more than a tenth of one, it gives only the
// first and the last path of each part.
func (f *Fitter) shortenIndex(index []render.PartIndex) {
	var all strings.Builder
	for _, i := range index {
		all.WriteString(strings.Join(i.Paths, "\n"))
	}
	if f.way.Count(all.String())*3/2 <= f.options.Split/10 {
		return
	}
	for i, entry := range index {
		if len(entry.Paths) > 2 {
			index[i].Paths = []string{entry.Paths[0], entry.Paths[len(entry.Paths)-1]}
			index[i].Ends = true
		}
	}
}

// taskOfPart returns the task's text for one part of a split bundle: the first part has all of it, the last one the
// text at the end.
func taskOfPart(t *render.Task, part, parts int) *render.Task {
	switch {
	case t == nil || part > 0 && part < parts-1:
		return nil
	case part == 0:
		first := *t
		first.Again = t.Again && parts == 1
		return &first
	case t.Again:
		return &render.Task{Text: t.Text}
	}
	return nil
}
