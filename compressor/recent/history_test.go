package recent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestCarry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		edits []Edit
		in    Range
		want  Range
	}{
		{"no edits", nil, Range{3, 5}, Range{3, 5}},
		{"insertion in front", []Edit{{0, 0, "xx"}}, Range{3, 5}, Range{5, 7}},
		{"insertion behind", []Edit{{6, 6, "xx"}}, Range{3, 5}, Range{3, 5}},
		{"insertion inside", []Edit{{4, 4, "xx"}}, Range{3, 5}, Range{3, 7}},
		{"insertion at the start", []Edit{{3, 3, "xx"}}, Range{3, 5}, Range{5, 7}},
		{"insertion at the end", []Edit{{5, 5, "xx"}}, Range{3, 5}, Range{3, 5}},
		{"deletion in front", []Edit{{0, 2, ""}}, Range{3, 5}, Range{1, 3}},
		{"deletion over the start", []Edit{{2, 4, ""}}, Range{3, 6}, Range{2, 4}},
		{"deletion over the end", []Edit{{5, 9, ""}}, Range{3, 6}, Range{3, 5}},
		{"deletion of all", []Edit{{2, 9, ""}}, Range{3, 6}, Range{2, 2}},
		{"deletion by two edits", []Edit{{5, 9, "yy"}, {2, 5, "x"}}, Range{3, 6}, Range{2, 2}},
		{"replacement of the start", []Edit{{2, 4, "xxx"}}, Range{3, 6}, Range{5, 7}},
		{"replacement of all", []Edit{{3, 6, "xxx"}}, Range{3, 6}, Range{3, 3}},
		{"two edits", []Edit{{7, 8, ""}, {0, 1, "xxx"}}, Range{6, 9}, Range{8, 10}},
		{"point", []Edit{{0, 0, "xx"}}, Range{3, 3}, Range{5, 5}},
		{"insertion at a point", []Edit{{3, 3, "xx"}}, Range{3, 3}, Range{5, 5}},
		{"replacement of a point's character", []Edit{{2, 5, "xx"}}, Range{3, 3}, Range{2, 2}},
		{"end in front of start", []Edit{{0, 0, "xx"}}, Range{3, 1}, Range{5, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := newChange(c.edits, Bytes).carry(c.in); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// marked is the model: a text with distinguishable characters.
type marked []int

// apply applies edits one by one, the last of the text first, and returns where the text of each starts in the
// result.
func (m marked) apply(edits []Edit, next *int) (marked, map[int]int) {
	order := make([]int, len(edits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := edits[a].Start - edits[b].Start; d != 0 {
			return d
		}
		return edits[a].End - edits[b].End
	})
	starts := map[int]int{}
	m = slices.Clone(m)
	for _, i := range slices.Backward(order) {
		e := edits[i]
		var text []int
		for range e.Text {
			text = append(text, *next)
			*next++
		}
		m = slices.Concat(m[:e.Start], text, m[e.End:])
		for k := range starts {
			starts[k] += len(text) - (e.End - e.Start)
		}
		starts[i] = e.Start
	}
	return m, starts
}

// carry searches for the characters of a range.
func (m marked) carry(r Range, edits []Edit, after marked, starts map[int]int) Range {
	point := r.End <= r.Start
	if point {
		if r.Start >= len(m) {
			return Range{len(after), len(after)}
		}
		r.End = r.Start + 1
	}
	first, last := -1, -1
	for at, mark := range after {
		if slices.Contains(m[r.Start:min(r.End, len(m))], mark) {
			if first < 0 {
				first = at
			}
			last = at
		}
	}
	if first >= 0 {
		if point {
			return Range{first, first}
		}
		return Range{first, last + 1}
	}
	for i, e := range edits {
		if e.Start <= r.Start && r.Start < e.End {
			return Range{starts[i], starts[i]}
		}
	}
	panic("a character is gone and no edit took it")
}

func randomEdits(random *rand.Rand, length int) []Edit {
	var edits []Edit
	for at := random.IntN(4); at <= length && len(edits) < 5; {
		end := min(length, at+random.IntN(4))
		edits = append(edits, Edit{at, end, strings.Repeat("n", random.IntN(4))})
		at = end + random.IntN(5)
	}
	// The order of edits at the same place decides; keep that, change the rest.
	random.Shuffle(len(edits), func(i, j int) {
		if edits[i].Start != edits[j].Start {
			edits[i], edits[j] = edits[j], edits[i]
		}
	})
	return edits
}

func TestCarryAgainstModel(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		length := random.IntN(20)
		before := make(marked, length)
		for i := range before {
			before[i] = i
		}
		next := 1000
		edits := randomEdits(random, length)
		after, starts := before.apply(edits, &next)
		c := newChange(edits, Bytes)
		start := random.IntN(length + 1)
		r := Range{start, min(length, start+random.IntN(6))}
		if got, want := c.carry(r), before.carry(r, edits, after, starts); got != want {
			t.Fatalf("%v through %+v: got %v, want %v", r, edits, got, want)
		}
		for i, text := range c.texts() {
			if want := (Range{starts[i], starts[i] + len(edits[i].Text)}); text != want {
				t.Fatalf("text %d of %+v: got %v, want %v", i, edits, text, want)
			}
		}
	}
}

// A whole history in the model: the ranges of every event end where their characters are.
func TestCollectAgainstModel(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		text := make(marked, random.IntN(15))
		for i := range text {
			text[i] = i
		}
		next := 1000
		var events []Event
		var ranges []Range // the newest last, kept up to date by the model
		for range 1 + random.IntN(6) {
			edits := randomEdits(random, len(text))
			after, starts := text.apply(edits, &next)
			for i := range ranges {
				ranges[i] = text.carry(ranges[i], edits, after, starts)
			}
			for i := range slices.Backward(edits) {
				ranges = append(ranges, Range{starts[i], starts[i] + len(edits[i].Text)})
			}
			text = after
			events = append(events, Event{Path: "a", Kind: Edited, Content: strings.Repeat("c", len(text)), Edits: edits})
		}
		slices.Reverse(events)
		slices.Reverse(ranges)
		files, _ := Collect(events, Proportional, Bytes, 1)
		if got := files[0]; !slices.Equal(got.Ranges, ranges) || got.Edits != len(events) || got.Content != events[0].Content {
			t.Fatalf("got %v, want %v\n%+v", got.Ranges, ranges, events)
		}
	}
}

func TestCollect(t *testing.T) {
	t.Parallel()
	events := []Event{
		{Path: "a", Content: "a3", Ranges: []Range{{0, 1}, {5, 6}}},
		{Path: "b", Kind: Edited, Content: "b2", Edits: []Edit{{5, 6, "xyz"}, {0, 0, "12"}}},
		{Path: "a", Kind: Edited, Content: "a2", Edits: []Edit{{0, 2, ""}}},
		{Path: "c", Content: "c1"},
		{Path: "a", Kind: Edited, Content: "a1", Edits: []Edit{{7, 7, "x"}}},
		{Path: "b", Kind: Edited, Content: "b1", Edits: []Edit{{1, 1, "x"}}, Ranges: []Range{{8, 9}}},
	}
	for _, c := range []struct {
		name     string
		strategy Strategy
		max      int
		want     string
	}{
		{"the most recent entry", AroundEditRange, 5, "[{a a3 [{0 1} {5 6}] 2} {b b2 [{7 10} {0 2}] 2} {c c1 [] 0}] []"},
		{"likewise from the top", TopToBottom, 5, "[{a a3 [{0 1} {5 6}] 2} {b b2 [{7 10} {0 2}] 2} {c c1 [] 0}] []"},
		{"all entries", Proportional, 5, "[{a a3 [{0 1} {5 6} {0 0} {5 6}] 2} {b b2 [{7 10} {0 2} {12 13}] 2} {c c1 [] 0}] []"},
		{"the last documents", AroundEditRange, 1, "[{a a3 [{0 1} {5 6}] 2}] [{b max_files} {c max_files}]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files, dropped := Collect(events, c.strategy, Bytes, c.max)
			if got := fmt.Sprint(files, dropped); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestOverlappingEdits(t *testing.T) {
	t.Parallel()
	c := newChange([]Edit{{0, 5, "a"}, {3, 8, "b"}, {-4, -9, ""}}, Bytes)
	if got := c.carry(Range{9, 10}); got != (Range{3, 4}) {
		t.Errorf("%v %+v", got, c)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, before, after string
		want                []Edit
	}{
		{"the same", "a\nb\n", "a\nb\n", nil},
		{"other line breaks", "a\nb\n", "a\r\nb\r", nil},
		{"insertion", "a\nc\n", "a\nb\nc\n", []Edit{{1, 1, "b\n"}}},
		{"deletion", "a\nb\nc", "a\nc", []Edit{{1, 2, ""}}},
		{"replacement", "a\nb\nc", "a\nx\ny\nc", []Edit{{1, 2, "x\ny\n"}}},
		{"two places", "1\n2\n3\n4\n5", "1\nx\n3\n4\n", []Edit{{1, 2, "x\n"}, {4, 5, "\n"}}},
		{"an empty line", "a", "a\n", []Edit{{1, 1, "\n"}}},
		{"from nothing", "", "a\nb\n", []Edit{{0, 0, "a\nb\n"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := Diff(c.before, c.after); !slices.Equal(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// applied applies edits of lines.
func applied(text string, edits []Edit) []string {
	lines := splitLines(text)
	for _, e := range slices.Backward(edits) {
		added := splitLines(e.Text)
		lines = slices.Concat(lines[:e.Start], added[:length(e.Text, Lines)], lines[e.End:])
	}
	return lines
}

// distance returns the number of differing lines, by dynamic programming.
func distance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			best := 1 + min(row[j], row[j+1])
			if x == y {
				best = diagonal
			}
			diagonal, row[j+1] = row[j+1], best
		}
	}
	return row[len(b)]
}

func TestDiffProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		lines := make([]string, random.IntN(30))
		for i := range lines {
			lines[i] = string(rune('a' + random.IntN(1+random.IntN(8))))
		}
		return strings.Join(lines, "\n")
	}
	n := 6000
	if testing.Short() {
		n = 600
	}
	for range n {
		before, after := text(), text()
		edits := Diff(before, after)
		if got := applied(before, edits); !slices.Equal(got, splitLines(after)) {
			t.Fatalf("%q by %+v: %q, want %q", before, edits, got, after)
		}
		changed := 0
		for i, e := range edits {
			changed += e.End - e.Start + length(e.Text, Lines)
			if i > 0 && e.Start <= edits[i-1].End {
				t.Fatalf("edits touch: %+v", edits)
			}
		}
		if want := distance(splitLines(before), splitLines(after)); changed != want {
			t.Fatalf("%d lines, %d would do: %q to %q by %+v", changed, want, before, after, edits)
		}
	}
}

func TestDiffIsBounded(t *testing.T) {
	t.Parallel()
	var before, after strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&before, "%d\n", i)
		fmt.Fprintf(&after, "%d\n", i+i%2*10_000)
	}
	edits := Diff(before.String(), after.String())
	if len(edits) != 1 || edits[0].Start != 1 || edits[0].End != 3000 {
		t.Errorf("%d edits", len(edits))
	}
	if !slices.Equal(applied(before.String(), edits), splitLines(after.String())) {
		t.Error("the edit does not lead to the text")
	}
}
