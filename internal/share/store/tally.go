package store

import (
	"bytes"
	"hash/maphash"
)

// tally is what is gathered of a session while the file is read. A store may have
// as many sessions as records, so it holds no pointer and no text: texts are read
// again for the sessions that are listed.
type tally struct {
	last     int64 // latest time, in nanoseconds of the Unix epoch
	position int64 // one more than the offset of its last record; 0 for none
	offset   int64 // of its first message in the file; -1 for none
	first    int32 // bytes of its first message
	count    int32 // messages
	id       nameRef
}

// noTime stands for a record without a time.
const noTime = -1 << 63

// nameRef is where a name is kept.
type nameRef struct{ chunk, start, length uint32 }

const (
	tallyChunk = 1 << 12 // tallies that are allocated at once
	nameChunk  = 1 << 20 // bytes of names that are allocated at once
)

// tallies are the sessions of a part of a file, found by their ids. It takes
// about 90 bytes for a session, and growing copies only the index: a Go map of
// strings takes three times as much.
type tallies struct {
	seed   maphash.Seed
	index  []int32 // one more than the number of a tally; a power of two, at most half of it used
	chunks []*[tallyChunk]tally
	count  int
	names  [][]byte
}

func newTallies() *tallies {
	return &tallies{seed: maphash.MakeSeed(), index: make([]int32, 1<<10)}
}

// reset forgets everything and keeps the memory.
func (t *tallies) reset() {
	clear(t.index)
	t.count = 0
	if len(t.names) > 0 {
		t.names = t.names[:1]
		t.names[0] = t.names[0][:0]
	}
}

func (t *tallies) at(i int) *tally { return &t.chunks[i/tallyChunk][i%tallyChunk] }

func (t *tallies) name(s *tally) []byte {
	return t.names[s.id.chunk][s.id.start : s.id.start+s.id.length]
}

// of returns the tally of a session, a new one if there is none.
func (t *tallies) of(id []byte) *tally {
	slot := t.find(id)
	if n := t.index[slot]; n > 0 {
		return t.at(int(n - 1))
	}
	if 2*(t.count+1) > len(t.index) {
		t.grow()
		slot = t.find(id)
	}
	if t.count/tallyChunk == len(t.chunks) {
		t.chunks = append(t.chunks, new([tallyChunk]tally))
	}
	s := t.at(t.count)
	*s = tally{last: noTime, offset: -1, id: t.keep(id)}
	t.count++
	t.index[slot] = int32(t.count)
	return s
}

// find returns the place of the index that has the session, or would have it.
func (t *tallies) find(id []byte) int {
	mask := len(t.index) - 1
	slot := int(maphash.Bytes(t.seed, id)) & mask
	for t.index[slot] != 0 && !bytes.Equal(t.name(t.at(int(t.index[slot]-1))), id) {
		slot = (slot + 1) & mask
	}
	return slot
}

func (t *tallies) grow() {
	t.index = make([]int32, 2*len(t.index))
	for i := range t.count {
		t.index[t.find(t.name(t.at(i)))] = int32(i + 1)
	}
}

// keep keeps a name.
func (t *tallies) keep(id []byte) nameRef {
	last := len(t.names) - 1
	if last < 0 || len(t.names[last])+len(id) > cap(t.names[last]) {
		t.names = append(t.names, make([]byte, 0, max(nameChunk, len(id))))
		last++
	}
	ref := nameRef{uint32(last), uint32(len(t.names[last])), uint32(len(id))}
	t.names[last] = append(t.names[last], id...)
	return ref
}

// merge adds what a later part of the file says.
func (t *tallies) merge(part *tallies) {
	for i := range part.count {
		from := part.at(i)
		s := t.of(part.name(from))
		s.last = max(s.last, from.last)
		s.position = from.position
		if s.count == 0 {
			s.offset, s.first = from.offset, from.first
		}
		s.count += from.count
	}
}
