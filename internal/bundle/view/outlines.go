package view

import (
	"slices"

	"ctxpack/internal/bundle/render"
	"ctxpack/signatures"
)

// An outline as a bundle shows it: what the file imports from the tree, and what it
// declares.

// outlineOf is the outline of a file as a bundle shows it, without what stands in full in
// the lines that are shown beside it: a declaration with its documentation, if it holds no
// other.
func (p *Views) outlineOf(file *File, shown []render.Range) string {
	summary := file.Summary()
	if summary.Lines > 0 || summary.Tokens == 0 {
		return summary.First
	}
	view := signatures.View{Numbers: p.options.LineNumbers}
	if all := summary.Declarations; len(shown) > 0 {
		view.Without = func(i int) bool {
			holds := i+1 < len(all) && all[i+1].Depth > all[i].Depth
			return !holds && slices.ContainsFunc(shown, func(r render.Range) bool { return r.Start <= all[i].StartLine && all[i].EndLine <= r.End })
		}
	}
	outline := summary.Text(view)
	if p.options.Imports != nil {
		outline = p.options.Imports(file) + outline
	}
	return outline
}
