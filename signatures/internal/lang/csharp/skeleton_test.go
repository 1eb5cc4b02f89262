package csharp

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonCSharp(t *testing.T) {
	t.Parallel()
	lextest.Run(t, func(string) *lex.Rules { return skeleton() }, []lextest.Case{
		{Name: "class", Path: "a.cs", Src: "class A {\n  char a = '}';\n  /* } */ string b = \"}\\\"\";\n}\n", Want: "class A {\n\n\n}\n"},
		{Name: "namespaces", Path: "a.cs", Src: "\ufeffnamespace A.B\n{\n  namespace C { class D { } }\n}\n",
			Want: "\ufeffnamespace A.B\n{\n  namespace C { class D { } }\n}\n"},
		{Name: "comments in a head", Path: "a.cs", Src: "namespace A // it's; {\n/* class; { */ {\n  class B /* namespace */ { }\n}\n",
			Want: "namespace A // it's; {\n/* class; { */ {\n  class B /* namespace */ { }\n}\n"},
		{Name: "class with Main", Path: "a.cs", Src: "class A { class B { static void Main() { c(); } int D { get; } } }\n",
			Want: "class A { class B { static void Main() { } int D { } } }\n"},
		{Name: "verbatim string", Path: "a.cs", Src: "class A { string a = @\"\\\"; string b = @\"\"\"}\"\"\n\"; }\n", Want: "class A {\n}\n"},
		{Name: "string with holes", Path: "a.cs", Src: "class A { string a = $\"{{ {b(\"}\", '}', $\"{c}\"):x} \"; }\n", Want: "class A { }\n"},
		{Name: "verbatim string with holes", Path: "a.cs", Src: "class A { string a = $@\"\\{b[@\"\"\"\"]}\n\"; }\n", Want: "class A {\n}\n"},
		{Name: "raw string", Path: "a.cs", Src: "class A { string a = \"\"\"\n  } \"\" {\n\"\"\"; }\n", Want: "class A {\n\n}\n"},
		{Name: "raw string with holes", Path: "a.cs", Src: "class A { string a = $$\"\"\"\"{ {{b ? \"\"\" \"\"\" : $@\"\"\"{c}\"\"\"}} \"\"\"\"\"; }\n",
			Want: "class A { }\n"},
		{Name: "braces of branches", Path: "a.cs", Src: "class A {\n#if B // {\n  void C() {\n#else\n  void D() {\n#endif\n  }\n#region it's\n}\n",
			Want: "class A {\n\n\n\n\n\n\n\n}\n"},
		{Name: "branches that open bodies", Path: "a.cs", Src: "#if A\nclass B {\n#else\nclass C {\n#endif\n}\n", Want: ""},
		{Name: "branch that ends a body", Path: "a.cs", Src: "class A {\n#if B\n}\n#else\n}\n#endif\n", Want: ""},
		{Name: "hash in a line", Path: "a.cs", Src: "class A {\n a #if {\n } }\n", Want: "class A {\n\n}\n"},
		{Name: "deep holes", Path: "a.cs", Src: "class A { string a = $\"{$\"{$\"{$\"{$\"{$\"{$\"{$\"{$\"{b}\"}\"}\"}\"}\"}\"}\"}\"}\"; }\n", Want: ""},
		{Name: "open string", Path: "a.cs", Src: "class A { string a = \"\n; }\n", Want: ""},
		{Name: "open raw string", Path: "a.cs", Src: "class A { string a = \"\"\" \"\"; }\n", Want: ""},
	})
}
