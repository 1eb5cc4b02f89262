package pack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/source"
	"ctxpack/scorer"
)

type packOptions struct {
	*selection
	globals     *cli.Globals
	budget      string
	output      string
	report      string
	header      string
	template    string
	filesFrom   string
	scores      string
	task        *taskFlags
	withDiff    bool
	withLog     int
	lineNumbers bool
	split       string
	copy        bool
	jobs        int
	since       string
	watch       bool
}

func newPack(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &packOptions{globals: g}
	cmd := &cobra.Command{
		Use: "pack [PATH...]",
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = o.task.takeRange(cmd.Context(), args); o.watch {
				r := &watchRun{packOptions: o, cmd: cmd, args: args, s: s}
				return cli.RunFailure(r.run(cmd.Context()))
			}
			closeAll, err := o.open(cmd, g, s, args)
			if err != nil {
				return cli.RunFailure(err)
			}
			defer closeAll()
			return o.task.rangeHint(cli.RunFailure(runPack(cmd.Context(), o, s)))
		},
	}
	o.selection = addSelection(cmd, g, &o.scores, writingFlags()...)
	o.addFlags(cmd)
	return cmd
}

func (o *packOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&o.budget, "budget", "b", "", "limit the bundle to `TOKENS`: 8000, 32k, 1m; auto with a task (default: the window, 32k with a task)")
	flags.StringVarP(&o.output, "output", "o", "", "write the bundle to `FILE`; its extension chooses the format")
	flags.BoolVar(&o.copy, "copy", false, "copy the bundle to the clipboard (over SSH: the terminal's)")
	flags.StringVar(&o.report, "report", "", "write a report on every file to `FILE` (.json, or a page for .html)")
	flags.StringVar(&o.header, "header", "", "start the bundle with `TEXT`, or the contents of @FILE")
	flags.StringVar(&o.template, "template", "", "write the bundle with the Go template in `FILE`")
	addFilesFrom(cmd, &o.filesFrom)
	addPackages(cmd, &o.packages)
	o.task = addTask(cmd)
	flags.BoolVar(&o.withDiff, "with-diff", false, "with --diff: include the diff, in at most a third of the budget")
	flags.IntVar(&o.withLog, "with-log", 0, "include the subjects of the last `N` commits, in at most a tenth of the budget")
	flags.BoolVar(&o.lineNumbers, "line-numbers", false, "number source lines")
	flags.StringVar(&o.split, "split", "", "write parts of at most `TOKENS` each; needs --output")
	flags.StringVar(&o.since, "since", "", "pack only changes since the JSON bundle in `FILE`")
	flags.BoolVar(&o.watch, "watch", false, "pack again after each change until interrupted; needs --output")
	cli.AddRedaction(cmd, o.globals)
	flags.IntVarP(&o.jobs, "jobs", "j", 0, "analyse `N` files at once (default: one per processor)")
}

func runPack(ctx context.Context, o *packOptions, s *cli.Streams) error {
	result, err := o.pack(ctx, s)
	if err != nil {
		return err
	}
	return o.deliver(result, s)
}

// pack makes a bundle and prints warnings.
func (o *packOptions) pack(ctx context.Context, s *cli.Streams) (*pipeline.Result, error) {
	options, closeAll, err := o.ready(s)
	if err != nil {
		return nil, err
	}
	defer closeAll()
	progress := cli.StartProgress(o.globals, s)
	options.Observe = progress.Observe
	result, err := pipeline.Run(ctx, options)
	progress.Stop()
	if err != nil {
		return nil, explainEmpty(o.globals, s, err)
	}
	for _, w := range result.Warnings {
		o.globals.Warn(s, "%s", w)
	}
	if result.CacheError != nil && o.globals.CacheDir != "" && !o.globals.Verbose { // a folder that the user named must work
		o.globals.Warn(s, "--cache-dir %s: cache not saved, the next run will be as slow: %v", o.globals.CacheDir, result.CacheError)
	}
	return result, nil
}

// deliver writes a bundle and reports it.
func (o *packOptions) deliver(result *pipeline.Result, s *cli.Streams) error {
	if err := o.write(result, s); err != nil {
		return err
	}
	fmt.Fprint(s.Err, result.Summary)
	o.tellWhere(result, s)
	return cli.Incomplete(s, result.Problems)
}

// ready prepares the options of a run, with facts from the remote cache.
func (o *packOptions) ready(s *cli.Streams) (p pipeline.Options, closeAll func(), err error) {
	if p, err = o.pipelineOptions(s); err != nil {
		return p, nil, err
	}
	if p.Objects, err = openObjects(o.globals, o.config, o.origins); err != nil {
		return p, nil, err
	}
	return p, func() { closeObjects(o.globals, s, p.Objects) }, nil
}

// explainEmpty explains why there may be nothing to pack.
func explainEmpty(g *cli.Globals, s *cli.Streams, err error) error {
	if empty, ok := errors.AsType[*pipeline.EmptyError](err); ok {
		for _, w := range empty.Warnings {
			g.Warn(s, "%s", w)
		}
		_ = cli.Incomplete(s, empty.Problems) // err has the details
	}
	return err
}

func (o *packOptions) pipelineOptions(s *cli.Streams) (pipeline.Options, error) {
	var p pipeline.Options
	err := o.product(&p)
	if err != nil {
		return p, err
	}
	if o.copy && p.Split > 0 {
		return p, cli.Usagef("--copy and --split exclude each other: there is one clipboard")
	}
	if p.Task, err = o.task.task(s, map[string]string{"files-from": o.filesFrom}); err != nil {
		return p, err
	}
	if p.Window != nil && p.Budget < leastWindow {
		_, sum, _ := o.config.Budget()
		o.globals.Warn(s, "the window leaves %s tokens for the bundle: %s", cli.Grouped(p.Budget), sum)
	}
	if p.WithDiff, p.WithLog = o.withDiff, o.withLog; p.Task != nil {
		p.Task.Echo = !o.config.Output.NoEcho
		o.forTask(&p)
	} else if p.Enough {
		return p, cli.Usagef("--budget %s goes with --task, --diff or --near", autoBudget)
	}
	if err := o.inputs(&p, s); err != nil {
		return p, err
	}
	if err := o.givenScores(&p, s); err != nil {
		return p, err
	}
	rules := rankingOf(o.config)
	if p.Task != nil {
		rules = scorer.Task()
		if set := o.config.Context.Rank; set != scorer.RankingNames()[0] {
			o.globals.Warn(s, "files are ranked by the task: the ranking %s (%s) has no effect", set, o.origins["context.rank"])
		}
	}
	warnWeights(o.globals, s, rules, o.config, o.origins)
	p.Config, p.Around = o.config, true
	p.Include, p.Exclude, p.Pin, p.Only, p.Boost = o.include, o.exclude, o.pin, o.only, o.boost
	p.Packages, p.LineNumbers, p.ListSkipped, p.Jobs = o.packages, o.lineNumbers, o.config.Output.ListSkipped, o.jobs
	p.Outlines = o.report != "" && !isPage(o.report) // the report has the cost of each file's outline
	p.Exact = o.report != ""
	p.Outputs = cli.Existing(s, o.output, o.report)
	p.Cache = cacheFolder(o.globals)
	p.TextOnly = o.report == "" && !o.watch && !o.globals.Verbose
	if color := o.globals.UseColor(s.ErrTerminal); !o.globals.Quiet {
		p.Layout = o.layout(s, color)
		p.Summary = func(r *pipeline.Result) string {
			var b strings.Builder
			if s.ErrTerminal || o.globals.Verbose || o.withheld(r, s) {
				summarise(&b, r, o, color, s.ErrWidth)
			}
			return b.String()
		}
	}
	p.ShowSecrets, p.MarkInjections = o.globals.NoRedact, o.config.Output.MarkInjections
	if p.ObjectsFrom, err = o.borrowed(); err != nil {
		return p, err
	}
	return p, p.Check()
}

// taskBudget is the default budget for a task, in tokens: the first few thousand usually answer one question.
const taskBudget = 32_000

// leastWindow is the budget in tokens below which a window was probably not meant.
const leastWindow = 2000

// autoBudget selects a budget by the value of the files for the task.
const autoBudget = "auto"

// forTask limits the budget if it comes from a default window.
func (o *packOptions) forTask(p *pipeline.Options) {
	set := slices.ContainsFunc([]string{"context.model", "context.maxTokens"}, func(key string) bool { return cli.Layer(o.origins[key]) > 0 })
	if isDefault := p.Window != nil && (!set || p.Enough); isDefault && p.Budget > taskBudget {
		p.Budget, p.Window = taskBudget, nil
	}
}

// product configures the bundle: its budget, parts, format and tokenizer.
func (o *packOptions) product(p *pipeline.Options) error {
	err := cli.CheckTargets(firstPaths(o.paths), o.output, o.report, o.globals.CacheDir)
	if err != nil {
		return err
	}
	if folder := o.globals.CacheDir; folder != "" && cli.TrackedBelow(folder) {
		return cli.Usagef("--cache-dir %s: the repository tracks files in it, which may be forged", folder).
			WithHint("name another folder, or give --no-cache")
	}
	if p.Counter, err = cli.ApplyModel(o.globals, &o.config, o.origins); err != nil {
		return err
	}
	given := o.budget
	if p.Enough = given == autoBudget; p.Enough {
		given = ""
	}
	if p.Budget, p.Window, err = o.selection.budget(o.config, o.origins, given); err != nil {
		return err
	}
	if p.Format, err = o.format(); err != nil {
		return err
	}
	if p.Header, err = headerText(o.header); err != nil {
		return err
	}
	if p.Split, err = o.partSize(); err != nil {
		return err
	}
	p.Since, err = o.earlier()
	return err
}

// firstPaths returns the paths to pack: the current folder by default.
func firstPaths(paths []string) []string {
	if len(paths) == 0 {
		return []string{"."}
	}
	return paths
}

// inputs sets the folders and, if given, the files.
func (o *packOptions) inputs(p *pipeline.Options, s *cli.Streams) error {
	p.Paths = firstPaths(o.paths)
	if o.located != nil {
		p.Names = o.located.names
	}
	if o.filesFrom == "" {
		return nil
	}
	in, closeInput, err := cli.OpenInput(s, o.filesFrom)
	if err != nil {
		return err
	}
	defer closeInput()
	if p.Files, err = source.ReadList(in); err != nil {
		return cli.Usagef("read the list of files: %w", err)
	}
	if len(p.Files) == 0 {
		return cli.Usagef("the list of files is empty")
	}
	return nil
}
