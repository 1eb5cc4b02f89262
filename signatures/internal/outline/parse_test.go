package outline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"ctxpack/signatures/internal/lex"
)

// A text with mistakes gives one tree, however busy the machine is: no parse
// is resumed.
func TestParseIsRepeatable(t *testing.T) {
	t.Parallel()
	g, err := (&Spec{Name: "TypeScript", Grammar: typescript.GetLanguage}).compiled()
	if err != nil {
		t.Fatal(err)
	}
	const src = "id:%,e:5,f:6,g:7,h:8})" // a parse that was resumed gave another tree
	var want []lex.Span
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
	g, err := (&Spec{Name: "Go", Grammar: golang.GetLanguage}).compiled()
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

// A short text gets little time, and a long one what it needs.
func TestParseTime(t *testing.T) {
	t.Parallel()
	for n, most := range map[int]time.Duration{0: 300 * time.Millisecond, 300: 300 * time.Millisecond, 20_000: time.Second, maxParseBytes: maxParseTime} {
		if got := parseTime(n); got > most || got < most/2 {
			t.Errorf("%d bytes: %v, want up to %v", n, got, most)
		}
	}
}

// A time limit leaves nothing behind: what is parsed next is right.
func TestParseAfterTimeLimit(t *testing.T) {
	t.Parallel()
	g, err := (&Spec{Name: "Go", Grammar: golang.GetLanguage}).compiled()
	if err != nil {
		t.Fatal(err)
	}
	hard := strings.Repeat("a as ", 200_000)
	for range 3 {
		if tree := g.parse(context.Background(), hard, time.Millisecond); tree != nil {
			tree.Close()
		}
		tree := g.parse(context.Background(), "package a\n", time.Minute)
		if tree == nil || tree.RootNode().HasError() {
			t.Fatal("after a time limit a good text does not parse")
		}
		tree.Close()
	}
}

// Any text can be shortened, joined and wrapped.
func FuzzLines(f *testing.F) {
	f.Add("// One. Two.\nf(a, \"b\", [c]) {\n\treturn\n}")
	f.Fuzz(func(_ *testing.T, src string) {
		_ = DocLine(src)
		_ = Closed(src)
		_ = Wrap(src, "\t")
		_ = OneLine(src, "; ")
		_ = Squeeze(src)
	})
}
