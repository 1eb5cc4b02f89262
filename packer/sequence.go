package packer

import (
	"container/heap"
	"slices"
)

// Sequence is ByLevels for one room after another: it follows the sequence of steps once, as
// far as the largest room goes, and ends it for each room where Fill would. It is for one
// goroutine, and for as long as the ladders give the same answers.
type Sequence struct {
	levels ByLevels
	f      *filling // as far as it went; nil before the first room
	pinned int      // of what was taken, the steps of files that are pinned
	given  []given  // by file, empty between rooms
}

// NewSequence returns a way of filling that follows the sequence of another one.
func NewSequence(levels ByLevels) *Sequence { return &Sequence{levels: levels} }

// Fill implements Filler, and gives what ByLevels does. Where the sequence is not all that
// there is to it, because all files may fit, entries have a limit, or steps are taken out of
// turn too, it is followed from its beginning.
func (s *Sequence) Fill(room Room) (Bundle, error) {
	plan := s.levels.plan(room)
	if plan.Entry > 0 || mayHoldAll(s.levels.Ladders, plan.Budget) {
		return Fill(s.levels.Ladders, plan)
	}
	if s.f == nil {
		s.f = newFilling(s.levels.Ladders, plan)
		if err := s.f.pinned(); err != nil {
			s.f = nil
			return Bundle{}, err
		}
		s.pinned = len(s.f.gains)
	}
	n, spent, next := s.end(plan.Budget)
	if n < s.pinned || plan.Budget-spent >= plan.Rest {
		return Fill(s.levels.Ladders, plan)
	}
	b := s.bundle(n)
	b.Cost, b.InTurn, b.Next = spent, spent, next
	return b, nil
}

// end is where the sequence ends for a budget: how much of it is taken, what that costs, and
// the file whose text is next, -1 for none.
func (s *Sequence) end(budget int) (n, spent, next int) {
	for ; n < len(s.f.gains); n++ {
		t := s.f.gains[n]
		if spent+t.cost > budget {
			if t.chain == Deep {
				return n, spent, t.file
			}
			return n, spent, -1
		}
		spent += t.cost
	}
	s.f.left = budget - spent
	s.f.goOn()
	return len(s.f.gains), budget - s.f.left, s.f.stopped.next()
}

// stopped is a step for which there was no room; without a lane for none.
type stopped struct {
	lane *lane
	turn turn
	step Step
	cost int
}

// next is the file whose text ended the sequence, -1 for none.
func (s stopped) next() int {
	if s.lane == nil || s.turn.chain != Deep {
		return -1
	}
	return s.turn.file
}

// putBack makes the step that ended the sequence ready again.
func (f *filling) putBack() {
	if l := f.stopped.lane; l != nil {
		heap.Push(&l.ready, f.stopped.turn)
		f.stopped = stopped{}
	}
}

// goOn takes the step that ended the sequence, if there is room for it now, and those after it.
func (f *filling) goOn() {
	if last := f.stopped; last.lane != nil {
		if last.cost > f.left {
			return
		}
		f.stopped = stopped{}
		f.take(last.turn, last.step, last.cost)
	}
	f.inTurn()
}

// bundle is made of the first steps of the sequence.
func (s *Sequence) bundle(n int) Bundle {
	if s.given == nil {
		s.given = make([]given, len(s.f.files))
	}
	entries := 0
	for _, t := range s.f.gains[:n] {
		if g := &s.given[t.file]; g.level == Absent {
			entries++
		}
		s.given[t.file].add(t)
	}
	b := Bundle{Complete: entries == len(s.given), Entries: slices.Grow([]Entry(nil), entries), Omissions: slices.Grow([]Omission(nil), len(s.given)-entries)}
	for i := range s.given {
		g := &s.given[i]
		if b.Complete = b.Complete && g.level == Whole; g.level == Absent {
			b.Omissions = append(b.Omissions, Omission{Candidate: i, Reason: NoBudget})
			continue
		}
		b.Entries = append(b.Entries, g.entry(i))
		*g = given{} // its lists are the bundle's now
	}
	return b
}
