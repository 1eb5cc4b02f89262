package gitstats

import (
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/mapped"
)

// tally counts commits per path at HEAD while the walk goes back in time.
//
// It follows the names in older commits through renames: alias maps such a name to the one at HEAD. On parallel
// branches, a commit may be visited before the rename, made on another branch, that leads its paths to HEAD; its
// paths wait in pending until the walk has ended.
type tally struct {
	slot    map[string]int // slots of paths at HEAD
	number  []int          // commits, by slot
	churn   []int          // their weights, by slot
	last    []int          // ordinal of the last commit counted, by slot
	alias   map[string]alias
	pending []touch
	ordinal int     // ordinal of the current commit, from 1
	worth   []worth // worth of the commits, by ordinal
	room    int     // bytes left for alias and pending
	full    bool
	trace   *trace // nil unless the counted commits are wanted
}

// alias is the target of a name. Activity follows only the renames of commits that count as activity.
type alias struct {
	to     string
	recent bool
}

// worth is the weight of a commit.
type worth struct {
	recent bool // as activity
	churn  int
}

type touch struct {
	ordinal int
	path    string
}

// reserve accounts for the memory of a stored path.
func (t *tally) reserve(path string) bool {
	const overhead = 64 // approximate bytes of headers and slots
	if t.room -= len(path) + overhead; t.room < 0 {
		t.full = true
	}
	return !t.full
}

// add starts counting a path.
func (t *tally) add(path string) {
	if _, ok := t.slot[path]; ok {
		return // a malformed tree may repeat a name
	}
	t.trace.add(path, len(t.number))
	t.slot[path] = len(t.number)
	t.number = append(t.number, 0)
	t.churn = append(t.churn, 0)
	t.last = append(t.last, 0)
}

// commit counts one commit: as activity if it is recent, and with a weight as churn. Both sides of a rename are the
// same file, which is touched once.
func (t *tally) commit(changes []gitrepo.Change, recent bool, churn int) {
	t.ordinal++
	t.worth = append(t.worth, worth{recent, churn})
	renames := findRenames(changes)
	renamed := mapped.Set(mapped.Of(renames, func(r renaming) string { return r.from }))
	for _, c := range changes {
		if c.Kind == gitrepo.Deleted && renamed[c.Path] {
			continue
		}
		t.touch(t.nameAtHead(c.Path))
	}
	for _, r := range renames {
		t.rename(r)
	}
}

// nameAtHead returns the name at HEAD of a path in the commits visited next, if it is known.
func (t *tally) nameAtHead(path string) string {
	if a, ok := t.alias[path]; ok {
		return a.to
	}
	return path
}

func (t *tally) touch(path string) {
	if i, ok := t.slot[path]; ok {
		t.increase(i, t.ordinal, true)
		return
	}
	if t.reserve(path) {
		t.pending = append(t.pending, touch{ordinal: t.ordinal, path: path})
	}
}

// increase counts a commit for a file; recent reports whether all the renames that lead to it count as activity.
func (t *tally) increase(slot, ordinal int, recent bool) {
	if t.last[slot] != ordinal {
		t.last[slot] = ordinal
		t.churn[slot] += t.worth[ordinal].churn
		if recent && t.worth[ordinal].recent {
			t.number[slot]++
		}
		t.trace.touch(slot, ordinal, recent)
	}
}

// rename gives the older name the same target as the newer one. If a younger commit of another branch has already
// led it to a file at HEAD, that target stays, unless this rename leads to HEAD too.
func (t *tally) rename(r renaming) {
	to := t.nameAtHead(r.to)
	if old, ok := t.alias[r.from]; ok {
		_, was := t.slot[old.to]
		if _, is := t.slot[to]; was && !is {
			return
		}
	} else if !t.reserve(r.from) {
		return
	}
	t.alias[r.from] = alias{to, t.worth[t.ordinal].recent}
}

// counts ends the count. It returns the commits, and the churn, of the touched paths.
func (t *tally) counts() (commits, churn map[string]int) {
	for _, p := range t.pending {
		const hops = 16 // chained renames of different branches; they could form a cycle
		name, recent := p.path, true
		for range hops {
			next, ok := t.alias[name]
			if !ok {
				break
			}
			name, recent = next.to, recent && next.recent
			if i, ok := t.slot[name]; ok {
				t.increase(i, p.ordinal, recent)
				break
			}
		}
	}
	t.pending = nil
	commits, churn = map[string]int{}, map[string]int{}
	for path, i := range t.slot {
		if t.number[i] > 0 {
			commits[path] = t.number[i]
		}
		if t.churn[i] > 0 {
			churn[path] = t.churn[i]
		}
	}
	return commits, churn
}
