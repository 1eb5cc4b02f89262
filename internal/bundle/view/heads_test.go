package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/signatures"
)

// TestHeads: a part is shown with the lines that start the enclosing blocks, unless these are part of something
// else.
func TestHeads(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text  string
		parts [][2]int
		want  string
	}{
		"a method":             {"class Jar:\n    size = 1\n\n    def expire(self):\n        pass\n", [][2]int{{4, 5}}, "[1]"},
		"at the left":          {"class Jar:\n    size = 1\n\ndef expire(jar):\n    pass\n", [][2]int{{4, 5}}, "[]"},
		"behind another block": {"class Jar:\n    a = 1\nclass Lid(\n    Part,\n):\n    def open(self):\n        pass\n", [][2]int{{6, 7}}, "[3]"},
		"a head with a clause": {"impl<T> Jar<T>\nwhere\n    T: Lid,\n{\n    fn open(&self) {\n    }\n}\n", [][2]int{{5, 6}}, "[1]"},
		"blocks in blocks":     {"mod a {\n  mod b {\n    mod c {\n      mod d {\n        fn f() {\n        }\n", [][2]int{{5, 6}}, "[2 3 4]"},
		"comments and marks":   {"type Jar {\n// of glass\n\t#[cfg(test)]\n\tfn open() {\n\t}\n", [][2]int{{4, 5}}, "[1]"},
		"several parts":        {"class A {\n\tf() {\n\t}\n\n\tg() {\n\t}\n}\nclass B {\n\th() {\n\t}\n}\n", [][2]int{{2, 3}, {5, 6}, {9, 10}}, "[1 1 8]"},
		"a head in a part":     {"class A {\n\tint n;\n\n\tf() {\n\t}\n}\n", [][2]int{{1, 2}, {4, 5}}, "[1]"},
	} {
		parts := mapped.Of(tt.parts, func(p [2]int) signatures.Part { return signatures.Part{StartLine: p[0], EndLine: p[1]} })
		got := headsOf(parts, lineindex.New(tt.text))
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, not %s", name, got, tt.want)
		}
	}
}

// Lines of strings and comments are no heads.
func TestQuotes(t *testing.T) {
	t.Parallel()
	var q quotes
	var inside []bool
	for _, line := range []string{`@doc """`, "are common:", `"""`, "x", `"""One."""`, "y", "/* a", "b", "*/", "z", `"a/*b"`, "w"} {
		inside = append(inside, q.within(line))
	}
	want := []bool{false, true, true, false, false, false, false, true, true, false, false, false}
	if !slices.Equal(inside, want) {
		t.Errorf("%v, not %v", inside, want)
	}
}

// The head of a class with a list of parameters ended after its first line.
func TestHeadEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"one line":           {"class A {\n  x\n}\n", 1},
		"a list":             {"class A<T>(\n  val b: B,\n  val c: C,\n) : D<T>() {\n  x\n}\n", 4},
		"a list without end": {"f(\n" + strings.Repeat("  a,\n", 30), 1},
	} {
		if got := headEnd(1, lineindex.New(c.text)); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// A hidden #else made the alternatives around it read as one.
func TestCloseGaps(t *testing.T) {
	t.Parallel()
	lines := lineindex.New("#if A\n#else\n#define X 0\n" + strings.Repeat("y", 80) + "\nz\n")
	got := closeGaps([]render.Range{{Start: 1, End: 1}, {Start: 3, End: 3}, {Start: 5, End: 5}}, lines)
	if want := []render.Range{{Start: 1, End: 3}, {Start: 5, End: 5}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for text, want := range map[string]int{"class A {\n  f()\n}\n": 3, "class A {\n  f()\n}": 3, "a\nb\n" + strings.Repeat("y", 80) + "\n": 2} {
		if got := closeGaps([]render.Range{{Start: 1, End: 2}}, lineindex.New(text)); len(got) != 1 || got[0].End != want {
			t.Errorf("%q is shown up to %v, want line %d", text, got, want)
		}
	}
}

// A row of twenty names had the longest methods and not their class.
func TestRowHasTypes(t *testing.T) {
	t.Parallel()
	parts := []signatures.Part{{Name: "Visitor", Kind: "class", StartLine: 1, Inside: -1, Bytes: 9}}
	for i := range 30 {
		parts = append(parts, signatures.Part{Name: fmt.Sprint("visit", i), Kind: "method", StartLine: i + 2, Inside: 0, Bytes: 500})
	}
	if row := declarations(t, "xml", fileOf("a.py", scorer.Source, parts...)).row(0); !strings.HasPrefix(row, "Visitor, ") {
		t.Error(row)
	}
}
