package lex

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// A Quote is a kind of string of a language.
type Quote struct {
	Open  string
	Close string // if it differs from the opening
	// Hole opens code inside the string ("${"), up to the matching bracket.
	Hole   string
	Raw    bool // a backslash escapes nothing
	Lines  bool // it may span lines
	Char   bool // it holds one character; a lone mark is not a string
	Tick   bool // a backtick escapes, not a backslash
	Hashed bool // the # signs before it also end it, and precede its hole
}

// Quotes are the kinds of strings of a language; the first that fits applies.
type Quotes []Quote

// End returns the offset after the string that starts at i: i if there is none, -1 if it does not end.
func (q Quotes) End(src string, i int) int { return q.end(src, i, 0) }

func (q Quotes) end(src string, i, depth int) int {
	for n := range q {
		k := &q[n]
		if !strings.HasPrefix(src[i:], k.Open) {
			continue
		}
		if k.Char {
			return Char(src, i)
		}
		return q.closing(src, i, k, depth)
	}
	return i
}

func (q Quotes) closing(src string, i int, k *Quote, depth int) int {
	end, hole, raw := cmp.Or(k.Close, k.Open), k.Hole, k.Raw
	if k.Hashed {
		first := i
		for first > 0 && src[first-1] == '#' {
			first--
		}
		hashes := src[first:i]
		end, hole, raw = end+hashes, hole[:1]+hashes+hole[1:], hashes != ""
	}
	for j := i + len(k.Open); j < len(src); {
		switch c := src[j]; {
		case c == end[0] && strings.HasPrefix(src[j:], end):
			j += len(end)
			for greedy := k.Raw && len(end) > 1; greedy && j < len(src) && src[j] == end[0]; j++ { // quotes before the closing mark
			}
			return j
		case hole != "" && c == hole[0] && strings.HasPrefix(src[j:], hole):
			if j = q.hole(src, j+strings.IndexAny(hole, "{("), depth+1); j < 0 {
				return -1
			}
		case c == '\\' && !raw && !k.Tick, c == '`' && !raw && k.Tick:
			if j += 2; j <= len(src) && src[j-1] == '\r' {
				j++
			}
		case c == '\n' && !k.Lines:
			return -1
		default:
			j++
		}
	}
	return -1
}

// hole returns the offset after the bracket that closes the one at i, inside a string; -1 if there is none.
func (q Quotes) hole(src string, i, depth int) int {
	const deepest = 8
	if depth > deepest {
		return -1
	}
	brackets := 0
	for j := i; j < len(src); {
		end := j
		switch src[j] {
		case '{', '(':
			brackets++
		case '}', ')':
			if brackets--; brackets == 0 {
				return j + 1
			}
		default:
			end = q.end(src, j, depth)
		}
		if end < 0 {
			return -1
		}
		j = max(end, j+1)
	}
	return -1
}

// Char returns the offset after a character in single quotes, or after the quote if there is none.
func Char(src string, i int) int {
	const longest = len(`\u{10FFFF}`)
	rest := src[i+1 : min(len(src), i+1+longest+1)]
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
