package packer

// turns is a heap of the next parts of files: the densest first, then in their order.
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
