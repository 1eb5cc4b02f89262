package imports

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestEntries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		tree      string
		manifests map[string]string
		want      string // paths, separated by spaces
	}{
		{"main as written", "lib/express.js\nindex.js", map[string]string{"package.json": `{"main": "./lib/express"}`}, "lib/express.js"},
		{"main that is a folder", "lib/index.js", map[string]string{"package.json": `{"main": "lib"}`}, "lib/index.js"},
		{"main that is built", "src/index.ts\nsrc/other.ts", map[string]string{"package.json": `{"main": "dist/index.js", "types": "dist/index.d.ts"}`},
			"src/index.ts"},
		{"built without folder", "index.ts", map[string]string{"package.json": `{"main": "index.js"}`}, "index.ts"},
		{"two sources", "src/index.ts\nsrc/index.tsx", map[string]string{"package.json": `{"main": "dist/index.js"}`}, ""},
		{"named otherwise", "src/index.ts", map[string]string{"package.json": `{"main": "dist/bundle.umd.js"}`}, "src/index.ts"},
		{"variants of one build", "src/index.ts", map[string]string{"package.json": `{"main": "lib/cjs/index.min.js", "module": "lib/esm/index.esm.mjs"}`},
			"src/index.ts"},
		{"browser map", "a.js\nb.js\nc.js", map[string]string{"package.json": `{"main": "./a.js", "browser": {"./a.js": "./b.js", "fs": false, "./x.js": ` +
			`"./c.js"}}`}, "a.js b.js"},
		{"bin string", "bin/cli", map[string]string{"package.json": `{"bin": "bin/cli"}`}, "bin/cli"},
		{"bin map", "src/cli.ts\nsrc/serve.ts", map[string]string{"package.json": `{"bin": {"x": "dist/cli.js", "y": "./dist/serve.js"}}`},
			"src/cli.ts src/serve.ts"},
		{"exports", "src/index.ts\nsrc/node.ts\nsrc/feature/index.ts\nsrc/many/a.ts\nstyle.css\ntypes.d.ts", map[string]string{"package.json": `{"exports": {
			".": {"types": "./types.d.ts", "node": "./dist/node.js", "default": "./dist/index.js"},
			"./feature": "./dist/feature.js", "./many/*": "./src/many/*.ts", "./style.css": "./style.css",
			"./package.json": "./package.json", "./none": null}}`}, "src/index.ts src/node.ts src/feature/index.ts"},
		{"exports string", "src/main.mjs", map[string]string{"package.json": `{"exports": "./src/main.mjs"}`}, "src/main.mjs"},
		{"outside the package", "a/b.js\nx.js", map[string]string{"a/package.json": `{"main": "../../x.js", "module": "/x.js"}`}, ""},
		{"cargo", "src/lib.rs\nsrc/main.rs\nsrc/bin/a.rs\nsrc/bin/b/main.rs\nsrc/other.rs\ntools/t.rs\nexamples/e.rs",
			map[string]string{"Cargo.toml": "[package]\nname='x'\n[[bin]]\nname='t'\npath='tools/t.rs'"},
			"src/lib.rs src/main.rs src/bin/a.rs src/bin/b/main.rs tools/t.rs"},
		{"cargo with paths", "src/lib.rs\nsrc/main.rs\nlib/x.rs",
			map[string]string{"Cargo.toml": "[package]\nname='x'\nautobins=false\n[lib]\npath='lib/x.rs'"}, "lib/x.rs"},
		{"cargo workspace", "src/lib.rs", map[string]string{"Cargo.toml": "[workspace]\nmembers=[]"}, ""},
		{"pyproject", "src/pkg/__init__.py\nsrc/pkg/cli.py\nsrc/pkg/gui/__init__.py\nsrc/pkg/plug.py", map[string]string{"pyproject.toml": `
			[project.scripts]
			x = "pkg.cli:main"
			missing = "other.cli:main"
			[project.gui-scripts]
			y = "pkg.gui:run [extra]"
			[project.entry-points."some.group"]
			z = "pkg.plug"`}, "src/pkg/cli.py src/pkg/gui/__init__.py src/pkg/plug.py"},
		{"poetry", "pkg/a.py\npkg/b.py", map[string]string{"pyproject.toml": `
			[tool.poetry.scripts]
			x = "pkg.a:main"
			y = {reference = "pkg.b:main", type = "console"}
			f = {reference = "pkg/a.py", type = "file"}`}, "pkg/a.py pkg/b.py"},
		{"setup.cfg", "pkg/a.py\npkg/b.py", map[string]string{"setup.cfg": "[metadata]\nname = a:b\n[options.entry_points]\nconsole_scripts =\n    x = " +
			"pkg.a:main\n[other]\ny = pkg.b:main\n"}, "pkg/a.py"},
		{"setup.py", "pkg/a.py\npkg/b.py", map[string]string{"setup.py": "setup(name='pkg.b:main', entry_points={'console_scripts': ['x = pkg.a:main', " +
			"\"bad\"]})"}, "pkg/a.py"},
		{"composer", "bin/run\nsrc/helpers.php", map[string]string{"composer.json": `{"bin": ["bin/run", "../x"], "autoload": {"files": ["src/helpers.php"]}}`},
			"bin/run src/helpers.php"},
		{"gemspec", "lib/my/gem.rb\nexe/run\nexe/other",
			map[string]string{"my-gem.gemspec": "Gem::Specification.new do |s|\n  s.name = 'my-gem'\n  s.bindir = \"exe\"\n  s.executables = %w[run]\nend\n"},
			"lib/my/gem.rb exe/run"},
		{"gemspec of another spelling", "lib/active_record.rb\nlib/arel.rb", map[string]string{"activerecord.gemspec": "s.name = 'activerecord'\n"},
			"lib/active_record.rb"},
		{"gemspec with a listing", "lib/g.rb\nexe/run", map[string]string{"g.gemspec": "s.bindir = 'exe'\n s.executables = s.files.grep(%r{\\Aexe/}) { |f| " +
			"File.basename(f) }\n"}, "lib/g.rb exe/run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := fixture{tree: c.tree, manifests: c.manifests}
			g := New(f.files(), f.read)
			want := strings.Fields(c.want)
			slices.Sort(want)
			if got := slices.Sorted(maps.Keys(g.Entries())); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			for file, manifest := range g.Entries() {
				if _, ok := c.manifests[manifest]; !ok {
					t.Errorf("%s is named by %s, which is not a manifest", file, manifest)
				}
			}
			if w := g.Warnings(); len(w) > 0 {
				t.Errorf("warnings %q", w)
			}
		})
	}
}

func TestEntryOfSeveralManifests(t *testing.T) {
	t.Parallel()
	f := fixture{tree: "a/b/x.js", manifests: map[string]string{
		"package.json":     `{"main": "a/b/x.js"}`,
		"a/b/package.json": `{"main": "x.js"}`,
		"a/composer.json":  `{"bin": "b/x.js"}`,
	}}
	if got := New(f.files(), f.read).Entries()["a/b/x.js"]; got != "a/b/package.json" {
		t.Errorf("got %q, want the nearest manifest", got)
	}
}

func TestBrokenManifests(t *testing.T) {
	t.Parallel()
	f := fixture{
		tree: `
			a.ts imp=import:react
			a.py imp=import:os
			a.go imp=import:x
			a.c imp=include:x.h
			unreadable/package.json
			ok/index.js
		`,
		manifests: map[string]string{
			"package.json":          "{\n  \"main\": [,\n}",
			"tsconfig.json":         "{\"extends\": \"./tsconfig.json\", \"compilerOptions\": 3",
			"pyproject.toml":        "[project\nname = 1",
			"Cargo.toml":            "[package]\nname = \"a\"\nname = \"b\"",
			"composer.json":         strings.Repeat("[", 100000),
			"go.mod":                "module a\nrequire (",
			"go.work":               "use",
			"pnpm-workspace.yaml":   "packages: [",
			"lerna.json":            "\xff\xfe",
			"rush.json":             "null",
			"compile_commands.json": `[{"command": 3}, 4, {"directory": "../..", "command": "-I"}]`,
			"a.gemspec":             "s.name = '",
			"setup.py":              "entry_points = '",
			"ok/package.json":       `{"main": "index.js", "name": 5, "exports": [null, {"x": 3}], "workspaces": {"a": 1}}`,
		},
	}
	g := New(f.files(), f.read)
	if got := g.Entries()["ok/index.js"]; got != "ok/package.json" {
		t.Errorf("what follows a broken manifest is not read: %q", g.Entries())
	}
	warnings := strings.Join(g.Warnings(), "\n")
	for _, want := range []string{
		"package.json: parse JSON: line 2, column 12: ",
		"tsconfig.json: parse JSON: line 1, column ",
		"pyproject.toml: parse TOML: line 1, column ",
		"Cargo.toml: parse TOML: line 3, column ",
		"composer.json: parse JSON: line 1, column 10001: nested deeper than",
		"go.mod: parse module file: line 2",
		"go.work: parse module file: line 1",
		"lerna.json: parse JSON: line 1, column 1",
		"unreadable/package.json: read manifest: no such file",
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("no warning %q in:\n%s", want, warnings)
		}
	}
	if !slices.IsSorted(g.Warnings()) {
		t.Error("warnings are not sorted")
	}
}
