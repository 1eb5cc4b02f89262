package cmd

import (
	"cmp"
	_ "embed" // help texts
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/text/mapped"
)

// helpText is what the help of each command says.
//
//go:embed help.txt
var helpText string

// describe adds the help texts to the commands.
func describe(root *cobra.Command) {
	_, sections, _ := strings.Cut(helpText, "\n== ")
	for section := range strings.SplitSeq(sections, "\n== ") {
		head, rest, _ := strings.Cut(section, "\n")
		words, short, _ := strings.Cut(head, ": ")
		exits, rest, _ := strings.Cut(rest, "\n")
		c, missing, _ := root.Find(strings.Fields(words))
		if len(missing) > 0 {
			continue
		}
		text, examples, _ := strings.Cut(strings.TrimRight(rest, "\n"), "\n--\n")
		c.Short, c.Long, c.Example = short, cmp.Or(c.Long, text)+cli.ExitHelp(exits), examples
	}
}

// group is a heading with its lines.
type group struct {
	title string
	names []string
}

// commandGroups has the headings of the list of commands. Read-only.
var commandGroups = []group{
	{"Pack a repository", strings.Fields("pack score search uses signatures tokens fleet mcp")},
	{"Make a conversation, a text or recent files fit", strings.Fields("trim")},
	{"Settings and help", strings.Fields("config cache help completion version")},
	{"Conversations with a model", strings.Fields("history assemble usage compress")},
}

// flagGroups has the headings of flags, for commands with many of them. A flag has the same
// meaning, and so the same heading, in all commands. Read-only.
var flagGroups = []group{
	{"Files", strings.Fields("include exclude files-from null package pin only boost")},
	{"Ranking", strings.Fields("task diff near rank facts")},
	{"Size", strings.Fields("budget model tokenizer")},
	{"Output", strings.Fields("output copy format template header tree line-numbers with-diff with-log since split watch report json limit why")},
	{"Remote repositories", strings.Fields("ref")},
	{"Many repositories", strings.Fields("out shard parallel profiles task-file again")},
	{"Secrets", strings.Fields("no-redact")},
}

// manyFlags is the number of flags from which they are grouped.
const manyFlags = 20

// groupCommands assigns the commands of the program to their headings.
func groupCommands(root *cobra.Command) {
	for _, g := range commandGroups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range root.Commands() {
			if slices.Contains(g.names, c.Name()) {
				c.GroupID = g.title
			}
		}
	}
}

// writeUsage writes how to call a command: its form, examples, subcommands and flags.
func writeUsage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
	} else {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	usageOfCommands(&b, cmd)
	usageOfFlags(&b, cmd.LocalFlags())
	if cmd.HasAvailableInheritedFlags() {
		fmt.Fprintf(&b, "\nFlags of every command:\n%s", cmd.InheritedFlags().FlagUsages())
	}
	_, err := io.WriteString(cmd.OutOrStderr(), b.String())
	return err
}

func usageOfCommands(b *strings.Builder, cmd *cobra.Command) {
	below := func(title, group string) {
		first := true
		for _, c := range inOrder(cmd.Commands()) {
			if c.GroupID != group || !c.IsAvailableCommand() && c.Name() != "help" {
				continue
			}
			if first {
				fmt.Fprintf(b, "\n%s:\n", title)
			}
			first = false
			fmt.Fprintf(b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
		}
	}
	for _, g := range cmd.Groups() {
		below(g.Title, g.ID)
	}
	below("Commands", "")
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(b, "\nRun \"%s help COMMAND\" for details.\n", cmd.Root().Name())
	}
}

// inOrder sorts commands in the order of commandGroups, with others last.
func inOrder(commands []*cobra.Command) []*cobra.Command {
	order := mapped.Flat(commandGroups, func(g group) []string { return g.names })
	place := func(c *cobra.Command) int {
		if i := slices.Index(order, c.Name()); c.GroupID != "" && i >= 0 {
			return i
		}
		return len(order)
	}
	commands = slices.Clone(commands)
	slices.SortStableFunc(commands, func(a, b *cobra.Command) int { return cmp.Compare(place(a), place(b)) })
	return commands
}

func usageOfFlags(b *strings.Builder, flags *pflag.FlagSet) {
	group := map[string]int{}
	n := 0
	flags.VisitAll(func(*pflag.Flag) { n++ })
	if n >= manyFlags {
		for i, g := range flagGroups {
			for _, name := range g.names {
				group[name] = i + 1
			}
		}
	}
	sets := make([]pflag.FlagSet, len(flagGroups)+1)
	flags.VisitAll(func(f *pflag.Flag) { sets[group[f.Name]].AddFlag(f) })
	for i, g := range flagGroups {
		if sets[i+1].HasAvailableFlags() {
			fmt.Fprintf(b, "\n%s:\n%s", g.title, sets[i+1].FlagUsages())
		}
	}
	if sets[0].HasAvailableFlags() {
		title := "Flags"
		if n >= manyFlags {
			title = "Other flags"
		}
		fmt.Fprintf(b, "\n%s:\n%s", title, sets[0].FlagUsages())
	}
}

// newHelp returns the help command.
func newHelp() *cobra.Command {
	var all bool
	help := &cobra.Command{
		Use:               "help [COMMAND]",
		ValidArgsFunction: completeCommands,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return cli.UnknownCommand(cmp.Or(about, cmd.Root()), append(rest, args...)[0])
			}
			about.InitDefaultHelpFlag()
			if all && hasMany(about) {
				_ = about.Flags().Set(allFlag, "true") // every command has the flag
			}
			return about.Help()
		},
	}
	help.Flags().BoolVar(&all, allFlag, false, "show all flags of the command")
	return help
}

func completeCommands(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if about, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
		for _, c := range about.Commands() {
			if c.IsAvailableCommand() {
				names = append(names, c.Name()+"\t"+c.Short)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
