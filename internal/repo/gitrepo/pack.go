package gitrepo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"

	"github.com/go-git/go-git/v5/plumbing"
)

const (
	maxDeltas = 4096 // longest chain that git writes

	idxMagic   = "\xfftOc\x00\x00\x00\x02" // version 2
	idxNames   = len(idxMagic) + 256*4     // offset of the sorted ids
	idxTrailer = 2 * idLen
)

// pack is one pack file with its index. Looking up an id takes a few small reads. Not safe for
// concurrent use.
type pack struct {
	dir     *folder
	name    string // without extension
	idx     *os.File
	data    *window     // data of the objects
	fanout  [256]uint32 // number of ids up to each first byte
	idxSize int64
	reads   int    // of the index
	index   []byte // all of it, or nil
	row     []byte // last read of it
	used    int    // time of the last use, in Objects.tick
	err     error  // why it cannot be opened; not tried again

	known map[ID]int64 // offsets of objects, for a pack without an index
}

// open opens the index, unless it is open.
func (p *pack) open() error {
	if p.err != nil || p.idx != nil {
		return p.err
	}
	p.err = p.openIndex()
	if p.err != nil {
		p.err = fmt.Errorf("open pack: %w", p.err)
		p.close()
	}
	return p.err
}

func (p *pack) openIndex() error {
	f, fi, err := p.dir.open("pack/" + p.name + ".idx")
	if err != nil {
		return err
	}
	p.idx, p.idxSize = f, fi.Size()
	head := make([]byte, idxNames)
	if _, err := f.ReadAt(head, 0); err != nil {
		return err
	}
	if string(head[:len(idxMagic)]) != idxMagic {
		return errors.New("pack index is not of version 2")
	}
	last := uint32(0)
	for i := range p.fanout {
		n := binary.BigEndian.Uint32(head[len(idxMagic)+4*i:])
		if n < last {
			return errCorrupt
		}
		p.fanout[i], last = n, n
	}
	// For each object an id, a checksum and an offset; large offsets follow.
	if p.idxSize < int64(idxNames)+int64(last)*int64(idLen+8)+int64(idxTrailer) {
		return errCorrupt
	}
	return nil
}

func (p *pack) close() {
	if p.idx != nil {
		_ = p.idx.Close()
	}
	if p.data != nil {
		_ = p.data.file.Close()
	}
	p.idx, p.data, p.index, p.reads = nil, nil, nil, 0
}

// find returns the offset of an object in the pack, or ErrMissing.
func (p *pack) find(id ID) (int64, error) {
	if p.known != nil {
		if at, ok := p.known[id]; ok {
			return at, nil
		}
		return 0, ErrMissing
	}
	if err := p.open(); err != nil {
		return 0, err
	}
	lo, hi := int64(0), int64(p.fanout[id[0]])
	if id[0] > 0 {
		lo = int64(p.fanout[id[0]-1])
	}
	// Ids are evenly distributed, so that the first window, at the id's expected position, nearly always contains
	// it. Bisection bounds the search for any input.
	const window = 128
	guess := lo + (hi-lo)*int64(binary.BigEndian.Uint32(id[1:]))>>32
	for lo < hi {
		from := max(lo, min(guess-window/2, hi-window))
		n := min(window, hi-from)
		b, err := p.readIndex(int64(idxNames)+from*int64(idLen), n*int64(idLen))
		if err != nil {
			return 0, err
		}
		i, found := search(b, id)
		switch {
		case found:
			return p.offset(from + int64(i))
		case i == 0:
			hi = from
		case int64(i) == n:
			lo = from + n
		default:
			return 0, ErrMissing
		}
		guess = lo + (hi-lo)/2
	}
	return 0, ErrMissing
}

func search(row []byte, id ID) (int, bool) {
	return sort.Find(len(row)/idLen, func(i int) int { return bytes.Compare(id[:], row[i*idLen:(i+1)*idLen]) })
}

// readIndex returns n bytes of the index, valid until the next call. An index of ordinary size is loaded when it is
// searched often.
func (p *pack) readIndex(at, n int64) ([]byte, error) {
	const often, ordinary = 1000, 8 << 20
	if p.reads++; p.reads == often && p.idxSize <= ordinary {
		whole := make([]byte, p.idxSize)
		if _, err := p.idx.ReadAt(whole, 0); err != nil {
			return nil, err
		}
		p.index = whole
	}
	if p.index != nil {
		return p.index[at : at+n], nil
	}
	p.row = slices.Grow(p.row[:0], int(n))[:n]
	_, err := p.idx.ReadAt(p.row, at)
	return p.row, err
}

// offset reads the pack offset of the i-th object.
func (p *pack) offset(i int64) (int64, error) {
	count := int64(p.fanout[255])
	table := int64(idxNames) + count*int64(idLen+4)
	b, err := p.readIndex(table+4*i, 4)
	if err != nil {
		return 0, err
	}
	at := binary.BigEndian.Uint32(b)
	if at&(1<<31) == 0 {
		return int64(at), nil
	}
	// Too large for 31 bits: the rest is an index into a second table.
	row := table + 4*count + 8*int64(at&^(1<<31))
	if row+8 > p.idxSize-int64(idxTrailer) {
		return 0, errCorrupt
	}
	if b, err = p.readIndex(row, 8); err != nil {
		return 0, err
	}
	large := binary.BigEndian.Uint64(b)
	if large > 1<<62 {
		return 0, errCorrupt
	}
	return int64(large), nil
}

// read returns the object at an offset. It follows chains of deltas in a loop of bounded length: go-git's own
// reader recurses, and two deltas with each other as base would overflow the stack.
func (p *pack) read(s *Objects, at int64) (object, error) {
	if err := p.openData(); err != nil {
		return object{}, err
	}
	type step struct {
		at    int64
		delta []byte
	}
	var chain []step
	var o object
	held := int64(0) // bytes of the chain's deltas
	for base := at; ; {
		if cached, ok := s.cache.get(key{pack: p, at: base}); ok {
			o = cached
			break
		}
		h, data, err := p.inflate(s, base)
		if err != nil {
			return o, err
		}
		if h.kind != plumbing.OFSDeltaObject && h.kind != plumbing.REFDeltaObject {
			o = object{kind: h.kind, data: data}
			s.cache.put(key{pack: p, at: base}, o)
			break
		}
		chain = append(chain, step{at: base, delta: data})
		if held += int64(len(data)); held > s.limits.Object || len(chain) > maxDeltas {
			return o, fmt.Errorf("chain of deltas: %w", errLimit)
		}
		base = h.base
		if h.kind == plumbing.REFDeltaObject {
			if base, err = p.find(h.id); err != nil {
				return o, fmt.Errorf("%w: find base of delta: %w", errCorrupt, err)
			}
		}
	}
	for i := len(chain) - 1; i >= 0; i-- {
		data, err := s.patch(o.data, chain[i].delta)
		if err != nil {
			return o, err
		}
		o.data = data
		s.cache.put(key{pack: p, at: chain[i].at}, o)
	}
	return o, nil
}

func (p *pack) openData() error {
	if p.data != nil {
		return nil
	}
	f, _, err := p.dir.open("pack/" + p.name + ".pack")
	if err != nil {
		return err
	}
	p.data = newWindow(f)
	return nil
}

// corrupt returns the error for a corrupt object, with its cause if known.
func corrupt(err error) error {
	if err == nil {
		return errCorrupt
	}
	return fmt.Errorf("%w: %w", errCorrupt, err)
}

// deltaSizes decodes the sizes of base and result at the start of a delta.
func deltaSizes(delta []byte) (base, result int64, ok bool) {
	b, n := binary.Uvarint(delta)
	if n <= 0 {
		return 0, 0, false
	}
	r, m := binary.Uvarint(delta[n:])
	if m <= 0 || b > 1<<62 || r > 1<<62 {
		return 0, 0, false
	}
	return int64(b), int64(r), true
}
