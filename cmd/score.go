package cmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/config"
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/scorer"
)

type scoreOptions struct {
	*settings
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
	o.settings = addSettings(cmd)
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
		settings: o.settings, globals: o.globals, paths: o.paths, filesFrom: o.filesFrom, nul: o.nul, config: o.config, origins: o.origins,
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

// factsLimit is the most bytes of a document of facts.
const factsLimit = 256 << 20

// givenFacts is an entry of a document of facts. What a path can say may be
// left out.
type givenFacts struct {
	scorer.Facts
	Entry  *bool  `json:"entry"`
	Config *bool  `json:"config"`
	Test   *bool  `json:"test"`
	Reason string `json:"reason"`
	Tier   string `json:"tier"`
}

// skippedUnread is an entry of a report that was never ranked.
func (g givenFacts) skippedUnread() bool {
	if g.Reason == "" || g.Tier != "skip" {
		return false
	}
	reason, ok := source.ReasonNamed(g.Reason)
	return ok && reason <= source.Output
}

func readFacts(s *streams, name string) ([]scorer.Facts, error) {
	in, closeInput, err := openInput(s, name)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	data, err := io.ReadAll(io.LimitReader(in, factsLimit+1))
	if err != nil {
		return nil, failf("read facts: %w", err)
	}
	if len(data) > factsLimit {
		return nil, usagef("read facts: the document is larger than 256 MB")
	}
	given, err := decodeFacts(data)
	if err != nil {
		return nil, usagef("read facts: %w", jsonPlace(data, err))
	}
	var facts []scorer.Facts
	for i, g := range given {
		if g.Path == "" {
			return nil, usagef("read facts: /%d: an entry without a path", i)
		}
		if g.skippedUnread() {
			continue
		}
		f := g.Facts
		f.Entry = orRule(g.Entry, scorer.EntryName(g.Path, false))
		f.Config = orRule(g.Config, scorer.ConfigName(g.Path))
		f.Test = orRule(g.Test, scorer.TestName(g.Path))
		facts = append(facts, f)
	}
	return facts, nil
}

func decodeFacts(data []byte) ([]givenFacts, error) {
	data = []byte(strings.TrimPrefix(string(data), "\uFEFF"))
	var list []givenFacts
	if strings.HasPrefix(strings.TrimSpace(string(data)), "[") {
		return list, json.Unmarshal(data, &list)
	}
	var document struct {
		Files *[]givenFacts `json:"files"`
	}
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, err
	}
	if document.Files == nil {
		return nil, errors.New(`neither an array nor an object with an array "files"`)
	}
	return *document.Files, nil
}

// jsonPlace puts line and column in front of a decoding error.
func jsonPlace(data []byte, err error) error {
	var offset int64
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
		err = fmt.Errorf("%s cannot be a JSON %s", kind.Field, kind.Value)
	default:
		return err
	}
	before := string(data[:min(int(offset), len(data))])
	line := strings.Count(before, "\n") + 1
	return fmt.Errorf("line %d, column %d: %w", line, len(before)-strings.LastIndexByte(before, '\n'), err)
}

func orRule(given *bool, rule bool) bool {
	if given != nil {
		return *given
	}
	return rule
}

func printRows(s *streams, rows []scored, asJSON bool) error {
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

// shorten takes the middle out of a text that is longer than width columns;
// width 0 and less leave it as it is, and a few columns are always kept.
func shorten(text string, width int) string {
	runes := []rune(text)
	if width <= 0 || len(runes) <= max(width, 20) {
		return text
	}
	width = max(width, 20)
	head := (width - 1) / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(width-1-head):])
}
