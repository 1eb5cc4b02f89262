package pipeline

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/render"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// The rest of the budget. Packing places whole files, outlines and parts, and what is
// left when none of them fits may be most of a small budget. It goes to the beginning
// of the text whose turn would have been next: with more budget that is shown anyway.

const (
	leastExtra = 15 // tokens of its text for which a file gets an entry
	restTries  = 8  // files that are looked into
	restRounds = 6
	// The text ends before a heading, an empty line or at least at the end of a line, if
	// that leaves no more than one part in this many of the budget.
	cutShare = 100
)

// worthFilling tells whether room is left for a piece of text with its frame.
func (f *fitter) worthFilling(room int) bool {
	return room >= min(leastExtra+frameGuess, f.options.Budget/restShare)
}

// fillRest spends what is left of the budget, text by text in the order in which they
// would be shown.
func (f *fitter) fillRest(ctx context.Context, a *attempt) *attempt {
	if f.options.Split > 0 || a.bundle.Complete {
		return a
	}
	tries := 0
	for _, i := range f.restOrder(a.bundle) {
		if tries == restTries || !f.worthFilling(f.options.Budget-a.used) || ctx.Err() != nil {
			break
		}
		if f.files[i].outlineOnly {
			continue
		}
		tries++
		if more := f.extend(ctx, a, i); more != nil {
			a = more
		}
	}
	return a
}

// restOrder lists the candidates of which more may be shown: the one whose turn is next,
// then all in the order of the ranking, files aside last.
func (f *fitter) restOrder(b packer.Bundle) []int {
	done := map[int]bool{}
	for _, e := range b.Entries {
		done[e.Candidate] = e.Tier == packer.Full
	}
	for _, o := range b.Omissions {
		done[o.Candidate] = o.Reason == packer.Oversized
	}
	rank := func(i int) int {
		switch {
		case i == b.Next:
			return 0
		case f.plan != nil && f.plan[i].Aside:
			return 2
		}
		return 1
	}
	var order []int
	for i := range f.files {
		if !done[i] {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(rank(x), rank(y)) })
	return order
}

// extend shows as much more of a candidate as fits; nil if nothing does.
func (f *fitter) extend(ctx context.Context, a *attempt, i int) *attempt {
	text, ok := f.text(ctx, i)
	if !ok {
		return nil
	}
	e, before := f.entryIn(a.bundle, i), 0
	if e.Tier != packer.Skip {
		before = f.written(ctx, e)
	}
	if f.plan != nil {
		f.rungsOf(ctx, i)
	}
	if e.Tier == packer.Skip || f.plan != nil {
		e.Tier, e.Level = packer.Signatures, packer.Excerpt
	}
	lines := newLineIndex(text)
	var best *attempt
	room := f.options.Budget - a.used
	for range restRounds {
		grown, ok := f.grow(ctx, e, lines, before+room)
		if !ok {
			return best
		}
		more := f.rewrite(ctx, a.bundle, grown, before)
		idle := f.options.Budget - more.used
		if idle >= 0 && (best == nil || more.used > best.used) {
			best = more
		} else if idle >= 0 {
			return best
		}
		if idle >= 0 && idle*cutShare <= f.options.Budget {
			return best
		}
		room += idle
	}
	return best
}

// entryIn is what a bundle shows of a candidate.
func (f *fitter) entryIn(b packer.Bundle, i int) packer.Entry {
	at, ok := slices.BinarySearchFunc(b.Entries, i, func(e packer.Entry, i int) int { return cmp.Compare(e.Candidate, i) })
	if !ok {
		return packer.Entry{Candidate: i}
	}
	e := b.Entries[at]
	e.Sections = slices.Clone(e.Sections)
	return e
}

// written is what an entry costs as it is written.
func (f *fitter) written(ctx context.Context, e packer.Entry) int {
	entry, _ := f.entryOf(ctx, e)
	return f.memo.Count(f.options.Format.Entry(entry))
}

// grow adds to an entry what fits: whole parts in the order of their values, then the
// beginning of the next one, or of the file where it has no parts.
func (f *fitter) grow(ctx context.Context, e packer.Entry, lines lineIndex, limit int) (packer.Entry, bool) {
	run := f.gapIn(e)
	if parts := f.partsFor(ctx, e.Candidate); parts != nil {
		e, run = f.addParts(ctx, e, parts, limit)
	}
	if run.Start == 0 {
		return e, true
	}
	end, bytes := f.cutRun(ctx, e, lines, run, limit)
	switch {
	case end < run.Start:
		return e, len(e.Sections) > 0
	case f.count(lines.slice(run.Start, end)) < leastExtra && e.Brief == packer.Absent && len(e.Sections) == 0:
		return e, false
	}
	e.Extra = packer.Lines{Start: run.Start, End: end, Bytes: bytes}
	return e, true
}

// partsFor are the parts of a candidate's text; nil where it is not taken apart.
func (f *fitter) partsFor(ctx context.Context, i int) []filePart {
	if f.plan == nil {
		return nil
	}
	f.steps(ctx, i, packer.Deep)
	if f.rungs[i] == nil {
		return nil
	}
	return f.rungs[i].parts
}

// gapIn is the longest run of lines that an entry does not show. First lines that stand
// for an outline are shown anew with what follows them.
func (f *fitter) gapIn(e packer.Entry) render.Range {
	file := f.files[e.Candidate]
	longest, from := render.Range{}, 1
	look := func(next int) {
		if next-from > longest.End-longest.Start+1 || longest.Start == 0 && next > from {
			longest = render.Range{Start: from, End: next - 1}
		}
	}
	if f.plan == nil && file.Summary() != nil {
		for _, k := range e.Sections {
			s := file.Summary().Sections[k]
			look(s.StartLine)
			from = s.EndLine + 1
		}
	}
	look(file.Contents.Lines + 1)
	return longest
}

// addParts adds the parts that fit, and returns the lines of the best one that does not.
func (f *fitter) addParts(ctx context.Context, e packer.Entry, parts []filePart, limit int) (packer.Entry, render.Range) {
	order := make([]int, len(parts))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(parts[b].value, parts[a].value) })
	run := render.Range{}
	cost := f.written(ctx, e)
	for _, k := range order {
		if slices.Contains(e.Sections, k) {
			continue
		}
		if cost+parts[k].cost <= limit {
			more := e
			more.Sections = slices.Sorted(slices.Values(append(slices.Clone(e.Sections), k)))
			if now := f.written(ctx, more); now <= limit {
				e, cost = more, now
				continue
			}
		}
		if run.Start == 0 {
			run = render.Range{Start: parts[k].start, End: parts[k].end}
		}
	}
	return e, run
}

// cutRun says how much of a run of lines fits: whole lines up to end, and the first
// bytes of that one if that is not 0. It ends before a heading, an empty line, or at
// the end of a line, where that leaves little of the budget.
func (f *fitter) cutRun(ctx context.Context, e packer.Entry, lines lineIndex, run render.Range, limit int) (end, bytes int) {
	cost := func(end, bytes int) int {
		e.Extra = packer.Lines{Start: run.Start, End: end, Bytes: bytes}
		return f.written(ctx, e)
	}
	most, tokens := run.Start-1, 0
	for most < run.End && tokens <= limit+limit/4+leastExtra {
		most++
		tokens += f.count(lines.slice(most, most))
	}
	end = run.Start - 1 + sort.Search(most-run.Start+1, func(k int) bool { return cost(run.Start+k, 0) > limit })
	if end == run.End {
		return end, 0
	}
	slack := f.options.Budget / cutShare
	if end >= run.Start && limit-cost(end, 0) <= slack {
		return f.niceEnd(lines, run.Start, end, f.files[e.Candidate].Facts.Class == scorer.Prose, func(end int) bool { return limit-cost(end, 0) <= slack }), 0
	}
	line := lines.slice(end+1, end+1)
	bytes = sort.Search(len(line), func(n int) bool { return n > 0 && cost(end+1, n) > limit }) - 1
	for bytes > 0 && !utf8.RuneStart(line[bytes]) {
		bytes--
	}
	if bytes <= 0 || strings.TrimSpace(line[:bytes]) == "" || end >= run.Start && cost(end+1, bytes) <= cost(end, 0) {
		return end, 0
	}
	return end + 1, bytes
}

// niceEnd moves the end of a run back to before a heading or an empty line, as long as
// what is left then is enough.
func (f *fitter) niceEnd(lines lineIndex, start, end int, prose bool, enough func(end int) bool) int {
	nice := end
	for at := end; at > start && enough(at); at-- {
		following := lines.slice(at+1, at+1)
		if prose && strings.HasPrefix(following, "#") {
			return at
		}
		if nice == end && strings.TrimSpace(following) == "" {
			nice = at
		}
	}
	return nice
}

// rewrite writes a bundle with an entry in place of what it has of a candidate, which
// cost so many tokens before.
func (f *fitter) rewrite(ctx context.Context, b packer.Bundle, e packer.Entry, before int) *attempt {
	e.Cost += f.written(ctx, e) - before
	b.Entries = slices.Clone(b.Entries)
	if at, ok := slices.BinarySearchFunc(b.Entries, e.Candidate, func(e packer.Entry, i int) int { return cmp.Compare(e.Candidate, i) }); ok {
		b.Cost += e.Cost - b.Entries[at].Cost
		b.Entries[at] = e
	} else {
		b.Cost += e.Cost
		b.Entries = slices.Insert(b.Entries, at, e)
		b.Omissions = slices.DeleteFunc(slices.Clone(b.Omissions), func(o packer.Omission) bool { return o.Candidate == e.Candidate })
	}
	return f.writeOnce(ctx, b)
}

// writeOnce writes a bundle that is not split.
func (f *fitter) writeOnce(ctx context.Context, b packer.Bundle) *attempt {
	a := &attempt{bundle: b, parts: []part{f.settle(f.document(ctx, b))}}
	a.used = a.parts[0].tokens + f.gitRoom
	if f.options.ListSkipped {
		f.nameSkipped(a)
	}
	return a
}
