package csharp

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

func skeleton() *lex.Rules {
	return &lex.Rules{Stops: lex.StopsAt("\"'#"), Token: token, Main: "Main", Keeps: keeps, Block: block}
}

// keeps reports whether a brace opens a namespace, or a type that may declare Main.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	return lex.HasWord(text, "namespace") || k.Main && lex.HasWord(text, "class", "struct", "record", "interface")
}

func block(k *lex.Skeleton) lex.Block {
	return lex.Callable(k, "namespace", "class", "interface", "struct", "enum", "record")
}

func token(k *lex.Skeleton, i int) int {
	switch k.Src[i] {
	case '#':
		return k.Conditional(i)
	case '\'':
		return lex.Char(k.Src, i)
	}
	return stringEnd(k, i, 0)
}

// stringEnd skips a string; its prefix determines its kind.
func stringEnd(k *lex.Skeleton, i, depth int) int {
	prefix := k.Src[len(strings.TrimRight(k.Src[:i], "$@")):i]
	holes, verbatim := strings.Contains(prefix, "$"), strings.Contains(prefix, "@")
	if quotes := len(k.Src) - i - len(strings.TrimLeft(k.Src[i:], `"`)); quotes > 2 && !verbatim {
		n := strings.Index(k.Src[i+quotes:], k.Src[i:i+quotes])
		if n < 0 {
			return -1
		}
		end := i + quotes + n
		return len(k.Src) - len(strings.TrimLeft(k.Src[end:], `"`)) // its text may end with quotes
	}
	for j := i + 1; j < len(k.Src); j++ {
		switch c := k.Src[j]; {
		case c == '"' && verbatim && strings.HasPrefix(k.Src[j+1:], `"`):
			j++
		case c == '"':
			return j + 1
		case c == '\\' && !verbatim:
			j++
		case c == '\n' && !verbatim:
			return -1
		case c == '{' && holes && strings.HasPrefix(k.Src[j+1:], "{"):
			j++
		case c == '{' && holes:
			end := hole(k, j, depth+1)
			if end < 0 {
				return -1
			}
			j = end - 1
		}
	}
	return -1
}

// hole returns the offset after an expression in braces in a string.
func hole(k *lex.Skeleton, i, depth int) int {
	const deepest = 8
	if depth > deepest {
		return -1
	}
	braces := 0
	for j := i; j < len(k.Src); {
		end := j + 1
		switch k.Src[j] {
		case '{':
			braces++
		case '}':
			if braces--; braces == 0 {
				return end
			}
		case '\'':
			end = lex.Char(k.Src, j)
		case '"':
			end = stringEnd(k, j, depth)
		}
		if end < 0 {
			return -1
		}
		j = end
	}
	return -1
}
