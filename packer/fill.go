package packer

import (
	"container/heap"
	"slices"
)

// Fill takes the steps of the ladders in one fixed sequence until one does not fit,
// and then, out of turn, those that do, unless less is left than need be filled. The
// sequence does not depend on the budget: more budget never shows less of a file, but
// for what was taken out of turn. It fails only with a *PinnedError.
//
// The sequence: always the step of the greatest density. A file's steps in a chain
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
	inTurn, next := f.plan.Budget-f.left, f.stopped.next()
	f.putBack()
	f.dropTooDear()
	for f.left >= f.plan.Rest && f.next(true) {
	}
	b := f.bundle()
	b.InTurn, b.Next = inTurn, next
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
	gains   []gain  // what all files have, in its order
	stopped stopped // the step that ended the sequence
}

// gain is a step or a slice that a file was given.
type gain struct {
	file, cost int
	step       Step // of no level for a slice
	slice      int
	chain      Chain
}

// filled is what a file has, and what it may still get.
type filled struct {
	given
	opened  [chains]bool
	steps   [chains][]Step // still to come
	frame   int
	text    bool // some of its text is shown
	passed  bool // lower files need not wait for it
	refused bool // a step of it was over the limit of an entry
	short   bool // a step of it was only over what was left
}

// given is what a file has.
type given struct {
	level  Level
	brief  Step // its names, folded outline or outline
	parts  []int
	slices []int // IDs of declarations that are shown by themselves
	cost   int
}

func newFilling(ladders []Ladder, plan Plan) *filling {
	f := &filling{ladders: ladders, plan: plan, left: plan.Budget, files: make([]filled, len(ladders)), groups: make([]group, max(len(plan.Shares), 1))}
	for i, share := range plan.Shares {
		f.groups[i].share = share
	}
	for i, l := range ladders {
		for c := range chains {
			switch {
			case l.Pinned || l.Density[c] == None:
			case f.tooLarge(i, l.Least[c]):
				f.files[i].refused = true
			default:
				ready := &f.lane(i).ready
				ready.turns = append(ready.turns, turn{i, c, l.Density[c], l.Least[c]})
			}
		}
	}
	for g := range f.groups {
		for l := range f.groups[g].lanes {
			heap.Init(&f.groups[g].lanes[l].ready)
		}
	}
	return f
}

// open asks for the steps of a file in a chain.
func (f *filling) open(i int, c Chain) {
	file := &f.files[i]
	if !file.opened[c] && f.ladders[i].Density[c] != None {
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
	for n := len(steps); n > 0 && steps[n-1].Then != nil; n = len(steps) {
		steps = steps[n-1].Then()
	}
	if n := len(steps); n > 0 && steps[n-1].Level == Whole {
		return steps[n-1], file.frame + steps[n-1].Cost - file.cost, true
	}
	return Step{}, 0, false
}

// minWhole is about the least that the whole entry of a file costs. (It holds the
// text; the sixteenth is for tokens that a format's escapes may join.)
func (l *Ladder) minWhole() int { return l.Tokens - l.Tokens/16 }

// everything places all files whole if they fit together, as the sequence would, but
// without asking for an outline. What is far too much is not asked for at all.
func (f *filling) everything() bool {
	if !mayHoldAll(f.ladders, f.left) {
		return false
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

// mayHoldAll reports whether all files may fit whole into a room.
func mayHoldAll(ladders []Ladder, room int) bool {
	minimum := 0
	for i := range ladders {
		if minimum += ladders[i].minWhole(); minimum > room {
			return false
		}
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
		if seen.density < t.density || seen.cost > t.cost {
			heap.Push(&l.ready, seen)
			continue
		}
		if k, ok := f.higherAbsent(l, t); ok && !outOfTurn {
			heap.Push(&l.ready, t)
			file = &f.files[k]
			if t, ok = f.turnOf(k, Brief); !ok || file.steps[Brief][0].Level > Folded {
				file.passed = true // nothing stands for it, or only its first lines
				continue
			}
		}
		step, cost := f.priced(t.file, file.steps[t.chain][0])
		switch {
		case f.tooLarge(t.file, cost):
			file.refused = true
			file.passed = file.passed || t.chain == Brief
			f.skip(t) // a smaller part may follow
		case f.waits(l, t, cost):
			file.passed = file.passed || t.chain == Brief
		case cost <= f.left:
			f.take(t, step, cost)
			return true
		case !outOfTurn:
			f.stopped = stopped{l, t, step, cost}
			return false
		default:
			file.short = true
			f.skip(t)
		}
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
	return turn{i, c, step.Density, cost}, true
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
	if step.Level == Whole || file.cost+cost >= f.ladders[i].minWhole() {
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
	if f.ladders[t.file].Auxiliary {
		f.group(t.file).auxiliary += cost
	}
	f.give(gain{file: t.file, cost: cost, step: step, chain: t.chain})
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
	steps := &f.files[t.file].steps[t.chain]
	if then := (*steps)[0].Then; then != nil {
		*steps = then()
	} else {
		*steps = (*steps)[1:]
	}
	f.queue(t.file, t.chain)
}

// apply gives a file what a step adds.
func (f *filling) apply(i int, step Step, cost int) {
	f.give(gain{file: i, cost: cost, step: step})
}

// give gives a file a step or a slice.
func (f *filling) give(t gain) {
	f.left -= t.cost
	f.files[t.file].add(t)
	f.gains = append(f.gains, t)
}

// add gives a file more than it has.
func (g *given) add(t gain) {
	g.cost += t.cost
	switch t.step.Level {
	case Absent:
		g.slices = append(g.slices, t.slice)
		g.level = max(g.level, Slices)
	case Whole:
		g.parts, g.slices, g.brief = nil, nil, Step{}
	case Names, Folded, Wide, Outline:
		g.brief = t.step
	case Excerpt:
		g.parts = append(g.parts, t.step.Part)
	}
	g.level = max(g.level, t.step.Level)
}

func (f *filling) bundle() Bundle {
	cost := f.plan.Budget - f.left
	b := Bundle{Cost: cost, InTurn: cost, Complete: true, Next: -1}
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
		b.Entries = append(b.Entries, file.entry(i))
	}
	return b
}

// entry is that of a file.
func (g *given) entry(i int) Entry {
	slices.Sort(g.parts)
	slices.Sort(g.slices)
	return Entry{
		Candidate: i, Tier: g.level.Tier(), Level: g.level, Brief: g.brief.Level,
		Sections: g.parts, Slices: g.slices, Cost: g.cost,
	}
}
