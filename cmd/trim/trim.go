// Package trim has the commands that make conversations, texts and recent files fit.
package trim

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// New is the command trim and those below it.
func New(s *cli.Streams, g *cli.Globals) *cobra.Command {
	cmd := &cobra.Command{Use: "trim", Args: cli.KnownCommand, RunE: cli.ShowHelp}
	cmd.AddCommand(newTrimMessages(s, g), newTrimText(s, g), newTrimFiles(s, g))
	return cmd
}
