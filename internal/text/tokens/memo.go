package tokens

import (
	"hash/maphash"
	"sync"
)

const (
	// memoLeast is the length, in bytes, below which a text is counted directly, since a lookup would take as long.
	memoLeast = 32
	// longText is the length from which a text is counted in chunks. chunkLeast and chunkMost bound
	// the length of a chunk, if the text can be cut.
	longText              = 16 << 10
	chunkLeast, chunkMost = 2 << 10, 16 << 10
)

// A Memo counts texts that are counted repeatedly in one run, such as a series of growing bundles. It cuts long texts into chunks
// and counts only new ones. The counts equal those of the Counter. Its methods may be called from any number of goroutines.
type Memo struct {
	counter *Counter
	seeds   [2]maphash.Seed

	mu     sync.Mutex
	counts map[fingerprint]int
}

// A fingerprint identifies a text by 128 bits of hashes with random seeds, so that nobody can construct a collision.
type fingerprint [2]uint64

// NewMemo returns an empty Memo.
func NewMemo(c *Counter) *Memo {
	return &Memo{counter: c, seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, counts: map[fingerprint]int{}}
}

// Count returns the Counter's count of the text.
func (m *Memo) Count(text string) int {
	if len(text) < longText {
		return m.counter.total(m.units(text))
	}
	total := 0
	for text != "" {
		end := chunkEnd(text)
		total += m.units(text[:end])
		text = text[end:]
	}
	return m.counter.total(total)
}

func (m *Memo) units(text string) int {
	if len(text) < memoLeast || m.counter.rough() {
		return m.counter.units(text)
	}
	print := fingerprint{maphash.String(m.seeds[0], text), maphash.String(m.seeds[1], text)}
	m.mu.Lock()
	n, ok := m.counts[print]
	m.mu.Unlock()
	if ok {
		return n
	}
	n = m.counter.units(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[print] = n
	return n
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
