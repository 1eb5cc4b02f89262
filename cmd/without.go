package cmd

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
)

// withCommand inserts "pack" before arguments that begin with something to pack, or with flags that
// only pack has, instead of a command.
func withCommand(args []string) []string {
	// The library adds its completion commands only at run time.
	completes := len(args) > 0 && slices.Contains([]string{cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}, args[0])
	if len(args) == 0 || completes || makers()[args[0]] != nil {
		return args
	}
	if first := args[0]; !strings.HasPrefix(first, "-") && !slices.Contains([]string{"help", "completion"}, first) && isPlace(first) {
		return append([]string{"pack"}, args...)
	}
	// The flags of a discarded command determine which arguments are flag values.
	probe := Root(args...)
	if c, _, _ := probe.Find(args); c != probe {
		return args
	}
	pack, _, _ := probe.Find([]string{"pack"})
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
