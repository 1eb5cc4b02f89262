package history

import (
	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/doors/config"
)

// compaction holds the flags of compaction. They override the settings of the same names.
type compaction struct {
	*cli.Counting
	enabled bool
}

func compactionFlags() []cli.SettingFlag {
	return []cli.SettingFlag{
		{Flag: "trigger", Key: "history.trigger", Usage: "compact a history of more than `TOKENS`"},
		{Flag: "verbatim-window", Key: "history.verbatimWindow", Usage: "keep the newest `TOKENS` unchanged"},
		{Flag: "summary-budget", Key: "history.summaryBudget", Usage: "cut a summary to `TOKENS`"},
		{Flag: "min-verbatim-exchanges", Key: "history.minVerbatimExchanges", Usage: "keep at least the last `N` user messages unchanged"},
	}
}

// addCompaction adds the compaction flags that a command needs: only the trigger, or all.
func addCompaction(cmd *cobra.Command, all bool) *compaction {
	c := &compaction{}
	flags := compactionFlags()
	if all {
		cmd.Flags().BoolVar(&c.enabled, "enabled", true, "whether to compact")
	} else {
		flags = flags[:1]
	}
	c.Counting = cli.AddCounting(cmd, flags...)
	return c
}

// settings returns the configuration with the flags applied.
func (c *compaction) settings(settings config.Config) history.Settings {
	h := history.Settings(settings.History)
	if c.Changed("enabled") {
		h.Enabled = c.enabled
	}
	return h
}

func addMaxInput(cmd *cobra.Command, flag *string) {
	cmd.Flags().StringVar(flag, "max-input", "", "limit the model's input to `TOKENS` (default: its window without the reserve for the answer)")
}
