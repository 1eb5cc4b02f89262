package terms

// Table maps terms to values, in memory proportional to its size: an array of all terms would take megabytes even for
// a tree of ten files. The zero value is empty. Writes must not be concurrent with other calls.
type Table[V any] struct {
	cells []cell[V] // their number is a power of two; at least half are free, or there is one for each term
	used  int
	shift uint
}

// cell is free if its key is 0.
type cell[V any] struct {
	key   uint32 // the term plus one
	value V
}

const firstBits = 10 // log2 of the initial number of cells

// At returns a pointer to the value of a term below Limit, which it adds if it is
// missing. The pointer is valid until the next call of At.
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

// Get returns the value of a term, or the zero value if the term is missing.
func (t *Table[V]) Get(term Term) (value V) {
	if len(t.cells) == 0 || term >= Limit {
		return value
	}
	return t.find(term).value
}

// find returns the cell of a term, or the free cell where it belongs. Its probing steps grow, to leave clusters
// quickly. Cells are in the order of terms, like the terms of a set, so that lookups read memory sequentially.
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
