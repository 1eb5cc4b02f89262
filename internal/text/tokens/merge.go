package tokens

import "math/bits"

// Merging splits a piece into tokens.
//
// Byte-pair encoding repeatedly joins the two neighbouring parts whose joint text has the lowest
// rank, the leftmost of equals. mergeShort does just that. Its time grows with the square of the
// piece's length, so it is for short pieces.
//
// mergeLong finds the same result from left to right:
//
//   - A sequence of tokens is the encoding of its text exactly if each pair of adjacent tokens is the
//     encoding of the pair's text. (If the encoder joined anything across a border, its first such
//     step would also occur in the encoding of the two tokens at that border.)
//   - So the encoding of a text, cut after one of its tokens, is the encoding of the first part: only
//     one sequence of tokens leads to each position. A position from which no token leads on is dead,
//     and is never tried again.
//
// So mergeLong takes the longest token that fits the previous one; if none fits, it steps back and
// tries another one there. It enters no position twice, and the longest token bounds the work at a
// position, so the time is linear for any text.
//
// The bound is coarse: in a run of one character the longest token rarely fits, and a hundred others
// follow it. When too many tokens do not fit, mergeLong goes back a little and calls mergeShort for
// the next few bytes. That is valid because the order in which tokens are tried does not affect the
// result.
//
// The first statement requires that a token's rank is higher than its parts', and that each rank
// represents one text; the generator rejects other vocabularies.

const (
	shortPiece = 32   // bytes up to which mergeShort is the faster one
	window     = 256  // bytes that mergeShort can take: two of the longest token
	stretch    = 64   // bytes over which refused tokens are counted
	timeout    = 128  // refused tokens in a stretch before mergeShort is asked
	asking     = 4096 // bytes for which mergeShort is asked then

	// noRank represents two parts that do not join.
	noRank = 1 << idBits
)

// merge encodes a piece that is not a token by itself and leaves the tokens' lengths in sc.lengths.
func (t *table) merge(s string, sc *scratch) {
	sc.lengths = sc.lengths[:0]
	if len(s) <= shortPiece {
		t.mergeShort(s, sc)
	} else {
		t.mergeLong(s, sc)
	}
}

// mergeShort appends the lengths of the tokens of s, at most window bytes, to sc.lengths.
//
// A round joins every pair of the lowest rank from left to right. That is the encoder's order, since a pair that
// appears during a round has a higher rank.
func (t *table) mergeShort(s string, sc *scratch) {
	starts, ranks := &sc.starts, &sc.ranks
	low := uint32(noRank)
	for i := range len(s) - 1 {
		starts[i] = uint16(i)
		ranks[i] = t.rank(s, i, i+2)
		low = min(low, ranks[i])
	}
	n := len(s)
	starts[n-1], ranks[n-1], starts[n] = uint16(n-1), noRank, uint16(n)
	for low != noRank {
		next, kept, fresh := uint32(noRank), 0, false
		for i := 0; i < n; kept++ {
			start, rank := starts[i], ranks[i]
			i++
			joins := rank == low
			if joins {
				i++
			}
			if kept > 0 {
				if joins || fresh {
					ranks[kept-1] = t.rank(s, int(starts[kept-1]), int(starts[i]))
				}
				next = min(next, ranks[kept-1])
			}
			starts[kept], ranks[kept], fresh = start, rank, joins
		}
		starts[kept], ranks[kept-1] = uint16(len(s)), noRank
		n, low = kept, next
	}
	for i := range n {
		sc.lengths = append(sc.lengths, uint8(starts[i+1]-starts[i]))
	}
}

// rank returns the rank of s[i:j], or noRank.
func (t *table) rank(s string, i, j int) uint32 {
	if _, meta, ok := t.find(s, i, j); ok {
		return meta & idMask
	}
	return noRank
}

// mergeLong appends the lengths of the tokens of s to sc.lengths, which is empty.
func (t *table) mergeLong(s string, sc *scratch) {
	sc.revive(len(s))
	pos, mark := 0, 0         // mark is the end of the stretch
	askFrom, askUntil := 0, 0 // the range for which mergeShort is used
	before := uint32(0)       // the slot of the token that ends at pos, if pos > 0
	for pos < len(s) {
		if pos >= mark {
			mark, sc.refused = pos+stretch, 0
		}
		if sc.refused > timeout && pos >= askUntil {
			pos = sc.back(pos, window)
			before = t.lastSlot(s, pos, sc)
			askFrom, askUntil = pos, mark+asking
		}
		if pos >= askFrom && pos < askUntil {
			if end := t.propose(s, pos, before, sc); end > pos {
				pos = end
				before = t.lastSlot(s, pos, sc)
				continue
			}
			askFrom = pos + stretch
		}
		if slot, n := t.next(s, pos, before, sc); n > 0 {
			sc.lengths = append(sc.lengths, uint8(n))
			before, pos = slot, pos+n
			continue
		}
		sc.kill(pos)
		pos = sc.back(pos, 1)
		before = t.lastSlot(s, pos, sc)
	}
}

// lastSlot returns the slot of the last token of sc.lengths, which ends at pos; 0 if pos is 0.
func (t *table) lastSlot(s string, pos int, sc *scratch) uint32 {
	if pos == 0 {
		return 0
	}
	slot, _, _ := t.find(s, pos-int(sc.lengths[len(sc.lengths)-1]), pos)
	return slot
}

// next returns the longest token at s[pos:] that fits the previous token and does not lead to a dead position, and
// its length; 0 if there is none.
func (t *table) next(s string, pos int, before uint32, sc *scratch) (slot uint32, n int) {
	// Bit n-1 is set if there may be a token of n bytes.
	var candidates [2]uint64
	f := uint64(0)
	for n := range min(maxLength, len(s)-pos) {
		f = (f + uint64(s[pos+n]) + 1) * step
		cell := f >> t.filterShift
		state := t.filter[cell>>2] >> (2 * (cell & 3))
		if state&1 == 0 {
			break
		}
		candidates[n>>6] |= uint64(state>>1&1) << (n & 63)
	}
	for half := 1; half >= 0; half-- {
		for c := candidates[half]; c != 0; {
			n := bits.Len64(c)
			c &^= 1 << (n - 1)
			n += 64 * half
			if sc.isDead(pos + n) {
				continue
			}
			slot, meta, ok := t.find(s, pos, pos+n)
			if !ok || meta&wholeOnly != 0 {
				continue
			}
			if pos == 0 || t.goesWith(s, pos, before, slot, sc) {
				return slot, n
			}
			sc.refused++
		}
	}
	return 0, 0
}

// propose encodes the next window of bytes at pos separately, and appends the lengths of those tokens that fit the
// previous token and do not lead to a dead position. It returns the end of the last one, or pos.
//
// Unless the window reaches the end of s, only its first half counts: the cut may change the tokens near it.
func (t *table) propose(s string, pos int, before uint32, sc *scratch) int {
	end := min(pos+window, len(s))
	first := len(sc.lengths)
	t.mergeShort(s[pos:end], sc)
	if pos > 0 {
		slot, _, _ := t.find(s, pos, pos+int(sc.lengths[first]))
		if !t.goesWith(s, pos, before, slot, sc) {
			sc.lengths = sc.lengths[:first]
			return pos
		}
	}
	if end < len(s) {
		end = pos + window/2
	}
	count := first
	for ; count < len(sc.lengths); count++ {
		n := int(sc.lengths[count])
		if pos+n > end || sc.isDead(pos+n) {
			break
		}
		pos += n
	}
	sc.lengths = sc.lengths[:count]
	return pos
}

// fits reports whether the tokens in the slots x and y, which meet at s[pos], are the encoding of their joint text.
// It reverses the encoder's steps: it splits the younger of the two last merges and checks whether the encoder
// would have joined across pos before.
func (t *table) fits(s string, pos int, x, y uint32) bool {
	xm, ym := t.meta(x), t.meta(y)
	later := uint32(noRank) // a join across pos needs a lower rank
	for {
		if t.rank(s, pos-length(xm), pos+length(ym)) < later {
			return false
		}
		switch {
		case xm&idMask > ym&idMask && length(xm) > 1:
			later = xm & idMask
			x = t.right(x)
			xm = t.meta(x)
		case length(ym) > 1:
			// An equal rank at pos would come first, since it is on the left.
			later = ym&idMask + 1
			y = t.left(y)
			ym = t.meta(y)
		default:
			return true
		}
	}
}
