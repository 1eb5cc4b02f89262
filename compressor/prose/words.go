package prose

import (
	"iter"
	"strings"
)

// Words counts the words of a text: the maximal runs without white space, which is what \s means in ECMAScript
// (ECMA-262, 22.2.2.9: WhiteSpace and LineTerminator). A byte that is not UTF-8 is part of a word.
func Words(text string) int {
	n := 0
	for range words(text) {
		n++
	}
	return n
}

// words goes over the words of a text: where each begins and where it ends.
func words(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at := skipSpace(text, 0); at < len(text); {
			end := len(text)
			if i := strings.IndexFunc(text[at:], isSpace); i >= 0 {
				end = at + i
			}
			if !yield(at, end) {
				return
			}
			at = skipSpace(text, end)
		}
	}
}

// lastWord returns the last word of text[:at]; all zero if there is none.
func lastWord(text string, at int) (start, end int) {
	end = len(strings.TrimRightFunc(text[:at], isSpace))
	return len(strings.TrimRightFunc(text[:end], func(r rune) bool { return !isSpace(r) })), end
}

// skipSpace returns where the white space from at on ends.
func skipSpace(text string, at int) int {
	return len(text) - len(strings.TrimLeftFunc(text[at:], isSpace))
}

func spaceAt(text string, at int) bool { return at < len(text) && skipSpace(text, at) > at }

// isSpace is ECMAScript's \s: unlike unicode.IsSpace it has U+FEFF and not U+0085.
func isSpace(r rune) bool {
	switch {
	case r == ' ', '\t' <= r && r <= '\r':
		return true
	case r < 0xA0:
		return false
	}
	switch r {
	case 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return 0x2000 <= r && r <= 0x200A
}
