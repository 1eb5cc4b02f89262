package lex

import (
	"strings"
)

// deepestTemplate bounds the strings in expressions in strings.
const deepestTemplate = 8

// TemplateString skips a string on one line or between """, in which hole and
// the bracket that closes it enclose an expression, which may hold strings.
// Where holes start with a backslash, signs # around the string belong to it.
func TemplateString(k *Skeleton, i int, hole string, depth int) int {
	if depth > deepestTemplate {
		return -1
	}
	end := k.Src[i : i+1]
	if strings.HasPrefix(k.Src[i:], `"""`) {
		end = `"""`
	}
	lines, escapes, start := len(end) > 1, len(end) == 1, i+len(end)
	if hole[0] == '\\' {
		hashes := 0
		for hashes < i && k.Src[i-1-hashes] == '#' {
			hashes++
		}
		end += k.Src[i-hashes : i]
		hole = `\` + k.Src[i-hashes:i] + hole[len(hole)-1:]
		escapes = hashes == 0
	}
	for j := start; j < len(k.Src); {
		switch c := k.Src[j]; {
		case c == '"' && strings.HasPrefix(k.Src[j:], end):
			for j += len(end); lines && j < len(k.Src) && k.Src[j] == '"'; { // quotes before the end
				j++
			}
			return j
		case c == hole[0] && strings.HasPrefix(k.Src[j:], hole):
			if j = templateHole(k, j+len(hole)-1, hole, depth); j < 0 {
				return -1
			}
		case c == '\\' && escapes:
			j += 2
		case c == '\n' && !lines:
			return -1
		default:
			j++
		}
	}
	return -1
}

// templateHole is the offset after an expression in brackets in a string.
func templateHole(k *Skeleton, i int, hole string, depth int) int {
	brackets := 0
	for j := i; j < len(k.Src); {
		end := j + 1
		switch k.Src[j] {
		case '{', '(':
			brackets++
		case '}', ')':
			if brackets--; brackets == 0 {
				return end
			}
		case '\'':
			end = k.RuneOrNot(j)
		case '"':
			end = TemplateString(k, j, hole, depth+1)
		}
		if end < 0 {
			return -1
		}
		j = end
	}
	return -1
}

// OpensBlock tells whether the statements of a script follow, in which functions
// may be declared.
func OpensBlock(text string) bool {
	return HasWord(text, "if", "else", "for", "while", "do", "try", "catch", "finally", "when", "switch", "guard", "repeat") &&
		!HasWord(text, "fun", "func", "def", "class", "object", "interface", "struct", "enum", "protocol", "init", "subscript")
}
