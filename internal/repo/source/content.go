package source

import (
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// The exclusions that need a file's contents.

// headBytes and headCode bound the search for the note of a code generator: it may follow a license, but not many
// lines of code. Further down it may be text inside a generator.
const (
	headBytes = 6000
	headCode  = 8
)

// longLine is the length in bytes of a line that nobody types.
const longLine = 1000

// contentReason returns the reason to skip a text. The file's name determines how lines are interpreted.
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

// isMinifiedText reports whether lines of over 1,000 bytes make up more than half of a script or style sheet, even
// below a license.
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

// isGeneratedText reports whether a comment near the top says that the file was generated and must not be edited.
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
	list := strings.HasPrefix(name, ".") || name == "codeowners" // notes in these files are about an entry
	before, noted := "", false                                   // the comment line above: a note may span two lines
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

// A comment tracks whether lines are inside a block comment.
type comment bool

// holds reports whether a trimmed line is inside one, and advances to the next line.
func (c *comment) holds(line string) bool {
	inside := bool(*c)
	if begin, end := strings.LastIndex(line, "/*"), strings.LastIndex(line, "*/"); inside || begin == 0 {
		*c = comment(begin > end || inside && end < 0)
	}
	return inside
}

// isComment reports whether a trimmed line begins like a comment, or like the inside of one, in any common
// language.
func isComment(line string) bool {
	return anyOf(strings.HasPrefix, line, "//", "#", "/*", "*", "<!--", "--", ";", "%", "(*", "{-", `"""`, "'", "@rem", "REM ", "rem ", "!")
}

// anyOf reports whether has is true for one of several parts.
func anyOf(has func(text, part string) bool, text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return has(text, part) })
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func head(s string, n int) string { return s[:min(len(s), n)] }
