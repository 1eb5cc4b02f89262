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
	cmd := &cobra.Command{Use: "truncate [SESSION]", Args: cli.AtMostOneArg}
	c := addCompacting(cmd, h, false)
	cmd.RunE = cli.Runs(runHistoryTruncate, c, s, &c.session)
	return cmd
}

// truncateReport is the report of truncate.
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
	err = c.finish(s, w, &t, func(record string, left []json.RawMessage) any {
		return truncateReport{w.stored.id, record, t.Case, append([]int{}, t.Gone()...), t.TokensBefore, t.TokensAfter, limit, left}
	})
	if over := t.TokensAfter - limit; err == nil && over > 0 {
		f := &cli.Failure{Code: cli.ExitDoesNotFit, Err: fmt.Errorf("the last message of the user alone is %s over the limit of %s",
			humanize.Count(over, "token"), cli.Grouped(limit))}
		return f.WithHint("raise --trigger")
	}
	return err
}
