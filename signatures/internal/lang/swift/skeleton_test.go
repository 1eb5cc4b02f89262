package swift

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonSwift(t *testing.T) {
	t.Parallel()
	lextest.Run(t, func(string) *lex.Rules { return skeleton() }, []lextest.Case{
		{Name: "class", Path: "a.swift", Src: "class A {\n  func b() { }\n}\nvar c: Int { 1 }\n", Want: "class A {\n\n}\nvar c: Int { }\n"},
		{Name: "extension", Path: "a.swift", Src: "extension A {\n  func b() { c }\n}\n", Want: "extension A {\n  func b() { }\n}\n"},
		{Name: "interpolation", Path: "a.swift", Src: "let a = \"\\\"\\(b(\"}\") { \"\\(c)\" }) {\"\n", Want: "let a = \"\\\"\\(b(\"}\") { \"\\(c)\" }) {\"\n"},
		{Name: "raw string", Path: "a.swift", Src: "let a = #\"\\\" { \"\\#(\"}\")\"#\nlet b = {}\n", Want: "let a = #\"\\\" { \"\\#(\"}\")\"#\nlet b = {}\n"},
		{Name: "string over lines", Path: "a.swift", Src: "let a = \"\"\"\n{ \"\" \\\"\"\" \\(b)\n\"\"\"\n", Want: "let a = \"\"\"\n{ \"\" \\\"\"\" \\(b)\n\"\"\"\n"},
		{Name: "regular expression", Path: "a.swift", Src: "let a = #/{\"/#\n", Want: "let a = #/{\"/#\n"},
		{Name: "braces of branches", Path: "a.swift", Src: "class A {\n#if B\n  func c() {\n#else\n  func d() {\n#endif\n  }\n}\n",
			Want: "class A {\n\n\n\n\n\n\n}\n"},
		{Name: "macro at the start of a line", Path: "a.swift", Src: "func a() {\n  #expect(b) { c }\n}\n", Want: "func a() {\n\n}\n"},
		{Name: "branches that open bodies", Path: "a.swift", Src: "#if A\nclass B {\n#else\nclass C {\n#endif\n}\n", Want: ""},
		{Name: "open string", Path: "a.swift", Src: "let a = \"\n\"\n", Want: ""},
		{Name: "open raw string", Path: "a.swift", Src: "let a = ##\"a\"#\n", Want: ""},
		{Name: "open regular expression", Path: "a.swift", Src: "let a = #/a\n", Want: ""},
	})
}
