package packer

import (
	"container/heap"
	"math"

	"ctxpack/scorer/fixed"
)

// turns is a heap of the next parts of files, by density, then in file order.
type turns partFilling

func (t *turns) Len() int { return len(t.queue) }
func (t *turns) Less(a, b int) bool {
	x, y := t.queue[a], t.queue[b]
	if x.density != y.density {
		return x.density > y.density
	}
	return x.file < y.file || x.file == y.file && x.part < y.part
}
func (t *turns) Swap(a, b int) { t.queue[a], t.queue[b] = t.queue[b], t.queue[a] }
func (t *turns) Push(x any)    { t.queue = append(t.queue, x.(partTurn)) }
func (t *turns) Pop() any {
	last := t.queue[len(t.queue)-1]
	t.queue = t.queue[:len(t.queue)-1]
	return last
}

// takeParts takes the parts with the highest gain per token, until one does not fit. It fills a small scale first, then
// twice that, and so on: the order is the same for every room.
func (f *partFilling) takeParts() {
	for i := range f.Offers {
		if f.complete(i); !f.files[i].whole {
			f.measure(i)
			f.queue = append(f.queue, partTurn{file: i, part: unknown, density: f.bound(i)})
		}
	}
	for f.more() && !f.enough {
		heap.Init((*turns)(f))
		f.takeScale()
		f.scale *= 2 // what has fallen rises again
		for n, t := range f.queue {
			f.complete(t.file)
			f.queue[n] = partTurn{file: t.file, part: unknown, density: f.bound(t.file)}
		}
	}
}

// more reports whether another part may fit.
func (f *partFilling) more() bool { return len(f.queue) > 0 && f.left > leastRoom && !f.ended }

// takeScale takes parts until they have as many tokens as the scale.
func (f *partFilling) takeScale() {
	for f.more() && f.spent < f.scale {
		t, ok := f.next(f.queue[0].file) // what is shown since may have made it worth less
		if !ok {
			heap.Pop((*turns)(f))
			continue
		}
		if t != f.queue[0] {
			f.queue[0] = t
			if heap.Fix((*turns)(f), 0); f.queue[0] != t {
				continue
			}
		}
		if f.least == 0 {
			f.least = t.density - f.Enough
		}
		if f.enough = f.Enough > 0 && t.density < f.least; f.enough {
			return
		}
		cost, room := f.partCost(t), f.roomFor(t.file)
		if f.ended = cost > room; f.ended {
			t.tokens, cost = f.shownOf(t.file, t.part)+int32(f.cuttable(t, room)), room
		}
		f.takePart(t, cost)
	}
}

// roomFor returns how many tokens a file may still take.
func (f *partFilling) roomFor(i int) int {
	if f.limit > 0 {
		return min(f.left, f.limit-f.files[i].cost)
	}
	return f.left
}

// cuttable returns how many more tokens of a part fit; 0 if these are too few, or if its lines are too long.
func (f *partFilling) cuttable(t partTurn, room int) int {
	p := f.Offers[t.file].Parts[t.part]
	around := f.partCost(t) - f.scaled(t.file, int(t.tokens-f.shownOf(t.file, t.part)))
	tokens := (room - around) * 1000 / f.rate(t.file)
	if tokens < leastCut || tokens < leastLines*int(p.Tokens)/max(int(p.Lines), 1) {
		return 0
	}
	return tokens
}

// fallen returns by how much a gain has fallen when tokens are shown.
func (f *partFilling) fallen(by Fall, tokens int) int {
	if by.Loss == 0 || tokens <= 0 {
		return 0
	}
	const exact = 64
	return by.Loss * (fixed.Log2Linear(exact+tokens*exact/max(f.scale*by.Share/1000, 1)) - fixed.Log2Linear(exact)) / 1000
}

// measure finds the most that a step of each kind adds for its tokens in a file before anything has fallen.
func (f *partFilling) measure(i int) {
	frame, best := f.frame(i), &f.best[i]
	for k := range best {
		best[k] = math.MinInt32
	}
	see := func(kind uint8, worth, tokens int32) {
		best[kind] = max(best[kind], int32(f.Value(Part{Worth: worth, Tokens: tokens}, frame)))
	}
	for _, p := range f.Offers[i].Parts {
		if p.Little {
			continue
		}
		if see(p.Kind, p.Worth, p.Tokens); p.Head > 0 {
			see(p.HeadKind, p.HeadWorth, p.Head)
			see(p.Kind, p.Worth, p.Tokens-p.Head)
		}
	}
}

// bound returns the most that a step of a file can add for its tokens.
func (f *partFilling) bound(i int) int {
	most := math.MinInt
	for k, n := range f.best[i] {
		if n > math.MinInt32 {
			most = max(most, int(n)-f.kindFallen(uint8(k)))
		}
	}
	return most
}

// frame returns the tokens around the first part of a file, 0 if it has some.
func (f *partFilling) frame(i int) int {
	if s := &f.files[i]; s.some || s.first {
		return 0
	}
	return f.Offers[i].Frame
}

// next returns the step of a file that adds most for its tokens of those that fit, whole or cut.
func (f *partFilling) next(i int) (best partTurn, ok bool) {
	s, o := &f.files[i], &f.Offers[i]
	if s.whole {
		return best, false
	}
	frame := f.frame(i)
	room, fallen := f.roomFor(i), 0
	if !o.Together {
		fallen = f.fallen(f.File, s.tokens)
	}
	var falls [mostKinds]int
	for kind := range falls {
		falls[kind] = fallen + f.kindFallen(uint8(kind))
	}
	for k, p := range o.Parts {
		shown := f.shownOf(i, k)
		if p.Little || shown >= p.Tokens {
			continue
		}
		t := partTurn{file: i, part: k, tokens: p.Tokens, density: f.Value(Part{Worth: p.Worth, Tokens: p.Tokens - shown}, frame) - falls[p.Kind]}
		if p.Head > shown {
			if head := f.Value(Part{Worth: p.HeadWorth, Tokens: p.Head}, frame) - falls[p.HeadKind]; head > t.density {
				t.tokens, t.density = p.Head, head
			}
		}
		if p.Twin != 0 && shown == 0 {
			t.density -= f.Twin * fixed.Log2Linear(1+f.twins[p.Twin]) / 1000
		}
		if ok && t.density <= best.density {
			continue
		}
		if f.partCost(t) > room && f.cuttable(t, room) == 0 {
			s.tight = true
			continue
		}
		best, ok = t, true
	}
	return best, ok
}

func (f *partFilling) kindFallen(kind uint8) int { return f.fallen(f.Kinds[kind], f.kinds[kind]) }
