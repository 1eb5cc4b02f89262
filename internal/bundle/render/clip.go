package render

import (
	"fmt"
	"strings"

	"ctxpack/compressor/recent"
	"ctxpack/internal/text/mapped"
)

// Clips returns the shown parts of files as Markdown, joined with blank lines: headings with the lines, and the texts
// in fences for the languages that tag names.
func Clips(clips []recent.Clip, tag func(recent.Clip) string) string {
	return strings.Join(mapped.Of(clips, func(c recent.Clip) string {
		mark := fence(c.Text)
		return clipHeading(c) + mark + tag(c) + "\n" + withNewline(c.Text) + mark + "\n"
	}), "\n")
}

// ClipWrapper returns the text that Clips writes around a text.
func ClipWrapper(c recent.Clip, tag string) string {
	mark := fence(c.Text)
	return clipHeading(c) + mark + tag + "\n" + mark + "\n\n"
}

func clipHeading(c recent.Clip) string {
	return fmt.Sprintf("### %s (lines %d-%d of %d)\n\n", codeSpan(DisplayPath(c.Path)), c.StartLine, c.EndLine, c.TotalLines)
}
