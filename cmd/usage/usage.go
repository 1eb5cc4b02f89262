// Package usage has the commands that record and report the tokens of each round of work.
package usage

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

const (
	// stateFolder holds what ctxpack remembers of a repository.
	stateFolder = ".ctxpack"
	usageFile   = "usage.jsonl"
	// usageLimit is the most bytes of a usage store that are read.
	usageLimit = 64 << 20
)

// New is the command usage and those below it.
func New(s *cli.Streams, g *cli.Globals) *cobra.Command {
	cmd := &cobra.Command{Use: "usage", Args: cli.KnownCommand, RunE: cli.ShowHelp}
	cmd.AddCommand(newUsageRecord(s, g), newUsageReport(s, g))
	return cmd
}

func addWarnAt(cmd *cobra.Command) *cli.Overrides {
	return cli.AddOverrides(cmd, cli.SettingFlag{Flag: "warn-at", Key: "usage.warnAt", Usage: "warn from this `PERCENT`age of the budget on"})
}

func addUsageStore(cmd *cobra.Command, store *string) {
	cmd.Flags().StringVar(store, "store", "", "use the log `FILE` (default: .ctxpack/usage.jsonl at the repository's root)")
}

// usagePath is where the usage store is: the file that the user named, links
// resolved, or the one of the repository that the current folder is part of.
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

// ofRepository is the usage store of the repository that a folder is part of, or of the folder itself.
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

// barWidth is how many characters show a whole budget.
const barWidth = 20
