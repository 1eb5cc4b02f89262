// Package trim has the commands that make conversations, texts and recent files fit.
package trim

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// New is the command trim and those below it.
func New(s *cli.Streams, g *cli.Globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trim",
		Short: "Make a conversation, text or recent files fit",
		Long: `Trim makes something that is not a repository fit: a conversation into a token
target, text into a limit of words, files that were edited of late into a token
budget. All of it is done by dropping and cutting, and what was removed is
reported.`,
		Args: cli.KnownCommand,
		RunE: cli.ShowHelp,
	}
	cmd.AddCommand(newTrimMessages(s, g), newTrimText(s, g), newTrimFiles(s, g))
	return cmd
}
