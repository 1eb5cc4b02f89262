package prose

import (
	"sort"
	"unicode/utf8"
)

// prefix returns the end of the longest beginning of text that ends with a word and has at most n units. If not
// even the first word fits, which is possible with tokens only, it ends within that word.
func (f *fitter) prefix(text string, n int) int {
	ends := []int{}
	for _, end := range words(text) {
		if ends = append(ends, end); f.options.Tokens == nil && len(ends) == n {
			break
		}
	}
	switch {
	case len(ends) == 0:
		return 0
	case f.options.Tokens == nil:
		return ends[len(ends)-1]
	}
	fits := func(at int) bool { return f.options.Tokens(text[:at]) <= n }
	if k := longest(ends, n, fits); k > 0 {
		return ends[k-1]
	}
	at := sort.Search(min(ends[0], bytesPerToken*n), func(i int) bool { return !fits(i + 1) })
	for at > 0 && !(utf8.RuneStart(text[at]) && fits(at)) {
		at--
	}
	return at
}

// suffix returns the start of the longest end of text that begins with a word and has at most n units; len(text) if
// no word fits.
func (f *fitter) suffix(text string, n int) int {
	var starts []int
	for start, end := lastWord(text, len(text)); end > 0; start, end = lastWord(text, start) {
		if starts = append(starts, start); f.options.Tokens == nil && len(starts) == n {
			return start
		}
	}
	if f.options.Tokens != nil {
		starts = starts[:longest(starts, n, func(at int) bool { return f.options.Tokens(text[at:]) <= n })]
	}
	if len(starts) == 0 {
		return len(text)
	}
	return starts[len(starts)-1]
}

// bytesPerToken is the usual maximum length of a token.
const bytesPerToken = 64

// longest returns how many of the offsets, nearest first, are within n tokens. More words hardly
// ever have fewer tokens, but they can. It tests only slightly more words than fit.
func longest(places []int, n int, fits func(at int) bool) int {
	high := min(len(places), n)
	for high < len(places) && fits(places[high-1]) {
		high = min(len(places), 2*high)
	}
	k := sort.Search(high, func(i int) bool { return !fits(places[i]) })
	for k > 0 && !fits(places[k-1]) {
		k--
	}
	return k
}

// backToSentence moves a cut back to the last end of a sentence, if that gives up less than the window.
func (f *fitter) backToSentence(text string, cut, n int) int {
	for at, passed := cut, 0; passed < Window; passed++ {
		start, end := lastWord(text, at)
		if end == 0 || f.options.Tokens != nil && f.options.Tokens(text[end:cut]) >= Window {
			break
		}
		// A cut within a word ends no sentence.
		whole := end < cut || end == len(text) || spaceAt(text, end)
		if whole && endsSentence(text, start, end) && f.measure(text[:end]) <= n {
			return end
		}
		at = start
	}
	return cut
}

// forwardToSentence moves the start of a suffix forward to the next sentence, if that gives up less than the
// window.
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
