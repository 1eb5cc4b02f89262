package outline

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// A gap is a place in the text that the parser sees at which it does not see something: so
// many bytes are missing before an offset, since the beginning of the text.
type gap struct{ at, missing uint32 }

// White space of which a part is left out has this length at least, and what is kept at its beginning: a backslash
// before may mean it. One byte is kept before what follows, since a comment may end there.
const (
	leastBlank = 24
	keptBlank  = 2
)

// compact leaves out what the parser need not see: spans, and the better part of long white space, which is where
// bodies were. Of its lines the first ends where it did, and the last is as long.
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
			c.cut(start+keptBlank, end-1)
		} else {
			c.cut(start+keptBlank, start+first-1)
			c.cut(start+first+1, start+strings.LastIndexByte(text[start:end], '\n')+1)
		}
	}
	c.cutBefore(len(text), unread)
	if len(c.gaps) == 0 {
		return text, nil
	}
	c.out.WriteString(text[c.done:])
	return c.out.String(), c.gaps
}

// A compacting is a text on its way to a shorter one.
type compacting struct {
	text string
	out  strings.Builder
	done int // what precedes is written, or left out
	gaps []gap
}

// cut leaves out a part, if that is worth it.
func (c *compacting) cut(start, end int) {
	const least = 4
	if start < c.done || end-start < least {
		return
	}
	if c.done == 0 {
		c.out.Grow(len(c.text))
	}
	c.out.WriteString(c.text[c.done:start])
	c.gaps = append(c.gaps, gap{uint32(c.out.Len()), uint32(end - c.out.Len())})
	c.done = end
}

// cutBefore leaves out the spans that begin before an offset, and returns the others.
func (c *compacting) cutBefore(end int, unread []lex.Span) []lex.Span {
	for ; len(unread) > 0 && unread[0].Start < end; unread = unread[1:] {
		c.cut(unread[0].Start, unread[0].End)
	}
	return unread
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
