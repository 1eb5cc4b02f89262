package gitstats

import (
	"container/heap"
	"context"
	"errors"
	"fmt"

	"github.com/go-git/go-git/v5/plumbing"
)

// slop is the number of commits in a row that may be older than the window before
// the walk ends. Clocks are wrong now and then: a commit dated years too early
// stands in front of newer ones, which count. git allows for 5; looking further
// costs a few milliseconds.
const slop = 256

// walker visits the history in the order of committer time, the newest commit
// first; commits of the same second come in the order in which they were found.
// A commit comes after at least one of its children, whatever the clocks say.
type walker struct {
	store   *store
	tally   *tally
	shallow map[plumbing.Hash]bool
	since   int64 // earliest committer time that counts
	max     int   // commits to count
	limits  limits
	old     *memory // of an earlier walk
	next    *memory // of this one

	queue   queue
	seen    map[plumbing.Hash]*commit // nil for a commit that cannot be read
	counted int
	cost    int // of all comparisons

	failed  int   // commits that could not be read
	failure error // why the first of them could not
	large   int   // commits that change too much
	cut     bool  // the walk ended at a limit
}

// walk counts the commits that head can reach. Its error is the context's.
func (w *walker) walk(ctx context.Context, head *commit) error {
	w.seen = map[plumbing.Hash]*commit{head.id: head}
	w.queue.push(head)
	for old := 0; len(w.queue.items) > 0 && old < slop; {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := w.queue.pop()
		if c.time < w.since {
			old++
		} else {
			old = 0
		}
		if w.shallow[c.id] {
			continue // neither its parents nor its changes are known
		}
		w.pushParents(ctx, c)
		if c.time < w.since || len(c.parents) > 1 {
			continue
		}
		w.count(ctx, c)
		if w.counted == w.max || w.cut {
			break
		}
		if w.cut = w.failed > w.limits.failed; w.cut {
			break
		}
	}
	return ctx.Err()
}

func (w *walker) pushParents(ctx context.Context, c *commit) {
	for _, id := range c.parents {
		if _, ok := w.seen[id]; ok {
			continue
		}
		if len(w.seen) >= w.limits.commits {
			w.cut = true
			return
		}
		p, err := w.old.commit(ctx, w.store, id)
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

// count adds the changes of a commit to the tally. A commit whose changes cannot be
// told counts for nothing.
func (w *walker) count(ctx context.Context, c *commit) {
	if s, ok := w.old.steps[c.id]; ok && s.known {
		w.cost += s.cost
		if w.cost < w.limits.total {
			w.next.steps[c.id] = s
			w.counted++
			w.tally.commit(s.changes)
			return
		}
		w.cost -= s.cost
	}
	var changes []change
	d := &differ{store: w.store, left: min(w.limits.diff, w.limits.total-w.cost)}
	budget := d.left
	collect := func(ch change) { changes = append(changes, ch) }
	var err error
	if len(c.parents) == 0 {
		err = d.list(ctx, c.tree, collect)
	} else {
		p := w.seen[c.parents[0]]
		if p == nil {
			return // counted as failed when it was read
		}
		if p.tree != c.tree {
			err = d.diff(ctx, p.tree, c.tree, collect)
		}
	}
	w.cost += budget - d.left
	switch {
	case errors.Is(err, errWork) || w.cost >= w.limits.total:
		w.cut = true
	case errors.Is(err, errEntries):
		w.large++
	case err != nil:
		w.fail(err)
	default:
		w.counted++
		w.tally.commit(changes)
		if d.missing > 0 {
			w.fail(errMissing)
		} else if len(changes) <= maxRemembered {
			w.next.steps[c.id] = &step{commit: c, known: true, changes: changes, cost: budget - d.left}
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
		out = append(out, fmt.Sprintf("%s cannot be read, activity is incomplete: %s", plural(w.failed, "commit"), describe(w.failure)))
	}
	if w.large > 0 {
		out = append(out, fmt.Sprintf("%s not counted: too many changes", plural(w.large, "commit")))
	}
	if w.cut {
		out = append(out, fmt.Sprintf("the history is read only in part: activity is that of the newest %s", plural(w.counted, "commit")))
	}
	if w.tally.full {
		out = append(out, "too many renames: older names are not followed")
	}
	return out
}

// queue is a priority queue of commits.
type queue struct {
	items queueItems
	next  int
}

type queueItem struct {
	commit *commit
	order  int // of arrival
}

func (q *queue) push(c *commit) {
	heap.Push(&q.items, queueItem{commit: c, order: q.next})
	q.next++
}

func (q *queue) pop() *commit {
	return heap.Pop(&q.items).(queueItem).commit
}

type queueItems []queueItem

func (q queueItems) Len() int { return len(q) }

func (q queueItems) Less(i, j int) bool {
	if a, b := q[i].commit.time, q[j].commit.time; a != b {
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
