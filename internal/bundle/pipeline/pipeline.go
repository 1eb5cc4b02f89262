// Package pipeline runs the stages in their order and owns all goroutines:
//
//	open     which folders, which repositories                       worktree
//	walk     which files                                             worktree
//	analyse  the facts of each file                                  facts.go
//	history  activity from the repository, beside the two above      history.go
//	rank     importers, naming rules, points, order                  rank.go
//	pack     tiers under the budget, over the bytes as written       fit.go
//
// One file goes through it like this. It is walked ([worktree.File]); its text is read, counted and scanned, which
// gives its Facts (what the cache stores), and let go; ranking adds what it is among the others, and from then on a
// [File] does not change. If packing asks what it costs (price.go), its Summary is made (summary.go) and its text is
// read again. What became of it is an [Outcome] of the [Result].
//
// Stages work on slots: worker i writes slot i, and one goroutine puts the
// results together, so that no result depends on timing.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/share/cache"
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

// Options say what to pack and how. Paths must name at least one folder.
type Options struct {
	Paths []string // folders to pack; files get paths relative to what they have in common
	// Files, if not nil, are the files to pack in place of what a walk of the only path would find.
	Files []string
	Names map[string]string // of folders; see [worktree.Options]

	// Around allows looking at the files around a folder inside of a repository: those
	// that use what is packed. They are not packed themselves.
	Around bool

	Config config.Config // its globs are relative to the repository's top folder
	// Globs of the command line, relative to each path; they add to Config's.
	Include, Exclude, Pin, Only, Boost []string

	// Packages, if there are any, are names or folders of packages of the workspace:
	// they are packed, with the outlines of what they need, and nothing else.
	Packages []string

	// Scores, if not nil, come from elsewhere and go before the ranking's own: by
	// name of the file, see [scorer.Ranking.RankGiven].
	Scores map[string]float64

	// Task, if not nil, is what the bundle is for: files are ranked by it.
	Task *Task
	// OrderOnly is set if with a task nothing but the order is asked for: what it does not
	// depend on, such as who uses a file and how often it changed, is not found out.
	OrderOnly bool
	// WithDiff puts the diff of the task into the bundle, WithLog the last subjects.
	WithDiff bool
	WithLog  int

	Counter *tokens.Counter
	Format  render.Format
	Budget  int // tokens of the whole output
	// Enough lets a bundle for a task end where what follows is worth little.
	Enough      bool
	Window      *render.Window // what the budget comes from; nil for one that was given
	Header      string         // instructions, placed first
	LineNumbers bool
	ListSkipped bool
	Split       int // most tokens of one part; 0 for a single bundle
	// Since, if not nil, is an earlier bundle: what did not change since then is left out.
	Since *render.Past

	// Outlines asks for the outline of every file with its symbols, not only of those that may be in the bundle.
	Outlines bool

	// Cache is the folder in which what is found out about files is kept for the next run; "" for none.
	Cache string
	// Objects, if not nil, is where it is shared with other folders and machines; else that
	// is the cache folder. It is not used without a cache folder, and not closed.
	Objects cache.Objects

	// ShowSecrets leaves secrets where they are.
	ShowSecrets bool
	// MarkInjections notes files whose text addresses a model.
	MarkInjections bool

	Outputs []fs.FileInfo // files that this run writes; never packed
	// Kept are folders, beside that of the cache, in which the program keeps things for
	// itself; nothing below them is packed.
	Kept []string
	// ObjectsFrom are folders, absolute and free of links, from which repositories may borrow objects.
	ObjectsFrom []string
	Jobs        int // goroutines that analyse; 0 for one a processor
	// Observe, if not nil, is told how far a stage is. It is called from
	// several goroutines at once. total is 0 while it is not known.
	Observe func(stage Stage, done, total int, bytes int64)
}

// byTaskAlone reports whether the order by the task is all that is asked for.
func (o Options) byTaskAlone() bool { return o.Task != nil && o.OrderOnly }

// levels reports whether the budget is filled with parts of files, as it is by default.
func (o Options) levels() bool { return o.Config.Context.Packing != Tiers }

// jobs is how many goroutines analyse.
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

// Ranking is the tree as it is known before packing: each file with its facts,
// in rank order, then those that are not packed at all, in path order.
type Ranking struct {
	Name string // of the packed folder
	Git  *GitState
	// Repositories, where there are several roots, are those that have a commit; Git is nil then.
	Repositories []GitState
	Rules        scorer.Ranking // that gave the files their order
	Files        []*File
	Skipped      []*File
	Warnings     []string
	Problems     []source.Problem // what could not be read; the product is incomplete
	Timings      []Timing
	Looked       int // files whose contents mattered
	Reused       int // of those, the ones that the cache knew

	options Options
	graph   *imports.Graph
	around  []*File // that are not asked for, see walkAround
	set     *worktree.Set
	trees   []*tree
	query   *relevance.Query // of the task, nil without one
	weights []int            // of its terms
	diff    string           // of the task
	vault   *redact.Vault    // nil with ShowSecrets
	own     cache.Objects    // that nobody else closes, or nil
	memo    *tokens.Memo     // of what bundles show; nil before the first of them
}

// GitState is the commit that the tree stands on.
type GitState struct {
	Name           string // of the root in the set, where there are several
	Branch, Commit string
	Shallow        bool
	Visited        int // commits that the ranking saw

	top string
}

// Young reports whether the ranking saw too few commits to go by.
func (g GitState) Young() bool { return g.Visited < enoughHistory }

// Outcome is what became of a file that was ranked.
type Outcome = fit.Outcome

// TooSmallError says that what must be in the bundle is more than its budget.
type TooSmallError = fit.TooSmallError

// Result is a finished run. Its Outcomes are those of Files.
type Result struct {
	*Ranking
	fit.Result
	Problems []source.Problem // of the ranking and of the bundle; the product is incomplete
	// CacheError says why the next run will not be faster.
	CacheError error
}

// Run packs: it returns the bundle as it is to be written, which has at most o.Budget tokens. It fails if the context
// ends, if a path is no folder (*worktree.PathError), if there is nothing to pack (*EmptyError), or if what must be
// in the bundle does not fit (*TooSmallError).
func Run(ctx context.Context, o Options) (*Result, error) {
	ranking, err := Rank(ctx, o)
	if err != nil {
		return nil, err
	}
	ranking.graph = nil // which no bundle needs
	defer ranking.Close()
	if len(ranking.Files) == 0 && o.Since == nil {
		return nil, &EmptyError{
			Name: ranking.Name, Reasons: countReasons(ranking.Skipped), Rule: ignoring(ranking.Skipped), Warnings: ranking.Warnings, Problems: ranking.Problems,
		}
	}
	start := time.Now()
	result, err := ranking.sealed(ctx)
	if err != nil {
		return nil, err
	}
	result.CacheError = ranking.save()
	result.Timings = append(result.Timings, Timing{StagePack, time.Since(start)})
	return result, nil
}

// ignoring is the rule by which git ignores most of some files, "" for none.
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

func (r *Ranking) fit(ctx context.Context, f *fit.Fitter) (*Result, error) {
	result, err := f.Fit(ctx)
	if err != nil {
		return nil, err
	}
	return &Result{Ranking: r, Result: *result, Problems: slices.Concat(r.Problems, result.Problems)}, nil
}

// Rank runs the stages before packing. The caller closes the ranking. It fails as Run
// does, and with an *OptionError where Check does.
func Rank(ctx context.Context, o Options) (_ *Ranking, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
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
	history := r.startHistory(ctx)
	defer history.stop()
	var files []*File
	if err := r.stage(StageWalk, func() (err error) {
		if files, err = r.walk(ctx); err != nil {
			return err
		}
		return r.walkAround(ctx)
	}); err != nil {
		return nil, err
	}
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

// stage runs one stage and notes how long it took.
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

// Close saves what was found out and releases the folders that are open.
func (r *Ranking) Close() {
	_ = r.save() // the next run will be slower, this one is done
	r.set.Close()
}

// EmptyError says that there is no file to pack.
type EmptyError struct {
	Name     string
	Reasons  []render.Skipped
	Rule     string // by which git ignores most of them, such as `.gitignore:3: *.log`; "" for none
	Warnings []string
	Problems []source.Problem // what could not be read, which may be why
}

func (e *EmptyError) Error() string {
	if len(e.Problems) > 0 {
		return fmt.Sprintf("nothing of %s is packed: some of it could not be read", render.DisplayPath(e.Name))
	}
	return fmt.Sprintf("nothing to pack in %s: it holds no file that is text and not ignored", render.DisplayPath(e.Name))
}
