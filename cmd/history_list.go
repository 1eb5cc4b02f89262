package cmd

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/spf13/cobra"
)

type historySessionsOptions struct {
	*historyOptions
	limit int
}

func newHistorySessions(s *streams, h *historyOptions) *cobra.Command {
	o := &historySessionsOptions{historyOptions: h}
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List the sessions",
		Long: `Sessions lists the sessions, the one with the newest activity first: id, time of
the last activity, number of messages, the beginning of the first message, and
who said it.` + exitHelp(exitDone, exitFailed, exitUsage, exitInterrupted),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.limit <= 0 && cmd.Flags().Changed("limit") {
				return usagef("--limit: want a number from 1, got %d", o.limit)
			}
			return runFailure(runHistorySessions(cmd.Context(), o, s))
		},
	}
	cmd.Flags().IntVarP(&o.limit, "limit", "n", 0, "list at most `N` sessions (default: all)")
	return cmd
}

func runHistorySessions(ctx context.Context, o *historySessionsOptions, s *streams) error {
	st, err := openStore(o.store)
	if err != nil {
		return err
	}
	sessions, problems, err := st.Sessions(ctx, o.limit)
	if err != nil {
		return err
	}
	o.globals.warnOf(s, st, problems)
	if o.json {
		return printJSON(s.out, map[string]any{"sessions": sessions})
	}
	if len(sessions) == 0 {
		o.nothingStored(s, st)
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, session := range sessions {
		preview := strings.Join(strings.Fields(session.Preview), " ")
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", oneLine(session.ID), session.Time, countOf(session.Count, "message"), session.FirstRole, oneLine(preview))
	}
	return table.Flush()
}

// plainText keeps what others have written from doing anything to a terminal.
func plainText(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

// printBlocks prints texts with blank lines between them.
func printBlocks(s *streams, blocks []string) error {
	out := bufio.NewWriter(s.out)
	for i, b := range blocks {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprint(out, ensureNewline(plainText(b)))
	}
	return out.Flush()
}
