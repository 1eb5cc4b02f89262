package pipeline

import (
	"fmt"
	"strings"

	"ctxpack/compressor/recent"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
)

// diffContext is how many lines around a change are written.
const diffContext = 3

// unifiedDiff writes the edits of a text in the format of diff -u.
func unifiedDiff(name, before string, made bool, after string, edits []recent.Edit) string {
	var b strings.Builder
	old := diffName("a/", name)
	if made {
		old = "/dev/null"
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", old, diffName("b/", name))
	from, to := lineindex.New(before), lineindex.New(after)
	spots := recent.Texts(edits, recent.Lines)
	for first := 0; first < len(edits); {
		last := first
		for last+1 < len(edits) && edits[last+1].Start-edits[last].End <= 2*diffContext {
			last++
		}
		writeHunk(&b, from, to, edits[first:last+1], spots[first:last+1])
		first = last + 1
	}
	return b.String()
}

// writeHunk writes adjacent edits as one hunk; spots are their ranges in the new text.
func writeHunk(b *strings.Builder, from, to lineindex.Index, edits []recent.Edit, spots []recent.Range) {
	last := len(edits) - 1
	start := max(edits[0].Start-diffContext, 0)
	end := min(edits[last].End+diffContext, from.Count())
	newStart := spots[0].Start - (edits[0].Start - start)
	newEnd := min(spots[last].End+end-edits[last].End, to.Count())
	fmt.Fprintf(b, "@@ -%s +%s @@\n", hunkRange(start, end), hunkRange(newStart, newEnd))
	at := start
	write := func(mark string, lines lineindex.Index, first, end int) {
		for i := first; i < end; i++ {
			b.WriteString(mark + strings.TrimRight(lines.Slice(i+1, i+1), "\r\n") + "\n")
		}
	}
	for k, e := range edits {
		write(" ", from, at, e.Start)
		write("-", from, e.Start, e.End)
		write("+", to, spots[k].Start, spots[k].End)
		at = e.End
	}
	write(" ", from, at, end)
}

// hunkRange formats lines from start to end, counted from 0, for a hunk header.
func hunkRange(start, end int) string {
	if end == start {
		return fmt.Sprintf("%d,0", start)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}

func diffName(prefix, name string) string { return prefix + render.DisplayPath(name) }
