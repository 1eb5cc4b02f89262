package kotlin

import (
	"ctxpack/signatures/internal/lex"
)

func skeleton() *lex.Rules {
	return &lex.Rules{Stops: lex.StopsAt("\"'`"), Token: token, Keeps: keeps, Nested: true}
}

// keeps keeps the blocks of a script, in which functions may be declared.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	return lex.OpensBlock(text)
}

func token(k *lex.Skeleton, i int) int {
	switch k.Src[i] {
	case '`':
		return k.Backticked(i)
	case '\'':
		return k.RuneOrNot(i)
	}
	return lex.TemplateString(k, i, "${", 0)
}
