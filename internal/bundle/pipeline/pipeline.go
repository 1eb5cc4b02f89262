// Package pipeline runs the stages in their order and owns all goroutines:
//
//	open     folders and repositories                                worktree
//	walk     the list of files                                       worktree
//	analyse  the facts of each file                                  facts.go
//	history  activity from the repository, concurrent with walk and analyse
//	rank     importers, naming rules, points, order                  rank.go
//	pack     files under the budget, counted over the written bytes  fit.go
//
// For each file, the walk returns a [worktree.File]. The analysis reads, counts and scans its text, keeps the
// facts, which the cache stores, and releases the text. Ranking adds the facts that depend on other files;
// afterwards the [File] does not change. If packing needs its cost, package view makes its summary and reads its
// text again. The [Result] has an [Outcome] for each file.
//
// Stages work on slots: worker i writes slot i, and one goroutine combines the results, so that no result depends
// on timing.
package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
	"ctxpack/scorer/relevance"
)

// Stage names a part of the work for progress and timings.
type Stage string

// The stages, in order.
const (
	StageOpen    Stage = "open"
	StageWalk    Stage = "walk"
	StageAnalyse Stage = "analyse"
	StageHistory Stage = "history"
	StageRank    Stage = "rank"
	StagePack    Stage = "pack"
)

// The ways of filling the budget.
const (
	Levels = "levels" // parts of files: packer.ByParts
	Tiers  = "tiers"  // whole files or their signatures: packer.Pack
)

// Packings returns their names, the default first.
func Packings() []string { return []string{Levels, Tiers} }

// Options configure a run. Paths must name at least one folder. Their JSON contains all inputs of a
// bundle except the files.
type Options struct {
	Paths []string `json:"-"` // folders to pack; files get paths relative to their common parent
	// Files, if not nil, are the files to pack instead of the result of walking the only path.
	Files []string
	Names map[string]string `json:"-"` // names of folders; see [worktree.Options]

	// Around allows reading the files around a folder inside a repository, to find users of the packed files. They
	// are not packed themselves.
	Around bool

	Config config.Config // its globs are relative to the repository's top folder
	// Globs of the command line, relative to each path; they add to Config's.
	Include, Exclude, Pin, Only, Boost []string

	// Packages, if any, are names or folders of packages of the workspace: only they are packed, with the outlines
	// of their dependencies.
	Packages []string

	// Scores, if not nil, are external scores by file name, which take precedence over the ranking's own, see
	// [scorer.Ranking.RankGiven].
	Scores map[string]float64

	// Task, if not nil, is the purpose of the bundle: files are ranked for it.
	Task *Task
	// OrderOnly is set if only the order for a task is wanted: facts that it does not depend on, such as a file's
	// users and changes, are not computed.
	OrderOnly bool
	// WithDiff includes the diff of the task in the bundle, WithLog the last subjects.
	WithDiff bool
	WithLog  int

	Counter *tokens.Counter `json:"-"`
	Format  render.Format   `json:"-"`
	Budget  int             // tokens of the whole output
	// Enough ends a bundle for a task early if the remaining files have little value.
	Enough      bool
	Window      *render.Window // origin of the budget; nil if it was given
	Header      string         // instructions, placed first
	LineNumbers bool
	ListSkipped bool
	Split       int // maximum tokens of one part; 0 for a single bundle
	// Since, if not nil, is an earlier bundle: files unchanged since then are omitted.
	Since *render.Past `json:"-"`

	// Exact requests exact counts of whole files, and not only of those shown whole.
	Exact bool `json:"-"`
	// Outlines requests the outline of every file with its symbols, not only of those that may be in the bundle.
	Outlines bool `json:"-"`

	// TextOnly is set if only Parts, Tokens, Budget and Summary of the Result are wanted; for an unchanged tree it has no more.
	TextOnly bool `json:"-"`
	// Summary, if not nil, makes the summary of a result. Layout is a text for all that it depends on besides.
	Summary func(*Result) string `json:"-"`
	Layout  string               `json:"-"`
	// Cache is the folder of cached analyses; "" for none.
	Cache string `json:"-"`
	// Objects, if not nil, is the store shared with other folders and machines; the default is the cache folder. It
	// is not used without a cache folder, and not closed.
	Objects cache.Objects `json:"-"`

	// ShowSecrets disables redaction.
	ShowSecrets bool
	// MarkInjections marks files whose text addresses a model.
	MarkInjections bool

	Outputs []fs.FileInfo `json:"-"` // files that this run writes; never packed
	// Kept are folders, besides the cache, with the program's own files; nothing below them is packed.
	Kept []string `json:"-"`
	// ObjectsFrom are folders, absolute and free of links, from which repositories may borrow objects.
	ObjectsFrom []string `json:"-"`
	Jobs        int      `json:"-"` // goroutines for analysis; 0 for one per processor

	now    time.Time                    // zero for the clock
	opened func(path string, bytes int) // see [source.Tree]
	// Observe, if not nil, receives the progress of a stage. It is called from several goroutines at once. total is
	// 0 while it is unknown.
	Observe func(stage Stage, done, total int, bytes int64) `json:"-"`
}

// byTaskAlone reports whether only the order for a task is wanted.
func (o Options) byTaskAlone() bool { return o.Task != nil && o.OrderOnly }

// levels reports whether the budget is filled with parts of files, the default.
func (o Options) levels() bool { return o.Config.Context.Packing != Tiers }

func (o Options) jobs() int {
	if o.Jobs > 0 {
		return o.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// Timing is how long a stage took. Stages overlap.
type Timing struct {
	Stage    Stage
	Duration time.Duration
}

// Ranking is the tree before packing: each file with its facts, in rank order, then the excluded files, in path
// order.
type Ranking struct {
	Name string // name of the packed folder
	Git  *GitState
	// Repositories, if there are several roots, are those with a commit; Git is nil then.
	Repositories []GitState
	Rules        scorer.Ranking // ranking that ordered the files
	Files        []*File
	Skipped      []*File
	Warnings     []string
	Problems     []source.Problem // unreadable files; the output is incomplete
	Timings      []Timing
	Looked       int // files whose contents were needed
	Reused       int // files found in the cache, among these

	options   Options
	graph     *imports.Graph
	around    []*File // not requested, see walkAround
	set       *worktree.Set
	trees     []*tree
	query     *relevance.Query // query of the task, nil without a task
	weights   []int            // weights of the query's terms
	diff      string           // diff of the task
	vault     *redact.Vault    // nil with ShowSecrets
	own       cache.Objects    // closed by the ranking, or nil
	unchanged *unchanged       // nil if the bundle of an unchanged tree is not kept
}

// GitState is the commit of the tree.
type GitState struct {
	Name           string // name of the root in the set, if there are several
	Branch, Commit string
	Shallow        bool
	Visited        int // commits seen by the ranking

	top string
}

// Young reports whether the ranking saw too few commits to use them.
func (g GitState) Young() bool { return g.Visited < enoughHistory }

// Outcome is the result for a ranked file.
type Outcome = fit.Outcome

// TooSmallError means that the required contents of the bundle exceed its budget.
type TooSmallError = fit.TooSmallError

// Result is a finished run. Its Outcomes are those of Files.
type Result struct {
	*Ranking
	fit.Result
	Summary  string           // see Options
	Problems []source.Problem // problems of the ranking and of the bundle; the output is incomplete
	// CacheError is the reason why the next run will not be faster.
	CacheError error
}

// Run packs: it returns the bundle to write, of at most o.Budget tokens. It fails if the context
// ends, if a path is not a folder (*worktree.PathError), if there is nothing to pack (*EmptyError),
// or if the required contents do not fit (*TooSmallError).
func Run(ctx context.Context, o Options) (*Result, error) {
	ranking, err := rank(ctx, o)
	if err != nil {
		return nil, err
	}
	ranking.graph = nil // no bundle needs it
	defer ranking.Close()
	if ranking.unchanged.found() {
		return ranking.unchanged.result(ranking), nil
	}
	if err := ranking.Empty(); err != nil && o.Since == nil {
		return nil, err
	}
	start := time.Now()
	result, err := ranking.sealed(ctx)
	if err != nil {
		return nil, err
	}
	result.CacheError = ranking.save()
	result.Timings = append(result.Timings, Timing{StagePack, time.Since(start)})
	if o.Summary != nil {
		result.Summary = o.Summary(result)
	}
	result.CacheError = cmp.Or(result.CacheError, ranking.unchanged.keep(result))
	return result, nil
}

func (r *Ranking) fit(ctx context.Context, f *fit.Fitter) (*Result, error) {
	result, err := f.Fit(ctx)
	if err != nil {
		return nil, err
	}
	return &Result{Ranking: r, Result: *result, Problems: slices.Concat(r.Problems, result.Problems)}, nil
}

// Rank runs the stages before packing. The caller closes the ranking. It fails like Run, and with an *OptionError
// like Check.
func Rank(ctx context.Context, o Options) (*Ranking, error) {
	o.TextOnly = false
	return rank(ctx, o)
}

// rank is Rank; if it finds the bundle of an unchanged tree, it leaves out all stages after the walk.
func rank(ctx context.Context, o Options) (_ *Ranking, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.Exact = o.Exact || !o.levels()
	r := &Ranking{options: o}
	if o.Objects == nil && o.Cache != "" {
		r.own = cache.OpenObjects(o.Cache)
		r.options.Objects = r.own
	}
	defer func() {
		if err != nil && r.set != nil {
			r.set.Close()
		}
	}()
	if err := r.stage(StageOpen, r.open); err != nil {
		return nil, err
	}
	start := sync.OnceValue(func() *history {
		r.readAhead()
		return r.startHistory(ctx)
	})
	r.unchanged = r.openUnchanged()
	if u := r.unchanged; u == nil || u.bundle.State == "" { // nothing can be found
		defer start().stop()
	}
	var files []*File
	if err := r.stage(StageWalk, func() (err error) {
		if files, err = r.walk(ctx); err != nil {
			return err
		}
		return r.walkAround(ctx)
	}); err != nil {
		return nil, err
	}
	if r.unchanged.find(r, files) {
		return r, nil
	}
	history := start()
	defer history.stop()
	if err := r.stage(StageAnalyse, func() error {
		return errors.Join(r.analyse(ctx, files), r.analyseAround(ctx), r.redact(ctx, files))
	}); err != nil {
		return nil, err
	}
	r.observe(StageHistory, 0, 0, 0)
	if err := r.joinHistory(ctx, history); err != nil {
		return nil, err
	}
	if err := r.stage(StageRank, func() error { return r.rank(ctx, files) }); err != nil {
		return nil, err
	}
	return r, nil
}

// stage runs one stage and records its duration.
func (r *Ranking) stage(name Stage, run func() error) error {
	start := time.Now()
	r.observe(name, 0, 0, 0)
	err := run()
	r.Timings = append(r.Timings, Timing{name, time.Since(start)})
	return err
}

func (r *Ranking) observe(stage Stage, done, total int, bytes int64) {
	if r.options.Observe != nil {
		r.options.Observe(stage, done, total, bytes)
	}
}

// Close saves the analyses and releases the open folders.
func (r *Ranking) Close() {
	_ = r.save() // failure only slows down the next run
	r.set.Close()
}

// Empty returns an *EmptyError if there is no ranked file.
func (r *Ranking) Empty() error {
	if len(r.Files) > 0 {
		return nil
	}
	return &EmptyError{Name: r.Name, Reasons: countReasons(r.Skipped), Rule: ignoring(r.Skipped), Warnings: r.Warnings, Problems: r.Problems}
}

// ignoring returns the rule by which git ignores most of some files, "" for none.
func ignoring(files []*File) (rule string) {
	count := map[string]int{}
	for _, f := range files {
		if f.Skip == source.Ignored && f.Detail != "" {
			if count[f.Detail]++; count[f.Detail] > count[rule] {
				rule = f.Detail
			}
		}
	}
	return rule
}

// EmptyError means that no file is ranked.
type EmptyError struct {
	Name     string
	Reasons  []render.Skipped
	Rule     string // rule by which git ignores most of them, such as `.gitignore:3: *.log`; "" for none
	Warnings []string
	Problems []source.Problem // files that could not be read, a possible cause
}

func (e *EmptyError) Error() string {
	if len(e.Problems) > 0 {
		return fmt.Sprintf("nothing of %s is read: some of it could not be read", render.DisplayPath(e.Name))
	}
	return fmt.Sprintf("nothing to read in %s: no text files, or all are ignored", render.DisplayPath(e.Name))
}

// Why returns why files are omitted, and how to read them anyway.
func (e *EmptyError) Why() string {
	if len(e.Reasons) == 0 {
		return "the folder has no files"
	}
	parts := mapped.Of(e.Reasons, func(r render.Skipped) string { return fmt.Sprintf("%s %d", r.Sentence, r.Count) })
	why := "left out: " + strings.Join(parts, ", ")
	if e.Rule != "" {
		why += " (" + render.DisplayPath(e.Rule) + "); ignored folders are read if you name them"
	}
	return why
}
