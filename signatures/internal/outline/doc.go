package outline

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"ctxpack/signatures/internal/lex"
)

const MaxDocBytes = 120 // maximum bytes of a doc line in the outline

// finish collects the markers in comments.
func (f *File) finish() {
	seen := 0
	for _, c := range f.Comments {
		if c.Start < seen { // the same comment matched twice
			continue
		}
		seen = c.End
		text := f.Src[c.Start:c.End]
		f.Out.Markers = lex.AppendMarkers(f.Out.Markers, text, f.line(c.Start))
	}
	if len(f.lost) > 0 {
		f.lostMarkers()
	}
}

// docBefore returns the first line of the comment that ends right above start, with its comment marks, and where it
// starts.
func (f *File) docBefore(start int) (string, int) {
	i := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].Start >= start }) - 1
	first, last := -1, i
	at := start
	for ; i >= 0 && f.adjacent(f.Comments[i], at); i-- {
		if !f.alone(f.Comments[i].Start) {
			break // trails other code
		}
		first, at = i, f.Comments[i].Start
		if strings.HasPrefix(f.Src[at:], "/*") {
			break // a block is a separate comment
		}
	}
	if first < 0 {
		return "", start
	}
	// Consecutive line comments are one doc comment.
	return DocLine(f.Src[at:f.Comments[last].End]), at
}

// adjacent reports whether only spaces and no empty line lie between a comment and start. After a comment marked as
// documentation, one empty line is allowed.
func (f *File) adjacent(c lex.Span, start int) bool {
	if c.End > start || strings.TrimSpace(f.Parsed[c.End:start]) != "" {
		return false
	}
	lines := strings.Split(f.Src[c.End:start], "\n")
	empty := 0
	for i, line := range lines {
		if i > 0 && i < len(lines)-1 && strings.TrimSpace(line) == "" {
			empty++
		}
	}
	return empty == 0 || empty == 1 && strings.HasPrefix(f.Src[c.Start:c.End], "/**")
}

// alone reports whether offset is the first thing on its line.
func (f *File) alone(offset int) bool {
	before := strings.TrimRight(f.Src[:offset], " \t\r")
	return before == "" || before[len(before)-1] == '\n'
}

// InnerDoc returns the summary of the comment at the start of a file that an exclamation mark declares to document
// its container.
func (f *File) InnerDoc() string {
	for i, c := range f.Comments {
		text := f.Src[c.Start:c.End]
		switch {
		case strings.HasPrefix(text, "//!") && i > 0 && strings.TrimSpace(f.Src[f.Comments[i-1].End:c.Start]) != "":
			return ""
		case strings.HasPrefix(text, "//!"):
			last := c
			for _, next := range f.Comments[i:] {
				if next.Start > last.End+2 || !strings.HasPrefix(f.Src[next.Start:], "//!") {
					break
				}
				last = next
			}
			return DocLine(f.Src[c.Start:last.End])
		case strings.HasPrefix(text, "/*!"):
			return DocLine(text)
		}
	}
	return ""
}

// NoteAfter returns the comment on the line on which a declaration ends.
func (f *File) NoteAfter(end int) string {
	i := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].Start >= end })
	if i == len(f.Comments) {
		return ""
	}
	c := f.Comments[i]
	const near = 200 // bytes, so that a long line is not read repeatedly
	if c.Start-end > near {
		return ""
	}
	if strings.Trim(f.Src[end:c.Start], " \t,;") != "" || strings.Contains(f.Src[c.Start:c.End], "\n") {
		return ""
	}
	return DocLine(f.Src[c.Start:c.End])
}

// DocLine returns the summary of a comment, in its own comment marks.
func DocLine(comment string) string {
	for first, rest, ok := strings.Cut(comment, "\n"); ok && strings.Trim(first, "/# \t\r") == ""; first, rest, ok = strings.Cut(comment, "\n") {
		comment = strings.TrimLeft(rest, " \t")
	}
	mark, rest := commentMark(comment)
	text := Summary(mark, rest)
	switch {
	case text == "":
		return ""
	case strings.HasPrefix(mark, "/*"):
		return mark + " " + text + " */"
	}
	return mark + " " + text
}

// Summary returns the first sentence of a documentation text if it ends within [MaxDocBytes], else its first line
// with an ellipsis.
func Summary(mark, text string) string {
	first, all := "", "" // all: with the lines behind it
	for line := range strings.Lines(text) {
		line = bareLine(mark, line)
		if first != "" {
			if !isProse(line) || strings.ContainsRune("@\\-*+=|`<", rune(line[0])) || isDirective(mark, line) {
				return Cut(first, MaxDocBytes) // a paragraph without a full stop
			}
			end := SentenceEnd(line)
			switch {
			case len(all)+1+cmp.Or(end, len(line)) > MaxDocBytes:
				return goesOn(first)
			case end > 0:
				return all + " " + line[:end]
			}
			all += " " + line
			continue
		}
		if line != "" && (line[0] == '@' || line[0] == '\\') {
			if line = tagText(line); line == "" {
				return ""
			}
		}
		switch {
		case !isProse(line) || isDirective(mark, line):
			continue
		case isLicense(line):
			return ""
		}
		if end := SentenceEnd(line); end > 0 {
			return Cut(line[:end], MaxDocBytes)
		}
		first, all = line, line
	}
	return Cut(first, MaxDocBytes)
}

// goesOn adds an ellipsis to a sentence that is not shown to its end.
func goesOn(text string) string {
	if text = Cut(text, MaxDocBytes); strings.HasSuffix(text, "…") || strings.HasSuffix(text, ":") {
		return text
	}
	return strings.TrimRight(text, ",;") + "…"
}

// tagText returns the text of a documentation tag that holds a summary. All other tags (@param, @internal) follow
// the summary, so that there is none.
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

// SentenceEnd returns the offset after the full stop of the first sentence in line, 0 if it has none.
func SentenceEnd(line string) int {
	for i := 0; i < len(line); i++ {
		if line[i] != '.' && line[i] != '!' && line[i] != '?' {
			continue
		}
		rest := line[i+1:]
		if rest == "" {
			return i + 1
		}
		isCapital := len(rest) > 1 && rest[0] == ' ' && rest[1] >= 'A' && rest[1] <= 'Z'
		if strings.HasPrefix(rest, "  ") || isCapital && !abbreviated(line[:i]) {
			return i + 1
		}
	}
	return 0
}

// abbreviated reports whether a full stop does not end a sentence: "e.g.", "vs.", "A. B."
func abbreviated(before string) bool {
	word := before[strings.LastIndexAny(before, " (")+1:]
	return len(word) < 2 || strings.Contains(word, ".") || strings.EqualFold(word, "vs") || strings.EqualFold(word, "etc")
}

func commentMark(comment string) (mark, rest string) {
	for _, m := range [...]string{"/**", "/*!", "/*", "///", "//!", "//", "##", "#:", "#'", "#", "---", "--", ";;", ";"} {
		if strings.HasPrefix(comment, m) {
			return m, comment[len(m):]
		}
	}
	return "", comment
}

// isProse reports whether a line has words, unlike rules and banners.
func isProse(line string) bool {
	isRule := func(rule string) bool { return strings.Contains(line, rule) }
	return !slices.ContainsFunc([]string{"----", "====", "****", "####", "~~~~", "____"}, isRule) && strings.ContainsFunc(line, unicode.IsLetter)
}

// isLicense reports whether a comment is a licence header, not a doc comment.
func isLicense(line string) bool {
	line = strings.ToLower(line)
	return strings.Contains(line, "copyright") || strings.Contains(line, "spdx-") || strings.Contains(line, "licensed ") ||
		strings.Contains(line, "(c) ") || strings.HasSuffix(line, " license")
}

// isDirective reports whether a comment is for tools, not readers.
func isDirective(mark, line string) bool {
	if mark == "///" && strings.HasPrefix(line, "<reference") {
		return true
	}
	switch mark {
	case "//", "#", "##", "/*", "--":
		return slices.ContainsFunc([]string{"go:", "nolint", "eslint", "prettier-", "@ts-", "tslint:", "noqa", "type: ignore", "pylint:",
			"istanbul ", "c8 ", "v8 ", "NOLINT", "clang-format", "lint:", "#region", "#endregion", "biome-", "deno-", "!/", "@__", "#__",
			"fmt:", "mypy:", "pyright:", "isort:", "yapf:", "coding:", "-*-", "vim:", "language=", "skipcq", "codespell:", "rubocop:",
			":nodoc:", "frozen_string_literal", "typed:", "shellcheck", "swiftlint:", "phpcs:", "luacheck:", "credo:"},
			func(start string) bool { return strings.HasPrefix(line, start) })
	}
	return false
}

// untagged removes the tags from a line of an XML documentation comment (C#). A reference becomes its name;
// descriptions of parameters and results are dropped.
func untagged(line string) string {
	if !strings.Contains(line, "<") {
		return line
	}
	for _, tag := range [...]string{"<param", "<typeparam", "<returns", "<exception", "<inheritdoc", "<value", "<example", "<remarks", "<code", "<seealso"} {
		if strings.HasPrefix(line, tag) && !strings.HasPrefix(line, "<paramref") && !strings.HasPrefix(line, "<typeparamref") {
			return ""
		}
	}
	var b strings.Builder
	for line != "" {
		before, rest, ok := strings.Cut(line, "<")
		b.WriteString(before)
		tag, after, closed := strings.Cut(rest, ">")
		if !ok || !closed {
			if ok {
				b.WriteString("<" + rest)
			}
			break
		}
		b.WriteString(tagName(tag))
		line = after
	}
	return strings.TrimSpace(b.String())
}

// tagName returns the replacement of a tag in a sentence: the name in a reference, nothing for markup, and the tag
// itself if it is not a tag of XML documentation (a type argument in a sentence).
func tagName(tag string) string {
	word, attributes, _ := strings.Cut(strings.TrimPrefix(tag, "/"), " ")
	switch strings.TrimSuffix(word, "/") {
	case "see", "paramref", "typeparamref":
		_, name, _ := strings.Cut(attributes, `"`)
		name, _, _ = strings.Cut(name, `"`)
		if len(name) > 1 && name[1] == ':' {
			name = name[2:]
		}
		if strings.Contains(attributes, "href") {
			return ""
		}
		return name
	case "summary", "para", "c", "b", "i", "em", "strong", "br", "list", "item", "description", "term", "a", "note", "remarks":
		return ""
	}
	return "<" + tag + ">"
}
