package fit

import (
	"slices"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
)

const (
	// treeShare and listShare are the divisors of the budget that limit the tree and the names of
	// skipped files. The map names files too.
	treeShare = 80
	listShare = 20
	// leastTree is the size in tokens up to which the tree may take twice its share: a smaller tree
	// hardly names a folder.
	leastTree = 50
	// auxiliaryTree is the divisor of the tree's share that limits a tree with folders without source.
	auxiliaryTree = 3
)

// chooseTree picks the fullest directory listing within its share of the budget.
func (f *Fitter) chooseTree() {
	f.tree = ""
	mode := f.options.Tree
	if mode == "none" {
		return
	}
	if f.listing == nil {
		f.listing = f.options.Listing()
	}
	tree := f.listing
	if mode == "full" {
		f.tree = tree.Full()
		return
	}
	room := f.options.Budget
	if f.options.Split > 0 {
		room = min(room, f.options.Split)
	}
	limit := max(room/treeShare, min(2*room/treeShare, leastTree))
	without := f.headTokens("")
	f.tree = tree.Fit(func(text string, aside bool) bool {
		limit := limit
		if aside {
			limit /= auxiliaryTree
		}
		// No token is longer than 128 bytes in any vocabulary, and those of names are far shorter: a text this much
		// too large is not counted.
		return len(text) <= limit*32 && f.headTokens(text)-without <= limit
	})
}

// headTokens returns the cost of the header with a tree.
func (f *Fitter) headTokens(tree string) int {
	head, _ := f.options.Format.Frame(&render.Document{Root: f.options.Root, Tree: tree})
	return f.way.Count(head)
}

// nameSkipped adds the names of skipped files to the last part: as many as their share and the rest of the budget
// allow.
func (f *Fitter) nameSkipped(a *attempt) {
	last := &a.parts[len(a.parts)-1]
	room := f.options.Budget - a.used
	if f.options.Split > 0 {
		room = min(room, f.options.Split-last.tokens-f.gitRoom)
	}
	names := f.leftOut(last.document.Skipped, a.bundle)
	n, sum := 0, 0
	for share := min(room, f.options.Budget/listShare); n < len(names); n++ {
		if sum += f.way.Count(", `" + render.DisplayPath(names[n].name) + "`"); sum > share {
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

// leftOut lists the omitted files by reason; for each, the ranked ones come first, in rank order.
func (f *Fitter) leftOut(reasons []render.Skipped, b packer.Bundle) []skippedFile {
	byReason := map[string][]skippedFile{}
	add := func(name string, reason source.SkipReason) {
		byReason[reason.String()] = append(byReason[reason.String()], skippedFile{name, reason.String()})
	}
	for _, o := range b.Omissions {
		add(f.files[o.Candidate].Name, f.reason(o))
	}
	for _, file := range f.options.Skipped {
		add(file.Name, file.Skip)
	}
	return mapped.Flat(reasons, func(reason render.Skipped) []skippedFile { return byReason[reason.Reason] })
}

type skippedFile struct{ name, reason string }

// withNames returns the reasons with the names of files, in their order.
func withNames(reasons []render.Skipped, files []skippedFile) []render.Skipped {
	out := slices.Clone(reasons)
	for i := range out {
		out[i].Names = nil
		for len(files) > 0 && files[0].reason == out[i].Reason {
			out[i].Names = append(out[i].Names, files[0].name)
			files = files[1:]
		}
	}
	return out
}
