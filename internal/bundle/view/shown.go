package view

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
	"ctxpack/signatures"
)

// gapBytes is the maximum text between runs of lines that is shown: marking its omission, in the text and in the
// heading, would take as many tokens.
const gapBytes = 40

// closeGaps joins runs of lines separated by little text, and the last one with little text at the end.
func closeGaps(runs []render.Range, lines lineindex.Index) []render.Range {
	var out []render.Range
	for _, r := range runs {
		if n := len(out) - 1; n >= 0 && len(strings.TrimSpace(lines.Slice(out[n].End+1, r.Start-1))) <= gapBytes {
			out[n].End = r.End
			continue
		}
		out = append(out, r)
	}
	if n := len(out) - 1; n >= 0 && len(lines.Slice(out[n].End+1, lines.Count())) <= gapBytes {
		out[n].End = lines.Count()
	}
	return out
}

// unite merges sorted runs of lines and joins adjacent ones.
func unite(a, b []render.Range) []render.Range {
	all := slices.Concat(a, b)
	if len(all) == 0 {
		return nil
	}
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

// ownLines returns the lines of parts without those of inner parts that are not shown.
func ownLines(parts []signatures.Part, chosen []int) []render.Range {
	var out []render.Range
	for _, k := range chosen {
		p := parts[k]
		next := p.StartLine
		for j := k + 1; j < len(parts) && parts[j].StartLine <= p.EndLine && parts[j].StartLine >= p.StartLine; j++ {
			in := parts[j]
			if in.Inside != k || in.Bytes == 0 && in.StartLine == in.EndLine {
				continue
			}
			if in.Bytes > 0 && in.StartLine > next {
				out = append(out, render.Range{Start: next, End: in.StartLine - 1})
			}
			if in.Bytes > 0 {
				next = max(next, in.EndLine+1)
			}
		}
		if next <= p.EndLine {
			out = append(out, render.Range{Start: next, End: p.EndLine})
		}
	}
	return unite(nil, out)
}
