package java

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonJava(t *testing.T) {
	t.Parallel()
	lextest.Run(t, func(string) *lex.Rules { return skeleton() }, []lextest.Case{
		{Name: "class", Path: "A.java", Src: "class A {\n  int a = '}';\n  // }\n}\n", Want: "class A {\n\n\n}\n"},
		{Name: "class with main", Path: "A.java", Src: "class A {\n  static void main(String[] a) {\n    b();\n  }\n}\n",
			Want: "class A {\n  static void main(String[] a) {\n\n}\n}\n"},
		{Name: "no main", Path: "A.java", Src: "class A { int domain() { return remain(1) + main.a; } }\n", Want: "class A { }\n"},
		{Name: "text block", Path: "A.java", Src: "class A { String a = \"\"\"\n  { \"\" \\\"\"\"\n  \"\"\"; }\n", Want: "class A {\n\n}\n"},
		{Name: "annotation", Path: "A.java", Src: "@A({1, 2})\ninterface B {}\n", Want: "@A({ })\ninterface B {}\n"},
		{Name: "licence", Path: "A.java", Src: "\n/* { Licensed\n */\n/* license */ class A {}\n", Want: "\n\n\n/* license */ class A {}\n"},
		{Name: "open text block", Path: "A.java", Src: "class A { String a = \"\"\"\n; }\n", Want: ""},
		{Name: "open string", Path: "A.java", Src: "class A { String a = \"\n; }\n", Want: ""},
	})
}
