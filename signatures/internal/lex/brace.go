package lex

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// What the skeletons of languages with braces share.

// Head is what stands before a brace, without comments, since the statement or
// the block before, and what that ended with (0 at the start of the text).
func (k *Skeleton) Head() (text string, after byte) {
	const far = 4 << 10 // no one writes a longer one
	var parts []string
	end, room := len(k.Out), far
	for said := len(k.comments) - 1; room > 0; said-- {
		start := 0
		if said >= 0 {
			start = min(k.comments[said].End, end)
		}
		start = max(start, end-room)
		at := bytes.LastIndexAny(k.Out[start:end], ";{}")
		parts = append(parts, string(k.Out[start+at+1:end]))
		if at >= 0 {
			after = k.Out[start+at]
			break
		}
		if said < 0 {
			break
		}
		room -= end - start + 1
		end = min(k.comments[said].Start, end)
	}
	slices.Reverse(parts)
	return strings.TrimSpace(strings.TrimPrefix(strings.Join(parts, " "), "\ufeff")), after
}

// HasWord tells whether one of some words stands in a text.
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

func InWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// Called tells whether a name stands in a text as a word before a bracket: it
// may be declared there.
func Called(text, name string) bool {
	return Named(text, name, func(_, after string) bool {
		return strings.HasPrefix(strings.TrimLeft(after, " \t\r\n"), "(")
	})
}

// Named tells whether a name stands in a text as a word where fits says so of
// the few bytes before and after it.
func Named(text, name string, fits func(before, after string) bool) bool {
	const far = 20
	for at := 0; ; at += len(name) {
		n := strings.Index(text[at:], name)
		if n < 0 {
			return false
		}
		at += n
		before, after := text[max(0, at-far):at], text[at+len(name):min(len(text), at+len(name)+far)]
		if (before == "" || !InWord(before[len(before)-1])) && (after == "" || !InWord(after[0])) && fits(before, after) {
			return true
		}
	}
}

// CopyOut puts a part of a body into the skeleton.
func (k *Skeleton) CopyOut(i, end int) int {
	k.LeaveOut(i)
	k.Out = append(k.Out, k.Src[i:end]...)
	k.Copied = end
	return end
}

// Tripled is the offset after a string between """ and """, -1 if it does not
// end.
func (k *Skeleton) Tripled(i int) int {
	const quotes = `"""`
	for j := i + len(quotes); j < len(k.Src); j++ {
		switch k.Src[j] {
		case '\\':
			j++
		case '"':
			if strings.HasPrefix(k.Src[j:], quotes) {
				return j + len(quotes)
			}
		}
	}
	return -1
}

// RuneOrNot is the offset after a character in single quotes; if there is none
// at i, the quote stands alone.
func (k *Skeleton) RuneOrNot(i int) int {
	const longest = len(`\u{10FFFF}`)
	rest := k.Src[i+1 : min(len(k.Src), i+1+longest+1)]
	if strings.HasPrefix(rest, `\`) && len(rest) > 2 {
		if n := strings.IndexByte(rest[2:], '\''); n >= 0 {
			return i + 1 + 2 + n + 1
		}
		return i + 1
	}
	if _, size := utf8.DecodeRuneInString(rest); size > 0 && strings.HasPrefix(rest[size:], "'") {
		return i + 1 + size + 1
	}
	return i + 1
}

func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// EscapedString is the offset after a string that may run over lines, -1 if it
// does not end.
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

// Backticked is the offset after a name between backticks.
func (k *Skeleton) Backticked(i int) int {
	if end := k.Quoted(i); end > i {
		return end
	}
	return -1
}

// HoleEnd is the offset after the brace that closes the one at i, an expression
// inside of a string; single and double skip what starts with such a quote. -1
// if there is none.
func HoleEnd(src string, i int, single, double func(at int) int) int {
	braces := 0
	for j := i; j < len(src); {
		end := j + 1
		switch src[j] {
		case '{':
			braces++
		case '}':
			if braces--; braces == 0 {
				return end
			}
		case '\'':
			end = single(j)
		case '"':
			end = double(j)
		}
		if end < 0 {
			return -1
		}
		j = end
	}
	return -1
}
