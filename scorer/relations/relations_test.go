package relations_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer/imports"
	"ctxpack/scorer/relations"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// tree holds the text of each file by its path. A prefix of the path marks its kind:
// "entry:" an entry point, "aside:" an auxiliary file, "doc:" a document; others are source.
type tree map[string]string

// build returns the arguments of Find, in the order of the paths.
func build(t testing.TB, texts tree) ([]relations.File, *imports.Graph) {
	t.Helper()
	var files []relations.File
	var nodes []imports.File
	manifests := map[string]string{}
	for name, text := range texts {
		kind, file, ok := strings.Cut(name, ":")
		if !ok {
			kind, file = "", name
		}
		scanned, _ := signatures.ExtractFacts(context.Background(), file, text)
		var names []string
		for _, y := range scanned.Symbols {
			if y.Depth <= 1 {
				names = append(names, y.Name)
			}
		}
		code := !slices.Contains([]string{".md", ".json", ".mod", ".toml", ".csproj"}, path.Ext(file))
		manifests[file] = text
		files = append(files, relations.File{
			Path: file, Source: code && kind != "aside", Auxiliary: kind == "aside", Entry: kind == "entry", Document: kind == "doc",
			Names: terms.Names(names), Terms: terms.Read(text), Mentions: relations.Mentions(text),
		})
		nodes = append(nodes, imports.File{
			Path: file, Language: scanned.Language, Package: scanned.Package, Namespaces: scanned.Namespaces,
			Exports: scanned.Exports, Imports: scanned.Imports,
		})
	}
	slices.SortFunc(files, func(a, b relations.File) int { return strings.Compare(a.Path, b.Path) })
	return files, imports.New(nodes, func(name string) (string, error) {
		if text, ok := manifests[name]; ok {
			return text, nil
		}
		return "", fmt.Errorf("no %s", name)
	})
}

func find(t testing.TB, texts tree) map[string]relations.Relation {
	t.Helper()
	files, graph := build(t, texts)
	got := map[string]relations.Relation{}
	for i, r := range relations.Find(files, graph, relations.InTurn) {
		got[files[i].Path] = r
	}
	return got
}

func TestUsers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files tree
		want  map[string]int
	}{
		{
			"an import",
			tree{"src/a.ts": "import { b } from './b';\n", "src/c.ts": "import { b } from './b';\n", "src/b.ts": "export const b = 1;\n"},
			map[string]int{"src/a.ts": 0, "src/b.ts": 2},
		},
		{
			"tests and examples count for nothing",
			tree{
				"src/b.ts": "export const b = 1;\n", "aside:examples/a.ts": "import { b } from '../src/b';\n",
				"aside:test/b.test.ts": "import { b } from '../src/b';\n",
			},
			map[string]int{"src/b.ts": 0, "examples/a.ts": 0},
		},
		{
			"an import twice, and of itself",
			tree{"src/a.ts": "import { b } from './b';\nimport { c } from './b';\n", "src/b.ts": "import { b as self } from './b';\nexport const b = 1, c = 2;\n"},
			map[string]int{"src/b.ts": 1},
		},
		{
			"of an imported package the file whose name is mentioned",
			tree{
				"go.mod": "module example.com/m\n", "main.go": "package main\n\nimport \"example.com/m/store\"\n\nfunc main() { store.OpenStore() }\n",
				"store/open.go": "package store\n\nfunc OpenStore() {}\n", "store/close.go": "package store\n\nfunc CloseStore() {}\n",
			},
			map[string]int{"store/open.go": 1, "store/close.go": 0},
		},
		{
			"neighbors in a Go package, without an import",
			tree{
				"core.go": "package m\n\nfunc Run() { newTerminal() }\n", "terminal.go": "package m\n\nfunc newTerminal() {}\n",
				"dummy.go": "package m\n\nfunc unusedName() {}\n",
			},
			map[string]int{"terminal.go": 1, "dummy.go": 0, "core.go": 0},
		},
		{
			"neighbors in a Java package",
			tree{
				"src/main/java/com/acme/OwnerController.java": "package com.acme;\n\nclass OwnerController { OwnerRepository owners; }\n",
				"src/main/java/com/acme/OwnerRepository.java": "package com.acme;\n\ninterface OwnerRepository {}\n",
				"src/main/java/com/other/OwnerView.java":      "package com.other;\n\nclass OwnerView { OwnerRepository none; }\n",
			},
			map[string]int{"src/main/java/com/acme/OwnerRepository.java": 1, "src/main/java/com/acme/OwnerController.java": 0},
		},
		{
			"neighbors in Kotlin and C#",
			tree{
				"k/Owner.kt": "package k\n\nclass Owner(val pets: PetList)\n", "k/PetList.kt": "package k\n\nclass PetList\n",
				"c/Owner.cs": "namespace C;\n\npublic class Owner { PetTable pets; }\n", "c/PetTable.cs": "namespace C;\n\npublic class PetTable {}\n",
			},
			map[string]int{"k/PetList.kt": 1, "c/PetTable.cs": 1},
		},
		{
			"a name that four files declare counts for all, one that five declare for none",
			tree{
				"a.go": "package m\n\nfunc Run() { four(); five() }\n", "b.go": "package m\n\nfunc four() {}\n", "c.go": "package m\n\nfunc four() {}\n",
				"d.go": "package m\n\nfunc four() {}\nfunc five() {}\n", "e.go": "package m\n\nfunc four() {}\nfunc five() {}\n",
				"f.go": "package m\n\nfunc five() {}\n", "g.go": "package m\n\nfunc five() {}\n", "h.go": "package m\n\nfunc five() {}\n",
			},
			map[string]int{"b.go": 1, "c.go": 1, "d.go": 1, "e.go": 1, "f.go": 0, "g.go": 0, "h.go": 0},
		},
		{
			"what a file declares itself it does not have from its neighbor",
			tree{"a.go": "package m\n\nfunc helper() {}\n\nfunc Run() { helper() }\n", "b.go": "package m\n\nfunc helper() {}\n"},
			map[string]int{"a.go": 0, "b.go": 0},
		},
		{
			"the users of a header are those of its source file",
			tree{
				"src/server.c": "#include \"dict.h\"\n", "src/client.c": "#include \"dict.h\"\n", "src/dict.h": "int dictAdd(void);\n",
				"src/dict.c": "#include \"dict.h\"\nint dictAdd(void) { return 0; }\n",
			},
			map[string]int{"src/dict.h": 3, "src/dict.c": 2},
		},
		{
			"a header in another folder",
			tree{
				"src/server.cpp": "#include \"../include/dict.hpp\"\n", "include/dict.hpp": "int dictAdd();\n",
				"src/dict.cpp": "#include \"../include/dict.hpp\"\nint dictAdd() { return 0; }\n",
			},
			map[string]int{"src/dict.cpp": 1},
		},
		{
			"of several source files of a name the one beside the header, else none",
			tree{
				"main.c": "#include \"a/util.h\"\n#include \"include/log.h\"\n", "a/util.h": "int utilA(void);\n", "a/util.c": "\n", "b/util.c": "\n",
				"include/log.h": "int logAll(void);\n", "x/log.c": "\n", "y/log.c": "\n",
			},
			map[string]int{"a/util.c": 1, "b/util.c": 0, "x/log.c": 0, "y/log.c": 0},
		},
		{
			"an index gives its users on to what it exports again",
			tree{
				"app/a.ts": "import { parse } from '../lib';\n", "app/b.ts": "import { parse } from '../lib';\n",
				"lib/index.ts": "export { parse } from './parse';\nexport * from './print';\n",
				"lib/parse.ts": "export const parse = 1;\n", "lib/print.ts": "export const print = 1;\n",
			},
			map[string]int{"lib/index.ts": 2, "lib/parse.ts": 3, "lib/print.ts": 3},
		},
		{
			"__init__.py does",
			tree{
				"app.py": "from pkg import Flask\n", "pkg/__init__.py": "from .core import Flask\n", "pkg/core.py": "class Flask:\n    pass\n",
			},
			map[string]int{"pkg/core.py": 2},
		},
		{
			"mod.rs does",
			tree{
				"Cargo.toml": "[package]\nname = \"m\"\n", "src/main.rs": "mod net;\nuse net::Server;\nfn main() {}\n",
				"src/net/mod.rs": "mod server;\npub use self::server::Server;\n", "src/net/server.rs": "pub struct Server;\n",
			},
			map[string]int{"src/net/mod.rs": 1, "src/net/server.rs": 2},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := find(t, tt.files)
			for file, want := range tt.want {
				if got[file].Users != want {
					t.Errorf("%s has %d users, want %d", file, got[file].Users, want)
				}
			}
		})
	}
}

func TestSteps(t *testing.T) {
	t.Parallel()
	got := find(t, tree{
		"entry:src/main.ts": "import './a';\nimport './c';\n", "src/a.ts": "import './b';\n", "src/b.ts": "import './c';\n",
		"src/c.ts": "import './d';\n", "src/d.ts": "import './main';\n", "src/lonely.ts": "import './a';\n",
		"entry:tool/main.c": "#include \"dict.h\"\n", "tool/dict.h": "int dictAdd(void);\n", "tool/dict.c": "int dictAdd(void) { return 0; }\n",
		"aside:examples/a.ts": "import '../src/lonely';\n",
	})
	for file, want := range map[string]int{
		"src/main.ts": 0, "src/a.ts": 1, "src/c.ts": 1, "src/b.ts": 2, "src/d.ts": 2, "src/lonely.ts": -1, "tool/dict.h": 1,
		"tool/dict.c": 2, "examples/a.ts": -1,
	} {
		if got[file].Steps != want {
			t.Errorf("%s is %d steps away, want %d", file, got[file].Steps, want)
		}
	}
}

func TestMentionCounts(t *testing.T) {
	t.Parallel()
	files := tree{
		"main.go": "package m\n", "src/tree/node.go": "package tree\n", "src/parse.go": "package src\n", "src/a/util.go": "package a\n",
		"src/b/util.go": "package b\n", "src/only.go": "package src\n", "aside:examples/only.go": "package only\n",
		"aside:examples/demo.go": "package demo\n", "docs/tool/gen.go": "package tool\n", "src/blob/main/store.go": "package main\n",
		"main/store.go": "package main\n", "lib/index.js": "\n",
	}
	tests := []struct{ name, document, text, want string }{
		{"a path from the root", "README.md", "see `src/parse.go`", "src/parse.go"},
		{"a path from the root in a deep document", "docs/a/b.md", "see src/parse.go.", "src/parse.go"},
		{"a relative path", "docs/a.md", "[gen](tool/gen.go), [parse](../src/parse.go)", "docs/tool/gen.go src/parse.go"},
		{"a relative path with a dot", "docs/a.md", "./tool/gen.go", "docs/tool/gen.go"},
		{"a relative path that leaves the tree", "docs/a.md", "../../../src/parse.go", "src/parse.go"},
		{"a base name", "README.md", "parse.go does it", "src/parse.go"},
		{"the end of a path", "README.md", "a/util.go", "src/a/util.go"},
		{"an ambiguous base name", "README.md", "util.go", ""},
		{"a base name that only one source file has", "README.md", "only.go", "src/only.go"},
		{"a file aside that nothing else is called like", "README.md", "demo.go", "examples/demo.go"},
		{"a web address", "README.md", "<https://github.com/acme/m/blob/main/src/parse.go#L12>", "src/parse.go"},
		{"a web address in a deep document", "docs/tool/a.md", "https://github.com/acme/m/blob/v1.2/main.go", "main.go"},
		{"a folder that is called tree", "README.md", "src/tree/node.go", "src/tree/node.go"},
		{"a folder that is called blob", "README.md", "src/blob/main/store.go", "src/blob/main/store.go"},
		{"an address elsewhere", "README.md", "https://example.com/index.js and cdn.example.com/x/lib.js", ""},
		{"a path of another project", "README.md", "node_modules/left/index.js", ""},
		{"twice in one document", "README.md", "main.go and main.go and ./main.go", "main.go"},
		{"a line and the end of a sentence", "README.md", "In main.go:12, and src/only.go.", "main.go src/only.go"},
		{"a word with another start", "README.md", "domain.go xparse.go", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			texts := tree{"doc:" + tt.document: tt.text}
			for name, text := range files {
				texts[name] = text
			}
			var named []string
			for file, r := range find(t, texts) {
				if r.Mentions > 1 {
					t.Errorf("%s is named %d times by one document", file, r.Mentions)
				}
				if r.Mentions > 0 {
					named = append(named, file)
				}
			}
			slices.Sort(named)
			if got := strings.Join(named, " "); got != tt.want {
				t.Errorf("named: %q, want %q", got, tt.want)
			}
		})
	}
}

// Only documents name files, and of many documents only those nearest to the
// root count.
func TestDocuments(t *testing.T) {
	t.Parallel()
	texts := tree{"src/parse.go": "package src // src/deep.go\n", "src/deep.go": "package src\n", "doc:README.md": "src/parse.go"}
	for i := range 300 {
		texts[fmt.Sprintf("doc:docs/a/b/%03d.md", i)] = "src/deep.go"
	}
	got := find(t, texts)
	if got["src/parse.go"].Mentions != 1 || got["src/deep.go"].Mentions != 249 {
		t.Errorf("parse.go has %d, deep.go %d mentions, want 1 and 249", got["src/parse.go"].Mentions, got["src/deep.go"].Mentions)
	}
}

// Translations of a document name a file once. Other documents count, whatever the names of
// their folders.
func TestTranslations(t *testing.T) {
	t.Parallel()
	got := find(t, tree{
		"src/a.go": "package src\n", "src/b.go": "package src\n",
		"doc:docs/en/x/guide.md": "src/a.go", "doc:docs/pt-br/x/guide.md": "src/a.go", "doc:docs/de/x/guide.md": "src/a.go",
		"doc:README.md": "src/a.go src/b.go", "doc:README.zh-CN.md": "src/a.go", "doc:README_ja.md": "src/a.go",
		"doc:docs/go/use.md": "src/b.go", "doc:docs/js/other.md": "src/b.go",
	})
	if a, b := got["src/a.go"].Mentions, got["src/b.go"].Mentions; a != 2 || b != 3 {
		t.Errorf("a.go is named %d times, b.go %d, want 2 and 3", a, b)
	}
}

// The order of the files does not matter.
func TestOrderOfFiles(t *testing.T) {
	t.Parallel()
	files, graph := build(t, generated(300))
	want := map[string]relations.Relation{}
	for i, r := range relations.Find(files, graph, relations.InTurn) {
		want[files[i].Path] = r
	}
	slices.Reverse(files)
	for i, r := range relations.Find(files, graph, relations.InTurn) {
		if r != want[files[i].Path] {
			t.Errorf("%s: %+v and, the other way round, %+v", files[i].Path, want[files[i].Path], r)
		}
	}
}

// generated makes a tree of Go packages with 20 files each that use each other's
// names, with documents.
func generated(n int) tree {
	texts := tree{"go.mod": "module example.com/m\n"}
	for i := range n {
		pkg := i / 20
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n\nimport (\n", pkg)
		for k := 1; k <= 5 && pkg >= k; k++ {
			fmt.Fprintf(&b, "\t\"example.com/m/p%d\"\n", pkg-k)
		}
		fmt.Fprintf(&b, ")\n\nfunc Name%d() {\n\tName%d()\n", i, i+1-i%7)
		for k := 1; k <= 5 && pkg >= k; k++ {
			fmt.Fprintf(&b, "\tp%d.Name%d()\n", pkg-k, (pkg-k)*20+i%20)
		}
		b.WriteString("}\n")
		for k := range 20 {
			fmt.Fprintf(&b, "\nfunc helper%dOf%d() { helper%dOf%d() }\n", k, i, (k+1)%20, i)
		}
		texts[fmt.Sprintf("p%d/file%d.go", pkg, i)] = b.String()
		if i%100 == 0 {
			texts[fmt.Sprintf("doc:docs/d%d.md", i)] = fmt.Sprintf("See p%d/file%d.go and file%d.go.", pkg, i, i/2)
		}
	}
	return texts
}

func BenchmarkFind(b *testing.B) {
	files, graph := build(b, generated(20_000))
	b.ReportAllocs()
	for b.Loop() {
		relations.Find(files, graph, relations.InTurn)
	}
}
