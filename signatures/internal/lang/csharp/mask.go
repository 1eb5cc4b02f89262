package csharp

import (
	"strings"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
)

// typeHead matches the start of a type that may have no body.
var typeHead = pattern.Of(`\b(?:class|struct|interface)\s+\w`)

// directive matches a preprocessor line. The grammar knows those around declarations, but not those around attributes
// or a part of a declaration.
var directive = pattern.Of(`(?m)^[ \t]*#[ \t]*(if|elif|else|endif|region|endregion|pragma|nullable)\b`)

const longestHead = 2000 // bytes

// mask blanks conditionals, and gives a body to types without one, which the grammar does not know. The last byte of
// the head becomes the opening brace, the semicolon the closing one, and the contents of brackets before them are
// blanked. The result is a guess, for texts that did not parse; the caller keeps the parse with fewer errors.
func mask(src string) string {
	src = firstBranches(src)
	out := []byte(src)
	for _, at := range typeHead().FindAllStringIndex(src, -1) {
		depth, opened, last := 0, 0, at[1]-1
	head:
		for i := at[1]; i < min(len(src), at[0]+longestHead); i++ {
			switch c := src[i]; {
			case c == '(':
				if depth++; depth == 1 {
					opened = i
				}
				last = i
			case c == ')':
				depth--
				last = i
			case depth == 0 && strings.IndexByte(`{}"'`, c) >= 0:
				break head
			case depth == 0 && c == ';':
				if src[last] == ')' {
					for k := opened; k < last; k++ {
						if out[k] > ' ' {
							out[k] = ' '
						}
					}
				}
				if src[last] != '>' {
					out[last], out[i] = '{', '}'
				}
				break head
			case c > ' ':
				last = i
			}
		}
	}
	return string(out)
}

// firstBranches blanks the preprocessor lines, and the later branches of conditionals unless they are whole
// declarations.
func firstBranches(src string) string {
	m := lex.Masker{Src: src, Out: []byte(src)}
	for _, at := range directive().FindAllStringIndex(src, -1) {
		m.Blank(at[0], m.LineEnd(at[0]))
	}
	for _, s := range lex.OtherBranches(src) {
		if !isWhole(string(m.Out[s.Start:s.End])) {
			m.Blank(s.Start, s.End)
		}
	}
	return string(m.Out)
}

// isWhole reports whether a text seems to consist of whole declarations.
func isWhole(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && !strings.ContainsAny(text[:1], "{;=:,?.") && strings.ContainsAny(text[len(text)-1:], "};") &&
		strings.Count(text, "{") == strings.Count(text, "}")
}
