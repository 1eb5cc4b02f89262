package source

import (
	_ "embed" // the notes
	"regexp"
	"strings"
	"sync"
)

// The notes of single programs, and the forms of files that only programs write.

// noteCode is before how many lines that are no comments a note must stand which does not forbid editing.
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

// hasNote reports whether a text has a match of the pattern of a name.
func hasNote(name, text string) bool { return notes()[name].MatchString(text) }

// isProgramNote reports whether a comment, perhaps of two lines, says about its
// file that a program wrote it. after is the line that follows.
func isProgramNote(comment, after string) bool {
	text := bareComment(comment)
	return (hasNote("program", text) || hasNote("by", text) && !hasNote("sentence", text)) && !hasNote("edited", text+" "+strings.ToLower(after))
}

// noteWords are words of which each note has one: most comments have none, and are looked at no further. Read-only.
var noteWords = []string{"generat", "$antlr", "bison", "meta", "created", "gimp", "parser", "line "}

// bareComment gives a comment in lower case without the marks before it.
func bareComment(line string) string {
	return strings.ToLower(strings.TrimLeft(line, " \t/*#<!-;%\"'({"))
}

// isGeneratedForm knows files by a form that people do not write.
func isGeneratedForm(ext, text string) bool {
	switch ext {
	case "js", "mjs", "cjs", "css": // compiled, with a source map
		end := strings.TrimRight(text, " \t\r\n")
		return hasNote("mapped", end[strings.LastIndexByte(end, '\n')+1:])
	case "html", "htm", "xhtml": // a page that a generator of documentation wrote, and no template of one
		lower := strings.ToLower(head(text, 2000))
		return hasNote("generator", lower) && !hasNote("template", lower) && !hasNote("page", lower)
	case "meta": // Unity's
		return strings.HasPrefix(text, "fileFormatVersion: ")
	case "yml", "yaml": // a recorded HTTP exchange
		return strings.Contains(text[max(0, len(text)-100):], "\nrecorded_with: VCR ")
	case "xml": // the documentation that a .NET compiler writes
		return hasNote("dotnet", head(text, 200))
	}
	return false
}
