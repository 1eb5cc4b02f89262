package cmd

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newVersion(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the program's version",
		Long:  "Version prints the program's version, the commit it was built from if that is known, and the Go release." + exitHelp(exitDone, exitUsage),
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.out, versionLine())
			return runFailure(err)
		},
	}
}
