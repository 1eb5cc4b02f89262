package gitstats

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/mapped"
)

// Touch is a commit that [Read] counted for a file.
type Touch struct {
	// Commit is its full id in hexadecimal.
	Commit string
	// Time is its committer time in UTC, whole seconds.
	Time time.Time
	// Subject is the first line of its message, valid UTF-8 but otherwise untrusted; "" if it cannot be read.
	Subject string
	// Recent is set if it is one of Activity.Commits.
	Recent bool
	// Churn is its part of Activity.Churn, in thousandths.
	Churn int
}

// Touches are the commits that [Read] counted for one file.
type Touches struct {
	Last  []Touch // the newest first
	Total int     // including those not in Last
}

// ReadTouches reads the history as [Read] does and returns the counted commits of some files at
// HEAD, up to most for each. Files without counted commits are not in the map.
func ReadTouches(ctx context.Context, top string, o Options, paths []string, limit int) (map[string]Touches, error) {
	t := &trace{wanted: mapped.Set(paths), slots: map[int]string{}, touched: map[string][]traced{}, limit: limit}
	if _, err := read(ctx, top, o, defaultLimits(), t); err != nil {
		return nil, err
	}
	return t.result, nil
}

// trace records which commits the tally counts for some files. A nil trace records nothing.
type trace struct {
	wanted  map[string]bool
	all     bool // every path is wanted
	limit   int
	slots   map[int]string // wanted paths by their slots in the tally
	commits []Touch        // by ordinal, from 1
	ids     []gitrepo.ID
	wide    []bool // it changes more than ChurnFiles
	touched map[string][]traced
	result  map[string]Touches
}

type traced struct {
	ordinal int
	recent  bool // see tally.increase
}

// add receives a path when its counting starts.
func (t *trace) add(path string, slot int) {
	if t != nil && (t.all || t.wanted[path]) {
		t.slots[slot] = path
	}
}

// commit receives each commit before it is counted.
func (t *trace) commit(c *gitrepo.Commit, recent bool, churn int, wide bool) {
	if t == nil {
		return
	}
	t.ids, t.wide = append(t.ids, c.ID), append(t.wide, wide)
	t.commits = append(t.commits, Touch{Commit: c.ID.String(), Time: time.Unix(c.Time, 0).UTC(), Recent: recent, Churn: churn})
}

// touch receives each commit that counts for a file.
func (t *trace) touch(slot, ordinal int, recent bool) {
	if t == nil {
		return
	}
	if path, ok := t.slots[slot]; ok {
		t.touched[path] = append(t.touched[path], traced{ordinal, recent})
	}
}

// read assembles the result, with the subjects of its commits.
func (t *trace) read(ctx context.Context, s *gitrepo.Objects) {
	if t == nil || t.all {
		return
	}
	t.result = map[string]Touches{}
	for path, list := range t.touched {
		slices.SortFunc(list, func(a, b traced) int { return cmp.Compare(a.ordinal, b.ordinal) })
		var out Touches
		for _, n := range list {
			touch := t.commits[n.ordinal-1]
			if touch.Recent = touch.Recent && n.recent; !touch.Recent && touch.Churn == 0 {
				continue
			}
			if out.Total++; len(out.Last) < t.limit {
				subject, _ := s.Subject(ctx, t.ids[n.ordinal-1]) // an unreadable subject has no other effect
				touch.Subject = strings.ToValidUTF8(subject, "\uFFFD")
				out.Last = append(out.Last, touch)
			}
		}
		if out.Total > 0 {
			t.result[path] = out
		}
	}
}
