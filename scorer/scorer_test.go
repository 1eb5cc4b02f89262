package scorer_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer"
)

// named fills in the facts that follow from the path, as the pipeline does.
func named(f scorer.Facts) scorer.Facts {
	f.Entry = f.Entry || scorer.EntryName(f.Path, false)
	f.Config = f.Config || scorer.ConfigName(f.Path)
	f.Test = f.Test || scorer.TestName(f.Path)
	return f
}

func TestScore(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		facts scorer.Facts
		want  int
		limit int
	}{
		{"nothing", scorer.Facts{Path: "lib/a.ts"}, 0, 0},
		{"entry with all kinds of use", scorer.Facts{Path: "src/index.ts", Importers: 4, Exports: 7, Commits: 3, Todos: 1}, 69, 0},
		{"caps", scorer.Facts{Path: "src/core/types.ts", Importers: 15, Exports: 12, Commits: 14}, 60, 0},
		{"configuration", scorer.Facts{Path: "vite.config.ts", Commits: 1}, 16, 0},
		{"test of an entry", scorer.Facts{Path: "src/index.test.ts", Commits: 2}, 17, 0},
		{"every factor at its cap", scorer.Facts{
			Path: "src/index.ts", Importers: 10, Exports: 10, Commits: 10, Todos: 3, Config: true,
		}, 100, -15},
		{"below zero", scorer.Facts{Path: "tests/a.py"}, 0, 15},
		{"boosted", scorer.Facts{Path: "lib/a.ts", Boosted: true}, 20, 0},
		{"absurd counts", scorer.Facts{Path: "a", Importers: 1 << 62, Exports: -5, Commits: 1 << 62}, 40, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := scorer.Classic().Score(named(tt.facts), scorer.DefaultWeights())
			if b.Score != tt.want {
				t.Errorf("score = %d, want %d: %v", b.Score, tt.want, b.Factors)
			}
			if got := b.Points(scorer.LimitFactor); got != tt.limit {
				t.Errorf("limit = %d, want %d", got, tt.limit)
			}
		})
	}
}

func TestBreakdownAddsUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		f := scorer.Facts{
			Importers: r.IntN(40), Exports: r.IntN(40), Commits: r.IntN(40), Todos: r.IntN(3),
			Entry: r.IntN(2) == 0, Config: r.IntN(2) == 0, Test: r.IntN(2) == 0, Boosted: r.IntN(2) == 0,
		}
		w := scorer.DefaultWeights()
		w["importer"], w["boost"] = r.IntN(21)-10, r.IntN(200)-100
		b := scorer.Classic().Score(f, w)
		sum := 0
		for _, factor := range b.Factors {
			sum += factor.Points
		}
		if sum != b.Score || b.Score < scorer.MinScore || b.Score > scorer.MaxScore {
			t.Fatalf("factors add up to %d, score %d: %+v", sum, b.Score, b)
		}
		if !slices.EqualFunc(b.Factors, scorer.Classic().Table(), func(f scorer.Factor, row scorer.Row) bool { return f.Name == row.Name }) {
			t.Fatalf("factors %v, want %v", b.Factors, scorer.Classic().Table())
		}
	}
}

// The name of a factor is one short word, because it is shown, typed and parsed.
func TestFactorNames(t *testing.T) {
	t.Parallel()
	for _, r := range append(scorer.Rankings(), scorer.Task(), scorer.Task().WithGiven()) {
		for _, row := range r.Table() {
			if strings.Trim(row.Name, "abcdefghijklmnopqrstuvwxyz") != "" || row.Name == "" || len(row.Name) > 10 {
				t.Errorf("%s: the factor %q is not called by a short word", r.Name, row.Name)
			}
		}
	}
}

// Each row of the table is complete, and each of its weights counts.
func TestTable(t *testing.T) {
	t.Parallel()
	everything := scorer.Facts{Importers: 20, Exports: 1, Commits: 1, Todos: 1, Entry: true, Config: true, Test: true, Boosted: true}
	base := scorer.Weights{}
	for key := range scorer.DefaultWeights() {
		base[key] = 1
	}
	keys := map[string]bool{}
	for _, row := range scorer.Classic().Table() {
		for _, weight := range row.Weights {
			if weight.Key == "" || keys[weight.Key] || weight.Meaning == "" || weight.Cap && weight.Default < 0 {
				t.Errorf("%s: weight %+v", row.Name, weight)
			}
			keys[weight.Key] = true
			other := maps.Clone(base)
			other[weight.Key] = 0
			changed := scorer.Classic().Score(everything, other)
			for i, before := range scorer.Classic().Score(everything, base).Factors {
				if before.Name != scorer.LimitFactor && (changed.Factors[i] != before) != (before.Name == row.Name) {
					t.Errorf("%s is %+v with %s 0, %+v without", before.Name, changed.Factors[i], weight.Key, before)
				}
			}
		}
	}
	if got := scorer.DefaultWeights(); len(got) != len(keys) || got["test"] != -15 {
		t.Errorf("defaults %v", got)
	}
}

func TestRankOrder(t *testing.T) {
	t.Parallel()
	files := []scorer.Facts{
		{Path: "b"}, {Path: "a"}, {Path: "z", Pinned: true}, {Path: "c", Importers: 1}, {Path: "B"}, {Path: "d", Importers: 1},
		{Path: "y", Pinned: true, Entry: true},
	}
	want := []string{"y", "z", "c", "d", "B", "a", "b"}
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		shuffled := slices.Clone(files)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		var got []string
		for _, ranked := range scorer.Classic().Rank(shuffled, scorer.DefaultWeights()) {
			got = append(got, ranked.Facts.Path)
			if shuffled[ranked.Index] != ranked.Facts {
				t.Fatalf("index %d is not %s", ranked.Index, ranked.Facts.Path)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("order %v, want %v", got, want)
		}
	}
}

func TestEntryName(t *testing.T) {
	t.Parallel()
	entries := []string{
		"index.ts", "main.go", "src/app.tsx", "src/server.py", "cli.rb", "packages/web/src/main.ts", "lib/util/index.js",
		"src/index.test.ts", "lib/main.py", "web/app.php",
		"src/demo/index.ts", "pkg/__main__.py", "site/manage.py", "conf/wsgi.py", "conf/asgi.py", "crates/a/src/main.rs",
		"crates/a/src/lib.rs", "src/root.zig", "src/bin/tool.rs", "Api/Program.cs", "config.ru", "public/index.php", "artisan",
		"app/blog/page.tsx", "app/layout.jsx", "src/app/api/route.ts", "app/root.tsx", "pages/_app.tsx",
	}
	for _, p := range entries {
		if !scorer.EntryName(p, false) {
			t.Errorf("%s is an entry point", p)
		}
	}
	others := []string{
		"index.html", "main.css", "src/index.md", "docs/app.txt", "templates/basic/src/main.ts", "packages/create/template-react/src/main.tsx",
		"playground/ssr/server.js", "examples/com/example/demo.js", "src/testdata/main.go", "lib/artisan", "components/page.tsx", "src/root.ts",
		"indexer.ts", "domain.ts", "cmd/tool/app.go", "src/app.zig", "lib/server.dart", "lib/phoenix/channel/server.ex", "src/index.py",
		"crates/a/src/util/lib.rs", "bin/tool", "lib/page.ts", "examples/auth/index.js", "docs/main.py", "test/fixtures/a/src/main.rs", "src/mains.go", "go.mod",
	}
	for _, p := range others {
		if scorer.EntryName(p, false) {
			t.Errorf("%s is no entry point", p)
		}
	}
	if !scorer.EntryName("bin/tool", true) || scorer.EntryName("lib/tool", true) {
		t.Error("an executable is an entry point below bin/ only")
	}
}

func TestAsideName(t *testing.T) {
	t.Parallel()
	aside := []string{
		"examples/auth/index.js", "playground/ssr/server.js", "packages/create/template-react/src/main.tsx", "docs/src/main.ts",
		"examples/java/com/acme/Main.java", "src/app/testdata/main.go", "crates/a/benches/main.rs", "Documentation/tool.py",
		"src/Snippets/Docs/Retry.cs", "src/samples/Chaos/Run.fs", "snippets/read.ts", "src/Demo/App.vb",
	}
	for _, p := range aside {
		if !scorer.AuxiliaryName(p) {
			t.Errorf("%s is aside of the project", p)
		}
	}
	others := []string{
		"src/main/java/com/example/demo/Main.java", "app/org/samples/Server.kt", "src/demo/index.ts", "src/docs/render.ts", "example.go",
		"cmd/bench.go", "src/snippets/insert.ts", "src/Core/Samples/Rate.cs", "src/Core/Snippets.cs",
	}
	for _, p := range others {
		if scorer.AuxiliaryName(p) {
			t.Errorf("%s is not aside of the project", p)
		}
	}
}

func TestBuildName(t *testing.T) {
	t.Parallel()
	for _, p := range []string{"cake.cs", "build.cake", "gulpfile.js", "web/Gruntfile.coffee", "gulpfile.babel.js", "noxfile.py", "build.rs"} {
		if !scorer.BuildName(p) || scorer.EntryName(p, false) {
			t.Errorf("%s builds the project", p)
		}
	}
	for _, p := range []string{"main.cs", "src/cake.go", "builder.py", "gulpfile.md", "build/main.go", "cake/server.js"} {
		if scorer.BuildName(p) {
			t.Errorf("%s is part of the project", p)
		}
	}
}

func TestUpkeepName(t *testing.T) {
	t.Parallel()
	for _, p := range []string{"scripts/docs.py", "script/server.rb", "hack/lib/main.go", "ci/main.py", ".github/scripts/index.js", "web/eslint.config.mjs",
		"vitest.config.ts",
		"cake.cs", "tools/build.cake", "Build.ps1", "lib/settings.gradle.kts", "build-logic/src/main/java/Plugin.java", "buildSrc/src/A.kt"} {
		if !scorer.UpkeepName(p) || scorer.EntryName(p, true) {
			t.Errorf("%s is for the project's upkeep", p)
		}
	}
	for _, p := range []string{"lib/scripts/run.py", "../../cmd/main.go", "scripts.py", "script", "cmd/ci/main.go", "scripting/main.lua",
		"src/app/app.config.ts", "eslint.config.md", "vite.config.ts", "functions/Get-A.ps1", "lib/build-logic/a.go"} {
		if scorer.UpkeepName(p) {
			t.Errorf("%s is part of the project", p)
		}
	}
}

func TestUntranslated(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"docs/de/docs/learn/index.md": "docs/docs/learn/index.md docs/en/docs/learn/index.md",
		"docs/zh-hant/a.md":           "docs/a.md docs/en/a.md", "README.zh-CN.md": "README.md README.en.md", "README_ja.md": "README.md README_en.md",
		"docs/en/a.md": "", "docs/api/a.md": "", "a-to.b.md": "", "docs/js/run.md": "",
	} {
		if got := strings.Join(scorer.Untranslated(file), " "); got != want {
			t.Errorf("%s: %q, not %q", file, got, want)
		}
	}
	facts := []scorer.Facts{{Path: "docs/de/a.md", Class: scorer.Prose, Twin: "docs/a.md"}}
	if got := scorer.Balanced().Rank(facts, nil)[0].Breakdown.Points(scorer.ClassFactor); got != -24 {
		t.Errorf("a translation has %d points", got)
	}
}

func TestConfigName(t *testing.T) {
	t.Parallel()
	configs := []string{
		"vite.config.ts", "a/b/jest.config.js", ".env", ".env.local", "package.json", "web/package.json", "Cargo.toml", "go.mod",
		"pyproject.toml", "pom.xml", "build.gradle.kts", "composer.json", "Gemfile", "Api/Api.csproj", "CMakeLists.txt", "Makefile",
		"Dockerfile", "docker/Dockerfile.dev", "docker-compose.yml", "compose.prod.yaml", ".github/workflows/ci.yml",
		".gitlab-ci.yml", "tsconfig.json", "tsconfig.build.json", ".eslintrc.cjs", ".prettierrc", "babel.config.js", ".babelrc",
		"webpack.prod.js", "rollup.base.js", "vitest.workspace.ts", "jest.setup.ts", "vitest.setup.ts", ".babelrc.js", ".prettierignore", ".eslintignore", ".envrc",
		"ruff.toml", "mypy.ini", ".golangci.yml", "rollup.config.mjs", "webpack.config.js",
	}
	for _, p := range configs {
		if !scorer.ConfigName(p) {
			t.Errorf("%s is a configuration file", p)
		}
	}
	others := []string{"src/config.ts", "environment.ts", "docs/makefile-guide.md", "a.yml", "composer.ts", "src/jest.ts", "packages.json", "Dockerfiles.md"}
	for _, p := range others {
		if scorer.ConfigName(p) {
			t.Errorf("%s is no configuration file", p)
		}
	}
}

func TestTestName(t *testing.T) {
	t.Parallel()
	tests := []string{
		"a.test.ts", "index.test-d.ts", "a.spec.js", "src/__tests__/a.ts", "a_test.go", "test_a.py", "pkg/a_test.py", "tests/a.rs", "src/test/java/A.java",
		"FooTest.java", "FooTests.cs", "Get-Foo.Tests.ps1", "a_spec.rb", "spec/models/a.rb", "conftest.py", "TestFoo.java", "FooSpec.scala", "testdata/x.json",
	}
	for _, p := range tests {
		if !scorer.TestName(p) {
			t.Errorf("%s is a test", p)
		}
	}
	others := []string{"latest.go", "Contest.java", "src/testing.ts", "attest.py", "Test.java", "src/spectrum.ts", "a.tests", "Latest.cs"}
	for _, p := range others {
		if scorer.TestName(p) {
			t.Errorf("%s is no test", p)
		}
	}
}
