package terms

import (
	"bytes"
	"unicode/utf8"
)

const (
	// maxIdentifier is the most bytes of an identifier; longer ones are data.
	maxIdentifier = 64
	// minPart is the least length of a part that is a term.
	minPart = 2
)

// Split calls f for the search terms of a text in their order: the stemmed parts of each identifier or word in lower
// case, numbers left out, and behind them the whole, if it has several parts: `ReadAll` is read, all, readall, and
// `E0599` is e0599. Of a run of letters that are not ASCII and have no spaces between words, each two neighbours are
// a term.
func Split(text string, f func(term string)) {
	var s splitter
	identifiers(text, func(start, end int, _ uint64) {
		s.split(text[start:end], func(term []byte) { f(string(term)) })
	})
}

// identifiers calls f for letters, digits and underscores in a row that do not
// begin with a digit, with a hash of them.
func identifiers(text string, f func(start, end int, hash uint64)) {
	for i := 0; i < len(text); {
		if !isIdentifier[text[i]] {
			i++
			continue
		}
		start, h := i, uint64(offset64)
		for i < len(text) && isIdentifier[text[i]] {
			h = (h ^ uint64(text[i])) * prime64
			i++
		}
		if c := text[start]; i-start < minPart || c >= '0' && c <= '9' || i-start > maxIdentifier && c < utf8.RuneSelf {
			continue
		}
		f(start, i, h^h>>29)
	}
}

// splitter has the memory that splitting needs.
type splitter struct {
	part, whole []byte
}

// split calls f for the terms of one identifier. What f gets is only valid until it returns.
func (s *splitter) split(name string, f func(term []byte)) {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			s.splitOther(name, f)
			return
		}
	}
	parts, terms := 0, 0
	for i := 0; i < len(name); {
		end := partEnd(name, i)
		if end == i {
			i++
			continue
		}
		parts++
		if c := name[i]; end-i >= minPart && (c < '0' || c > '9') {
			s.part = appendLower(s.part[:0], name[i:end])
			terms++
			f(stem(s.part))
		}
		i = end
	}
	if parts > 1 {
		s.whole = bytes.Trim(appendLower(s.whole[:0], name), "_")
		f(s.whole)
	}
}

// partEnd finds the end of the part of an ASCII identifier that begins at i: capitals in a row without the one that
// begins a word, a word, or digits. It is i if no part begins there.
func partEnd(name string, i int) int {
	end := i
	switch c := name[i]; {
	case c >= '0' && c <= '9':
		for end < len(name) && name[end] >= '0' && name[end] <= '9' {
			end++
		}
		return end
	case isCapital(c):
		for end < len(name) && isCapital(name[end]) {
			end++
		}
		if end == len(name) || !isSmall(name[end]) {
			return end
		}
		if end > i+1 {
			return end - 1 // HTTPServer
		}
	case !isSmall(c):
		return i
	}
	for end < len(name) && isSmall(name[end]) {
		end++
	}
	return end
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }
func isSmall(c byte) bool   { return c >= 'a' && c <= 'z' }

func appendLower(out []byte, s string) []byte {
	for i := range len(s) {
		c := s[i]
		if isCapital(c) {
			c |= 0x20
		}
		out = append(out, c)
	}
	return out
}

// splitOther is for words of other scripts, and for names in them.
func (s *splitter) splitOther(name string, f func(term []byte)) {
	lower := bytes.Trim(bytes.ToLower([]byte(name)), "_")
	const longest = 30 // bytes of a word with spaces around it
	if len(lower) <= longest && !dense(lower) {
		f(lower)
		return
	}
	for i := 0; i < len(lower); {
		_, n := utf8.DecodeRune(lower[i:])
		_, m := utf8.DecodeRune(lower[i+n:])
		if m > 0 {
			f(lower[i : i+n+m])
		}
		i += n
	}
}

// dense reports whether a text is in a script that writes no spaces: all of them take three bytes a letter and more.
func dense(text []byte) bool {
	const first = 0xE0
	for _, c := range text {
		if c >= first {
			return true
		}
	}
	return false
}

// stem cuts the endings of English plurals and verbs off a word in lower case, roughly: the same for the forms of one
// word is all that matters. It may change the word.
func stem(w []byte) []byte {
	n := len(w)
	ends := func(end string) bool { return bytes.HasSuffix(w, []byte(end)) }
	plural := func() bool { return w[n-1] == 's' && !ends("ss") && !ends("us") && !ends("is") }
	switch {
	case n < 4:
		return w
	case n == 4:
		if plural() {
			return w[:3]
		}
		return w
	case ends("ies"):
		w[n-3] = 'y'
		return w[:n-2]
	case ends("sses"), ends("shes"), ends("ches"), ends("xes"):
		return w[:n-2]
	case ends("ing") && n > 5:
		return undouble(w[:n-3])
	case ends("ed"):
		return undouble(w[:n-2])
	case plural():
		w = w[:n-1]
	}
	if n := len(w); n > 4 && w[n-1] == 'e' {
		if w = w[:n-1]; w[n-2] == 'i' {
			w[n-2] = 'y' // cookie, as of cookies
		}
	}
	return w
}

// undouble makes stopp of stopped stop.
func undouble(w []byte) []byte {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}
