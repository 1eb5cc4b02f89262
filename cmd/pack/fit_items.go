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

// itemOptions are those of commands that show as much of a list as a budget has room for.
type itemOptions struct {
	*scoreOptions
	format string
	tokens int // most of the output
}

const itemsBudget = "2000"

// addFlags adds those flags, and what says which files are looked at.
func (o *itemOptions) addFlags(cmd *cobra.Command, g *cli.Globals) {
	o.selection = addSelection(cmd, g, nil)
	flags := cmd.Flags()
	flags.StringVarP(&o.budget, "budget", "b", itemsBudget, "most `TOKENS` of the output")
	flags.StringVarP(&o.format, "format", "f", "text", "print as `NAME`: text or json")
	cli.Offer(cmd, "format", "text", "json")
	cli.AddRedaction(cmd, g)
}

// checkOutput reads the flags of the output.
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

// itemDocument is some items, which are its JSON, too.
type itemDocument interface {
	write(w io.Writer) // for people
}

// fitItems writes as many of some items, the first ones, as a budget has room for, counted
// over the output. what names the part that must fit.
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
