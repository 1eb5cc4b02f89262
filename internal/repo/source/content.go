package source

import (
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// The exclusions that only a file's contents can tell.

// headBytes and headCode bound where the note of a code generator is looked for: perhaps after a license, but not
// after so many lines that are no comments. Further down it may be in the text of a generator.
const (
	headBytes = 6000
	headCode  = 8
)

// longLine is the length in bytes from which on nobody has written a line.
const longLine = 1000

// contentReason classes a text. The file's name is needed for what a line of that kind of file means.
func contentReason(name, text string) SkipReason {
	name = strings.ToLower(name)
	_, ext := cutExtension(name)
	switch {
	case isMinifiedText(ext, text):
		return Minified
	case ext == "map" && isSourceMapText(text):
		return SourceMap
	case isGeneratedForm(ext, text), isGeneratedText(name, ext, text):
		return Generated
	}
	return None
}

// isMinifiedText reports whether more than half of a script or style sheet
// stands in lines of over 1,000 bytes. A license on top does not change that.
func isMinifiedText(ext, text string) bool {
	if !slices.Contains([]string{"js", "mjs", "cjs", "css"}, ext) || len(text) < longLine {
		return false
	}
	long := 0
	for line := range strings.Lines(text) {
		if len(line) > longLine {
			long += len(line)
		}
	}
	return long > len(text)/2
}

func isSourceMapText(text string) bool {
	head := head(text, 400)
	return strings.HasPrefix(strings.TrimLeft(head, " \t\r\n"), "{") &&
		strings.Contains(head, `"version"`) && strings.Contains(text, `"mappings"`)
}

// isGeneratedText looks for a note in a comment near the top that says that
// the file was generated and is not to be edited.
func isGeneratedText(name, ext, text string) bool {
	if ext == "out" || ext == "txt" || ext == "cov" {
		switch line, _, _ := strings.Cut(head(text, 20), "\n"); strings.TrimSuffix(line, "\r") {
		case "mode: set", "mode: count", "mode: atomic": // a Go coverage profile
			return true
		}
	}
	rest := head(text, headBytes)
	markdown := ext == "md" || ext == "markdown" || ext == "mdx" || ext == "rst" ||
		ext == "txt" && !strings.HasPrefix(name, "requirements")
	template := kinds.Is(ext, "template source")
	list := strings.HasPrefix(name, ".") || name == "codeowners" // notes there are about an entry
	before, noted := "", false                                   // the comment line above: a note may be broken in two
	var block comment
	for code := 0; rest != "" && code < headCode; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		if !block.holds(line) && !isComment(line) || markdown && !strings.HasPrefix(line, "<!--") {
			before, noted = "", false
			if line != "" {
				code++
			}
			continue
		}
		was := noted
		noted = anyOf(strings.Contains, strings.ToLower(line), noteWords...)
		switch {
		case !noted && !was:
		case hasNote("autotools", bareComment(line)):
			return true
		case template || hasNote("template", line):
		case hasNote("fixed", line), before != "" && hasNote("forbidden", before+" "+line):
			return true
		case !list && code < noteCode && (isProgramNote(line, head(rest, 200)) || before != "" && isProgramNote(before+" "+bareComment(line), head(rest, 200))):
			return true
		}
		before = line
	}
	return false
}

// A comment tells that the next line is inside of a comment that began above it.
type comment bool

// holds reports whether a trimmed line is inside of one, and goes on to the next line.
func (c *comment) holds(line string) bool {
	inside := bool(*c)
	if begin, end := strings.LastIndex(line, "/*"), strings.LastIndex(line, "*/"); inside || begin == 0 {
		*c = comment(begin > end || inside && end < 0)
	}
	return inside
}

// isComment reports whether a trimmed line begins as a comment, or the inside of one, does in any common language.
func isComment(line string) bool {
	return anyOf(strings.HasPrefix, line, "//", "#", "/*", "*", "<!--", "--", ";", "%", "(*", "{-", `"""`, "'", "@rem", "REM ", "rem ", "!")
}

// anyOf reports whether a text has one of several parts, where has says.
func anyOf(has func(text, part string) bool, text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return has(text, part) })
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func head(s string, n int) string { return s[:min(len(s), n)] }
