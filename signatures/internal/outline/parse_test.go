package outline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"ctxpack/signatures/internal/lex"
)

// A text with errors has one tree, however busy the machine is: no parse is resumed.
func TestParseIsRepeatable(t *testing.T) {
	t.Parallel()
	g, err := (&Spec{Name: "TypeScript", Grammar: typescript.GetLanguage}).compiled()
	if err != nil {
		t.Fatal(err)
	}
	const src = "id:%,e:5,f:6,g:7,h:8})" // a resumed parse gave another tree
	var want []lex.Span
	for i := range 200 {
		tree, _ := g.parse(context.Background(), src, nil, time.Minute, workLimit(t.Context(), len(src)))
		got, _ := unreadable(tree)
		tree.Close()
		if i == 0 {
			want = got
		}
		if len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%d errors, then %d", len(want), len(got))
		}
	}
}

// The time of a parse is bounded, also when it is started again.
func TestParseLimit(t *testing.T) {
	t.Parallel()
	g, err := (&Spec{Name: "Go", Grammar: golang.GetLanguage}).compiled()
	if err != nil {
		t.Fatal(err)
	}
	src := "package a\n" + strings.Repeat("func f() { g(1, 2, 3) }\n", 20_000)
	if tree, _ := g.parse(context.Background(), src, nil, time.Nanosecond, workLimit(t.Context(), len(src))); tree != nil {
		tree.Close()
		t.Error("a limit of a nanosecond is not kept")
	}
	if _, _, err := g.parseWithin(src, nil, time.Microsecond, workLimit(t.Context(), len(src))); !errors.Is(err, errParseLimit) {
		t.Errorf("error %v, want that the limit was hit", err)
	}
}

// Work is the same in every parse, grows with the text, and ends the parse at its limit.
func TestWork(t *testing.T) {
	t.Parallel()
	g, err := (&Spec{Name: "Go", Grammar: golang.GetLanguage}).compiled()
	if err != nil {
		t.Fatal(err)
	}
	src := "package a\n" + strings.Repeat("func f() { g(1, 2, 3) }\n", 2000)
	first := 0
	for range 5 {
		tree, work := g.parse(context.Background(), src, nil, time.Minute, workLimit(t.Context(), len(src)))
		if tree == nil {
			t.Fatal("an ordinary text is too much work")
		}
		tree.Close()
		if first == 0 {
			first = work
		}
		if work != first || work < 2000 || work > OrdinaryWork(len(src)) {
			t.Errorf("work %d, then %d", first, work)
		}
	}
	if tree, work := g.parse(context.Background(), src, nil, time.Minute, first/2); tree != nil || work <= first/2 || work > first*3/4 {
		t.Errorf("half of the work does not end the parse: %d of %d", work, first)
	}
	if o := Extract(WithoutParser(context.Background()), &Spec{Name: "Go", Grammar: golang.GetLanguage}, "a.go", src, nil); o.Fallback != FallbackWork {
		t.Errorf("without a parser: %q", o.Fallback)
	}
}

// A short text gets little time, and a long one enough.
func TestParseTime(t *testing.T) {
	t.Parallel()
	for n, most := range map[int]time.Duration{0: 300 * time.Millisecond, 300: 300 * time.Millisecond, 20_000: time.Second, maxParseBytes: maxParseTime} {
		if got := parseTime(n); got > most || got < most/2 {
			t.Errorf("%d bytes: %v, want up to %v", n, got, most)
		}
	}
}

// A time limit has no effect on the next parse.
func TestParseAfterTimeLimit(t *testing.T) {
	t.Parallel()
	g, err := (&Spec{Name: "Go", Grammar: golang.GetLanguage}).compiled()
	if err != nil {
		t.Fatal(err)
	}
	hard := strings.Repeat("a as ", 200_000)
	for range 3 {
		if tree, _ := g.parse(context.Background(), hard, nil, time.Millisecond, workLimit(t.Context(), len(hard))); tree != nil {
			tree.Close()
		}
		tree, _ := g.parse(context.Background(), "package a\n", nil, time.Minute, baseWork)
		if tree == nil || tree.nodes[0].flags&flatHasError != 0 {
			t.Fatal("after a time limit a good text does not parse")
		}
		tree.Close()
	}
}

// Omissions in a skeleton are marked, empty brackets are not.
func TestMarkLeftOut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                          "",
		"f() {}":                    "f() {}",
		"f( ) { \n\t} [\r\n] ( a )": "f(…) {…} […] ( a )",
		"({ })":                     "({…})",
		"{ { } }":                   "{ {…} }",
		"{ ":                        "{ ",
		"{\f\n) x":                  "{…) x",
	} {
		if got := markLeftOut(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
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
