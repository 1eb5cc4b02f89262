package signatures_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/signatures"
)

// partsOf writes the parts of a text, one per line: lines, name, enclosing part, branches.
func partsOf(t *testing.T, path, src string) []string {
	t.Helper()
	o := signatures.ExtractDeclarations(t.Context(), path, src)
	var lines []string
	for _, p := range signatures.Parts(&o, src) {
		if p.Bytes == 0 {
			lines = append(lines, fmt.Sprintf("%s in %d", p.Name, p.Inside))
			continue
		}
		lines = append(lines, fmt.Sprintf("%d-%d %s in %d, %d branches", p.StartLine, p.EndLine, p.Name, p.Inside, p.Branches))
	}
	return lines
}

func TestParts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("        x = 1\n", 20)
	for name, c := range map[string]struct {
		path, src string
		want      []string
	}{
		"functions and what stands between": {
			"a.go", "package a\n\n// F does.\nfunc F(n int) {\n\tif n > 0 && n < 9 {\n\t\tg()\n\t}\n}\n\nvar X = 1\n",
			[]string{"1-1  in -1, 0 branches", "3-8 F in -1, 2 branches", "10-10  in -1, 0 branches", "X in 2"},
		},
		"a small type is one part": {
			"a.py", "class A:\n    def f(self):\n        return 1\n",
			[]string{"1-3 A in -1, 0 branches", "f in 0"},
		},
		"methods of a large type": {
			"a.py", "class A:\n    n = 1\n\n    def f(self):\n" + long + "\n    def g(self):\n        for x in self:\n            pass\n",
			[]string{"1-28 A in -1, 0 branches", "4-24 f in 0, 0 branches", "26-28 g in 0, 1 branches", "n in 0"},
		},
		"methods and accessors of an exported object": {
			"a.cjs", "module.exports = {\n  get a () {\n    if (this.b) return 1\n    return 2\n  },\n\n" +
				"  f () {\n    return 3\n  },\n" + strings.Repeat("\n", 20) + "}\n",
			[]string{"1-30 default in -1, 0 branches", "2-5 a in 0, 1 branches", "7-9 f in 0, 0 branches"},
		},
		"a long list of calls in a class": {
			"a.rb", "class A\n" + strings.Repeat("  field :x do\n    page\n  end\n\n", 20) + "end\n",
			[]string{"1-82 A in -1, 0 branches", "42-64  in 0, 0 branches", "66-82  in 0, 0 branches"},
		},
		"routes in a class": {
			"a.rb", "class A\n" + strings.Repeat("\n", 20) + "  get \"/x\" do\n    page\n    if a\n      b\n    end\n  end\nend\n",
			[]string{"1-28 A in -1, 0 branches", "22-27 /x in 0, 1 branches"},
		},
		"comments have no branches": {
			"a.ts", "// if and for\nexport function f(a: number) {\n  /* while or when */\n  return a ? 1 : 2 // if\n}\n",
			[]string{"1-5 f in -1, 1 branches"},
		},
		"a comment separates operators and words": {
			"a.ts", "export function f(a: number) {\n  a &/**/& a; a |\n  | a; i/**/f; a ?. b\n  return a ?/* one */1 :\n    2 ?? if// x?\n}\n//?",
			[]string{"1-6 f in -1, 3 branches"},
		},
		"documentation neither": {
			"a.py", "def f():\n    \"\"\"Do it if you can, for me.\"\"\"\n    return 1\n",
			[]string{"1-3 f in -1, 0 branches"},
		},
		"a text without declarations": {
			"a.csv", strings.Repeat("1,2\n", 90),
			[]string{"1-40  in -1, 0 branches", "41-80  in -1, 0 branches", "81-90  in -1, 0 branches"},
		},
		"nothing": {"a.go", "", nil},
	} {
		if got := partsOf(t, c.path, c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// Imports in functions are found although the parser does not see their bodies.
func TestDeclarationsHaveImportsOfBodies(t *testing.T) {
	t.Parallel()
	src := "import os\n\ndef f():\n" + strings.Repeat("    x = 1\n", 20) + "    from a.b import c\n    # TODO: less\n"
	o := signatures.ExtractDeclarations(t.Context(), "a.py", src)
	var found []string
	for _, m := range o.Imports {
		found = append(found, fmt.Sprint(m.Specifier, m.Line))
	}
	if want := []string{"os1", "a.b24"}; !slices.Equal(found, want) || len(o.Markers) != 1 {
		t.Errorf("imports %q, want %q; markers %v", found, want, o.Markers)
	}
}

// Parts share no line, are inside the text and the enclosing part, and are in order.
func FuzzParts(f *testing.F) {
	f.Add("a.py", "class A:\n    def f(self):\n        if x: pass\n\n    y = 1\n"+strings.Repeat("    z = 2\n", 30))
	f.Add("a.go", "package a\nfunc f() {}\ntype T struct {\n\tA int\n}\n")
	f.Add("a.md", "# A\n\n## B\n\ntext\n\n# C\n")
	f.Add("a.c", "#if A\nint f(void)\n{\n}\n#endif\n")
	f.Fuzz(func(t *testing.T, path, src string) {
		o := signatures.ExtractDeclarations(t.Context(), path, src)
		parts := signatures.Parts(&o, src)
		lines, sum, last := strings.Count(src, "\n")+1, 0, 0
		for i, p := range parts {
			sum += p.Bytes
			if p.StartLine < 1 || p.EndLine > lines || p.EndLine < p.StartLine || p.Branches < 0 || p.Bytes < 0 || p.Inside >= len(parts) {
				t.Fatalf("part %+v of %d lines", p, lines)
			}
			if p.Inside >= 0 {
				if in := parts[p.Inside]; p.Inside == i || p.StartLine < in.StartLine || p.Bytes > 0 && p.EndLine > in.EndLine {
					t.Fatalf("%+v is not inside of %+v", p, in)
				}
			}
			if p.Bytes > 0 {
				if p.StartLine < last {
					t.Fatalf("%+v comes behind line %d", p, last)
				}
				last = p.StartLine
			}
		}
		if sum > len(src) {
			t.Fatalf("parts have %d bytes of %d", sum, len(src))
		}
	})
}
