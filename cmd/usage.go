package cmd

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/compressor"
	"ctxpack/internal/atomicfile"
	"ctxpack/internal/gitrepo"
)

const (
	// stateFolder holds what ctxpack remembers of a repository.
	stateFolder = ".ctxpack"
	usageFile   = "usage.jsonl"
	// usageLimit is the most bytes of a usage store that are read.
	usageLimit = 64 << 20
)

func newUsage(s *streams, g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "usage",
		Short: "Record and report token usage per round",
		Long: `Usage keeps a record of the tokens that each round of work took, in
.ctxpack/usage.jsonl at the repository's root, and warns when a budget is nearly
used up.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(newUsageRecord(s, g), newUsageReport(s, g))
	return cmd
}

type usageRecordOptions struct {
	globals                               *globals
	round                                 int
	input, output, context, files, budget string
	store                                 string
	settings                              *overrides
}

func newUsageRecord(s *streams, g *globals) *cobra.Command {
	o := &usageRecordOptions{globals: g}
	cmd := &cobra.Command{
		Use:   "record",
		Short: "Record the token usage of a round",
		Long: `Record appends the token usage of a round to the store, and warns when at least
85% (--warn-at) of the round's budget are used. What is recorded for the same
round adds up.

  ctxpack usage record --round 3 --input 170k --output 12k --budget 200k
  ctxpack usage record --round 3 --input 9k --output 800 --context 2k --files 6k --budget 200k` +
			exitHelp(exitDone, exitFailed, exitUsage),
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			return runFailure(runUsageRecord(o, s))
		},
	}
	flags := cmd.Flags()
	flags.IntVarP(&o.round, "round", "r", 0, "the number of the round, from 1")
	flags.StringVar(&o.input, "input", "", "`TOKENS` that the model was given")
	flags.StringVar(&o.output, "output", "", "`TOKENS` that it answered")
	flags.StringVar(&o.context, "context", "", "`TOKENS` of the input that are context of earlier rounds")
	flags.StringVar(&o.files, "files", "", "`TOKENS` of the input that are files")
	flags.StringVarP(&o.budget, "budget", "b", "", "`TOKENS` that the round may take")
	o.settings = addWarnAt(cmd)
	addUsageStore(cmd, &o.store)
	return cmd
}

func addWarnAt(cmd *cobra.Command) *overrides {
	return addOverrides(cmd, settingFlag{flag: "warn-at", key: "usage.warnAt", usage: "warn from this `PERCENT`age of the budget on"})
}

func addUsageStore(cmd *cobra.Command, store *string) {
	cmd.Flags().StringVar(store, "store", "", "use `FILE` in place of .ctxpack/usage.jsonl at the repository's root")
}

func runUsageRecord(o *usageRecordOptions, s *streams) error {
	c, _, err := o.settings.load(o.globals)
	if err != nil {
		return err
	}
	u, err := o.usage()
	if err != nil {
		return err
	}
	path, err := usagePath(o.store)
	if err != nil {
		return err
	}
	return recordUsage(o.globals, s, path, u, c.Usage.WarnAt)
}

// usage checks the flags and returns what they say.
func (o *usageRecordOptions) usage() (compressor.Usage, error) {
	u := compressor.Usage{Round: o.round}
	if o.round <= 0 || o.round > math.MaxInt32 {
		return u, usagef("--round: want a number from 1, got %d", o.round).withHint("ctxpack usage record --help has an example")
	}
	for _, f := range []struct {
		flag, value string
		to          *int
		needed      bool
	}{
		{"input", o.input, &u.Input, true}, {"output", o.output, &u.Output, true},
		{"context", o.context, &u.Context, false}, {"files", o.files, &u.Files, false},
	} {
		switch {
		case f.value == "" && f.needed:
			return u, usagef("usage record needs --%s", f.flag)
		case f.value == "" || f.value == "0":
			continue
		}
		n, err := amount(f.flag, f.value)
		if err != nil {
			return u, err
		}
		*f.to = n
	}
	if o.budget == "" {
		return u, usagef("usage record needs --budget")
	}
	var err error
	u.Budget, err = amount("budget", o.budget)
	return u, err
}

// usagePath is where the usage store is: the file that the user named, links
// resolved, or the one of the repository that the current folder is part of.
func usagePath(store string) (string, error) {
	if store == "" {
		return repositoryUsage(".")
	}
	if real, err := filepath.EvalSymlinks(store); err == nil {
		return real, nil
	}
	return store, nil
}

// repositoryUsage is the usage store of the repository that a folder is part of,
// or of the folder itself.
func repositoryUsage(folder string) (string, error) {
	top, err := filepath.Abs(folder)
	if err != nil {
		return "", failf("find %s: %w", folder, err)
	}
	if repository, ok := gitrepo.Find(top); ok {
		top = repository
	}
	return filepath.Join(top, stateFolder, usageFile), nil
}

// recordUsage appends a usage, with the time of now, to the store at a path, and
// warns if it reaches a percentage of its budget.
func recordUsage(g *globals, s *streams, path string, u compressor.Usage, warnAt int) error {
	u.Timestamp = time.Now().UTC().Format(time.RFC3339)
	line, err := u.Record()
	if err != nil {
		return failf("%w", err)
	}
	if folder := filepath.Dir(path); filepath.Base(folder) == stateFolder {
		if err := atomicfile.IgnoredFolder(folder); err != nil {
			return failf("%w", err)
		}
	}
	if err := atomicfile.Append(path, line); err != nil {
		return failf("%w", err)
	}
	if u.Reaches(warnAt) {
		g.warn(s, "%s", usageLine(u))
	} else if g.verbose {
		g.note(s, "%s", usageLine(u))
	}
	return nil
}

// usageLine says how much of a budget is used and what remains.
func usageLine(u compressor.Usage) string {
	rest := fmt.Sprintf("%s tokens remain", grouped(u.Remaining()))
	switch {
	case u.Remaining() == 1:
		rest = "1 token remains"
	case u.Remaining() < 0:
		rest = fmt.Sprintf("%s tokens too many", grouped(-u.Remaining()))
	}
	return fmt.Sprintf("round %d: %d%% of token budget used (%s/%s tokens), %s",
		u.Round, u.Percent(), grouped(u.Used()), grouped(u.Budget), rest)
}

type usageReportOptions struct {
	globals       *globals
	settings      *overrides
	store, output string
	json          bool
}

func newUsageReport(s *streams, g *globals) *cobra.Command {
	o := &usageReportOptions{globals: g}
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Show the token usage of all rounds",
		Long: `Report prints one row per round and the totals: tokens, and the part of the budget
that is used, on a terminal as a bar.

  ctxpack usage report
  ctxpack usage report --json` +
			exitHelp(exitDone, exitFailed, exitUsage),
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			return runFailure(runUsageReport(o, s))
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write to `FILE`")
	o.settings = addWarnAt(cmd)
	addUsageStore(cmd, &o.store)
	return cmd
}

func runUsageReport(o *usageReportOptions, s *streams) error {
	c, _, err := o.settings.load(o.globals)
	if err != nil {
		return err
	}
	path, err := usagePath(o.store)
	if err != nil {
		return err
	}
	data, err := atomicfile.Read(path, usageLimit)
	if err != nil {
		return failf("%w", err)
	}
	records, warnings := compressor.ReadUsage(data)
	for _, w := range warnings {
		o.globals.warn(s, "%s: %s", path, w)
	}
	rounds, total := compressor.SumUsage(records)
	text := ""
	if o.json {
		if text, err = usageJSON(rounds, total); err != nil {
			return failf("write JSON: %w", err)
		}
	} else {
		bars := s.outTerminal && (o.output == "" || o.output == "-")
		text = usageTable(rounds, total, c.Usage.WarnAt, bars, o.globals.useColor(bars))
		if len(rounds) == 0 {
			o.globals.note(s, "no usage is recorded in %s", path)
		}
	}
	return writeProduct(s, o.output, text)
}

type usageRow struct {
	Round     int    `json:"round,omitempty"`
	Input     int    `json:"input"`
	Output    int    `json:"output"`
	Context   int    `json:"context"`
	Files     int    `json:"files"`
	Used      int    `json:"used"`
	Budget    int    `json:"budget"`
	Percent   int    `json:"percent"`
	Remaining int    `json:"remaining"`
	Timestamp string `json:"timestamp,omitempty"`
}

func rowOf(u compressor.Usage) usageRow {
	return usageRow{
		Round: u.Round, Input: u.Input, Output: u.Output, Context: u.Context, Files: u.Files,
		Used: u.Used(), Budget: u.Budget, Percent: u.Percent(), Remaining: u.Remaining(), Timestamp: u.Timestamp,
	}
}

func usageJSON(rounds []compressor.Usage, total compressor.Usage) (string, error) {
	out := struct {
		Rounds []usageRow `json:"rounds"`
		Total  usageRow   `json:"total"`
	}{[]usageRow{}, rowOf(total)}
	for _, u := range rounds {
		out.Rounds = append(out.Rounds, rowOf(u))
	}
	return indentJSON(out)
}

// barWidth is how many characters show a whole budget.
const barWidth = 20

func usageTable(rounds []compressor.Usage, total compressor.Usage, warnAt int, bars, color bool) string {
	if len(rounds) == 0 {
		return ""
	}
	var b strings.Builder
	line := func(name string, u compressor.Usage) {
		fmt.Fprintf(&b, "%6s %11s %11s %11s %11s %11s %11s %5d%%", name, grouped(u.Input), grouped(u.Output), grouped(u.Context),
			grouped(u.Files), grouped(u.Used()), grouped(u.Budget), u.Percent())
		if bars {
			b.WriteString("  " + usageBar(u, warnAt, color))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%6s %11s %11s %11s %11s %11s %11s %6s\n", "round", "input", "output", "context", "files", "used", "budget", "%")
	for _, u := range rounds {
		line(strconv.Itoa(u.Round), u)
	}
	line("total", total)
	return b.String()
}

// usageBar draws the used part of a budget, red from the percentage on that
// warns.
func usageBar(u compressor.Usage, warnAt int, color bool) string {
	full := min(barWidth, u.Percent()*barWidth/100)
	bar := strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
	switch {
	case !color:
		return bar
	case u.Reaches(warnAt):
		return "\x1b[31m" + bar + "\x1b[0m"
	}
	return "\x1b[32m" + bar + "\x1b[0m"
}
