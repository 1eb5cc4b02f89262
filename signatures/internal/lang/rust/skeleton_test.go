package rust

import (
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonRust(t *testing.T) {
	t.Parallel()
	lextest.Run(t, func(string) *lex.Rules { return skeleton() }, []lextest.Case{
		{Name: "body", Path: "a.rs", Src: "pub fn f() {\n    g(\"}\");\n}\nfn h() {}\n", Want: "pub fn f() {\n\n}\nfn h() {}\n"},
		{Name: "module", Path: "a.rs", Src: "mod a { use b::{c, {d}}; fn e() { f } }\n", Want: "mod a { use b::{c, {d}}; fn e() { } }\n"},
		{Name: "use in a body", Path: "a.rs", Src: "fn f() {\n    x;\n    use a::{b, c};\n    y\n}\n", Want: "fn f() {\n\nuse a::{b, c};\n\n}\n"},
		{Name: "public use in a body", Path: "a.rs", Src: "fn f() { pub(crate) use a; }\n", Want: "fn f() { pub(crate) use a;}\n"},
		{Name: "no use", Path: "a.rs", Src: "fn f() { reuse ; }\nfn g() { x(\"use a;\") }\n", Want: "fn f() { }\nfn g() { }\n"},
		{Name: "macro", Path: "a.rs", Src: "a! { use b; }\nfn f() { a!(use b; '{' /* ( */); }\n", Want: "a! { }\nfn f() { }\n"},
		{Name: "macro with rules", Path: "a.rs", Src: "macro_rules! m {\n    (\"{\") => { use a; };\n}\n", Want: "macro_rules! m {\n\n}\n"},
		{Name: "raw string", Path: "a.rs", Src: "const A: &str = r#\"\"{\"#;\nconst B: &[u8] = br\"\\\";\n",
			Want: "const A: &str = r#\"\"{\"#;\nconst B: &[u8] = br\"\\\";\n"},
		{Name: "string over lines", Path: "a.rs", Src: "const A: &str = \"{\n\\\"\";\n", Want: "const A: &str = \"{\n\\\"\";\n"},
		{Name: "lifetime and character", Path: "a.rs", Src: "fn f<'a>(x: &'a str, c: char = '{', d: char = '\\'') {}\n",
			Want: "fn f<'a>(x: &'a str, c: char = '{', d: char = '\\'') {}\n"},
		{Name: "nested comment", Path: "a.rs", Src: "/* { /* \n */ { */ fn f() {}\n", Want: "/* { /* \n */ { */ fn f() {}\n"},
		{Name: "open macro", Path: "a.rs", Src: "m! { (\n", Want: ""},
		{Name: "open raw string", Path: "a.rs", Src: "const A: &str = r#\"a\";\n", Want: ""},
		{Name: "open nested comment", Path: "a.rs", Src: "/* /* */\n", Want: ""},
	})
}

// The rules look ahead from every possible macro; on texts that repeat one, they must not scan the whole text each
// time.
func TestMacrosAreLinear(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{
		"cfg_a! {", `"cfg_a! {" `, "cfg_a! { fn a() {} } ", "cfg_if! { if #[a] { } else { } } ", "cfg_if! { if #[", "cfg_a! { mod b { ", "cfg_a! { // ",
	} {
		text := strings.Repeat(piece, 1<<20/len(piece))
		if got := preprocess(text); len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q… has another shape than the text", piece)
		}
	}
}
