package view

import (
	"context"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
)

// growing adds to entries what is left of a budget.
type growing struct {
	*Views
	entry func(ctx context.Context, e packer.Entry) (render.File, bool)
	slack int // tokens that may stay free so that a text ends at a better place
}

// LeastExtra is how many tokens of its text a file gets at least for an entry.
const LeastExtra = 15

// grow adds to an entry what fits: whole parts in the order of their values, then the
// beginning of the next one, or of a run of lines where there are no parts. What parts
// cost is counted, that of lines is corrected by their limit. It is not ok if nothing
// that is worth an entry fits.
func (g growing) grow(ctx context.Context, e packer.Entry, parts []span, run render.Range, limit, lineLimit int) (packer.Entry, bool) {
	text, ok := g.Text(ctx, e.Candidate)
	if !ok {
		return e, false
	}
	lines, part := lineindex.New(text), -1
	if parts != nil {
		e, part = g.addParts(ctx, e, parts, limit)
		if part < 0 {
			return e, true
		}
		run = render.Range{Start: parts[part].start, End: parts[part].end}
	}
	if run.Start == 0 {
		return e, true
	}
	end, bytes := g.cutRun(ctx, e, lines, run, lineLimit)
	switch {
	case end < run.Start:
		return e, len(e.Sections) > 0
	case part >= 0 && end == run.End && bytes == 0:
		e.Sections, e.Extra = withPart(e.Sections, part), packer.Lines{}
		return e, true
	case part >= 0 && !g.options.Task && end < run.End && end-run.Start < fewLines && limit-g.written(ctx, e) <= 2*g.slack:
		return e, len(e.Sections) > 0 // the head of a function tells less than what its outline says
	case g.count(lines.Slice(run.Start, end)) < LeastExtra || onlyImports(lines, run.Start, end):
		return e, e.Brief != packer.Absent || len(e.Sections) > 0
	}
	e.Extra = packer.Lines{Start: run.Start, End: end, Bytes: bytes}
	return e, true
}

// fewLines are too few of a part to begin with it, without a task.
const fewLines = 10

// onlyImports reports whether lines tell little but what a file imports.
func onlyImports(lines lineindex.Index, first, last int) bool {
	depth, imported, comments := 0, 0, 0
	for n := first; n <= last; n++ {
		text := strings.TrimSpace(lines.Slice(n, n))
		switch {
		case depth > 0 || isImport(text):
			imported++
			depth = max(depth+nesting(text), 0)
		case isCommentLine(text):
			comments++
		case text != "" && !strings.HasPrefix(text, "package ") && !strings.HasPrefix(text, "#pragma "):
			return false
		}
	}
	return imported > comments
}

// longestGap is the longest run of lines, of those from one on to the last one, that
// stands in none of the ranges, which are in order.
func longestGap(from, last int, shown []render.Range) render.Range {
	longest := render.Range{}
	look := func(next int) {
		if next-from > longest.End-longest.Start+1 || longest.Start == 0 && next > from {
			longest = render.Range{Start: from, End: next - 1}
		}
	}
	for _, s := range shown {
		look(s.Start)
		from = s.End + 1
	}
	look(last + 1)
	return longest
}

// waiting lists the candidates, of n, of which a bundle may show more, in their order.
func waiting(b packer.Bundle, n int) []int {
	done := make([]bool, n)
	for _, e := range b.Entries {
		done[e.Candidate] = e.Tier == packer.Full
	}
	for _, o := range b.Omissions {
		done[o.Candidate] = o.Reason == packer.Oversized
	}
	var list []int
	for i := range n {
		if !done[i] {
			list = append(list, i)
		}
	}
	return list
}

// written is what an entry costs as it is written.
func (g growing) written(ctx context.Context, e packer.Entry) int {
	entry, _ := g.entry(ctx, e)
	return g.Count(g.options.Format.Entry(entry))
}

// withPart is a list of parts with one more.
func withPart(list []int, part int) []int {
	return slices.Sorted(slices.Values(append(slices.Clone(list), part)))
}

// addParts adds the parts that fit, and returns the best one that does not, -1 for none.
func (g growing) addParts(ctx context.Context, e packer.Entry, parts []span, limit int) (with packer.Entry, next int) {
	next = -1
	left := limit - g.written(ctx, e)
	var added []int
	for _, k := range byValue(parts) {
		switch {
		case parts[k].little || slices.Contains(e.Sections, k):
		case parts[k].cost <= left && (next < 0 || g.options.Task):
			added = append(added, k)
			left -= parts[k].cost
		case next < 0:
			next = k
		}
	}
	for ; len(added) > 0; added = added[:len(added)-1] { // what parts cost is known to within the marks between them
		more := e
		more.Sections = slices.Sorted(slices.Values(slices.Concat(e.Sections, added)))
		if g.written(ctx, more) <= limit {
			return more, next
		}
		next = added[len(added)-1]
	}
	return e, next
}

// cutRun says how much of a run of lines fits: whole lines up to end, and the first
// bytes of that one if that is not 0. It ends before a heading, an empty line, or at
// the end of a line, where that leaves little of the budget. Lines are counted one by
// one, and not the entry with each number of them: what it costs is known to within a
// few tokens, and extend corrects that.
func (g growing) cutRun(ctx context.Context, e packer.Entry, lines lineindex.Index, run render.Range, limit int) (end, bytes int) {
	first := lines.Slice(run.Start, run.Start)
	one, _ := g.lineWithin(first, LeastExtra)
	e.Extra = packer.Lines{Start: run.Start, End: run.Start, Bytes: max(one, 1)}
	room := limit - g.written(ctx, e) + g.count(first[:max(one, 1)])
	left := []int{room} // behind each number of lines
	frame := 2*g.sectionCost(e, run.Start, "x\n") - g.sectionCost(e, run.Start, "x\nx\n")
	for end = run.Start - 1; end < run.End; end++ {
		rest := left[len(left)-1] - g.lineCost(e, end+1, lines, frame)
		if rest < 0 {
			break
		}
		left = append(left, rest)
	}
	if end == run.End {
		return end, 0
	}
	if rest := left[len(left)-1]; end < run.Start || rest > g.slack {
		if bytes, ok := g.lineWithin(lines.Slice(end+1, end+1), rest-lineJoints); ok {
			return end + 1, bytes
		}
		return end, 0
	}
	nice := end
	for at := end; at > run.Start && left[at-run.Start+1] <= g.slack; at-- {
		following := lines.Slice(at+1, at+1)
		if g.files[e.Candidate].Facts.Class == scorer.Prose && strings.HasPrefix(following, "#") {
			return at, 0
		}
		if nice == end && strings.TrimSpace(following) == "" {
			nice = at
		}
	}
	return nice, 0
}

// lineJoints is about what the mark behind a line that is cut costs, in tokens.
const lineJoints = 10

// lineCost is about what a line adds to an entry, where a section has such a frame.
func (g growing) lineCost(e packer.Entry, line int, lines lineindex.Index, frame int) int {
	text := lines.Slice(line, line)
	if g.options.Format.Verbatim && !g.options.LineNumbers {
		return g.count(text)
	}
	return g.sectionCost(e, line, text) - frame
}

// sectionCost is what a section costs that begins on a line.
func (g growing) sectionCost(e packer.Entry, line int, text string) int {
	return g.shown(g.files[e.Candidate], func(entry *render.File) {
		entry.Sections = []render.Section{{Range: render.Range{Start: line, End: line}, Text: text}}
	})
}

// lineWithin says how many bytes of a line have at most so many tokens; not ok if none of
// them says anything.
func (g growing) lineWithin(line string, most int) (bytes int, ok bool) {
	far := len(line)
	for n := 64 + 8*max(most, 0); n < len(line); n *= 2 { // a long line is not counted as a whole
		if g.count(line[:n]) > most {
			far = n
			break
		}
	}
	bytes = sort.Search(far, func(n int) bool { return n > 0 && g.count(line[:n]) > most }) - 1
	for bytes > 0 && !utf8.RuneStart(line[bytes]) {
		bytes--
	}
	return bytes, bytes > 0 && strings.TrimSpace(line[:bytes]) != ""
}

// leastPiece is how many tokens of a text are worth reading by themselves.
const leastPiece = 100

// LeastRoom is with how many tokens of a budget left a piece of text with its frame is
// worth looking for: a few lines at the end of a large bundle tell nobody anything.
func LeastRoom(budget int) int { return min(leastPiece+fitted.FrameTokens, budget/restShare) }
