// Package trim contains the commands that shorten conversations, texts and recent files.
package trim

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// New returns the command trim with its subcommands.
func New(s *cli.Streams, g *cli.Globals) *cobra.Command {
	return cli.Group("trim", newTrimMessages(s, g), newTrimText(s, g), newTrimFiles(s, g))
}
