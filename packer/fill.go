package packer

import (
	"cmp"
	"container/heap"
	"slices"
)

// Fill takes the steps of the ladders in one fixed sequence until one does not fit,
// and then, out of turn, those that do, unless less is left than need be filled. The
// sequence does not depend on the budget: more budget never shows less of a file, but
// for what was taken out of turn. It fails only with a *PinnedError.
//
// The sequence: always the step of the greatest value. A file's steps in a chain
// are taken in their order; the whole file ends both, and takes the place of every
// step that would cost as much.
func Fill(ladders []Ladder, plan Plan) (Bundle, error) {
	f := newFilling(ladders, plan)
	if f.everything() {
		return f.bundle(), nil
	}
	if err := f.pinned(); err != nil {
		return Bundle{}, err
	}
	f.inTurn()
	inTurn := f.plan.Budget - f.left
	f.dropTooDear()
	for f.left >= f.plan.Rest && f.next(true) {
	}
	b := f.bundle()
	b.InTurn = inTurn
	return b, nil
}

// inTurn takes steps and slices until one does not fit.
func (f *filling) inTurn() {
	for {
		taken, fits := f.nextSlice()
		if !fits || !taken && !f.next(false) {
			return
		}
	}
}

// filling is the state of one call of Fill. The invariant of every step: left is the
// budget less what all entries cost, and never negative. Nothing but the end of the
// sequence may depend on left, nor on which chains have been opened.
type filling struct {
	ladders []Ladder
	plan    Plan
	left    int
	spent   int // on files that are not pinned
	files   []filled
	groups  []group
	slicing slicing
}

// group holds the files that have a share of what is spent. Without shares there is
// one.
type group struct {
	share int     // parts of 1,000
	spent int     // on its files that are not pinned
	aside int     // of that, on files aside
	lanes [2]lane // of files that are not aside, and of those that are
}

// filled is what a file has, and what it may still get.
type filled struct {
	opened  [chains]bool
	steps   [chains][]Step // still to come
	frame   int
	level   Level
	brief   Step // its folded outline or outline
	parts   []int
	slices  []int // IDs of declarations that are shown by themselves
	text    bool  // some of its text is shown
	cost    int
	passed  bool // lower files need not wait for it
	refused bool // a step of it was over the limit of an entry
	short   bool // a step of it was only over what was left
}

// lane holds the turns of files that compete on equal terms.
type lane struct {
	ready   queue
	waiting queue // of large files; their value is, below zero, how much has to be spent first
	free    bool  // only large files are left, so that they need not wait
	above   int   // of all files before this one something is shown, or nothing can be
}

// turn is the next step of a file in a chain. As long as it has not been looked at,
// value is the most that it may be worth, and cost the least that it may take.
type turn struct {
	file        int
	chain       Chain
	value, cost int
}

func newFilling(ladders []Ladder, plan Plan) *filling {
	f := &filling{ladders: ladders, plan: plan, left: plan.Budget, files: make([]filled, len(ladders)), groups: make([]group, max(len(plan.Shares), 1))}
	for i, share := range plan.Shares {
		f.groups[i].share = share
	}
	for i, l := range ladders {
		for c := range chains {
			switch {
			case l.Pinned || l.Value[c] == None:
			case f.tooLarge(i, l.Least[c]):
				f.files[i].refused = true
			default:
				heap.Push(&f.lane(i).ready, turn{i, c, l.Value[c], l.Least[c]})
			}
		}
	}
	return f
}

func (f *filling) group(i int) *group {
	if f.plan.Shares == nil {
		return &f.groups[0]
	}
	return &f.groups[f.ladders[i].Group]
}

func (f *filling) lane(i int) *lane {
	if f.ladders[i].Aside {
		return &f.group(i).lanes[1]
	}
	return &f.group(i).lanes[0]
}

// open asks for the steps of a file in a chain.
func (f *filling) open(i int, c Chain) {
	file := &f.files[i]
	if !file.opened[c] && f.ladders[i].Value[c] != None {
		file.opened[c] = true
		steps, frame := f.ladders[i].Steps(c)
		file.steps[c] = steps
		file.frame = max(file.frame, frame)
	}
}

// whole returns the step that shows all of a file, and what it adds.
func (f *filling) whole(i int) (step Step, cost int, ok bool) {
	f.open(i, Deep)
	file := &f.files[i]
	steps := file.steps[Deep]
	if n := len(steps); n > 0 && steps[n-1].Level == Whole {
		return steps[n-1], file.frame + steps[n-1].Cost - file.cost, true
	}
	return Step{}, 0, false
}

// leastWhole is about the least that the whole entry of a file costs. (It holds the
// text; the sixteenth is for tokens that a format's escapes may join.)
func (l *Ladder) leastWhole() int { return l.Tokens - l.Tokens/16 }

// everything places all files whole if they fit together, as the sequence would, but
// without asking for an outline. What is far too much is not asked for at all.
func (f *filling) everything() bool {
	least := 0
	for i := range f.ladders {
		if least += f.ladders[i].leastWhole(); least > f.left {
			return false
		}
	}
	sum := 0
	for i := range f.ladders {
		_, cost, ok := f.whole(i)
		if sum += cost; !ok || sum > f.left || f.tooLarge(i, cost) {
			return false
		}
	}
	for i := range f.ladders {
		step, cost, _ := f.whole(i)
		f.apply(i, step, cost)
	}
	return true
}

func (f *filling) pinned() error {
	pinned, largest, largestCost := 0, "", -1
	for i, l := range f.ladders {
		if !l.Pinned {
			continue
		}
		step, cost, ok := f.whole(i)
		if !ok {
			continue // its text is gone; the caller knows why
		}
		if f.tooLarge(i, cost) {
			return &PinnedError{Missing: cost - f.plan.Entry, Pinned: 1, Largest: l.Path}
		}
		f.apply(i, step, cost)
		f.refer(i, step)
		pinned++
		if cost > largestCost {
			largest, largestCost = l.Path, cost
		}
	}
	if f.left < 0 {
		return &PinnedError{Missing: -f.left, Pinned: pinned, Largest: largest}
	}
	return nil
}

// next takes the next step of the sequence. It returns false when there is none
// left or, unless steps may be taken out of turn, when it does not fit.
func (f *filling) next(outOfTurn bool) bool {
	for {
		l := f.nextLane()
		if l == nil {
			return false
		}
		t := heap.Pop(&l.ready).(turn)
		file := &f.files[t.file]
		if outOfTurn && !file.opened[t.chain] && t.cost-file.cost > f.left {
			file.short = true
			continue
		}
		seen, ok := f.turnOf(t.file, t.chain)
		if !ok {
			continue // the file has no more steps there
		}
		if seen.value < t.value || seen.cost > t.cost {
			heap.Push(&l.ready, seen)
			continue
		}
		if k, ok := f.above(l, t); ok && !outOfTurn {
			heap.Push(&l.ready, t)
			if t, ok = f.turnOf(k, Brief); !ok {
				f.files[k].passed = true // nothing stands for it
				continue
			}
			file = &f.files[k]
		}
		step, cost := f.priced(t.file, file.steps[t.chain][0])
		switch {
		case f.tooLarge(t.file, cost):
			file.refused, file.passed = true, true
			f.skip(t) // a smaller part may follow
		case f.waits(l, t, cost):
			file.passed = true
		case cost <= f.left:
			f.take(t, step, cost)
			return true
		case !outOfTurn:
			heap.Push(&l.ready, t)
			return false
		default:
			file.short = true
			f.skip(t)
		}
	}
}

// above returns the first file of a lane that is absent although the text of a lower one
// is to be begun: what stands for it comes before.
func (f *filling) above(l *lane, t turn) (file int, ok bool) {
	if !f.plan.Breadth || t.chain != Deep || f.ladders[t.file].Aside || f.files[t.file].level >= Excerpt {
		return 0, false
	}
	for ; l.above < t.file; l.above++ {
		k := l.above
		if at := &f.files[k]; f.lane(k) == l && at.level == Absent && !at.passed && !f.ladders[k].Pinned && f.ladders[k].Value[Brief] != None {
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
// nil if there is no step left. Files aside go beyond their part only when no others are
// left, large ones included.
func (f *filling) best(g *group) *lane {
	main, aside := &g.lanes[0], &g.lanes[1]
	f.release(main, g.spent)
	f.release(aside, g.spent)
	early := aside.ready.Len() > 0 && f.tooEarly(g, aside.ready.turns[0])
	switch {
	case main.ready.Len() > 0 && (early || aside.ready.Len() == 0 || main.ready.turns[0].value >= aside.ready.turns[0].value):
		return main
	case aside.ready.Len() > 0 && !early:
		return aside
	case main.waiting.Len() > 0:
		main.free = true
		return f.best(g)
	case aside.ready.Len() > 0:
		return aside
	case aside.waiting.Len() > 0:
		aside.free = true
		return f.best(g)
	}
	return nil
}

// tooEarly tells whether a step would give files aside more than their part.
func (f *filling) tooEarly(g *group, t turn) bool {
	return (g.aside+t.cost)*1000 > (g.spent+t.cost)*f.plan.Aside
}

// waits puts off a step with which a large file would have more than its part of
// what is spent.
func (f *filling) waits(l *lane, t turn, cost int) bool {
	until := f.beyond(t.file, cost)
	if until <= f.group(t.file).spent || l.free {
		return false
	}
	heap.Push(&l.waiting, turn{file: t.file, chain: t.chain, value: -until})
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
	for l.waiting.Len() > 0 && (l.free || -l.waiting.turns[0].value <= spent) {
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

// turnOf looks at the next step of a file in a chain.
func (f *filling) turnOf(i int, c Chain) (turn, bool) {
	file := &f.files[i]
	if file.level == Whole {
		return turn{}, false
	}
	f.open(i, c)
	if len(file.steps[c]) == 0 {
		return turn{}, false
	}
	step := file.steps[c][0]
	if step.Level <= file.brief.Level {
		return turn{}, false // the other chain has given it its outline
	}
	_, cost := f.priced(i, step)
	return turn{i, c, step.Value, cost}, true
}

// priced returns what a step adds to the cost of all entries; in place of one with
// which the file would cost no less than whole, the whole file.
func (f *filling) priced(i int, step Step) (Step, int) {
	file := &f.files[i]
	cost := step.Cost
	if step.Level != Excerpt {
		cost -= file.brief.Cost
	}
	if file.level == Absent {
		cost += file.frame
	}
	// The text is not asked for where it cannot be that cheap.
	if step.Level == Whole || file.cost+cost >= f.ladders[i].leastWhole() {
		if whole, wholeCost, ok := f.whole(i); ok && (step.Level == Whole || wholeCost <= cost) {
			return whole, wholeCost
		}
	}
	return step, cost
}

func (f *filling) tooLarge(i, cost int) bool {
	return f.plan.Entry > 0 && f.files[i].cost+cost > f.plan.Entry
}

// take takes a step in a turn, and queues the next one.
func (f *filling) take(t turn, step Step, cost int) {
	f.spend(t.file, cost)
	if f.ladders[t.file].Aside {
		f.group(t.file).aside += cost
	}
	f.apply(t.file, step, cost)
	f.refer(t.file, step)
	f.skip(t)
}

// spend counts what goes to a file that is not pinned.
func (f *filling) spend(i, cost int) {
	f.spent += cost
	f.group(i).spent += cost
}

// skip goes on to the step behind that of a turn.
func (f *filling) skip(t turn) {
	file := &f.files[t.file]
	file.steps[t.chain] = file.steps[t.chain][1:]
	f.queue(t.file, t.chain)
}

// apply gives a file what a step adds.
func (f *filling) apply(i int, step Step, cost int) {
	file := &f.files[i]
	file.cost += cost
	f.left -= cost
	switch step.Level {
	case Whole:
		file.parts, file.slices, file.brief = nil, nil, Step{}
	case Folded, Outline:
		file.brief = step
	case Excerpt:
		file.parts = append(file.parts, step.Part)
	}
	file.level = max(file.level, step.Level)
}

func (f *filling) bundle() Bundle {
	cost := f.plan.Budget - f.left
	b := Bundle{Cost: cost, InTurn: cost, Complete: true}
	for i := range f.files {
		file := &f.files[i]
		b.Complete = b.Complete && file.level == Whole
		if file.level == Absent {
			reason := NoBudget
			if file.refused && !file.short {
				reason = PartTooLarge
			}
			b.Omissions = append(b.Omissions, Omission{Candidate: i, Reason: reason})
			continue
		}
		slices.Sort(file.parts)
		slices.Sort(file.slices)
		b.Entries = append(b.Entries, Entry{
			Candidate: i, Tier: file.level.Tier(), Level: file.level, Brief: file.brief.Level,
			Sections: file.parts, Slices: file.slices, Cost: file.cost,
		})
	}
	return b
}

// queue orders turns: the most valuable first, then by the order of the ladders.
type queue struct{ turns []turn }

func (q *queue) Len() int { return len(q.turns) }

func (q *queue) Less(i, j int) bool {
	a, b := q.turns[i], q.turns[j]
	return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.file, b.file), cmp.Compare(a.chain, b.chain)) < 0
}

func (q *queue) Swap(i, j int) { q.turns[i], q.turns[j] = q.turns[j], q.turns[i] }

func (q *queue) Push(x any) { q.turns = append(q.turns, x.(turn)) }

func (q *queue) Pop() any {
	last := len(q.turns) - 1
	x := q.turns[last]
	q.turns = q.turns[:last]
	return x
}
