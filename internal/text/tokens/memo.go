package tokens

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
)

const (
	// memoLeast is the length, in bytes, below which a text is counted directly, since a lookup would take as long.
	memoLeast = 32
	// longText is the length from which a text is counted in chunks. chunkLeast and chunkMost bound
	// the length of a chunk, if the text can be cut.
	longText              = 16 << 10
	chunkLeast, chunkMost = 2 << 10, 16 << 10
	// maxCounts is the maximum number of stored counts: enough for a few bundles of 128k tokens.
	maxCounts = 1 << 17
)

// A Memo counts texts that are counted repeatedly, such as a series of growing bundles, in one run or the next. It
// cuts long texts into chunks and counts only new ones. The counts equal those of the Counter. Its methods may be
// called from any number of goroutines.
type Memo struct {
	counter *Counter
	seed    [2]uint64
	kept    string // data of an earlier Memo: seeds, then slots, see Kept

	mu    sync.Mutex
	fresh map[fingerprint]uint32
	used  []bool // slots in use
	given int    // size of fresh at the last Kept
}

// A fingerprint identifies a text by 96 bits of a hash, so that collisions are not expected. Its seeds are random,
// so that nobody can construct a collision.
type fingerprint struct {
	high uint64
	low  uint32
}

// The layout of the memo: the two seeds, then a power of two slots, each a fingerprint and a count, little-endian;
// a count of 0 means none. A text is in the first free slot at or after that of its fingerprint.
const (
	seedBytes = 16
	countSlot = 16
)

// NewMemo returns a Memo that starts with the Kept data of another one with an equal Counter; "" for none.
func NewMemo(c *Counter, kept string) *Memo {
	m := &Memo{counter: c, fresh: map[fingerprint]uint32{}}
	if slots := (len(kept) - seedBytes) / countSlot; slots > 0 && slots&(slots-1) == 0 && len(kept) == seedBytes+slots*countSlot {
		m.kept, m.used = kept[seedBytes:], make([]bool, slots)
		m.seed = [2]uint64{load8(kept, 0), load8(kept, 8)}
	} else {
		m.seed = [2]uint64{rand.Uint64(), rand.Uint64()}
	}
	return m
}

// Count returns the Counter's count of the text.
func (m *Memo) Count(text string) int { return m.counter.total(m.chunks(text)) }

// Joined returns a function that counts texts followed by rest, which is read once.
func (m *Memo) Joined(rest string) func(head string) int {
	at := chunkEnd(rest)
	if len(rest) < longText || at == len(rest) {
		return func(head string) int { return m.Count(head + rest) }
	}
	begin, behind := rest[:at], m.chunks(rest[at:])
	return func(head string) int { return m.counter.total(m.chunks(head+begin) + behind) }
}

// chunks counts the units of a text, in chunks if it is long.
func (m *Memo) chunks(text string) int {
	if len(text) < longText {
		return m.units(text)
	}
	total := 0
	for text != "" {
		end := chunkEnd(text)
		total += m.units(text[:end])
		text = text[end:]
	}
	return total
}

func (m *Memo) units(text string) int {
	if len(text) < memoLeast || m.counter.rough() {
		return m.counter.units(text)
	}
	print := m.fingerprint(text)
	if slot, n := m.find(m.kept, print); n > 0 {
		m.mu.Lock()
		m.used[slot] = true
		m.mu.Unlock()
		return int(n)
	}
	m.mu.Lock()
	known, ok := m.fresh[print]
	m.mu.Unlock()
	if ok {
		return int(known)
	}
	n := m.counter.units(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.fresh) < maxCounts {
		m.fresh[print] = uint32(n) // n is the count of a text in memory
	}
	return n
}

// find returns the slot of a fingerprint and its count, 0 if it is missing.
func (m *Memo) find(slots string, print fingerprint) (slot int, count uint32) {
	last := len(slots)/countSlot - 1
	if last < 0 {
		return 0, 0
	}
	slot = int(print.high) & last
	for range last { // at least one is free, unless the file is corrupt
		at := slot * countSlot
		count = load4(slots, at+12)
		if count == 0 || load8(slots, at) == print.high && load4(slots, at+8) == print.low {
			return slot, count
		}
		slot = (slot + 1) & last
	}
	return 0, 0
}

// Kept returns the data for the next Memo: the counts that were used and, if there is room, older ones. ok is false
// if there are no new counts since the last call.
func (m *Memo) Kept() (kept string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.fresh) == m.given {
		return "", false
	}
	m.given = len(m.fresh)
	counts := make(map[fingerprint]uint32, len(m.fresh))
	for print, n := range m.fresh {
		counts[print] = n
	}
	for _, used := range [...]bool{true, false} {
		for slot := range m.used {
			at := slot * countSlot
			if n := load4(m.kept, at+12); n > 0 && m.used[slot] == used && len(counts) < maxCounts {
				counts[fingerprint{load8(m.kept, at), load4(m.kept, at+8)}] = n
			}
		}
	}
	slots := 2
	for slots < 2*len(counts) {
		slots *= 2
	}
	out := make([]byte, seedBytes+slots*countSlot)
	binary.LittleEndian.PutUint64(out, m.seed[0])
	binary.LittleEndian.PutUint64(out[8:], m.seed[1])
	table := out[seedBytes:]
	for print, n := range counts {
		slot := int(print.high) & (slots - 1)
		for binary.LittleEndian.Uint32(table[slot*countSlot+12:]) > 0 {
			slot = (slot + 1) & (slots - 1)
		}
		at := table[slot*countSlot:]
		binary.LittleEndian.PutUint64(at, print.high)
		binary.LittleEndian.PutUint32(at[8:], print.low)
		binary.LittleEndian.PutUint32(at[12:], n)
	}
	return string(out), true
}

// fingerprint returns the fingerprint of a text of at least 16 bytes.
func (m *Memo) fingerprint(text string) fingerprint {
	a, b := m.seed[0]^uint64(len(text))*seed2, m.seed[1]
	i := 0
	for ; i+16 < len(text); i += 16 {
		x, y := load8(text, i), load8(text, i+8)
		a, b = mix(a^x, b^y^seed0), mix(b^x^seed1, a^y^seed2)
	}
	x, y := load8(text, len(text)-16), load8(text, len(text)-8)
	a, b = mix(a^x, b^y^seed0), mix(b^x^seed1, a^y^seed2)
	return fingerprint{mix(a^m.seed[1], b^seed0), uint32(mix(b^m.seed[0], a^seed1))}
}

// chunkEnd returns the end of the chunk at the start of a text. Only nearby bytes decide it, so that the chunks of
// two texts are the same again soon after a difference.
func chunkEnd(text string) int {
	for i := chunkLeast; i < len(text)-1; i++ {
		if isBorder := text[i] == ' ' && separates(text, i); isBorder && (i >= chunkMost || text[i+1]&7 == text[i-1]&7) {
			return i
		}
	}
	return len(text)
}

// separates reports whether no token of any encoding spans the space at i: it is between two letters or digits. No
// pattern lets a run of letters or of digits continue with a space, and no pattern looks back.
func separates(text string, i int) bool { return isWordByte(text[i-1]) && isWordByte(text[i+1]) }

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
