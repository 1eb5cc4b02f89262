package gitstats

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
)

// LogOptions limit how far back [ReadLog] looks.
type LogOptions struct {
	// Commits is the maximum number of commits, newest first.
	Commits int
	Borrow  []string // see Options
	// Memory is the Log.Memory of an earlier ReadLog or the Activity.Memory of a Read of the same repository, or "".
	Memory string
	// Recall is as in Options.
	Recall func(commits []string) string
	// Private, if not nil, reports whether a message must not be in a Memory, which others may read: for example
	// one with a secret. Such a message is read again each time.
	Private func(message string) bool
	// PrivatePath is as in Options.
	PrivatePath func(path string) bool
}

// Log holds the changes to the files at HEAD.
type Log struct {
	Commits []LogCommit // newest first
	Memory  string      // for the next ReadLog
	Commit  string      // full id of the commit from which the history was read
	Shallow bool        // the history was cut when the repository was cloned
}

// LogCommit is a commit with at most one parent.
type LogCommit struct {
	ID      string
	Message string   // valid UTF-8, truncated if it is long
	Files   []string // changed files, by their names at HEAD, sorted
	// Wide is set if it changed more than ChurnFiles.
	Wide bool
}

// ReadLog reads messages and files of the latest commits. It walks the history as [Read] does, without the time
// limit. It omits unreadable data without a warning, since Read warns. The error is ctx's.
func ReadLog(ctx context.Context, top string, o LogOptions) (l *Log, err error) {
	l = &Log{}
	defer func() { // as in read
		if p := recover(); p != nil {
			err = nil
		}
	}()
	repo, err := gitrepo.Open(top)
	if err != nil {
		return l, ctx.Err()
	}
	defer repo.Close()
	h, err := repo.Head()
	if err != nil || h.Unborn {
		return l, ctx.Err()
	}
	lim := defaultLimits()
	lim.objects.Borrow = o.Borrow
	s, _ := gitrepo.OpenObjects(repo, lim.objects)
	defer s.Close()
	shallow, _ := repo.Shallow() // without the list, the commits at the edge seem to change all files
	l.Shallow = len(shallow) > 0
	head, err := s.Commit(ctx, h.ID)
	if err != nil {
		return l, ctx.Err()
	}
	if found := recall(ctx, o.Recall, repo, s, head); found != "" {
		o.Memory = found
	}
	w := newWalker(s, shallow, lim)
	w.head, w.window, w.since, w.max, w.old = head.Time, math.MinInt64, math.MinInt64, o.Commits, decodeMemory(o.Memory)
	w.tally.trace = &trace{all: true, slots: map[int]string{}, touched: map[string][]traced{}}
	var a Activity
	a.Blobs = map[string]string{}
	if err := a.list(ctx, w, head); err != nil {
		return l, ctx.Err()
	}
	if err := w.walk(ctx, head); err != nil {
		return l, err
	}
	w.tally.counts()
	l.Commit = h.ID.String()
	l.fill(ctx, w, o)
	if l.Memory = o.Memory; w.old.tree != w.next.tree || !sameSteps(w.old.steps, w.next.steps) {
		l.Memory = w.next.encode(o.PrivatePath)
	}
	return l, ctx.Err()
}

func (l *Log) fill(ctx context.Context, w *walker, o LogOptions) {
	t := w.tally.trace
	l.Commits = make([]LogCommit, min(len(t.ids), o.Commits))
	for i := range l.Commits {
		id := t.ids[i]
		c := LogCommit{ID: id.String(), Wide: t.wide[i]}
		step := w.next.steps[id]
		if step != nil && step.message == "" {
			message, _ := w.objects.Message(ctx, id) // an unreadable message has no other effect
			message = cmp.Or(strings.TrimSpace(strings.ToValidUTF8(message, "\uFFFD")), " ")
			known := *step // the old memory must not change
			known.message = message
			if o.Private == nil || !o.Private(message) {
				w.next.steps[id] = &known
			}
			step = &known
		}
		if step != nil {
			c.Message = step.message
		}
		l.Commits[i] = c
	}
	for path, list := range t.touched {
		for _, n := range list {
			if i := n.ordinal - 1; i < len(l.Commits) {
				l.Commits[i].Files = append(l.Commits[i].Files, path)
			}
		}
	}
	for i := range l.Commits {
		slices.Sort(l.Commits[i].Files)
	}
}
