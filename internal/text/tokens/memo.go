package tokens

import "hash/maphash"

const (
	// memoLeast is the length, in bytes, below which a text is counted as it is.
	memoLeast = 16 << 10
	// chunkLeast and chunkMost bound a chunk, where the text has places at which
	// it can be cut.
	chunkLeast, chunkMost = 2 << 10, 16 << 10
)

// A Memo counts long texts that have much in common, such as one bundle after
// another with a few entries more: it cuts a text into chunks and counts those
// that it has not seen. The counts are those of the Counter. It is not safe for
// concurrent use.
type Memo struct {
	counter *Counter
	seeds   [2]maphash.Seed
	known   map[chunk]int
}

// A chunk is known by its length and 128 bits of hash: two that differ and have
// both in common are not to be expected in this world.
type chunk struct {
	length int
	hash   [2]uint64
}

// NewMemo returns a Memo that has seen nothing.
func NewMemo(c *Counter) *Memo {
	return &Memo{counter: c, seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, known: map[chunk]int{}}
}

// Count returns what the Counter returns for the text.
func (m *Memo) Count(text string) int {
	if len(text) < memoLeast {
		return m.counter.Count(text)
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
	key := chunk{len(text), [2]uint64{maphash.String(m.seeds[0], text), maphash.String(m.seeds[1], text)}}
	n, ok := m.known[key]
	if !ok {
		n = m.counter.units(text)
		m.known[key] = n
	}
	return n
}

// chunkEnd is where the chunk that starts a text ends. It is a place that the
// bytes around it decide, so that after a difference the chunks of two texts
// soon are the same again.
func chunkEnd(text string) int {
	for i := chunkLeast; i < len(text)-1; i++ {
		if text[i] == ' ' && separates(text, i) && (i >= chunkMost || text[i+1]&7 == text[i-1]&7) {
			return i
		}
	}
	return len(text)
}

// separates tells that no token of any encoding spans the space at i: it stands
// between two letters or digits. What comes before it is a run of letters or
// of digits, which no pattern lets go on with a space, and no pattern looks
// back.
func separates(text string, i int) bool { return isWordByte(text[i-1]) && isWordByte(text[i+1]) }

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
