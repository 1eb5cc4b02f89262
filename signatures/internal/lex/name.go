package lex

import (
	"slices"
	"strings"
)

// InIdentifier reports whether a byte can be part of a name that may contain "$".
func InIdentifier(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// AppendNew appends a name to a list that lacks it.
func AppendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

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
