// Package lineindex finds the lines of a text by number.
package lineindex

import "strings"

// Index is an index of a text's lines. It is immutable, and safe for concurrent use.
type Index struct {
	text   string
	starts []int // starts of the lines, and the end of the text
}

// New indexes the lines of a text.
func New(text string) Index {
	starts := make([]int, 1, strings.Count(text, "\n")+2)
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return Index{text: text, starts: append(starts, len(text))}
		}
		at += i + 1
		starts = append(starts, at)
	}
}

// Slice returns the lines from first to last, inclusive, from 1; lines outside of the text are ignored.
func (x Index) Slice(first, last int) string {
	first = min(max(first, 1), len(x.starts))
	last = min(max(last, first), len(x.starts)-1)
	return x.text[x.starts[first-1]:x.starts[last]]
}

// Count returns the number of lines. The empty text after the last line end does not count.
func (x Index) Count() int {
	n := len(x.starts) - 1
	if n > 0 && x.starts[n-1] == x.starts[n] {
		n--
	}
	return n
}
