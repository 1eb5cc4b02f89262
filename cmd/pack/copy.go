package pack

import (
	"os"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/clipboard"
)

// copyBundle copies a bundle to the clipboard and prints a note.
func (o *packOptions) copyBundle(result *pipeline.Result, s *cli.Streams) error {
	place := clipboard.Place{Getenv: os.Getenv}
	if terminal, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0); err == nil { // Windows has no /dev/tty, but a clipboard
		defer func() { _ = terminal.Close() }() // writes are not buffered
		place.Terminal = terminal
	}
	text := result.Parts[0]
	through, err := place.Copy(text)
	if err != nil {
		return cli.Failf("--copy: %w", err).WithHint("-o FILE writes the bundle to a file")
	}
	where := "the clipboard"
	if through {
		where = "the terminal's clipboard, if the terminal has one"
		if place.NoDisplay() {
			where += ": there is no display"
		}
	}
	o.globals.Note(s, "copied %s tokens to %s", cli.Grouped(result.Tokens), where)
	if through && len(text) > clipboard.TerminalLimit {
		o.globals.Warn(s, "the bundle has %s bytes, and some terminals take no more than %s", cli.Grouped(len(text)), cli.Grouped(clipboard.TerminalLimit))
	}
	return nil
}
