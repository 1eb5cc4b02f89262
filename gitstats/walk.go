package gitstats

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"time"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/humanize"
)

// slop is how many consecutive commits may be older than the window before the walk ends. Clocks are sometimes
// wrong: a commit dated years too early may precede newer ones, which count. git allows for 5; a larger number
// costs a few milliseconds.
const slop = 256

// walker visits the history by committer time, newest first; commits of the same second are visited in the order
// they were found. A commit comes after at least one of its children, whatever their clocks say.
type walker struct {
	objects *gitrepo.Objects
	tally   *tally
	shallow map[gitrepo.ID]bool
	head    int64 // committer time of HEAD
	window  int64 // earliest committer time that counts as activity
	since   int64 // earliest committer time that counts as anything
	max     int   // commits to count as activity
	limits  limits
	old     *memory // memory of an earlier walk
	next    *memory // memory of this walk

	queue   queue
	seen    map[gitrepo.ID]*gitrepo.Commit // nil for a commit that cannot be read
	visited int                            // commits with known changes
	counted int                            // visited commits that count as activity
	cost    int                            // cost of all comparisons

	failed  int   // commits that could not be read
	failure error // reason of the first failure
	large   int   // commits that change too much
	cut     bool  // the walk stopped at a limit
}

// newWalker returns a walker without counts and memory.
func newWalker(objects *gitrepo.Objects, shallow map[gitrepo.ID]bool, lim limits) *walker {
	return &walker{
		tally:   &tally{slot: map[string]int{}, alias: map[string]alias{}, room: lim.renames, worth: make([]worth, 1)},
		objects: objects, shallow: shallow, limits: lim, old: newMemory(), next: newMemory(),
	}
}

// walk counts the commits that head can reach. It fails only if ctx ends.
func (w *walker) walk(ctx context.Context, head *gitrepo.Commit) error {
	w.seen = map[gitrepo.ID]*gitrepo.Commit{head.ID: head}
	w.queue.push(head)
	for old := 0; len(w.queue.items) > 0 && old < slop; {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := w.queue.pop()
		if w.isTooOld(c) {
			old++
		} else {
			old = 0
		}
		if w.shallow[c.ID] {
			continue // neither its parents nor its changes are known
		}
		w.pushParents(ctx, c)
		if w.isTooOld(c) || len(c.Parents) > 1 {
			continue
		}
		w.count(ctx, c)
		if w.cut || w.counted == w.max && w.visited >= ChurnCommits {
			break
		}
		if w.cut = w.failed > w.limits.failed; w.cut {
			break
		}
	}
	return ctx.Err()
}

// isTooOld reports whether a commit is too old to count at all.
func (w *walker) isTooOld(c *gitrepo.Commit) bool {
	return c.Time < w.since || c.Time < w.window && w.visited >= ChurnCommits
}

func (w *walker) add(c *gitrepo.Commit, changes []gitrepo.Change) {
	recent := c.Time >= w.window && w.counted < w.max
	churn := 0
	if w.visited < ChurnCommits && len(changes) <= ChurnFiles {
		churn = decayed(w.head - c.Time)
	}
	w.visited++
	if recent {
		w.counted++
	}
	w.tally.trace.commit(c, recent, churn, len(changes) > ChurnFiles)
	w.tally.commit(changes, recent, churn)
}

// decayed returns a commit's weight for churn, by its age in seconds.
func decayed(age int64) int {
	const whole, halfLife = 1000, int64(ChurnHalfLife / time.Second)
	age = max(age, 0)
	if age > int64(ChurnSpan/time.Second) {
		return 0
	}
	weight := whole >> (age / halfLife)
	return weight - int(int64(weight)*(age%halfLife)/(2*halfLife))
}

func (w *walker) pushParents(ctx context.Context, c *gitrepo.Commit) {
	for _, id := range c.Parents {
		if _, ok := w.seen[id]; ok {
			continue
		}
		if len(w.seen) >= w.limits.commits {
			w.cut = true
			return
		}
		p, err := w.old.commit(ctx, w.objects, id)
		if err != nil {
			w.fail(err)
			w.seen[id] = nil
			continue
		}
		w.seen[id] = p
		w.next.steps[id] = &step{commit: p}
		w.queue.push(p)
	}
}

// count adds the changes of a commit to the tally. A commit whose changes cannot be determined does not count.
func (w *walker) count(ctx context.Context, c *gitrepo.Commit) {
	if s, ok := w.old.steps[c.ID]; ok && s.known {
		w.cost += s.cost
		if w.cost < w.limits.total {
			w.next.steps[c.ID] = s
			w.add(c, s.changes)
			return
		}
		w.cost -= s.cost
	}
	var changes []gitrepo.Change
	d := &gitrepo.Differ{Objects: w.objects, Left: min(w.limits.diff, w.limits.total-w.cost)}
	budget := d.Left
	collect := func(ch gitrepo.Change) { changes = append(changes, ch) }
	var err error
	if len(c.Parents) == 0 {
		err = d.List(ctx, c.Tree, collect)
	} else {
		p := w.seen[c.Parents[0]]
		if p == nil {
			return // counted as failed when it was read
		}
		if p.Tree != c.Tree {
			err = d.Diff(ctx, p.Tree, c.Tree, collect)
		}
	}
	w.cost += budget - d.Left
	switch {
	case errors.Is(err, gitrepo.ErrTooMuchWork) || w.cost >= w.limits.total:
		w.cut = true
	case errors.Is(err, gitrepo.ErrTooManyEntries):
		w.large++
	case err != nil:
		w.fail(err)
	default:
		w.add(c, changes)
		if d.Missing > 0 {
			w.fail(gitrepo.ErrMissing)
		} else if len(changes) <= maxRemembered {
			w.next.steps[c.ID] = &step{commit: c, known: true, changes: changes, cost: budget - d.Left}
		}
	}
}

func (w *walker) fail(err error) {
	if w.failed == 0 {
		w.failure = err
	}
	w.failed++
}

func (w *walker) warnings() []string {
	var out []string
	if w.failed > 0 {
		out = append(out, fmt.Sprintf("%s cannot be read, activity is incomplete: %s", humanize.Count(w.failed, "commit"), gitrepo.Describe(w.failure)))
	}
	if w.large > 0 {
		out = append(out, fmt.Sprintf("%s not counted: too many changes", humanize.Count(w.large, "commit")))
	}
	if w.cut {
		out = append(out, fmt.Sprintf("the history is read only in part: activity is that of the newest %s", humanize.Count(w.counted, "commit")))
	}
	if w.tally.full {
		out = append(out, "too many renames: older names are not followed")
	}
	return out
}

type queue struct {
	items queueItems
	next  int
}

type queueItem struct {
	commit *gitrepo.Commit
	order  int // order of arrival
}

func (q *queue) push(c *gitrepo.Commit) {
	heap.Push(&q.items, queueItem{commit: c, order: q.next})
	q.next++
}

func (q *queue) pop() *gitrepo.Commit { return heap.Pop(&q.items).(queueItem).commit }

type queueItems []queueItem

func (q queueItems) Len() int { return len(q) }

func (q queueItems) Less(i, j int) bool {
	if a, b := q[i].commit.Time, q[j].commit.Time; a != b {
		return a > b
	}
	return q[i].order < q[j].order
}

func (q queueItems) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *queueItems) Push(x any) { *q = append(*q, x.(queueItem)) }

func (q *queueItems) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
