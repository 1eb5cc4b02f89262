package history

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Matcher finds a query in texts without regard to case. Two characters are the
// same if Unicode's simple case folding says so: s, S and ſ are, ß and ss are
// not. A Matcher holds buffers: each goroutine has its own, see [Matcher.Clone].
type Matcher struct {
	folded   []byte // the query
	fragment []byte // a part of it that a line which matches holds as it is, apart from ASCII case; may be empty
	looks    [][]byte
	other    map[rune]rune // what has been folded, besides ASCII
	buffer   []byte
	content  []byte
}

// NewMatcher returns the matcher of a query, nil for a blank one, which finds
// nothing.
func NewMatcher(query string) *Matcher {
	query = strings.ToValidUTF8(query, "\uFFFD")
	if strings.TrimSpace(query) == "" {
		return nil
	}
	m := &Matcher{other: map[rune]rune{}}
	m.folded = m.appendFolded(nil, []byte(query))
	m.fragment = longestFragment(m.folded)
	// Any character may be written as \u and four digits, and k and s have a
	// second form that is not in ASCII.
	m.looks = [][]byte{[]byte(`\u`)}
	if bytes.IndexByte(m.fragment, 'k') >= 0 {
		m.looks = append(m.looks, []byte("\u212A"))
	}
	if bytes.IndexByte(m.fragment, 's') >= 0 {
		m.looks = append(m.looks, []byte("\u017F"))
	}
	return m
}

// Clone returns a matcher for another goroutine.
func (m *Matcher) Clone() *Matcher {
	clone := *m
	clone.other, clone.buffer, clone.content = map[rune]rune{}, nil, nil
	return &clone
}

// longestFragment returns the longest part of a folded query that stands in the
// raw text of every line that matches, apart from the case of ASCII letters:
// characters that have no other case, and that JSON's writers do not escape
// otherwise than by \u.
func longestFragment(folded []byte) []byte {
	var longest []byte
	start := 0
	for i := 0; i <= len(folded); {
		r, size := utf8.RuneError, 1
		if i < len(folded) {
			r, size = utf8.DecodeRune(folded[i:])
		}
		if i == len(folded) || !plain(r) {
			if i-start > len(longest) {
				longest = folded[start:i]
			}
			start = i + size
		}
		i += size
	}
	return longest
}

func plain(r rune) bool {
	switch {
	case r < ' ', r == '"', r == '\\', r == '/':
		return false
	case r < utf8.RuneSelf:
		return true
	}
	return unicode.SimpleFold(r) == r
}

// May appends to found the offset of a place in each line of a chunk that may
// match; a line may be named more than once and without order. What is not named
// does not match. all says that every line may.
func (m *Matcher) May(chunk []byte, found []int) (places []int, all bool) {
	if len(m.fragment) == 0 {
		return found, true
	}
	m.buffer = appendLower(m.buffer[:0], chunk)
	found = appendLines(found, m.buffer, m.fragment)
	for _, look := range m.looks {
		found = appendLines(found, chunk, look)
	}
	return found, false
}

// appendLines appends the first place of what is looked for in each line.
func appendLines(found []int, chunk, what []byte) []int {
	for at := 0; ; {
		i := bytes.Index(chunk[at:], what)
		if i < 0 {
			return found
		}
		found = append(found, at+i)
		end := bytes.IndexByte(chunk[at+i:], '\n')
		if end < 0 {
			return found
		}
		at += i + end + 1
	}
}

// Match reports whether a text holds the query. The text is a JSON string with its
// quotes.
func (m *Matcher) Match(quoted []byte) bool {
	m.content = AppendText(m.content[:0], quoted)
	m.buffer = m.appendFolded(m.buffer[:0], m.content)
	return bytes.Contains(m.buffer, m.folded)
}

// MatchText is Match for a text as it is.
func (m *Matcher) MatchText(text string) bool {
	m.buffer = m.appendFolded(m.buffer[:0], []byte(text))
	return bytes.Contains(m.buffer, m.folded)
}

// Find returns where the query stands first in a text, in bytes; end is 0 if it
// does not.
func (m *Matcher) Find(text string) (start, end int) {
	folded := m.appendFolded(nil, []byte(text))
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
func (m *Matcher) appendFolded(dst, text []byte) []byte {
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] < utf8.RuneSelf {
			n++
		}
		dst = appendLower(dst, text[:n])
		for text = text[n:]; len(text) > 0 && text[0] >= utf8.RuneSelf; {
			r, size := utf8.DecodeRune(text)
			dst = utf8.AppendRune(dst, m.fold(r))
			text = text[size:]
		}
	}
	return dst
}

// maxRemembered bounds how many characters a matcher remembers.
const maxRemembered = 1 << 16

func (m *Matcher) fold(r rune) rune {
	if f, ok := m.other[r]; ok {
		return f
	}
	folded := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		folded = min(folded, f)
	}
	if 'A' <= folded && folded <= 'Z' {
		folded += 'a' - 'A'
	}
	if len(m.other) < maxRemembered {
		m.other[r] = folded
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
