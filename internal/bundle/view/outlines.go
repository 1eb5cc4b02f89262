package view

import (
	"fmt"
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
// the lines that are shown beside it: a declaration with its documentation.
func (p *Views) outlineOf(file *File, shown []render.Range) string {
	summary := file.Summary()
	if summary.Lines > 0 || summary.Tokens == 0 {
		return summary.First
	}
	view := signatures.View{Numbers: p.options.LineNumbers, Bare: p.isBare(file)}
	if len(shown) > 0 {
		without := shownWhole(summary.Declarations, shown)
		view.Without = func(i int) bool { return without[i] }
	}
	outline := summary.Text(view)
	if n := unshown(summary.Declarations, shown); n > fewMembers {
		outline += fmt.Sprintf("… %d more functions\n", n)
	}
	if p.options.Imports != nil {
		outline = p.options.Imports(file) + outline
	}
	return outline
}

// unshown is how many functions have no line in an outline, nor stand in the lines beside it: those
// that are private, mostly. Without them it would look complete.
func unshown(all []signatures.Symbol, shown []render.Range) (n int) {
	for _, d := range all {
		beside := slices.ContainsFunc(shown, func(r render.Range) bool { return r.Start <= d.StartLine && d.EndLine <= r.End })
		if d.Head == "" && isFunction(d.Kind) && !beside {
			n++
		}
	}
	return n
}

// shownWhole are the declarations that stand in some lines, if they hold no other. Those of a type
// of which none would be left stay: it would look empty.
func shownWhole(all []signatures.Symbol, shown []render.Range) []bool {
	without, kept := make([]bool, len(all)), make([]bool, len(all)) // kept: of a type, some of its members
	parents := make([]int, len(all))
	var open []int // the last declaration of each depth
	for i, d := range all {
		open = append(open[:min(max(d.Depth, 0), len(open))], i)
		if parents[i] = -1; len(open) > 1 {
			parents[i] = open[len(open)-2]
		}
		holds := i+1 < len(all) && all[i+1].Depth > d.Depth || d.Open != ""
		without[i] = !holds && slices.ContainsFunc(shown, func(r render.Range) bool { return r.Start <= d.StartLine && d.EndLine <= r.End })
		if parents[i] >= 0 && !without[i] && d.Head != "" {
			kept[parents[i]] = true
		}
	}
	for i, parent := range parents {
		if parent >= 0 && !kept[parent] {
			without[i] = false
		}
	}
	return without
}
