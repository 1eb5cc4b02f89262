package history

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/text/humanize"
)

type historyStatusOptions struct {
	*historyOptions
	compaction *compaction
	session    string
	maxInput   string
}

func newHistoryStatus(s *cli.Streams, h *historyOptions) *cobra.Command {
	o := &historyStatusOptions{historyOptions: h}
	cmd := &cobra.Command{Use: "status [SESSION]", Args: cli.AtMostOneArg, RunE: cli.Runs(runHistoryStatus, o, s, &o.session)}
	addMaxInput(cmd, &o.maxInput)
	o.compaction = addCompaction(cmd, false)
	return cmd
}

// historyStatus is the report of status.
type historyStatus struct {
	Session   string `json:"session_id"`
	Messages  int    `json:"messages"`
	Tokens    int    `json:"history_tokens"`
	Limit     int    `json:"max_history_tokens"`
	MaxInput  int    `json:"max_input_tokens"`
	Trigger   int    `json:"trigger"`
	Percent   int    `json:"percent"` // percent of the trigger
	Enabled   bool   `json:"enabled"`
	Due       bool   `json:"due"`
	Estimated bool   `json:"estimated"`
}

func runHistoryStatus(ctx context.Context, o *historyStatusOptions, s *cli.Streams) error {
	c, counter, err := o.compaction.Load(o.globals)
	if err != nil {
		return err
	}
	settings := o.compaction.settings(c)
	limit, err := cli.MaxInput(c, o.maxInput)
	if err != nil {
		return err
	}
	d, err := o.historyOptions.session(ctx, s, o.session)
	if err != nil {
		return err
	}
	messages := d.state.Messages()
	status := historyStatus{
		Session: d.id, Messages: len(messages), Tokens: history.Tokens(messages, counter.Count), Limit: history.MaxHistory(limit), MaxInput: limit,
		Trigger: settings.Trigger, Enabled: settings.Enabled, Estimated: counter.Estimated(),
	}
	status.Percent = int(int64(status.Tokens) * 100 / int64(status.Trigger))
	status.Due = history.Due(messages, settings, counter.Count)
	if o.json {
		return cli.PrintJSON(s.Out, status)
	}
	o.noteEmpty(s, d)
	_, err = fmt.Fprint(s.Out, status.text())
	return err
}

func (h *historyStatus) text() string {
	due := "compaction is not due"
	switch {
	case h.Due:
		due = "compaction is due"
	case !h.Enabled:
		due = "compaction is switched off"
	case h.Tokens > h.Trigger:
		due += ": it would save less than a tenth"
	}
	about := ""
	if h.Estimated {
		about = " (estimated)"
	}
	session := ""
	if h.Session != "" {
		session = fmt.Sprintf("session  %s\n", cli.OneLine(h.Session))
	}
	return session + fmt.Sprintf("history  %s in %s%s\nlimit    %s, a sixteenth of %s\ntrigger  %s, %d%% used\n%s\n",
		humanize.Count(h.Tokens, "token"), humanize.Count(h.Messages, "message"), about,
		humanize.Count(h.Limit, "token"), cli.Grouped(h.MaxInput), humanize.Count(h.Trigger, "token"), h.Percent, due)
}
