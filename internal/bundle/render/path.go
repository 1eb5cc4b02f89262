package render

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// DisplayPath returns a path as it is shown to people and models: itself where all of it can be printed, else with
// control characters, quotes, backslashes, invisible characters and bytes that are not UTF-8 written as Go escapes.
// Two different paths are never shown alike.
func DisplayPath(p string) string {
	if isPlain(p) {
		return p // most are, and trees have many
	}
	quoted := strconv.Quote(p)
	return quoted[1 : len(quoted)-1]
}

// isPlain reports whether a path is of ASCII that needs no escape.
func isPlain(p string) bool {
	for i := range len(p) {
		if c := p[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// TextPath returns a path as JSON and other documents of text have it: as it is, or, if
// it is not UTF-8, as DisplayPath has it. A path that could be taken for another one's
// escapes is escaped as well, so that no two paths are written alike.
func TextPath(p string) string {
	if utf8.ValidString(p) && !byteEscape().MatchString(p) {
		return p
	}
	return DisplayPath(p)
}

// byteEscape is what DisplayPath makes of a byte that is not UTF-8.
var byteEscape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\x[0-9a-f]{2}`) })

// codeSpan returns text as a Markdown code span, whatever backticks it holds.
func codeSpan(text string) string {
	fence := strings.Repeat("`", longestRun(text, '`', 0)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// fence returns a Markdown fence that no text given can close.
func fence(texts ...string) string {
	run := 2
	for _, t := range texts {
		run = longestRun(t, '`', run)
	}
	return strings.Repeat("`", run+1)
}

// longestRun returns the length of the longest run of c in text, at least floor.
func longestRun(text string, c byte, floor int) int {
	for i := strings.IndexByte(text, c); i >= 0; i = strings.IndexByte(text, c) {
		run := i + 1
		for run < len(text) && text[run] == c {
			run++
		}
		floor, text = max(floor, run-i), text[run:]
	}
	return floor
}

// QuotedPath is DisplayPath between backquotes, more of them than the name has in a row.
func QuotedPath(p string) string { return codeSpan(DisplayPath(p)) }
