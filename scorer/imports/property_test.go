package imports

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ctxpack/signatures"
)

// randomFixture builds a tree in which names collide on purpose: few words,
// every language, nested manifests.
func randomFixture(seed uint64) ([]File, map[string]string) {
	r := rand.New(rand.NewPCG(seed, 1))
	words := []string{"a", "b", "src", "lib", "index", "main", "pkg", "mod", "init", "__init__", "include", "test", "dist"}
	exts := []string{".ts", ".tsx", ".js", ".d.ts", ".py", ".go", ".rs", ".java", ".kt", ".scala", ".c", ".h", ".cs", ".rb", ".php", ".lua", ".ex", ".sh",
		".swift", ".vue"}
	word := func() string { return words[r.IntN(len(words))] }
	folder := func() string {
		var parts []string
		for range r.IntN(4) {
			parts = append(parts, word())
		}
		return strings.Join(parts, "/")
	}
	kinds := []string{"import", "use", "mod", "mod-path", "include", "include-system", "require", "require-relative", "wildcard", "static", "source",
		"extern-crate", "export-from"}
	specifier := func() string {
		a, b, c := word(), word(), word()
		forms := []string{
			"./" + a, "../" + a, "../../" + a + "/" + b, a, a + "/" + b, "@x/" + a, "#" + a, "example.com/m/" + a,
			a + "." + b, "." + a, ".." + a, a + "::" + b, "crate::" + a + "::" + b, "super::" + a, "self::" + b,
			a + `\` + b, a + "." + b + "." + c, a + ".h", "$DIR/" + a + ".sh", a + ".*", ".", "..", "/" + a, a + ".js",
		}
		return forms[r.IntN(len(forms))]
	}
	seen := map[string]bool{}
	var files []File
	for range 120 {
		path := under(folder(), word()+exts[r.IntN(len(exts))])
		if seen[path] {
			continue
		}
		seen[path] = true
		f := File{Path: path, Language: languageOf(path), Package: word(), Namespaces: []string{word(), word() + "." + word()}}
		for range r.IntN(6) {
			f.Imports = append(f.Imports, signatures.Import{
				Kind: kinds[r.IntN(len(kinds))], Specifier: specifier(), Names: []string{word(), "*"}, Scope: []string{"", word()}[r.IntN(2)],
			})
		}
		files = append(files, f)
	}
	manifests := map[string]string{}
	for name, text := range map[string]string{
		"package.json":   `{"name": "@x/a", "main": "./dist/index.js", "exports": {"./*": "./src/*.js"}, "imports": {"#*": "./*"}, "workspaces": ["**"]}`,
		"tsconfig.json":  `{"compilerOptions": {"baseUrl": ".", "paths": {"a": ["b"], "@x/*": ["src/*"]}}}`,
		"go.mod":         "module example.com/m\nreplace a => ./src\n",
		"Cargo.toml":     "[package]\nname = \"a\"\n[dependencies]\nb = { path = \"../lib\" }\n",
		"composer.json":  `{"autoload": {"psr-4": {"a\\": "src/"}}}`,
		"pyproject.toml": "[project.scripts]\nx = \"a.main:b\"\n",
		"Package.swift":  "",
		"Makefile":       "cc -Isrc -I../lib",
	} {
		for range 2 {
			path := under(folder(), name)
			if !seen[path] {
				seen[path] = true
				manifests[path] = text
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(manifests)) {
		files = append(files, File{Path: path})
	}
	return files, manifests
}

func describe(g *Graph) string {
	var b strings.Builder
	for _, p := range g.paths {
		fmt.Fprintf(&b, "%s -> %q <- %q %q\n", p, g.Imports(p), g.Importers(p), g.Entries()[p])
	}
	fmt.Fprintf(&b, "%q", g.Warnings())
	return b.String()
}

func TestProperties(t *testing.T) {
	t.Parallel()
	edges := 0
	for seed := range uint64(150) {
		files, manifests := randomFixture(seed)
		read := fixture{manifests: manifests}.read
		g := New(files, read)
		paths := map[string]bool{}
		for _, f := range files {
			paths[f.Path] = true
		}
		for _, f := range files {
			out := g.Imports(f.Path)
			edges += len(out)
			if !slices.IsSorted(out) || len(slices.Compact(slices.Clone(out))) != len(out) {
				t.Fatalf("seed %d: imports of %s are not sorted and distinct: %q", seed, f.Path, out)
			}
			for _, to := range out {
				if to == f.Path {
					t.Fatalf("seed %d: %s imports itself", seed, f.Path)
				}
				if !paths[to] {
					t.Fatalf("seed %d: %s imports %q, which is not in the tree", seed, f.Path, to)
				}
				if !slices.Contains(g.Importers(to), f.Path) {
					t.Fatalf("seed %d: %s is missing among the importers of %s", seed, f.Path, to)
				}
			}
			for _, by := range g.Importers(f.Path) {
				if !slices.Contains(g.Imports(by), f.Path) {
					t.Fatalf("seed %d: %s is an importer of %s without importing it", seed, by, f.Path)
				}
			}
		}
		for file, manifest := range g.Entries() {
			if !paths[file] || !paths[manifest] {
				t.Fatalf("seed %d: entry %s of %s is not in the tree", seed, file, manifest)
			}
		}
		shuffled := slices.Clone(files)
		rand.New(rand.NewPCG(seed, 2)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		if a, b := describe(g), describe(New(shuffled, read)); a != b {
			t.Fatalf("seed %d: the order of the files changes the graph\n%s\n%s", seed, a, b)
		}
	}
	if edges < 1000 {
		t.Errorf("only %d edges: the random trees test nothing", edges)
	}
}

// The input must not be changed: the caller goes on using it.
func TestInputIsLeftAlone(t *testing.T) {
	t.Parallel()
	files, manifests := randomFixture(1)
	before := fmt.Sprint(files)
	New(files, fixture{manifests: manifests}.read)
	if fmt.Sprint(files) != before {
		t.Error("New changed its input")
	}
}

func FuzzManifests(f *testing.F) {
	names := []string{
		"package.json", "tsconfig.json", "pnpm-workspace.yaml", "lerna.json", "rush.json", "go.mod", "go.work", "Cargo.toml",
		"pyproject.toml", "setup.cfg", "setup.py", "composer.json", "x.gemspec", "compile_commands.json", "Makefile", "CMakeLists.txt",
	}
	for seed := range uint64(3) {
		_, manifests := randomFixture(seed)
		for path, text := range manifests {
			for i, name := range names {
				if baseOf(path) == name {
					f.Add(i, text)
				}
			}
		}
	}
	f.Add(2, "packages:\n  - 'a/*'\n")
	f.Add(10, "setup(entry_points={'console_scripts': ['x = pkg.a:main']})")
	f.Add(12, "s.executables = %w[a b]\ns.name = 'x'")
	f.Add(13, `[{"directory": "/x/y", "command": "cc -I../inc -iquote src"}]`)
	f.Add(15, "target_include_directories(x PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> .)")
	f.Fuzz(func(t *testing.T, which int, text string) {
		name := names[uint(which)%uint(len(names))]
		files := []File{
			{Path: "src/index.ts", Language: "TypeScript", Imports: []signatures.Import{{Specifier: "@x/a"}, {Specifier: "#a"}, {Specifier: "a/b"}, {Specifier: "./b"}}},
			{Path: "src/b.ts", Language: "TypeScript"},
			{Path: "src/lib.rs", Language: "Rust", Imports: []signatures.Import{{Kind: "mod", Specifier: "b"}, {Kind: "use", Specifier: "crate::b"}}},
			{Path: "src/b.rs", Language: "Rust"},
			{Path: "pkg/a.py", Language: "Python", Imports: []signatures.Import{{Specifier: "pkg.b"}}},
			{Path: "a/a.go", Language: "Go", Package: "a", Imports: []signatures.Import{{Specifier: "example.com/m/b"}}},
			{Path: "b/b.go", Language: "Go", Package: "b"},
			{Path: "src/x.c", Language: "C", Imports: []signatures.Import{{Kind: "include-system", Specifier: "y.h"}}},
			{Path: "inc/y.h", Language: "C"},
			{Path: "src/P.php", Language: "PHP", Imports: []signatures.Import{{Kind: "use", Specifier: `a\P`}}},
			{Path: "bin/a"},
			{Path: name},
		}
		read := func(string) (string, error) { return text, nil }
		a, b := New(files, read), New(files, read)
		if describe(a) != describe(b) {
			t.Error("two runs differ")
		}
		for path := range a.Entries() {
			if _, ok := a.ids[path]; !ok {
				t.Errorf("entry %q is not in the tree", path)
			}
		}
	})
}

func FuzzSpecifiers(f *testing.F) {
	for _, s := range []string{"./a", "../..", "@x/a/b", "#a", "crate::a::b", "..a", "a.b.*", `a\b`, "$(x)/a", "a?b!c", "example.com/m/a", "super::super",
		"/a", ".//a"} {
		f.Add(s, "import", "a::b")
		f.Add(s, "use", "")
	}
	files, manifests := randomFixture(7)
	read := fixture{manifests: manifests}.read
	f.Fuzz(func(t *testing.T, specifier, kind, scope string) {
		changed := slices.Clone(files)
		for i := range changed {
			changed[i].Imports = append(slices.Clone(changed[i].Imports), signatures.Import{
				Specifier: specifier, Kind: kind, Scope: scope, Names: []string{specifier},
			})
		}
		g := New(changed, read)
		for _, file := range changed {
			for _, to := range g.Imports(file.Path) {
				if _, ok := g.ids[to]; !ok || to == file.Path {
					t.Errorf("%s imports %q", file.Path, to)
				}
			}
		}
	})
}
