package recent

import (
	"cmp"
	"slices"
	"sort"

	"ctxpack/internal/text/mapped"
)

// Kind is the kind of an event.
type Kind uint8

// The kinds of events.
const (
	Viewed Kind = iota
	Edited
)

// Edit replaces the range from Start to End, in the text before its event, with Text.
type Edit struct {
	Start, End int
	Text       string
}

// Event is a change or view of a document. Its edits are simultaneous: all of them refer to the text before, and do
// not overlap.
type Event struct {
	Path string
	Kind Kind
	// Content is the document's text after the event. It is only used for the most recent event of each document.
	Content string
	Edits   []Edit
	// Ranges are the focal ranges in the text after the event, the most important first. By default, they are the
	// texts of the edits.
	Ranges []Range
}

// maxCarried is the maximum number of events of one document, newest first, whose ranges are carried forward. It
// bounds the work for unusually long histories.
const maxCarried = 5000

// Collect collects the documents of a history, newest event first, as files: the maxFiles most recent ones. For
// AroundEditRange and TopToBottom a file has the ranges of its most recent event; for Proportional those of all its
// events, with older ones carried forward through the later edits of the same document:
//
// A range that is not empty becomes the smallest range with its surviving characters. If none survives, it becomes
// the point where the replacement of its first character starts. A point moves with the character after it; if that
// is replaced, it moves to the start of the replacement. So text inserted at the borders of a range is not part of
// it, and a point is after text inserted at it. With the unit Lines, lines act as characters.
func Collect(events []Event, s Strategy, unit Offsets, maxFiles int) ([]File, []Drop) {
	var paths []string
	byPath := map[string][]Event{}
	for _, e := range events {
		if _, ok := byPath[e.Path]; !ok {
			paths = append(paths, e.Path)
		}
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	var files []File
	var dropped []Drop
	for i, path := range paths {
		if i >= maxFiles {
			dropped = append(dropped, Drop{path, MaxFiles})
			continue
		}
		files = append(files, fileOf(path, byPath[path], s, unit))
	}
	return files, dropped
}

// fileOf builds a file from the events of its document.
func fileOf(path string, events []Event, s Strategy, unit Offsets) File {
	f := File{Path: path, Content: events[0].Content}
	for _, e := range events {
		if e.Kind == Edited {
			f.Edits++
		}
	}
	carried := events[:1]
	if s == Proportional {
		carried = events[:min(len(events), maxCarried)]
	}
	var later []change // the newest first
	for _, e := range carried {
		c := newChange(e.Edits, unit)
		ranges := e.Ranges
		if len(ranges) == 0 && e.Kind == Edited {
			ranges = c.texts()
		}
		for _, r := range ranges {
			for _, l := range slices.Backward(later) {
				r = l.carry(r)
			}
			f.Ranges = append(f.Ranges, r)
		}
		if e.Kind == Edited && len(c) > 0 {
			later = append(later, c)
		}
	}
	return f
}

// Texts returns the ranges of the texts of an event's edits in the text after it, in the order of the edits.
func Texts(edits []Edit, unit Offsets) []Range { return newChange(edits, unit).texts() }

// Carry moves ranges of the text before an event's edits to the text after them, as Collect does.
func Carry(ranges []Range, edits []Edit, unit Offsets) []Range {
	return mapped.Of(ranges, newChange(edits, unit).carry)
}

// change holds the replacements of an event, in the order of the text.
type change []replacement

type replacement struct {
	start, end int // in the text before
	size       int // length of the new text
	before     int // growth of the text by the preceding replacements
	index      int // index of the edit in its event
}

// newChange sorts edits. Overlapping edits, which no valid event has, are cut where the previous one ends.
func newChange(edits []Edit, unit Offsets) change {
	c := make(change, 0, len(edits))
	for i, e := range edits {
		start := max(0, e.Start)
		c = append(c, replacement{start: start, end: max(start, e.End), size: length(e.Text, unit), index: i})
	}
	slices.SortStableFunc(c, func(a, b replacement) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	delta, end := 0, 0
	for i := range c {
		r := &c[i]
		r.start = max(r.start, end)
		r.end = max(r.end, r.start)
		r.before = delta
		delta += r.size - (r.end - r.start)
		end = r.end
	}
	return c
}

// texts returns the ranges of the new texts in the text after them, in the edits' own order.
func (c change) texts() []Range {
	ranges := make([]Range, len(c))
	for _, r := range c {
		start := r.start + r.before
		ranges[r.index] = Range{start, start + r.size}
	}
	return ranges
}

// carry moves a range of the text before to the text after; see Collect.
func (c change) carry(r Range) Range {
	r.Start = max(0, r.Start)
	if r.End <= r.Start {
		at := c.move(r.Start)
		return Range{at, at}
	}
	first, last := r.Start, r.End-1
	for i := c.over(first); i >= 0; i = c.over(first) {
		first = c[i].end
	}
	if first > last {
		at := c.move(r.Start)
		return Range{at, at}
	}
	for i := c.over(last); i >= 0; i = c.over(last) {
		last = c[i].start - 1
	}
	return Range{c.move(first), c.move(last) + 1}
}

// over returns the replacement that removes the character at an offset, -1 if none does.
func (c change) over(offset int) int {
	// Ends ascend like starts; an insertion at the offset removes nothing.
	i := sort.Search(len(c), func(i int) bool { return c[i].end > offset })
	if i < len(c) && c[i].start <= offset {
		return i
	}
	return -1
}

// move returns the new offset of the character at an offset, or the start of its replacement.
func (c change) move(offset int) int {
	if i := c.over(offset); i >= 0 {
		return c[i].start + c[i].before
	}
	// The preceding replacements end at or before the offset.
	i := sort.Search(len(c), func(i int) bool { return c[i].end > offset })
	if i == 0 {
		return offset
	}
	r := c[i-1]
	return offset + r.before + r.size - (r.end - r.start)
}
