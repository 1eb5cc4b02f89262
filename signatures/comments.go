package signatures

import (
	"regexp"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// comments are the comment marks of a language, for what is read without a
// grammar.
type comments struct {
	line  []string    // until the end of the line
	block [][2]string // from one to the other
	quote string      // bytes that start and end a string in which no comment starts
}

const maxDocBytes = 120 // of a doc line in the outline

// generatedHead is how much of a file's start can hold the header that says
// that a program wrote it.
const generatedHead = 4096

//nolint:gochecknoglobals // compiled once, read-only
var generatedMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)@generated\b|code generated .*do not edit|(auto-?generated|automatically generated|generated (by|from|code|file)).*(do not|don't|not be) (edit|modify|change)|(do not|don't) (edit|modify|change).*generated|this (file|code) (is|was|has been) (auto-?|automatically )generated`)
})

// finish reads what comments say: markers, generated.
func (f *file) finish() {
	seen := 0
	for _, c := range f.comments {
		if c.start < seen { // the same comment matched twice
			continue
		}
		seen = c.end
		text := f.src[c.start:c.end]
		f.out.Markers = appendMarkers(f.out.Markers, text, f.line(c.start))
		if c.start < generatedHead && !f.out.Generated {
			f.out.Generated = saysGenerated(text)
		}
	}
	if len(f.lost) > 0 {
		f.lostMarkers()
	}
}

func saysGenerated(comment string) bool {
	if len(comment) > generatedHead {
		comment = comment[:generatedHead]
	}
	if !strings.Contains(comment, "enerated") && !strings.Contains(comment, "GENERATED") {
		return false
	}
	return generatedMark().MatchString(strings.Join(strings.Fields(comment), " "))
}

// appendMarkers finds TODO, FIXME, HACK and XXX as whole words.
func appendMarkers(to []Marker, text string, line int) []Marker {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			line++
		case 'T', 'F', 'H', 'X':
			for _, w := range [...]string{"TODO", "FIXME", "HACK", "XXX"} {
				if strings.HasPrefix(text[i:], w) && wordEdge(text, i, i+len(w)) {
					to = append(to, Marker{line, w})
					i += len(w) - 1
					break
				}
			}
		}
	}
	return to
}

func wordEdge(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !isWord(before) && !isWord(after)
}

func isWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// scanText finds markers and the generated header without a grammar.
func scanText(c comments, src string) ([]Marker, bool) {
	var markers []Marker
	generated := false
	line, last := 1, 0
	for i := 0; i < len(src); {
		start, end := c.next(src, i)
		if start < 0 {
			break
		}
		line += strings.Count(src[last:start], "\n")
		last = start
		markers = appendMarkers(markers, src[start:end], line)
		if start < generatedHead && !generated {
			generated = saysGenerated(src[start:end])
		}
		i = max(end, start+1)
	}
	return markers, generated
}

// next finds the first comment at or after i, skipping short strings.
func (c comments) next(src string, i int) (start, end int) {
	if len(c.line) == 0 && len(c.block) == 0 {
		return -1, -1
	}
	for ; i < len(src); i++ {
		if strings.IndexByte(c.quote, src[i]) >= 0 {
			i = skipString(src, i)
			continue
		}
		for _, mark := range c.line {
			if strings.HasPrefix(src[i:], mark) && !glued(src, i, mark) {
				if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
					return i, i + n
				}
				return i, len(src)
			}
		}
		for _, mark := range c.block {
			if strings.HasPrefix(src[i:], mark[0]) {
				if n := strings.Index(src[i+len(mark[0]):], mark[1]); n >= 0 {
					return i, i + len(mark[0]) + n + len(mark[1])
				}
				return i, len(src)
			}
		}
	}
	return -1, -1
}

// glued tells that a mark is part of a longer word or an address: "a#b", "http://".
func glued(src string, i int, mark string) bool {
	if i == 0 {
		return false
	}
	prev := src[i-1]
	switch mark {
	case "#":
		return prev != ' ' && prev != '\t' && prev != '\n' && prev != ';' && prev != '#'
	case "//":
		return prev == ':'
	}
	return false
}

// skipString returns the offset of the quote that ends the string at i, or i
// itself if the line has none: an apostrophe.
func skipString(src string, i int) int {
	const longest = 1000 // bytes: without a limit, many quotes on one line take time squared
	for j := i + 1; j < min(len(src), i+longest) && src[j] != '\n'; j++ {
		switch src[j] {
		case '\\':
			j++
		case src[i]:
			return j
		}
	}
	return i
}

// docBefore finds the comment that ends right above start and returns its
// first line, in the comment marks it was written with, and where it starts.
func (f *file) docBefore(start int) (string, int) {
	i := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].start >= start }) - 1
	first, last := -1, i
	at := start
	for ; i >= 0 && f.adjacent(f.comments[i], at); i-- {
		if !f.alone(f.comments[i].start) {
			break // trails other code
		}
		first, at = i, f.comments[i].start
		if strings.HasPrefix(f.src[at:], "/*") {
			break // a block is a comment of its own
		}
	}
	if first < 0 {
		return "", start
	}
	// Line comments are one doc comment together.
	return docLine(f.src[at:f.comments[last].end]), at
}

// adjacent tells whether nothing that the parser saw and no empty line lies
// between a comment and what follows; a comment that says that it documents
// may be followed by one empty line.
func (f *file) adjacent(c span, start int) bool {
	if c.end > start || strings.TrimSpace(f.parsed[c.end:start]) != "" {
		return false
	}
	lines := strings.Split(f.src[c.end:start], "\n")
	empty := 0
	for i, line := range lines {
		if i > 0 && i < len(lines)-1 && strings.TrimSpace(line) == "" {
			empty++
		}
	}
	return empty == 0 || empty == 1 && strings.HasPrefix(f.src[c.start:c.end], "/**")
}

// alone tells whether offset is the first thing on its line.
func (f *file) alone(offset int) bool {
	before := strings.TrimRight(f.src[:offset], " \t\r")
	return before == "" || before[len(before)-1] == '\n'
}

// noteAfter is a comment on the line on which a declaration ends.
func (f *file) noteAfter(end int) string {
	i := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].start >= end })
	if i == len(f.comments) {
		return ""
	}
	c := f.comments[i]
	const near = 200 // bytes, so that a long line is not read again and again
	if c.start-end > near {
		return ""
	}
	if strings.Trim(f.src[end:c.start], " \t,;") != "" || strings.Contains(f.src[c.start:c.end], "\n") {
		return ""
	}
	return docLine(f.src[c.start:c.end])
}

// docLine is the summary of a comment in the comment's own marks.
func docLine(comment string) string {
	for first, rest, ok := strings.Cut(comment, "\n"); ok && strings.Trim(first, "/# \t\r") == ""; first, rest, ok = strings.Cut(comment, "\n") {
		comment = strings.TrimLeft(rest, " \t")
	}
	mark, rest := commentMark(comment)
	text := summary(mark, rest)
	switch {
	case text == "":
		return ""
	case strings.HasPrefix(mark, "/*"):
		return mark + " " + text + " */"
	}
	return mark + " " + text
}

// summary is the first sentence of a documentation text if it ends on the
// first line that says something or on the next; else that first line.
func summary(mark, text string) string {
	first := ""
	for line := range strings.Lines(text) {
		line = bareLine(mark, line)
		if first != "" {
			if end := sentenceEnd(line); end > 0 && len(first)+1+end <= maxDocBytes {
				return first + " " + line[:end]
			}
			return cut(first, maxDocBytes)
		}
		if line != "" && (line[0] == '@' || line[0] == '\\') {
			if line = tagText(line); line == "" {
				return ""
			}
		}
		switch {
		case !says(line) || isDirective(mark, line):
			continue
		case isLicense(line):
			return ""
		}
		if end := sentenceEnd(line); end > 0 {
			return cut(line[:end], maxDocBytes)
		}
		first = line
	}
	return cut(first, maxDocBytes)
}

// tagText is what a documentation tag that holds a summary says. All others
// (@param, @internal) come after the summary, so that there is none.
func tagText(line string) string {
	tag, text, _ := strings.Cut(line[1:], " ")
	switch tag {
	case "brief", "short", "summary", "description", "desc", "file", "fileoverview", "overview":
		return strings.TrimSpace(text)
	case "deprecated":
		return line
	}
	return ""
}

// bareLine is a line of a comment without marks.
func bareLine(mark, line string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(mark, "/*") {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(line, "*/"), "*"))
	} else if mark != "" {
		line = strings.TrimPrefix(line, mark)
	}
	if mark == "///" {
		return untagged(strings.TrimSpace(line))
	}
	return strings.TrimSpace(line)
}

// sentenceEnd is the offset after the full stop of the first sentence in line,
// 0 if it has none.
func sentenceEnd(line string) int {
	for i := 0; i < len(line); i++ {
		if line[i] != '.' && line[i] != '!' && line[i] != '?' {
			continue
		}
		rest := line[i+1:]
		if rest == "" {
			return i + 1
		}
		if strings.HasPrefix(rest, "  ") || len(rest) > 1 && rest[0] == ' ' && rest[1] >= 'A' && rest[1] <= 'Z' && !abbreviated(line[:i]) {
			return i + 1
		}
	}
	return 0
}

// abbreviated tells a full stop that ends no sentence: "e.g.", "vs.", "A. B."
func abbreviated(before string) bool {
	word := before[strings.LastIndexAny(before, " (")+1:]
	return len(word) < 2 || strings.Contains(word, ".") || strings.EqualFold(word, "vs") || strings.EqualFold(word, "etc")
}

func commentMark(comment string) (mark, rest string) {
	for _, m := range [...]string{"/**", "/*!", "/*", "///", "//!", "//", "##", "#:", "#", "---", "--", ";;", ";"} {
		if strings.HasPrefix(comment, m) {
			return m, comment[len(m):]
		}
	}
	return "", comment
}

// says tells whether a line says something: rules and banners do not.
func says(line string) bool {
	for _, rule := range [...]string{"----", "====", "****", "####", "~~~~", "____"} {
		if strings.Contains(line, rule) {
			return false
		}
	}
	return strings.ContainsFunc(line, unicode.IsLetter)
}

// isLicense tells a file's licence header from a doc comment.
func isLicense(line string) bool {
	line = strings.ToLower(line)
	return strings.Contains(line, "copyright") || strings.Contains(line, "spdx-") || strings.Contains(line, "licensed ") ||
		strings.Contains(line, "(c) ") || strings.HasSuffix(line, " license")
}

// isDirective tells comments that speak to tools, not to readers.
func isDirective(mark, line string) bool {
	if mark == "///" && strings.HasPrefix(line, "<reference") {
		return true
	}
	if mark == "//" || mark == "#" || mark == "##" || mark == "/*" || mark == "--" {
		for _, p := range [...]string{"go:", "nolint", "eslint", "prettier-", "@ts-", "tslint:", "noqa", "type: ignore", "pylint:", "istanbul ", "c8 ", "v8 ", "NOLINT", "clang-format", "lint:", "#region", "#endregion", "biome-", "deno-", "!/", "@__", "#__", "fmt:", "mypy:", "pyright:", "isort:", "yapf:", "coding:", "-*-", "vim:", "language=", "skipcq", "codespell:", "rubocop:", ":nodoc:", "frozen_string_literal", "typed:", "shellcheck", "swiftlint:", "phpcs:", "luacheck:", "credo:"} {
			if strings.HasPrefix(line, p) {
				return true
			}
		}
	}
	return false
}
