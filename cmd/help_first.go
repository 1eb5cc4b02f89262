package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/cmd/internal/cli"
)

// allFlag asks help for all flags of a command with many of them.
const allFlag = "all"

// firstFlags lists, in order, the flags on the first help screen of a command with many flags. Read-only.
var firstFlags = []string{
	"budget", "output", "format", "copy", "task", "diff", "with-diff", "near", "include", "exclude", "pin", "model", "ref", "report",
}

// firstExamples is the number of example lines on the first screen.
const firstExamples = 6

// addAll adds --all, which makes help list all flags. Every command accepts it, because users do
// not know which commands have many flags.
func addAll(root *cobra.Command, s *cli.Streams) {
	allBelow(root)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		var b bytes.Buffer
		out := cmd.OutOrStdout()
		cmd.SetOut(&b)
		defer func() { _, _ = io.WriteString(out, cli.Wrap(b.String(), s.Width)) }() // the command itself checks --all
		if all, err := cmd.Flags().GetBool(allFlag); hasMany(cmd) && err == nil && !all {
			writeFirst(cmd)
			return
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n", strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short)))
		_ = cmd.Usage() // Usage writes to the buffer
	})
}

func allBelow(c *cobra.Command) {
	if c.Flags().Lookup(allFlag) == nil {
		c.Flags().Bool(allFlag, false, "with --help: show all flags")
		_ = c.Flags().SetAnnotation(allFlag, cli.NoVariable, []string{"help"}) // the flag exists
		c.Flags().Lookup(allFlag).Hidden = true
	}
	for _, below := range c.Commands() {
		allBelow(below)
	}
}

func hasMany(cmd *cobra.Command) bool {
	n := 0
	cmd.LocalNonPersistentFlags().VisitAll(func(*pflag.Flag) { n++ })
	return n >= manyFlags
}

// writeFirst writes the first help screen: the command's purpose, a few examples, the most used
// flags, and how to see the rest.
func writeFirst(cmd *cobra.Command) {
	var b strings.Builder
	about, codes, _ := strings.Cut(cmd.Long, "\n\nExit codes:")
	about, _, _ = strings.Cut(about, "\n\n")
	examples := strings.Split(strings.TrimRight(cmd.Example, "\n"), "\n")
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n\nExamples:\n%s\n\nFlags:\n", about, cmd.UseLine(), strings.Join(examples[:min(len(examples), firstExamples)], "\n"))
	flags, rest := chosenFlags(cmd)
	b.WriteString(flags.FlagUsages())
	b.WriteString("\nExit codes:" + codes + "\n")
	fmt.Fprintf(&b, "\n%d more flags: %s --help --%s\n", rest, cmd.CommandPath(), allFlag)
	fmt.Fprint(cmd.OutOrStdout(), b.String())
}

// chosenFlags returns the flags of the first screen, and how many others the command has. The first
// screen shows firstFlags and the flags that pack does not have.
func chosenFlags(cmd *cobra.Command) (chosen *pflag.FlagSet, rest int) {
	chosen = pflag.NewFlagSet("", pflag.ContinueOnError)
	chosen.SortFlags = false
	for _, name := range firstFlags {
		if f := cmd.LocalNonPersistentFlags().Lookup(name); f != nil {
			chosen.AddFlag(f)
		}
	}
	pack, _, _ := cmd.Root().Find([]string{"pack"}) // pack always exists
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if pack.Flags().Lookup(f.Name) == nil && !f.Hidden && f.Name != "help" {
			chosen.AddFlag(f)
		}
	})
	count := func(f *pflag.Flag) {
		if chosen.Lookup(f.Name) == nil && !f.Hidden && f.Name != "help" {
			rest++
		}
	}
	cmd.LocalNonPersistentFlags().VisitAll(count)
	cmd.InheritedFlags().VisitAll(count)
	return chosen, rest
}
