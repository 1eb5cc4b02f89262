package cmd

import (
	"strings"

	"github.com/spf13/cobra"
)

// knownCommand refuses arguments of a command that only has others below it.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return nil
}

// showHelp is what a command does that only has others below it.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// commandName is a command's name without that of the program, which each message
// begins with.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
