package signatures

import "testing"

func TestSkeletonCSharp(t *testing.T) {
	t.Parallel()
	skeletonTests(t, func(string) *skeletonRules { return skeletonCSharp() }, []skeletonTest{
		{"class", "a.cs", "class A {\n  char a = '}';\n  /* } */ string b = \"}\\\"\";\n}\n", "class A {\n\n\n}\n"},
		{"namespaces", "a.cs", "\ufeffnamespace A.B\n{\n  namespace C { class D { } }\n}\n", "\ufeffnamespace A.B\n{\n  namespace C { class D {} }\n}\n"},
		{"comments in a head", "a.cs", "namespace A // it's; {\n/* class; { */ {\n  class B /* namespace */ { }\n}\n", "namespace A // it's; {\n/* class; { */ {\n  class B /* namespace */ {}\n}\n"},
		{"class with Main", "a.cs", "class A { class B { static void Main() { c(); } int D { get; } } }\n", "class A { class B { static void Main() {} int D {} } }\n"},
		{"verbatim string", "a.cs", "class A { string a = @\"\\\"; string b = @\"\"\"}\"\"\n\"; }\n", "class A {\n}\n"},
		{"string with holes", "a.cs", "class A { string a = $\"{{ {b(\"}\", '}', $\"{c}\"):x} \"; }\n", "class A {}\n"},
		{"verbatim string with holes", "a.cs", "class A { string a = $@\"\\{b[@\"\"\"\"]}\n\"; }\n", "class A {\n}\n"},
		{"raw string", "a.cs", "class A { string a = \"\"\"\n  } \"\" {\n\"\"\"; }\n", "class A {\n\n}\n"},
		{"raw string with holes", "a.cs", "class A { string a = $$\"\"\"\"{ {{b ? \"\"\" \"\"\" : $@\"\"\"{c}\"\"\"}} \"\"\"\"\"; }\n", "class A {}\n"},
		{"braces of branches", "a.cs", "class A {\n#if B // {\n  void C() {\n#else\n  void D() {\n#endif\n  }\n#region it's\n}\n", "class A {\n\n\n\n\n\n\n\n}\n"},
		{"branches that open bodies", "a.cs", "#if A\nclass B {\n#else\nclass C {\n#endif\n}\n", ""},
		{"branch that ends a body", "a.cs", "class A {\n#if B\n}\n#else\n}\n#endif\n", ""},
		{"hash in a line", "a.cs", "class A {\n a #if {\n } }\n", "class A {\n\n}\n"},
		{"deep holes", "a.cs", "class A { string a = $\"{$\"{$\"{$\"{$\"{$\"{$\"{$\"{$\"{b}\"}\"}\"}\"}\"}\"}\"}\"}\"; }\n", ""},
		{"open string", "a.cs", "class A { string a = \"\n; }\n", ""},
		{"open raw string", "a.cs", "class A { string a = \"\"\" \"\"; }\n", ""},
	})
}
