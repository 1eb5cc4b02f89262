package golang

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"ctxpack/signatures/internal/outline"
)

// both returns the facts of a text from the hand-written reader and from the grammar.
func both(t *testing.T, src string) (byHand, parsed outline.Outline) {
	t.Helper()
	for _, o := range []*outline.Outline{&byHand, &parsed} {
		s := Spec()
		if o == &parsed {
			s.Read = nil
		}
		got, ok := outline.Facts(context.Background(), s, "a.go", src)
		if !ok {
			t.Fatalf("%q has no skeleton", src)
		}
		for i := range got.Symbols {
			got.Symbols[i].Complexity = 0 // not used of a skeleton
		}
		*o = got
	}
	return byHand, parsed
}

// The hand-written reader finds the same as the grammar.
func TestReadAgreesWithGrammar(t *testing.T) {
	t.Parallel()
	const body = " {\n\tif a && b {\n\t\treturn\n\t}\n}\n"
	for _, src := range []string{
		"// Package a is one.\npackage a\n\nimport \"b\"\n\nimport (\n\t// c\n\tc \"d/e\" // f\n\t_ `g`\n\t. \"h\"; \"i\"\n)\n",
		"// A is what it is. And more.\nconst A = 1 // one\n\nconst (\n\tB, c T = iota, -1e+3 // b\n\tD, E\n\t_, _\n\tF = `\n` + \"//\"\n)\n",
		"var (\n\ta, B map[string]struct{ x int } = nil, map[string]struct{}{\n\t\t\"a\": {},\n\t}\n\tC func(a int, b ...string) (int, error)\n)\n" +
			"var D = func() int" + body + "var E = f(1,\n\t2)[0].\n\tg\n",
		"type A struct {\n\tB int\n}\n\ntype (\n\tC = []D // alias\n\t// E embeds.\n\tE interface {\n\t\tF()\n\t}\n\tG[K comparable, V any] " +
			"map[K]V\n\tH [N]int\n\tJ [pkg.N]int\n\tK []struct{}\n\tL func(\n\t\ta int,\n\t) bool\n\tM chan<- int\n)\ntype N[T interface{ ~int | " +
			"~string }] struct{}\ntype O = struct{}\ntype P *Q\n",
		"// F does.\nfunc F[T any](a struct{ b int }) (c interface{ d() }, err error)" + body + "func (a *A[K]) G() interface{}" + body +
			"func (A) h() map[string]interface{}" + body + "func I() func() error" + body + "func j(a int)\nfunc K() struct{}" + body +
			"func L() (m, n int) { return }\nfunc (o *O) P(); func Q() []int { return nil }\n",
		"/* licence */\n\n/*\nPackage é is two.\n*/\npackage é\n\nfunc É() {}\nvar R = 'a' + '\\'' + 0x1p-2 + 0xe+1\n",
		"package main\r\n\r\n// Main is.\r\nfunc main() {\r\n}\r\n",
		"",
	} {
		if !strings.Contains(src, "package") {
			src = "package a\n\n" + src
		}
		byHand, parsed := both(t, src)
		if byHand.Work != 0 {
			t.Errorf("the grammar reads %q", src)
		}
		if byHand.Work = parsed.Work; !reflect.DeepEqual(byHand, parsed) {
			t.Errorf("%s\nis read as %+v\nand parsed as %+v", src, byHand, parsed)
		}
	}
}

// The reader leaves everything but declarations to the grammar.
func TestReadLeavesToGrammar(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"x := 1\n", "func {\n}\n", "func F(\n", "func F() { } x\n", "const A T\n", "const 1\n", "var x = 1 /* a\n*/ var y = 2\n",
		"type A[P *T] struct{}\n", "type A[T any] = B\n", "type A {\n}\n", "type A [len(x)]int\n", "type A struct x\n", "import x\n", "import (\n\"a\"\n",
		"package\n",
		"var x = #\n", "var “x” = 1\n", "type A)\n", "func F() }\n", "if x {\n}\n", "var x = ]\n", "var x = 'a\n'\n",
	} {
		src = "package a\n" + src
		got, ok := outline.Facts(context.Background(), Spec(), "a.go", src)
		if ok && got.Work == 0 {
			t.Errorf("%q is read by hand: %+v", src, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("package a\nimport \"b\"\nfunc (a *A) B() {}\ntype C struct{}\nvar d, E = 1, `x`\n")
	f.Add("package a // x\ntype A[K any] map[K]struct{ x int }\nconst (\n\tB = iota\n)\n")
	f.Fuzz(func(t *testing.T, src string) {
		o, _ := outline.Facts(t.Context(), Spec(), "a.go", src)
		lines := strings.Count(src, "\n") + 1
		for _, s := range o.Symbols {
			if s.StartLine < 1 || s.Line < s.StartLine || s.EndLine < s.Line || s.EndLine > lines {
				t.Errorf("%q: %+v is not within %d lines", src, s, lines)
			}
		}
	})
}
