package pack

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
)

// enoughOfMost: a budget is enough that shows this much, in percent, of the text that
// the largest one does.
const enoughOfMost = 90

// explainBudget prints what bundles of several sizes would hold.
func (o *packOptions) explainBudget(ctx context.Context, s *cli.Streams) error {
	options, closeAll, err := o.ready(s)
	if err != nil {
		return err
	}
	defer closeAll()
	progress := cli.StartProgress(o.globals, s)
	options.Observe = progress.Observe
	points, err := frontier(ctx, options)
	progress.Stop()
	if err != nil {
		return err
	}
	if options.Format.Name == "json" {
		return cli.PrintJSON(s.Out, points)
	}
	out := bufio.NewWriter(s.Out)
	writeFrontier(out, points, options.Task != nil)
	return out.Flush()
}

func frontier(ctx context.Context, options pipeline.Options) ([]pipeline.FrontierPoint, error) {
	ranking, err := pipeline.Rank(ctx, options)
	if err != nil {
		return nil, err
	}
	defer ranking.Close()
	return ranking.Frontier(ctx, pipeline.FrontierBudgets())
}

func writeFrontier(w io.Writer, points []pipeline.FrontierPoint, task bool) {
	what := "points that the ranking gives"
	if task {
		what = "points that the task gives"
	}
	fmt.Fprintf(w, `What a bundle of each budget would hold:
  full, excerpts, outlines   how many files are there in full, in part, by their declarations
  shown                      percent of all %s that belong to files which are there at all
  text                       the same, of a file that is there in part only for that part

`, what)
	fmt.Fprintf(w, "%8s  %6s %9s %9s  %6s %6s\n", "budget", "full", "excerpts", "outlines", "shown", "text")
	for _, p := range points {
		if p.TooSmall != "" {
			fmt.Fprintf(w, "%8s  %s\n", kilo(p.Budget), p.TooSmall)
			continue
		}
		fmt.Fprintf(w, "%8s  %6s %9s %9s  %6s %6s\n", kilo(p.Budget), cli.Grouped(p.Full), cli.Grouped(p.Excerpts), cli.Grouped(p.Outlines), percent(p.Seen), percent(p.Text))
	}
	last := points[len(points)-1]
	for _, p := range points[:len(points)-1] {
		if p.TooSmall == "" && p.Text*100 >= last.Text*enoughOfMost {
			fmt.Fprintf(w, "\n%s show at least %d%% of the text that %s show\n", kilo(p.Budget), enoughOfMost, kilo(last.Budget))
			return
		}
	}
	fmt.Fprintf(w, "\nless than %s show less than %d%% of the text that it shows\n", kilo(last.Budget), enoughOfMost)
}
