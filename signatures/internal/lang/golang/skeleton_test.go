package golang

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeleton(t *testing.T) {
	t.Parallel()
	tests := []lextest.Case{
		{Name: "body", Path: "a.go", Src: "package a\nfunc F() {\n\tg(\"}\")\n\t// }\n}\nvar x = 1\n", Want: "package a\nfunc F() {\n\n\n}\nvar x = 1\n"},
		{Name: "comments", Path: "a.go", Src: "/* {\n */\npackage a // {\n", Want: "/* {\n */\npackage a // {\n"},
		{Name: "raw strings and runes", Path: "a.go", Src: "package a\nvar x = `{`\nvar y = '{'\nvar z = '\\''\n",
			Want: "package a\nvar x = `{`\nvar y = '{'\nvar z = '\\''\n"},
		{Name: "division", Path: "a.go", Src: "package a\nconst c = 1 / 2\n", Want: "package a\nconst c = 1 / 2\n"},
		{Name: "open body", Path: "a.go", Src: "package a\nfunc F() {\n", Want: ""},
		{Name: "closed too often", Path: "a.go", Src: "package a\n}\n", Want: ""},
		{Name: "open string", Path: "a.go", Src: "package a\nvar x = \"a\n", Want: ""},
		{Name: "open comment", Path: "a.go", Src: "package a\n/* a\n", Want: ""},
	}
	lextest.Run(t, func(string) *lex.Rules { return Spec().Skeleton }, tests)
}
