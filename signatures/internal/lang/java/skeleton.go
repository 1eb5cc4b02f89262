package java

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

func skeleton() *lex.Rules {
	return &lex.Rules{Stops: lex.StopsAt("\"'"), Token: token, Begin: begin, Keeps: keeps}
}

func token(k *lex.Skeleton, i int) int {
	if strings.HasPrefix(k.Src[i:], `"""`) {
		return k.Tripled(i)
	}
	if end := k.Quoted(i); end > i {
		return end
	}
	return -1
}

func begin(k *lex.Skeleton) int {
	k.Main = lex.Called(k.Src, "main")
	return 0
}

// keeps keeps the members of classes where one of them may be main.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	return k.Main && lex.HasWord(text, "class", "interface", "enum", "record")
}
