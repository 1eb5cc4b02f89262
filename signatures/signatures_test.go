package signatures

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ctxpack/signatures/internal/outline"
)

func TestFallback(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancelLate := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancelLate()
	for _, test := range []struct {
		name, path, src, want string
		ctx                   context.Context
	}{
		{name: "unknown", path: "a.unknown", src: "x", want: "no grammar"},
		{name: "no grammar", path: "a.bat", src: "x", want: "no grammar"},
		{name: "too large", path: "a.go", src: strings.Repeat("a", 1<<20+1), want: "too large"},
		{name: "largest", path: "a.go", src: "package a" + strings.Repeat("\n", 1<<20-9)},
		{name: "nested parentheses", path: "a.go", src: strings.Repeat("(", 20_000), want: "nested too deep"},
		{name: "nested braces", path: "a.js", src: strings.Repeat("{", 401), want: "nested too deep"},
		{name: "nested type arguments", path: "A.java", src: strings.Repeat("a<", 500_000), want: "nested too deep"},
		{name: "just nested enough", path: "a.js", src: strings.Repeat("[", 400) + strings.Repeat("]", 400)},
		{name: "brackets in strings", path: "a.go", src: "package a\nvar X = []string{" + strings.Repeat(`"[(",`, 1000) + "}"},
		{name: "comparisons", path: "a.java", src: "class A {" + strings.Repeat("void f() { if (a < b) {} }", 1000) + "}"},
		{name: "cancelled", path: "a.go", src: "package a", want: "cancelled", ctx: cancelled},
		{name: "past deadline", path: "a.go", src: "package a", want: "cancelled", ctx: late},
		{name: "not smaller", path: "a.d.ts", src: "declare function f(): void", want: "not smaller"},
		{name: "empty", path: "a.go"},
		{name: "only NULs", path: "a.py", src: strings.Repeat("\x00", 1000)},
		{name: "invalid UTF-8", path: "a.rs", src: "pub fn f(\xff\xfe) {}\xc3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ctx := test.ctx
			if ctx == nil {
				ctx = context.Background()
			}
			o := Extract(ctx, test.path, test.src)
			if o.Fallback != test.want {
				t.Errorf("fallback %q, want %q", o.Fallback, test.want)
			}
			checkOutline(t, test.src, o)
		})
	}
}

// A typedef with the name of its type is one declaration; it may have several names.
func TestTypedefOfItsOwnName(t *testing.T) {
	t.Parallel()
	src := "typedef struct client { int id; } client;\ntypedef struct { int id; } other, *others;\n" + strings.Repeat("int f(void);\n", 20)
	var names []string
	for _, s := range Extract(t.Context(), "a.h", src).Symbols {
		if s.Kind == "struct" {
			names = append(names, s.Name)
		}
	}
	if got := strings.Join(names, " "); got != "client other others" {
		t.Errorf("structs %s", got)
	}
}

func TestConcurrent(t *testing.T) {
	t.Parallel()
	type text struct{ path, src, want string }
	var texts []text
	for _, s := range outlined() {
		for _, p := range fixtures(t, s.Name) {
			src := readFixture(t, p)
			p = strings.TrimSuffix(p, ".src")
			texts = append(texts, text{p, src, dump(Extract(context.Background(), p, src))})
		}
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			order := rand.New(rand.NewPCG(1, uint64(i))).Perm(len(texts))
			for _, n := range order {
				x := texts[n]
				if got := dump(Extract(context.Background(), x.path, x.src)); got != x.want {
					t.Errorf("%s differs in goroutine %d", x.path, i)
				}
			}
		}()
	}
	wg.Wait()
}

// Texts that made a grammar or a walk slow, large or crash elsewhere.
func TestHostile(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	const size = 1 << 11 // slow work grows polynomially; the fuzz targets go further
	for _, s := range outlined() {
		for _, part := range []string{
			"!", "- ", "a.", "a+", "a,", "*", "&", `"`, "'", "`", "/*", "//\n", "\x00", "\xff", "@a ", "#if a\n", "#",
			"x?", "a=>", "not ", "f'", `r#"`, "a as ", "->", "::", "\n ", "a\n", "class A:\n", "a=", "=", "<a>", "%{", "~",
			"class A{}\n", "def f(): 0\n", "use a;\n", "#[a]\n", "import a\n", "export {a};\n", "\\\n", "\"\\", "<!--",
			"- a\n", "# a\n", "[a]\n", "if (a) ", "a ? ", "else if (a) {} ", "a<b>", ";", "\r",
		} {
			src := strings.Repeat(part, size/len(part))
			checkOutline(t, src, Extract(context.Background(), "a"+s.Extensions[0], src))
			if t.Failed() {
				t.Fatalf("%s: %q repeated", s.Name, part)
			}
		}
	}
}

// A tree deeper than a query can count, or an error wider than a query can search, is not queried: the first
// crashes the library, the second takes minutes.
func TestTreesThatQueriesCannotBear(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	deep := 0
	for _, name := range []string{"C", "C++", "Go", "Java", "JavaScript", "Python", "Rust", "TypeScript", "TSX"} {
		for _, part := range []string{"a.", "!", "a+", "- "} {
			src := strings.Repeat(part, (1<<16)/len(part))
			o := Extract(context.Background(), "a"+specFor(name).Extensions[0], src)
			checkOutline(t, src, o)
			if o.Fallback == outline.FallbackTooDeep || o.Fallback == outline.FallbackErrors {
				deep++
			}
		}
	}
	if deep == 0 {
		t.Error("no tree was too deep or too wide")
	}
}

func TestDeterministic(t *testing.T) {
	t.Parallel()
	src := readFixture(t, "internal/lang/script/testdata/typescript/service.ts")
	first := Extract(context.Background(), "a.ts", src)
	for range 5 {
		if again := Extract(context.Background(), "a.ts", src); !reflect.DeepEqual(first, again) {
			t.Fatal("two outlines of one text differ")
		}
	}
}

func TestFirstLines(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		src  string
		n    int
		want string
	}{
		{"", 3, ""},
		{"a", 3, "a"},
		{"a\nb\nc\nd\n", 2, "a\nb\n"},
		{"a\nb", 2, "a\nb"},
		{"a\nb\n", 2, "a\nb\n"},
		{"a\nb\n", 0, ""},
		{"a\nb\n", -1, ""},
		{"a\r\nb\r\n", 1, "a\r\n"},
	} {
		if got := FirstLines(test.src, test.n); got != test.want {
			t.Errorf("FirstLines(%q, %d) = %q, want %q", test.src, test.n, got, test.want)
		}
	}
}

func TestQueriesCompile(t *testing.T) {
	t.Parallel()
	for _, s := range outlined() {
		if s.Grammar == nil {
			continue
		}
		if o := Extract(context.Background(), "a"+s.Extensions[0], "\n"); o.Fallback != "" {
			t.Errorf("%s: %s", s.Name, o.Fallback)
		}
	}
}
