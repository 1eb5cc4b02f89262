package packer

import (
	"cmp"
	"container/heap"
	"slices"
)

// Whose turn it is: groups by their shares, in each the files that are auxiliary and those
// that are not, and among these the step of the greatest density.

// group holds the files that have a share of what is spent. Without shares there is
// one.
type group struct {
	share     int     // parts of 1,000
	spent     int     // on its files that are not pinned
	auxiliary int     // of that, on auxiliary files
	lanes     [2]lane // of files that are not auxiliary, and of those that are
}

// lane holds the turns of files that compete on equal terms.
type lane struct {
	ready   queue
	waiting queue // of large files; their density is, below zero, how much has to be spent first
	free    bool  // only large files are left, so that they need not wait
	shown   int   // of all files before this one something is shown, or nothing can be
}

// turn is the next step of a file in a chain. As long as it has not been looked at,
// density is the most that it may be worth, and cost the least that it may take.
type turn struct {
	file          int
	chain         Chain
	density, cost int
}

func (f *filling) group(i int) *group {
	if f.plan.Shares == nil {
		return &f.groups[0]
	}
	return &f.groups[f.ladders[i].Group]
}

func (f *filling) lane(i int) *lane {
	if f.ladders[i].Auxiliary {
		return &f.group(i).lanes[1]
	}
	return &f.group(i).lanes[0]
}

// nextLane returns the lane with the step that is next, nil if there is none left: that
// of the group which is furthest behind its share.
func (f *filling) nextLane() *lane {
	if len(f.groups) == 1 {
		return f.best(&f.groups[0])
	}
	order := make([]*group, len(f.groups))
	for i := range f.groups {
		order[i] = &f.groups[i]
	}
	slices.SortStableFunc(order, func(a, b *group) int {
		switch {
		case a.furtherBehind(b):
			return -1
		case b.furtherBehind(a):
			return 1
		}
		return 0
	})
	for _, g := range order {
		if l := f.best(g); l != nil {
			return l
		}
	}
	return nil
}

// furtherBehind compares what groups have spent of their shares.
func (g *group) furtherBehind(other *group) bool {
	if g.share == 0 || other.share == 0 {
		return g.share > other.share
	}
	return g.spent*other.share < other.spent*g.share
}

// best returns the lane of a group with the most valuable step that may be taken now,
// nil if there is no step left. Auxiliary files go beyond their part only when no others are
// left, large ones included.
func (f *filling) best(g *group) *lane {
	main, auxiliary := &g.lanes[0], &g.lanes[1]
	f.release(main, g.spent)
	f.release(auxiliary, g.spent)
	early := auxiliary.ready.Len() > 0 && f.tooEarly(g, auxiliary.ready.turns[0])
	switch {
	case main.ready.Len() > 0 && (early || auxiliary.ready.Len() == 0 || main.ready.turns[0].density >= auxiliary.ready.turns[0].density):
		return main
	case auxiliary.ready.Len() > 0 && !early:
		return auxiliary
	case main.waiting.Len() > 0:
		main.free = true
		return f.best(g)
	case auxiliary.ready.Len() > 0:
		return auxiliary
	case auxiliary.waiting.Len() > 0:
		auxiliary.free = true
		return f.best(g)
	}
	return nil
}

// tooEarly reports whether a step would give auxiliary files more than their part.
func (f *filling) tooEarly(g *group, t turn) bool {
	return (g.auxiliary+t.cost)*1000 > (g.spent+t.cost)*f.plan.Auxiliary
}

// waits puts off a step with which a large file would have more than its part of
// what is spent.
func (f *filling) waits(l *lane, t turn, cost int) bool {
	until := f.beyond(t.file, cost)
	if until <= f.group(t.file).spent || l.free {
		return false
	}
	heap.Push(&l.waiting, turn{file: t.file, chain: t.chain, density: -until})
	return true
}

// beyond is how much has to be spent before a file may get what a step costs.
func (f *filling) beyond(i, cost int) int {
	beyond := f.files[i].cost + cost - f.plan.FileTokens
	if f.plan.File == 0 || beyond <= 0 {
		return 0
	}
	return beyond * 1000 / f.plan.File
}

// release lets the large files of a lane go on for which enough has been spent.
func (f *filling) release(l *lane, spent int) {
	for l.waiting.Len() > 0 && (l.free || -l.waiting.turns[0].density <= spent) {
		t := heap.Pop(&l.waiting).(turn)
		f.queue(t.file, t.chain)
	}
}

// queue makes the next step of a file in a chain, if there is one, ready.
func (f *filling) queue(i int, c Chain) {
	if t, ok := f.turnOf(i, c); ok {
		heap.Push(&f.lane(i).ready, t)
	}
}

// higherAbsent returns the first file of a lane that is absent although the text of a
// lower one is to be begun: what stands for it comes before.
func (f *filling) higherAbsent(l *lane, t turn) (file int, ok bool) {
	if !f.plan.Breadth || t.chain != Deep || f.ladders[t.file].Auxiliary || f.files[t.file].level >= Excerpt {
		return 0, false
	}
	for ; l.shown < t.file; l.shown++ {
		k := l.shown
		if at := &f.files[k]; f.lane(k) == l && at.level == Absent && !at.passed && !f.ladders[k].Pinned && f.ladders[k].Density[Brief] != None {
			return k, true
		}
	}
	return 0, false
}

// dropTooDear takes the files that have not been looked at, and cost more than what
// is left, out of the lanes at once: they are most files of a large tree.
func (f *filling) dropTooDear() {
	for g := range f.groups {
		for k := range f.groups[g].lanes {
			q := &f.groups[g].lanes[k].ready
			q.turns = slices.DeleteFunc(q.turns, func(t turn) bool {
				file := &f.files[t.file]
				dear := !file.opened[t.chain] && t.cost-file.cost > f.left
				file.short = file.short || dear
				return dear
			})
			heap.Init(q)
		}
	}
}

// queue orders turns: the most valuable first, then by the order of the ladders.
type queue struct{ turns []turn }

func (q *queue) Len() int { return len(q.turns) }

func (q *queue) Less(i, j int) bool {
	a, b := q.turns[i], q.turns[j]
	return cmp.Or(cmp.Compare(b.density, a.density), cmp.Compare(a.file, b.file), cmp.Compare(a.chain, b.chain)) < 0
}

func (q *queue) Swap(i, j int) { q.turns[i], q.turns[j] = q.turns[j], q.turns[i] }

func (q *queue) Push(x any) { q.turns = append(q.turns, x.(turn)) }

func (q *queue) Pop() any {
	last := len(q.turns) - 1
	x := q.turns[last]
	q.turns = q.turns[:last]
	return x
}
