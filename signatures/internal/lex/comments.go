package lex

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Comments are the comment marks of a language, for texts read without a grammar.
type Comments struct {
	Line  []string    // until the end of the line
	Block [][2]string // from one to the other
	Nests bool        // blocks may be nested
	Quote string      // bytes that start and end a string, in which no comment starts
}

// AppendMarkers finds TODO, FIXME, HACK and XXX as whole words.
func AppendMarkers(to []Marker, text string, line int) []Marker {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			line++
		case 'T', 'F', 'H', 'X':
			for _, w := range [...]string{"TODO", "FIXME", "HACK", "XXX"} {
				if strings.HasPrefix(text[i:], w) && wordEdge(text, i, i+len(w)) {
					to = append(to, Marker{line, w})
					i += len(w) - 1
					break
				}
			}
		}
	}
	return to
}

func wordEdge(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !IsWord(before) && !IsWord(after)
}

// IsWord reports whether a rune is a letter, a digit or the underscore.
func IsWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Outside iterates over the ranges of a text between its comments.
func (c Comments) Outside(src string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		first := c.first()
		for i := 0; i < len(src); {
			start, end := c.next(src, i, &first)
			if !yield(i, start) {
				return
			}
			i = max(end, start+1)
		}
	}
}

// Markers returns the markers in the comments of a text.
func Markers(c Comments, src string) []Marker {
	var markers []Marker
	line, last, first := 1, 0, c.first()
	for i := 0; i < len(src); {
		start, end := c.next(src, i, &first)
		line += strings.Count(src[last:start], "\n")
		last = start
		markers = AppendMarkers(markers, src[start:end], line)
		i = max(end, start+1)
	}
	return markers
}

// first returns the bytes with which comments and strings begin; a scan can skip all others.
func (c Comments) first() (first [256]bool) {
	for _, mark := range c.Line {
		first[mark[0]] = true
	}
	for _, mark := range c.Block {
		first[mark[0][0]] = true
	}
	for _, quote := range []byte(c.Quote) {
		first[quote] = true
	}
	return first
}

// next finds the first comment at or after i, skipping short strings; without one, it returns the end of the text.
func (c Comments) next(src string, i int, first *[256]bool) (start, end int) {
	if len(c.Line) == 0 && len(c.Block) == 0 {
		return len(src), len(src)
	}
	for ; i < len(src); i++ {
		if !first[src[i]] {
			continue
		}
		if strings.IndexByte(c.Quote, src[i]) >= 0 {
			i = SkipString(src, i)
			continue
		}
		if end, _ := c.At(src, i); end > 0 {
			return i, end
		}
	}
	return len(src), len(src)
}

// At returns the offset after the comment that starts at i, 0 if there is none, and whether it ends with its line.
func (c Comments) At(src string, i int) (end int, line bool) {
	for _, mark := range c.Line {
		if strings.HasPrefix(src[i:], mark) && !Glued(src, i, mark) {
			return EndOfLine(src, i), true
		}
	}
	for _, mark := range c.Block {
		if strings.HasPrefix(src[i:], mark[0]) {
			if end = Past(src, mark[1], i+len(mark[0])); c.Nests {
				end = nested(src, mark, i)
			}
			return end, false
		}
	}
	return 0, false
}

// nested returns the offset after the block comment at i, with the comments nested in it.
func nested(src string, mark [2]string, i int) int {
	for depth := 0; i < len(src); {
		switch {
		case strings.HasPrefix(src[i:], mark[0]):
			depth++
			i += len(mark[0])
		case strings.HasPrefix(src[i:], mark[1]):
			i += len(mark[1])
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return len(src)
}

// Glued reports whether a mark is part of a longer word or an address: "a#b", "http://".
func Glued(src string, i int, mark string) bool {
	if i == 0 {
		return false
	}
	before := src[i-1]
	return mark == "#" && strings.IndexByte(" \t\n;#", before) < 0 || mark == "//" && before == ':'
}

// SkipString returns the offset of the quote that ends the string at i, or i itself if the line has none: then it
// is an apostrophe.
func SkipString(src string, i int) int {
	const longest = 1000 // bytes: without a limit, many quotes on one line take quadratic time
	for j := i + 1; j < min(len(src), i+longest) && src[j] != '\n'; j++ {
		switch src[j] {
		case '\\':
			j++
		case src[i]:
			return j
		}
	}
	return i
}
