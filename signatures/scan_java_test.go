package signatures

import "testing"

func TestSkeletonJava(t *testing.T) {
	t.Parallel()
	skeletonTests(t, func(string) *skeletonRules { return skeletonJava() }, []skeletonTest{
		{"class", "A.java", "class A {\n  int a = '}';\n  // }\n}\n", "class A {\n\n\n}\n"},
		{"class with main", "A.java", "class A {\n  static void main(String[] a) {\n    b();\n  }\n}\n", "class A {\n  static void main(String[] a) {\n\n}\n}\n"},
		{"no main", "A.java", "class A { int domain() { return remain(1) + main.a; } }\n", "class A {}\n"},
		{"text block", "A.java", "class A { String a = \"\"\"\n  { \"\" \\\"\"\"\n  \"\"\"; }\n", "class A {\n\n}\n"},
		{"annotation", "A.java", "@A({1, 2})\ninterface B {}\n", "@A({})\ninterface B {}\n"},
		{"licence", "A.java", "\n/* { Licensed\n */\n/* license */ class A {}\n", "\n\n\n/* license */ class A {}\n"},
		{"open text block", "A.java", "class A { String a = \"\"\"\n; }\n", ""},
		{"open string", "A.java", "class A { String a = \"\n; }\n", ""},
	})
}
