package kotlin

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonKotlin(t *testing.T) {
	t.Parallel()
	lextest.Run(t, func(string) *lex.Rules { return skeleton() }, []lextest.Case{
		{Name: "class", Path: "a.kt", Src: "class A {\n  val b = '}'\n  fun `}'`() = 1 // }\n}\n", Want: "class A {\n\n\n}\n"},
		{Name: "functions", Path: "a.kt", Src: "fun f() { g() }\nfun h() = when (i) { else -> 1 }\n", Want: "fun f() { }\nfun h() = when (i) { }\n"},
		{Name: "script", Path: "a.kts", Src: "if (a) { fun f() { b } }\n", Want: "if (a) { fun f() { } }\n"},
		{Name: "template", Path: "a.kt", Src: "val a = \"\\\"$b ${c(\"}\", '}') { \"${d}\" }} {\"\n", Want: "val a = \"\\\"$b ${c(\"}\", '}') { \"${d}\" }} {\"\n"},
		{Name: "raw string", Path: "a.kt", Src: "val a = \"\"\"\n{ \"\" \\${\"\"\"}\"\"\"}\"\"\"\"\nval b = {}\n",
			Want: "val a = \"\"\"\n{ \"\" \\${\"\"\"}\"\"\"}\"\"\"\"\nval b = {}\n"},
		{Name: "nested comment", Path: "a.kt", Src: "/* /* { */ { */\nval a = 1\n", Want: "/* /* { */ { */\nval a = 1\n"},
		{Name: "open string", Path: "a.kt", Src: "val a = \"\n\"\n", Want: ""},
		{Name: "open hole", Path: "a.kt", Src: "val a = \"${\"\n", Want: ""},
		{Name: "open raw string", Path: "a.kt", Src: "val a = \"\"\" \"\" \n", Want: ""},
		{Name: "open name", Path: "a.kt", Src: "fun `a() {}\n", Want: ""},
	})
}
