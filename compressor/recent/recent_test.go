package recent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// letters counts a token for each byte, so that a line of n letters costs n+1.
func letters(line string) int { return len(line) }

// content returns lines of one letter; a page of two costs 4.
func content(lines int) string {
	var all []string
	for i := range lines {
		all = append(all, string(rune('a'+i%26)))
	}
	return strings.Join(all, "\n")
}

func options(budget int) Options {
	return Options{Budget: budget, PageSize: 2, Tokens: letters, Offsets: Lines}
}

// summary writes a result as "path:start-end/total=tokens …, path: reason …".
func summary(r *Result) string {
	var all []string
	for _, c := range r.Clips {
		mark := ""
		if c.Truncated {
			mark = "+"
		}
		all = append(all, fmt.Sprintf("%s:%d-%d/%d%s=%d", c.Path, c.StartLine, c.EndLine, c.TotalLines, mark, c.Tokens))
	}
	for _, d := range r.Dropped {
		all = append(all, fmt.Sprintf("%s:%s", d.Path, d.Reason))
	}
	return strings.Join(all, " ")
}

func TestSplitLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a", ""}},
		{"a\nb\r\nc\rd", []string{"a", "b", "c", "d"}},
		{"\r\n\r\n", []string{"", "", ""}},
		{"\n\r", []string{"", "", ""}},
		{"a\u2028b\fc", []string{"a\u2028b\fc"}},
	} {
		if got := splitLines(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLength(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want [3]int // utf16, bytes, lines
	}{
		{"", [3]int{0, 0, 0}},
		{"a", [3]int{1, 1, 1}},
		{"a\n", [3]int{2, 2, 1}},
		{"\n", [3]int{1, 1, 1}},
		{"a\r\nb", [3]int{4, 4, 2}},
		{"é€😀", [3]int{4, 9, 1}},
		{"a\xff", [3]int{2, 2, 1}},
	} {
		for unit, want := range c.want {
			if got := length(c.text, Offsets(unit)); got != want {
				t.Errorf("%q: %d %s, want %d", c.text, got, OffsetNames()[unit], want)
			}
		}
	}
}

func TestFocalLines(t *testing.T) {
	t.Parallel()
	plain := "ab\ncd\nef\n" + strings.Repeat("x\n", 40) // lines begin at 0, 3, 6, 9, 11, …
	line := func(n int) int { return 9 + 2*(n-3) }
	for _, c := range []struct {
		name    string
		content string
		offsets Offsets
		ranges  []Range
		want    [2]int
	}{
		{"one line", plain, Bytes, []Range{{0, 2}}, [2]int{0, 0}},
		{"the end is not part of it", plain, Bytes, []Range{{0, 3}}, [2]int{0, 0}},
		{"two lines", plain, Bytes, []Range{{2, 4}}, [2]int{0, 1}},
		{"empty", plain, Bytes, []Range{{3, 3}}, [2]int{1, 1}},
		{"end in front of start", plain, Bytes, []Range{{6, 1}}, [2]int{2, 2}},
		{"behind the end", plain, Bytes, []Range{{9999, 99999}}, [2]int{43, 43}},
		{"line break belongs to its line", "a\r\nb", Bytes, []Range{{2, 3}}, [2]int{0, 0}},
		{"lone carriage return", "a\rb", Bytes, []Range{{2, 3}}, [2]int{1, 1}},
		{"bytes", "é\n€\n😀\nx", Bytes, []Range{{7, 7}}, [2]int{2, 2}},
		{"utf16", "é\n€\n😀\nx", UTF16, []Range{{7, 7}}, [2]int{3, 3}},
		{"half of a pair", "é\n€\n😀\nx", UTF16, []Range{{5, 5}}, [2]int{2, 2}},
		{"lines", plain, Lines, []Range{{1, 3}}, [2]int{1, 2}},
		{"a long first range counts", plain, Lines, []Range{{0, 40}}, [2]int{0, 39}},
		{"further range", plain, Bytes, []Range{{line(10), line(10)}, {line(5), line(6)}}, [2]int{5, 10}},
		{"the widest span", plain, Lines, []Range{{10, 11}, {16, 17}}, [2]int{10, 16}},
		{"too wide a span", plain, Lines, []Range{{10, 11}, {17, 18}}, [2]int{10, 10}},
		{"stops at the first that does not fit", plain, Lines, []Range{{10, 11}, {30, 31}, {11, 12}}, [2]int{10, 10}},
		{"span from the first range's first line", plain, Lines, []Range{{10, 12}, {5, 6}, {4, 5}}, [2]int{5, 11}},
		{"nothing after a long first range", plain, Lines, []Range{{0, 20}, {20, 21}}, [2]int{0, 19}},
		{"but what is inside of six lines", plain, Lines, []Range{{0, 7}, {3, 4}}, [2]int{0, 6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := options(1)
			o.Offsets = c.offsets
			first, last := focalLines(File{Content: c.content, Ranges: c.ranges}, splitLines(c.content), o)
			if first != c.want[0] || last != c.want[1] {
				t.Errorf("lines %d to %d, want %v", first, last, c.want)
			}
		})
	}
}

func TestStrategies(t *testing.T) {
	t.Parallel()
	file := func(path string, lines, edits int, ranges ...Range) File {
		return File{Path: path, Content: content(lines), Ranges: ranges, Edits: edits}
	}
	top, around, share := TopToBottom, AroundEditRange, Proportional
	for _, c := range []struct {
		name     string
		strategy Strategy
		budget   int
		files    []File
		want     string
	}{
		{"nothing", around, 10, nil, ""},
		{"an empty file is one empty line", top, 1, []File{{Path: "a"}}, "a:1-1/1=1"},
		{"whole pages only", top, 11, []File{file("a", 6, 0)}, "a:1-4/6+=8"},
		{"a short last page", top, 10, []File{file("a", 5, 0)}, "a:1-5/5=10"},
		{"least recent first", top, 12, []File{file("a", 2, 0), file("b", 2, 0), file("c", 2, 0)}, "c:1-2/2=4 b:1-2/2=4 a:1-2/2=4"},
		{"ranges mean nothing from the top", top, 4, []File{file("a", 9, 0, Range{6, 7})}, "a:1-2/9+=4"},
		{"passed over", top, 4, []File{{Path: "a", Content: "long line"}, file("b", 2, 0)}, "b:1-2/2=4 a:does_not_fit"},
		{"spent", top, 4, []File{file("a", 2, 0), {Path: "b"}}, "a:1-2/2=4 b:budget_spent"},

		{"around: half upward, half downward", around, 4 + 9, []File{file("a", 10, 0, Range{4, 5})}, "a:3-8/10+=12"},
		{"around: halves are rounded down", around, 4 + 7, []File{file("a", 10, 0, Range{4, 5})}, "a:5-6/10+=4"},
		{"around: nothing above", around, 4 + 8, []File{file("a", 10, 0, Range{0, 1})}, "a:1-4/10+=8"},
		{"around: nothing below", around, 4 + 8, []File{file("a", 10, 0, Range{9, 10})}, "a:7-10/10+=8"},
		{"around: exactly the focal pages", around, 4, []File{file("a", 10, 0, Range{4, 5})}, "a:5-6/10+=4"},
		{"around: several ranges", around, 8, []File{file("a", 10, 0, Range{4, 5}, Range{7, 8})}, "a:5-8/10+=8"},
		{"around: no ranges, from the top", around, 4, []File{file("a", 10, 0)}, "a:1-2/10+=4"},
		{"around: empty list of ranges", around, 4, []File{{Path: "a", Content: content(10), Ranges: []Range{}}}, "a:1-2/10+=4"},
		{"around: what a half leaves flows on", around, 4 + 8 + 4, []File{file("a", 10, 0, Range{0, 1}), file("b", 9, 0)}, "b:1-4/9+=8 a:1-4/10+=8"},
		{"around: stop at the first focal file", around, 5, []File{file("a", 2, 0), file("b", 2, 0, Range{0, 1}), {Path: "c"}},
			"a:1-2/2=4 b:does_not_fit c:after_stop"},
		{"around: pass over others", around, 5, []File{{Path: "a", Content: "long line"}, file("b", 2, 0, Range{0, 1})}, "b:1-2/2=4 a:does_not_fit"},
		{"around: spent", around, 4, []File{file("a", 2, 0, Range{0, 1}), {Path: "b"}, {Path: "c"}}, "a:1-2/2=4 b:budget_spent c:budget_spent"},

		{"proportional: by weight", share, 8 + 24, []File{file("a", 30, 2, Range{14, 15}), file("b", 30, 1, Range{14, 15})},
			"b:13-18/30+=12 a:11-20/30+=20"},
		{"proportional: no edits weigh one", share, 8 + 16, []File{file("a", 30, 0, Range{14, 15}), file("b", 30, 1, Range{14, 15})},
			"b:13-18/30+=12 a:13-18/30+=12"},
		{"proportional: the oldest goes", share, 11, []File{file("a", 9, 0, Range{0, 1}), file("b", 9, 0, Range{0, 1}), file("c", 9, 9, Range{0, 1})},
			"b:1-2/9+=4 a:1-2/9+=4 c:oldest"},
		{"proportional: the oldest goes even without ranges", share, 7, []File{file("a", 9, 0, Range{0, 1}), file("b", 9, 0, Range{0, 1}), file("c", 9, 0)},
			"a:1-2/9+=4 b:oldest c:oldest"},
		{"proportional: what is left flows on", share, 4 + 16, []File{file("a", 2, 0, Range{0, 1}), file("b", 30, 0)}, "b:1-8/30+=16 a:1-2/2=4"},
		{"proportional: shares are rounded down", share, 7, []File{file("a", 30, 0), file("b", 30, 0)}, "b:1-2/30+=4 a:does_not_fit"},
		{"proportional: nothing fits", share, 3, []File{file("a", 9, 0, Range{0, 1})}, "a:oldest"},
		{"proportional: a very great weight", share, 8, []File{file("a", 9, 1<<62), file("b", 9, 1<<62)}, "b:1-2/9+=4 a:1-2/9+=4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := options(c.budget)
			o.Strategy = c.strategy
			r := Trim(c.files, o)
			if got := summary(r); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestClipText(t *testing.T) {
	t.Parallel()
	r := Trim([]File{{Path: "a", Content: "1\r\n2\r3\n4\n5\n"}}, options(8))
	if len(r.Clips) != 1 || r.Clips[0].Text != "1\n2\n3\n4" || r.Tokens != 8 || r.Wrappers != 0 {
		t.Errorf("%+v", r)
	}
	r = Trim([]File{{Path: "a", Content: "1\n2\n"}}, options(100))
	if c := r.Clips[0]; c.Text != "1\n2\n" || c.Truncated || c.EndLine != 3 {
		t.Errorf("%+v", c)
	}
}

func TestDefaultPageSize(t *testing.T) {
	t.Parallel()
	r := Trim([]File{{Path: "a", Content: content(40)}}, Options{Budget: 30, Tokens: letters})
	if r.Clips[0].EndLine != 10 {
		t.Errorf("%+v", r.Clips)
	}
}

func TestWrapper(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		strategy Strategy
		want     string
	}{
		{TopToBottom, "b:1-2/4+=4 a:1-4/4=8 c:budget_spent"},
		{AroundEditRange, "a:1-4/4=8 b:does_not_fit c:after_stop"},
		{Proportional, "a:1-4/4=8 b:oldest c:oldest"},
	} {
		o := options(2*4 + 3*4)
		o.Strategy = c.strategy
		seen := 0
		o.Wrapper = func(clip Clip) int {
			seen = max(seen, clip.EndLine)
			return 4
		}
		files := []File{{Path: "a", Content: content(4), Ranges: []Range{{0, 3}}}, {Path: "b", Content: content(4), Ranges: []Range{{0, 3}}}, {Path: "c"}}
		r := Trim(files, o)
		if got := summary(r); got != c.want {
			t.Errorf("%s: %s", StrategyNames()[c.strategy], got)
		}
		if r.Wrappers != 4*len(r.Clips) || r.Tokens+r.Wrappers > o.Budget || seen != 4 {
			t.Errorf("%+v, longest number %d", r, seen)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	if StrategyNames()[Proportional] != "proportional" || StrategyNames()[TopToBottom] != "top-to-bottom" || OffsetNames()[Lines] != "lines" ||
		OffsetNames()[Bytes] != "bytes" {
		t.Error(StrategyNames(), OffsetNames())
	}
}

// randomFiles makes files with lines of 0 to 9 letters, any line breaks and any ranges.
func randomFiles(random *rand.Rand) []File {
	var files []File
	for i := range random.IntN(7) {
		var b strings.Builder
		for range random.IntN(60) {
			b.WriteString(strings.Repeat("é", random.IntN(5)))
			b.WriteString([]string{"\n", "\r\n", "\r"}[random.IntN(3)])
		}
		f := File{Path: fmt.Sprint("f", i), Content: b.String(), Edits: random.IntN(5)}
		for range random.IntN(4) {
			start := random.IntN(len(f.Content) + 3)
			f.Ranges = append(f.Ranges, Range{start, start + random.IntN(30) - 3})
		}
		files = append(files, f)
	}
	return files
}

// checkResult checks the guarantees.
func checkResult(t *testing.T, files []File, o Options) *Result {
	t.Helper()
	r := Trim(files, o)
	sum, at := 0, 0
	dropped := slices.Clone(r.Dropped)
	for i, f := range files {
		if len(dropped) > 0 && dropped[0].Path == f.Path {
			dropped = dropped[1:]
			continue
		}
		at++
		if at > len(r.Clips) || r.Clips[len(r.Clips)-at].Path != f.Path {
			t.Fatalf("file %d is neither shown in its place nor dropped: %s", i, summary(r))
		}
		c := r.Clips[len(r.Clips)-at]
		lines := splitLines(f.Content)
		if c.TotalLines != len(lines) || c.Text != strings.Join(lines[c.StartLine-1:c.EndLine], "\n") ||
			(c.StartLine-1)%o.PageSize != 0 || c.EndLine%o.PageSize != 0 && c.EndLine != len(lines) ||
			c.Truncated != (c.EndLine-c.StartLine+1 < len(lines)) {
			t.Fatalf("%+v", c)
		}
		cost := 0
		for _, line := range lines[c.StartLine-1 : c.EndLine] {
			cost += o.Tokens(line) + 1
		}
		if c.Tokens != cost {
			t.Fatalf("%d tokens, want %d", c.Tokens, cost)
		}
		sum += cost
		if len(f.Ranges) > 0 && o.Strategy != TopToBottom {
			first, last := focalLines(f, lines, o)
			if c.StartLine-1 > first/o.PageSize*o.PageSize || c.EndLine < min(len(lines), (last/o.PageSize+1)*o.PageSize) {
				t.Fatalf("focal lines %d to %d are not shown: %+v", first, last, c)
			}
		} else if c.StartLine != 1 {
			t.Fatalf("not from the top: %+v", c)
		}
	}
	if at != len(r.Clips) || len(dropped) > 0 || r.Tokens != sum || len(r.Clips) > 0 && r.Tokens+r.Wrappers > o.Budget {
		t.Fatalf("%d tokens of %d, want %d: %s", r.Tokens, o.Budget, sum, summary(r))
	}
	return r
}

func TestProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		files := randomFiles(random)
		o := Options{
			Budget: random.IntN(1000) - 10, PageSize: 1 + random.IntN(12), Tokens: letters,
			Strategy: Strategy(random.IntN(3)), Offsets: Offsets(random.IntN(3)),
		}
		if random.IntN(3) == 0 {
			o.Wrapper = func(c Clip) int { return len(c.Path) + 5 }
		}
		r := checkResult(t, files, o)
		// Trimming the result again, in the input's order, shows the same. Proportional shares may be less than
		// what a file got from others: there, the shown part must be focal.
		var again []File
		for _, c := range slices.Backward(r.Clips) {
			f := File{Path: c.Path, Content: c.Text}
			if o.Strategy == Proportional {
				f.Ranges = []Range{{0, c.TotalLines}}
			}
			again = append(again, f)
		}
		o.Offsets = Lines
		second := checkResult(t, again, o)
		if len(second.Dropped) > 0 || len(second.Clips) != len(r.Clips) {
			t.Fatalf("again: %s, then %s", summary(r), summary(second))
		}
		for i, c := range second.Clips {
			if c.Text != r.Clips[i].Text {
				t.Fatalf("again: %q, then %q", r.Clips[i].Text, c.Text)
			}
		}
	}
}
