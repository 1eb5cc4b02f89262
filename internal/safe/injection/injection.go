// Package injection finds suspected prompt injections: text that tries to make a model obey it instead of the user.
// No list of patterns is complete; the result is a warning for people, and nothing is omitted because of it.
//
// All functions are safe for concurrent use.
package injection

import (
	_ "embed" // the patterns
	"regexp"
	"slices"
	"strings"
	"sync"
)

// patternText are the patterns, one a line. The last one finds text in characters that nobody sees.
//
//go:embed patterns.txt
var patternText string

// patterns matches phrases that address a model.
var patterns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)" + strings.ReplaceAll(strings.TrimSpace(patternText), "\n", "|"))
})

// invisible are characters that nobody sees: of no width, of direction, soft hyphens, selectors of variants.
var invisible = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\x{AD}\x{200B}-\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2064}\x{2066}-\x{2069}\x{FE00}-\x{FE0F}\x{FEFF}\x{E0100}-\x{E01EF}]+`)
})

// limit is the maximum number of lines returned.
const limit = 20

// Lines returns the first lines of a text, from 1, where it starts to address a model, or hides characters within
// words.
func Lines(text string) []int {
	lines := matching(patterns(), text)
	if shown := invisible().ReplaceAllString(text, ""); shown != text {
		lines = slices.Concat(lines, matching(patterns(), shown), matching(within(), text))
		slices.Sort(lines)
		lines = slices.Compact(lines)
	}
	return lines[:min(len(lines), limit)]
}

// within finds such a character between two of a word.
var within = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\w` + invisible().String() + `\w`) })

// matching returns the lines on which matches of a pattern start.
func matching(pattern *regexp.Regexp, text string) []int {
	var lines []int
	line, at := 1, 0
	for _, m := range pattern.FindAllStringIndex(text, -1) {
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
