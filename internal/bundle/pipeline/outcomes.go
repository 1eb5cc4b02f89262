package pipeline

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"sync"

	"ctxpack/internal/bundle/fit"
	"ctxpack/scorer"
)

// Outcomes remembers what became of files in bundles of several sizes, for a process
// that is asked about the same tree again and again: see [Options.Outcomes]. Each
// ranking is made anew, and what is remembered holds only for one that is equal in all
// that a bundle depends on. The zero value remembers nothing yet. It is safe for
// concurrent use.
type Outcomes struct {
	mu     sync.Mutex
	recent []*remembered // the one that was asked for last first
}

// remembered are the bundles of a ranking, by their budgets, and what makes others; nil
// while it is used, and for all but the ranking that was used last.
type remembered struct {
	key    [sha256.Size]byte
	tried  map[attempt]*packing
	fitter *fit.Fitter
}

// maxRemembered is how many rankings are remembered: an agent asks about few tasks at
// a time.
const maxRemembered = 4

// take returns what is remembered of a ranking. Nobody else gets the fitter.
func (o *Outcomes) take(key [sha256.Size]byte) (map[attempt]*packing, *fit.Fitter) {
	o.mu.Lock()
	defer o.mu.Unlock()
	one := o.entry(key)
	f := one.fitter
	one.fitter = nil
	return maps.Clone(one.tried), f
}

// add remembers a bundle of a ranking.
func (o *Outcomes) add(key [sha256.Size]byte, a attempt, p *packing) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.entry(key).tried[a] = p
}

// give remembers what makes bundles of a ranking.
func (o *Outcomes) give(key [sha256.Size]byte, f *fit.Fitter) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, one := range o.recent {
		one.fitter = nil
	}
	o.entry(key).fitter = f
}

// entry is the one of a ranking, which becomes the first.
func (o *Outcomes) entry(key [sha256.Size]byte) *remembered {
	one := &remembered{key: key, tried: map[attempt]*packing{}}
	if i := slices.IndexFunc(o.recent, func(r *remembered) bool { return r.key == key }); i >= 0 {
		one = o.recent[i]
		o.recent = slices.Delete(o.recent, i, i+1)
	}
	o.recent = slices.Insert(o.recent[:min(len(o.recent), maxRemembered-1)], 0, one)
	return one
}

// bundleKey stands for all that bundles of the ranking depend on, but for their budget:
// the options, the files by their names and contents and what ranking made of them, and
// the commits. All else follows from these.
func (r *Ranking) bundleKey() (key [sha256.Size]byte) {
	o := r.options
	o.Budget = 0
	h := sha256.New()
	fmt.Fprintf(h, "%q\n%s\n%+v\n%+v\n%q\n", r.Name, o.described(), r.Git, r.Repositories, r.diff)
	for _, f := range r.Files {
		facts, task := f.Facts, scorer.Relevance{}
		if facts.Task != nil {
			task, facts.Task = *facts.Task, nil
		}
		fmt.Fprintf(h, "%q %q %s %s %v %v %v %v %q %d %t\n", f.Name, f.Key, f.Contents.Blob, f.tree.blobs[f.Path], facts, task, f.Breakdown, f.Lines, f.Members, f.Value, f.OutlineOnly)
	}
	// Of what is not packed, contents may tell where imports lead.
	for _, f := range slices.Concat(r.Skipped, r.around) {
		fmt.Fprintf(h, "%q %q %d ", f.Name, f.Key, f.Skip)
		if !f.Dir {
			fmt.Fprint(h, f.Contents.Blob, f.stamp())
		}
		fmt.Fprintln(h)
	}
	h.Sum(key[:0])
	return key
}
