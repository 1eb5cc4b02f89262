// Package lex reads source text without a grammar: where comments, strings and brackets start and end, the notes in
// comments, and the skeleton of a text, which lacks the contents of bodies. [Rules] describe the differences
// between languages.
//
// Every function is pure and reads each byte of its input a bounded number of times.
package lex

import (
	"sort"
	"strings"
)

// An Import is one reference to another file or module.
type Import struct {
	// Specifier is the module as written, without quotes.
	Specifier string
	// Names are the imported names where resolution needs them (Python: `from . import y`); for mod-path, the
	// module's own name.
	Names []string
	// Kind is import, export-from, require, dynamic, include, include-system,
	// mod, mod-path, use, wildcard, static, source, extern-crate.
	Kind string
	// Scope is the path of the enclosing inline modules (Rust: "a::b").
	Scope string
	Line  int
}

// A Marker is a note about unfinished work in a comment.
type Marker struct {
	Line int
	// Word is TODO, FIXME, HACK or XXX.
	Word string
}

// A Span is a part of a text: the offset of its first byte, and the offset after its last one.
type Span struct{ Start, End int }

// Newlines returns the offsets of the line ends of a text.
func Newlines(src string) []int {
	at := make([]int, 0, strings.Count(src, "\n"))
	for i := 0; len(at) < cap(at); i++ {
		i += strings.IndexByte(src[i:], '\n')
		at = append(at, i)
	}
	return at
}

// LineOf returns the 1-based line of an offset in a text with these line ends.
func LineOf(newlines []int, offset int) int {
	return sort.SearchInts(newlines, offset) + 1
}

// InIdentifier reports whether a byte can be part of a name that may contain "$".
func InIdentifier(c byte) bool { return inIdentifier[c] }

// PathEndDot returns the last name of a path with dots: C of "a.b.C".
func PathEndDot(text string) string {
	return text[strings.LastIndexByte(text, '.')+1:]
}

// Unquote removes the quotes around a literal.
func Unquote(s string) string {
	return strings.Trim(s, "\"'`")
}

// Compact removes all white space.
func Compact(text string) string { return strings.Join(strings.Fields(text), "") }

// PathHead returns the identifier at the start of text.
func PathHead(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !IsWord(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// IsConstantName reports whether a name is in capitals.
func IsConstantName(name string) bool {
	return strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// PathEnd returns the last name of a path without type arguments: B of "a::B<T>".
func PathEnd(text string) string {
	text, _, _ = strings.Cut(text, "<")
	if i := strings.LastIndexAny(text, ":& "); i >= 0 {
		text = text[i+1:]
	}
	return strings.TrimSpace(text)
}
