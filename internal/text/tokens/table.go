package tokens

import (
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"sync"
)

//go:generate go test -run ^TestFiles$ . -update

// The vocabularies. The default is used in place, without parsing or copying.
var (
	//go:embed data/o200k_base.bin
	o200kData string
	//go:embed data/cl100k_base.gz
	cl100kPacked string
)

// cl100kData is the other vocabulary.
var cl100kData = sync.OnceValue(func() string {
	var b strings.Builder
	if z, err := gzip.NewReader(strings.NewReader(cl100kPacked)); err == nil {
		_, _ = io.Copy(&b, z) // the reader of the table detects missing data
	}
	return b.String()
})

// The layout of a table file, which gen_tables_test.go writes. All numbers are little-endian.
//
//	header   magic, then as uint32: tokens, buckets, slots, log2 of the filter's bytes
//	pilots   a uint16 per bucket
//	slots    12 bytes per slot: key (8), meta (4)
//	splits   8 bytes per slot: the slots of the left and the right part (4 each)
//	filter   2-bit cells, four per byte
//	blob     the bytes of the tokens that are longer than 8
//
// A token's hash chooses a bucket, and the hash with the bucket's pilot chooses the one slot where the token can be
// (a perfect hash): a look-up reads one pilot and one slot, found or not. The key holds the bytes of a token of up to
// 8 (in its high bytes, if fewer), and of a longer one its offset in the blob (low half) and half of its hash (high
// half). The meta word holds the id in bits 0-17, the length less one in bits 18-24, bit 25 for an empty slot, and
// bit 26 for a token that merging alone never makes (it is only for a whole piece).
//
// The splits are the two parts that a token's last merge joins.
//
// The filter shows, for a hash that is computed byte by byte, whether a prefix of a token (bit 0 of the cell) and
// whether a token (bit 1) may have it. It errs only by saying yes.
const (
	magic      = "ctxbpe01"
	headerSize = len(magic) + 4*4
	maxLength  = 128 // bytes of the longest token
	idBits     = 18
	idMask     = 1<<idBits - 1
	shapeMask  = 0xff // bits of meta>>idBits: the length minus one, and the empty bit
	wholeOnly  = 1 << 26
	slotSize   = 12
	splitSize  = 8

	seed0 = 0x9e3779b97f4a7c15
	seed1 = 0xd6e8feb86659fd93
	seed2 = 0xa0761d6478bd642f
	step  = 0xff51afd7ed558ccd
)

// table is the vocabulary of one encoding. It is immutable.
type table struct {
	pilots string
	slots  string
	splits string
	filter string
	blob   string

	buckets     uint64
	places      uint64
	filterShift uint
}

// newTable finds the sections of an embedded file.
func newTable(data string) (*table, error) {
	if len(data) < headerSize || data[:len(magic)] != magic {
		return nil, fmt.Errorf("read vocabulary: not a table")
	}
	buckets, slots, filterBits := int(load4(data, 12)), int(load4(data, 16)), int(load4(data, 20))
	t := &table{buckets: uint64(buckets), places: uint64(slots), filterShift: uint(64 - filterBits - 2)}
	rest := data[headerSize:]
	for _, section := range []struct {
		to   *string
		size int
	}{
		{&t.pilots, 2 * buckets},
		{&t.slots, slotSize * slots},
		{&t.splits, splitSize * slots},
		{&t.filter, 1 << filterBits},
	} {
		if len(rest) < section.size {
			return nil, fmt.Errorf("read vocabulary: table is cut short")
		}
		*section.to, rest = rest[:section.size], rest[section.size:]
	}
	t.blob = rest
	return t, nil
}

// find returns the slot and the meta word of the token s[i:j]; ok is false if
// there is no such token. The range must not be empty.
func (t *table) find(s string, i, j int) (slot, meta uint32, ok bool) {
	n := j - i
	var h, key uint64
	switch {
	case n > maxLength:
		return 0, 0, false
	case n > 8:
		h = hashLong(s[i:j])
	case i+8 <= len(s):
		key = load8(s, i) << (uint(8-n) * 8)
		h = mix(key^seed0, seed1+uint64(n)*seed2)
	default:
		key = loadLast(s, i) << (uint(8-n) * 8)
		h = mix(key^seed0, seed1+uint64(n)*seed2)
	}
	bucket, _ := bits.Mul64(h, t.buckets)
	pilot := load2(t.pilots, int(bucket)*2)
	place, _ := bits.Mul64((h^uint64(pilot)*seed0)*step, t.places)
	entry := t.slots[place*slotSize:][:slotSize]
	meta = load4(entry, 8)
	if meta>>idBits&shapeMask != uint32(n-1) {
		return 0, 0, false
	}
	stored := load8(entry, 0)
	if n <= 8 {
		return uint32(place), meta, stored == key
	}
	at := int(uint32(stored))
	return uint32(place), meta, stored>>32 == h>>32 && t.blob[at:at+n] == s[i:j]
}

// hashLong returns the hash of 9 or more bytes.
func hashLong(s string) uint64 {
	n := len(s)
	h := uint64(n) * seed2
	for i := 0; i+16 < n; i += 8 {
		h = mix(h^load8(s, i), seed1)
	}
	return mix(h^load8(s, max(n-16, 0))^seed0, load8(s, n-8)^seed1)
}

func (t *table) meta(slot uint32) uint32 { return load4(t.slots, int(slot)*slotSize+8) }

// left and right return the slots of the parts of a token of more than a byte.
func (t *table) left(slot uint32) uint32  { return load4(t.splits, int(slot)*splitSize) }
func (t *table) right(slot uint32) uint32 { return load4(t.splits, int(slot)*splitSize+4) }

// length returns the length in bytes of the token with the meta word m.
func length(m uint32) int { return int(m>>idBits&0x7f) + 1 }

// mix folds the 128-bit product of a and b.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// loadLast reads s[i:], which is shorter than 8 bytes, into the low bytes.
func loadLast(s string, i int) uint64 {
	if len(s) >= 8 {
		return load8(s, len(s)-8) >> (uint(i+8-len(s)) * 8)
	}
	word := uint64(0)
	for k := len(s) - 1; k >= i; k-- {
		word = word<<8 | uint64(s[k])
	}
	return word
}

// The loads are written so that the compiler makes one instruction of each.

func load8(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load4(s string, i int) uint32 {
	s = s[i : i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func load2(s string, i int) uint32 {
	s = s[i : i+2]
	return uint32(s[0]) | uint32(s[1])<<8
}
