package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// KnownCommand refuses arguments of a command that only has others below it.
func KnownCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	return nil
}

// ShowHelp is what a command does that only has others below it.
func ShowHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// CommandName is a command's name without that of the program, which each message begins with.
func CommandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
