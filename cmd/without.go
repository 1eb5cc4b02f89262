package cmd

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// withCommand inserts "pack" before arguments that begin with something to pack, or with flags that
// only pack has, instead of a command.
func withCommand(root *cobra.Command, args []string) []string {
	// The library adds its completion commands only at run time.
	completes := len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
	if c, _, _ := root.Find(args); c != root || len(args) == 0 || completes {
		return args // with the error of Find, if any
	}
	// The flags of a discarded command determine which arguments are flag values.
	probe := Root()
	pack, _, err := probe.Find([]string{"pack"})
	if err != nil {
		return args
	}
	for _, c := range []*cobra.Command{probe, pack} {
		c.InitDefaultHelpFlag()
	}
	unknown := pack.ParseFlags(args)
	first := pack.Flags().Arg(0)
	switch {
	case isPlace(first):
	case unknown == nil && pack.Flags().Changed("diff"): // the next argument may be its range
	case first == "" && unknown == nil && probe.ParseFlags(args) != nil:
	default:
		return args
	}
	return append([]string{"pack"}, args...)
}

// isPlace reports whether an argument can only be something to pack: it exists, or is not written like a command.
func isPlace(arg string) bool {
	if arg == "" {
		return false
	}
	if _, err := os.Stat(arg); err == nil || cli.IsRemote(arg) {
		return true
	}
	return strings.HasPrefix(arg, ".") || strings.ContainsAny(arg, `/\`)
}
