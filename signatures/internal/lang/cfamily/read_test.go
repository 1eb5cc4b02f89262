package cfamily

import (
	"reflect"
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// extracted returns the outline of a text, as the reader and the parser find it or as the parser alone does.
func extracted(t *testing.T, path, src string, parserOnly bool) outline.Outline {
	t.Helper()
	s := C()
	if parserOnly {
		s.ReadPart = nil
	}
	return outline.Extract(t.Context(), s, path, src, nil)
}

func names(o outline.Outline) string {
	var list []string
	for _, y := range o.Symbols {
		list = append(list, y.Kind+" "+y.Name)
	}
	return strings.Join(list, ", ")
}

// The reader finds the same as the grammar, and leaves nothing of these texts to the parser.
func TestReadAgreesWithGrammar(t *testing.T) {
	t.Parallel()
	const body = "\n{\n\tif (a && b || c) {\n\t\tfor (;;) switch (d) { case 1: case 2: return e ? f : g; default: break; }\n\t} // TODO: h\n\twhile (i)\n\t\tj();\n}\n"
	for _, src := range []string{
		"#include <a.h>\n#include \"b.h\" // c\n# include <d/e.h>\n#define A 1 /* one */\n#define B(x, y) ((x) + \\\n\t(y))\n#define C\n",
		"/* A is what it is. */\nstruct a {\n\tint b, *c; /* of b */\n\tunsigned d : 3, e : 1;\n\tchar f[8][N + 1];\n\tstruct { int g; } h[2];\n\tunion {\n\t\tlong i;\n" +
			"\t\tdouble j;\n\t};\n\tint (*k)(const void *, int);\n\tstruct l *m;\n\tenum n o;\n};\n",
		"enum a { B, C = 1 << 2, D = F(1, 2) };\nenum { E, /* e */ G, };\ntypedef enum h { I } h_t;\ntypedef struct { int a; } s, *t;\ntypedef struct u u_t;\n" +
			"typedef unsigned long v;\ntypedef int (*w)(int a);\nunion x { int y; };\n",
		"extern int a;\nstatic const char *b = \"c\", d[] = { 'e', 0 };\nint f = (1 + 2), *g;\nint (*h)(void);\nconst struct i j = { .k = 1 };\nint l = sizeof(m);\nstruct n o;\n",
		"int a(void)" + body + "static struct b *c(int d, char *e[], int (*f)(int), ...)" + body + "void g();\nunsigned long long h(const char *i, struct j *);\n" +
			"int k(int a), *l;\n",
		"#ifdef A\nint a(int b);\n#else\nint c(int d);\n#endif\nstruct e;\nstruct f {\n#if G\n\tint g;\n#endif\n\tint h;\n};\nint i(void)\n{\n#ifdef J\n\treturn 1;\n#else\n" +
			"\treturn 2;\n#endif\n}\n",
		"extern \"C\" {\nint a(int b);\n}\nint c;\r\n\r\n/* d */\r\nint d(int e) {\r\n\treturn 1;\r\n}\r\n",
	} {
		for _, path := range []string{"a.c", "a.h"} {
			read, parsed := extracted(t, path, src, false), extracted(t, path, src, true)
			if left := read.Work; left > parsed.Work/2 {
				t.Errorf("%s: the parser works %d of %d", src, left, parsed.Work)
			}
			read.Work, parsed.Work = 0, 0
			if !reflect.DeepEqual(read, parsed) {
				t.Errorf("%s\nis read as %+v\nand parsed as %+v", src, read, parsed)
			}
		}
	}
}

// Macros around declarations, which no grammar can read, hide no name.
func TestReadAroundMacros(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"extern int __must_check a(struct b *);\nstatic int __init c(void)\n{\n}\n":                                            "func a, func c",
		"int a __read_mostly;\nint b[] __initdata = { 1 };\n":                                                                  "var a, var b",
		"struct a {\n\tint b __aligned(8);\n} __packed;\nstruct c { int d; } ____aligned;\n":                                   "struct a, field b, struct c, field d",
		"API_EXPORT int\na(int b);\nAPI_BEGIN\n\nint c(int d);\nFORMAT(1, 2)\nint e(int f);\n":                                 "func a, func c, func e",
		"void printflike(1, 2) a(const char *, ...);\n__printf(1, 2) void b(const char *c);\n":                                 "func a, func b",
		"static void a(int b)\n\t__releases(c)\n{\n}\n__attribute__((cold)) int d(int e);\n":                                   "func a, func d",
		"MODULE_LICENSE(\"GPL\");\nEXPORT_SYMBOL(a);\nint b(int c);\n":                                                         "func b",
		"enum {\n#define X(a) A_##a,\n\tLIST(X)\n#undef X\n\tB\n};\nint c;\n":                                                  "macro X, const B, var c",
		"static PATH(a, \"b\")\nstatic PATH(c, \"d\")\n\n/* E */\nstruct e { int f; };\n":                                      "struct e, field f",
		"D(struct a, b) __aligned(64) __v;\nint c(int d);\nstatic struct { int e; } f[2];\nint g(void);\nint h(int i)\n{\n}\n": "func c, struct f, field e, func g, func h",
		"typedef unsigned __bitwise __a;\ntypedef struct { int b; } __c;\n":                                                    "type __a, struct __c, field b",
		"#define A \"/* a */\"\na b c d;\n":                                                                                    "macro A, var d",
		"#define A(x)\t\\\n\t/* it's x */\t\\\n\tint x;\nint b(int c);\n":                                                      "macro A, func b",
	} {
		if got := names(extracted(t, "a.h", src, false)); got != want {
			t.Errorf("%s\nhas %s, want %s", src, got, want)
		}
	}
}

// What the reader is not sure of goes to the parser as it is.
func TestReadLeavesToParser(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"int a(b, c) int b; {\n}\n", "int a(b, c, d)\nint b;\nchar *c, d;\n{\n}\nint e;\n", "extern int a;\nint (a);\n",
		"int a = { 1 }\nint b;\n", "DEFINE(int, a);\nstatic DEFINE(b);\n", "#ifdef A\nint a(int b) {\n#else\nint a(long b) {\n#endif\n\treturn b;\n}\n",
		"int a(int b", "struct a {\n\tint b;\n", "int a = {\n", "/* a", "\"a", "#include A\n", "#define\n", "#define A(\n", "}\nint a;\n", "int;\n", "int a(1);\n",
		"x = 1;\nif (y) { int z; }\n", "int a[\n", "typedef\n", "enum { 1 };\n", "struct { int a; } b = { 1 };\n", "(int) a;\n", "void f(void) { } int g;\n",
	} {
		read, parsed := extracted(t, "a.c", src, false), extracted(t, "a.c", src, true)
		read.Work, parsed.Work, read.Errors, parsed.Errors = 0, 0, 0, 0
		if !reflect.DeepEqual(read, parsed) {
			t.Errorf("%q\nis read as %+v\nand parsed as %+v", src, read, parsed)
		}
	}
}

// A text that would be read again and again is left to the parser.
func TestReadStops(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"A(1) static ", "__init(x) static ", "b/**/(x)\n\n", "int a={}\n", "int a = f(1)\n\n", "f(a) int b;\n", "enum{A", "struct{", "a(*"} {
		s, left := C(), 1
		s.ReadPart = func(b *outline.Builder, text string) (parts, hidden []lex.Span) {
			left = 8*len(text) + 4096
			return (&reader{b: b, text: text, left: &left}).all()
		}
		outline.Extract(t.Context(), s, "a.c", strings.Repeat(part, 2000), nil)
		if left < -20 { // a token more
			t.Errorf("%q: %d bytes too many are read", part, -left)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("#include <a.h>\n#define B(c) \\\n\t(c)\nstruct d { int e : 1; union { int f; }; } g;\nstatic int h(int i) { return i ? 1 : 2; }\n")
	f.Add("a b(void);*enum { c } d;\n")
	f.Add("API int a(void);\nenum { A, B = 1 } c;\nint d[] = { 1 }, *e;\n#if F\ntypedef struct g { char h[2]; } *i;\n#endif\nint (*j)(int);\n")
	f.Fuzz(func(t *testing.T, src string) {
		o := extracted(t, "a.h", src, false)
		lines := strings.Count(src, "\n") + 1
		for _, s := range o.Symbols {
			if s.StartLine < 1 || s.Line < s.StartLine || s.EndLine < s.Line || s.EndLine > lines {
				t.Errorf("%q: %+v is not within %d lines", src, s, lines)
			}
		}
	})
}
