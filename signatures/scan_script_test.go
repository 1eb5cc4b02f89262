package signatures

import (
	"path"
	"reflect"
	"strings"
	"testing"
)

func TestSkeletonOfScripts(t *testing.T) {
	t.Parallel()
	tests := []skeletonTest{
		{"body", "a.ts", "function f(a: {b: c}) {\n  g('}') // }\n}\nlet x = 1", "function f(a: {}) {\n\n}\nlet x = 1"},
		{"names", "a.ts", "export { a, b as c }\nconst { d, e: { f } } = { g: h }", "export { a, b as c }\nconst { d, e: { f } } = {}"},
		{"pattern with a list", "a.js", "let [{ a }, [b]] = [c, [d]]", "let [{ a }, [b]] = []"},
		{"pattern after another", "a.js", "export const a = [b], [c] = [d], { e } = { f }", "export const a = [], [c] = [], { e } = {}"},
		{"module.exports", "a.js", "exports = module.exports = { a, b: { c }, d() { e } }", "exports = module.exports = { a, b: {}, d() {} }"},
		{"types with names", "a.ts", "export type { T } from './t'\nimport A, { B } from 'a' with { type: 'x' }", "export type { T } from './t'\nimport A, { B } from 'a' with { type: 'x' }"},
		{"namespaces", "a.d.ts", "declare module 'a' {\n  import b from 'b';\n  class C { d }\n}\nnamespace E.F { let g }", "declare module 'a' {\n  \n  class C {}\n}\nnamespace E.F { let g }"},
		{"plain imports", "a.ts", "import a, { type B } from 'a';\nimport * as c from \"c\" // c\nimport 'd'\nimport e = require('e')\n", "\n // c\n\nimport e = require('e')\n"},
		{"plain requires", "a.js", "const a = require('b'); // c\nvar { d, e: f } = require(\"g\")\nlet h = require('i')\n  .j, k = require('l').m", " // c\n\nlet h = require('i')\n  .j, k = require('l').m"},
		{"templates", "a.js", "x = `a${b ? `}` : '}'}\n`; y = `\\``", "x = `\n`; y = ``"},
		{"regular expressions", "a.js", "a = b / c / d; e = /[/}]\\/{/g; f(/'/)", "a = b / c / d; e = /[/}]\\/{/g; f(/'/)"},
		{"slash after a comment", "a.js", "function f() { return /* a */ /}/ }", "function f() {}"},
		{"text of elements", "a.jsx", "f = () => { return <p a=\"/\n'\">Don't {a}'s <br/></p> }", "f = () => {\n}"},
		{"elements", "a.tsx", "f = () => {\n return <A<{ b: () => c }> d='}' e={<>}`'</>} /* { */>\n  `} {`\n`} < br/></A >; }\ng", "f = () => {\n\n\n}\ng"},
		{"no elements", "a.tsx", "function f() { let g = <T,>(h: T) => i < j; const k: <L>(l: L) => '</M>' }\nn", "function f() {}\nn"},
		{"open element", "a.tsx", "() => { return <a> }", ""},
		{"comparisons", "a.ts", "() => { return <T>a; }", "() => {}"},
		{"indices", "a.ts", "a[b] = [c]; let d: E[] = f(g, [h])", "a[b] = []; let d: E[] = f(g, [])"},
		{"open body", "a.ts", "function f() {", ""},
		{"closed too often", "a.ts", "a }", ""},
		{"open template", "a.ts", "`${a}", ""},
		{"open comment", "a.ts", "/* a", ""},
		{"too deep", "a.ts", strings.Repeat("{", 1000) + strings.Repeat("}", 1000), ""},
	}
	skeletonTests(t, func(name string) *skeletonRules {
		switch path.Ext(name) {
		case ".ts":
			return typescriptSpec().skeleton
		case ".tsx":
			return tsxSpec().skeleton
		}
		return javascriptSpec().skeleton
	}, tests)
}

func TestScanFindsScriptImports(t *testing.T) {
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
		got, exact := Scan(t.Context(), path, src)
		if exact || !reflect.DeepEqual(got.Imports, want) {
			t.Errorf("%s: exact %v, %+v", path, exact, got.Imports)
		}
		if full := Extract(t.Context(), path, src); !reflect.DeepEqual(full.Imports, want) {
			t.Errorf("%s: Extract finds %+v", path, full.Imports)
		}
	}
}

// However often something starts and does not end, a text is read in about the
// time that its length takes.
func TestSkeletonIsLinear(t *testing.T) {
	t.Parallel()
	for _, part := range []string{
		"'\\", " '", "a='", "`${", "/\\", "= /a", "import\n", "import{\n", "require(", "import('", "let a = require('b')\n", "let a = require", "\nlet require", "import(/*", "/**/ ", "//\n",
		"[{", "const {", "{<a>", "{<T>(", "{<a b={<", "{<a/><a/>", "{<a ''", "{</", "\"\\\n", "<a>'", "import a from 'a'\n", "\n\n\n{}", "=/[", "require(//\n",
		"'''", "\"", "def f(:\n", "from a import (\n", "x = (", " def f():\n", "\\\n", "from . import a,\\\n", "\tif a:\n",
	} {
		src := strings.Repeat(part, 1<<20/len(part))
		for _, path := range []string{"a.ts", "a.tsx", "a.py"} {
			rules := specFor(Language(path, src)).skeleton
			if rules == nil {
				continue
			}
			k, _ := elide(path, src, rules) // what is quadratic in a megabyte takes hours
			if len(k.out) > 2*len(src)+64 {
				t.Errorf("%s, %q: %d bytes became %d", path, part, len(src), len(k.out))
			}
		}
	}
}
