package signatures

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

// A text with mistakes gives one tree, however busy the machine is: no parse
// is resumed.
func TestParseIsRepeatable(t *testing.T) {
	t.Parallel()
	g, err := specFor("TypeScript").compiled()
	if err != nil {
		t.Fatal(err)
	}
	const src = "id:%,e:5,f:6,g:7,h:8})" // a parse that was resumed gave another tree
	var want []span
	for i := range 200 {
		tree := g.parse(context.Background(), src, time.Minute)
		got := g.errors(tree, src)
		tree.Close()
		if i == 0 {
			want = got
		}
		if len(got) != len(want) {
			t.Fatalf("%d errors, then %d", len(want), len(got))
		}
	}
}

// The time that a parse uses is bounded, also when it is begun again.
func TestParseLimit(t *testing.T) {
	t.Parallel()
	g, err := specFor("Go").compiled()
	if err != nil {
		t.Fatal(err)
	}
	src := "package a\n" + strings.Repeat("func f() { g(1, 2, 3) }\n", 20_000)
	if tree := g.parse(context.Background(), src, time.Nanosecond); tree != nil {
		tree.Close()
		t.Error("a limit of a nanosecond is not kept")
	}
	if _, err := g.parseWithin([]byte(src), time.Microsecond); !errors.Is(err, sitter.ErrOperationLimit) {
		t.Errorf("error %v, want that the limit was hit", err)
	}
}

// A short text on which an error recovery never ends is given up soon, and a
// long one gets what it needs.
func TestParseTime(t *testing.T) {
	t.Parallel()
	for n, most := range map[int]time.Duration{0: 300 * time.Millisecond, 300: 300 * time.Millisecond, 20_000: time.Second, maxParseBytes: maxParseTime} {
		if got := parseTime(n); got > most || got < most/2 {
			t.Errorf("%d bytes: %v, want up to %v", n, got, most)
		}
	}
	endless := "trait MyTrait {\n  String name\n  int twice(int x) { 2 * "
	if o := Extract(t.Context(), "a.groovy", endless); o.Fallback != fallbackTimedOut {
		t.Errorf("fallback %q, want that time ran out", o.Fallback)
	}
}

// TestLongChain: an expression of tens of thousands of parts made the query
// quadratic, and at 26,000 ended the process in C.
func TestLongChain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.js", "a.ts", "a.c"} {
		if o := Extract(t.Context(), name, strings.Repeat("* a\n ", 1<<17/5)); o.Fallback == fallbackTimedOut {
			t.Errorf("%s: %s", name, o.Fallback)
		}
	}
}
