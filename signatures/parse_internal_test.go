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
