package signatures

import (
	"strings"
	"testing"
)

func TestSkeletonRust(t *testing.T) {
	t.Parallel()
	skeletonTests(t, func(string) *skeletonRules { return skeletonRust() }, []skeletonTest{
		{"body", "a.rs", "pub fn f() {\n    g(\"}\");\n}\nfn h() {}\n", "pub fn f() {\n\n}\nfn h() {}\n"},
		{"module", "a.rs", "mod a { use b::{c, {d}}; fn e() { f } }\n", "mod a { use b::{c, {d}}; fn e() {} }\n"},
		{"use in a body", "a.rs", "fn f() {\n    x;\n    use a::{b, c};\n    y\n}\n", "fn f() {\n\nuse a::{b, c};\n\n}\n"},
		{"public use in a body", "a.rs", "fn f() { pub(crate) use a; }\n", "fn f() {pub(crate) use a;}\n"},
		{"no use", "a.rs", "fn f() { reuse ; }\nfn g() { x(\"use a;\") }\n", "fn f() {}\nfn g() {}\n"},
		{"macro", "a.rs", "a! { use b; }\nfn f() { a!(use b; '{' /* ( */); }\n", "a! {}\nfn f() {}\n"},
		{"macro with rules", "a.rs", "macro_rules! m {\n    (\"{\") => { use a; };\n}\n", "macro_rules! m {\n\n}\n"},
		{"raw string", "a.rs", "const A: &str = r#\"\"{\"#;\nconst B: &[u8] = br\"\\\";\n", "const A: &str = r#\"\"{\"#;\nconst B: &[u8] = br\"\\\";\n"},
		{"string over lines", "a.rs", "const A: &str = \"{\n\\\"\";\n", "const A: &str = \"{\n\\\"\";\n"},
		{"lifetime and character", "a.rs", "fn f<'a>(x: &'a str, c: char = '{', d: char = '\\'') {}\n", "fn f<'a>(x: &'a str, c: char = '{', d: char = '\\'') {}\n"},
		{"nested comment", "a.rs", "/* { /* \n */ { */ fn f() {}\n", "/* { /* \n */ { */ fn f() {}\n"},
		{"open macro", "a.rs", "m! { (\n", ""},
		{"open raw string", "a.rs", "const A: &str = r#\"a\";\n", ""},
		{"open nested comment", "a.rs", "/* /* */\n", ""},
	})
}

// The rules look ahead from every place that may be a macro; on texts that
// repeat such a place they must not look at all of the text each time.
func TestMacrosAreLinear(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{
		"cfg_a! {", `"cfg_a! {" `, "cfg_a! { fn a() {} } ", "cfg_if! { if #[a] { } else { } } ", "cfg_if! { if #[", "cfg_a! { mod b { ", "cfg_a! { // ",
	} {
		text := strings.Repeat(piece, 1<<20/len(piece))
		if got := sureRust(text); len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q… has another shape than the text", piece)
		}
	}
}
