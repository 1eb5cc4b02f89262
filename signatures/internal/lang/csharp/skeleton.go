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
	dollars, verbatim := 0, false
	for at := i - 1; at >= 0 && (k.Src[at] == '$' || k.Src[at] == '@'); at-- {
		if k.Src[at] == '$' {
			dollars++
		} else {
			verbatim = true
		}
	}
	quotes := 1
	for i+quotes < len(k.Src) && k.Src[i+quotes] == '"' {
		quotes++
	}
	if quotes > 2 && !verbatim {
		return raw(k, i, quotes, dollars, depth)
	}
	holes := dollars > 0
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

// raw skips a string between runs of three or more quotes. In it, as many braces as there are dollars before it
// open an expression.
func raw(k *lex.Skeleton, i, quotes, dollars, depth int) int {
	for j := i + quotes; j < len(k.Src); {
		c, run := k.Src[j], 1
		if c != '"' && (c != '{' || dollars == 0) {
			j++
			continue
		}
		for j+run < len(k.Src) && k.Src[j+run] == c {
			run++
		}
		j += run
		if c == '"' && run >= quotes {
			return j
		}
		if c == '{' && run >= dollars {
			if j = hole(k, j-1, depth+1); j < 0 {
				return -1
			}
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
