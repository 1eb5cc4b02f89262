package history

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"

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
	out := bufio.NewWriter(s.Out)
	n := 0
	problems, err := st.Sessions(ctx, o.limit, func(session store.Session) error {
		n++
		if o.json {
			return sessionJSON(out, session, n == 1)
		}
		preview := strings.Join(strings.Fields(session.Preview), " ")
		_, err := fmt.Fprintf(out, "%-25s  %s  %-11s  %-9s  %s\n", cli.OneLine(session.ID), session.Time, humanize.Count(session.Count, "message"),
			session.FirstRole, cli.OneLine(preview))
		return err
	})
	if err != nil {
		return err
	}
	warnOf(o.globals, s, st, problems)
	switch {
	case o.json && n == 0:
		fmt.Fprintln(out, "{\n  \"sessions\": []\n}")
	case o.json:
		fmt.Fprintln(out, "\n  ]\n}")
	case n == 0:
		o.nothingStored(s, st)
	}
	return out.Flush()
}

// sessionJSON prints an item of the list, which may be too long to be held.
func sessionJSON(out io.Writer, session store.Session, first bool) error {
	before := ",\n    "
	if first {
		before = "{\n  \"sessions\": [\n    "
	}
	text, err := cli.IndentJSON(session)
	if err != nil {
		return err
	}
	text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ")
	_, err = io.WriteString(out, before+text)
	return err
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
func printBlocks(s *cli.Streams, blocks []string) error {
	out := bufio.NewWriter(s.Out)
	for i, b := range blocks {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprint(out, cli.EnsureNewline(plainText(b)))
	}
	return out.Flush()
}
