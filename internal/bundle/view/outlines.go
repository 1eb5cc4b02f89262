package view

import (
	"slices"

	"ctxpack/internal/bundle/render"
	"ctxpack/scorer/fitted"
	"ctxpack/signatures"
)

// An outline as a bundle shows it: what the file imports from the tree, and what it
// declares.

// isBare reports whether the outline of a file is shown without documentation: with it, it
// would not be much shorter than the file, and is not shown at all without a task.
func (p *Views) isBare(file *File) bool {
	return p.options.Levels && !p.options.Task && file.Summary().Tokens*fitted.BareTimes >= file.Contents.Tokens
}

// outlineOf is the outline of a file as a bundle shows it, without what stands in full in
// the lines that are shown beside it: a declaration with its documentation, if it holds no
// other.
func (p *Views) outlineOf(file *File, shown []render.Range) string {
	summary := file.Summary()
	if summary.Lines > 0 || summary.Tokens == 0 {
		return summary.First
	}
	view := signatures.View{Numbers: p.options.LineNumbers, Bare: p.isBare(file)}
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
