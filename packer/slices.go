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

// slicing is the state of the slices in one filling.
type slicing struct {
	wanted []wanted // in the order in which they were first referred to
	place  map[Slice]int
	texts  int // files that show some of their text
	spent  int // on slices
	ahead  int // calls of Define until those that may follow are told again
}

const (
	// referenceWeight is what a reference in the first text weighs; one in the text
	// of the nth file weighs lateText in lateText+n parts of it.
	referenceWeight = 1 << 20
	lateText        = 16
	// A reference in what is not shown of a file weighs so many percent of it.
	aroundWeight = 25
	// A line that uses what is shown weighs so many times a reference.
	usersWeight = 4
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
	if f.plan.Users != nil {
		f.want(f.plan.Users(i, step), usersWeight*weight)
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

// nextSlice takes the slice that is wanted most, if slices have less than their part
// of what is spent. It returns false if there is none to take now; fits is false if
// there is one for which there is no room.
func (f *filling) nextSlice() (taken, fits bool) {
	s := &f.slicing
	for s.spent*1000 < f.spent*f.plan.Slices+min(f.spent*f.plan.Slices, 1000*f.plan.SliceTokens) {
		at := f.maxWanted()
		if at < 0 {
			break
		}
		f.lookAhead()
		slice := s.wanted[at].slice
		file := &f.files[slice.File]
		cost, frame, ok := f.plan.Define(slice, file.brief.Level, file.parts)
		if !ok {
			s.wanted[at].weight = 0
			continue
		}
		file.frame = max(file.frame, frame)
		if file.level == Absent {
			cost += file.frame
		}
		if f.tooLarge(slice.File, cost) || f.beyond(slice.File, cost) > f.group(slice.File).spent || file.cost+cost >= f.ladders[slice.File].minWhole() {
			s.wanted[at].weight = 0
			continue
		}
		if cost > f.left {
			return false, false
		}
		s.wanted[at].weight = 0
		s.spent += cost
		f.spend(slice.File, cost)
		f.give(gain{file: slice.File, cost: cost, slice: slice.ID})
		return true, true
	}
	return false, true
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
