package lex

import (
	"sort"
)

type Span struct{ Start, End int }

func Newlines(src string) []int {
	var at []int
	for i := range len(src) {
		if src[i] == '\n' {
			at = append(at, i)
		}
	}
	return at
}

// LineOf is the 1-based line of an offset in a text with these line ends.
func LineOf(newlines []int, offset int) int {
	return sort.SearchInts(newlines, offset) + 1
}
