// Package trim contains the commands that shorten conversations, texts and recent files.
package trim

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// New returns the command trim with its subcommands.
func New(s *cli.Streams, g *cli.Globals) *cobra.Command {
	cmd := &cobra.Command{Use: "trim", Args: cli.KnownCommand, RunE: cli.ShowHelp}
	cmd.AddCommand(newTrimMessages(s, g), newTrimText(s, g), newTrimFiles(s, g))
	return cmd
}
