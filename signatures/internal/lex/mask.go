package lex

import (
	"regexp"
	"strings"
)

// A Masker blanks parts of a copy of Src. It does not change offsets and lines.
type Masker struct {
	Src string
	Out []byte
}

// Blank overwrites a range with spaces, except line ends.
func (m *Masker) Blank(from, to int) {
	for i := from; i < to; i++ {
		if m.Out[i] != '\n' && m.Out[i] != '\r' {
			m.Out[i] = ' '
		}
	}
}

// OwnLine reports whether nothing else is on the lines from start to end.
func (m *Masker) OwnLine(start, end int) bool {
	for start > 0 && (m.Out[start-1] == ' ' || m.Out[start-1] == '\t') {
		start--
	}
	for end < len(m.Src) && strings.IndexByte(" \t\r", m.Src[end]) >= 0 {
		end++
	}
	return (start == 0 || m.Out[start-1] == '\n') && (end == len(m.Src) || m.Src[end] == '\n' || strings.HasPrefix(m.Src[end:], "//"))
}

// Near returns the text from at on, up to the length that a declaration may have.
func (m *Masker) Near(at int) string {
	const farthest = 4096
	return m.Src[at:min(len(m.Src), at+farthest)]
}

// LineEnd returns the offset of the next line end that no backslash escapes.
func (m *Masker) LineEnd(at int) int {
	for at < len(m.Src) {
		n := strings.IndexByte(m.Src[at:], '\n')
		if n < 0 {
			return len(m.Src)
		}
		if n == 0 || m.Src[at+n-1] != '\\' {
			return at + n
		}
		at += n + 1
	}
	return len(m.Src)
}

// Past returns the offset after the next mark, the text's end if there is none.
func (m *Masker) Past(mark string, at int) int { return Past(m.Src, mark, min(at, len(m.Src))) }

// Past returns the offset after the first mark at or after an offset, the text's end if there is none.
func Past(src, mark string, at int) int {
	if n := strings.Index(src[at:], mark); n >= 0 {
		return at + n + len(mark)
	}
	return len(src)
}

// EndOfLine returns the offset of the first line end at or after an offset, the text's end if there is none.
func EndOfLine(src string, at int) int {
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// Space returns the offset after white space.
func (m *Masker) Space(at int) int {
	for at < len(m.Src) && strings.IndexByte(" \t\r\n", m.Src[at]) >= 0 {
		at++
	}
	return at
}

// WordEnd returns the offset after the word at at, at itself if there is none.
func (m *Masker) WordEnd(at int) int {
	for at < len(m.Src) && m.Src[at] < 0x80 && InWord(m.Src[at]) {
		at++
	}
	return at
}

// Closing returns the offset after the bracket that closes the one at at, 0 if it is not near.
func (m *Masker) Closing(at int) int {
	const farthest = 2048
	depth := 0
	for i := at; i < min(len(m.Src), at+farthest); i++ {
		switch m.Src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			i = SkipString(m.Src, i)
		}
	}
	return 0
}

// A MaskRule hides one construct that a grammar cannot read. Submatch 1 is replaced by as many copies of a byte;
// for '+', by one and spaces, so that a word becomes an operator.
type MaskRule struct {
	Find func() *regexp.Regexp
	With byte
}

// MaskBy applies rules to a text, except where keep is set and accepts submatch 1. The result is as long as the
// text.
func MaskBy(rules []MaskRule, src string, keep func(word string) bool) string {
	out := []byte(src)
	for _, r := range rules {
		for _, at := range r.Find().FindAllSubmatchIndex(out, -1) {
			if keep != nil && keep(string(out[at[2]:at[3]])) {
				continue
			}
			for i := at[2]; i < at[3]; i++ {
				out[i] = r.With
				if r.With == '+' && i > at[2] {
					out[i] = ' '
				}
			}
		}
	}
	return string(out)
}
