package pipeline_test

import (
	"context"
	"slices"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/scorer"
)

// entriesOf returns the paths of a tree's entry points among the source files.
func entriesOf(t *testing.T, files map[string]string) []string {
	t.Helper()
	ranking, err := pipeline.Rank(context.Background(), defaults(t, writeTree(t, files), 8000))
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	var entries []string
	for _, f := range ranking.Files {
		if f.Facts.Entry {
			entries = append(entries, f.Name)
		}
	}
	slices.Sort(entries)
	return entries
}

// Code that the project depends on was ranked last because of the name of its folder.
func TestImportsOverruleFolders(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"go.mod":                  "module a\n",
		"deps/deps.go":            "package deps\n\nimport \"a/log\"\n\nfunc Deps() { log.Log() }\n",
		"deps/deps_test.go":       "package deps\n",
		"log/log.go":              "package log\n\nfunc Log() {}\n",
		"http/templates/pages.go": "package templates\n\nimport \"a/log\"\n\nfunc Pages() { log.Log() }\n",
		"external/zip/zip.go":     "package zip\n\nfunc Zip() {}\n",
		"examples/one/one.go":     "package one\n\nimport \"a/log\"\n\nfunc One() { log.Log() }\n",
		"testing/kit/kit.go":      "package kit\n\nfunc Kit() {}\n",
		"web/template/base.py":    "import web.template.node\n", "web/template/node.py": "class Node:\n    pass\n", "web/template/other.py": "x = 1\n",
		"web/__init__.py": "", "web/template/__init__.py": "",
	}
	many(files, 3, "part%d/part.go", "package part%d\n\nimport (\n\t\"a/deps\"\n\t\"a/external/zip\"\n)\n\nfunc Part() { deps.Deps(); zip.Zip() }\n")
	files["part0/pages.go"] = "package part0\n\nimport \"a/http/templates\"\n\nfunc Pages() { templates.Pages() }\n"
	many(files, 4, "part0/p%d_test.go", "package part0\n\nimport \"a/testing/kit\"\n\nfunc p%d() { kit.Kit() }\n")
	many(files, 3, "web/view%d.py", "import web.template.base\n")
	ranking, err := pipeline.Rank(context.Background(), defaults(t, writeTree(t, files), 8000))
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	want := map[string]scorer.Class{
		"deps/deps.go": scorer.Source, "deps/deps_test.go": scorer.Auxiliary, "http/templates/pages.go": scorer.Source,
		"external/zip/zip.go": scorer.Auxiliary, "examples/one/one.go": scorer.Auxiliary, "testing/kit/kit.go": scorer.Test,
		"web/template/base.py": scorer.Source, "web/template/node.py": scorer.Source, "web/template/other.py": scorer.Auxiliary,
	}
	for _, f := range ranking.Files {
		if class, ok := want[f.Name]; ok && f.Facts.Class != class {
			t.Errorf("%s is %s, want %s", f.Name, f.Facts.Class, class)
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("not ranked: %v", want)
	}
}

func TestWhatIsCalledIndexMayBeNoEntryPoint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"a barrel that nobody imports, and one that is imported", map[string]string{
			"src/main.ts":        "import { useA } from './hooks';\nuseA();\n",
			"src/hooks/index.ts": "export * from './a';\n", "src/hooks/a.ts": "export function useA() {}\n",
			"src/shapes/index.ts": "export { b } from './b';\n", "src/shapes/b.ts": "export const b = 1;\n",
		}, []string{"src/main.ts"}},
		{"a barrel that the manifest names", map[string]string{
			"package.json": `{"main": "src/index.ts"}`, "src/index.ts": "export * from './a';\n", "src/a.ts": "export const a = 1;\n",
		}, []string{"src/index.ts"}},
		{"a module that others import", map[string]string{
			"run.py": "import web.app\n", "web/app.py": "class App:\n    pass\n", "web/cli.py": "def run():\n    pass\n", "web/main.py": "import web.cli\n",
		}, []string{"web/main.py"}},
		{"a Go file without a program", map[string]string{
			"go.mod": "module a\n", "cmd/main.go": "package cmd\n\nfunc Main() {}\n", "cmd/a/main.go": "package main\n\nfunc main() {}\n",
			"http/server.go": "package http\n",
		}, []string{"cmd/a/main.go"}},
		{"a Rust file that Cargo does not know", map[string]string{
			"Cargo.toml": "[package]\nname = \"a\"\n", "src/lib.rs": "pub mod b;\n", "src/b.rs": "pub fn b() {}\n", "old/src/lib.rs": "pub fn c() {}\n",
		}, []string{"src/lib.rs"}},
		{"a process of Elixir", map[string]string{"lib/channel/server.ex": "defmodule Channel.Server do\nend\n"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := entriesOf(t, tt.files); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
