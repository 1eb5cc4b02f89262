package history

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/share/store"
	"ctxpack/internal/text/humanize"
)

type historySessionsOptions struct {
	*historyOptions
	limit int
}

func newHistorySessions(s *cli.Streams, h *historyOptions) *cobra.Command {
	o := &historySessionsOptions{historyOptions: h}
	cmd := &cobra.Command{
		Use:  "sessions",
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.limit <= 0 && cmd.Flags().Changed("limit") {
				return cli.Usagef("--limit: want a number from 1, got %d", o.limit)
			}
			return cli.RunFailure(runHistorySessions(cmd.Context(), o, s))
		},
	}
	cmd.Flags().IntVarP(&o.limit, "limit", "n", 0, "list at most `N` sessions (default: all)")
	return cmd
}

func runHistorySessions(ctx context.Context, o *historySessionsOptions, s *cli.Streams) error {
	st, err := openStore(o.store)
	if err != nil {
		return err
	}
	sessions, problems, err := st.Sessions(ctx, o.limit)
	if err != nil {
		return err
	}
	warnOf(o.globals, s, st, problems)
	if o.json {
		return cli.PrintJSON(s.Out, map[string][]store.Session{"sessions": append([]store.Session{}, sessions...)})
	}
	if len(sessions) == 0 {
		o.noteEmpty(s, &stored{store: st})
	}
	out := bufio.NewWriter(s.Out)
	for _, session := range sessions {
		preview := strings.Join(strings.Fields(session.Preview), " ")
		fmt.Fprintf(out, "%-25s  %s  %-11s  %-9s  %s\n", cli.OneLine(session.ID), session.Time, humanize.Count(session.Count, "message"),
			session.FirstRole, cli.OneLine(preview))
	}
	return out.Flush()
}
