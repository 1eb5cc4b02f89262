package csharp

import (
	"regexp"
	"strings"

	"ctxpack/signatures/internal/lex"
)

// typeHead matches the start of a type that may have no body.
var typeHead = regexp.MustCompile(`\b(?:class|struct|interface)\s+\w`) // read-only

// directive matches a line of the preprocessor. The grammar knows those around declarations, but not those around
// attributes or a part of a declaration.
var directive = regexp.MustCompile(`^[ \t]*#[ \t]*(if|elif|else|endif|region|endregion|pragma|nullable)\b`) // read-only

var ends = map[string]bool{"elif": true, "else": true, "endif": true} // read-only

const longestHead = 2000 // bytes

// mask blanks conditionals, and gives a body to types without one, which the grammar does not know. The last byte of
// the head, with the contents of brackets before it blanked, becomes the opening brace; the semicolon becomes the closing one. The
// result is a guess, for texts that did not parse; the caller keeps the parse with fewer errors.
func mask(src string) string {
	src = firstBranches(src)
	out := []byte(src)
	for _, at := range typeHead.FindAllStringIndex(src, -1) {
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
			case depth == 0 && (c == '{' || c == '}' || c == '"' || c == '\''):
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

// firstBranches blanks the lines of the preprocessor, and of conditionals all branches but the first that are no
// whole declarations.
func firstBranches(src string) string {
	m := lex.Masker{Src: src, Out: []byte(src)}
	open, other, from, at := 0, 0, 0, 0 // conditionals, that around another branch, its start, the offset of the line
	for line := range strings.Lines(src) {
		next := at + len(line)
		if found := directive.FindStringSubmatch(line); found != nil {
			m.Blank(at, next)
			if other > 0 && other == open && ends[found[1]] {
				if !isWhole(string(m.Out[from:at])) {
					m.Blank(from, at)
				}
				other = 0
			}
			switch found[1] {
			case "if":
				open++
			case "elif", "else":
				if other == 0 {
					other, from = open, next
				}
			case "endif":
				open = max(open-1, 0)
			}
		}
		at = next
	}
	return string(m.Out)
}

// isWhole reports whether a text seems to hold declarations and no part of one.
func isWhole(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && !strings.ContainsAny(text[:1], "{;=:,?.") && strings.ContainsAny(text[len(text)-1:], "};") &&
		strings.Count(text, "{") == strings.Count(text, "}")
}
