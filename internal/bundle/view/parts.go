package view

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer/fitted"

	"ctxpack/internal/bundle/render"
	"ctxpack/signatures"
)

// partsOf takes a file apart: the declarations with a body that hold no other one, or are
// small, and what lies between them in runs of lines.
func (f *Levels) partsOf(file *File, lines lineindex.Index, value int) []span {
	var parts []span
	add := func(start, end, bonus int) {
		piece := lines.Slice(start, end)
		cost := f.shown(file, func(e *render.File) {
			e.Sections = []render.Section{{Range: render.Range{Start: start, End: end}, Text: piece}}
		})
		parts = append(parts, span{start: start, end: end, cost: cost, value: value + bonus})
	}
	next, tests := f.begins(file), f.inlineTests(file)
	addRuns := func(last int) {
		between := []render.Range{{Start: next, End: last}}
		if next <= tests.Start && tests.End <= last {
			between = []render.Range{{Start: next, End: tests.Start - 1}, {Start: tests.End + 1, End: last}}
		}
		for _, b := range between {
			for _, run := range runs(lines, b.Start, b.End) {
				if letters(lines.Slice(run[0], run[1])) > 0 { // more than what closes a block
					add(run[0], run[1], 0)
				}
			}
		}
	}
	for _, d := range withSmallTypes(file.Summary().Declarations) {
		if d.StartLine < next || d.EndLine > file.Contents.Lines || tests.Start <= d.StartLine && d.EndLine <= tests.End {
			continue
		}
		addRuns(d.StartLine - 1)
		bonus := fitted.Body * point
		if d.Exported {
			bonus = fitted.Exported * point
		}
		add(d.StartLine, d.EndLine, bonus)
		next = d.EndLine + 1
	}
	addRuns(file.Contents.Lines)
	if f.options.Task {
		return parts
	}
	return joinLittle(parts)
}

// joinLittle puts parts beside one another together that are too little to be shown by
// themselves.
func joinLittle(parts []span) []span {
	var out []span
	for _, p := range parts {
		if n := len(out) - 1; n >= 0 && out[n].cost < fitted.LeastPart && p.cost < fitted.LeastPart {
			out[n].end, out[n].cost, out[n].value = p.end, out[n].cost+p.cost, max(out[n].value, p.value)
			continue
		}
		out = append(out, p)
	}
	return out
}

// byValue are the positions of parts, the most valuable first.
func byValue(parts []span) []int {
	order := make([]int, len(parts))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return parts[b].value - parts[a].value })
	return order
}

// withSmallTypes are bodies, but for small types in place of their members: whoever changes a
// class of a few lines reads all of it, whichever of its methods has a task's words.
func withSmallTypes(all []signatures.Symbol) []signatures.Symbol {
	list := bodies(all)
	for _, d := range all {
		if hasBody(d.Kind) && hasMembers(d.Kind) && !isModule(d.Kind) && d.EndLine-d.StartLine < fitted.SmallTypeLines {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, outermostFirst)
	end := 0
	return slices.DeleteFunc(list, func(d signatures.Symbol) bool {
		inside := d.EndLine <= end || d.EndLine == d.StartLine
		end = max(end, d.EndLine)
		return inside
	})
}

// outermostFirst orders declarations by their first lines.
func outermostFirst(a, b signatures.Symbol) int {
	return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(b.EndLine, a.EndLine))
}

// bodies are the declarations with a body that hold no other one with a body.
func bodies(all []signatures.Symbol) []signatures.Symbol {
	var list []signatures.Symbol
	for _, d := range all {
		if hasBody(d.Kind) && d.EndLine > d.StartLine {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, outermostFirst)
	var leaves []signatures.Symbol
	for k, d := range list {
		if k+1 < len(list) && list[k+1].StartLine <= d.EndLine && list[k+1].EndLine <= d.EndLine {
			continue // it holds the next one
		}
		leaves = append(leaves, d)
	}
	return leaves
}

// runs cuts lines into pieces of at most fitted.PartLines, at empty lines where there are
// some; empty lines at the ends are left out.
func runs(lines lineindex.Index, first, last int) [][2]int {
	empty := func(line int) bool { return strings.TrimSpace(lines.Slice(line, line)) == "" }
	var out [][2]int
	for first <= last {
		if empty(first) {
			first++
			continue
		}
		end := min(first+fitted.PartLines-1, last)
		for cut := end; end < last && cut > first+fitted.PartLines/2; cut-- {
			if empty(cut) {
				end = cut
				break
			}
		}
		kept := end
		for kept > first && empty(kept) {
			kept--
		}
		out = append(out, [2]int{first, kept})
		first = end + 1
	}
	return out
}
