package signatures

import "testing"

func TestSkeletonSwift(t *testing.T) {
	t.Parallel()
	skeletonTests(t, func(string) *skeletonRules { return skeletonSwift() }, []skeletonTest{
		{"class", "a.swift", "class A {\n  func b() { }\n}\nvar c: Int { 1 }\n", "class A {\n\n}\nvar c: Int {}\n"},
		{"extension", "a.swift", "extension A {\n  func b() { c }\n}\n", "extension A {\n  func b() {}\n}\n"},
		{"interpolation", "a.swift", "let a = \"\\\"\\(b(\"}\") { \"\\(c)\" }) {\"\n", "let a = \"\\\"\\(b(\"}\") { \"\\(c)\" }) {\"\n"},
		{"raw string", "a.swift", "let a = #\"\\\" { \"\\#(\"}\")\"#\nlet b = {}\n", "let a = #\"\\\" { \"\\#(\"}\")\"#\nlet b = {}\n"},
		{"string over lines", "a.swift", "let a = \"\"\"\n{ \"\" \\\"\"\" \\(b)\n\"\"\"\n", "let a = \"\"\"\n{ \"\" \\\"\"\" \\(b)\n\"\"\"\n"},
		{"regular expression", "a.swift", "let a = #/{\"/#\n", "let a = #/{\"/#\n"},
		{"braces of branches", "a.swift", "class A {\n#if B\n  func c() {\n#else\n  func d() {\n#endif\n  }\n}\n", "class A {\n\n\n\n\n\n\n}\n"},
		{"macro at the start of a line", "a.swift", "func a() {\n  #expect(b) { c }\n}\n", "func a() {\n\n}\n"},
		{"branches that open bodies", "a.swift", "#if A\nclass B {\n#else\nclass C {\n#endif\n}\n", ""},
		{"open string", "a.swift", "let a = \"\n\"\n", ""},
		{"open raw string", "a.swift", "let a = ##\"a\"#\n", ""},
		{"open regular expression", "a.swift", "let a = #/a\n", ""},
	})
}
