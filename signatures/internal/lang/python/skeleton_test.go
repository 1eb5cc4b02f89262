package python

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonOfPython(t *testing.T) {
	t.Parallel()
	const long = "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"
	tests := []lextest.Case{
		{Name: "body", Path: "a.py", Src: "def f(a, # b\n  c=']'):\n  return {\n}\n\n  # d\nx = 1\n", Want: "def f(a, # b\n  c=']'): ...\n\n\n\n\nx = 1\n"},
		{Name: "body on the line", Path: "a.py", Src: "def f(): return 1\nclass A: pass", Want: "def f(): return 1\nclass A: pass"},
		{Name: "comment after a header", Path: "a.py", Src: "class A: # b\r\n\tc = 1\r\nd = 2\r\n", Want: "class A: ... # b\r\n\nd = 2\r\n"},
		{Name: "body at the end", Path: "a.py", Src: "async  def f() -> g[h]:\n\tpass", Want: "async  def f() -> g[h]: ...\n"},
		{Name: "async block", Path: "a.py", Src: "async with a:\n\tb", Want: "async with a:\n\tb"},
		{Name: "nested", Path: "a.py", Src: "class A:\n  def b():\n    c\n  d\nif e:\n  def f():\n    g\n  h = 1",
			Want: "class A: ...\n\n\n\nif e:\n  def f(): ...\n\n  h = 1"},
		{Name: "comment after a body", Path: "a.py", Src: "def f():\n  a\n# b\n  c\n\n# d\n\ne\n", Want: "def f(): ...\n\n\n\n\n# d\n\ne\n"},
		{Name: "docstring", Path: "a.py", Src: "'''" + long + "\n'''\nb = \"\\\"#\"", Want: "'''\n'''\nb = \"\\\"#\""},
		{Name: "long values", Path: "a.py", Src: "a = [" + long + "]\nb(" + long + ")\nc = d[" + long + "]\n", Want: "a = [ ]\nb( )\nc = d[" + long + "]\n"},
		{Name: "long pattern", Path: "a.py", Src: "(a, #\n" + long[1:90] + ", b) = c\n", Want: "(a, #\n" + long[1:90] + ", b) = c\n"},
		{Name: "__all__", Path: "a.py", Src: "__all__ = [ # a\n" + long + "\n]\n", Want: "__all__ = [ # a\n" + long + "\n]\n"},
		{Name: "plain imports", Path: "a.py", Src: "import a, b.c as d # e\nfrom . import (f,\n g)\ntry:\n  from h import *\nexcept I: import j\n",
			Want: "\n\n\ntry:\n  pass\nexcept I: import j\n"},
		{Name: "imports that are exports", Path: "__init__.py", Src: "from .a import b\nimport c\n", Want: "from .a import b\n\n"},
		{Name: "imports by the same name", Path: "a.py", Src: "from .a import b as b\nfrom .c import d\n", Want: "from .a import b as b\n\n"},
		{Name: "other imports", Path: "a.py", Src: "from __future__ import a\nfrom b import (c\nimport d)\n",
			Want: "from __future__ import a\nfrom b import (c\nimport d)\n"},
		{Name: "continued", Path: "a.py", Src: "a = 1 + \\\n  2\n", Want: "a = 1 + \\\n  2\n"},
		{Name: "open string", Path: "a.py", Src: "a = 'b\n", Want: ""},
		{Name: "open docstring", Path: "a.py", Src: "\"\"\"b\n", Want: ""},
		{Name: "open bracket", Path: "a.py", Src: "a = (b\n", Want: ""},
		{Name: "other bracket", Path: "a.py", Src: "a = (b]\n", Want: ""},
		{Name: "closed too often", Path: "a.py", Src: "a)\n", Want: ""},
		{Name: "old line ends", Path: "a.py", Src: "a\rb\n", Want: ""},
	}
	lextest.Run(t, func(string) *lex.Rules { return Spec().Skeleton }, tests)
}
