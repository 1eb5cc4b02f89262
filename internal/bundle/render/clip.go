package render

import (
	"fmt"
	"strings"

	"ctxpack/compressor/recent"
)

// Clip returns the shown part of a file as Markdown: a heading with the lines,
// and the text in a fence for the language that tag names.
func Clip(c recent.Clip, tag string) string {
	mark := fence(c.Text)
	return clipHeading(c) + mark + tag + "\n" + withNewline(c.Text) + mark + "\n"
}

// Clips joins clips with blank lines. tag names the language of a clip.
func Clips(clips []recent.Clip, tag func(recent.Clip) string) string {
	var all []string
	for _, c := range clips {
		all = append(all, Clip(c, tag(c)))
	}
	return strings.Join(all, "\n")
}

// ClipWrapper returns the text that Clip and Clips write around a text.
func ClipWrapper(c recent.Clip, tag string) string {
	mark := fence(c.Text)
	return clipHeading(c) + mark + tag + "\n" + mark + "\n\n"
}

func clipHeading(c recent.Clip) string {
	return fmt.Sprintf("### %s (lines %d-%d of %d)\n\n", codeSpan(DisplayPath(c.Path)), c.StartLine, c.EndLine, c.TotalLines)
}
