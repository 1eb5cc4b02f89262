package signatures

import (
	"regexp"
	"strings"
	"sync"
)

//nolint:gochecknoglobals // compiled once, read-only
var newPHP = sync.OnceValue(func() (p struct{ typed, enum, constant, hook *regexp.Regexp }) {
	p.typed = regexp.MustCompile(`\bconst\s+([A-Za-z_?|\\]+)\s+[A-Za-z_]\w*\s*=`)
	p.enum = regexp.MustCompile(`(?m)^\s*enum\s+\w+[^{;()]*\{`)
	p.constant = regexp.MustCompile(`(?m)(?:^|[;{}])[ \t]*((?:(?:final|public|protected|private)\s+)*)(const)\s`)
	p.hook = regexp.MustCompile(`(?m)(?:^|[;{}])\s*(?:(?:public|protected|private|final|abstract)(?:\(set\))?\s+)+(?:[?\w|\\]+\s+)?\$\w+(?:\s*=[^;{]*)?\s*(\{)`)
	return p
})

// maskPHP hides what is newer than the grammar: types of constants, constants
// of enums (which become cases), the hooks of properties.
func maskPHP(src string) string {
	const many = 1000 // more of a kind than any file has
	m := &masker{src: src, out: []byte(src)}
	p := newPHP()
	for _, at := range p.typed.FindAllStringSubmatchIndex(src, many) {
		m.blank(at[2], at[3])
	}
	for _, at := range p.enum.FindAllStringIndex(src, many) {
		for _, c := range p.constant.FindAllStringSubmatchIndex(src[at[1]:closingBrace(src, at[1])], -1) {
			m.blank(at[1]+c[2], at[1]+c[3])
			copy(m.out[at[1]+c[4]:], "case ")
		}
	}
	for _, at := range p.hook.FindAllStringSubmatchIndex(src, many) {
		m.blank(at[3], closingBrace(src, at[3]))
		m.out[at[2]] = ';'
		if end := closingBrace(src, at[3]); end < len(src) && src[end] == '}' {
			m.out[end] = ' '
		}
	}
	return string(m.out)
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
			i = skipString(src, i)
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
