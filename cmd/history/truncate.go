package history

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/text/humanize"
)

func newHistoryTruncate(s *cli.Streams, h *historyOptions) *cobra.Command {
	cmd := &cobra.Command{Use: "truncate [SESSION]", Args: cli.AtMostArgs(1)}
	c := addCompacting(cmd, h, false)
	cmd.RunE = cli.Runs(runHistoryTruncate, c, s, &c.session)
	return cmd
}

// truncateReport is what truncate reports.
type truncateReport struct {
	Session      string            `json:"session_id,omitempty"`
	Record       string            `json:"record_id,omitempty"`
	Case         history.Case      `json:"case"`
	Dropped      []int             `json:"dropped"`
	TokensBefore int               `json:"tokens_before"`
	TokensAfter  int               `json:"tokens_after"`
	Limit        int               `json:"limit"`
	Messages     []json.RawMessage `json:"messages"`
}

func runHistoryTruncate(ctx context.Context, c *compacting, s *cli.Streams) error {
	w, err := c.open(ctx, s)
	if err != nil {
		return err
	}
	t := history.Truncate(w.messages, w.settings, w.counter.Count)
	limit := 2 * w.settings.Trigger
	r := truncateReport{
		Session: w.stored.id, Case: t.Case, Dropped: append([]int{}, t.Gone()...), TokensBefore: t.TokensBefore, TokensAfter: t.TokensAfter, Limit: limit,
		Messages: w.given(t.Apply(w.messages)),
	}
	line := fmt.Sprintf("%s: %s tokens", r.Case, cli.Grouped(t.TokensBefore))
	if len(r.Dropped) > 0 {
		line = fmt.Sprintf("%s: %s removed, %s tokens before, %s after",
			r.Case, humanize.Count(len(r.Dropped), "message"), cli.Grouped(t.TokensBefore), cli.Grouped(t.TokensAfter))
	}
	if w.stored.id != "" {
		if r.Record, err = w.keep(w.stored.state.Mark(&t), c.dryRun); err != nil {
			return err
		}
	}
	if c.json {
		err = cli.PrintJSON(s.Out, r)
	} else {
		err = w.tell(c.globals, s, r.Dropped, nil, 0, line)
	}
	if over := t.TokensAfter - limit; err == nil && over > 0 {
		f := &cli.Failure{Code: cli.ExitDoesNotFit, Err: fmt.Errorf("the last message of the user alone is %s over the limit of %s",
			humanize.Count(over, "token"), cli.Grouped(limit))}
		return f.WithHint("raise --trigger")
	}
	return err
}
