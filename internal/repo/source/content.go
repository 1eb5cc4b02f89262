package source

import (
	_ "embed" // the notes
	"regexp"
	"slices"
	"strings"
	"sync"

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
		if inComment := block.holds(line) || isComment(line); !inComment || markdown && !strings.HasPrefix(line, "<!--") {
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
		case list || code >= noteCode:
		case isProgramNote(line, head(rest, 200)), before != "" && isProgramNote(before+" "+bareComment(line), head(rest, 200)):
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

// Notes that particular programs write into their output, and file formats that only programs
// write.

// noteCode is the number of code lines before which a note must appear that does not forbid editing.
const noteCode = 3

//go:embed notes.txt
var noteText string

var notes = sync.OnceValue(func() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for line := range strings.SplitSeq(strings.ReplaceAll(noteText, "\n\t", ""), "\n") {
		if name, pattern, ok := strings.Cut(line, "\t"); ok && line[0] != '#' {
			all[name] = regexp.MustCompile(pattern)
		}
	}
	return all
})

// hasNote reports whether a text matches the pattern with a name.
func hasNote(name, text string) bool { return notes()[name].MatchString(text) }

// isProgramNote reports whether a comment, possibly of two lines, says that a program wrote its file. after is the
// next line.
func isProgramNote(comment, after string) bool {
	text := bareComment(comment)
	return (hasNote("program", text) || hasNote("by", text) && !hasNote("sentence", text)) && !hasNote("edited", text+" "+strings.ToLower(after))
}

// noteWords lists words of which each note has one: comments without any, which are most, are not examined further.
// Read-only.
var noteWords = []string{"generat", "$antlr", "bison", "meta", "created", "gimp", "parser", "line "}

// bareComment returns a comment in lower case without its comment marks.
func bareComment(line string) string {
	return strings.ToLower(strings.TrimLeft(line, " \t/*#<!-;%\"'({"))
}

// isGeneratedForm reports whether a file has a form that people do not write.
func isGeneratedForm(ext, text string) bool {
	switch ext {
	case "js", "mjs", "cjs", "css": // compiled, with a source map
		end := strings.TrimRight(text, " \t\r\n")
		return hasNote("mapped", end[strings.LastIndexByte(end, '\n')+1:])
	case "html", "htm", "xhtml": // a page that a documentation generator wrote, but not its template
		lower := strings.ToLower(head(text, 2000))
		return hasNote("generator", lower) && !hasNote("template", lower) && !hasNote("page", lower)
	case "meta": // Unity's
		return strings.HasPrefix(text, "fileFormatVersion: ")
	case "yml", "yaml": // a recorded HTTP exchange
		return strings.Contains(text[max(0, len(text)-100):], "\nrecorded_with: VCR ")
	case "xml": // documentation written by a .NET compiler
		return hasNote("dotnet", head(text, 200))
	}
	return false
}
