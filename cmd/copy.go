package cmd

import (
	"os"

	"ctxpack/internal/clipboard"
	"ctxpack/internal/pipeline"
)

// copyBundle puts a bundle on the clipboard and says so.
func (o *packOptions) copyBundle(result *pipeline.Result, s *streams) error {
	place := clipboard.Place{Getenv: os.Getenv}
	if terminal, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0); err == nil { // Windows has none, and a clipboard
		defer func() { _ = terminal.Close() }() // nothing is buffered
		place.Terminal = terminal
	}
	text := result.Parts[0]
	through, err := place.Copy(text)
	if err != nil {
		return failf("--copy: %w", err).withHint("-o FILE writes the bundle to a file")
	}
	where := "the clipboard"
	if through {
		where = "the terminal's clipboard"
	}
	o.globals.note(s, "copied %s tokens to %s", grouped(result.Tokens), where)
	if through && len(text) > clipboard.TerminalLimit {
		o.globals.warn(s, "the bundle has %s bytes, and some terminals take no more than %s", grouped(len(text)), grouped(clipboard.TerminalLimit))
	}
	return nil
}
