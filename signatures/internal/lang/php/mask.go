package php

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
)

//nolint:gochecknoglobals // compiled once, read-only
var newPHP = sync.OnceValue(func() (p struct{ typed, enum, constant, hook, set *regexp.Regexp }) {
	p.typed = regexp.MustCompile(`\bconst\s+([A-Za-z_?|\\]+)\s+[A-Za-z_]\w*\s*=`)
	p.enum = regexp.MustCompile(`(?m)^\s*enum\s+\w+[^{;()]*\{`)
	p.constant = regexp.MustCompile(`(?m)(?:^|[;{}])[ \t]*((?:(?:final|public|protected|private)\s+)*)(const)\s`)
	p.hook = regexp.MustCompile(`(?m)(?:^|[;{}])\s*(?:(?:public|protected|private|final|abstract)(?:\(set\))?\s+)+(?:[?\w|\\]+\s+)?\$\w+(?:\s*=[^;{)]*)?\s*(\{)`)
	p.set = regexp.MustCompile(`\b(?:public|protected|private)(\(set\))`)
	return p
})

// mask hides what is newer than the grammar: types of constants, constants
// of enums (which become cases), the hooks of properties and the visibility of
// writing them.
func mask(src string) string {
	const many = 1000 // more of a kind than any file has
	m := &lex.Masker{Src: src, Out: []byte(src)}
	p := newPHP()
	for _, at := range p.typed.FindAllStringSubmatchIndex(src, many) {
		m.Blank(at[2], at[3])
	}
	for _, at := range p.enum.FindAllStringIndex(src, many) {
		for _, c := range p.constant.FindAllStringSubmatchIndex(src[at[1]:closingBrace(src, at[1])], -1) {
			m.Blank(at[1]+c[2], at[1]+c[3])
			copy(m.Out[at[1]+c[4]:], "case ")
			quoted(m, at[1]+c[5])
		}
	}
	for _, at := range p.hook.FindAllStringSubmatchIndex(src, many) {
		m.Blank(at[3], closingBrace(src, at[3]))
		m.Out[at[2]] = ';'
		if end := closingBrace(src, at[3]); end < len(src) && src[end] == '}' {
			m.Out[end] = ' '
		}
	}
	for _, at := range p.set.FindAllStringSubmatchIndex(src, many) { // the visibility of writing alone: gone with its word
		word := strings.LastIndexByte(src[:at[2]], 'p')
		m.Blank(word, at[1])
		if before := strings.TrimRight(src[:word], " "); !strings.HasSuffix(before, "public") && !strings.HasSuffix(before, "protected") {
			copy(m.Out[word:], "public")
		}
	}
	return string(m.Out)
}

// quoted makes the value of the constant at start a string: a case has no
// other.
func quoted(m *lex.Masker, start int) {
	end := strings.IndexByte(m.Src[start:], ';')
	if end < 0 {
		return
	}
	value := strings.IndexByte(m.Src[start:start+end], '=')
	if value < 0 {
		return
	}
	from := start + value + 1
	from += len(m.Src[from:start+end]) - len(strings.TrimLeft(m.Src[from:start+end], " \t\r\n"))
	end = from + len(strings.TrimRight(m.Src[from:start+end], " \t\r\n"))
	if end-from < len("''") {
		return
	}
	m.Blank(from, end)
	m.Out[from], m.Out[end-1] = '\'', '\''
}

// closingBrace is the offset of the brace that closes the one before start,
// strings and comments taken roughly; the end of what it looks at if there is
// none.
func closingBrace(src string, start int) int {
	const far = 64 << 10
	src = src[:min(len(src), start+far)]
	depth := 1
	for i := start; i < len(src); i++ {
		switch src[i] {
		case '"', '\'':
			i = lex.SkipString(src, i)
		case '/':
			if strings.HasPrefix(src[i:], "//") {
				if end := strings.IndexByte(src[i:], '\n'); end > 0 {
					i += end
				}
			}
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(src)
}
