package main

import (
	"unicode"
)

// The classes, as in package tokens.
const (
	classOther = iota
	classUpper
	classLower
	classLetter
	classMark
	classNumber
	classSpace
	classNewline
	classWide
)

// pageSize is the number of code points in one page of the class table.
const pageSize = 128

// classes builds the two-level table of code point classes: the distinct
// pages, one byte a code point, then for each page of the code space one byte
// with the number of its contents. The first page is ASCII; the second one is
// of no code point but says classWide throughout, so that the first 256 bytes
// are indexed by a text's byte.
func classes() []byte {
	var index, pages []byte
	seen := map[[pageSize]byte]byte{}
	var wide [pageSize]byte
	for i := range wide {
		wide[i] = classWide
	}
	for first := rune(0); first <= unicode.MaxRune; first += pageSize {
		var page [pageSize]byte
		for i := range page {
			page[i] = classOf(first + rune(i))
		}
		number, ok := seen[page]
		if !ok {
			if len(seen) > 255 {
				panic("more than 256 distinct pages")
			}
			number = byte(len(seen))
			seen[page] = number
			pages = append(pages, page[:]...)
			if number == 0 {
				seen[wide] = 1
				pages = append(pages, wide[:]...)
			}
		}
		index = append(index, number)
	}
	return append(pages, index...)
}

// classOf maps a code point to the class that the encodings' patterns
// distinguish.
func classOf(r rune) byte {
	switch {
	case r == '\n' || r == '\r':
		return classNewline
	case unicode.IsSpace(r):
		return classSpace
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return classUpper
	case unicode.Is(unicode.Ll, r):
		return classLower
	case unicode.Is(unicode.L, r):
		return classLetter
	case unicode.Is(unicode.M, r):
		return classMark
	case unicode.Is(unicode.N, r):
		return classNumber
	}
	return classOther
}
