package history

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor"
	"ctxpack/internal/text/humanize"
)

type compressOptions struct {
	globals  *cli.Globals
	counting *cli.Counting
	files    []string
	output   string
	round    int
	json     bool
}

func newCompress(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &compressOptions{globals: g}
	cmd := &cobra.Command{
		Use: "compress [FILE...]",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.files = args
			return cli.RunFailure(runCompress(cmd.Context(), o, s))
		},
	}
	flags := cmd.Flags()
	flags.IntVarP(&o.round, "round", "r", 0, "the number of the last round (default: its own, or the number of rounds)")
	flags.BoolVar(&o.json, "json", false, "print JSON with the text")
	flags.StringVarP(&o.output, "output", "o", "", "write to `FILE`")
	o.counting = cli.AddCounting(cmd, cli.SettingFlag{Flag: "max-tokens", Key: "compress.maxTokens", Usage: "limit the text to `TOKENS`"})
	return cmd
}

func runCompress(ctx context.Context, o *compressOptions, s *cli.Streams) error {
	if o.counting.Changed("round") && o.round <= 0 {
		return cli.Usagef("--round: want a number from 1, got %d", o.round)
	}
	settings, counter, err := o.counting.Load(o.globals)
	if err != nil {
		return err
	}
	limit := settings.Compress.MaxTokens
	rounds, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	if err := compressor.NumberRounds(rounds, o.round); err != nil {
		return cli.Usagef("--round: %w", err)
	}
	c := compressor.Compress(rounds, compressor.Options{MaxTokens: limit, Tokens: counter.Count})
	text := c.Text
	if o.json {
		if text, err = compressJSON(c, rounds); err != nil {
			return cli.Failf("write JSON: %w", err)
		}
	}
	if err := cli.WriteProduct(s, o.output, text); err != nil {
		return err
	}
	o.report(s, c, rounds, limit)
	if c.Over {
		f := &cli.Failure{Code: cli.ExitDoesNotFit, Err: fmt.Errorf("one finding does not fit %s", humanize.Count(limit, "token"))}
		return f.WithHint("raise --max-tokens")
	}
	return nil
}

func (o *compressOptions) read(ctx context.Context, s *cli.Streams) ([]compressor.Round, error) {
	files := o.files
	if len(files) == 0 {
		files = []string{""}
	}
	var rounds []compressor.Round
	for _, name := range files {
		data, err := cli.ReadInput(ctx, s, name)
		if err != nil {
			return nil, err
		}
		more, err := compressor.ReadRounds(data)
		if err != nil {
			return nil, cli.Usagef("%s: %w", cli.InputName(name), err)
		}
		rounds = append(rounds, more...)
	}
	return rounds, nil
}

type compressReport struct {
	compressor.Round
	Text   string             `json:"text"`
	Tokens int                `json:"tokens"`
	Cut    compressor.Cut     `json:"cut"`
	Rounds []compressor.Round `json:"rounds,omitempty"` // if there are several
}

// compressJSON writes the included and omitted rounds of a text. Fields of several rounds appear
// both combined and by round.
func compressJSON(c *compressor.Context, rounds []compressor.Round) (string, error) {
	out := compressReport{Text: c.Text, Tokens: c.Tokens, Cut: c.Cut, Round: compressor.NewRound(rounds[len(rounds)-1].Number)}
	for i, r := range c.Rounds {
		if i == 0 {
			out.Number = r.Number
		}
		out.Modules = append(out.Modules, r.Modules...)
		out.Findings = append(out.Findings, r.Findings...)
		out.Relationships = append(out.Relationships, r.Relationships...)
		out.OpenQuestions = append(out.OpenQuestions, r.OpenQuestions...)
		if len(rounds) > 1 {
			out.Rounds = append(out.Rounds, r)
		}
	}
	return cli.IndentJSON(out)
}

// report prints one line on what the context omits.
func (o *compressOptions) report(s *cli.Streams, c *compressor.Context, rounds []compressor.Round, limit int) {
	var cut []string
	for _, k := range []struct {
		n    int
		what string
	}{{c.Cut.PurposesDropped, "purpose"}, {c.Cut.OpenQuestions, "open question"}, {c.Cut.Findings, "finding"}, {c.Cut.Relationships, "relationship"}, {c.Cut.Modules, "module"}} {
		if k.n > 0 {
			cut = append(cut, humanize.Count(k.n, k.what))
		}
	}
	if n := c.Cut.PurposesShortened; n > 0 {
		o.globals.Note(s, "shortened %s to fit %s", humanize.Count(n, "purpose"), humanize.Count(limit, "token"))
	}
	if len(cut) > 0 {
		o.globals.Note(s, "cut %s to fit %s", strings.Join(cut, ", "), humanize.Count(limit, "token"))
	}
	if c.Cut.Single > 0 {
		o.globals.Warn(s, "texts instead of a list, each read as one entry: %s", cli.Grouped(c.Cut.Single))
	}
	if c.Cut.Skipped > 0 {
		o.globals.Warn(s, "skipped entries of the wrong kind: %s", cli.Grouped(c.Cut.Skipped))
	}
	for _, r := range rounds {
		if r.Empty() && r.Skipped == 0 {
			o.globals.Warn(s, "round %d has no modules, findings, relationships or open questions", r.Number)
		}
	}
}
