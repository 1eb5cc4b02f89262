// Package gitstats reads what a Git repository says about the files of its
// work tree: which files are tracked, which patterns exclude files, and how
// often each file was touched in the recent history.
//
// Invariants:
//   - No process is started, and nothing that the repository's configuration
//     names is run. Object formats are decoded with go-git's plumbing; its
//     repository and storage layers are not used, because a crafted pack makes
//     them overflow the stack, which no recover catches.
//   - The repository is untrusted. Files are opened relative to folder handles
//     that links cannot leave, and only if they are regular; object sizes, delta
//     chains, path lengths and the total work are bounded. What leads outside
//     the repository is refused. Only the user's own Git configuration, outside
//     the repository, is trusted.
//   - What cannot be read is a warning, not a failure: the caller goes on with
//     the files alone. Warnings never hold an absolute path.
//   - The same repository gives the same result at every run; the clock, the
//     number of processors and the packing of objects have no influence.
//
// Paths are slash-separated, relative to the work tree's top, and kept byte for
// byte as Git stores them; they need not be UTF-8.
//
// Concurrency: the functions keep no state and may be called from several
// goroutines at once, each call opens the repository for itself. Results are
// plain values; they may be read concurrently when nobody writes to them.
package gitstats

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

const (
	// DefaultWindow is the time span used when Options.Window is not positive:
	// 90 days.
	DefaultWindow = 90 * 24 * time.Hour
	// DefaultMaxCommits is the number of commits used when
	// Options.MaxCommits is not positive.
	DefaultMaxCommits = 2000
)

// Options limit how far back [Read] looks.
type Options struct {
	// Window is the span before HEAD's commit time, both ends included, in
	// which commits count. Zero or less means DefaultWindow.
	Window time.Duration
	// MaxCommits is the greatest number of commits that are counted, the
	// newest first. Zero or less means DefaultMaxCommits.
	MaxCommits int
	// Memory is the Activity.Memory of an earlier Read of the same repository, or
	// "". It saves time: what has not changed is not read again. Any other text
	// counts as none.
	Memory string
}

// Activity is what the history says about the files at HEAD. The maps are never
// nil.
type Activity struct {
	// Commit is HEAD's full commit id in hexadecimal, "" if there is none.
	Commit string
	// Branch is the short name of the branch that HEAD is on, "" if HEAD is
	// detached. A branch without a commit has its name here too.
	Branch string
	// CommitTime is HEAD's committer time in UTC, whole seconds.
	CommitTime time.Time
	// Shallow tells that the history was cut when the repository was cloned.
	Shallow bool
	// Commits maps a path at HEAD to the number of counted commits, at least
	// 1, that touched it under this name or, before an exact rename, under an
	// older one. Links and submodules are counted like files.
	Commits map[string]int
	// Blobs maps the path of each regular file at HEAD to its blob id in
	// hexadecimal.
	Blobs map[string]string
	// Scanned is the number of commits that were counted.
	Scanned int
	// Memory holds what the walk found, for the Options of the next Read; "" if
	// there is nothing that would help.
	Memory string
	// Warnings tell, in the order of discovery, why something is missing.
	Warnings []string
}

// Read walks the history of the work tree top once, from HEAD backwards, and
// counts the commits that touched each file at HEAD.
//
// A commit counts if it has at most one parent and its committer time is at most
// the window older than HEAD's; the newest commits come first and at most
// Options.MaxCommits count. A root commit touches all its files. A commit that
// only changes a mode counts, as it does for git log.
//
// Exact renames are followed: where a commit deletes and adds the same blob, the
// older commits of the old path count for the new one. If several paths fit, each
// added path takes, in byte order, the first deleted path that is still free,
// those with the same base name first; this is what git log -M100% does. Commits
// on parallel branches are followed through all renames that the walk meets.
//
// The commits at the edge of a shallow clone are not counted, because what they
// changed is unknown. In a partial clone nothing is fetched: what is on this machine
// counts, if HEAD's tree is there. Replacement objects and grafts are not looked
// at.
//
// The error is ctx's, when it was cancelled; everything else is a warning and
// leaves out what could not be read.
func Read(ctx context.Context, top string, o Options) (*Activity, error) {
	return read(ctx, top, o, defaultLimits())
}

// limits bound the work that a repository can cause.
type limits struct {
	object  int64 // bytes of one object, compressed forms and deltas included
	work    int64 // bytes inflated or patched in one Read
	cache   int64 // bytes of objects kept in memory
	list    int   // cost of listing HEAD, see costSame
	diff    int   // cost of comparing one commit with its parent
	total   int   // cost of all these comparisons
	commits int   // commit objects read
	renames int   // bytes of the older names remembered
	failed  int   // unreadable commits after which the walk ends
}

func defaultLimits() limits {
	return limits{
		object:  64 << 20,
		work:    4 << 30,
		cache:   64 << 20,
		list:    2_000_000 * costFound,
		diff:    1_000_000 * costFound,
		total:   10_000_000 * costFound,
		commits: 200_000,
		renames: 64 << 20,
		failed:  100,
	}
}

var (
	// errLimit says that an object or a path exceeds the limits.
	errLimit = errors.New("too large")
	// errEntries says that a tree or a commit has more entries than allowed.
	errEntries = errors.New("too many entries")
	// errWork says that everything together does: the walk ends.
	errWork = errors.New("history is too large")
)

func read(ctx context.Context, top string, o Options, lim limits) (a *Activity, err error) {
	a = &Activity{Commits: map[string]int{}, Blobs: map[string]string{}}
	// The one place where a panic on hostile data would end up: the decoders are
	// fuzzed, this is for what the fuzzer did not find.
	defer func() {
		if p := recover(); p != nil {
			a.warn("read repository: internal error: %v", p)
			err = nil
		}
	}()
	if o.Window <= 0 {
		o.Window = DefaultWindow
	}
	if o.MaxCommits <= 0 {
		o.MaxCommits = DefaultMaxCommits
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	repo, err := openRepository(top)
	if err != nil {
		a.warn("no git facts: %s", describe(err))
		return a, nil
	}
	defer repo.close()
	if err := repo.supportsHistory(); err != nil {
		a.warn("no git facts: %s", describe(err))
		return a, nil
	}
	if err := a.fill(ctx, repo, o, lim); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a.warn("no git activity: %s", describe(err))
	}
	return a, nil
}

// fill reads HEAD, its files and the history. Its error means that HEAD itself
// is not readable.
func (a *Activity) fill(ctx context.Context, repo *repository, o Options, lim limits) error {
	h, err := repo.head()
	if err != nil {
		return fmt.Errorf("read HEAD: %w", err)
	}
	a.Branch = h.branch
	if h.unborn {
		a.warn("no git activity: the branch has no commits yet")
		return nil
	}
	a.Commit = h.id.String()
	s, warnings := openStore(repo, lim)
	defer s.close()
	a.Warnings = append(a.Warnings, warnings...)
	if repo.partial() {
		a.warn("partial clone: objects that are not on this machine are not fetched")
	}
	shallow, err := repo.shallow()
	if err != nil {
		a.warn("read shallow list: %s", describe(err))
	}
	if a.Shallow = len(shallow) > 0; a.Shallow {
		a.warn("shallow clone: the history is cut, older activity is not counted")
	}
	c, err := s.commit(ctx, h.id)
	if err != nil {
		return fmt.Errorf("read commit %s: %w", h.id, err)
	}
	a.CommitTime = time.Unix(c.time, 0).UTC()
	t, old, next := newTally(lim.renames), decodeMemory(o.Memory), newMemory()
	if err := a.list(ctx, s, t, c, old, next); err != nil {
		return err
	}
	w := &walker{
		store: s, tally: t, shallow: shallow, since: since(c.time, o.Window), max: o.MaxCommits, limits: lim, old: old, next: next,
	}
	err = w.walk(ctx, c)
	a.Scanned, a.Commits = w.counted, t.counts()
	a.Warnings = append(a.Warnings, w.warnings()...)
	if a.Memory = o.Memory; old.tree != next.tree || !maps.EqualFunc(old.steps, next.steps, sameStep) {
		a.Memory = next.encode()
	}
	return err
}

// list records the files at HEAD.
func (a *Activity) list(ctx context.Context, s *store, t *tally, c *commit, old, next *memory) error {
	record := func(ch change) {
		t.add(ch.path)
		if isRegular(ch.mode) {
			a.Blobs[ch.path] = ch.id.String()
		}
	}
	stored := old.tree
	if old.list(ctx, s, c.tree, record) {
		next.tree, next.files = c.tree, old.files
		old.tree = stored // what is compared in the end is what was given
		return nil
	}
	d := &differ{store: s, left: s.limits.list}
	err := d.list(ctx, c.tree, func(ch change) {
		record(ch)
		next.files = append(next.files, ch)
	})
	if next.tree = c.tree; err != nil || d.missing > 0 || d.long > 0 {
		next.tree, next.files = plumbing.ZeroHash, nil
	}
	switch {
	case errors.Is(err, errEntries):
		a.warn("HEAD has too many tree entries: some files have no git facts")
	case err != nil:
		return fmt.Errorf("read tree of HEAD: %w", err)
	}
	if d.missing > 0 {
		a.warn("%s of HEAD cannot be read: their files have no git facts", plural(d.missing, "folder"))
	}
	if d.long > 0 {
		a.warn("%s of HEAD: names over %d bytes are left out", plural(d.long, "folder"), maxPath)
	}
	return nil
}

func (a *Activity) warn(format string, args ...any) {
	a.Warnings = append(a.Warnings, fmt.Sprintf(format, args...))
}

// since is the earliest committer time, in seconds, that counts.
func since(head int64, window time.Duration) int64 {
	return head - int64(window/time.Second)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
