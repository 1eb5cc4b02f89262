package signatures

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
)

func TestIncludesInBodiesPHP(t *testing.T) {
	t.Parallel()
	const src = `<?php
function f() {
	require 'a.php';
	require_once(__DIR__ . '/b.php');
	$x = include dirname(__DIR__) . '/c' . "/d.php" or die();
	include $x;
	include_once "$y/e.php";
	require __DIR__ . ($z ? 'f' : 'g');
	$this->include('h.php');
	g(require 'i.php', include('j.php') ?: 1);
	// require 'k.php';
	required('l.php');
	require A::B . '/m.php';
	require $this->n['o'] . "/p.php" ?>
<?php
}
`
	got, exact := ExtractFacts(t.Context(), "a.php", src)
	if want := Extract(t.Context(), "a.php", src); exact || len(want.Imports) == 0 || !reflect.DeepEqual(got.Imports, want.Imports) {
		t.Errorf("scan    %+v\nextract %+v", got.Imports, want.Imports)
	}
}

func TestFactsHavePythonImports(t *testing.T) {
	t.Parallel()
	const src = `import a.b as c, d
from .e import (f, # g
    h as i,)
class J:
    from k import *
    def l(self):
        if m: import n; from . import o
        yield from p
        x = """
import q
"""; from .. r.s \
            import t
        lambda: u
        from __future__ import v
        importlib.reload(w)
        return import_x
`
	want := []Import{
		{Specifier: "a.b", Kind: "import", Line: 1},
		{Specifier: "d", Kind: "import", Line: 1},
		{Specifier: ".e", Names: []string{"f", "h"}, Kind: "import", Line: 2},
		{Specifier: "k", Names: []string{"*"}, Kind: "import", Line: 5},
		{Specifier: "n", Kind: "import", Line: 7},
		{Specifier: ".", Names: []string{"o"}, Kind: "import", Line: 7},
		{Specifier: "..r.s", Names: []string{"t"}, Kind: "import", Line: 11},
	}
	got, exact := ExtractFacts(t.Context(), "a.py", src)
	if exact || !reflect.DeepEqual(got.Imports, want) {
		t.Errorf("exact %v, %+v", exact, got.Imports)
	}
	if full := Extract(t.Context(), "a.py", src); !reflect.DeepEqual(full.Imports, want) {
		t.Errorf("Extract finds %+v", full.Imports)
	}
}

func TestImportsInBodiesScala(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines and needs all grammars")
	}
	const src = `package a
class B {
  import c.D
  import e._, f.{g, h => i,
    j => _ /* TODO } */, _}; k()
  "import x.y"
  // import x.y
  def l = { import m.n; important (o) }
  import p.
    ` + "`type`" + `.q // XXX
}
`
	var got []string
	for _, i := range ExtractDeclarations(t.Context(), "a.scala", src).Imports {
		got = append(got, i.Specifier)
	}
	if want := "c.D e.* f.g f.h f.* m.n p.type.q"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestFactsHaveScriptImports(t *testing.T) {
	t.Parallel()
	const src = `import a from 'a'
f(() => {
  require("b"); x.require('no'); new require('no'); require('no', 1); require(x); require('no' + x); prerequire('no');
  import( // why
    'c', {}).then(); y.import('no'); [...require('d')]; import('no' + x)
})
export * from 'e'
`
	want := []Import{
		{Specifier: "a", Kind: "import", Line: 1},
		{Specifier: "b", Kind: "require", Line: 3},
		{Specifier: "c", Kind: "dynamic", Line: 4},
		{Specifier: "d", Kind: "require", Line: 5},
		{Specifier: "e", Kind: "export-from", Line: 7},
	}
	for _, path := range []string{"a.js", "a.ts", "a.tsx"} {
		got, exact := ExtractFacts(t.Context(), path, src)
		if exact || !reflect.DeepEqual(got.Imports, want) {
			t.Errorf("%s: exact %v, %+v", path, exact, got.Imports)
		}
		if full := Extract(t.Context(), path, src); !reflect.DeepEqual(full.Imports, want) {
			t.Errorf("%s: Extract finds %+v", path, full.Imports)
		}
	}
}

// A text with many unclosed constructs is read in time linear in its length.
func TestSkeletonIsLinear(t *testing.T) {
	t.Parallel()
	size := 1 << 20
	if testing.Short() {
		size = 1 << 16
	}
	for _, part := range []string{
		"'\\", " '", "a='", "`${", "/\\", "= /a", "import\n", "import{\n", "require(", "import('", "let a = require('b')\n", "let a = require",
		"\nlet require", "import(/*", "/**/ ", "//\n",
		"[{", "const {", "{<a>", "{<T>(", "{<a b={<", "{<a/><a/>", "{<a ''", "{</", "\"\\\n", "<a>'", "import a from 'a'\n", "\n\n\n{}", "=/[", "require(//\n",
		`"${`, `"${"`, `"\(`, `s"${`, `"{$`, `"{$"`, `"""`, `#"`, `"\`, `r#"`, `$"{`, `$@"{`, "<<<A\n", "`{", "cfg_a! {", "a! {", "{\"", "/*",
		"'''", "\"", "def f(:\n", "from a import (\n", "x = (", " def f():\n", "\\\n", "from . import a,\\\n", "\tif a:\n",
	} {
		src := strings.Repeat(part, size/len(part))
		for _, path := range []string{"a.ts", "a.tsx", "a.py", "a.go", "a.java", "a.kt", "a.swift", "a.scala", "a.php", "a.cs", "a.rs", "a.c"} {
			rules := specFor(Language(path, src)).Skeleton
			if rules == nil {
				continue
			}
			k, _ := lex.Elide(path, src, rules) // quadratic work in a megabyte takes hours
			if len(k.Out) > 2*len(src)+64 {
				t.Errorf("%s, %q: %d bytes became %d", path, part, len(src), len(k.Out))
			}
		}
	}
}

// facts returns the data for which ExtractFacts promises the same result as Extract. In a text with errors the
// skeleton may show more exported names, since it lacks the errors in bodies.
func facts(o, reference Outline) Outline {
	if reference.Errors > 0 {
		o.Exports = nil
	}
	return Outline{
		Language: o.Language, Imports: o.Imports, Exports: o.Exports, Package: o.Package, Namespaces: o.Namespaces,
		Main: o.Main, Markers: o.Markers,
	}
}

func TestFactsAgreeOnFixtures(t *testing.T) {
	t.Parallel()
	for _, s := range outlined() {
		if s.Skeleton == nil {
			continue
		}
		for _, path := range fixtures(t, s.Name) {
			src := readFixture(t, path)
			got, _ := ExtractFacts(context.Background(), path, src)
			if want := Extract(context.Background(), path, src); !reflect.DeepEqual(facts(got, want), facts(want, want)) {
				t.Errorf("%s:\nscan    %+v\nextract %+v", path, facts(got, want), facts(want, want))
			}
		}
	}
}

// For the standard library, the skeleton has the same facts as the whole text.
func TestFactsAgreeOnStandardLibrary(t *testing.T) {
	t.Parallel()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"fmt", "go/ast", "net", "os", "strconv", "text/template"} {
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(files), err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, exact := ExtractFacts(context.Background(), name, string(text))
			if exact {
				t.Errorf("%s: no skeleton", name)
			}
			if want := Extract(context.Background(), name, string(text)); !reflect.DeepEqual(facts(got, want), facts(want, want)) {
				t.Errorf("%s:\nscan    %+v\nextract %+v", name, facts(got, want), facts(want, want))
			}
		}
	}
}
