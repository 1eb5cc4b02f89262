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
	restRounds = 8
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
		for tries++; tries < restTries; tries++ { // a part that is shown whole now may leave room
			more := f.extend(ctx, a, i)
			if more == nil || more.used <= a.used {
				break
			}
			a = more
		}
	}
	return a
}

// restOrder lists the candidates of which more may be shown: the one whose turn is next,
// then all in the order in which texts are asked for, files aside last.
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
	slices.SortStableFunc(order, func(x, y int) int {
		if by := cmp.Compare(rank(x), rank(y)); by != 0 || f.plan == nil {
			return by
		}
		return cmp.Compare(f.turn[x], f.turn[y])
	})
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
	room, least, most := f.options.Budget-a.used, -1, farAway // rooms that were too small and too large
	for range restRounds {
		grown, ok := f.grow(ctx, e, lines, before+f.options.Budget-a.used, before+room)
		if !ok {
			return best
		}
		more := f.rewrite(ctx, a.bundle, grown, before)
		idle := f.options.Budget - more.used
		switch {
		case idle < 0:
			most = room
		case best != nil && more.used < best.used:
			least = room
		default:
			best, least = more, room
		}
		if idle >= 0 && idle*cutShare <= f.options.Budget {
			return best
		}
		if room += idle; idle < 0 {
			room -= leastExtra // a line less, not a token
		}
		if room <= least || room >= most {
			room = least + (min(most, f.options.Budget)-least)/2 // what is said of lines and parts is not exact
		}
		if room <= least || room >= most {
			return best
		}
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
// beginning of the next one, or of the file where it has no parts. What parts cost is
// counted, that of lines is corrected by their limit.
func (f *fitter) grow(ctx context.Context, e packer.Entry, lines lineIndex, limit, lineLimit int) (packer.Entry, bool) {
	run, part := f.gapIn(e), -1
	if parts := f.partsFor(ctx, e.Candidate); parts != nil {
		e, part = f.addParts(ctx, e, parts, limit)
		if part < 0 {
			return e, true
		}
		run = render.Range{Start: parts[part].start, End: parts[part].end}
	}
	if run.Start == 0 {
		return e, true
	}
	end, bytes := f.cutRun(ctx, e, lines, run, lineLimit)
	switch {
	case end < run.Start:
		return e, len(e.Sections) > 0
	case part >= 0 && end == run.End && bytes == 0:
		e.Sections, e.Extra = withPart(e.Sections, part), packer.Lines{}
		return e, true
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
// for an outline are shown anew with what follows them, unless they pass lines over.
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
	if f.plan != nil && f.rungs[e.Candidate] != nil {
		from = f.rungs[e.Candidate].screenEnd(e.Brief == packer.Outline) + 1
	}
	look(file.Contents.Lines + 1)
	return longest
}

// withPart is a list of parts with one more.
func withPart(list []int, part int) []int {
	return slices.Sorted(slices.Values(append(slices.Clone(list), part)))
}

// addParts adds the parts that fit, and returns the best one that does not, -1 for none.
func (f *fitter) addParts(ctx context.Context, e packer.Entry, parts []filePart, limit int) (with packer.Entry, next int) {
	next = -1
	left := limit - f.written(ctx, e)
	var added []int
	for _, k := range byValue(parts) {
		switch {
		case slices.Contains(e.Sections, k):
		case parts[k].cost <= left:
			added = append(added, k)
			left -= parts[k].cost
		case next < 0:
			next = k
		}
	}
	for ; len(added) > 0; added = added[:len(added)-1] { // what parts cost is known to within the marks between them
		more := e
		more.Sections = slices.Sorted(slices.Values(slices.Concat(e.Sections, added)))
		if f.written(ctx, more) <= limit {
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
func (f *fitter) cutRun(ctx context.Context, e packer.Entry, lines lineIndex, run render.Range, limit int) (end, bytes int) {
	first := lines.slice(run.Start, run.Start)
	one, _ := f.lineWithin(first, leastExtra)
	e.Extra = packer.Lines{Start: run.Start, End: run.Start, Bytes: max(one, 1)}
	room := limit - f.written(ctx, e) + f.count(first[:max(one, 1)])
	left := []int{room} // behind each number of lines
	frame := 2*f.sectionCost(e, run.Start, "x\n") - f.sectionCost(e, run.Start, "x\nx\n")
	for end = run.Start - 1; end < run.End; end++ {
		rest := left[len(left)-1] - f.lineCost(e, end+1, lines, frame)
		if rest < 0 {
			break
		}
		left = append(left, rest)
	}
	if end == run.End {
		return end, 0
	}
	slack := f.options.Budget / cutShare
	if rest := left[len(left)-1]; end < run.Start || rest > slack {
		if bytes, ok := f.lineWithin(lines.slice(end+1, end+1), rest-lineJoints); ok {
			return end + 1, bytes
		}
		return end, 0
	}
	nice := end
	for at := end; at > run.Start && left[at-run.Start+1] <= slack; at-- {
		following := lines.slice(at+1, at+1)
		if f.files[e.Candidate].Facts.Class == scorer.Prose && strings.HasPrefix(following, "#") {
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
func (f *fitter) lineCost(e packer.Entry, line int, lines lineIndex, frame int) int {
	text := lines.slice(line, line)
	if f.options.Format.Verbatim && !f.options.LineNumbers {
		return f.count(text)
	}
	return f.sectionCost(e, line, text) - frame
}

// sectionCost is what a section costs that begins on a line.
func (f *fitter) sectionCost(e packer.Entry, line int, text string) int {
	return f.shown(f.files[e.Candidate], func(entry *render.File) {
		entry.Sections = []render.Section{{Range: render.Range{Start: line, End: line}, Text: text}}
	})
}

// lineWithin says how many bytes of a line have at most so many tokens; not ok if none of
// them says anything.
func (f *fitter) lineWithin(line string, most int) (bytes int, ok bool) {
	far := len(line)
	for n := 64 + 8*max(most, 0); n < len(line); n *= 2 { // a long line is not counted as a whole
		if f.count(line[:n]) > most {
			far = n
			break
		}
	}
	bytes = sort.Search(far, func(n int) bool { return n > 0 && f.count(line[:n]) > most }) - 1
	for bytes > 0 && !utf8.RuneStart(line[bytes]) {
		bytes--
	}
	return bytes, bytes > 0 && strings.TrimSpace(line[:bytes]) != ""
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
