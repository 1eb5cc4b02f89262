package render

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/text/pattern"
)

// DisplayPath returns a path for people and models: unchanged if it is printable, else with control characters,
// quotes, backslashes, invisible characters and invalid UTF-8 as Go escapes. Different paths stay different.
func DisplayPath(p string) string {
	quoted := strconv.Quote(p)
	return quoted[1 : len(quoted)-1]
}

// TextPath returns a path for JSON and other text documents: unchanged, or, if it is not UTF-8, as in DisplayPath.
// A path that looks like another one's escapes is escaped too, so that different paths stay different.
func TextPath(p string) string {
	if utf8.ValidString(p) && !byteEscape().MatchString(p) {
		return p
	}
	return DisplayPath(p)
}

// byteEscape matches DisplayPath's escape of an invalid byte.
var byteEscape = pattern.Of(`\\x[0-9a-f]{2}`)

// codeSpan returns text as a Markdown code span, whatever backticks it contains.
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

// QuotedPath returns DisplayPath in backquotes, more of them than any run in the name has.
func QuotedPath(p string) string { return codeSpan(DisplayPath(p)) }
