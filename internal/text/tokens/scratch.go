package tokens

// scratch is the working memory of one Count, with caches for the next one over the same table. It is not safe for
// concurrent use.
//
// The caches are arrays in which an entry holds its whole key, so that they only save work and never change a
// result; a new entry replaces the old one. They pay off because texts are repetitive: source code takes a fifth
// less time with the pieces, text in scripts without spaces up to a third less with the pairs.
type scratch struct {
	lengths []uint8  // lengths of the piece's tokens up to the current position
	dead    []uint64 // bit set of the piece's dead positions
	refused int      // recent tokens that did not fit the previous one

	starts [window + 1]uint16 // starts of the parts
	ranks  [window]uint32     // rank of each part joined with the next one

	pieces []piece
	pairs  []uint64 // both slots, the second plus one; the result in the top bit
}

// piece is a short piece that is not a token, and its number of tokens.
type piece struct {
	head, tail  uint64 // its first and, beyond 8 bytes, its last 8 bytes
	size, count uint8
}

const (
	memoryBits = 12      // log2 of the entries of each cache
	pieceSize  = 16      // maximum length of a cached piece in bytes
	keepable   = 1 << 16 // bytes of working memory kept for the next Count
)

func newScratch() *scratch {
	return &scratch{pieces: make([]piece, 1<<memoryBits), pairs: make([]uint64, 1<<memoryBits)}
}

// trim releases the memory that one very long piece needed.
func (sc *scratch) trim() {
	if cap(sc.lengths) > keepable {
		sc.lengths = nil
	}
	if cap(sc.dead) > keepable/8 {
		sc.dead = nil
	}
}

// revive starts a piece of n bytes without dead positions.
func (sc *scratch) revive(n int) {
	words := n/64 + 1
	if cap(sc.dead) < words {
		sc.dead = make([]uint64, words)
	}
	sc.dead = sc.dead[:words]
	clear(sc.dead)
	sc.refused = 0
}

func (sc *scratch) kill(pos int) { sc.dead[pos/64] |= 1 << (pos % 64) }

func (sc *scratch) isDead(pos int) bool { return sc.dead[pos/64]>>(pos%64)&1 != 0 }

// back removes the last tokens, which end at pos, until they have at least n bytes or none is left, and returns the
// position before them.
func (sc *scratch) back(pos, n int) int {
	last := len(sc.lengths)
	for ; n > 0 && last > 0; last-- {
		size := int(sc.lengths[last-1])
		pos, n = pos-size, n-size
	}
	sc.lengths = sc.lengths[:last]
	return pos
}

// pieceCount returns the number of tokens of the piece s[i:j], which is not a token by itself.
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

// goesWith caches fits.
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
