package prose

import (
	"iter"
	"strings"
)

// Words counts the words of a text: the maximal runs without white space, defined as \s in ECMAScript (ECMA-262,
// 22.2.2.9: WhiteSpace and LineTerminator). A byte that is not UTF-8 is part of a word.
func Words(text string) int {
	n := 0
	for range words(text) {
		n++
	}
	return n
}

// words iterates over the words of a text by start and end.
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

// skipSpace returns the end of the white space at at.
func skipSpace(text string, at int) int {
	return len(text) - len(strings.TrimLeftFunc(text[at:], isSpace))
}

func spaceAt(text string, at int) bool { return at < len(text) && skipSpace(text, at) > at }

// isSpace is ECMAScript's \s: unlike unicode.IsSpace it includes U+FEFF and excludes U+0085.
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
