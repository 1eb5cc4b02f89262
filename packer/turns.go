package packer

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

// roomFor returns how many tokens a file may still take.
func (f *partFilling) roomFor(i int) int {
	room := min(f.left, f.most-f.files[i].cost)
	if f.limit > 0 {
		room = min(room, f.limit-f.files[i].cost)
	}
	return room
}

// cuttable returns how many tokens of a part fit; 0 if these are too few, or if its lines are too long.
func (f *partFilling) cuttable(i, k, room int) int {
	p := f.Offers[i].Parts[k]
	around := f.partCost(i, k) - f.scaled(i, int(p.Tokens))
	tokens := (room - around) * 1000 / f.scale(i)
	if tokens < leastCut || tokens < leastLines*int(p.Tokens)/max(int(p.Lines), 1) {
		return 0
	}
	return tokens
}

// next returns the densest part of a file that fits, whole or cut.
func (f *partFilling) next(i int) (best partTurn, ok bool) {
	s, o := &f.files[i], &f.Offers[i]
	if s.whole {
		return best, false
	}
	frame := 0
	if !s.some && !s.first {
		frame = o.Frame
	}
	room := f.roomFor(i)
	for k, p := range o.Parts {
		if p.Little || s.taken != nil && s.taken[k] {
			continue
		}
		if f.partCost(i, k) > room && f.cuttable(i, k, room) == 0 {
			s.tight = true
			continue
		}
		density := f.Value(p, frame)
		if !ok || density > best.density {
			best, ok = partTurn{i, k, density}, true
		}
	}
	return best, ok
}
