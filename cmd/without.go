package cmd

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// withCommand puts "pack" before arguments that begin with no command, but with what is
// to be packed or with flags that only pack has: it is what the program is for.
func withCommand(root *cobra.Command, args []string) []string {
	// The library adds the commands that shells ask only when it runs.
	if c, _, _ := root.Find(args); c != root || len(args) == 0 || args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd {
		return args // with the error of Find, if there is one
	}
	// A discarded command's flags determine which arguments are their values.
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
	case unknown == nil && pack.Flags().Changed("diff"): // what follows may be its range
	case first == "" && unknown == nil && probe.ParseFlags(args) != nil:
	default:
		return args
	}
	return append([]string{"pack"}, args...)
}

// isPlace reports whether an argument can be nothing but what is to be packed: it is there,
// or is written as no command is.
func isPlace(arg string) bool {
	if arg == "" {
		return false
	}
	if _, err := os.Stat(arg); err == nil || cli.IsRemote(arg) {
		return true
	}
	return strings.HasPrefix(arg, ".") || strings.ContainsAny(arg, `/\`)
}
