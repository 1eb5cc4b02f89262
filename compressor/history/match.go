package history

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Matcher finds a query in texts without regard to case. Two characters are the
// same if Unicode's simple case folding says so: s, S and ſ are, ß and ss are
// not. A Matcher holds a buffer: each goroutine has its own.
type Matcher struct {
	folded []byte // the query
	buffer []byte
}

// NewMatcher returns the matcher of a query, nil for a blank one, which finds
// nothing.
func NewMatcher(query string) *Matcher {
	query = strings.ToValidUTF8(query, "\uFFFD")
	if strings.TrimSpace(query) == "" {
		return nil
	}
	return &Matcher{folded: appendFolded(nil, []byte(query))}
}

// Match reports whether a text holds the query. The text is a JSON string with its
// quotes.
func (m *Matcher) Match(quoted []byte) bool { return m.MatchText(text(quoted)) }

// MatchText is Match for a text as it is.
func (m *Matcher) MatchText(text string) bool {
	m.buffer = appendFolded(m.buffer[:0], []byte(text))
	return bytes.Contains(m.buffer, m.folded)
}

// Find returns where the query stands first in a text, in bytes; end is 0 if it
// does not.
func (m *Matcher) Find(text string) (start, end int) {
	folded := appendFolded(nil, []byte(text))
	i := bytes.Index(folded, m.folded)
	if i < 0 {
		return 0, 0
	}
	// Folding keeps the number of characters, not of bytes.
	skip, length := utf8.RuneCount(folded[:i]), utf8.RuneCount(m.folded)
	n := 0
	for at := range text {
		if n == skip {
			start = at
		}
		if n == skip+length {
			return start, at
		}
		n++
	}
	return start, len(text)
}

// appendFolded appends the text in the form that is the same for all cases:
// lower case for what has a form in ASCII, else the smallest of its forms.
func appendFolded(dst, text []byte) []byte {
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] < utf8.RuneSelf {
			n++
		}
		dst = appendLower(dst, text[:n])
		for text = text[n:]; len(text) > 0 && text[0] >= utf8.RuneSelf; {
			r, size := utf8.DecodeRune(text)
			dst = utf8.AppendRune(dst, fold(r))
			text = text[size:]
		}
	}
	return dst
}

func fold(r rune) rune {
	folded := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		folded = min(folded, f)
	}
	if 'A' <= folded && folded <= 'Z' {
		folded += 'a' - 'A'
	}
	return folded
}

// appendLower appends the text with the letters of ASCII in lower case.
func appendLower(dst, text []byte) []byte {
	from := len(dst)
	dst = append(dst, text...)
	for i, c := range dst[from:] {
		if c-'A' < 26 {
			dst[from+i] = c + ('a' - 'A')
		}
	}
	return dst
}
