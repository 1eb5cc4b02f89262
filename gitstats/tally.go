package gitstats

import "ctxpack/internal/gitrepo"

// tally counts commits per path at HEAD while the walk goes back in time.
//
// The names that older commits use are followed through renames: alias maps such
// a name to the one at HEAD. On parallel branches a commit may be visited before
// the rename, made on another branch, that leads its paths to HEAD; what it touches
// waits in pending until the walk has ended.
type tally struct {
	slot    map[string]int // of a path at HEAD
	number  []int          // commits, by slot
	last    []int          // ordinal of the last commit counted, by slot
	alias   map[string]string
	pending []touch
	ordinal int // of the current commit, from 1
	room    int // bytes that alias and pending may still take
	full    bool
}

type touch struct {
	ordinal int
	path    string
}

func newTally(room int) *tally {
	return &tally{slot: map[string]int{}, alias: map[string]string{}, room: room}
}

// take accounts for a path that is kept.
func (t *tally) take(path string) bool {
	const overhead = 64 // bytes of headers and slots, about
	if t.room -= len(path) + overhead; t.room < 0 {
		t.full = true
	}
	return !t.full
}

// add makes path one that is counted.
func (t *tally) add(path string) {
	if _, ok := t.slot[path]; ok {
		return // a malformed tree has a name twice
	}
	t.slot[path] = len(t.number)
	t.number = append(t.number, 0)
	t.last = append(t.last, 0)
}

// commit counts one commit. Both sides of a rename are the same file, and it is
// touched once.
func (t *tally) commit(changes []gitrepo.Change) {
	t.ordinal++
	renames := pair(changes)
	renamed := make(map[string]bool, len(renames))
	for _, r := range renames {
		renamed[r.from] = true
	}
	for _, c := range changes {
		if c.Kind == gitrepo.Deleted && renamed[c.Path] {
			continue
		}
		t.touch(t.name(c.Path))
	}
	for _, r := range renames {
		t.rename(r)
	}
}

// name returns what a path of the commits visited next is called at HEAD, as far
// as that is known.
func (t *tally) name(path string) string {
	if a, ok := t.alias[path]; ok {
		return a
	}
	return path
}

func (t *tally) touch(path string) {
	if i, ok := t.slot[path]; ok {
		t.increase(i, t.ordinal)
		return
	}
	if t.take(path) {
		t.pending = append(t.pending, touch{ordinal: t.ordinal, path: path})
	}
}

func (t *tally) increase(slot, ordinal int) {
	if t.last[slot] != ordinal {
		t.last[slot] = ordinal
		t.number[slot]++
	}
}

// rename makes the older name lead to where the newer one leads. If a younger
// commit of another branch has already led it to a file at HEAD, that stays,
// unless this one does too.
func (t *tally) rename(r renaming) {
	to := t.name(r.to)
	if old, ok := t.alias[r.from]; ok {
		_, was := t.slot[old]
		if _, is := t.slot[to]; was && !is {
			return
		}
	} else if !t.take(r.from) {
		return
	}
	t.alias[r.from] = to
}

// counts ends the count. It returns the paths that were touched.
func (t *tally) counts() map[string]int {
	for _, p := range t.pending {
		const hops = 16 // renames of different branches in a row; they could form a circle
		name := p.path
		for range hops {
			next, ok := t.alias[name]
			if !ok {
				break
			}
			name = next
			if i, ok := t.slot[name]; ok {
				t.increase(i, p.ordinal)
				break
			}
		}
	}
	t.pending = nil
	out := make(map[string]int)
	for path, i := range t.slot {
		if t.number[i] > 0 {
			out[path] = t.number[i]
		}
	}
	return out
}
