package source

import (
	_ "embed" // the notes
	"regexp"
	"strings"
	"sync"
)

// Notes that particular programs write into their output, and file formats that only programs
// write.

// noteCode is the number of code lines before which a note must appear that does not forbid editing.
const noteCode = 3

//go:embed notes.txt
var noteText string

// Made once, read-only.
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
