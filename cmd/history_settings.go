package cmd

import (
	"strconv"

	"github.com/spf13/cobra"

	"ctxpack/compressor/history"
	"ctxpack/internal/config"
)

// compaction are the flags that say when a history is compacted and what stays,
// beside the settings of the same names.
type compaction struct {
	*counting
	enabled bool
	values  map[string]*string // by flag
	changed func(flag string) bool
}

// compactionFlag is a flag that stands for a key of the configuration.
type compactionFlag struct {
	flag, key, usage string
	value            func(*history.Settings) *int
}

func compactionFlags() []compactionFlag {
	return []compactionFlag{
		{"trigger", "history.trigger", "compact a history of more than `TOKENS`", func(s *history.Settings) *int { return &s.Trigger }},
		{"verbatim-window", "history.verbatimWindow", "leave the newest `TOKENS` as they are", func(s *history.Settings) *int { return &s.VerbatimWindow }},
		{"summary-budget", "history.summaryBudget", "cut a summary to `TOKENS`", func(s *history.Settings) *int { return &s.SummaryBudget }},
		{"min-verbatim-exchanges", "history.minVerbatimExchanges", "leave at least the last `N` messages of the user as they are", func(s *history.Settings) *int { return &s.MinVerbatimExchanges }},
	}
}

// addCompaction adds the flags that a command needs: the trigger, or all.
func addCompaction(cmd *cobra.Command, all bool) *compaction {
	c := &compaction{values: map[string]*string{}, changed: cmd.Flags().Changed}
	defaults := history.DefaultSettings()
	for i, f := range compactionFlags() {
		if i > 0 && !all {
			break
		}
		c.values[f.flag] = cmd.Flags().String(f.flag, "", f.usage+" (default "+grouped(*f.value(&defaults))+")")
	}
	if all {
		cmd.Flags().BoolVar(&c.enabled, "enabled", true, "whether anything is compacted at all")
	}
	c.counting = addCounting(cmd)
	return c
}

// settings are the defaults, over them the configuration, over it the flags.
func (c *compaction) settings(settings config.Config) (history.Settings, error) {
	s := history.DefaultSettings()
	if text := settings.Get("history.enabled"); text != "" {
		s.Enabled = text == "true"
	}
	if c.changed("enabled") {
		s.Enabled = c.enabled
	}
	for _, f := range compactionFlags() {
		if n, err := strconv.Atoi(settings.Get(f.key)); err == nil {
			*f.value(&s) = n
		}
		if c.values[f.flag] == nil || !c.changed(f.flag) {
			continue
		}
		n, err := amount(f.flag, *c.values[f.flag])
		if err != nil {
			return s, err
		}
		*f.value(&s) = n
	}
	return s, nil
}

// maxInput is the most tokens that a model may be given: what a flag says, or
// what its window leaves beside the answer.
func maxInput(c config.Config, flag string) (int, error) {
	if flag != "" {
		return amount("max-input", flag)
	}
	n := c.Context.MaxTokens - c.Context.OutputReserve
	if n <= 0 {
		return 0, usagef("the window of %s tokens leaves no room beside the %s that are reserved for the answer",
			grouped(c.Context.MaxTokens), grouped(c.Context.OutputReserve)).withHint("give --max-input, raise context.maxTokens, or lower context.outputReserve")
	}
	return n, nil
}

func addMaxInput(cmd *cobra.Command, flag *string) {
	cmd.Flags().StringVar(flag, "max-input", "", "most `TOKENS` that the model may be given (default: its window without the reserve for the answer)")
}
