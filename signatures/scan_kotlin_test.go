package signatures

import "testing"

func TestSkeletonKotlin(t *testing.T) {
	t.Parallel()
	skeletonTests(t, func(string) *skeletonRules { return skeletonKotlin() }, []skeletonTest{
		{"class", "a.kt", "class A {\n  val b = '}'\n  fun `}'`() = 1 // }\n}\n", "class A {\n\n\n}\n"},
		{"functions", "a.kt", "fun f() { g() }\nfun h() = when (i) { else -> 1 }\n", "fun f() {}\nfun h() = when (i) {}\n"},
		{"script", "a.kts", "if (a) { fun f() { b } }\n", "if (a) { fun f() {} }\n"},
		{"template", "a.kt", "val a = \"\\\"$b ${c(\"}\", '}') { \"${d}\" }} {\"\n", "val a = \"\\\"$b ${c(\"}\", '}') { \"${d}\" }} {\"\n"},
		{"raw string", "a.kt", "val a = \"\"\"\n{ \"\" \\${\"\"\"}\"\"\"}\"\"\"\"\nval b = {}\n", "val a = \"\"\"\n{ \"\" \\${\"\"\"}\"\"\"}\"\"\"\"\nval b = {}\n"},
		{"nested comment", "a.kt", "/* /* { */ { */\nval a = 1\n", "/* /* { */ { */\nval a = 1\n"},
		{"open string", "a.kt", "val a = \"\n\"\n", ""},
		{"open hole", "a.kt", "val a = \"${\"\n", ""},
		{"open raw string", "a.kt", "val a = \"\"\" \"\" \n", ""},
		{"open name", "a.kt", "fun `a() {}\n", ""},
	})
}
