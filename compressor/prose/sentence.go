package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/kinds"
)

// endsSentence reports whether the word text[start:end] ends a sentence: with a full stop, an exclamation or a
// question mark, closing quotes and brackets behind it left aside, unless it is an abbreviation, an initial or the
// number of a list's item.
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
	// „This“ and »this« close with what opens elsewhere.
	return r == '"' || r == '\'' || unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi)
}

func isOpening(r rune) bool {
	return r == '"' || r == '\'' || unicode.In(r, unicode.Ps, unicode.Pf, unicode.Pi)
}

// isInitials reports whether a word that a full stop follows is an initial, or
// letters with full stops between: J, J.R.R, J.-P, U.S, e.g, z.B.
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

// isNumber reports whether a word is a number as lists have it.
func isNumber(word string) bool {
	const digits = 3
	return word != "" && len(word) <= digits && strings.Trim(word, "0123456789") == ""
}

// opensLine reports whether nothing but blanks precedes start in its line.
func opensLine(text string, start int) bool {
	before := strings.TrimRight(text[:start], " \t")
	return before == "" || strings.HasSuffix(before, "\n")
}

// isAbbreviation knows common abbreviations, without the full stop at their end.
// Where the same letters are a word that ends sentences, case decides.
func isAbbreviation(word string) bool {
	return kinds.Is(word, "abbreviation as it is") || kinds.Is(strings.ToLower(word), "abbreviation")
}
