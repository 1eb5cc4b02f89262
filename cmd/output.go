package cmd

import (
	"bytes"
	"encoding/json"
	"io"
	"text/tabwriter"

	"ctxpack/internal/atomicfile"
	"ctxpack/internal/humanize"
	"ctxpack/internal/render"
)

// writeProduct writes what a command makes to a file, all or nothing, or to
// standard output.
func writeProduct(s *streams, output, text string) error {
	if output == "" || output == "-" {
		_, err := io.WriteString(s.out, text)
		return runFailure(err)
	}
	if err := checkTargets(nil, output); err != nil {
		return err
	}
	return runFailure(atomicfile.Write(atomicfile.File{Path: output, Data: text}))
}

// writePainted is writeProduct for a text that this program has coloured.
func writePainted(s *streams, output, text string) error {
	if s.painted != nil && (output == "" || output == "-") {
		_, err := io.WriteString(s.painted, text)
		return runFailure(err)
	}
	return writeProduct(s, output, text)
}

func printJSON(w io.Writer, v any) error {
	text, err := indentJSON(v)
	if err != nil {
		return failf("write JSON: %w", err)
	}
	_, err = io.WriteString(w, text)
	return err
}

func indentJSON(v any) (string, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(v)
	return b.String(), err
}

// escapeInvalid keeps names apart that JSON would make equal.
func escapeInvalid(name string) string {
	return render.TextPath(name)
}

func ensureNewline(text string) string {
	if text == "" || text[len(text)-1] == '\n' {
		return text
	}
	return text + "\n"
}

// newTable aligns numbers to the right.
func newTable(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
}

func flush(t *tabwriter.Writer) {
	_ = t.Flush() // standard error has nobody else to tell
}

func bold(text string, color bool) string {
	if !color {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

// grouped writes a number with thousands separators.
func grouped(n int) string { return humanize.Comma(n) }

// shorten takes the middle out of a text that is longer than width columns;
// width 0 and less leave it as it is, and a few columns are always kept.
func shorten(text string, width int) string {
	runes := []rune(text)
	if width <= 0 || len(runes) <= max(width, 20) {
		return text
	}
	width = max(width, 20)
	head := (width - 1) / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(width-1-head):])
}
