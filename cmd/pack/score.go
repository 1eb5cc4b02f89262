package pack

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/scorer"
)

type scoreOptions struct {
	*selection
	globals   *cli.Globals
	facts     string
	filesFrom string
	scores    string
	task      *taskFlags
	json      bool
	limit     int
	why       []string
	budget    string
	tokens    int  // tokens of the bundle that --why explains
	orderOnly bool // see pipeline.Options
}

func newScore(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &scoreOptions{globals: g}
	cmd := &cobra.Command{
		Use: "score [PATH...]",
		RunE: func(cmd *cobra.Command, args []string) error {
			closeAll, err := o.open(cmd, g, s, o.task.takeRange(cmd.Context(), args))
			if err != nil {
				return cli.RunFailure(err)
			}
			defer closeAll()
			if len(o.why) > 0 {
				return cli.RunFailure(runWhy(cmd.Context(), o, s))
			}
			return o.task.rangeHint(cli.RunFailure(runScore(cmd.Context(), o, s)))
		},
	}
	o.selection = addSelection(cmd, g, &o.scores)
	flags := cmd.Flags()
	flags.StringVar(&o.facts, "facts", "", "score the facts in `FILE`, or - for standard input, instead of walking")
	addFilesFrom(cmd, &o.filesFrom)
	addPackages(cmd, &o.packages)
	o.task = addTask(cmd)
	flags.StringArrayVar(&o.why, "why", nil, "explain the rank of the file at `PATH`, or of a declaration, as PATH:NAME (repeatable)")
	flags.StringVarP(&o.budget, "budget", "b", "", "with --why: limit the bundle to `TOKENS`, such as 8000, 32k or 1m (default: from the window)")
	cli.AddRedaction(cmd, g)
	flags.BoolVar(&o.json, "json", false, "print JSON")
	flags.IntVarP(&o.limit, "limit", "n", 0, "print only the first `N` files")
	return cmd
}

// scored is one row of the result.
type scored struct {
	Rank int `json:"rank"`
	scorer.Facts
	Score   int             `json:"score"`
	Factors []scorer.Factor `json:"factors"`
}

func runScore(ctx context.Context, o *scoreOptions, s *cli.Streams) error {
	if o.limit < 0 {
		return cli.Usagef("--limit takes a positive number, not %d", o.limit)
	}
	result, problems, err := o.rank(ctx, s)
	if err != nil {
		return err
	}
	if o.limit > 0 && len(result.rows) > o.limit {
		result.rows = result.rows[:o.limit]
	}
	if err := result.print(s, o.json); err != nil {
		return err
	}
	return cli.Incomplete(s, problems)
}

// scoreResult is a ranking to print.
type scoreResult struct {
	rules scorer.Ranking
	rows  []scored
}

func (o *scoreOptions) rank(ctx context.Context, s *cli.Streams) (scoreResult, []source.Problem, error) {
	if o.facts != "" {
		result, err := o.rankFacts(s)
		return result, nil, err
	}
	ranking, closeAll, err := o.rankFiles(ctx, s)
	if err != nil {
		return scoreResult{}, nil, err
	}
	defer closeAll()
	result := scoreResult{rules: ranking.Rules}
	for i, f := range ranking.Files {
		result.rows = append(result.rows, row(i+1, f.Facts, f.Breakdown))
	}
	return result, ranking.Problems, nil
}

// rankFacts ranks files from a document of facts.
func (o *scoreOptions) rankFacts(s *cli.Streams) (scoreResult, error) {
	if hasFiles := len(o.paths) > 0 || o.filesFrom != ""; hasFiles || o.scores != "" || o.task.given() {
		return scoreResult{}, cli.Usagef("--facts excludes PATH, --files-from, a file of scores and --task")
	}
	facts, given, err := readFacts(s, o.globals, o.facts)
	if err != nil {
		return scoreResult{}, err
	}
	result := scoreResult{rules: rankingOf(o.config)}
	if slices.ContainsFunc(facts, func(f scorer.Facts) bool { return f.Task != nil }) {
		result.rules = scorer.Task() // a report on a bundle for a task
	}
	warnWeights(o.globals, s, result.rules, o.config, o.origins)
	warnFacts(o.globals, s, given, result.rules)
	for i, r := range result.rules.Rank(facts, o.config.Context.Weights) {
		result.rows = append(result.rows, row(i+1, r.Facts, r.Breakdown))
	}
	return result, nil
}

// rankFiles ranks the files of the tree. The caller closes the ranking and its inputs by closeAll.
func (o *scoreOptions) rankFiles(ctx context.Context, s *cli.Streams) (ranking *pipeline.Ranking, closeAll func(), err error) {
	pack := &packOptions{
		selection: o.selection, globals: o.globals, filesFrom: o.filesFrom, scores: o.scores, task: o.task,
		budget: o.budget,
	}
	options, err := pack.pipelineOptions(s)
	if err != nil {
		return nil, nil, err
	}
	if options.Objects, err = openObjects(o.globals, o.config, o.origins); err != nil {
		return nil, nil, err
	}
	options.OrderOnly, o.tokens = o.orderOnly, options.Budget
	progress := cli.StartProgress(o.globals, s)
	options.Observe = progress.Observe
	ranking, err = pipeline.Rank(ctx, options)
	progress.Stop()
	if err != nil {
		closeObjects(o.globals, s, options.Objects)
		return nil, nil, err
	}
	closeAll = func() {
		ranking.Close()
		closeObjects(o.globals, s, options.Objects)
	}
	if err := ranking.Empty(); err != nil && len(o.why) == 0 {
		closeAll()
		return nil, nil, explainEmpty(o.globals, s, err)
	}
	for _, w := range ranking.Warnings {
		o.globals.Warn(s, "%s", w)
	}
	return ranking, closeAll, nil
}

func row(rank int, f scorer.Facts, b scorer.Breakdown) scored {
	return scored{Rank: rank, Facts: f, Score: b.Score, Factors: b.Factors}
}

func (r scoreResult) print(s *cli.Streams, asJSON bool) error {
	if asJSON {
		for i := range r.rows {
			r.rows[i].Path = cli.EscapeInvalid(r.rows[i].Path)
		}
		return cli.PrintJSON(s.Out, struct {
			Ranking string   `json:"ranking"`
			Files   []scored `json:"files"`
		}{r.rules.Name, append([]scored{}, r.rows...)})
	}
	out := bufio.NewWriter(s.Out)
	writeScoreTable(out, r.rules, r.rows, s.Width)
	return out.Flush()
}

// writeScoreTable prints one row per file. It omits columns that are empty in every row, and on a
// terminal shortens long paths in the middle.
func writeScoreTable(w io.Writer, ranking scorer.Ranking, rows []scored, width int) {
	table := ranking.Table()
	var columns []int
	header := "rank score"
	for i, factor := range table {
		if !slices.ContainsFunc(rows, func(r scored) bool { return r.Factors[i].Points != 0 }) {
			continue
		}
		columns = append(columns, i)
		header += fmt.Sprintf(" %*s", columnWidth(factor), factor.Name)
	}
	if width > 0 && len(header)+leastPath > width { // --why then shows the factors
		columns, header = nil, "rank score"
	}
	fmt.Fprintln(w, header+"  path")
	for _, r := range rows {
		line := fmt.Sprintf("%4d %5d", r.Rank, r.Score)
		for _, c := range columns {
			points := ""
			if p := r.Factors[c].Points; p != 0 {
				points = strconv.Itoa(p)
			}
			line += fmt.Sprintf(" %*s", columnWidth(table[c]), points)
		}
		path := render.DisplayPath(r.Path)
		if r.Pinned {
			path += " (pinned)"
		}
		fmt.Fprintf(w, "%s  %s\n", line, cli.Shorten(path, width-len(line)-2))
	}
}

// leastPath is the smallest useful width of a path, in columns.
const leastPath = 24

// columnWidth returns the width of a factor's column.
func columnWidth(factor scorer.Row) int { return max(len(factor.Name)+1, 6) }

// rankingOf returns the ranking that the settings name.
func rankingOf(c config.Config) scorer.Ranking {
	r, _ := scorer.RankingByName(c.Context.Rank) // the settings accept no other name
	return r
}
