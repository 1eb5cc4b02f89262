package render

import (
	"fmt"
	"strings"

	"ctxpack/compressor/recent"
	"ctxpack/internal/text/mapped"
)

// Clip returns the shown part of a file as Markdown: a heading with the lines,
// and the text in a fence for the language that tag names.
func Clip(c recent.Clip, tag string) string {
	mark := fence(c.Text)
	return clipHeading(c) + mark + tag + "\n" + withNewline(c.Text) + mark + "\n"
}

// Clips joins clips with blank lines. tag names the language of a clip.
func Clips(clips []recent.Clip, tag func(recent.Clip) string) string {
	return strings.Join(mapped.Of(clips, func(c recent.Clip) string { return Clip(c, tag(c)) }), "\n")
}

// ClipWrapper returns the text that Clip and Clips write around a text.
func ClipWrapper(c recent.Clip, tag string) string {
	mark := fence(c.Text)
	return clipHeading(c) + mark + tag + "\n" + mark + "\n\n"
}

func clipHeading(c recent.Clip) string {
	return fmt.Sprintf("### %s (lines %d-%d of %d)\n\n", codeSpan(DisplayPath(c.Path)), c.StartLine, c.EndLine, c.TotalLines)
}
