package pipeline_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/gitrepo/gittest"
	"ctxpack/internal/repo/source"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// Each test here has a small tree of which ctxpack once packed the wrong files, and is named after the error.

// defaults returns the options of a pack with the default ranking and packing, in the format with the least
// overhead.
func defaults(t *testing.T, root string, budget int) pipeline.Options {
	t.Helper()
	o := options(t, root, budget, "xml")
	o.Config.Context.Rank, o.Config.Context.Packing = scorer.Balanced().Name, pipeline.Packings()[0]
	return o
}

// ranked returns the paths in the order of the ranking.
func ranked(t *testing.T, files map[string]string) []string {
	t.Helper()
	return rankedIn(t, defaults(t, writeTree(t, files), 8000))
}

func rankedIn(t *testing.T, o pipeline.Options) []string {
	t.Helper()
	ranking, err := pipeline.Rank(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	var paths []string
	for _, f := range ranking.Files {
		paths = append(paths, f.Name)
	}
	return paths
}

// inOrder fails unless the paths are in the given order.
func inOrder(t *testing.T, order []string, paths ...string) {
	t.Helper()
	last := -1
	for _, p := range paths {
		i := slices.Index(order, p)
		if i < 0 {
			t.Errorf("%s is not ranked: %q", p, order)
		} else if i < last {
			t.Errorf("%s comes before %s: %q", p, order[last], order)
		}
		last = i
	}
}

// packed returns the tier of every ranked file.
func packed(t *testing.T, o pipeline.Options) map[string]packer.Tier {
	t.Helper()
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	tiers := map[string]packer.Tier{}
	for i, f := range result.Files {
		tiers[f.Name] = result.Outcomes[i].Tier
	}
	return tiers
}

func packedFiles(t *testing.T, files map[string]string, budget int) map[string]packer.Tier {
	t.Helper()
	return packed(t, defaults(t, writeTree(t, files), budget))
}

// goFunctions returns a Go file of n functions, about 30 tokens each.
func goFunctions(pkg, name string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", pkg)
	for i := range n {
		fmt.Fprintf(&b, "\nfunc %s%d(a, b int) int {\n\tif a > b {\n\t\treturn a - %d\n\t}\n\treturn b\n}\n", name, i, i)
	}
	return b.String()
}

// many adds n files with names made from pattern.
func many(files map[string]string, n int, pattern, text string) {
	for i := range n {
		name := fmt.Sprintf(pattern, i)
		files[name] = strings.ReplaceAll(text, "%d", fmt.Sprint(i))
	}
}

func prose(words int) string { return strings.Repeat("word after word. ", words/4) + "\n" }

func TestRoomIsUsed(t *testing.T) {
	t.Parallel()
	t.Run("a large file with a low score is left out though there is room", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"main.go": "package main\n\nfunc main() {}\n", "options.go": goFunctions("main", "option", 300),
			"z.xml": strings.Repeat("<a>b</a>", 40_000)}
		if got := packedFiles(t, files, 20_000); got["options.go"] != packer.Full {
			t.Errorf("options.go: %s", got["options.go"])
		}
	})
	t.Run("a listed file is left out for its score", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{
			"a.go": goFunctions("a", "first", 10), "b.xml": strings.Repeat("<a>b</a>\n", 3000), "c/c.go": goFunctions("c", "large", 300), "d.go": "package a\n",
		}
		o := defaults(t, writeTree(t, files), 60_000)
		o.Files = []string{"a.go", "b.xml", "c/c.go"}
		got := packed(t, o)
		for _, name := range o.Files {
			if got[name] != packer.Full {
				t.Errorf("%s: %s", name, got[name])
			}
		}
		if len(got) != 3 {
			t.Errorf("packed %v", got)
		}
	})
	t.Run("the main file of a chosen folder is left out for its size", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"src/tui/tui.go": goFunctions("tui", "draw", 320)}
		many(files, 6, "src/tui/part%d.go", goFunctions("tui", "part%dof", 30))
		o := defaults(t, writeTree(t, files), 8000)
		o.Paths[0] += "/src/tui"
		if got := packed(t, o); got["tui.go"] == packer.Skip {
			t.Errorf("packed %v", got)
		}
	})
}

func TestOrderIsKept(t *testing.T) {
	t.Parallel()
	// Three widely used files, with outlines of 2,000 tokens, and small unused ones.
	files := map[string]string{}
	for _, name := range []string{"alpha", "beta", "gamma"} {
		files["src/"+name+".ts"] = strings.Repeat("// "+name+"\n", 30) + typeScript(name, 130)
	}
	imports := "import {alpha0} from './alpha';\nimport {beta0} from './beta';\nimport {gamma0} from './gamma';\n"
	many(files, 12, "src/user%d.ts", imports+"export const user%d = alpha0(beta0(gamma0(1)));\n")
	many(files, 40, "src/small%d.ts", "export function small%d(a: number) {\n"+strings.Repeat("  a += 1;\n", 60)+"  return a;\n}\n")
	t.Run("outlines of lower scores take the room of higher ones", func(t *testing.T) {
		t.Parallel()
		got := packedFiles(t, files, 6000)
		for _, name := range []string{"alpha", "beta", "gamma"} {
			if got["src/"+name+".ts"] == packer.Skip {
				t.Errorf("%s.ts is left out: %v", name, got)
			}
		}
	})
	t.Run("a larger budget loses files", func(t *testing.T) {
		t.Parallel()
		last := 0
		for _, budget := range []int{2000, 4000, 8000, 12_000, 16_000, 24_000} {
			n := 0
			for _, tier := range packedFiles(t, files, budget) {
				if tier != packer.Skip {
					n++
				}
			}
			if n < last {
				t.Errorf("%d files at %d tokens, %d at fewer", n, budget, last)
			}
			last = n
		}
	})
	t.Run("the outlines of two headers take the budget", func(t *testing.T) {
		t.Parallel()
		tree := map[string]string{
			"src/server.h": cFunctions("serverDoes", 250), "src/module.h": cFunctions("moduleDoes", 250),
			"src/server.c": "#include \"server.h\"\nint main(void) { return 0; }\n",
		}
		body := "#include \"server.h\"\n#include \"module.h\"\nint command%d(void) { return serverDoes1(0) + moduleDoes%d(0); }\n" +
			strings.Repeat("/* text */\n", 40)
		many(tree, 20, "src/t_%d.c", body)
		const budget = 16_000
		result, err := pipeline.Run(context.Background(), defaults(t, writeTree(t, tree), budget))
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range result.Files {
			if o := result.Outcomes[i]; o.Tier == packer.Skip || o.Shown > 2000+budget/4 {
				t.Errorf("%s: %s, %d tokens of it are shown", f.Name, o.Tier, o.Shown)
			}
		}
	})
}

// typeScript returns a module of n functions, about 15 tokens of outline each.
func typeScript(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "export function %s%d(value: number): number {\n  return value + %d;\n}\n", name, i, i)
	}
	return b.String()
}

func TestProse(t *testing.T) {
	t.Parallel()
	t.Run("the README scores nothing", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"README.md": "# Project\n\n" + prose(6000)}
		many(files, 30, "src/f%d.go", goFunctions("src", "f%dof", 60))
		if got := ranked(t, files); got[0] != "README.md" {
			t.Errorf("order %q", got)
		}
		if got := packedFiles(t, files, 8000); got["README.md"] == packer.Skip {
			t.Errorf("README.md is left out: %v", got)
		}
	})
	t.Run("an overview that the README names", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"README.md": "# Project\n\nSee [how it works](ARCHITECTURE.md).\n", "ARCHITECTURE.md": prose(200),
			"CONTRIBUTING.md": prose(200), "docs/README.md": prose(100), "docs/a.md": prose(100), "aaa.md": prose(20), "LICENSE": prose(400)}
		many(files, 30, "src/f%d.go", goFunctions("src", "f%dof", 60))
		inOrder(t, ranked(t, files), "ARCHITECTURE.md", "aaa.md")
		got := packedFiles(t, files, 8000)
		for _, name := range []string{"README.md", "ARCHITECTURE.md"} {
			if got[name] == packer.Skip {
				t.Errorf("%s is left out: %v", name, got)
			}
		}
	})
	t.Run("a repository of documents is packed by a few scripts", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"README.md": "# Primer\n\n" + prose(2000), "CHANGELOG.md": prose(8000), "LICENSE": prose(800), "requirements.txt": "mkdocs\n"}
		many(files, 12, "guide/chapter%d.md", "# Chapter %d\n\n"+prose(900))
		many(files, 10, "scripts/tool%d.py", "def tool%d():\n    return 1\n"+strings.Repeat("# more\n", 150))
		o := defaults(t, writeTree(t, files), 12_000)
		order := rankedIn(t, o)
		inOrder(t, order, "README.md", "guide/chapter0.md", "CHANGELOG.md")
		chapters := 0
		for name, tier := range packed(t, o) {
			if strings.HasPrefix(name, "guide/") && tier != packer.Skip {
				chapters++
			}
		}
		if chapters < 8 {
			t.Errorf("%d of 12 chapters are there", chapters)
		}
	})
	t.Run("a library with much documentation is taken for documents", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{}
		many(files, 40, "docs/de/page%d.md", prose(1500))
		many(files, 10, "lib/f%d.go", goFunctions("lib", "f%dof", 20))
		order := ranked(t, files)
		inOrder(t, order, "lib/f9.go", "docs/de/page0.md")
	})
	t.Run("the folder of its documents makes a manual aside", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"docs/conf.py": "project = 'm'\n", "LICENSE": prose(300), "docs/changes.md": prose(3000)}
		many(files, 40, "docs/page%d.md", prose(1500))
		inOrder(t, ranked(t, files), "docs/page9.md", "docs/changes.md")
	})
	t.Run("a repository of notebooks is packed by its helpers", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"README.md": "# Course\n"}
		cell := `{"cell_type": "markdown", "source": ["# Lesson\n", "` + strings.Repeat("Gradients descend. ", 300) + `"]}`
		many(files, 8, "notebooks/%d.ipynb", `{"nbformat": 4, "metadata": {}, "cells": [`+cell+`]}`)
		many(files, 10, "css/a%d.css", strings.Repeat(".a%d { color: red }\n", 50))
		got := packedFiles(t, files, 12_000)
		books := 0
		for name, tier := range got {
			if strings.HasPrefix(name, "notebooks/") && tier != packer.Skip {
				books++
			}
		}
		if books < 4 {
			t.Errorf("%d of 8 notebooks are there: %v", books, got)
		}
	})
}

func TestAsideIsNoEntry(t *testing.T) {
	t.Parallel()
	t.Run("examples with manifests of their own come above the source", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{
			"Cargo.toml": "[workspace]\nmembers = [\"axum\", \"examples/*\"]\n", "axum/Cargo.toml": "[package]\nname = \"axum\"\n",
			"axum/src/lib.rs": "mod json;\npub use self::json::Json;\n", "axum/src/json.rs": "pub struct Json;\n\nimpl Json {\n    pub fn read(&self) {}\n}\n",
		}
		many(files, 20, "examples/e%d/Cargo.toml", "[package]\nname = \"e%d\"\n[dependencies]\naxum = { path = \"../../axum\" }\n")
		many(files, 20, "examples/e%d/src/main.rs", "use axum::Json;\n\npub fn run() {}\n\nfn main() {\n    run();\n}\n")
		inOrder(t, ranked(t, files), "axum/src/lib.rs", "axum/src/json.rs", "examples/e0/src/main.rs")
	})
	t.Run("playgrounds and templates come above the source", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{
			"package.json": `{"name": "vite", "main": "src/index.ts"}`, "src/index.ts": "export * from './build';\n", "src/build.ts": "export const build = 1;\n",
		}
		many(files, 5, "playground/p%d/package.json", `{"main": "server.js"}`)
		many(files, 5, "playground/p%d/server.js", "exports.a = 1; exports.b = 2;\n")
		many(files, 5, "packages/create/template-%d/src/main.tsx", "export const a = 1;\n")
		inOrder(t, ranked(t, files), "src/index.ts", "src/build.ts", "packages/create/template-0/src/main.tsx")
		inOrder(t, ranked(t, files), "src/build.ts", "playground/p0/server.js")
	})
	t.Run("a Java package that is called samples is no entry point", func(t *testing.T) {
		t.Parallel()
		root := "src/main/java/org/springframework/samples/petclinic/"
		files := map[string]string{
			root + "PetClinicApplication.java": "package org.springframework.samples.petclinic;\n\npublic class PetClinicApplication {\n    public " +
				"static void main(String[] args) {}\n}\n",
			root + "Aaa.java": "package org.springframework.samples.petclinic;\n\npublic class Aaa {\n    public int a() { return 1; }\n    public " +
				"int b() { return 2; }\n}\n",
		}
		if got := ranked(t, files); got[0] != root+"PetClinicApplication.java" {
			t.Errorf("order %q", got)
		}
	})
}

func TestEdges(t *testing.T) {
	t.Parallel()
	// Each tree has a core that its neighbours use without importing it, and an unused file of the same size, first
	// by name.
	cases := []struct {
		name, core, dummy, coreText, dummyText, user, userText string
	}{
		{
			"Go files do not see their package", "src/terminal.go", "src/dummy.go",
			"package src\n\nfunc newTerminal() {}\n", "package src\n\nfunc NobodyUses() {}\n", "src/user%d.go", "package src\n\nfunc use%d() { newTerminal() }\n",
		},
		{
			"Java classes do not see their package", "src/main/java/com/acme/Owner.java", "src/main/java/com/acme/Alone.java",
			"package com.acme;\n\nclass Owner {}\n", "package com.acme;\n\npublic class Alone {}\n", "src/main/java/com/acme/User%d.java",
			"package com.acme;\n\nclass User%d { Owner owner; }\n",
		},
		{
			"C# classes do not see their namespace", "Acme/Owner.cs", "Acme/Alone.cs",
			"namespace Acme;\n\nclass Owner {}\n", "namespace Acme;\n\npublic class Alone {}\n", "Acme/User%d.cs", "namespace Acme;\n\nclass User%d { Owner owner; }\n",
		},
		{
			"Kotlin classes do not see their package", "src/main/kotlin/com/acme/Owner.kt", "src/main/kotlin/com/acme/Alone.kt",
			"package com.acme\n\nclass Owner\n", "package com.acme\n\nclass Alone\n", "src/main/kotlin/com/acme/User%d.kt",
			"package com.acme\n\nclass User%d(val owner: Owner)\n",
		},
		{
			"Swift files do not see their module", "Sources/Acme/Session.swift", "Sources/Acme/Alone.swift",
			"open class Session {}\n", "public class Alone {}\n", "Sources/Acme/User%d.swift", "class User%d { let session: Session }\n",
		},
		{
			"Swift files do not see the other folders of their module", "Source/Core/Session.swift", "Source/Core/Alone.swift",
			"open class Session {}\n", "public class Alone {}\n", "Source/Features/User%d.swift", "class User%d { let session: Session }\n",
		},
		{
			"C# classes do not see the other folders of their project", "src/Acme/Core/Owner.cs", "src/Acme/Core/Alone.cs",
			"namespace Acme;\n\nclass Owner {}\n", "namespace Acme;\n\npublic class Alone {}\n", "src/Acme/Api/User%d.cs",
			"namespace Acme.Api;\n\nclass User%d { Owner owner; }\n",
		},
		{
			"Rust modules are not found behind self and super", "src/net/server.rs", "src/net/alone.rs",
			"pub struct Server;\n", "pub struct Alone;\n", "src/net/user%d.rs", "use self::super::server::Server;\n\npub fn use%d(_: Server) {}\n",
		},
	}
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && strings.HasPrefix(tt.name, "Swift") {
				t.Skip("its grammar is rare")
			}
			files := map[string]string{tt.core: tt.coreText, tt.dummy: tt.dummyText, "Cargo.toml": "[package]\nname = \"m\"\n", "src/Acme/Acme.csproj": "<Project />\n"}
			many(files, 6, tt.user, tt.userText)
			inOrder(t, ranked(t, files), tt.core, tt.dummy)
		})
	}
	t.Run("the importers of a header never reach its source file", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"src/dict.h": "int dictAdd(void);\n", "src/dict.c": "#include \"dict.h\"\nint dictAdd(void) { return 0; }\n",
			"src/alone.c": "int alone(void) { return 0; }\n"}
		many(files, 6, "src/user%d.c", "#include \"dict.h\"\nint use%d(void) { return 1; }\n")
		inOrder(t, ranked(t, files), "src/dict.c", "src/alone.c")
	})
	t.Run("an index keeps the credit of what it exports again", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{
			"lib/index.ts": "export { parse } from './parse';\n", "lib/parse.ts": "export const parse = 1;\n", "lib/alone.ts": "export const alone = 1;\n",
			"py/__init__.py": "from .core import Core\n", "py/core.py": "class Core:\n    pass\n", "py/alone.py": "class Alone:\n    pass\n",
		}
		many(files, 6, "app/user%d.ts", "import { parse } from '../lib';\nexport const u%d = parse;\n")
		many(files, 6, "tool/user%d.py", "from py import Core\n")
		order := ranked(t, files)
		inOrder(t, order, "lib/parse.ts", "lib/alone.ts")
		inOrder(t, order, "py/core.py", "py/alone.py")
	})
}

func TestPointsCompare(t *testing.T) {
	t.Parallel()
	core := map[string]string{
		"src/parse.ts": "export function parse(a: string) { return a; }\nexport function scan(a: string) { return a; }\n",
		"src/print.ts": "import { parse } from './parse';\nexport const print = (a: string) => parse(a);\n",
	}
	with := func(name, text string) []string {
		files := map[string]string{name: text}
		for path, text := range core {
			files[path] = text
		}
		return ranked(t, files)
	}
	rows := func(pattern string) string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, pattern, i)
		}
		return b.String()
	}
	t.Run("CSS classes count as exports", func(t *testing.T) {
		t.Parallel()
		inOrder(t, with("src/app.css", rows(".class%d { color: red }\n")), "src/parse.ts", "src/app.css")
	})
	t.Run("SCSS variables count as exports", func(t *testing.T) {
		t.Parallel()
		inOrder(t, with("src/app.scss", rows("$color%d: red;\n")), "src/parse.ts", "src/app.scss")
	})
	t.Run("shell functions count as exports", func(t *testing.T) {
		t.Parallel()
		inOrder(t, with("ci/build.sh", rows("step%d() {\n  echo step\n}\n")), "src/parse.ts", "ci/build.sh")
	})
	t.Run("HTML pages count as importers", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"web/a.js": "var a = 1;\n", "web/b.js": "var b = 1;\n", "web/main.ts": "import './b';\n"}
		many(files, 9, "web/page%d.html", "<script src=\"a.js\"></script>\n")
		inOrder(t, ranked(t, files), "web/b.js", "web/a.js")
	})
	t.Run("tests count as importers", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"pkg/__init__.py": "", "pkg/core.py": "class Core:\n    pass\n", "pkg/helper.py": "from pkg.core import Core\n",
			"pkg/afar.py": "class Afar:\n    pass\n"}
		many(files, 12, "tests/test_%d.py", "import pkg\nfrom pkg.afar import Afar\n")
		many(files, 12, "examples/e%d.py", "import pkg\nfrom pkg.afar import Afar\n")
		order := ranked(t, files)
		inOrder(t, order, "pkg/core.py", "pkg/afar.py")
		if slices.Contains(order, "pkg/__init__.py") {
			t.Errorf("an empty file is ranked: %q", order)
		}
	})
	t.Run("caps make many files equal", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"lib/aaa.ts": "export const a = 1;\n", "lib/zzz.ts": "export const z = 1;\n"}
		many(files, 60, "src/user%d.ts", "import { z } from '../lib/zzz';\nexport const u%d = z;\n")
		many(files, 12, "src/other%d.ts", "import { a } from '../lib/aaa';\nexport const o%d = a;\n")
		inOrder(t, ranked(t, files), "lib/zzz.ts", "lib/aaa.ts")
	})
	t.Run("where many are equal the alphabet decides", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"README": "Linux kernel\n", "init/main.c": "#include <linux/sched.h>\n" + cFunctions("start", 30),
			"include/linux/sched.h": "int schedule(void);\n"}
		for _, arch := range []string{"alpha", "arc", "arm", "csky", "ia64", "mips"} {
			many(files, 12, "arch/"+arch+"/kernel/f%d.c", "#include <linux/sched.h>\n"+cFunctions(arch+"%dof", 12))
		}
		for _, folder := range []string{"kernel", "mm", "fs", "net"} {
			files[folder+"/core.h"] = "int " + folder + "Core0(int a);\n"
			files[folder+"/core.c"] = "#include \"core.h\"\n#include <linux/sched.h>\n" + cFunctions(folder+"Core", 30)
			many(files, 12, folder+"/user%d.c", "#include \"core.h\"\n"+cFunctions(folder+"%dof", 12))
		}
		got := packedFiles(t, files, 16_000)
		for _, name := range []string{"README", "init/main.c", "kernel/core.c", "mm/core.c", "fs/core.c", "net/core.c"} {
			if got[name] == packer.Skip {
				t.Errorf("%s is left out", name)
			}
		}
	})
}

func cFunctions(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "int %s%d(int a)\n{\n\treturn a > %d ? a : %d;\n}\n\n", name, i, i, i+1)
	}
	return b.String()
}

func TestConfiguration(t *testing.T) {
	t.Parallel()
	t.Run("nested ignore rules come first", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"composer.json": `{"name": "laravel"}`}
		many(files, 12, "storage/app/f%d/.gitignore", "*\n!public/\n!.gitignore\n")
		many(files, 12, "storage/app/f%d/.editorconfig", "root = true\n")
		many(files, 40, "app/Models/Model%d.php", "<?php\n\nclass Model%d\n{\n"+strings.Repeat("    public function name(): string { return 'name'; }\n", 20)+"}\n")
		got := packedFiles(t, files, 8000)
		for name, tier := range got {
			if strings.HasSuffix(name, ".gitignore") && tier != packer.Skip {
				t.Errorf("%s is there, and %d of 40 models", name, countShown(got, "app/"))
			}
		}
		if got["composer.json"] == packer.Skip {
			t.Error("composer.json is left out")
		}
	})
	t.Run("the manifests of parts come before that of the whole", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"package.json": `{"workspaces": ["a/*"]}`}
		many(files, 9, "a/p%d/package.json", `{"name": "p%d"}`)
		inOrder(t, ranked(t, files), "package.json", "a/p0/package.json")
	})
	t.Run("an editor's settings are there in full and no endpoints", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{".editorconfig": strings.Repeat("dotnet_diagnostic.CA1000.severity = none\n", 150)}
		many(files, 30, "src/Web/Endpoints/Endpoint%d.cs",
			"namespace Web.Endpoints;\n\npublic class Endpoint%d\n{\n"+strings.Repeat("    public int Map() { return 1; }\n", 25)+"}\n")
		if got := packedFiles(t, files, 8000); got[".editorconfig"] != packer.Skip || countShown(got, "src/Web/Endpoints/") < 15 {
			t.Errorf(".editorconfig: %s, and %d of 30 endpoints", got[".editorconfig"], countShown(got, "src/Web/Endpoints/"))
		}
	})
}

func countShown(tiers map[string]packer.Tier, prefix string) int {
	n := 0
	for name, tier := range tiers {
		if strings.HasPrefix(name, prefix) && tier != packer.Skip {
			n++
		}
	}
	return n
}

func TestOthersCode(t *testing.T) {
	t.Parallel()
	t.Run("the code of others in deps comes first", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"src/server.c": "#include \"../deps/lua/lua.h\"\nint main(void) { return 0; }\n", "src/zzz.c": cFunctions("zeta", 3),
			"deps/lua/lua.h": "int lua(void);\n"}
		many(files, 20, "deps/lua/l%d.c", "#include \"lua.h\"\n"+cFunctions("l%dof", 20))
		inOrder(t, ranked(t, files), "src/server.c", "src/zzz.c", "deps/lua/lua.h")
		inOrder(t, ranked(t, files), "src/zzz.c", "deps/lua/l0.c")
	})
	t.Run("the pages of a documentation count as source", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"src/a.js": "export const alpha = 1;\n", "docs/index.js": typeScript("search", 20), "docs/app.js": "import './index';\n"}
		inOrder(t, ranked(t, files), "src/a.js", "docs/index.js")
	})
	t.Run("generated code counts as source", func(t *testing.T) {
		t.Parallel()
		files := map[string]string{"a.go": "package a\n\nfunc A() {}\n",
			"a.pb.go": "// Code generated by protoc-gen-go. DO NOT EDIT.\n\n" + goFunctions("a", "Get", 60)}
		if order := ranked(t, files); order[0] != "a.go" {
			t.Errorf("order %q", order)
		}
	})
}

func TestFillers(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"NOTICE": prose(80), "LICENSE": prose(900), "docs/.nojekyll": "\n", "docs/CNAME": "example.com\n", "empty.go": "", "py.typed": "",
		".handover.yml": "# TODO: weights\ncontext:\n  pin: []\n", "LICENSE-MIT": prose(90), ".gitattributes": "* text=auto\n", "data.yml": "a: 1\n",
	}
	many(files, 40, "src/f%d.go", goFunctions("src", "f%dof", 20))
	root := writeTree(t, files)
	for _, name := range []string{"NOTICE", "LICENSE", "docs/.nojekyll", ".handover.yml", "LICENSE-MIT"} {
		t.Run(name+" takes the place of source", func(t *testing.T) {
			t.Parallel()
			there := 0
			budgets := []int{6000, 7000, 8000, 9000, 10_000}
			for _, budget := range budgets {
				o := defaults(t, root, budget)
				inOrder(t, rankedIn(t, o), "src/f9.go", name)
				if got := packed(t, o); got[name] != packer.Skip {
					there++
				}
			}
			if there > 1 { // in the last tokens, which no part of a source fits
				t.Errorf("it is there with %d of %d budgets", there, len(budgets))
			}
		})
	}
	t.Run("an empty file takes an entry", func(t *testing.T) {
		t.Parallel()
		result, err := pipeline.Run(context.Background(), defaults(t, root, 100_000))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Files {
			if f.Size == 0 {
				t.Errorf("%s is ranked", f.Name)
			}
		}
		for _, name := range []string{"empty.go", "py.typed"} {
			if !slices.ContainsFunc(result.Skipped, func(f *pipeline.File) bool { return f.Name == name && f.Skip == source.Empty }) {
				t.Errorf("%s is not told to be empty", name)
			}
			if strings.Count(result.Parts[0], name) != 1 {
				t.Errorf("%s is not in the tree, or elsewhere too", name)
			}
		}
	})
}

// The name of a branch in the header left less room than a detached HEAD.
func TestHeadChangesTheSelection(t *testing.T) {
	t.Parallel()
	repo := gittest.New(t)
	for i := range 60 {
		repo.Write(fmt.Sprintf("src/f%d.go", i), goFunctions("src", fmt.Sprintf("f%dof", i), i%17+1))
	}
	repo.Commit(0)
	folder, step := t.TempDir(), 7
	if testing.Short() {
		step = 50
	}
	for budget := 2000; budget < 2200; budget += step {
		o := defaults(t, repo.Top, budget)
		o.Cache = folder
		repo.Git("checkout", "-q", "-B", "main")
		want := packed(t, o)
		repo.Git("checkout", "-q", "-B", "a-branch/"+strings.Repeat("with-a-long-name/", 9)+"end")
		long := packed(t, o)
		repo.Git("checkout", "-q", "--detach")
		detached := packed(t, o)
		if fmt.Sprint(want) != fmt.Sprint(long) || fmt.Sprint(want) != fmt.Sprint(detached) {
			t.Fatalf("budget %d:\n%v\n%v\n%v", budget, want, long, detached)
		}
	}
}

// Dozens of one-line test data files took a tenth of the budget, nearly all of it for their names, while source was
// omitted.
func TestHardlyMoreThanTheirNames(t *testing.T) {
	t.Parallel()
	files := map[string]string{"main.go": "package main\n\nfunc main() { run() }\n"}
	for i := range 12 {
		files[fmt.Sprintf("lib/f%d.go", i)] = goFunctions("lib", fmt.Sprintf("F%dof", i), 400)
	}
	for i := range 80 {
		files[fmt.Sprintf("cases/case%d.toml", i)] = fmt.Sprintf("a = %d\n", i)
	}
	for name, tier := range packedFiles(t, files, 30000) {
		if strings.HasPrefix(name, "cases/") && tier == packer.Full {
			t.Errorf("%s is there", name)
		}
	}
}

// Lines here and there of every document and test were shown where one of them could be whole.
func TestSupportingFilesAreShownOneByOne(t *testing.T) {
	t.Parallel()
	files := map[string]string{"main.go": "package main\n\nfunc main() { println(1) }\n"}
	for k := range 12 {
		var b strings.Builder
		for n := range 8 {
			fmt.Fprintf(&b, "## Section %d of %d\n\n%s\n\n", n, k, strings.Repeat(fmt.Sprintf("Page %d explains matter %d. ", k, n), 1+n%4*6))
		}
		files[fmt.Sprintf("docs/page%d.md", k)] = b.String()
		files[fmt.Sprintf("f%d.go", k)] = fmt.Sprintf("package main\n\nfunc f%d() {}\n", k)
	}
	o := defaults(t, writeTree(t, files), 6000)
	o.Format, _ = render.ByName("markdown")
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	whole := len(regexp.MustCompile("(?m)^### `docs/page[0-9]+.md`$").FindAllString(result.Parts[0], -1))
	inPart := len(regexp.MustCompile("(?m)^### `docs/page[0-9]+.md` .lines").FindAllString(result.Parts[0], -1))
	if whole < 4 || inPart > 2 {
		t.Errorf("%d documents are shown whole, want at least 4; %d in part, want at most the last two", whole, inPart)
	}
}

// A document called architecture, which every newcomer needs first, came after thousands of lines of code unless the
// README named it.
func TestArchitectureComesFirst(t *testing.T) {
	t.Parallel()
	files := map[string]string{"docs/architecture.md": "# Architecture\n\n" + strings.Repeat("A store holds the records. The server asks the store.\n", 20)}
	for k := range 8 {
		text := "package main\n\n"
		for n := range 40 {
			text += fmt.Sprintf("func F%d_%d(a int) int {\n\tif a > %d && a < 7 || a == 9 {\n\t\treturn a\n\t}\n\treturn a + %d\n}\n\n", k, n, n, n)
		}
		files[fmt.Sprintf("f%d.go", k)] = text
	}
	if tier := packedFiles(t, files, 2000)["docs/architecture.md"]; tier != packer.Full {
		t.Errorf("docs/architecture.md is %v", tier)
	}
}

// Of a README that is too large, single sections from everywhere were shown: its shortest ones.
func TestReadmeIsCutAtItsEnd(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	var b strings.Builder
	b.WriteString("# Parcels\n\nParcels keeps parcels.\n\n")
	for n := range 40 {
		fmt.Fprintf(&b, "## Section %d\n\n%s\n\n", n, strings.Repeat(fmt.Sprintf("It explains matter %d. ", n), 1+n%4*20))
	}
	files["README.md"] = b.String()
	for k := range 30 {
		files[fmt.Sprintf("f%d.go", k)] = fmt.Sprintf("package main\n\nfunc f%d() {\n%s}\n", k, strings.Repeat(fmt.Sprintf("\tprintln(%d)\n", k), 40))
	}
	o := defaults(t, writeTree(t, files), 6000)
	o.Format, _ = render.ByName("markdown")
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile("(?m)^### `README.md`.*").FindString(result.Parts[0])
	if !regexp.MustCompile(`\(lines 1-[0-9]+ of [0-9]+\)$`).MatchString(heading) {
		t.Errorf("the README is shown as %q", heading)
	}
}
