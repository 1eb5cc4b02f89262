package prose

import (
	"sort"
	"unicode/utf8"
)

// prefix returns where the longest beginning of text that ends with a word and has at most n units ends. If not even
// the first word fits, which is possible with tokens only, it ends within that word.
func (f *fitter) prefix(text string, n int) int {
	if f.options.Tokens == nil {
		end := 0
		for _, e := range words(text) {
			if n == 0 {
				break
			}
			end = e
			n--
		}
		return end
	}
	fits := func(at int) bool { return f.options.Tokens(text[:at]) <= n }
	at := search(len(text), n, fits)
	for at > 0 {
		_, end := lastWord(text, at)
		if end < at || at == len(text) || spaceAt(text, at) { // it ends with a word or in the space behind one
			at = end
		} else { // it ends within a word
			start, _ := lastWord(text, at)
			_, before := lastWord(text, start)
			if before == 0 {
				break
			}
			at = before
		}
		if fits(at) {
			return at
		}
		at--
	}
	return f.within(text, fits, n)
}

// within cuts the first word, which has too many tokens.
func (f *fitter) within(text string, fits func(int) bool, n int) int {
	at := search(len(text), n, fits)
	for at > 0 {
		for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
			at--
		}
		if fits(at) {
			break
		}
		at--
	}
	return at
}

// suffix returns where the longest end of text that begins with a word and has
// at most n units begins; len(text) if no word fits.
func (f *fitter) suffix(text string, n int) int {
	if f.options.Tokens == nil {
		at := len(text)
		for ; n > 0; n-- {
			start, end := lastWord(text, at)
			if end == 0 {
				break
			}
			at = start
		}
		return at
	}
	fits := func(size int) bool { return f.options.Tokens(text[len(text)-size:]) <= n }
	at := len(text) - search(len(text), n, fits)
	if at > 0 { // begin with a whole word
		start, end := lastWord(text, at)
		if end == at && start < at && !spaceAt(text, at) {
			for at < len(text) && !spaceAt(text, at) {
				at++
			}
		}
	}
	at = skipSpace(text, at)
	for at < len(text) && !fits(len(text)-at) {
		for at < len(text) && !spaceAt(text, at) {
			at++
		}
		at = skipSpace(text, at)
	}
	return at
}

// search finds the greatest size up to length that fits, as if more bytes never had fewer tokens. That is true but
// for a token or two: callers check. It looks at few more bytes than fit, however long the text is.
func search(length, n int, fits func(size int) bool) int {
	const bytesPerToken = 8 // a guess to begin with
	high := min(length, bytesPerToken*min(n, length)+bytesPerToken)
	for high < length && fits(high) {
		high = min(length, 2*high)
	}
	return sort.Search(high, func(i int) bool { return !fits(i + 1) })
}

// backToSentence moves a cut of text back to the last end of a sentence, if
// there is one for which less than the window is given up.
func (f *fitter) backToSentence(text string, cut, n int) int {
	for at, passed := cut, 0; passed < Window; passed++ {
		start, end := lastWord(text, at)
		if end == 0 || f.options.Tokens != nil && f.options.Tokens(text[end:cut]) >= Window {
			break
		}
		// A cut within a word ends none.
		whole := end < cut || end == len(text) || spaceAt(text, end)
		if whole && endsSentence(text, start, end) && f.measure(text[:end]) <= n {
			return end
		}
		at = start
	}
	return cut
}

// forwardToSentence moves the beginning of an end of text on to the next beginning of a sentence, if there is one for
// which less than the window is given up.
func (f *fitter) forwardToSentence(text string, from int) int {
	passed := 0
	if start, end := lastWord(text, from); end > 0 && endsSentence(text, start, end) {
		return from
	}
	for start, end := range words(text[from:]) {
		start, end = from+start, from+end
		if passed++; passed >= Window || f.options.Tokens != nil && f.options.Tokens(text[from:end]) >= Window {
			break
		}
		if next := skipSpace(text, end); next < len(text) && endsSentence(text, start, end) {
			return next
		}
	}
	return from
}
