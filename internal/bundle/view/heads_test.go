package view

import (
	"fmt"
	"slices"
	"testing"

	"ctxpack/internal/text/lineindex"
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
		"a method":             {"class Jar:\n    size = 1\n\n    def expire(self):\n        pass\n", [][2]int{{4, 5}}, "[[1]]"},
		"at the left":          {"class Jar:\n    size = 1\n\ndef expire(jar):\n    pass\n", [][2]int{{4, 5}}, "[[]]"},
		"behind another block": {"class Jar:\n    a = 1\nclass Lid(\n    Part,\n):\n    def open(self):\n        pass\n", [][2]int{{6, 7}}, "[[3]]"},
		"a head with a clause": {"impl<T> Jar<T>\nwhere\n    T: Lid,\n{\n    fn open(&self) {\n    }\n}\n", [][2]int{{5, 6}}, "[[1]]"},
		"blocks in blocks":     {"mod a {\n  mod b {\n    mod c {\n      mod d {\n        fn f() {\n        }\n", [][2]int{{5, 6}}, "[[2 3 4]]"},
		"comments and marks":   {"type Jar {\n// of glass\n\t#[cfg(test)]\n\tfn open() {\n\t}\n", [][2]int{{4, 5}}, "[[1]]"},
		"several parts":        {"class A {\n\tf() {\n\t}\n\n\tg() {\n\t}\n}\nclass B {\n\th() {\n\t}\n}\n", [][2]int{{2, 3}, {5, 6}, {9, 10}}, "[[1] [1] [8]]"},
		"a head in a part":     {"class A {\n\tint n;\n\n\tf() {\n\t}\n}\n", [][2]int{{1, 2}, {4, 5}}, "[[] [1]]"},
	} {
		var parts []span
		for _, p := range tt.parts {
			parts = append(parts, span{start: p[0], end: p[1]})
		}
		findHeads(parts, lineindex.New(tt.text))
		got := make([][]int, len(parts))
		for k, p := range parts {
			got[k] = p.heads
		}
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
