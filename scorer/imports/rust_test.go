package imports

import "testing"

func TestRust(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		src/lib.rs imp=mod:a,mod:b,mod:r#async,mod:inner@wrap,mod-path:os/unix.rs,use:crate::b::deep
		src/main.rs imp=mod:cli
		src/cli.rs
		src/a.rs imp=mod:child
		src/a/child.rs
		src/b/mod.rs imp=mod:deep
		src/b/deep.rs
		src/async.rs
		src/wrap/inner.rs
		src/os/unix.rs imp=mod:helper
		src/os/helper.rs
		src/macro_declared.rs
		src/bin/tool.rs
		src/bin/big/main.rs imp=mod:util
		src/bin/big/util.rs
		tests/it.rs imp=mod:common
		tests/common/mod.rs
		examples/demo.rs
		crates/util-lib/src/lib.rs imp=mod:text
		crates/util-lib/src/text.rs
		crates/renamed/lib.rs
		crates/undeclared/src/lib.rs
		old/src/lib.rs imp=mod:m,mod:n
		old/src/m.rs
		old/src/n.rs
		plain/main.rs imp=mod:part
		plain/part.rs
	`, manifests: map[string]string{
		"Cargo.toml": `
			[package]
			name = "my-app"
			edition = "2021"
			[workspace.dependencies]
			ren = { package = "renamed", path = "crates/renamed" }
			[dependencies]
			util-lib = { path = "crates/util-lib" }
			ren = { workspace = true }
			serde = "1"
			[target.'cfg(unix)'.dependencies]
			up = { path = "../up" }
			[workspace]
		`,
		"crates/util-lib/Cargo.toml":   "[package]\nname = \"util-lib\"\nedition.workspace = true\n",
		"crates/renamed/Cargo.toml":    "[package]\nname = \"renamed\"\n[lib]\npath = \"lib.rs\"\n",
		"crates/undeclared/Cargo.toml": "[package]\nname = \"undeclared\"\n",
		"old/Cargo.toml":               "[package]\nname = \"old\"\n",
	}}.check(t, []resolution{
		{from: "src/lib.rs", kind: "mod", specifier: "a", want: "src/a.rs"},
		{from: "src/a.rs", kind: "mod", specifier: "child", want: "src/a/child.rs"},
		{from: "src/lib.rs", kind: "mod", specifier: "b", want: "src/b/mod.rs"},
		{from: "src/lib.rs", kind: "mod", specifier: "r#async", want: "src/async.rs"},
		{from: "src/lib.rs", kind: "mod", specifier: "inner", scope: "wrap", want: "src/wrap/inner.rs"},
		{from: "src/lib.rs", kind: "mod-path", specifier: "os/unix.rs", want: "src/os/unix.rs"},
		{name: "children of a file with a path attribute lie beside it", from: "src/os/unix.rs", kind: "mod", specifier: "helper", want: "src/os/helper.rs"},
		{from: "src/lib.rs", kind: "mod-path", specifier: "../../../x.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "crate::b::deep::Item", want: "src/b/deep.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "crate::b::Item", want: "src/b/mod.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "crate::Item", want: "src/lib.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "crate::b::*", want: "src/b/mod.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "super::Item", want: "src/a.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "super::super::b::deep", want: "src/b/deep.rs"},
		{name: "super beyond the root", from: "src/a/child.rs", kind: "use", specifier: "super::super::super::b"},
		{name: "super of an inline module is the file", from: "src/a/child.rs", kind: "use", specifier: "super::Item", scope: "tests"},
		{from: "src/a.rs", kind: "use", specifier: "self::child::Item", want: "src/a/child.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "self::super::Item", want: "src/a.rs"},
		{from: "src/a/child.rs", kind: "use", specifier: "self::super::super::b::deep", want: "src/b/deep.rs"},
		{from: "src/a.rs", kind: "use", specifier: "child::Item", want: "src/a/child.rs"},
		{from: "src/a.rs", kind: "export-from", specifier: "child::Item", want: "src/a/child.rs"},
		{from: "src/a.rs", kind: "use", specifier: "std::io"},
		{from: "src/a.rs", kind: "use", specifier: "serde::Serialize"},
		{from: "src/a.rs", kind: "use", specifier: "up::x"},
		{name: "not a path from the crate's root in edition 2021", from: "src/a.rs", kind: "use", specifier: "b::deep"},
		{name: "through another use", from: "src/lib.rs", kind: "use", specifier: "deep::Item", want: "src/b/deep.rs"},
		{from: "src/a.rs", kind: "use", specifier: "util_lib::text::Item", want: "crates/util-lib/src/text.rs"},
		{from: "src/a.rs", kind: "use", specifier: "::util_lib::Item", want: "crates/util-lib/src/lib.rs"},
		{from: "src/a.rs", kind: "extern-crate", specifier: "util_lib", want: "crates/util-lib/src/lib.rs"},
		{from: "src/a.rs", kind: "use", specifier: "ren::Item", want: "crates/renamed/lib.rs"},
		{from: "src/a.rs", kind: "use", specifier: "undeclared::Item"},
		{from: "src/main.rs", kind: "use", specifier: "my_app::a::Item", want: "src/a.rs"},
		{from: "src/cli.rs", kind: "use", specifier: "crate::Item", want: "src/main.rs"},
		{from: "src/bin/tool.rs", kind: "use", specifier: "my_app::Item", want: "src/lib.rs"},
		{from: "src/bin/big/main.rs", kind: "mod", specifier: "util", want: "src/bin/big/util.rs"},
		{from: "tests/common/mod.rs", kind: "use", specifier: "my_app::b", want: "src/b/mod.rs"},
		{from: "tests/common/mod.rs", kind: "use", specifier: "crate::x", want: "tests/it.rs"},
		{from: "examples/demo.rs", kind: "use", specifier: "my_app", want: "src/lib.rs"},
		{name: "declared inside a macro", from: "src/macro_declared.rs", kind: "use", specifier: "crate::a", want: "src/a.rs"},
		{from: "src/a.rs", kind: "use", specifier: "crate::macro_declared::X", want: "src/macro_declared.rs"},
		{name: "edition 2015", from: "old/src/m.rs", kind: "use", specifier: "n::Item", want: "old/src/n.rs"},
		{name: "no manifest", from: "plain/part.rs", kind: "use", specifier: "crate::X", want: "plain/main.rs"},
	})
}

// A file that includes itself as its own child must not be followed forever.
func TestRustModuleCycle(t *testing.T) {
	t.Parallel()
	f := fixture{tree: `
		src/lib.rs imp=mod:a,mod-path:lib.rs
		src/a.rs imp=mod-path:lib.rs,mod-path:a.rs,use:crate::a
	`}
	g := New(f.files(), f.read)
	if got := g.Imports("src/a.rs"); len(got) != 1 || got[0] != "src/lib.rs" {
		t.Errorf("got %q", got)
	}
}
