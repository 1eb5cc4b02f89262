package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"ctxpack/gitstats"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/share/cache"
)

// history reads the activity of all trees while other stages run.
type history struct {
	group    *errgroup.Group
	cancel   context.CancelFunc
	activity []*gitstats.Activity // by tree; nil without a repository, or if another tree has the same one
	took     []time.Duration
}

func (h *history) stop() {
	h.cancel()
	_ = h.group.Wait() // joinHistory returns its error
}

func (r *Ranking) startHistory(ctx context.Context) *history {
	ctx, cancel := context.WithCancel(ctx)
	group, ctx := errgroup.WithContext(ctx)
	h := &history{group: group, cancel: cancel, activity: make([]*gitstats.Activity, len(r.trees)), took: make([]time.Duration, len(r.trees))}
	started, options := map[string]bool{}, gitOptions(r.options) // later stages may change them
	for i, t := range r.trees {
		if started[t.Top] || !t.Repo || r.options.byTaskAlone() {
			continue
		}
		started[t.Top] = true
		top, known := t.Top, t.cache // the walk may replace the tree's top meanwhile
		group.Go(fault.Guard("the history of "+top, func() (err error) {
			start := time.Now()
			h.activity[i], err = readHistory(ctx, top, options, known)
			h.took[i] = time.Since(start)
			return err
		}))
	}
	return h
}

// readHistory reads the activity of a work tree, using the cache.
func readHistory(ctx context.Context, top string, o gitstats.Options, known func() *cache.Cache) (*gitstats.Activity, error) {
	if known == nil {
		return gitstats.Read(ctx, top, o)
	}
	what := fmt.Sprintf("%d commits in %s", o.MaxCommits, o.Window)
	before := known().History()
	if o.Memory = before; before == "" {
		o.Recall = func(commits []string) string { return known().Past().Recall(ctx, what, commits) }
	}
	a, err := gitstats.Read(ctx, top, o)
	if err == nil && a.Memory != "" && a.Memory != before {
		known().SetHistory(a.Memory)
		if !a.Shallow { // others may have the full history
			known().Past().Found(what, a.Commit, a.Memory)
		}
	}
	return a, err
}

func gitOptions(o Options) gitstats.Options {
	g := o.Config.Context.Git
	return gitstats.Options{PrivatePath: privatePath, Borrow: o.ObjectsFrom, Window: time.Duration(g.Window), MaxCommits: g.MaxCommits}
}

// privatePath reports whether a path contains a token, and must not be stored.
func privatePath(path string) bool { return redact.Disguise(path) != path }

// enoughHistory is the number of commits that is more informative about files than their size.
const enoughHistory = 20

// joinHistory waits for the activity and assigns it to all trees that share it.
func (r *Ranking) joinHistory(ctx context.Context, h *history) error {
	if err := h.group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r.Timings = append(r.Timings, Timing{StageHistory, slices.Max(h.took)})
	byTop := map[string]*gitstats.Activity{}
	for i, t := range r.trees {
		if a := h.activity[i]; a != nil && t.Repo {
			byTop[t.Top] = a
			_, fetched := r.options.Names[t.Top]
			for _, w := range a.Warnings {
				if !fetched || w != gitstats.ShallowWarning { // a shallow fetch was requested
					r.Warnings = append(r.Warnings, w)
				}
			}
		}
		if a := byTop[t.Top]; a != nil {
			t.commits, t.churn, t.blobs = a.Commits, a.Churn, a.Blobs
		}
		t.young = byTop[t.Top] == nil || byTop[t.Top].Visited < enoughHistory
	}
	r.states(byTop)
	return nil
}

// maxStates is the maximum number of repositories whose commits a bundle names.
const maxStates = 16

// states records the commits of the trees: one describes the bundle if all trees are at the same one, else each is
// named.
func (r *Ranking) states(byTop map[string]*gitstats.Activity) {
	var all []GitState
	var tops []string
	for _, t := range r.trees {
		if slices.Contains(tops, t.Top) {
			continue
		}
		tops = append(tops, t.Top)
		if a := byTop[t.Top]; a != nil && a.Commit != "" {
			all = append(all, GitState{
				Name: cmp.Or(strings.TrimSuffix(t.Prefix, "/"), r.Name), top: t.Top,
				Branch: a.Branch, Commit: a.Commit, Shallow: a.Shallow, Visited: a.Visited,
			})
		}
	}
	switch {
	case len(tops) == 1 && len(all) == 1:
		r.Git = &all[0]
	case len(all) <= maxStates:
		r.Repositories = all
	}
}
