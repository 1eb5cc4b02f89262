package lex

import "strings"

// Heads finds the parameters of functions in a language. They are most of a text without bodies, and contain no
// declaration.
type Heads struct {
	// Open returns the offset of the bracket that opens parameters on a line, with or without its line end; -1 if
	// the line declares no function.
	Open func(line string) int
	// Plain has the bytes allowed in parameters in addition to brackets: those of names and types, not of strings
	// and comments.
	Plain *[256]bool
	// Fits reports whether the contents of the brackets, and the text after them, can only be parameters; nil if
	// whatever Open finds are.
	Fits    func(inside, after string) bool
	Results bool // brackets that follow hold results
}

// Unread returns the parameters in a text.
func (h *Heads) Unread(text string) []Span {
	var list []Span
	for at := 0; at < len(text); {
		line, end := at, len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		at = end
		if open := h.Open(text[line:end]); open >= 0 {
			list, at = h.unread(text, line+open, list, end)
		}
	}
	return list
}

// unread adds the parameters whose bracket is at open, and returns where to continue: at the end of the line at the
// earliest.
func (h *Heads) unread(text string, open int, list []Span, lineEnd int) ([]Span, int) {
	end := h.Closing(text, open)
	if end < 0 || h.Fits != nil && !h.Fits(text[open+1:end-1], text[end:]) {
		return list, lineEnd
	}
	list = append(list, Span{open + 1, end - 1})
	if h.Results && strings.HasPrefix(text[end:], " (") {
		if after := h.Closing(text, end+1); after > 0 {
			list, end = append(list, Span{end + 2, after - 1}), after
		}
	}
	return list, max(end, lineEnd)
}

// Closing returns the offset after the bracket that closes the one at an offset; -1 if the text between is not
// plain.
func (h *Heads) Closing(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		default:
			if !h.Plain[c] {
				return -1
			}
		}
	}
	return -1
}

// PlainBytes returns the bytes of names and white space, and more.
func PlainBytes(more string) *[256]bool {
	var set [256]bool
	for c := range set {
		set[c] = InIdentifier(byte(c)) || c == ' ' || c == '\t' || c == '\n' || c == '\r' || strings.IndexByte(more, byte(c)) >= 0
	}
	return &set
}

// AfterName returns the offset of the bracket after the name at the start of a line; -1 if there is none.
func AfterName(line string) int {
	for i := range len(line) {
		if !InIdentifier(line[i]) {
			if i > 0 && line[i] == '(' {
				return i
			}
			break
		}
	}
	return -1
}
