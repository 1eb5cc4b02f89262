package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/text/pattern"
)

// checkGlobs checks a list of patterns and returns it, never nil.
func (r row) checkGlobs(patterns []string) (any, error) {
	if len(patterns) > maxGlobs {
		return nil, fmt.Errorf("want at most %s patterns, got %s", grouped(maxGlobs), grouped(int64(len(patterns))))
	}
	for _, p := range patterns {
		if err := r.checkGlob(p); err != nil {
			return nil, err
		}
	}
	if patterns == nil {
		patterns = []string{}
	}
	return patterns, nil
}

// checkGlob checks a pattern and its prefix, if the setting has choices.
func (r row) checkGlob(pattern string) error {
	if len(r.choices) == 0 {
		return checkGlob(pattern)
	}
	before, glob, found := strings.Cut(pattern, ":")
	if !found || !slices.Contains(r.choices, before) {
		return fmt.Errorf("the pattern %s is not accepted: want one of %s and a colon before a glob", quoted(pattern), strings.Join(r.choices, ", "))
	}
	return checkGlob(glob)
}

// checkGlob rejects malformed globs and globs that point outside the root. The walk never leaves the root, so such a
// pattern can never match, which its author does not expect.
func checkGlob(pattern string) error {
	problem := ""
	switch {
	case strings.TrimSpace(pattern) == "":
		problem = "it is empty"
	case len(pattern) > maxGlob:
		problem = fmt.Sprintf("it has more than %s bytes", grouped(maxGlob))
	case !utf8.ValidString(pattern):
		problem = "it is not UTF-8"
	case strings.ContainsRune(pattern, 0):
		problem = "it holds a NUL character, which no path has"
	case absolute(pattern):
		problem = "it is absolute: patterns are relative to the root"
	case climbs(pattern):
		problem = "it has a .. segment: nothing outside the root is packed"
	default:
		problem = malformed(pattern)
	}
	if problem == "" {
		return nil
	}
	return fmt.Errorf("the pattern %s is not accepted: %s", quoted(pattern), problem)
}

// absolute reports whether a pattern starts at the root of a file system, a drive, a share or a home folder.
func absolute(pattern string) bool {
	p := strings.TrimLeft(pattern, "{")
	isRoot := strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\/`) || strings.HasPrefix(p, `\\`)
	if isRoot || p == "~" || strings.HasPrefix(p, "~/") {
		return true
	}
	if len(p) < 3 || p[1] != ':' || strings.IndexByte(`/\`, p[2]) < 0 {
		return false
	}
	letter := p[0] | 0x20
	return letter >= 'a' && letter <= 'z'
}

// climbs reports whether a segment, or an alternative in braces, is `..`, with or
// without escapes, and with either kind of slash.
func climbs(pattern string) bool {
	if !strings.Contains(pattern, ".") {
		return false
	}
	for _, form := range []string{pattern, strings.ReplaceAll(pattern, `\`, "")} {
		if slices.Contains(strings.FieldsFunc(form, func(r rune) bool { return strings.ContainsRune(`/\{},`, r) }), "..") {
			return true
		}
	}
	return false
}

// globPart matches an escape, a class, or any other character of a pattern.
var globPart = pattern.Of(`(?s)\\.|\[(?:[!^](?:[^\]\\]|\\.)|[^\]\\!^]|\\.)(?:[^\]\\]|\\.)*\]|.`)

// malformed describes the error in the brackets, braces or escapes of a pattern; "" if there is none.
func malformed(pattern string) string {
	depth := 0
	for _, part := range globPart().FindAllString(pattern, -1) {
		switch part {
		case `\`:
			return "it ends with a backslash"
		case "[":
			return "a [ is never closed, or closed at once"
		case "{":
			depth++
		case "}":
			if depth--; depth < 0 {
				return "a } has no {"
			}
		}
	}
	if depth > 0 {
		return "a { is never closed"
	}
	return ""
}
