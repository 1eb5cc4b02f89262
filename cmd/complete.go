package cmd

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// knownShells makes the command that writes completion scripts refuse unknown shells.
func knownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd("")
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Short = "Write a completion script for a shell"
		c.Long = "Completion writes a script that lets a shell complete commands, flags and their values."
		c.Args, c.RunE = cli.KnownCommand, cli.ShowHelp
	}
}
