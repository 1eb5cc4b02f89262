package lex

import (
	"sort"
)

// A Span is a part of a text: the offset of its first byte, and the offset after its last one.
type Span struct{ Start, End int }

// Newlines returns the offsets of the line ends of a text.
func Newlines(src string) []int {
	var at []int
	for i := range len(src) {
		if src[i] == '\n' {
			at = append(at, i)
		}
	}
	return at
}

// LineOf returns the 1-based line of an offset in a text with these line ends.
func LineOf(newlines []int, offset int) int {
	return sort.SearchInts(newlines, offset) + 1
}
