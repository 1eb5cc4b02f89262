// Package lineindex finds the lines of a text by their numbers.
package lineindex

import "strings"

// Index finds the lines of a text. It does not change, and is safe for concurrent use.
type Index struct {
	text   string
	starts []int // of the lines, and the end of the text
}

// New looks for the lines of a text.
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

// Slice returns the lines from first to last, both included, counted from 1; lines outside of the text are left out.
func (x Index) Slice(first, last int) string {
	first = min(max(first, 1), len(x.starts))
	last = min(max(last, first), len(x.starts)-1)
	return x.text[x.starts[first-1]:x.starts[last]]
}

// Count is the number of lines. Nothing behind the last line end is none.
func (x Index) Count() int {
	n := len(x.starts) - 1
	if n > 0 && x.starts[n-1] == x.starts[n] {
		n--
	}
	return n
}
