package usage

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor"
	"ctxpack/internal/safe/atomicfile"
	"ctxpack/internal/text/mapped"
)

type usageReportOptions struct {
	globals       *cli.Globals
	settings      *cli.Overrides
	store, output string
	json          bool
}

func newUsageReport(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &usageReportOptions{globals: g}
	cmd := &cobra.Command{Use: "report", Args: cli.NoArgs, RunE: cli.Runs(runUsageReport, o, s, nil)}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write to `FILE`")
	o.settings = addWarnAt(cmd)
	addUsageStore(cmd, &o.store)
	return cmd
}

func runUsageReport(_ context.Context, o *usageReportOptions, s *cli.Streams) error {
	c, _, err := o.settings.Load(o.globals)
	if err != nil {
		return err
	}
	path, err := usagePath(o.store)
	if err != nil {
		return err
	}
	data, err := atomicfile.Read(path, usageLimit)
	if err != nil {
		return cli.Failf("%w", err)
	}
	records, warnings := compressor.ReadUsage(data)
	for _, w := range warnings {
		o.globals.Warn(s, "%s: %s", path, w)
	}
	rounds, total := compressor.SumUsage(records)
	text := ""
	if o.json {
		if text, err = usageJSON(rounds, total); err != nil {
			return cli.Failf("write JSON: %w", err)
		}
	} else {
		bars := s.OutTerminal && (o.output == "" || o.output == "-")
		text = usageTable(rounds, total, c.Usage.WarnAt, bars, o.globals.UseColor(bars))
		if len(rounds) == 0 {
			o.globals.Note(s, "no usage is recorded in %s", path)
		}
	}
	return cli.WritePainted(s, o.output, text)
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
	out.Rounds = append(out.Rounds, mapped.Of(rounds, rowOf)...)
	return cli.IndentJSON(out)
}

func usageTable(rounds []compressor.Usage, total compressor.Usage, warnAt int, bars, color bool) string {
	if len(rounds) == 0 {
		return ""
	}
	var b strings.Builder
	line := func(name string, u compressor.Usage) {
		fmt.Fprintf(&b, "%6s %11s %11s %11s %11s %11s %11s %5d%%", name, cli.Grouped(u.Input), cli.Grouped(u.Output), cli.Grouped(u.Context),
			cli.Grouped(u.Files), cli.Grouped(u.Used()), cli.Grouped(u.Budget), u.Percent())
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

// usageBar draws the used part of a budget, red from the warning percentage.
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
