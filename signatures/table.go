package signatures

import (
	"cmp"
	"sync"

	"ctxpack/internal/text/languages"
	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lang/cfamily"
	"ctxpack/signatures/internal/lang/csharp"
	"ctxpack/signatures/internal/lang/golang"
	"ctxpack/signatures/internal/lang/java"
	"ctxpack/signatures/internal/lang/kotlin"
	"ctxpack/signatures/internal/lang/lua"
	"ctxpack/signatures/internal/lang/php"
	"ctxpack/signatures/internal/lang/python"
	"ctxpack/signatures/internal/lang/ruby"
	"ctxpack/signatures/internal/lang/rust"
	"ctxpack/signatures/internal/lang/script"
	"ctxpack/signatures/internal/lang/shell"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
	"ctxpack/signatures/internal/text"
)

// Built once on first use and read-only afterwards.
var table = sync.OnceValue(func() map[string]*outline.Spec {
	byName := mapped.By(append(specs(), rare()...), func(s *outline.Spec) string { return s.Name })
	for _, l := range languages.All() {
		s := cmp.Or(byName[l.Name], text.Spec(l.Name))
		s.Fence, s.Files, s.Extensions, s.Interpreters = l.Fence, l.Files, l.Extensions, l.Interpreters
		s.Comments = lex.Comments{Line: l.Line, Block: l.Block, Quote: l.Quote, Nests: l.Is("nests")}
		s.Layout.Scope = cmp.Or(s.Layout.Scope, ".")
		byName[l.Name] = s
	}
	return byName
})

// specs returns the languages whose grammars are in every build.
func specs() []*outline.Spec {
	return []*outline.Spec{
		golang.Spec(), python.Spec(), script.TypeScript(), script.TSX(), script.JavaScript(), rust.Spec(), java.Spec(),
		cfamily.C(), cfamily.CPP(), csharp.Spec(), ruby.Spec(), php.Spec(), kotlin.Spec(),
		shell.Spec(), lua.Spec(),
	}
}

func specFor(name string) *outline.Spec { return table()[name] }
