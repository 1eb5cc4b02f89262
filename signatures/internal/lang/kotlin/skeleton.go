package kotlin

import "ctxpack/signatures/internal/lex"

func skeleton() *lex.Rules {
	return &lex.Rules{
		Stops: lex.StopsAt("\"'`"), Keeps: keeps, Nested: true,
		Block: func(k *lex.Skeleton) lex.Block {
			return lex.Declared(k, []string{"fun"}, []string{"class", "interface", "object", "enum"})
		},
		Quotes: lex.Quotes{
			{Open: `"""`, Hole: "${", Raw: true, Lines: true}, {Open: `"`, Hole: "${"}, {Open: "'", Char: true}, {Open: "`"},
		},
	}
}

// keeps reports whether a brace opens a block of a script, in which functions may be declared.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	return lex.OpensBlock(text)
}
