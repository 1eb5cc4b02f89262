package signatures

import (
	"reflect"
	"strings"
	"testing"
)

// Outlines do not depend on the bodies of functions.
func TestOutlinesWithoutBodies(t *testing.T) {
	t.Parallel()
	for _, s := range outlined() {
		for _, path := range fixtures(t, s.Name) {
			src := readFixture(t, path)
			whole, heads := Extract(t.Context(), path, src), Extract(WithoutBodies(t.Context()), path, src)
			for _, o := range []*Outline{&whole, &heads} {
				o.Markers, o.Imports, o.Work, o.Errors = nil, nil, 0, 0
				for i := range o.Symbols {
					o.Symbols[i].Complexity = 0
				}
			}
			if !reflect.DeepEqual(whole, heads) {
				t.Errorf("%s: without bodies\n%s\nwith them\n%s", path, heads.Text(), whole.Text())
			}
		}
	}
}

// Imports, the parameters of functions, and values in values, are not parsed, but nothing of the outline is lost.
func TestDeclarationsOfScripts(t *testing.T) {
	t.Parallel()
	long, code := strings.Repeat("b: 'c', ", 20), strings.Repeat("r(); ", 20)
	src := "// A comment.\nimport a, { b } from 'a'\nimport 'c'\nexport const d = 1\nimport * as e from 'e';\nconst f = require('f');\n/** G is. */\n" +
		"export class G {\n\tconstructor(@H private readonly h: H<K>, l: (m: number) => void) {\n\t\timport('n'); // TODO\n\t\tthis.p = { " + long + " }\n\t}\n" +
		"\tq(r: string): undefined | (() => void) { " + code + " }\n}\n" +
		"export const s = { t: { " + long + " }, u: [{ " + long + " }], v: 1, [w]: { /* x */ " + long + " } }\n" +
		"try { y() } catch(z) { function aa() { " + code + " } }\nexport type BB = { cc: { dd: { ee: string, " + long + "} } }\n"
	for _, path := range []string{"a.ts", "a.tsx"} {
		got, want := ExtractDeclarations(t.Context(), path, src), Extract(t.Context(), path, src)
		if len(want.Imports) != 5 || len(want.Markers) != 1 || got.Work >= want.Work {
			t.Errorf("%s: %d imports, %d markers, work %d of %d", path, len(want.Imports), len(want.Markers), got.Work, want.Work)
		}
		got.Work, want.Work = 0, 0
		for _, symbols := range [...][]Symbol{got.Symbols, want.Symbols} {
			for i := range symbols {
				symbols[i].Complexity = 0
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: declarations\n%+v\noutline\n%+v", path, got, want)
		}
	}
}

// The bodies of functions are skipped, and nothing else: braces that are no function's have two branches.
func TestBodiesAreNotParsed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines and needs all grammars")
	}
	body := strings.Repeat(" ", 60) + "if (a) { b(); }"
	for path, texts := range map[string]struct{ functions, others string }{
		"a.go": {
			"package a\n\nfunc f(g func(int) struct{}) (int, error) {BODY}\n\nfunc (t *T[K]) M() {BODY}\n",
			"package a\n\ntype T struct {\n\tA int\n\tB func() interface {\n\t\tC()\n\t}\n}\n",
		},
		"a.c": {
			"#if A\nstatic struct s *f(int a)\n{BODY}\n#endif\nint g(a_t (*h)(int)) {BODY}\n",
			"struct s {\n\tint a;\n\tstruct { int b; } c;\n};\nenum e { A, B };\n",
		},
		"a.cpp": {
			"T::T(int a) : b(a), c(1) {BODY}\nauto f(int a) -> int {BODY}\nbool T::operator==(const T& o) const noexcept {BODY}\ntemplate <class T> " +
				"class C : public D<T> {\npublic:\n\tvoid m() override {BODY}\n};\n",
			"namespace n {\nclass T {\npublic:\n\tint a;\n\tvoid f(int b);\n};\n}\nTEST_CASE(\"a\") {\n\tif (b) {\n\t\tint c;\n\t}\n}\nint d;\n",
		},
		"a.ts": {
			"export async function f<T>(a: { b: number }, c = { d: 1 }): Promise<Map<string, T>> {BODY}\nconst g = (x: number): void => {BODY}\n" +
				"class C {\n\tm() {BODY}\n}\n",
			"export interface I {\n\ta: { b: () => void }\n\tm(c: number): { d: string }\n}\nexport class D extends mix(E) {\n\tf = 1\n}\nenum N { A," +
				" B }\ntype O = { p: string }\n",
		},
		"a.py": {
			"def f(a, b={'c': 1}):\n    \"\"\"Do it.\"\"\"\n    x = 1\n    if a:\n        return '''\n  y'''\n    return x if b else [  # why\n      " +
				"  1]  # not\n    # end\n\n\n" +
				"class C:\n    async def g(self):\n\n        def h():\n            if self:\n                pass\n        h()\n        while self.i: # " +
				"so long as it takes\n            pass\n\n    i = 1\n",
			"class A:\n    b: dict = {'c': 1}\n    if c:\n        def d(self): return 1\n",
		},
		"a.js": {"module.exports = function (a) {BODY}\n", "export default { a: 1, b: { c: 2 } }\n"},
		"A.java": {"class A {\n\t@B(c = 1) <T> void f(T t) throws E, F {BODY}\n\tA() {BODY}\n}\n",
			"record R(int a) {\n\tstatic int B = 1;\n}\nenum E { A(1), B(2) { void f() {} }; }\n"},
		"A.cs": {"class A {\n\tpublic int F(int a) {BODY}\n}\n", "namespace N {\n\tpublic record R(int A) {\n\t\tpublic int B { get; set; }\n\t}\n}\n"},
		"a.rs": {"pub fn f<T>(a: &T) -> Result<(), E> where T: U {BODY}\nimpl A {\n\tfn g(&self) {BODY}\n}\n",
			"pub struct A { pub b: fn(u8) -> u8 }\ntrait T {\n\tfn f();\n}\nenum E { F { a: u8 } }\n"},
		"a.php": {"<?php\nfunction f($a): int {BODY}\nclass A {\n\tpublic function g() {BODY}\n}\n", "<?php\nclass A extends B {\n\tpublic $c = 1;\n}\n"},
		"a.kt":  {"fun <T> f(a: T): Int {BODY}\nclass A {\n\tfun g() {BODY}\n}\n", "object O : P {\n\tval a = 1\n}\nfun interface I {\n\tfun f()\n}\n"},
		"a.swift": {
			"func f(a: Int) -> Int {BODY}\nclass A {\n\tinit(b: Int) {BODY}\n}\n",
			"struct S {\n\tvar a: Int { get }\n}\n",
		},
	} {
		ctx := WithoutBodies(t.Context())
		with := strings.ReplaceAll(texts.functions, "BODY", body)
		if o, whole := Extract(ctx, path, with), Extract(t.Context(), path, with); whole.Work == 0 || o.Text() != whole.Text() {
			t.Errorf("%s: without bodies\n%s\nwith them\n%s", path, o.Text(), whole.Text())
		} else {
			for i, y := range o.Symbols {
				if y.Complexity != 1 || y.EndLine != whole.Symbols[i].EndLine {
					t.Errorf("%s: %s has a complexity of %d, and ends in line %d, not %d", path, y.Name, y.Complexity, y.EndLine, whole.Symbols[i].EndLine)
				}
			}
		}
		long := strings.ReplaceAll(texts.others, "{", "{"+strings.Repeat(" ", 70))
		if o, whole := Extract(ctx, path, long), Extract(t.Context(), path, long); whole.Text() == "" || o.Text() != whole.Text() {
			t.Errorf("%s: without bodies\n%s\nwith them\n%s", path, o.Text(), whole.Text())
		}
	}
}

// The values of arrays and structures are not parsed, so that nothing in them is an error.
func TestListsAreNotParsed(t *testing.T) {
	t.Parallel()
	values := strings.Repeat("{ .a = 1, .b = \"}\", },\n#ifdef A\n\t[2] = { 3 }, /* } */\n#endif\n", 3)
	src := "static const struct s a[] = {\n" + values + "};\nint f(void) { return a[1].a; }\nstruct t {\n\tint u;\n} v = { " + values + " };\nchar w[] =\n{" + values + "}, x = 1;\n"
	got, want := ExtractDeclarations(t.Context(), "a.c", src), Extract(t.Context(), "a.cpp", src)
	if got.Text() != want.Text() || len(got.Symbols) < 6 || got.Work*20 > want.Work {
		t.Errorf("work %d of %d, declarations\n%s\noutline\n%s", got.Work, want.Work, got.Text(), want.Text())
	}
	odd := ExtractDeclarations(t.Context(), "a.c", strings.ReplaceAll(src, "[2] = { 3 },", "M(if ) N b() O,"))
	if odd.Errors > 0 || len(odd.Symbols) < 6 {
		t.Errorf("%d errors, and %d declarations", odd.Errors, len(odd.Symbols))
	}
}
