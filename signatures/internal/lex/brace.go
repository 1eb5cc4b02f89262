package lex

import (
	"bytes"
	"slices"
	"strings"
)

// What the skeletons of languages with braces share.

// Head returns the text between the previous statement or block and the brace, without comments, and the byte
// before that text (0 at the start of the source).
func (k *Skeleton) Head() (text string, after byte) {
	const far = 4 << 10 // longer heads do not occur
	var parts []string
	end, room := len(k.Out), far
	for n := len(k.comments) - 1; room > 0; n-- {
		start := 0
		if n >= 0 {
			start = min(k.comments[n].End, end)
		}
		start = max(start, end-room)
		at := bytes.LastIndexAny(k.Out[start:end], ";{}")
		parts = append(parts, string(k.Out[start+at+1:end]))
		if at >= 0 {
			after = k.Out[start+at]
			break
		}
		if n < 0 {
			break
		}
		room -= end - start + 1
		end = min(k.comments[n].Start, end)
	}
	slices.Reverse(parts)
	return strings.TrimSpace(strings.TrimPrefix(strings.Join(parts, " "), "\ufeff")), after
}

// HasWord reports whether a text contains one of some words.
func HasWord(text string, words ...string) bool {
	for start := 0; start < len(text); {
		if !InWord(text[start]) {
			start++
			continue
		}
		end := start
		for end < len(text) && InWord(text[end]) {
			end++
		}
		if slices.Contains(words, text[start:end]) {
			return true
		}
		start = end
	}
	return false
}

// InWord reports whether a byte can be part of a name.
func InWord(c byte) bool { return c != '$' && inIdentifier[c] }

// Read-only.
var inIdentifier = func() (set [256]bool) {
	for c := range set {
		set[c] = c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
	}
	return set
}()

// Called reports whether a text contains a name as a word before a bracket: it may be declared there.
func Called(text, name string) bool {
	const far = 20 // bytes of white space
	for at := 0; ; at += len(name) {
		n := strings.Index(text[at:], name)
		if n < 0 {
			return false
		}
		at += n
		after := strings.TrimLeft(text[at+len(name):min(len(text), at+len(name)+far)], " \t\r\n")
		if inWord := at > 0 && InWord(text[at-1]); !inWord && strings.HasPrefix(after, "(") {
			return true
		}
	}
}

// CopyOut copies a part of a body to the skeleton.
func (k *Skeleton) CopyOut(i, end int) int {
	k.LeaveOut(i)
	k.Out = append(k.Out, k.Src[i:end]...)
	k.Copied = end
	return end
}

// IsSpace reports whether a byte is white space.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// EscapedString returns the offset after a string that may span lines, -1 if it does not end.
func EscapedString(src string, i int) int {
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\\':
			j++
		case src[i]:
			return j + 1
		}
	}
	return -1
}

// OpensBlock reports whether a brace opens statements of a script, in which functions may be declared.
func OpensBlock(text string) bool {
	return HasWord(text, "if", "else", "for", "while", "do", "try", "catch", "finally", "when", "switch", "guard", "repeat") &&
		!HasWord(text, "fun", "func", "def", "class", "object", "interface", "struct", "enum", "protocol", "init", "subscript")
}
