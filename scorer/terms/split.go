package terms

import (
	"bytes"
	"unicode/utf8"
)

const (
	// maxIdentifier is the maximum number of bytes of an identifier; longer ones are data.
	maxIdentifier = 64
	// minPart is the minimum length of a part that is a term.
	minPart = 2
)

// Split calls f for the search terms of a text in order: the stemmed parts of each identifier or word in lower case,
// without numbers, and then the whole identifier if it has several parts: `ReadAll` gives read, all, readall, and
// `E0599` gives e0599. In scripts that write no spaces between words, each pair of neighbouring letters is a term.
func Split(text string, f func(term string)) {
	var s splitter
	identifiers(text, func(start, end int, _ uint64) {
		s.split(text[start:end], func(term []byte) { f(string(term)) })
	})
}

// identifiers calls f for each run of letters, digits and underscores that does not begin with a digit, with its hash.
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
		c := text[start]
		if isNumber, isLong := c >= '0' && c <= '9', i-start > maxIdentifier && c < utf8.RuneSelf; i-start < minPart || isNumber || isLong {
			continue
		}
		f(start, i, h^h>>29)
	}
}

// splitter holds reusable memory for splitting.
type splitter struct {
	part, whole []byte
}

// split calls f for the terms of one identifier. The argument of f is valid only until f returns.
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

// partEnd returns the end of the part of an ASCII identifier that begins at i: a run of capitals without the one that
// begins a word, a word, or digits. It returns i if no part begins there.
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

// splitOther splits words and names that are not ASCII.
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

// dense reports whether a text may be in a script without spaces: their letters take at least three bytes each.
func dense(text []byte) bool {
	const first = 0xE0
	for _, c := range text {
		if c >= first {
			return true
		}
	}
	return false
}

// stem removes the endings of English plurals and verbs from a word in lower case. It is approximate: only equal
// results for the forms of one word matter. It may modify w.
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
			w[n-2] = 'y' // cookie becomes cooky, like cookies
		}
	}
	return w
}

// undouble removes a doubled last letter: stopp, from stopped, becomes stop.
func undouble(w []byte) []byte {
	n := len(w)
	if doubled := n > 3 && w[n-1] == w[n-2]; doubled && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}
