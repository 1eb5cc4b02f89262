package lex

import (
	"slices"
	"strings"
)

// InIdentifier recognizes the bytes of names that may hold a "$".
func InIdentifier(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// AppendNew adds a name to a list that does not have it.
func AppendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// PathEndDot is the last name of a path with dots: "a.b.C" is C.
func PathEndDot(text string) string {
	return text[strings.LastIndexByte(text, '.')+1:]
}

// Unquote is a literal without the quotes around it.
func Unquote(s string) string {
	return strings.Trim(s, "\"'`")
}

// Compact is a text without white space.
func Compact(text string) string { return strings.Join(strings.Fields(text), "") }

// PathHead is the identifier that text starts with.
func PathHead(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !IsWord(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// IsConstantName recognizes names in capitals.
func IsConstantName(name string) bool {
	return strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// PathEnd is the last name of a path without type arguments: "a::B<T>" is B.
func PathEnd(text string) string {
	text, _, _ = strings.Cut(text, "<")
	if i := strings.LastIndexAny(text, ":& "); i >= 0 {
		text = text[i+1:]
	}
	return strings.TrimSpace(text)
}
