// Package usage contains the commands that record and report the tokens of each round of work.
package usage

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

const (
	// stateFolder holds what ctxpack stores in a repository.
	stateFolder = ".ctxpack"
	usageFile   = "usage.jsonl"
	// usageLimit is how many bytes of a usage store are read.
	usageLimit = 64 << 20
)

// New returns the command usage with its subcommands.
func New(s *cli.Streams, g *cli.Globals) *cobra.Command {
	return cli.Group("usage", newUsageRecord(s, g), newUsageReport(s, g))
}

func addWarnAt(cmd *cobra.Command) *cli.Overrides {
	return cli.AddOverrides(cmd, cli.SettingFlag{Flag: "warn-at", Key: "usage.warnAt", Usage: "warn from this `PERCENT`age of the budget on"})
}

func addUsageStore(cmd *cobra.Command, store *string) {
	cmd.Flags().StringVar(store, "store", "", "use the log `FILE` (default: .ctxpack/usage.jsonl at the repository's root)")
}

// usagePath returns the usage store: the named file with links resolved, or the store of the current repository.
func usagePath(store string) (string, error) {
	if store == "" {
		return ofRepository(".")
	}
	if err := cli.CheckTargets(nil, store); err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(store); err == nil {
		return real, nil
	}
	return store, nil
}

// ofRepository returns the usage store of the repository that contains a folder, or of the folder itself.
func ofRepository(folder string) (string, error) {
	top, err := cli.Top(folder)
	if err != nil {
		return "", err
	}
	path := filepath.Join(top, stateFolder, usageFile)
	if err := cli.CheckTargets(nil, path); err != nil {
		return "", err
	}
	return path, cli.CheckState(path, "name another with --store FILE")
}

// barWidth is the number of characters for a whole budget.
const barWidth = 20
