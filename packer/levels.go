package packer

import (
	"cmp"
	"container/heap"
	"slices"
)

// Level is how much of a file is in a bundle, in finer steps than a Tier.
type Level uint8

// The levels, in ascending order of content.
const (
	Absent  Level = iota
	Folded        // what it declares for others, as far as a few lines hold it
	Outline       // all that it declares, without bodies
	Excerpt       // some of its text, beside the outline that it has
	Whole
)

// String returns the level's name.
func (l Level) String() string {
	return [...]string{"absent", "folded", "outline", "excerpt", "full"}[min(l, Whole)]
}

// Tier returns the tier that the level belongs to.
func (l Level) Tier() Tier {
	switch l {
	case Absent:
		return Skip
	case Whole:
		return Full
	}
	return Signatures
}

// Chain is one of the two ways in which a file is shown more and more.
type Chain uint8

// The chains. They go on side by side: a file may have its outline and, beside it,
// some of its text.
const (
	Brief Chain = iota // its outline
	Deep               // its text
	chains
)

// Step is one rung of a ladder: what a file shows more, and what that takes.
type Step struct {
	Level Level // Folded or Outline in Brief; Outline, Excerpt and in the end Whole in Deep
	Part  int   // the part of its text that an Excerpt adds
	// Cost is the number of tokens that the step adds to the bundle beside the
	// file's frame. An Outline takes the place of what is Folded, and Whole of all
	// there is: their costs are those of the whole entry, frame left out.
	Cost int
	// Value says how soon it is taken, among all steps of all files: worth for each
	// token, on any scale.
	Value int
}

// Ladder is how a file can be shown, from nothing to all of it. Its steps are only
// asked for when its turn may have come, since that takes a look at the file.
type Ladder struct {
	Path   string
	Pinned bool // it is whole, or filling fails
	// Aside files together have a part of all that they hardly exceed while others
	// are left.
	Aside  bool
	Tokens int // of the full text; an entry costs at least about as much
	// Value is at least that of the first step of each chain, None for a chain
	// without steps.
	Value [2]int
	// Least is about the least that the first step of each chain costs, frame
	// included.
	Least [2]int
	// Steps returns the steps of a chain in the order in which they are taken, and
	// what is written around them once, in tokens. It must always give the same
	// answer.
	Steps func(c Chain) (steps []Step, frame int)
}

// None is less than every value.
const None = -1 << 62

// Plan are the rules of filling.
type Plan struct {
	Budget int // most tokens that all entries together may cost
	Entry  int // most tokens that one entry may cost; 0: no limit
	Aside  int // parts of 1,000 of what is spent that files aside get
	// File is how many parts of 1,000 of what is spent one file may have beyond
	// FileTokens: a large file waits until there is as much of others.
	File, FileTokens int
}

// Fill takes the steps of the ladders in one fixed sequence until one does not fit,
// and then, out of turn, those that do. The sequence does not depend on the budget:
// more budget never shows less of a file, but for what was taken out of turn. It
// fails only with a *PinnedError.
//
// The sequence: always the step of the greatest value. A file's steps in a chain
// are taken in their order; the whole file ends both.
func Fill(ladders []Ladder, plan Plan) (Bundle, error) {
	f := newFilling(ladders, plan)
	if f.everything() {
		return f.bundle(), nil
	}
	if err := f.pinned(); err != nil {
		return Bundle{}, err
	}
	for f.next(false) {
	}
	f.dropTooDear()
	for f.next(true) {
	}
	return f.bundle(), nil
}

// filling is the state of one call of Fill. The invariant of every step: left is the
// budget less what all entries cost, and never negative.
type filling struct {
	ladders []Ladder
	plan    Plan
	left    int
	spent   int
	aside   int // of what is spent, on files aside
	files   []filled
	queues  [2]queue // of files that are not aside, and of those that are
	waiting queue    // turns of large files; their value is, below zero, how much has to be spent first
}

// filled is what a file has.
type filled struct {
	opened [chains]bool
	steps  [chains][]Step
	taken  [chains]int
	frame  int
	level  Level
	brief  int   // cost of its folded outline or outline
	shown  Level // Folded or Outline, Absent without
	parts  []int
	cost   int
}

// turn is the next step of a file in a chain.
type turn struct {
	file  int
	chain Chain
	value int
}

func newFilling(ladders []Ladder, plan Plan) *filling {
	f := &filling{ladders: ladders, plan: plan, left: plan.Budget, files: make([]filled, len(ladders))}
	for i, l := range ladders {
		for c := range chains {
			if l.Value[c] != None && !l.Pinned {
				q := f.queue(i)
				q.turns = append(q.turns, turn{i, c, l.Value[c]})
			}
		}
	}
	heap.Init(&f.queues[0])
	heap.Init(&f.queues[1])
	return f
}

func (f *filling) queue(i int) *queue {
	if f.ladders[i].Aside {
		return &f.queues[1]
	}
	return &f.queues[0]
}

// open asks for the steps of a file in a chain.
func (f *filling) open(i int, c Chain) {
	file := &f.files[i]
	if !file.opened[c] {
		file.opened[c] = true
		steps, frame := f.ladders[i].Steps(c)
		file.steps[c] = steps
		file.frame = max(file.frame, frame)
	}
}

// whole returns the step that shows all of a file.
func (f *filling) whole(i int) (Step, bool) {
	f.open(i, Deep)
	steps := f.files[i].steps[Deep]
	if n := len(steps); n > 0 && steps[n-1].Level == Whole {
		return steps[n-1], true
	}
	return Step{}, false
}

// everything places all files whole if they fit together. What is far too much is
// not asked for.
func (f *filling) everything() bool {
	tokens := 0
	for _, l := range f.ladders {
		if tokens += l.Tokens - l.Tokens/16; tokens > f.left {
			return false
		}
	}
	sum := 0
	for i := range f.ladders {
		step, ok := f.whole(i)
		cost := step.Cost + f.files[i].frame
		if sum += cost; !ok || sum > f.left || f.tooLarge(i, cost) {
			return false
		}
	}
	for i := range f.ladders {
		step, _ := f.whole(i)
		f.apply(i, Deep, step)
	}
	return true
}

func (f *filling) pinned() error {
	missing, pinned, largest, largestCost := -f.left, 0, "", -1
	for i, l := range f.ladders {
		if !l.Pinned {
			continue
		}
		step, ok := f.whole(i)
		if !ok {
			continue // its text is gone; the caller knows why
		}
		cost := step.Cost + f.files[i].frame
		if limit := f.plan.Entry; limit > 0 && cost > limit {
			return &PinnedError{Missing: cost - limit, Pinned: 1, Largest: l.Path}
		}
		f.apply(i, Deep, step)
		pinned++
		missing += cost
		if cost > largestCost {
			largest, largestCost = l.Path, cost
		}
	}
	if f.left < 0 {
		return &PinnedError{Missing: missing, Pinned: pinned, Largest: largest}
	}
	return nil
}

// next takes the next step of the sequence. It returns false when there is none
// left or, unless steps may be taken out of turn, when it does not fit.
func (f *filling) next(outOfTurn bool) bool {
	for {
		f.release()
		q := f.best()
		if q == nil {
			return false
		}
		t := heap.Pop(q).(turn)
		if outOfTurn && !f.files[t.file].opened[t.chain] && f.ladders[t.file].Least[t.chain] > f.left {
			continue
		}
		step, ok := f.stepOf(t.file, t.chain)
		if !ok {
			continue // the file has no more steps there
		}
		if step.Value < t.value { // it is worth less than it might have been
			heap.Push(q, turn{t.file, t.chain, step.Value})
			continue
		}
		cost := f.costOf(t.file, step)
		switch {
		case f.tooLarge(t.file, cost):
			continue // for any part, and so is what follows on it
		case f.waits(t, cost):
			continue
		case cost > f.left && !outOfTurn:
			heap.Push(q, t)
			return false
		case cost > f.left:
			continue
		}
		f.take(t, step, cost)
		return true
	}
}

// dropTooDear takes the files out of the queues whose first step is more than what is
// left, before they are gone through one by one.
func (f *filling) dropTooDear() {
	for k := range f.queues {
		q := &f.queues[k]
		q.turns = slices.DeleteFunc(q.turns, func(t turn) bool {
			return !f.files[t.file].opened[t.chain] && f.ladders[t.file].Least[t.chain] > f.left
		})
		heap.Init(q)
	}
}

// best returns the queue with the most valuable step that may be taken now: that of
// files aside only as long as they have less than their part. It is nil if there is
// no step left.
func (f *filling) best() *queue {
	main, aside := &f.queues[0], &f.queues[1]
	switch {
	case main.Len() == 0 && aside.Len() == 0:
		return nil
	case aside.Len() == 0, main.Len() > 0 && (f.tooEarly(aside.turns[0]) || main.turns[0].value >= aside.turns[0].value):
		return main
	}
	return aside
}

// tooEarly tells whether a step would give files aside more than their part.
func (f *filling) tooEarly(t turn) bool {
	cost := f.ladders[t.file].Least[t.chain]
	return (f.aside+cost)*1000 > (f.spent+cost)*f.plan.Aside
}

// waits puts off a step with which a large file would have more than its part of
// what is spent.
func (f *filling) waits(t turn, cost int) bool {
	file := f.files[t.file].cost + cost
	if f.plan.File == 0 || file <= f.plan.FileTokens {
		return false
	}
	until := (file - f.plan.FileTokens) * 1000 / f.plan.File
	if until <= f.spent {
		return false
	}
	heap.Push(&f.waiting, turn{t.file, t.chain, -until})
	return true
}

// release lets the files go on for which enough has been spent on others or, when
// no others are left, all.
func (f *filling) release() {
	if f.queues[0].Len()+f.queues[1].Len() == 0 {
		f.plan.File = 0
	}
	for f.waiting.Len() > 0 && (-f.waiting.turns[0].value <= f.spent || f.plan.File == 0) {
		t := heap.Pop(&f.waiting).(turn)
		if step, ok := f.stepOf(t.file, t.chain); ok {
			heap.Push(f.queue(t.file), turn{t.file, t.chain, step.Value})
		}
	}
}

// stepOf returns the next step of a file in a chain.
func (f *filling) stepOf(i int, c Chain) (Step, bool) {
	file := &f.files[i]
	if file.level == Whole || c == Brief && file.shown == Outline {
		return Step{}, false
	}
	f.open(i, c)
	if file.taken[c] >= len(file.steps[c]) {
		return Step{}, false
	}
	return file.steps[c][file.taken[c]], true
}

// costOf is what a step adds to the cost of all entries.
func (f *filling) costOf(i int, step Step) int {
	file := &f.files[i]
	switch step.Level {
	case Whole:
		return file.frame + step.Cost - file.cost
	case Folded, Outline:
		cost := step.Cost - file.brief
		if file.cost == 0 {
			cost += file.frame
		}
		return cost
	}
	if file.cost == 0 {
		return step.Cost + file.frame
	}
	return step.Cost
}

func (f *filling) tooLarge(i, cost int) bool {
	return f.plan.Entry > 0 && f.files[i].cost+cost > f.plan.Entry
}

// take takes a step, and queues the file's next one.
func (f *filling) take(t turn, step Step, cost int) {
	f.spent += max(cost, 0)
	if f.ladders[t.file].Aside {
		f.aside += max(cost, 0)
	}
	f.apply(t.file, t.chain, step)
	if next, ok := f.stepOf(t.file, t.chain); ok {
		heap.Push(f.queue(t.file), turn{t.file, t.chain, next.Value})
	}
}

// apply gives a file what a step adds.
func (f *filling) apply(i int, c Chain, step Step) {
	file := &f.files[i]
	cost := f.costOf(i, step)
	file.cost += cost
	f.left -= cost
	file.taken[c]++
	switch step.Level {
	case Whole:
		file.parts, file.brief, file.shown = nil, 0, Absent
	case Folded, Outline:
		file.brief, file.shown = step.Cost, step.Level
	case Excerpt:
		file.parts = append(file.parts, step.Part)
	}
	file.level = max(file.level, step.Level)
}

func (f *filling) bundle() Bundle {
	b := Bundle{Cost: f.plan.Budget - f.left, Complete: true}
	for i := range f.files {
		file := &f.files[i]
		if file.level != Whole {
			b.Complete = false
		}
		if file.level == Absent {
			b.Omissions = append(b.Omissions, Omission{Candidate: i, Reason: f.reason(i)})
			continue
		}
		slices.Sort(file.parts)
		b.Entries = append(b.Entries, Entry{
			Candidate: i, Tier: file.level.Tier(), Level: file.level, Brief: file.shown, Sections: file.parts, Cost: file.cost,
		})
	}
	return b
}

// reason says why a file is absent.
func (f *filling) reason(i int) Reason {
	if f.plan.Entry == 0 {
		return NoBudget
	}
	for c := range chains {
		if step, ok := f.stepOf(i, c); ok && step.Cost+f.files[i].frame <= f.plan.Entry {
			return NoBudget
		}
	}
	return PartTooLarge
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
