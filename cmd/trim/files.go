package trim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/recent"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
	"ctxpack/signatures"
)

type trimFilesOptions struct {
	globals       *cli.Globals
	counting      *cli.Counting
	file          string // or, with fromGit, a folder
	strategy      string
	offsets       string
	output        string
	budget        string
	pageSize      int
	maxFiles      int
	fromGit       bool
	countWrappers bool
	json          bool
}

func newTrimFiles(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &trimFilesOptions{globals: g, strategy: recent.StrategyNames()[0], offsets: recent.OffsetNames()[0]}
	cmd := &cobra.Command{Use: "files [FILE]", Args: cli.AtMostOneArg, RunE: cli.Runs(runTrimFiles, o, s, &o.file)}
	flags := cmd.Flags()
	cli.AddChoice(cmd, &o.strategy, "strategy", "", "share the budget by strategy `NAME`", recent.StrategyNames()...)
	cli.AddChoice(cmd, &o.offsets, "offsets", "", "count ranges and edits in `UNIT`, from 0", recent.OffsetNames()...)
	flags.BoolVar(&o.fromGit, "from-git", false, "use the changes of the work tree and the latest commits")
	flags.BoolVar(&o.countWrappers, "count-wrappers", false, "count headings and fences: the budget applies to the whole output")
	flags.BoolVar(&o.json, "json", false, "print a JSON report with the texts")
	flags.StringVarP(&o.output, "output", "o", "", "write to `FILE`")
	cli.AddRedaction(cmd, g)
	flags.StringVarP(&o.budget, "budget", "b", strconv.Itoa(recent.DefaultBudget), "limit all lines together to `TOKENS`")
	flags.Lookup("budget").Annotations = map[string][]string{cli.NoVariable: {}} // its default applies to bundles
	flags.IntVar(&o.pageSize, "page-size", recent.DefaultPageSize, "use pages of `LINES` lines")
	flags.IntVar(&o.maxFiles, "max-files", recent.DefaultMaxFiles, "use the last `N` documents of a history")
	o.counting = cli.AddCounting(cmd)
	return cmd
}

func runTrimFiles(ctx context.Context, o *trimFilesOptions, s *cli.Streams) error {
	options, err := o.options()
	if err != nil {
		return err
	}
	settings, counter, err := o.counting.Load(o.globals)
	if err != nil {
		return err
	}
	options.Tokens = counter.Count
	in, err := o.input(ctx, s, options, settings)
	if err != nil {
		return err
	}
	options.Offsets = recent.Lines // redaction must not move positions
	for i, f := range in.files {
		in.files[i] = f.InLines(in.offsets)
	}
	vault, err := o.globals.Vault(settings)
	if err != nil {
		return err
	}
	cli.RedactFiles(o.globals, s, vault, in.files)
	clips := o.clip(in.files, options, counter)
	for _, d := range in.dropped {
		d.Path = vault.CleanName(d.Path)
		clips.Dropped = append(clips.Dropped, d)
	}
	if err := o.write(s, vault, clips, options.Budget); err != nil {
		return err
	}
	o.report(s, clips, options.Budget, len(in.files)+len(in.dropped))
	if len(in.files) > 0 && len(clips.Clips) == 0 {
		f := &cli.Failure{Code: cli.ExitDoesNotFit, Err: fmt.Errorf("no file fits a budget of %s tokens", cli.Grouped(options.Budget))}
		return f.WithHint("raise --budget, or lower --page-size")
	}
	return cli.Incomplete(s, in.problems)
}

// options checks the flags.
func (o *trimFilesOptions) options() (recent.Options, error) {
	var err error
	p := recent.Options{
		Strategy: recent.Strategy(slices.Index(recent.StrategyNames(), o.strategy)), Offsets: recent.Offsets(slices.Index(recent.OffsetNames(), o.offsets)),
	}
	if p.Budget, err = cli.Amount("budget", o.budget); err != nil {
		return p, err
	}
	if p.PageSize = o.pageSize; o.pageSize < 1 {
		return p, cli.Usagef("--page-size: want a number from 1, got %d", o.pageSize)
	}
	if o.maxFiles < 1 {
		return p, cli.Usagef("--max-files: want a number from 1, got %d", o.maxFiles)
	}
	if o.fromGit && o.counting.Changed("offsets") {
		return p, cli.Usagef("--offsets has no effect with --from-git, which finds the ranges itself")
	}
	return p, nil
}

// recentInput is the input to clip.
type recentInput struct {
	files    []recent.File
	dropped  []recent.Drop
	offsets  recent.Offsets
	problems []source.Problem
}

func (o *trimFilesOptions) input(ctx context.Context, s *cli.Streams, p recent.Options, settings config.Config) (*recentInput, error) {
	if o.fromGit {
		return o.inputFromGit(ctx, s, p, settings)
	}
	data, err := cli.ReadInput(ctx, s, o.file)
	if err != nil {
		return nil, err
	}
	document, err := recent.Parse(data)
	if err != nil {
		return nil, cli.Usagef("%s: %w", cli.InputName(o.file), err)
	}
	in := &recentInput{files: document.Files, offsets: p.Offsets}
	if document.IsHistory {
		in.files, in.dropped = recent.Collect(document.History, p.Strategy, p.Offsets, o.maxFiles)
	} else if o.counting.Changed("max-files") && len(in.files) > o.maxFiles {
		in.dropped = mapped.Of(in.files[o.maxFiles:], func(f recent.File) recent.Drop { return recent.Drop{Path: f.Path, Reason: recent.MaxFiles} })
		in.files = in.files[:o.maxFiles]
	}
	return in, nil
}

func (o *trimFilesOptions) inputFromGit(ctx context.Context, s *cli.Streams, p recent.Options, settings config.Config) (*recentInput, error) {
	found, err := worktree.FindRecent(ctx, worktree.RecentOptions{
		Path: o.file, Config: settings, Strategy: p.Strategy, MaxFiles: o.maxFiles, PageSize: p.PageSize, Outputs: cli.Existing(s, o.output), Own: render.Opens,
	})
	if path, ok := errors.AsType[*worktree.PathError](err); ok && path.NoRepository() {
		return nil, cli.Usagef("%w", err).WithHint("--from-git works in a git work tree; without it, give a FILE")
	}
	if err != nil {
		return nil, err
	}
	for _, w := range found.Warnings {
		o.globals.Warn(s, "%s", w)
	}
	in := &recentInput{offsets: recent.Lines, problems: found.Problems}
	in.files, in.dropped = recent.Collect(found.Events, p.Strategy, recent.Lines, o.maxFiles)
	if len(in.files) == 0 {
		o.globals.Note(s, "nothing was changed")
	}
	return in, nil
}

// clip clips the files. With wrappers counted, the budget applies to the Markdown as written. Token
// counts of joined texts do not add up exactly, so clip removes the excess.
func (o *trimFilesOptions) clip(files []recent.File, p recent.Options, counter *tokens.Counter) *recent.Result {
	if !o.countWrappers {
		return recent.Trim(files, p)
	}
	p.Wrapper = func(c recent.Clip) int {
		return counter.Count(render.ClipWrapper(c, clipTag(c)))
	}
	for budget := p.Budget; ; {
		r := recent.Trim(files, p)
		n := counter.Count(render.Clips(r.Clips, clipTag))
		if n <= budget {
			r.Wrappers = n - r.Tokens
			return r
		}
		p.Budget -= n - budget
	}
}

// clipTag returns the language tag of a file's fence.
func clipTag(c recent.Clip) string { return signatures.FenceTag(signatures.Language(c.Path, c.Text)) }

type trimFilesReport struct {
	Files   []recent.Clip `json:"files"`
	Dropped []recent.Drop `json:"dropped"`
	Tokens  int           `json:"tokens"`
	Budget  int           `json:"budget"`
}

func (o *trimFilesOptions) write(s *cli.Streams, v *redact.Vault, r *recent.Result, budget int) error {
	text := render.Clips(r.Clips, clipTag)
	if o.json {
		out := trimFilesReport{append([]recent.Clip{}, r.Clips...), append([]recent.Drop{}, r.Dropped...), r.Tokens + r.Wrappers, budget}
		for i := range out.Files {
			out.Files[i].Path = cli.EscapeInvalid(out.Files[i].Path)
		}
		for i := range out.Dropped {
			out.Dropped[i].Path = cli.EscapeInvalid(out.Dropped[i].Path)
		}
		var err error
		if text, err = cli.IndentJSON(out); err != nil {
			return err
		}
	}
	return cli.WriteProduct(s, o.output, v.Seal(text))
}

// namedDrops is how many omitted files the report names.
const namedDrops = 10

// report prints one line on the omitted files.
func (o *trimFilesOptions) report(s *cli.Streams, r *recent.Result, budget, files int) {
	if len(r.Dropped) == 0 {
		return
	}
	var names []string
	for i, d := range r.Dropped {
		if i == namedDrops {
			names = append(names, cli.Grouped(len(r.Dropped)-i)+" more")
			break
		}
		names = append(names, fmt.Sprintf("%s (%s)", d.Path, strings.ReplaceAll(string(d.Reason), "_", " ")))
	}
	o.globals.Note(s, "%s of %s files, %s of %s tokens; omitted: %s",
		cli.Grouped(len(r.Clips)), cli.Grouped(files), cli.Grouped(r.Tokens+r.Wrappers), cli.Grouped(budget), strings.Join(names, ", "))
}
