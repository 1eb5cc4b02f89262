package usage

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor"
	"ctxpack/internal/safe/atomicfile"
)

type usageRecordOptions struct {
	globals                               *cli.Globals
	round                                 int
	input, output, context, files, budget string
	store                                 string
	settings                              *cli.Overrides
}

func newUsageRecord(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &usageRecordOptions{globals: g}
	cmd := &cobra.Command{Use: "record", Args: cli.NoArgs, RunE: cli.Runs(runUsageRecord, o, s, nil)}
	flags := cmd.Flags()
	flags.IntVarP(&o.round, "round", "r", 0, "the number of the round, from 1")
	flags.StringVar(&o.input, "input", "", "input `TOKENS` of the model")
	flags.StringVar(&o.output, "output", "", "output `TOKENS` of the model")
	flags.StringVar(&o.context, "context", "", "input `TOKENS` from earlier rounds")
	flags.StringVar(&o.files, "files", "", "input `TOKENS` from files")
	flags.StringVarP(&o.budget, "budget", "b", "", "token budget of the round, in `TOKENS`")
	o.settings = addWarnAt(cmd)
	addUsageStore(cmd, &o.store)
	return cmd
}

func runUsageRecord(_ context.Context, o *usageRecordOptions, s *cli.Streams) error {
	c, _, err := o.settings.Load(o.globals)
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
	return appendUsage(o.globals, s, path, u, c.Usage.WarnAt)
}

// usage checks the flags and returns their values.
func (o *usageRecordOptions) usage() (compressor.Usage, error) {
	u := compressor.Usage{Round: o.round}
	if o.round <= 0 || o.round > math.MaxInt32 {
		return u, cli.Usagef("--round: want a number from 1, got %d", o.round).WithHint("ctxpack usage record --help has an example")
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
			return u, cli.Usagef("usage record needs --%s", f.flag)
		case f.value == "" || f.value == "0":
			continue
		}
		n, err := cli.Amount(f.flag, f.value)
		if err != nil {
			return u, err
		}
		*f.to = n
	}
	if o.budget == "" {
		return u, cli.Usagef("usage record needs --budget")
	}
	var err error
	u.Budget, err = cli.Amount("budget", o.budget)
	return u, err
}

// appendUsage appends a usage with the current time to the store at a path, and warns if its round
// reaches a percentage of its budget.
func appendUsage(g *cli.Globals, s *cli.Streams, path string, u compressor.Usage, warnAt int) error {
	u.Timestamp = time.Now().UTC().Format(time.RFC3339)
	if err := cli.CheckTargets(nil, path); err != nil {
		return err
	}
	if folder := filepath.Dir(path); filepath.Base(folder) == stateFolder {
		if err := atomicfile.IgnoredFolder(folder); err != nil {
			return cli.Failf("%w", err)
		}
	}
	if err := atomicfile.Append(path, u.Record()); err != nil {
		return cli.Failf("%w", err)
	}
	u, err := roundSum(path, u)
	if err != nil {
		return err
	}
	if u.Reaches(warnAt) {
		g.Warn(s, "%s", usageLine(u))
	} else if g.Verbose {
		g.Note(s, "%s", usageLine(u))
	}
	return nil
}

// roundSum returns the total recorded usage of a round, against its budget.
func roundSum(path string, u compressor.Usage) (compressor.Usage, error) {
	data, err := atomicfile.Read(path, usageLimit)
	if err != nil {
		return u, cli.Failf("%w", err)
	}
	records, _ := compressor.ReadUsage(data) // the report names the invalid lines
	rounds, _ := compressor.SumUsage(records)
	for _, r := range rounds {
		if r.Round == u.Round {
			r.Budget = u.Budget
			return r, nil
		}
	}
	return u, nil
}

// usageLine describes how much of a budget is used and what remains.
func usageLine(u compressor.Usage) string {
	rest := fmt.Sprintf("%s tokens remain", cli.Grouped(u.Remaining()))
	switch {
	case u.Remaining() == 1:
		rest = "1 token remains"
	case u.Remaining() < 0:
		rest = fmt.Sprintf("%s tokens too many", cli.Grouped(-u.Remaining()))
	}
	return fmt.Sprintf("round %d: %d%% of token budget used (%s/%s tokens), %s",
		u.Round, u.Percent(), cli.Grouped(u.Used()), cli.Grouped(u.Budget), rest)
}
