package text

import (
	"bytes"
	"strings"

	"ctxpack/signatures/internal/outline"
)

// first handles the first byte of a line that is not a space, at i. It returns the offset after a
// comment that is complete, or 0.
func (r *blockReader) first(i int) int {
	end, _ := r.comments.At(r.src, i)
	if end == 0 {
		r.line(i)
	} else if r.opens != nil && i-r.margin <= r.top().indent && !r.opens.Match(bytes.TrimSpace(r.head)) {
		if r.finish(i); r.below(i, end) {
			return end
		}
	}
	return 0
}

// line handles the start of a line, at i: it may end the previous statement.
func (r *blockReader) line(i int) {
	const near = 200 // bytes of it that are read
	r.fresh = false
	if r.starts != nil && r.start >= 0 && r.starts.MatchString(r.src[i:min(len(r.src), i+near)]) {
		for len(r.stack) > 1 && r.top().list {
			r.close(i)
		}
		r.finish(i)
	}
	if r.opens == nil {
		return
	}
	indent := i - r.margin
	inStatement := r.start >= 0 && len(r.head) < outline.MaxFlat && len(r.stack) <= outline.MaxNesting
	if inStatement && indent > r.top().indent && r.opens.Match(bytes.TrimSpace(r.head)) {
		r.begin(i).indent = indent
	}
	for len(r.stack) > 1 && indent < r.top().indent {
		r.close(i)
	}
	switch next := r.src[i:min(len(r.src), i+near)]; {
	case r.comes != nil && r.comes.MatchString(next) && len(r.head) > 0:
	case indent <= r.top().indent:
		r.finish(i)
	case r.start < 0: // the rest of a statement around members
		r.start, r.head = i, append(r.head, "… "...)
	}
}

// below takes a comment as the documentation of the statement right above it, if an empty line follows.
func (r *blockReader) below(i, end int) bool {
	kids := r.top().kids
	if len(kids) == 0 || end+1 < len(r.src) && r.src[end:end+2] != "\n\n" {
		return false
	}
	b := kids[len(kids)-1]
	if b.body || b.doc != "" || strings.TrimLeft(r.src[b.end:i], " \t\r") != "\n"+strings.Repeat(" ", i-r.margin) {
		return false
	}
	if doc := r.docLine(strings.TrimRight(r.src[i:end], "\r\n")); doc != "" {
		b.doc, b.end = doc, end
	}
	return b.doc != ""
}
