package signatures

import "strings"

func skeletonCSharp() *skeletonRules {
	return &skeletonRules{stops: stopsAt("\"'#"), token: tokenCSharp, begin: beginCSharp, keeps: keepsCSharp}
}

func beginCSharp(k *skeleton) int {
	k.main = called(k.src, "Main")
	return 0
}

// keepsCSharp keeps what stands in a namespace, and the members of types where
// one of them may be Main.
func keepsCSharp(k *skeleton, _ []byte) bool {
	text, _ := k.lead()
	return saysWord(text, "namespace") || k.main && saysWord(text, "class", "struct", "record", "interface")
}

func tokenCSharp(k *skeleton, i int) int {
	switch k.src[i] {
	case '#':
		return k.conditional(i)
	case '\'':
		return k.runeOrNot(i)
	}
	return stringCSharp(k, i, 0)
}

// stringCSharp skips a string; what stands before its quote tells its kind.
func stringCSharp(k *skeleton, i, depth int) int {
	dollars, verbatim := 0, false
	for at := i - 1; at >= 0 && (k.src[at] == '$' || k.src[at] == '@'); at-- {
		if k.src[at] == '$' {
			dollars++
		} else {
			verbatim = true
		}
	}
	quotes := 1
	for i+quotes < len(k.src) && k.src[i+quotes] == '"' {
		quotes++
	}
	if quotes > 2 && !verbatim {
		return rawCSharp(k, i, quotes, dollars, depth)
	}
	holes := dollars > 0
	for j := i + 1; j < len(k.src); j++ {
		switch c := k.src[j]; {
		case c == '"' && verbatim && strings.HasPrefix(k.src[j+1:], `"`):
			j++
		case c == '"':
			return j + 1
		case c == '\\' && !verbatim:
			j++
		case c == '\n' && !verbatim:
			return -1
		case c == '{' && holes && strings.HasPrefix(k.src[j+1:], "{"):
			j++
		case c == '{' && holes:
			end := holeCSharp(k, j, depth+1)
			if end < 0 {
				return -1
			}
			j = end - 1
		}
	}
	return -1
}

// rawCSharp skips a string between runs of three quotes or more, in which as
// many braces as there are dollars before it open an expression.
func rawCSharp(k *skeleton, i, quotes, dollars, depth int) int {
	for j := i + quotes; j < len(k.src); {
		c, run := k.src[j], 1
		if c != '"' && (c != '{' || dollars == 0) {
			j++
			continue
		}
		for j+run < len(k.src) && k.src[j+run] == c {
			run++
		}
		j += run
		if c == '"' && run >= quotes {
			return j
		}
		if c == '{' && run >= dollars {
			if j = holeCSharp(k, j-1, depth+1); j < 0 {
				return -1
			}
		}
	}
	return -1
}

// holeCSharp is the offset after an expression in braces in a string.
func holeCSharp(k *skeleton, i, depth int) int {
	const deepest = 8
	if depth > deepest {
		return -1
	}
	return holeEnd(k.src, i, k.runeOrNot, func(at int) int { return stringCSharp(k, at, depth) })
}
