// Package gitstats reads from the history of a Git repository how often each file was touched recently ([Read]), and
// what the latest commits changed ([ReadRecent], [ReadBlob]).
//
// Invariants:
//   - No process is started. The repository is untrusted: nothing outside it is
//     read, and the work that it can cause is bounded.
//   - Unreadable data causes a warning, not a failure: the caller continues
//     with the files alone. Warnings never hold an absolute path.
//   - The same repository gives the same result at every run; the clock, the
//     number of processors and the packing of objects have no influence.
//
// Paths are slash-separated, relative to the work tree's top, and kept byte for
// byte as Git stores them; they need not be UTF-8.
//
// Concurrency: the functions keep no state and may be called from several goroutines at once, each call opens the
// repository separately. Results are plain values; they may be read concurrently when nobody writes to them.
package gitstats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/humanize"
)

const (
	// DefaultWindow is the time span used when Options.Window is not positive: 90 days.
	DefaultWindow = 90 * 24 * time.Hour
	// DefaultMaxCommits is the number of commits used when Options.MaxCommits is not positive.
	DefaultMaxCommits = 2000
)

// Constants of Activity.Churn.
const (
	// ChurnSpan is the time before HEAD's commit in which commits add to churn.
	ChurnSpan = 4 * 365 * 24 * time.Hour
	// ChurnCommits is the maximum number of commits, newest first, that add to it.
	ChurnCommits = 1000
	// ChurnFiles is the maximum number of files of such a commit: larger commits are renamings or reformattings,
	// which say nothing about a single file.
	ChurnFiles = 25
	// ChurnHalfLife is the age at which a commit counts half.
	ChurnHalfLife = 365 * 24 * time.Hour
)

// Options limit how far back [Read] looks.
type Options struct {
	// Window is the span before HEAD's commit time, both ends included, in
	// which commits count. Zero or less means DefaultWindow.
	Window time.Duration
	// MaxCommits is the maximum number of commits that are counted, newest first. Zero or less means
	// DefaultMaxCommits.
	MaxCommits int
	// Borrow are folders, absolute and free of links, from which objects may be borrowed (alternates) in addition
	// to the repository itself. They come from the user.
	Borrow []string
	// Memory is the Activity.Memory of an earlier Read of the same repository, or "". It saves reading unchanged
	// data again. Any other text is ignored.
	Memory string
	// Recall, if not nil, returns a Memory from another source for one of these commits, newest
	// first: the commit being read, and some earlier ones. A result replaces Memory. It is not
	// called for a partial clone, whose history is less complete.
	Recall func(commits []string) string
	// PrivatePath, if not nil, reports whether a path must not be in a Memory, which others may read. Changes of
	// such a path are computed each time.
	PrivatePath func(path string) bool
}

// ShallowWarning is the warning of [Read] about a shallow clone.
const ShallowWarning = "shallow clone: the history is truncated, older activity does not count"

// Activity is the history's information about the files at HEAD. The maps are never nil.
type Activity struct {
	// Commit is HEAD's full commit id in hexadecimal, "" if there is none.
	Commit string
	// Branch is the short name of the branch that HEAD is on, "" if HEAD is detached. It is set for an unborn
	// branch too.
	Branch string
	// CommitTime is HEAD's committer time in UTC, whole seconds.
	CommitTime time.Time
	// Shallow is set if the history was cut when the repository was cloned.
	Shallow bool
	// Commits maps a path at HEAD to the number of counted commits, at least 1, that touched it under this name or,
	// before an exact rename, under an older one. Links and submodules are counted like files.
	Commits map[string]int
	// Churn maps a path at HEAD to the sum of the commits that touched it, weighted by age, in thousandths: 1000
	// for one as old as HEAD, 500 for one that is a half-life older, linear in between. See ChurnSpan.
	Churn map[string]int
	// Blobs maps the path of each regular file at HEAD to its blob id in hexadecimal.
	Blobs map[string]string
	// Scanned is the number of commits that were counted, Visited the number examined for churn.
	Scanned, Visited int
	// Memory holds the results of the walk, for the Options of the next Read; "" if there is nothing to reuse.
	Memory string
	// Warnings explain, in the order of discovery, why something is missing.
	Warnings []string
}

// Read walks the history of the work tree top once, from HEAD backwards, and counts the commits that touched each
// file at HEAD.
//
// A commit counts if it has at most one parent and its committer time is at most the window older than HEAD's; the
// newest commits come first and at most Options.MaxCommits count. A root commit touches all its files. A commit
// that only changes a mode counts, as it does for git log.
//
// Exact renames are followed: where a commit deletes and adds the same blob, the older commits of the old path
// count for the new one. If several paths fit, each added path takes, in byte order, the first deleted path that is
// still free, those with the same base name first; this is what git log -M100% does. Commits on parallel branches
// are followed through all renames that the walk meets.
//
// The commits at the edge of a shallow clone are not counted, because their changes are unknown. In a partial clone
// nothing is fetched: objects on this machine count, if HEAD's tree is there. Replacement objects and grafts are
// ignored.
//
// The error is ctx's, when it was cancelled; everything else is a warning and omits the unreadable data.
func Read(ctx context.Context, top string, o Options) (*Activity, error) {
	return read(ctx, top, o, defaultLimits(), nil)
}

// limits bound the work that a repository can cause.
type limits struct {
	objects gitrepo.Limits
	list    int // cost of listing HEAD, see gitrepo.EntryCost
	diff    int // cost of comparing one commit with its parent
	total   int // cost of all these comparisons
	commits int // commit objects read
	renames int // bytes of the older names remembered
	failed  int // unreadable commits after which the walk stops
}

func defaultLimits() limits {
	return limits{
		objects: gitrepo.DefaultLimits(),
		list:    500_000 * gitrepo.EntryCost,
		diff:    500_000 * gitrepo.EntryCost,
		total:   10_000_000 * gitrepo.EntryCost,
		commits: 200_000,
		renames: 64 << 20,
		failed:  100,
	}
}

// read implements Read. It also records in t, if not nil, which commits were counted.
func read(ctx context.Context, top string, o Options, lim limits, t *trace) (a *Activity, err error) {
	lim.objects.Borrow = o.Borrow
	a = &Activity{Commits: map[string]int{}, Churn: map[string]int{}, Blobs: map[string]string{}}
	// Recovers from panics on hostile data: the decoders are fuzzed, but the fuzzer may have missed some.
	defer func() {
		if p := recover(); p != nil {
			a.warn("read repository: internal error: %v", p)
			err = nil
		}
	}()
	o.Window = cmp.Or(max(o.Window, 0), DefaultWindow)
	o.MaxCommits = cmp.Or(max(o.MaxCommits, 0), DefaultMaxCommits)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	repo, err := gitrepo.Open(top)
	if err != nil {
		a.warn("no git facts: %s", gitrepo.Describe(err))
		return a, nil
	}
	defer repo.Close()
	if err := a.fill(ctx, repo, o, lim, t); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a.warn("no git activity: %s", gitrepo.Describe(err))
	}
	return a, nil
}

// fill reads HEAD, its files and the history. It fails if HEAD itself is not readable.
func (a *Activity) fill(ctx context.Context, repo *gitrepo.Repository, o Options, lim limits, t *trace) error {
	h, err := repo.Head()
	if err != nil {
		return fmt.Errorf("read HEAD: %w", err)
	}
	a.Branch = h.Branch
	if h.Unborn {
		a.warn("no git activity: the branch has no commits yet")
		return nil
	}
	a.Commit = h.ID.String()
	s, warnings := gitrepo.OpenObjects(repo, lim.objects)
	defer s.Close()
	a.Warnings = append(a.Warnings, warnings...)
	if repo.Partial() {
		a.warn("partial clone: objects that are not on this machine are not fetched")
	}
	shallow, err := repo.Shallow()
	if err != nil {
		a.warn("read shallow list: %s", gitrepo.Describe(err))
	}
	if a.Shallow = len(shallow) > 0; a.Shallow {
		a.warn(ShallowWarning)
	}
	c, err := s.Commit(ctx, h.ID)
	if err != nil {
		return fmt.Errorf("read commit %s: %w", h.ID, err)
	}
	a.CommitTime = time.Unix(c.Time, 0).UTC()
	if found := recall(ctx, o.Recall, repo, s, c); found != "" {
		o.Memory = found
	}
	w := newWalker(s, shallow, lim)
	w.head, w.window, w.max, w.old = c.Time, since(c.Time, o.Window), o.MaxCommits, decodeMemory(o.Memory)
	w.since = min(w.window, since(c.Time, ChurnSpan))
	w.tally.trace = t
	if err := a.list(ctx, w, c); err != nil {
		return err
	}
	err = w.walk(ctx, c)
	a.Scanned, a.Visited = w.counted, w.visited
	a.Commits, a.Churn = w.tally.counts()
	t.read(ctx, s)
	a.Warnings = append(a.Warnings, w.warnings()...)
	if a.Memory = o.Memory; w.old.tree != w.next.tree || !sameSteps(w.old.steps, w.next.steps) {
		a.Memory = w.next.encode(o.PrivatePath)
	}
	return err
}

// list records the files at HEAD.
func (a *Activity) list(ctx context.Context, w *walker, c *gitrepo.Commit) error {
	old, next := w.old, w.next
	record := func(ch gitrepo.Change) {
		w.tally.add(ch.Path)
		if ch.Regular() {
			a.Blobs[ch.Path] = ch.ID.String()
		}
	}
	stored := old.tree
	if old.list(ctx, w.objects, c.Tree, w.limits.diff, record) {
		next.tree, next.files = c.Tree, old.files
		old.tree = stored // this tree is the base of later comparisons
		return nil
	}
	d := &gitrepo.Differ{Objects: w.objects, Left: w.limits.list}
	err := d.List(ctx, c.Tree, func(ch gitrepo.Change) {
		record(ch)
		next.files = append(next.files, ch)
	})
	if next.tree = c.Tree; err != nil || d.Missing > 0 || d.Long > 0 {
		next.tree, next.files = gitrepo.ID{}, nil
	}
	switch {
	case errors.Is(err, gitrepo.ErrTooManyEntries):
		a.warn("HEAD has too many tree entries: some files have no git facts")
	case err != nil:
		return fmt.Errorf("read tree of HEAD: %w", err)
	}
	if d.Missing > 0 {
		a.warn("%s of HEAD cannot be read: their files have no git facts", humanize.Count(d.Missing, "folder"))
	}
	if d.Long > 0 {
		a.warn("%s of HEAD: names over %d bytes are omitted", humanize.Count(d.Long, "folder"), gitrepo.MaxPath)
	}
	return nil
}

func (a *Activity) warn(format string, args ...any) {
	a.Warnings = append(a.Warnings, fmt.Sprintf(format, args...))
}

// since returns the earliest committer time, in seconds, that counts.
func since(head int64, window time.Duration) int64 { return head - int64(window/time.Second) }
