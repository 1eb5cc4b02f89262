package pack

import (
	"cmp"
	"context"
	"io"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/config"
)

// itemOptions holds the options of commands that print as much of a list as a budget allows.
type itemOptions struct {
	*scoreOptions
	format string
	tokens int // budget of the output
}

const itemsBudget = "2000"

// addFlags adds these flags and those that select files.
func (o *itemOptions) addFlags(cmd *cobra.Command, g *cli.Globals) {
	o.selection = addSelection(cmd, g, nil)
	flags := cmd.Flags()
	flags.StringVarP(&o.budget, "budget", "b", itemsBudget, "most `TOKENS` of the output")
	flags.StringVarP(&o.format, "format", "f", "text", "print as `NAME`: text or json")
	cli.Offer(cmd, "format", "text", "json")
	cli.AddRedaction(cmd, g)
}

// checkOutput parses the output flags.
func (o *itemOptions) checkOutput() (err error) {
	if o.format != "text" && o.format != "json" {
		return cli.Usagef("--format takes text or json, not %q", o.format)
	}
	if o.tokens, err = config.ParseTokens(o.budget); err != nil {
		return cli.Usagef("--budget: %w", err)
	}
	return nil
}

// run ranks the files of some paths, and writes the text of the results.
func (o *itemOptions) run(cmd *cobra.Command, s *cli.Streams, paths []string, text func(context.Context, *pipeline.Ranking) (string, error)) error {
	closeOpened, err := o.open(cmd, o.globals, s, paths)
	if err != nil {
		return err
	}
	defer closeOpened()
	ranking, closeRanked, err := o.rankFiles(cmd.Context(), s)
	if err != nil {
		return err
	}
	defer closeRanked()
	found, err := text(cmd.Context(), ranking)
	if err != nil {
		return err
	}
	_, err = io.WriteString(s.Out, found)
	return cmp.Or(err, cli.Incomplete(s, ranking.Problems))
}

// itemDocument is a list of items; it marshals to the JSON output.
type itemDocument interface {
	write(w io.Writer) // writes the text output
}

// fitItems writes as many of the first items as the budget allows, counted over the output. what
// names the minimum output in errors.
func fitItems(r *pipeline.Ranking, format string, budget, items int, what string, first func(n int) itemDocument) (string, error) {
	var failed error
	sealed := func(n int) (string, int) {
		var b strings.Builder
		if document := first(n); format == "json" {
			failed = cli.PrintJSON(&b, document)
		} else {
			document.write(&b)
		}
		text := r.Seal(b.String())
		return text, r.Count(text)
	}
	n := sort.Search(items, func(n int) bool {
		_, tokens := sealed(n + 1)
		return tokens > budget
	})
	for {
		text, tokens := sealed(n)
		switch {
		case failed != nil:
			return "", failed
		case tokens <= budget:
			return text, nil
		case n == 0:
			return "", &pipeline.TooSmallError{Budget: budget, Needed: tokens, What: what}
		}
		n--
	}
}
