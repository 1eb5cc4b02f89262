package cmd

import (
	"github.com/spf13/cobra"
)

func newTrim(s *streams, g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trim",
		Short: "Make a conversation, text or recent files fit",
		Long: `Trim makes something that is not a repository fit: a conversation into a token
target, text into a limit of words, files that were edited of late into a token
budget. All of it is done by dropping and cutting, and what was removed is
reported.`,
		Args: knownCommand,
		RunE: showHelp,
	}
	cmd.AddCommand(newTrimMessages(s, g), newTrimText(s, g), newTrimFiles(s, g))
	return cmd
}
