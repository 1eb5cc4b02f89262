package tokens

// scratch is the working memory of one Count, and what it remembers for the
// next one over the same table. It is not safe for concurrent use.
//
// The memories are arrays in which an entry holds its whole key, so that they can only save work, never change a
// result; a new entry drives out the one in its place. They pay off because texts repeat themselves: source code
// takes a fifth less time with the pieces, text in scripts without spaces up to a third less with the pairs.
type scratch struct {
	lengths []uint8  // of the tokens of the piece up to the current place
	dead    []uint64 // bit set of the piece's places that were left for good
	refused int      // tokens that did not go with the one before, of late

	starts [window + 1]uint16 // of the parts
	ranks  [window]uint32     // of each part with the next one

	pieces []piece
	pairs  []uint64 // both slots, the second plus one; the answer in the top bit
}

// piece is a short piece that is no token, and its number of tokens.
type piece struct {
	head, tail  uint64 // its first and, beyond 8 bytes, its last 8 bytes
	size, count uint8
}

const (
	memoryBits = 12      // log2 of the entries of each memory
	pieceSize  = 16      // bytes of the longest remembered piece
	keepable   = 1 << 16 // bytes of working memory kept for the next Count
)

// newScratch returns an empty scratch.
func newScratch() *scratch {
	return &scratch{pieces: make([]piece, 1<<memoryBits), pairs: make([]uint64, 1<<memoryBits)}
}

// trim gives up what one very long piece needed.
func (sc *scratch) trim() {
	if cap(sc.lengths) > keepable {
		sc.lengths = nil
	}
	if cap(sc.dead) > keepable/8 {
		sc.dead = nil
	}
}

// revive starts a piece of n bytes, of which no place is dead.
func (sc *scratch) revive(n int) {
	words := n/64 + 1
	if cap(sc.dead) < words {
		sc.dead = make([]uint64, words)
	}
	sc.dead = sc.dead[:words]
	clear(sc.dead)
	sc.refused = 0
}

// kill leaves a place for good.
func (sc *scratch) kill(pos int) { sc.dead[pos/64] |= 1 << (pos % 64) }

// isDead reports whether a place was left for good.
func (sc *scratch) isDead(pos int) bool { return sc.dead[pos/64]>>(pos%64)&1 != 0 }

// back takes the last tokens, which end at pos, away until they are at least n
// bytes or none is left, and returns the place before them.
func (sc *scratch) back(pos, n int) int {
	last := len(sc.lengths)
	for ; n > 0 && last > 0; last-- {
		size := int(sc.lengths[last-1])
		pos, n = pos-size, n-size
	}
	sc.lengths = sc.lengths[:last]
	return pos
}

// pieceCount returns the number of tokens of the piece s[i:j], which is no token by itself.
func (t *table) pieceCount(s string, i, j int, sc *scratch) int {
	n := j - i
	if n > pieceSize || i+8 > len(s) {
		t.merge(s[i:j], sc)
		return len(sc.lengths)
	}
	head, tail := load8(s, i), uint64(0)
	if n > 8 {
		tail = load8(s, j-8)
	} else {
		head <<= uint(8-n) * 8
	}
	entry := &sc.pieces[mix(head^seed0, tail^seed1)>>(64-memoryBits)]
	if entry.head != head || entry.tail != tail || int(entry.size) != n {
		t.merge(s[i:j], sc)
		*entry = piece{head: head, tail: tail, size: uint8(n), count: uint8(len(sc.lengths))}
	}
	return int(entry.count)
}

// goesWith is fits, remembered.
func (t *table) goesWith(s string, pos int, x, y uint32, sc *scratch) bool {
	const yes = 1 << 63
	key := uint64(x)<<32 | uint64(y+1)
	entry := &sc.pairs[key*step>>(64-memoryBits)]
	if *entry&^yes != key {
		*entry = key
		if t.fits(s, pos, x, y) {
			*entry |= yes
		}
	}
	return *entry&yes != 0
}
