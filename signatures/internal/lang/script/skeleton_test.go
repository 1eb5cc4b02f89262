package script

import (
	"path"
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonOfScripts(t *testing.T) {
	t.Parallel()
	tests := []lextest.Case{
		{Name: "body", Path: "a.ts", Src: "function f(a: {b: c}) {\n  g('}') // }\n}\nlet x = 1", Want: "function f(a: { }) {\n\n}\nlet x = 1"},
		{Name: "names", Path: "a.ts", Src: "export { a, b as c }\nconst { d, e: { f } } = { g: h }", Want: "export { a, b as c }\nconst { d, e: { f } } = { }"},
		{Name: "pattern with a list", Path: "a.js", Src: "let [{ a }, [b]] = [c, [d]]", Want: "let [{ a }, [b]] = [ ]"},
		{Name: "pattern after another", Path: "a.js", Src: "export const a = [b], [c] = [d], { e } = { f }", Want: "export const a = [ ], [c] = [ ], { e } = { }"},
		{Name: "module.exports", Path: "a.js", Src: "exports = module.exports = { a, b: { c }, d() { e } }",
			Want: "exports = module.exports = { a, b: { }, d() { } }"},
		{Name: "types with names", Path: "a.ts", Src: "export type { T } from './t'\nimport A, { B } from 'a' with { type: 'x' }",
			Want: "export type { T } from './t'\nimport A, { B } from 'a' with { type: 'x' }"},
		{Name: "namespaces", Path: "a.d.ts", Src: "declare module 'a' {\n  import b from 'b';\n  class C { d }\n}\nnamespace E.F { let g }",
			Want: "declare module 'a' {\n  \n  class C { }\n}\nnamespace E.F { let g }"},
		{Name: "plain imports", Path: "a.ts", Src: "import a, { type B } from 'a';\nimport * as c from \"c\" // c\nimport 'd'\nimport e = require('e')\n",
			Want: "\n // c\n\nimport e = require('e')\n"},
		{Name: "plain requires", Path: "a.js", Src: "const a = require('b'); // c\nvar { d, e: f } = require(\"g\")\nlet h = require('i')\n  .j, " +
			"k = require('l').m", Want: " // c\n\nlet h = require('i')\n  .j, k = require('l').m"},
		{Name: "templates", Path: "a.js", Src: "x = `a${b ? `}` : '}'}\n`; y = `\\``", Want: "x = `\n`; y = ``"},
		{Name: "regular expressions", Path: "a.js", Src: "a = b / c / d; e = /[/}]\\/{/g; f(/'/)", Want: "a = b / c / d; e = /[/}]\\/{/g; f(/'/)"},
		{Name: "slash after a comment", Path: "a.js", Src: "function f() { return /* a */ /}/ }", Want: "function f() { }"},
		{Name: "text of elements", Path: "a.jsx", Src: "f = () => { return <p a=\"/\n'\">Don't {a}'s <br/></p> }", Want: "f = () => {\n}"},
		{Name: "elements", Path: "a.tsx", Src: "f = () => {\n return <A<{ b: () => c }> d='}' e={<>}`'</>} /* { */>\n  `} {`\n`} < br/></A >; }\ng",
			Want: "f = () => {\n\n\n}\ng"},
		{Name: "no elements", Path: "a.tsx", Src: "function f() { let g = <T,>(h: T) => i < j; const k: <L>(l: L) => '</M>' }\nn", Want: "function f() { }\nn"},
		{Name: "open element", Path: "a.tsx", Src: "() => { return <a> }", Want: ""},
		{Name: "comparisons", Path: "a.ts", Src: "() => { return <T>a; }", Want: "() => { }"},
		{Name: "indices", Path: "a.ts", Src: "a[b] = [c]; let d: E[] = f(g, [h])", Want: "a[b] = [ ]; let d: E[] = f(g, [ ])"},
		{Name: "open body", Path: "a.ts", Src: "function f() {", Want: ""},
		{Name: "closed too often", Path: "a.ts", Src: "a }", Want: ""},
		{Name: "open template", Path: "a.ts", Src: "`${a}", Want: ""},
		{Name: "open comment", Path: "a.ts", Src: "/* a", Want: ""},
		{Name: "too deep", Path: "a.ts", Src: strings.Repeat("{", 1000) + strings.Repeat("}", 1000), Want: ""},
	}
	lextest.Run(t, func(name string) *lex.Rules {
		switch path.Ext(name) {
		case ".ts":
			return TypeScript().Skeleton
		case ".tsx":
			return TSX().Skeleton
		}
		return JavaScript().Skeleton
	}, tests)
}
