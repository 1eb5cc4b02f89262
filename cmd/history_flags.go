package cmd

import (
	"github.com/spf13/cobra"

	"ctxpack/compressor/history"
	"ctxpack/internal/config"
)

// compaction are the flags that say when a history is compacted and what stays,
// beside the settings of the same names.
type compaction struct {
	*counting
	enabled bool
}

func compactionFlags() []settingFlag {
	return []settingFlag{
		{flag: "trigger", key: "history.trigger", usage: "compact a history of more than `TOKENS`"},
		{flag: "verbatim-window", key: "history.verbatimWindow", usage: "leave the newest `TOKENS` as they are"},
		{flag: "summary-budget", key: "history.summaryBudget", usage: "cut a summary to `TOKENS`"},
		{flag: "min-verbatim-exchanges", key: "history.minVerbatimExchanges", usage: "leave at least the last `N` messages of the user as they are"},
		{flag: "detector-timeout", key: "history.detectorTimeout", usage: "stop the detector after `DURATION`"},
		{flag: "detector-tokens", key: "history.detectorTokens", usage: "give the detector at most `TOKENS` at once"},
		{flag: "detector-messages", key: "history.detectorMessages", usage: "give the detector at most `N` messages at once"},
		{flag: "detector-characters", key: "history.detectorCharacters", usage: "give the detector at most `N` characters of a message"},
	}
}

// addCompaction adds the flags that a command needs: the trigger, or all.
func addCompaction(cmd *cobra.Command, all bool) *compaction {
	c := &compaction{}
	flags := compactionFlags()
	if all {
		cmd.Flags().BoolVar(&c.enabled, "enabled", true, "whether anything is compacted at all")
	} else {
		flags = flags[:1]
	}
	c.counting = addCounting(cmd, flags...)
	return c
}

// settings are what the configuration says, with the flags above it.
func (c *compaction) settings(settings config.Config) history.Settings {
	h := settings.History
	if c.changed("enabled") {
		h.Enabled = c.enabled
	}
	return history.Settings{
		Enabled: h.Enabled, Trigger: h.Trigger, VerbatimWindow: h.VerbatimWindow, SummaryBudget: h.SummaryBudget,
		MinVerbatimExchanges: h.MinVerbatimExchanges,
	}
}

func addMaxInput(cmd *cobra.Command, flag *string) {
	cmd.Flags().StringVar(flag, "max-input", "", "most `TOKENS` that the model may be given (default: its window without the reserve for the answer)")
}
