package uses_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer/imports"
	"ctxpack/scorer/uses"
	"ctxpack/signatures"
)

// tree is a tree in memory.
type tree struct {
	files map[string]*uses.File
	graph *imports.Graph
}

func newTree(texts map[string]string) tree {
	t := tree{files: map[string]*uses.File{}}
	var list []imports.File
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		o := signatures.Extract(context.Background(), path, texts[path])
		t.files[path] = uses.Read(path, texts[path], &o)
		list = append(list, imports.File{Path: path, Language: o.Language, Package: o.Package, Namespaces: o.Namespaces, Exports: o.Exports, Imports: o.Imports})
	}
	t.graph = imports.New(list, func(path string) (string, error) { return texts[path], nil })
	return t
}

func (t tree) Declaring(name string) []*uses.File {
	var list []*uses.File
	for _, path := range slices.Sorted(maps.Keys(t.files)) {
		if slices.ContainsFunc(t.files[path].Declarations, func(d uses.Declaration) bool { return d.Name == name }) {
			list = append(list, t.files[path])
		}
	}
	return list
}

func (t tree) Imports(path string) []string   { return t.graph.Imports(path) }
func (t tree) Importers(path string) []string { return t.graph.Importers(path) }
func (t tree) File(path string) *uses.File    { return t.files[path] }
func (t tree) Holding(name string) []*uses.File {
	var list []*uses.File
	for _, path := range slices.Sorted(maps.Keys(t.files)) {
		if slices.ContainsFunc(t.files[path].Tokens, func(token uses.Token) bool { return token.Text == name }) {
			list = append(list, t.files[path])
		}
	}
	return list
}

func (t tree) PassesOn(path, name string) bool { return true }

// find lists the uses of "path:Type.name" as path:line, those that are not sure with "~".
func (t tree) find(target string) string {
	path, called, _ := strings.Cut(target, ":")
	file := t.files[path]
	d := slices.IndexFunc(file.Declarations, func(d uses.Declaration) bool { return d.Called() == called })
	if d < 0 {
		return fmt.Sprintf("no %s in %v", called, file.Declarations)
	}
	finder := uses.NewFinder(t)
	var list []string
	for _, p := range slices.Sorted(maps.Keys(t.files)) {
		for _, u := range finder.Uses(uses.Target{File: file, Decl: d}, t.files[p]) {
			place := fmt.Sprintf("%s:%d", p, u.File.LineOf(u.At))
			if u.Doubtful {
				place = "?" + place
			} else if !u.Sure {
				place = "~" + place
			}
			if !slices.Contains(list, place) {
				list = append(list, place)
			}
		}
	}
	return strings.Join(list, " ")
}

func TestUses(t *testing.T) {
	t.Parallel()
	golang := map[string]string{
		"go.mod": "module m\n",
		"a/a.go": "package a\n\ntype T struct{ in *Inner }\ntype Inner struct{}\n\nfunc New() *T { return &T{} }\n\nfunc (t *T) Run() { t.in.Stop() }\n\nfunc " +
			"(i *Inner) Stop() {}\n",
		"a/b.go": "package a\n\nfunc other(t *T) {\n\tt.Run() // t.Run()\n\tx := New()\n\tx.Run()\n\ts := \"New()\"\n\t_ = s\n}\n\nfunc shadow(New func()) { " +
			"New() }\n",
		"b/b.go": "package b\n\nimport \"m/a\"\nimport \"os/exec\"\n\nfunc New() {}\n\nfunc use() " +
			"{\n\ta.New().Run()\n\tNew()\n\texec.Command(\"x\").Run()\n}\n\ntype wrapper struct {\n\t*a.T\n}\n\nfunc (w wrapper) go_() { w.Run() }\n",
		"c/c.go": "package c\n\ntype T struct{}\n\nfunc (t T) Run() {}\n\nfunc f(t T) { t.Run() }\n\nfunc New() {}\n",
	}
	python := map[string]string{
		"pkg/__init__.py": "from .core import App as App\nfrom .core import helper\n",
		"pkg/core.py": "class Base:\n    def run(self):\n        return self.stop()\n\n    def stop(self): ...\n\nclass App(Base):\n    pass\n\ndef " +
			"helper(run=None):\n    run()\n",
		"other.py":          "import os\nfrom pkg import App, helper as h\n\ndef main():\n    app = App()\n    app.run(run=1)\n    h()\n    os.run()\n",
		"plain.py":          "def helper(): ...\n\nhelper()\n# helper()\nf'{helper()}'\n",
		"tests/conftest.py": "import pytest\nfrom pkg import App\n\n@pytest.fixture\ndef app():\n    app = App()\n    return app\n",
		"tests/test_a.py":   "def test_it(app):\n    app.run()\n",
	}
	script := map[string]string{
		"src/index.ts": "export * from './core'\nexport { other as renamed } from './other'\n",
		"src/core.ts":  "export function make(): Thing { return new Thing() }\nexport class Thing {\n  go(): void { this.stop() }\n  stop(): void {}\n}\n",
		"src/other.ts": "export function other() {}\nexport function make() {}\n",
		"src/use.ts": "import { make } from './index'\nimport * as all from './core'\n\nconst t = make()\nt.go()\nall.make()\nconst o = { make: 1 " +
			"}\nfunction f(make: () => void) { make() }\n`${make()} make()`\nconst r = /make()/.test('make()')\n",
	}
	results := map[string]string{
		"a.ts": "type Assign = (v: any) => void\nconst a = (n: N): Assign => n.f\nconst b = async (n: N): Promise<Assign> => n.f\n" +
			"const c = ok ? (n) : Assign => 1\nconst d = Assign => Assign()\nconst e = (n: N): all.Assign => n.f\n",
	}
	rusty := map[string]string{
		"Cargo.toml": "[package]\nname = \"m\"\n",
		"src/lib.rs": "pub mod a;\npub mod b;\n",
		"src/a.rs": "pub struct A { b: B }\npub struct B;\nimpl A {\n    pub fn new() -> Self { A { b: B } }\n    pub fn go(&self) { self.b.stop() " +
			"}\n}\nimpl B {\n    fn stop(&self) {}\n}\npub fn free<'a>(x: &'a str) {}\n",
		"src/b.rs": "use crate::a::{free, A};\n\nfn f() {\n    let a = A::new();\n    a.go();\n    free(\"go()\");\n    crate::a::free(\"\");\n    let c = " +
			"'x';\n}\nstruct C;\nimpl C { fn go(&self) {} }\nfn g(c: C) { c.go() }\n",
	}
	for _, tt := range []struct {
		name   string
		texts  map[string]string
		target string
		want   string
	}{
		{"a function of a package, its name elsewhere and shadowed", golang, "a/a.go:New", "a/b.go:5 b/b.go:9"},
		{"a method by parameter, result and embedding", golang, "a/a.go:T.Run", "a/b.go:4 a/b.go:6 b/b.go:9 b/b.go:18"},
		{"the same method of another type", golang, "c/c.go:T.Run", "c/c.go:7"},
		{"a method of a field that the outline leaves out", golang, "a/a.go:Inner.Stop", "a/a.go:8"},
		{"a function that others call by another name", python, "pkg/core.py:helper", "other.py:2 other.py:7 pkg/__init__.py:2"},
		{"a method through a base class and a fixture", python, "pkg/core.py:Base.run", "other.py:6 tests/test_a.py:2"},
		{"self", python, "pkg/core.py:Base.stop", "pkg/core.py:3"},
		{"comments, and expressions in strings", python, "plain.py:helper", "plain.py:3 plain.py:5"},
		{"a function through a file that gives it on", script, "src/core.ts:make", "src/use.ts:1 src/use.ts:4 src/use.ts:6 src/use.ts:9"},
		{"a method of what a function returns", script, "src/core.ts:Thing.go", "src/use.ts:5"},
		{"a name that is given on as another", script, "src/other.ts:other", "src/index.ts:2"},
		{"the type of an arrow's result, and parameters of that name", results, "a.ts:Assign", "a.ts:2 a.ts:3"},
		{"a method of Rust", rusty, "src/a.rs:A.go", "src/b.rs:5"},
		{"an associated function", rusty, "src/a.rs:A.new", "src/b.rs:4"},
		{"a function by its import and its path", rusty, "src/a.rs:free", "src/b.rs:1 src/b.rs:6 src/b.rs:7"},
		{"a private field of Rust", rusty, "src/a.rs:B.stop", "src/a.rs:5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := newTree(tt.texts).find(tt.target); got != tt.want {
				t.Errorf("uses of %s:\n%s\nwant\n%s", tt.target, got, tt.want)
			}
		})
	}
}

// No text makes the scanner or the finder fail, and tokens are in the order of the text.
func FuzzUses(f *testing.F) {
	for _, seed := range []string{
		"", "func (", "use {{{{a::b", "x = f'{a[\"", "`${`${`", "import {a as", "'\\", "r##\"", "class A(A): pass\nA.A.A()", "const {a = (b",
		"type T struct {\n*T\n}\nfunc (t T) F() { t.F().F() }",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.go", "a.py", "a.ts", "a.rs", "a.cc", "a.rb", "a.vue", "a.sh"} {
			o := signatures.Extract(context.Background(), name, text)
			file := uses.Read(name, text, &o)
			for i, token := range file.Tokens {
				if i > 0 && token.Line < file.Tokens[i-1].Line && token.Kind != uses.String {
					t.Errorf("%s: token %d is on line %d, behind one on %d", name, i, token.Line, file.Tokens[i-1].Line)
				}
			}
			world := tree{map[string]*uses.File{name: file}, imports.New([]imports.File{{Path: name, Language: o.Language}}, nil)}
			for d, y := range file.Declarations {
				if y.At >= 0 {
					uses.NewFinder(world).Uses(uses.Target{File: file, Decl: d}, file)
				}
			}
		}
	})
}

// What begins with a small letter in Go is for its folder alone.
func TestReaches(t *testing.T) {
	t.Parallel()
	files := newTree(map[string]string{
		"a/a.go": "package a\n\nfunc New() {}\n\nfunc start() {}\n", "a.py": "def start(): ...\n",
	}).files
	for _, tt := range []struct {
		file string
		decl int
		from string
		want bool
	}{
		{"a/a.go", 0, "b/b.go", true},
		{"a/a.go", 1, "b/b.go", false},
		{"a/a.go", 1, "a/b.go", true},
		{"a.py", 0, "b/b.py", true},
	} {
		if got := (uses.Target{File: files[tt.file], Decl: tt.decl}).Reaches(tt.from); got != tt.want {
			t.Errorf("%s of %s reaches %s: %v", files[tt.file].Declarations[tt.decl].Name, tt.file, tt.from, got)
		}
	}
}
