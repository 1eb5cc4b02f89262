package swift

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
)

func skeleton() *lex.Rules {
	return &lex.Rules{
		Stops: lex.StopsAt("\"#`"), Token: hash, Keeps: keeps, Nested: true,
		Block: func(k *lex.Skeleton) lex.Block {
			return lex.Declared(k, []string{"func", "init"}, []string{"class", "struct", "extension", "protocol", "enum", "actor"})
		},
		Quotes: lex.Quotes{
			{Open: `"""`, Hole: `\(`, Lines: true, Hashed: true}, {Open: `"`, Hole: `\(`, Hashed: true}, {Open: "`"},
		},
	}
}

// keeps reports whether a brace opens an extension, whose members are exports of the file.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	return lex.HasWord(text, "extension") || lex.OpensBlock(text)
}

// hash skips the line of a conditional, and a regular expression between #/ and /#.
func hash(k *lex.Skeleton, i int) int {
	rest := k.Src[i+1:]
	if slices.ContainsFunc([]string{"if ", "elseif ", "else", "endif"}, func(word string) bool { return strings.HasPrefix(rest, word) }) {
		return k.Conditional(i)
	}
	if strings.HasPrefix(rest, "/") {
		n := strings.Index(rest, "/#")
		if n < 0 {
			return -1
		}
		return i + 1 + n + len("/#")
	}
	return i + 1
}
