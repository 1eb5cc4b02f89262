// Package injection finds suspected prompt injections: text that tells whichever model
// reads it to follow it, and not the user. A list of patterns cannot know all of it; it is a
// note for people, and nothing is left out because of it.
//
// All functions are safe for concurrent use.
package injection

import (
	_ "embed" // the patterns
	"regexp"
	"strings"
	"sync"
)

// patternText are the patterns, one a line. The last one finds text in characters that
// nobody sees.
//
//go:embed patterns.txt
var patternText string

// patterns are what such texts have in common.
//
// Read-only.
var patterns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)" + strings.ReplaceAll(strings.TrimSpace(patternText), "\n", "|"))
})

// most is how many lines of a text are named.
const limit = 20

// Lines returns the lines of a text, from 1, on which it begins to address a model: the
// first of them, if there are many.
func Lines(text string) []int {
	var lines []int
	line, at := 1, 0
	for _, m := range patterns().FindAllStringIndex(text, -1) {
		line += strings.Count(text[at:m[0]], "\n")
		at = m[0]
		if len(lines) == 0 || lines[len(lines)-1] != line {
			lines = append(lines, line)
		}
		if len(lines) == limit {
			break
		}
	}
	return lines
}
