package pack

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
)

type tokensOptions struct {
	globals   *cli.Globals
	files     []string
	tokenizer string
	model     string
	models    bool
	json      bool
	depth     int
}

func newTokens(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &tokensOptions{globals: g}
	cmd := &cobra.Command{
		Use: "tokens [FILE...|FOLDER...]",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.files = args
			return cli.RunFailure(runTokens(cmd.Context(), o, s))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.tokenizer, "tokenizer", "", "count with tokenizer `NAME` (default "+tokens.Names()[0]+")")
	cli.Offer(cmd, "tokenizer", tokens.Names()...)
	flags.StringVar(&o.model, "model", "", "count for model `NAME`")
	cli.OfferModels(cmd, "model")
	flags.BoolVar(&o.models, "models", false, "list the known models")
	flags.IntVar(&o.depth, "depth", 0,
		fmt.Sprintf("for a folder: print `N` levels in full (default: %d levels with the largest %d entries; JSON: all)", treeDepth, treeEntries))
	flags.BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

type counted struct {
	Path   string `json:"path"`
	Tokens int    `json:"tokens"`
}

func runTokens(ctx context.Context, o *tokensOptions, s *cli.Streams) error {
	if o.models {
		if len(o.files) > 0 {
			return cli.Usagef("--models takes no FILE")
		}
		return printModels(s, o.json)
	}
	counter, err := o.counter()
	if err != nil {
		return err
	}
	if hasFolder(o.files) {
		return o.countFolders(ctx, s, counter)
	}
	counts, problems, err := o.count(ctx, s, counter)
	if err != nil {
		return err
	}
	if len(problems) > 0 && len(counts) == 0 {
		return cli.ReadFailure(problems[0])
	}
	if err := printCounts(s, counts, counter, o.json); err != nil {
		return err
	}
	return cli.Incomplete(s, problems)
}

func (o *tokensOptions) counter() (*tokens.Counter, error) {
	if o.model != "" && o.tokenizer != "" {
		return nil, cli.Usagef("--model and --tokenizer exclude each other")
	}
	if o.model != "" {
		counter, _, unknown := tokens.ForModel(o.model)
		if unknown != nil {
			o.globals.WarnLater("--model: %s; ctxpack tokens --models lists the known models", unknown)
		}
		return counter, nil
	}
	counter, err := tokens.New(cmp.Or(o.tokenizer, tokens.Names()[0]))
	if err != nil {
		return nil, cli.Usagef("--tokenizer: %w", err)
	}
	return counter, nil
}

func (o *tokensOptions) count(ctx context.Context, s *cli.Streams, counter *tokens.Counter) ([]counted, []source.Problem, error) {
	files := o.files
	if len(files) == 0 {
		files = []string{""}
	}
	var counts []counted
	var problems []source.Problem
	for _, name := range files {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		text, err := cli.ReadAll(ctx, s, name)
		if _, ok := errors.AsType[*cli.Failure](err); ok {
			return nil, nil, err
		}
		if err != nil {
			problems = append(problems, source.Problem{Path: name, Err: err})
			continue
		}
		name = cmp.Or(name, "-")
		counts = append(counts, counted{cli.EscapeInvalid(name), counter.Count(text)})
	}
	return counts, problems, nil
}

func printCounts(s *cli.Streams, counts []counted, counter *tokens.Counter, asJSON bool) error {
	total := mapped.Sum(counts, func(c counted) int { return c.Tokens })
	if asJSON {
		return cli.PrintJSON(s.Out, struct {
			Tokenizer string    `json:"tokenizer"`
			Estimated bool      `json:"estimated"`
			Files     []counted `json:"files"`
			Total     int       `json:"total"`
		}{counter.Name(), counter.Estimated(), counts, total})
	}
	out := bufio.NewWriter(s.Out)
	about := ""
	if counter.Estimated() {
		about = " (estimated)"
	}
	if len(counts) == 1 && counts[0].Path == "-" {
		fmt.Fprintf(out, "%d%s\n", total, about)
		return out.Flush()
	}
	for _, c := range counts {
		fmt.Fprintf(out, "%9d  %s\n", c.Tokens, cli.OneLine(c.Path))
	}
	if len(counts) > 1 {
		fmt.Fprintf(out, "%9d  total%s\n", total, about)
	}
	return out.Flush()
}

type listedModel struct {
	Name      string  `json:"name"`
	Family    string  `json:"family"`
	Window    int     `json:"window"`
	Input     int     `json:"max_input"`
	MaxOutput int     `json:"max_output"`
	Tokenizer string  `json:"tokenizer"`
	Factor    float64 `json:"factor"`
	Exact     bool    `json:"exact"`
	Source    string  `json:"source"`
}

func printModels(s *cli.Streams, asJSON bool) error {
	models := mapped.Of(tokens.Models(), func(m tokens.Model) listedModel {
		return listedModel{m.Name, m.Family, m.Window, m.Input, m.MaxOutput, m.Tokenizer, float64(m.FactorPermille) / 1000, m.Exact(), m.Source}
	})
	if asJSON {
		return cli.PrintJSON(s.Out, struct {
			Models []listedModel `json:"models"`
		}{models})
	}
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "model\tfamily\twindow\tmax input\tmax output\ttokenizer\tcounts")
	for _, m := range models {
		counts := "exact"
		if !m.Exact {
			counts = fmt.Sprintf("estimated, × %g", m.Factor)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Name, m.Family, cli.Grouped(m.Window), cli.Grouped(m.Input), cli.Grouped(m.MaxOutput), m.Tokenizer, counts)
	}
	return table.Flush()
}
