package prose

import (
	"iter"
	"unicode/utf8"
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
			start := at
			for at < len(text) {
				size := spaceSize(text[at:])
				if size > 0 {
					break
				}
				at++
			}
			if !yield(start, at) {
				return
			}
			at = skipSpace(text, at)
		}
	}
}

// lastWord returns the last word of text[:at]; all zero if there is none.
func lastWord(text string, at int) (start, end int) {
	text = text[:at]
	for len(text) > 0 {
		r, size := utf8.DecodeLastRuneInString(text)
		if !isSpace(r) {
			break
		}
		text = text[:len(text)-size]
	}
	end = len(text)
	for len(text) > 0 {
		r, size := utf8.DecodeLastRuneInString(text)
		if isSpace(r) {
			break
		}
		text = text[:len(text)-size]
	}
	return len(text), end
}

// skipSpace returns where the white space from at on ends.
func skipSpace(text string, at int) int {
	for at < len(text) {
		size := spaceSize(text[at:])
		if size == 0 {
			break
		}
		at += size
	}
	return at
}

func spaceAt(text string, at int) bool { return at < len(text) && spaceSize(text[at:]) > 0 }

// spaceSize returns the bytes of the white space character that text begins
// with, 0 if it begins with another one. Bytes within a character begin none.
func spaceSize(text string) int {
	if text[0] < utf8.RuneSelf {
		if isSpace(rune(text[0])) {
			return 1
		}
		return 0
	}
	if r, size := utf8.DecodeRuneInString(text); isSpace(r) {
		return size
	}
	return 0
}

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
