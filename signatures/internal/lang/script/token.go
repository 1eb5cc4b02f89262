package script

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// skipString skips a string. A quote right after a word, a bracket or another end of an expression is an apostrophe in
// JSX. So is a quote not closed on its line, unless it starts an attribute's value.
func (k *skeleton) skipString(i int) int {
	if i > 0 {
		switch c := k.Src[i-1]; {
		case lex.InIdentifier(c):
			if !beforeValue(k.wordAt(i - 1)) {
				return i + 1
			}
		case c == ')' || c == '}' || c == ']':
			return i + 1
		}
	}
	quote := k.Src[i]
	attribute := i > 1 && k.Src[i-1] == '=' && lex.InIdentifier(k.Src[i-2])
	for j := i + 1; j < len(k.Src); j++ {
		switch k.Src[j] {
		case '\\':
			if strings.HasPrefix(k.Src[j+1:], "\r\n") {
				j++
			}
			j++
		case quote:
			return j + 1
		case '\n':
			if !attribute {
				return k.Waste(i, j)
			}
		}
	}
	return k.Waste(i, len(k.Src))
}

// wordAt returns the word that ends with the byte at i, or only the end of a very long one.
func (k *skeleton) wordAt(i int) string {
	const most = 16
	at := i + 1
	for at > 0 && i-at < most && lex.InIdentifier(k.Src[at-1]) {
		at--
	}
	if at > 0 && k.Src[at-1] == '.' {
		return "." // a property may have any name
	}
	return k.Src[at : i+1]
}

// beforeValue reports whether a value, not an operator, follows a word.
func beforeValue(word string) bool {
	switch word {
	case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof", "yield",
		"await", "from", "import", "export", "default", "as", "extends", "module", "get", "set", "static", "async":
		return true
	}
	return false
}

// before returns the offset of the last byte before i outside of white space and comments, or -1.
func (k *skeleton) before(i int) int {
	for i > 0 {
		switch k.Src[i-1] {
		case ' ', '\t', '\n', '\r':
			i--
			continue
		}
		if i != k.gapEnd || k.gapStart == i {
			return i - 1
		}
		i = k.gapStart
	}
	return -1
}

// textBefore returns the end of the text before i, without white space and comments after it.
func (k *skeleton) textBefore(i int) string {
	const most = 200
	end := k.before(i) + 1
	return k.Src[max(0, end-most):end]
}

// readSlash reads a comment, a regular expression or an operator.
func (k *skeleton) readSlash(i int) int {
	rest := k.Src[i+1:]
	switch {
	case strings.HasPrefix(rest, "/"):
		return k.noteComment(i, k.LineComment(i))
	case strings.HasPrefix(rest, "*"):
		n := strings.Index(rest[1:], "*/")
		if n < 0 {
			return -1
		}
		return k.noteComment(i, k.Comment(i, i+n+4))
	case !k.startsExpression(i):
		return i + 1
	}
	class := false
	for j := i + 1; j < len(k.Src); j++ {
		switch c := k.Src[j]; {
		case c == '\\':
			j++
		case c == '\n':
			return k.Waste(i, j)
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return j + 1
		}
	}
	return k.Waste(i, len(k.Src))
}

// noteComment records a comment for functions that look back.
func (k *skeleton) noteComment(start, end int) int {
	if strings.TrimSpace(k.Src[k.gapEnd:start]) != "" || k.gapEnd == 0 {
		k.gapStart = start
	}
	k.gapEnd = end
	return end
}

// startsExpression reports whether an expression can start at i; otherwise a slash there is an operator or part of a tag.
func (k *skeleton) startsExpression(i int) bool {
	at := k.before(i)
	if at < 0 {
		return true
	}
	switch c := k.Src[at]; {
	case lex.InIdentifier(c):
		return beforeValue(k.wordAt(at))
	case strings.IndexByte(")]}\"'`.", c) >= 0:
		return false
	case c == '+' || c == '-':
		return at == 0 || k.Src[at-1] != c
	case c == '<':
		return at < i-1
	case c == '>':
		return at > 0 && k.Src[at-1] == '='
	}
	return true
}
