package signatures

import (
	"reflect"
	"testing"
)

func TestSkeletonOfPython(t *testing.T) {
	t.Parallel()
	const long = "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"
	tests := []skeletonTest{
		{"body", "a.py", "def f(a, # b\n  c=']'):\n  return {\n}\n\n  # d\nx = 1\n", "def f(a, # b\n  c=']'): ...\n\n\n\n\nx = 1\n"},
		{"body on the line", "a.py", "def f(): return 1\nclass A: pass", "def f(): return 1\nclass A: pass"},
		{"comment after a header", "a.py", "class A: # b\r\n\tc = 1\r\nd = 2\r\n", "class A: ... # b\r\n\nd = 2\r\n"},
		{"body at the end", "a.py", "async  def f() -> g[h]:\n\tpass", "async  def f() -> g[h]: ...\n"},
		{"async block", "a.py", "async with a:\n\tb", "async with a:\n\tb"},
		{"nested", "a.py", "class A:\n  def b():\n    c\n  d\nif e:\n  def f():\n    g\n  h = 1", "class A: ...\n\n\n\nif e:\n  def f(): ...\n\n  h = 1"},
		{"comment after a body", "a.py", "def f():\n  a\n# b\n  c\n\n# d\n\ne\n", "def f(): ...\n\n\n\n\n# d\n\ne\n"},
		{"docstring", "a.py", "'''" + long + "\n'''\nb = \"\\\"#\"", "'''\n'''\nb = \"\\\"#\""},
		{"long values", "a.py", "a = [" + long + "]\nb(" + long + ")\nc = d[" + long + "]\n", "a = []\nb()\nc = d[" + long + "]\n"},
		{"long pattern", "a.py", "(a, #\n" + long[1:90] + ", b) = c\n", "(a, #\n" + long[1:90] + ", b) = c\n"},
		{"__all__", "a.py", "__all__ = [ # a\n" + long + "\n]\n", "__all__ = [ # a\n" + long + "\n]\n"},
		{"plain imports", "a.py", "import a, b.c as d # e\nfrom . import (f,\n g)\ntry:\n  from h import *\nexcept I: import j\n", "\n\n\ntry:\n  pass\nexcept I: import j\n"},
		{"imports that are exports", "__init__.py", "from .a import b\nimport c\n", "from .a import b\n\n"},
		{"imports by the same name", "a.py", "from .a import b as b\nfrom .c import d\n", "from .a import b as b\n\n"},
		{"other imports", "a.py", "from __future__ import a\nfrom b import (c\nimport d)\n", "from __future__ import a\nfrom b import (c\nimport d)\n"},
		{"continued", "a.py", "a = 1 + \\\n  2\n", "a = 1 + \\\n  2\n"},
		{"open string", "a.py", "a = 'b\n", ""},
		{"open docstring", "a.py", "\"\"\"b\n", ""},
		{"open bracket", "a.py", "a = (b\n", ""},
		{"other bracket", "a.py", "a = (b]\n", ""},
		{"closed too often", "a.py", "a)\n", ""},
		{"old line ends", "a.py", "a\rb\n", ""},
	}
	skeletonTests(t, func(string) *skeletonRules { return pythonSpec().skeleton }, tests)
}

func TestScanFindsPythonImports(t *testing.T) {
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
	got, exact := Scan(t.Context(), "a.py", src)
	if exact || !reflect.DeepEqual(got.Imports, want) {
		t.Errorf("exact %v, %+v", exact, got.Imports)
	}
	if full := Extract(t.Context(), "a.py", src); !reflect.DeepEqual(full.Imports, want) {
		t.Errorf("Extract finds %+v", full.Imports)
	}
}
