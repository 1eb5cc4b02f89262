package view

import (
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/signatures"
)

const (
	cutHead    = 4 // first lines of a cut part
	aroundLine = 4 // lines before and after a matching one
	// mostDangling is the maximum number of lines that a cut gives up for a better end.
	mostDangling = 20
	longDoc      = 3 // documentation that takes a third of the room is long
)

// cutLines returns the shown lines of a part that does not fit: its first ones and, with a task, the best-matching
// ones, with the lines around them.
func (d *Declarations) cutLines(prose bool, own []render.Range, room int, lines lineindex.Index) []render.Range {
	order, dangling := d.cutOrder(prose, own, room, lines)
	if q := d.options.Query; d.options.Task && q != nil {
		values := map[int]int{}
		for _, line := range order {
			value := 0
			for _, h := range q.LookIn(lines.Slice(line, line)).Hits {
				value += d.options.Weights[h.Term]
			}
			for k := line - aroundLine; k <= line+aroundLine; k++ {
				values[k] = max(values[k], value)
			}
		}
		slices.SortStableFunc(order[min(cutHead, len(order)):], func(a, b int) int { return values[b] - values[a] })
		clear(dangling)
	}
	n := slices.IndexFunc(order, func(line int) bool {
		room -= d.Count(lines.Slice(line, line))
		return room < 0
	})
	for end := n; n > 0 && dangling[order[n-1]]; {
		if n--; end-n > mostDangling {
			n = end // a text that long says something without its end
			break
		}
	}
	if n >= 0 {
		order = order[:n]
	}
	return unite(nil, mapped.Of(order, func(line int) render.Range { return render.Range{Start: line, End: line} }))
}

// manifestKey matches the keys that say what a program needs and how it is run.
var manifestKey = pattern.Of(`(?:^|\.)(?:(?:peer|optional[-_]?)?[dD]ependencies|require|(?:gui-)?scripts|bin|main|entry[-_]points|workspaces|members)$`)

// manifestLines returns the beginning of a manifest after its licence, but first, in up to three quarters of the room,
// its telling keys.
func (d *Declarations) manifestLines(keys []signatures.Symbol, licence render.Range, room int, lines lineindex.Index) []render.Range {
	telling := mapped.Where(keys, func(y signatures.Symbol) bool { return manifestKey().MatchString(y.Name) })
	own := mapped.Of(telling, func(y signatures.Symbol) render.Range { return render.Range{Start: y.StartLine, End: y.EndLine} })
	shown := d.cutLines(false, unite(nil, own), room*3/4, lines)
	for _, r := range shown {
		room -= d.Count(lines.Slice(r.Start, r.End))
	}
	return unite(shown, d.cutLines(false, without(unite(shown, []render.Range{licence}), lines, lines.Count()), room, lines))
}

// cutOrder returns the lines of a part in the order in which they are shown as room allows: long documentation comes
// after the code, or it would be shown without what it documents. A cut does not end at a dangling line: the
// declaration of a comment, the rest of a code block or the text of a heading would be missing.
func (d *Declarations) cutOrder(prose bool, own []render.Range, room int, lines lineindex.Index) (order []int, dangling map[int]bool) {
	var doc []int
	dangling = map[int]bool{}
	block, inDoc, fenced := quotes{}, false, false
	for _, r := range own {
		for line := r.Start; line <= r.End; line++ {
			text := lines.Slice(line, line)
			bare := strings.TrimSpace(text)
			fenced = fenced != isFence(bare)
			inside := block.within(text)
			if !inside {
				inDoc = strings.HasPrefix(strings.TrimLeft(bare, "rRbBuU"), `"""`) || strings.HasPrefix(bare, "'''")
			}
			if dangling[line] = inside || inDoc || isCommentLine(bare); prose {
				dangling[line] = fenced || headingBefore().MatchString(text)
			}
			dangling[line] = dangling[line] || bare == ""
			if isDoc := inDoc || len(order) == 0 && dangling[line]; isDoc && !prose {
				doc = append(doc, line)
			} else {
				order = append(order, line)
			}
		}
	}
	for _, line := range doc {
		room -= longDoc * d.Count(lines.Slice(line, line))
	}
	for _, line := range doc {
		dangling[line] = dangling[line] && room >= 0 // else the head is before it
	}
	if order = append(order, doc...); room >= 0 {
		slices.Sort(order)
	}
	return order, dangling
}
