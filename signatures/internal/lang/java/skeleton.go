package java

import "ctxpack/signatures/internal/lex"

func skeleton() *lex.Rules {
	return &lex.Rules{Stops: lex.StopsAt("\"'"), Quotes: lex.Quotes{{Open: `"""`, Lines: true}, {Open: `"`}, {Open: "'"}}, Begin: begin, Keeps: keeps, Block: block}
}

func begin(k *lex.Skeleton) int {
	k.Main = lex.Called(k.Src, "main")
	return 0
}

// keeps reports whether a brace opens a class that may declare main.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	return k.Main && lex.HasWord(text, "class", "interface", "enum", "record")
}

func block(k *lex.Skeleton) lex.Block { return lex.Callable(k, "class", "interface", "enum", "record") }
