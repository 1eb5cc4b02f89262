package tokens

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	all := counters(t)
	for _, test := range []struct {
		encoding, text string
		ids            []int
	}{
		{"o200k_base", "hello world", []int{24912, 2375}},
		{"o200k_base", "", []int{}},
		{"cl100k_base", "hello world", []int{15339, 1917}},
		{"cl100k_base", "tiktoken is great!", []int{83, 1609, 5963, 374, 2294, 0}},
		{"cl100k_base", "rer", []int{38149}},
		{"cl100k_base", "'rer", []int{2351, 81}},
		{"cl100k_base", "today\n ", []int{31213, 198, 220}},
		{"cl100k_base", "today\n \n", []int{31213, 27907}},
		{"cl100k_base", "today\n  \n", []int{31213, 14211}},
		{"p50k_base", "hello world", []int{31373, 995}},
		{"p50k_base", "    x", []int{50258, 2124}},
		{"p50k_edit", "<|fim_prefix|>    x", []int{27, 91, 69, 320, 62, 40290, 91, 29, 50258, 2124}},
		{"r50k_base", "hello world", []int{31373, 995}},
		{"r50k_base", "00000000000000000", []int{8269, 10535, 830}},
	} {
		if got := all[test.encoding].ids(test.text); !slices.Equal(got, test.ids) {
			t.Errorf("%s: %q: got %v, want %v", test.encoding, test.text, got, test.ids)
		}
		if got := all[test.encoding].Count(test.text); got != len(test.ids) {
			t.Errorf("%s: %q: counted %d, want %d", test.encoding, test.text, got, len(test.ids))
		}
	}
}

func TestChars4(t *testing.T) {
	t.Parallel()
	c, err := New("chars4")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "日本語文": 1, "\xff\xff\xff\xff\xff": 2} {
		if got := c.Count(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
	if !c.Estimated() || c.ids("abc") != nil {
		t.Error("chars4 must be estimated and without ids")
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		c, err := New(name)
		if err != nil || c.Name() != name || c.Estimated() != (name == chars4) {
			t.Errorf("%s: %v %v", name, c, err)
		}
	}
	for name, parts := range map[string][]string{
		"o200k":                      {`unknown tokenizer "o200k"`, `did you mean "o200k_base"?`, "cl100k_base", "chars4"},
		"CL100-BSE":                  {`did you mean "cl100k_base"?`},
		"gpt2":                       {"(known: o200k_base, cl100k_base, p50k_base, p50k_edit, r50k_base, chars4)"},
		"":                           {"known: "},
		strings.Repeat("chars4", 50): {"known: "},
	} {
		_, err := New(name)
		if err == nil {
			t.Errorf("%q: no error", name)
			continue
		}
		for _, part := range parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %q lacks %q", name, err, part)
			}
		}
		if len(parts) == 1 && parts[0][0] != 'd' && strings.Contains(err.Error(), "did you mean") {
			t.Errorf("%q: %q suggests a name", name, err)
		}
	}
}

func TestScale(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ n, factor, want int }{
		{0, 1755, 0}, {1, 1000, 1}, {1, 1001, 2}, {10, 1300, 13}, {11, 1300, 15}, {1000, 1755, 1755}, {1001, 1755, 1757},
		{math.MaxInt, 1000, math.MaxInt}, {math.MaxInt, 1755, math.MaxInt}, {math.MaxInt - 1, 1001, math.MaxInt},
	} {
		if got := scale(test.n, test.factor); got != test.want {
			t.Errorf("%d x %d: got %d, want %d", test.n, test.factor, got, test.want)
		}
	}
}

// TestConcurrent counts with one Counter from several goroutines, reusing caches; the race detector watches.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	for _, c := range counters(t) {
		texts := slices.Concat(scripts(), broken(), goSources(t, 1500))
		want := make([]int, len(texts))
		for i, text := range texts {
			want[i] = len(c.ids(text))
		}
		var wait sync.WaitGroup
		for worker := range 4 {
			wait.Go(func() {
				for k := range 2 * len(texts) {
					i := (k*7 + worker*31) % len(texts)
					if got := c.Count(texts[i]); got != want[i] {
						t.Errorf("%s: %.40q: got %d, want %d", c.Name(), texts[i], got, want[i])
					}
				}
			})
		}
		wait.Wait()
	}
}

func TestTrim(t *testing.T) {
	t.Parallel()
	sc := newScratch()
	c := counters(t)["o200k_base"]
	c.count(strings.Repeat("ab", 1<<20), sc)
	sc.trim()
	if cap(sc.lengths) > keepable || cap(sc.dead) > keepable/8 {
		t.Error("a long piece's memory is kept")
	}
}

// About is exact for short texts, and near for the files of this repository; single ones are off by at most a quarter.
func TestAbout(t *testing.T) {
	t.Parallel()
	c, err := New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("../../*/*/*.go")
	if err != nil || len(names) < 50 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	about, exact := 0, 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n, want := c.About(string(text)), c.Count(string(text))
		if off := max(n-want, want-n); len(text) <= 2048 && off > 0 || off > want/4 {
			t.Errorf("%s: about %d, counted %d", name, n, want)
		}
		about, exact = about+n, exact+want
	}
	if off := max(about-exact, exact-about); off > exact/50 {
		t.Errorf("together about %d, counted %d", about, exact)
	}
}
