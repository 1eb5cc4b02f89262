package outline

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// A gap is a position in the parsed text before which text was omitted; missing counts all bytes omitted so far.
type gap struct{ at, missing uint32 }

// White space is shortened only above this length. The start of it stays, since a backslash before may refer to it,
// and one byte stays at its end, where a comment may end.
const (
	leastBlank = 24
	keptBlank  = 2
)

// compact omits text that the parser need not see: spans, and most of any long white space, which is where bodies
// were. The first of its lines still ends in the same column, and the last is as long as before.
func compact(text string, unread []lex.Span) (string, []gap) {
	c := compacting{text: text}
	for i := 0; i < len(text); i += leastBlank / 2 {
		if !blank(text[i]) {
			continue
		}
		start, end := i, i
		for start > c.done && blank(text[start-1]) {
			start--
		}
		for end < len(text) && blank(text[end]) {
			end++
		}
		unread = c.cutBefore(end, unread)
		i = max(i, end, c.done)
		if start < c.done || end-start < leastBlank {
			continue
		}
		if first := strings.IndexByte(text[start:end], '\n'); first < 0 {
			c.cutBlank(start+keptBlank, end-1)
		} else {
			c.cutBlank(start+keptBlank, start+first-1)
			c.cutBlank(start+first+1, start+strings.LastIndexByte(text[start:end], '\n')+1)
		}
	}
	c.cutBefore(len(text), unread)
	if len(c.gaps) == 0 {
		return text, nil
	}
	c.out.WriteString(text[c.done:])
	return c.out.String(), c.gaps
}

type compacting struct {
	text string
	out  strings.Builder
	done int // text before it is written or omitted
	gaps []gap
}

// cutBlank omits white space, if the saving is large enough.
func (c *compacting) cutBlank(start, end int) {
	const least = 4
	if end-start >= least {
		c.cut(start, end)
	}
}

// cut omits a part that is not in one that is omitted.
func (c *compacting) cut(start, end int) {
	if start < c.done || start >= end {
		return
	}
	if c.done == 0 {
		c.out.Grow(len(c.text))
	}
	c.out.WriteString(c.text[c.done:start])
	c.gaps = append(c.gaps, gap{uint32(c.out.Len()), uint32(end - c.out.Len())})
	c.done = end
}

// cutBefore omits the spans that begin before an offset, and returns the others.
func (c *compacting) cutBefore(end int, unread []lex.Span) []lex.Span {
	for ; len(unread) > 0 && unread[0].Start < end; unread = unread[1:] {
		c.cut(unread[0].Start, unread[0].End)
	}
	return unread
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
