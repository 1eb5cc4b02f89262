package pipeline

import (
	"strings"

	"ctxpack/internal/cache"
	"ctxpack/internal/render"
)

// withoutShown leaves out of an outline what stands in full beside it: the
// declarations within the lines that are shown, with their documentation. One that
// is not found again in the outline as it is written stays.
func withoutShown(outline string, all []cache.Declaration, shown []render.Range) string {
	lines := strings.SplitAfter(outline, "\n")
	drop := make([]bool, len(lines))
	next := 0
	for k, d := range all {
		if d.Head == "" {
			continue
		}
		first, end := findHead(lines, next, d.Head)
		if end == 0 {
			continue
		}
		next = end
		if holds := k+1 < len(all) && all[k+1].Depth > d.Depth; holds || !within(d, shown) {
			continue
		}
		for first > 0 && !drop[first-1] && isCommentLine(strings.TrimSpace(lines[first-1])) {
			first--
		}
		end = behindDocstring(lines, end)
		for i := first; i < end; i++ {
			drop[i] = true
		}
	}
	var b strings.Builder
	for i, line := range lines {
		if !drop[i] {
			b.WriteString(line)
		}
	}
	return b.String()
}

// within tells whether a declaration lies in lines that are shown.
func within(d cache.Declaration, shown []render.Range) bool {
	for _, r := range shown {
		if r.Start <= d.StartLine && d.EndLine <= r.End {
			return true
		}
	}
	return false
}

// findHead finds the lines, from one on, that a signature was written on: first and
// the one behind the last; zero if there are none.
func findHead(lines []string, from int, head string) (first, end int) {
	for first = from; first < len(lines); first++ {
		rest := head
		for end = first; end < len(lines) && rest != ""; end++ {
			line := strings.TrimSpace(lines[end])
			if line == "" || !strings.HasPrefix(rest, line) {
				break
			}
			rest = strings.TrimPrefix(rest[len(line):], " ")
		}
		if rest == "" {
			return first, end
		}
	}
	return 0, 0
}

// behindDocstring goes past a docstring that begins on a line.
func behindDocstring(lines []string, at int) int {
	if at >= len(lines) {
		return at
	}
	line := strings.TrimSpace(lines[at])
	if len(line) < 3 || line[:3] != `"""` && line[:3] != "'''" {
		return at
	}
	quotes := line[:3]
	if len(line) >= 6 && strings.HasSuffix(line, quotes) {
		return at + 1
	}
	for end := at + 1; end < len(lines); end++ {
		if strings.HasSuffix(strings.TrimSpace(lines[end]), quotes) {
			return end + 1
		}
	}
	return at + 1
}
