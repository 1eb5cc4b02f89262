package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/kinds"
)

// endsSentence reports whether the word text[start:end] ends a sentence: with a full stop, an exclamation or a
// question mark, ignoring closing quotes and brackets after it, unless it is an abbreviation, an initial or the
// number of a list item.
func endsSentence(text string, start, end int) bool {
	word := strings.TrimRightFunc(text[start:end], isClosing)
	if word == "" {
		return false
	}
	switch word[len(word)-1] {
	case '!', '?':
		return true
	case '.':
	default:
		return false
	}
	plain := strings.TrimLeftFunc(word[:len(word)-1], isOpening)
	return !isAbbreviation(plain) && !isInitials(plain) && !(isNumber(plain) && opensLine(text, start))
}

func isClosing(r rune) bool {
	// In some languages “ and « are closing quotes.
	return r == '"' || r == '\'' || unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi)
}

func isOpening(r rune) bool {
	return r == '"' || r == '\'' || unicode.In(r, unicode.Ps, unicode.Pf, unicode.Pi)
}

// isInitials reports whether a word before a full stop is an initial, or letters separated by full stops: J, J.R.R,
// J.-P, U.S, e.g, z.B.
func isInitials(word string) bool {
	letters, capitals := 0, 0
	for part := range strings.SplitSeq(word, ".") {
		r, size := utf8.DecodeRuneInString(strings.TrimPrefix(part, "-"))
		if size == 0 || size != len(strings.TrimPrefix(part, "-")) || !unicode.IsLetter(r) {
			return false
		}
		letters++
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return letters > 1 || capitals == 1
}

// isNumber reports whether a word is a list number.
func isNumber(word string) bool {
	const digits = 3
	return word != "" && len(word) <= digits && strings.Trim(word, "0123456789") == ""
}

// opensLine reports whether only blanks precede start in its line.
func opensLine(text string, start int) bool {
	before := strings.TrimRight(text[:start], " \t")
	return before == "" || strings.HasSuffix(before, "\n")
}

// isAbbreviation reports whether a word is a common abbreviation, without its final full stop. If the same letters
// are a word that ends sentences, case decides.
func isAbbreviation(word string) bool {
	return kinds.Is(word, "abbreviation as it is") || kinds.Is(strings.ToLower(word), "abbreviation")
}
