package csharp

import "regexp"

// typeHead matches the start of a type that may have no body.
var typeHead = regexp.MustCompile(`\b(?:class|struct|interface)\s+\w`) // read-only

const longestHead = 2000 // bytes

// mask gives a body to types without one, which the grammar does not know. The last byte of the head, with the
// contents of brackets before it blanked, becomes the opening brace; the semicolon becomes the closing one. The
// result is a guess, for texts that did not parse; the caller keeps the parse with fewer errors.
func mask(src string) string {
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
