package view

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
)

// closeGaps joins runs of lines between which there are only empty ones: to say that these are
// left out takes more than they do.
func closeGaps(runs []render.Range, lines lineindex.Index) []render.Range {
	var out []render.Range
	for _, r := range runs {
		if n := len(out) - 1; n >= 0 && strings.TrimSpace(lines.Slice(out[n].End+1, r.Start-1)) == "" {
			out[n].End = r.End
			continue
		}
		out = append(out, r)
	}
	return out
}

// unite puts runs of lines into their order, those that touch as one.
func unite(a, b []render.Range) []render.Range {
	if len(a) == 0 {
		return b
	}
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(x, y render.Range) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End)) })
	out := all[:1]
	for _, r := range all[1:] {
		if last := &out[len(out)-1]; r.Start <= last.End+1 {
			last.End = max(last.End, r.End)
		} else {
			out = append(out, r)
		}
	}
	return out
}
