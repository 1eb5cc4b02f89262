package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

func newVersion(s *cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:  "version",
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.Out, cli.VersionLine())
			return cli.RunFailure(err)
		},
	}
}
