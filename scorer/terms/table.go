package terms

// Table maps terms to values, in as much memory as the terms that are in it need: an array of all terms is megabytes
// even for a tree of ten files. Its zero value is empty. It is for one goroutine while it changes.
type Table[V any] struct {
	cells []cell[V] // a power of two, at least half of them free or one for each term
	used  int
	shift uint
}

// cell is free if its key is 0.
type cell[V any] struct {
	key   uint32 // the term plus one
	value V
}

const firstBits = 10 // of the number of cells

// At returns the place of the value of a term below Limit, which is made if there is
// none. It holds until the next call.
func (t *Table[V]) At(term Term) *V {
	if 2*t.used >= len(t.cells) && len(t.cells) < Limit {
		t.grow()
	}
	c := t.find(term)
	if c.key == 0 {
		c.key = uint32(term) + 1
		t.used++
	}
	return &c.value
}

// Get returns the value of a term, the zero value if there is none.
func (t *Table[V]) Get(term Term) (value V) {
	if len(t.cells) == 0 || term >= Limit {
		return value
	}
	return t.find(term).value
}

// find goes from the place of a term to its cell, or to the free one where it belongs, by longer and longer steps,
// which leave a crowd soon. Places are in the order of terms, as those of a set are: memory is read in turn.
func (t *Table[V]) find(term Term) *cell[V] {
	for i, step := int(term>>t.shift), 1; ; i, step = i+step, step+1 {
		c := &t.cells[i&(len(t.cells)-1)]
		if c.key == uint32(term)+1 || c.key == 0 {
			return c
		}
	}
}

func (t *Table[V]) grow() {
	old := t.cells
	size := max(2*len(old), 1<<firstBits)
	t.cells, t.shift = make([]cell[V], size), bits
	for ; size > 1; size /= 2 {
		t.shift--
	}
	for _, c := range old {
		if c.key != 0 {
			*t.find(Term(c.key - 1)) = c
		}
	}
}
