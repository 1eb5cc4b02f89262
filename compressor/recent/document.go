package recent

import (
	"math/bits"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"ctxpack/internal/text/mapped"
)

// spanPages is the maximum span of a file's focal ranges in pages.
const spanPages = 3

// weightLimit bounds a weight, so that sums and products do not overflow.
const weightLimit = 1 << 20

// document is a file divided into lines and pages.
type document struct {
	path    string
	lines   []string
	size    int // lines of a page
	costs   []int
	tokens  func(string) int
	ranges  bool
	focus   pages // the focal pages, if there are ranges
	weight  int
	wrapper int
}

// pages is a range of pages, from first to last, inclusive, from 0.
type pages struct {
	first, last int
}

func newDocument(f File, o Options) *document {
	d := &document{
		path: f.Path, lines: splitLines(f.Content), size: o.PageSize, tokens: o.Tokens,
		ranges: len(f.Ranges) > 0, weight: min(max(1, f.Edits), weightLimit),
	}
	d.costs = make([]int, (len(d.lines)+d.size-1)/d.size)
	if d.ranges {
		first, last := focalLines(f, d.lines, o)
		d.focus = pages{first / d.size, last / d.size}
	}
	if o.Wrapper != nil {
		n := len(d.lines)
		d.wrapper = max(0, o.Wrapper(Clip{Path: f.Path, StartLine: n, EndLine: n, TotalLines: n, Truncated: true}))
	}
	return d
}

// splitLines splits at \r\n, \r and \n; without any of them there is one line.
func splitLines(text string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
}

// focalLines returns the first and the last line of the ranges that count: always the first range, and others
// unless one would make the span too long.
func focalLines(f File, lines []string, o Options) (first, last int) {
	line := func(at int) int { return max(0, min(at, len(lines)-1)) }
	for i, r := range f.InLines(o.Offsets).Ranges {
		from, to := line(r.Start), line(max(r.Start, r.End-1))
		if i > 0 {
			from, to = min(first, from), max(last, to)
		}
		if i > 0 && to-from > spanPages*o.PageSize {
			break
		}
		first, last = from, to
	}
	return first, last
}

// InLines returns the file with its ranges converted from a unit to lines.
func (f File) InLines(unit Offsets) File {
	if unit == Lines {
		return f
	}
	starts := lineStarts(f.Content, unit)
	line := func(offset int) int { return max(0, sort.SearchInts(starts, offset+1)-1) }
	ranges := mapped.Of(f.Ranges, func(r Range) Range { return Range{Start: line(r.Start), End: line(max(r.Start, r.End-1)) + 1} })
	f.Ranges = ranges
	return f
}

// lineStarts returns the offset at which each line starts. A line includes its line break.
func lineStarts(content string, unit Offsets) []int {
	starts, offset := []int{0}, 0
	for i := 0; i < len(content); {
		r, size := rune(content[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(content[i:])
		}
		if i += size; unit == Bytes {
			offset += size
		} else {
			offset += utf16.RuneLen(r)
		}
		if r == '\n' || r == '\r' && !strings.HasPrefix(content[i:], "\n") {
			starts = append(starts, offset)
		}
	}
	return starts
}

func length(text string, unit Offsets) int {
	switch unit {
	case Bytes:
		return len(text)
	case Lines:
		lines := splitLines(text)
		n := len(lines)
		if lines[n-1] == "" {
			n-- // no line follows a final line break
		}
		return n
	}
	return len(utf16.Encode([]rune(text)))
}

// page returns the cost of a page: the tokens of its lines and one for each.
func (d *document) page(i int) int {
	if d.costs[i] == 0 {
		for _, line := range d.lines[i*d.size : min((i+1)*d.size, len(d.lines))] {
			d.costs[i] += max(0, d.tokens(line)) + 1
		}
	}
	return d.costs[i]
}

func (d *document) cost(p pages) int {
	sum := 0
	for i := p.first; i <= p.last; i++ {
		sum += d.page(i)
	}
	return sum
}

// within returns the pages shown for a budget: around the focal ones, or from the top if there are none; false if
// the file does not fit.
func (d *document) within(budget int) (pages, bool) {
	if d.ranges {
		return d.around(budget)
	}
	return d.fromTop(budget)
}

// fromTop takes pages in order until one does not fit.
func (d *document) fromTop(budget int) (pages, bool) {
	p := pages{0, -1}
	for p.last+1 < len(d.costs) && d.page(p.last+1) <= budget {
		p.last++
		budget -= d.page(p.last)
	}
	return p, p.last >= 0
}

// around takes the focal pages, then extends them upward with half of the rest, then downward with the same amount.
func (d *document) around(budget int) (pages, bool) {
	p := d.focus
	cost := d.cost(p)
	if budget <= 0 || cost > budget {
		return p, false
	}
	half := (budget - cost) / 2
	for room := half; p.first > 0 && d.page(p.first-1) <= room; {
		p.first--
		room -= d.page(p.first)
	}
	for room := half; p.last+1 < len(d.costs) && d.page(p.last+1) <= room; {
		p.last++
		room -= d.page(p.last)
	}
	return p, true
}

func (d *document) clip(p pages) Clip {
	start, end := p.first*d.size, min((p.last+1)*d.size, len(d.lines))
	return Clip{
		Path: d.path, Text: strings.Join(d.lines[start:end], "\n"),
		StartLine: start + 1, EndLine: end, TotalLines: len(d.lines),
		Truncated: start > 0 || end < len(d.lines), Tokens: d.cost(p),
	}
}

// mulDiv returns floor(a × b / c) for a, b ≥ 0 and c > 0, without overflow if b ≤ c.
func mulDiv(a, b, c int) int {
	high, low := bits.Mul64(uint64(max(0, a)), uint64(b))
	q, _ := bits.Div64(high, low, uint64(c))
	return int(q)
}
