package tokens

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// plainMerge is byte-pair encoding by definition: join the leftmost pair of the lowest rank until none is left.
func plainMerge(t *table, s string) []uint8 {
	ends := make([]int, len(s)+1)
	for i := range ends {
		ends[i] = i
	}
	for {
		best, at := uint32(noRank), -1
		for i := 0; i+2 < len(ends); i++ {
			if rank := t.rank(s, ends[i], ends[i+2]); rank < best {
				best, at = rank, i
			}
		}
		if at < 0 {
			break
		}
		ends = slices.Delete(ends, at+1, at+2)
	}
	var lengths []uint8
	for i := 1; i < len(ends); i++ {
		lengths = append(lengths, uint8(ends[i]-ends[i-1]))
	}
	return lengths
}

// checkMerge compares both ways of merging with the plain one.
func checkMerge(t *testing.T, c *Counter, sc *scratch, s string) {
	t.Helper()
	want := plainMerge(c.table, s)
	if len(s) <= window {
		sc.lengths = sc.lengths[:0]
		if c.table.mergeShort(s, sc); !slices.Equal(sc.lengths, want) {
			t.Fatalf("%s: %q: mergeShort got %v, want %v", c.name, s, sc.lengths, want)
		}
	}
	sc.lengths = sc.lengths[:0]
	if c.table.mergeLong(s, sc); !slices.Equal(sc.lengths, want) {
		t.Fatalf("%s: %q: mergeLong got %v, want %v", c.name, s, sc.lengths, want)
	}
}

// randomPiece returns a random text: runs of few characters, or any bytes, once or repeated.
func randomPiece(random *rand.Rand) string {
	const alphabet = "= -\n\t/*#_.aebn\r~\u4e2d\u0e01\U0001F600"
	runes := []rune(alphabet)
	var b strings.Builder
	switch kinds := 1 + random.IntN(3); random.IntN(3) {
	case 0:
		for range 1 + random.IntN(40) {
			b.WriteByte(byte(random.Uint32()))
		}
	case 1:
		for range 1 + random.IntN(100) {
			b.WriteByte('a' + byte(random.IntN(kinds)))
		}
	default:
		first := random.IntN(len(runes) - kinds)
		for range 1 + random.IntN(6) {
			b.WriteString(strings.Repeat(string(runes[first+random.IntN(kinds)]), 1+random.IntN(60)))
		}
	}
	s := b.String()
	return strings.Repeat(s, 1+random.IntN(2)*(700/len(s)))
}

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, c := range tabled(t) {
		sc := newScratch()
		random := rand.New(rand.NewPCG(3, 4))
		for range 200 {
			checkMerge(t, c, sc, randomPiece(random))
		}
	}
}

// TestMergeHuge checks the encoding of long pieces by its definition: the tokens cover the piece, and each
// pair of adjacent tokens is the encoding of the pair's text. A quadratic algorithm would take too long.
func TestMergeHuge(t *testing.T) {
	t.Parallel()
	size := 1 << 17
	if testing.Short() {
		size = 1 << 13
	}
	for _, c := range tabled(t) {
		sc, other := newScratch(), newScratch()
		for name, pattern := range hostile() {
			s := repeat(pattern, size)
			sc.lengths = sc.lengths[:0]
			c.table.mergeLong(s, sc)
			pos, before := 0, 0
			for _, n := range sc.lengths {
				if before > 0 {
					both := s[pos-before : pos+int(n)]
					other.lengths = other.lengths[:0]
					if c.table.mergeShort(both, other); !slices.Equal(other.lengths, []uint8{uint8(before), n}) {
						t.Fatalf("%s: %s at %d: %q is no pair of %d and %d", c.name, name, pos, both, before, n)
					}
				}
				pos, before = pos+int(n), int(n)
			}
			if pos != len(s) {
				t.Fatalf("%s: %s: tokens cover %d of %d bytes", c.name, name, pos, len(s))
			}
		}
	}
}
