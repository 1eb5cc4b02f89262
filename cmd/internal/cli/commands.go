package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// KnownCommand refuses unknown subcommands of a command that does nothing itself.
func KnownCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	return nil
}

// ShowHelp shows the help of a command that only has subcommands.
func ShowHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// CommandName returns a command's name without the program's name, which starts every message.
func CommandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
