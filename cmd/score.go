package cmd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"ctxpack/internal/config"
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/scorer"
)

type scoreOptions struct {
	*selection
	globals   *globals
	paths     []string
	facts     string
	filesFrom string
	nul       bool
	json      bool
	limit     int

	config  config.Config
	origins config.Origins
}

func newScore(s *streams, g *globals) *cobra.Command {
	o := &scoreOptions{globals: g}
	cmd := &cobra.Command{
		Use:   "score [PATH...]",
		Short: "Rank the files and show why",
		Long: `Score ranks the files of a repository and shows, for each, the points of every
factor. The points of a row add up to its score; "limit" is what keeping the
score between 0 and 100 took away or added.

  ctxpack score                    the files of this repository
  ctxpack score -n 20 ~/src/app    the first twenty
  ctxpack score --json | jq '.files[0]'
  ctxpack score --facts facts.json files that are described instead of found

With --facts, FILE holds a JSON array of objects, or an object with such an
array under "files": path, importers, exports, commits, todos, entry, config,
test, boosted, pinned. Where entry, config or test is not given, the path says.
A report that "ctxpack pack --report" wrote is such a file.` +
			exitHelp(exitDone, exitFailed, exitUsage, exitIncomplete, exitInterrupted),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			var err error
			if o.config, o.origins, err = o.load(cmd, g, firstPath(args)); err != nil {
				return runFailure(err)
			}
			return runFailure(runScore(cmd.Context(), o, s))
		},
	}
	o.selection = addSelection(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.facts, "facts", "", "score the facts in `FILE`, or - for standard input, instead of walking")
	addFilesFrom(cmd, &o.filesFrom, &o.nul)
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

func runScore(ctx context.Context, o *scoreOptions, s *streams) error {
	if o.limit < 0 {
		return usagef("--limit takes a positive number, not %d", o.limit)
	}
	rows, problems, err := o.rows(ctx, s)
	if err != nil {
		return err
	}
	if o.limit > 0 && len(rows) > o.limit {
		rows = rows[:o.limit]
	}
	if err := printRows(s, rankingOf(o.config), rows, o.json); err != nil {
		return err
	}
	return incomplete(s, problems)
}

func (o *scoreOptions) rows(ctx context.Context, s *streams) ([]scored, []source.Problem, error) {
	if o.facts != "" {
		if len(o.paths) > 0 || o.filesFrom != "" {
			return nil, nil, usagef("--facts takes the place of PATH and --files-from")
		}
		facts, err := readFacts(s, o.facts)
		if err != nil {
			return nil, nil, err
		}
		return rowsOf(rankingOf(o.config).Rank(facts, o.config.Context.Weights)), nil, nil
	}
	pack := &packOptions{
		selection: o.selection, globals: o.globals, paths: o.paths, filesFrom: o.filesFrom, nul: o.nul, config: o.config, origins: o.origins,
	}
	options, err := pack.pipelineOptions(s)
	if err != nil {
		return nil, nil, err
	}
	progress := startProgress(o.globals, s)
	options.Observe = progress.observe
	ranking, err := pipeline.Rank(ctx, options)
	progress.stop()
	if err != nil {
		return nil, nil, err
	}
	defer ranking.Close()
	for _, w := range ranking.Warnings {
		o.globals.warn(s, "%s", w)
	}
	var ranked []scorer.Ranked
	for _, f := range ranking.Files {
		ranked = append(ranked, scorer.Ranked{Facts: f.Facts, Breakdown: f.Breakdown})
	}
	return rowsOf(ranked), ranking.Problems, nil
}

func rowsOf(ranked []scorer.Ranked) []scored {
	rows := make([]scored, 0, len(ranked))
	for i, r := range ranked {
		rows = append(rows, scored{Rank: i + 1, Facts: r.Facts, Score: r.Breakdown.Score, Factors: r.Breakdown.Factors})
	}
	return rows
}

func printRows(s *streams, ranking scorer.Ranking, rows []scored, asJSON bool) error {
	if asJSON {
		for i := range rows {
			rows[i].Path = escapeInvalid(rows[i].Path)
		}
		text, err := indentJSON(struct {
			Files []scored `json:"files"`
		}{rows})
		if err != nil {
			return failf("write scores: %w", err)
		}
		_, err = io.WriteString(s.out, text)
		return err
	}
	out := bufio.NewWriter(s.out)
	writeScoreTable(out, ranking, rows, s.width)
	return out.Flush()
}

// writeScoreTable prints one row a file. Columns that are empty in every row
// are left out; on a terminal long paths lose their middle.
func writeScoreTable(w io.Writer, ranking scorer.Ranking, rows []scored, width int) {
	var columns []int
	header := "rank score"
	for i, factor := range ranking.Table() {
		used := false
		for _, r := range rows {
			used = used || r.Factors[i].Points != 0
		}
		if !used {
			continue
		}
		columns = append(columns, i)
		header += fmt.Sprintf(" %6s", factor.Heading)
	}
	fmt.Fprintln(w, header+"  path")
	for _, r := range rows {
		line := fmt.Sprintf("%4d %5d", r.Rank, r.Score)
		for _, c := range columns {
			points := ""
			if p := r.Factors[c].Points; p != 0 {
				points = strconv.Itoa(p)
			}
			line += fmt.Sprintf(" %6s", points)
		}
		path := render.DisplayPath(r.Path)
		if r.Pinned {
			path += " (pinned)"
		}
		fmt.Fprintf(w, "%s  %s\n", line, shorten(path, width-len(line)-2))
	}
}

// rankingOf is the ranking that the settings name.
func rankingOf(c config.Config) scorer.Ranking {
	r, _ := scorer.RankingByName(c.Context.Rank) // the settings take no other name
	return r
}
