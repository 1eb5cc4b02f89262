package pipeline_test

import (
	"context"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/scorer"
)

// TestDocumentationIsAside: documentation according to .gitattributes is not the project's own code, whatever its
// folder.
func TestDocumentationIsAside(t *testing.T) {
	t.Parallel()
	root := writeTree(t, map[string]string{
		".gitattributes": "manual/** linguist-documentation\n", "manual/a.go": "package a\n", "manual/a.md": "# A\n", "manual/a.json": "{}\n",
		"manual/a_test.go": "package a\n", "code/a.go": "package a\n",
	})
	ranking, err := pipeline.Rank(context.Background(), options(t, root, 10_000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	want := map[string]scorer.Class{
		"manual/a.go": scorer.Auxiliary, "manual/a_test.go": scorer.Auxiliary, "manual/a.md": scorer.Prose, "manual/a.json": scorer.Other, "code/a.go": scorer.Source,
	}
	for _, f := range ranking.Files {
		if class, ok := want[f.Name]; ok && f.Facts.Class != class {
			t.Errorf("%s: %v, want %v", f.Name, f.Facts.Class, class)
		}
	}
}

// TestDeclaredFoldersAreSource: a module that the program declares is its own, whatever its folder is called; tests
// stay tests.
func TestDeclaredFoldersAreSource(t *testing.T) {
	t.Parallel()
	root := writeTree(t, map[string]string{
		"Cargo.toml": "[package]\nname = \"x\"\n", "src/main.rs": "mod benchmark;\nuse benchmark::run;\nfn main() { run() }\n",
		"src/benchmark/mod.rs": "pub fn run() {}\n", "src/lib.rs": "#[cfg(test)]\nmod tests;\n", "src/tests/mod.rs": "#[test]\nfn a() {}\n",
	})
	ranking, err := pipeline.Rank(context.Background(), options(t, root, 10_000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	want := map[string]scorer.Class{"src/benchmark/mod.rs": scorer.Source, "src/tests/mod.rs": scorer.Test, "src/main.rs": scorer.Source}
	for _, f := range ranking.Files {
		if class, ok := want[f.Name]; ok && f.Facts.Class != class {
			t.Errorf("%s: %v, want %v", f.Name, f.Facts.Class, class)
		}
	}
}

// The manifest is at the root, else in the folder with most of the source.
func TestManifestBesideSource(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"App.sln": "", "src/App/App.csproj": "<Project/>\n", "src/App/A.cs": "class A { int a; int b; int c; }\n", "src/Tool/Tool.csproj": "<Project/>\n",
		"src/Tool/T.cs": "class T { }\n", "test/App.Tests/App.Tests.csproj": "<Project/>\n", "test/App.Tests/ATests.cs": "class ATests { int a; int b; int c; int d; }\n",
	}
	for _, want := range []string{"src/App/App.csproj", "Cargo.toml"} {
		if want == "Cargo.toml" {
			files[want] = "[package]\n"
		}
		ranking, err := pipeline.Rank(context.Background(), options(t, writeTree(t, files), 10_000, "markdown"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ranking.Files {
			if f.Facts.Manifest != (f.Name == want) {
				t.Errorf("%s is the manifest: %v, want %s", f.Name, f.Facts.Manifest, want)
			}
		}
		ranking.Close()
	}
}
