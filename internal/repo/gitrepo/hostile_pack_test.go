package gitrepo

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// packOf builds a pack file and its index. Ids need not match the objects.
func packOf(objects map[string][]byte) (pack, idx []byte) {
	var p, x bytes.Buffer
	p.WriteString("PACK")
	writeInts(&p, 2, uint32(len(objects)))
	ids := slices.Sorted(maps.Keys(objects))
	var offsets []uint32
	for _, id := range ids {
		offsets = append(offsets, uint32(p.Len()))
		p.Write(objects[id])
	}
	seal := sha1.Sum(p.Bytes())
	p.Write(seal[:])
	x.WriteString(idxMagic)
	for i := range 256 {
		n := uint32(0)
		for _, id := range ids {
			if int(id[0]) <= i {
				n++
			}
		}
		writeInts(&x, n)
	}
	for _, id := range ids {
		x.WriteString(id)
	}
	x.Write(make([]byte, 4*len(ids)))
	writeInts(&x, offsets...)
	x.Write(seal[:])
	own := sha1.Sum(x.Bytes())
	x.Write(own[:])
	return p.Bytes(), x.Bytes()
}

// packed makes an object of a pack: kind, declared size, base, compressed data.
func packed(kind byte, size int, base string, data []byte) []byte {
	first := kind<<4 | byte(size&15)
	size >>= 4
	var b []byte
	for size > 0 {
		b = append(b, first|0x80)
		first = byte(size & 0x7f)
		size >>= 7
	}
	b = append(b, first)
	b = append(b, base...)
	return append(b, gittest.Deflate(data)...)
}

func TestHostilePacks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	a, b := strings.Repeat("\xaa", 20), strings.Repeat("\xbb", 20)
	delta := []byte{5, 5, 0x90, 5} // copies five bytes of five
	many := map[string][]byte{}
	for i := range maxDeltas + 2 {
		id := func(i int) string {
			return a[:16] + string(binary.BigEndian.AppendUint32(nil, uint32(i)))
		}
		many[id(i)] = packed(7, len(delta), id(i+1), delta)
	}
	many[a] = packed(7, len(delta), a[:16]+"\x00\x00\x00\x00", delta)
	for _, tt := range []struct {
		name    string
		objects map[string][]byte
		want    string
	}{
		// go-git overflows the stack on the first one, which ends the process.
		{"deltas of each other", map[string][]byte{a: packed(7, 4, b, delta), b: packed(7, 4, a, delta)}, "chain of deltas: too large"},
		{"delta of itself", map[string][]byte{a: packed(7, 4, a, delta)}, "chain of deltas: too large"},
		{"chain of deltas", many, "chain of deltas: too large"},
		{"no base", map[string][]byte{a: packed(7, 4, b, delta)}, "base of delta"},
		{"base before the file", map[string][]byte{a: packed(6, 4, "\x7f", delta)}, "corrupt"},
		{"unknown kind", map[string][]byte{a: packed(5, 4, "", delta)}, "corrupt"},
		{"larger than said", map[string][]byte{a: packed(1, 3, "", delta)}, "corrupt"},
		{"smaller than said", map[string][]byte{a: packed(1, 5, "", delta)}, "corrupt"},
		{"huge", map[string][]byte{a: packed(1, 1<<40, "", delta)}, "too large"},
		{"huge result", map[string][]byte{a: packed(7, 9, b, []byte("\x05\x80\x80\x80\x80\x80\x10\x90\x05")), b: packed(1, 5, "", []byte("hello"))}, "too large"},
		{"base of another size", map[string][]byte{a: packed(7, 4, b, delta), b: packed(1, 6, "", []byte("hello!"))}, "corrupt"},
		{"copy from behind the base", map[string][]byte{a: packed(7, 4, b, []byte{5, 9, 0x90, 9}), b: packed(1, 5, "", []byte("hello"))}, "corrupt"},
		{"not a commit", map[string][]byte{a: packed(7, 4, b, delta), b: packed(1, 5, "", []byte("hello"))}, "corrupt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			pack, idx := packOf(tt.objects)
			r.Write(".git/objects/pack/pack-x.pack", string(pack))
			r.Write(".git/objects/pack/pack-x.idx", string(idx))
			r.Write(".git/HEAD", strings.Repeat("aa", 20))
			lists(t, r.contents(), "", tt.want)
		})
	}
}

func TestHostilePackIndexes(t *testing.T) {
	t.Parallel()
	a := strings.Repeat("\xaa", 20)
	commit := "tree " + strings.Repeat("b", hexLen) + "\nauthor x\ncommitter C <c> 1 +0000\n\nx"
	pack, good := packOf(map[string][]byte{a: packed(1, len(commit), "", []byte(commit))})
	edit := func(at int, with string) []byte {
		b := bytes.Clone(good)
		copy(b[at:], with)
		return b
	}
	offset := idxNames + idLen + 4
	for _, tt := range []struct {
		name string
		idx  []byte
		want string
	}{
		{"good", good, "tree of HEAD: object is not in the repository"}, // the commit is found
		{"empty", nil, "not in the repository"},
		{"version 1", good[8:], "not of version 2"},
		{"not in order", edit(8, "\x00\x00\x00\x09"), "corrupt"},
		{"more objects than bytes", edit(8+255*4, "\x00\xff\xff\xff"), "corrupt"},
		{"no large offsets", edit(offset, "\x80\x00\x00\x00"), "corrupt"},
		{"offset behind the pack", edit(offset, "\x70\x00\x00\x00"), "corrupt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.Write(".git/objects/pack/pack-x.pack", string(pack))
			r.Write(".git/objects/pack/pack-x.idx", string(tt.idx))
			r.Write(".git/HEAD", strings.Repeat("aa", 20))
			lists(t, r.contents(), "", tt.want)
		})
	}
	// An offset over 31 bits is in a separate table.
	r := newRepo(t)
	large := edit(offset, "\x80\x00\x00\x00")
	large = slices.Insert(large, offset+4, 0, 0, 0, 0, 0, 0, 0, 12)
	r.Write(".git/objects/pack/pack-x.pack", string(pack))
	r.Write(".git/objects/pack/pack-x.idx", string(large))
	r.Write(".git/HEAD", strings.Repeat("aa", 20))
	lists(t, r.contents(), "", "tree of HEAD: object is not in the repository")
	// The index without its pack.
	r = newRepo(t)
	r.Write(".git/objects/pack/pack-x.idx", string(good))
	r.Write(".git/HEAD", strings.Repeat("aa", 20))
	lists(t, r.contents(), "", "not in the repository")
}
