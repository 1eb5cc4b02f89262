package packer

import (
	"cmp"
	"slices"
)

// Slices are single declarations that shown texts refer to and that are not shown
// otherwise: who reads a body wants to know what it calls. They have a part of their
// own of what is spent, which they are given in the same fixed sequence as all steps.

// wanted is a slice with how much it is wanted.
type wanted struct {
	slice  Slice
	weight int // 0: it is shown, or cannot be
}

// queued are slices that are to be shown in their order.
type queued struct {
	slices []Slice // still to come
	first  Slice
	spent  int
}

// slicing is the state of the slices in one filling.
type slicing struct {
	wanted []wanted // in the order in which they were first referred to
	place  map[Slice]int
	texts  int      // files that show some of their text
	spent  int      // on slices, uses left out
	ahead  int      // calls of Define until those that may follow are told again
	users  []queued // of the declarations that were asked for first
	used   int      // spent on them
}

const (
	// referenceWeight is what a reference in the first text weighs; one in the text
	// of the nth file weighs lateText in lateText+n parts of it.
	referenceWeight = 1 << 20
	lateText        = 16
	// A reference in what is not shown of a file weighs so many percent of it.
	aroundWeight = 25
	// A slice of a file that is not in the bundle yet costs about as many times more
	// than one of a file that is.
	frameFactor = 2
)

// refer notes what the text of a step that was taken refers to.
func (f *filling) refer(i int, step Step) {
	if f.plan.Slices == 0 || step.Level != Excerpt && step.Level != Whole {
		return
	}
	s := &f.slicing
	weight := referenceWeight * lateText / (lateText + s.texts)
	begins := !f.files[i].text
	if begins {
		f.files[i].text = true
		s.texts++
	}
	if len(s.users) < f.plan.Asked {
		users := f.plan.Users(i, step)
		if len(users) > 0 && !slices.ContainsFunc(s.users, func(q queued) bool { return q.first == users[0] }) {
			s.users = append(s.users, queued{slices: users, first: users[0]})
		}
	}
	f.want(f.plan.Refers(i, step), weight)
	if begins && step.Level == Excerpt { // who changes one part of a file reads on
		f.want(f.plan.Around(i), weight*aroundWeight/percent)
	}
}

const percent = 100

// want notes references of a weight.
func (f *filling) want(list []Slice, weight int) {
	s := &f.slicing
	for _, slice := range list {
		if l := &f.ladders[slice.File]; l.Auxiliary || l.Pinned {
			continue
		}
		at, ok := s.place[slice]
		if !ok {
			if s.place == nil {
				s.place = map[Slice]int{}
			}
			at = len(s.wanted)
			s.place[slice] = at
			s.wanted = append(s.wanted, wanted{slice: slice, weight: 1})
		}
		if s.wanted[at].weight > 0 {
			s.wanted[at].weight += weight
		}
	}
}

// nextSlice takes the next use, or the slice that is wanted most, if they have less than
// their parts of what is spent. It returns false if there is none to take now; fits is false
// if there is one for which there is no room.
func (f *filling) nextSlice() (taken, fits bool) {
	s := &f.slicing
	for s.used*1000 < f.spent*f.plan.Uses {
		q := s.nextUsers()
		if q == nil {
			break
		}
		slice := q.slices[0]
		cost, ok := f.slicePrice(slice)
		if ok && cost > f.left {
			return false, false
		}
		if q.slices = q.slices[1:]; ok {
			q.spent += cost
			s.used += cost
			f.takeSlice(slice, cost)
			return true, true
		}
	}
	for s.spent*1000 < f.spent*f.plan.Slices+min(f.spent*f.plan.Slices, 1000*f.plan.SliceTokens) {
		at := f.maxWanted()
		if at < 0 {
			break
		}
		f.lookAhead()
		slice := s.wanted[at].slice
		cost, ok := f.slicePrice(slice)
		if ok && cost > f.left {
			return false, false
		}
		if s.wanted[at].weight = 0; ok {
			s.spent += cost
			f.takeSlice(slice, cost)
			return true, true
		}
	}
	return false, true
}

// nextUsers are the users of the declaration for which the least was spent, the first of
// these; nil if there are none left.
func (s *slicing) nextUsers() (next *queued) {
	for k := range s.users {
		if q := &s.users[k]; len(q.slices) > 0 && (next == nil || q.spent < next.spent) {
			next = q
		}
	}
	return next
}

// slicePrice is what a slice adds to the cost of all entries. It is not ok if it is not to be
// shown.
func (f *filling) slicePrice(slice Slice) (cost int, ok bool) {
	file, l := &f.files[slice.File], &f.ladders[slice.File]
	if file.level == Whole || l.Auxiliary || l.Pinned || slices.Contains(file.slices, slice.ID) {
		return 0, false
	}
	cost, frame, ok := f.plan.Define(slice, file.brief.Level, file.parts)
	if !ok {
		return 0, false
	}
	file.frame = max(file.frame, frame)
	if file.level == Absent {
		cost += file.frame
	}
	return cost, !f.tooLarge(slice.File, cost) && f.beyond(slice.File, cost) <= f.group(slice.File).spent && file.cost+cost < l.minWhole()
}

// takeSlice shows a slice for what it costs.
func (f *filling) takeSlice(slice Slice, cost int) {
	f.spend(slice.File, cost)
	f.give(gain{file: slice.File, cost: cost, slice: slice.ID})
}

// lookAhead tells which slices may be asked for next.
func (f *filling) lookAhead() {
	s := &f.slicing
	if s.ahead--; s.ahead >= 0 || f.plan.Ahead == nil {
		return
	}
	const few = 24
	s.ahead = few
	order := make([]int, 0, len(s.wanted))
	for at, w := range s.wanted {
		if w.weight > 0 {
			order = append(order, at)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(s.wanted[b].weight-s.wanted[a].weight, a-b) })
	var list []Slice
	for _, at := range order[:min(few, len(order))] {
		list = append(list, s.wanted[at].slice)
	}
	f.plan.Ahead(list)
}

// maxWanted is the place of the slice with the greatest weight for what it costs, the
// first of them; -1 if there is none.
func (f *filling) maxWanted() int {
	best, limit := -1, 0
	for at, w := range f.slicing.wanted {
		file := &f.files[w.slice.File]
		weight := w.weight
		switch {
		case weight == 0 || file.level == Whole || file.brief.Level == Outline:
			continue
		case file.level != Absent:
			weight *= frameFactor
		}
		if weight > limit {
			best, limit = at, weight
		}
	}
	return best
}
