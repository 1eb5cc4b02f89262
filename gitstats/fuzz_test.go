package gitstats

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

func FuzzTree(f *testing.F) {
	id := strings.Repeat("\x01", idLen)
	f.Add([]byte("100644 a\x00"+id+"40000 dir\x00"+id), []byte("100755 a\x00"+id))
	f.Add([]byte("120000 a\x00"+id+"160000 m\x00"+id), []byte(""))
	f.Add([]byte("40000 a\x00"+id), []byte("100644 a\x00"+id+"100644 a.b\x00"+id))
	f.Add([]byte("1234567 a\x00"+id), []byte("x"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		for data := a; len(data) > 0; {
			e, rest, err := nextEntry(data)
			if err != nil {
				break
			}
			if len(e.name) == 0 || bytes.ContainsAny(e.name, "/\x00") || len(rest) >= len(data) {
				t.Fatalf("entry %+v", e)
			}
			data = rest
		}
		s := &store{limits: defaultLimits(), cache: cache{limit: 1 << 20}}
		ids := []plumbing.Hash{{1}, {2}}
		for i, data := range [][]byte{a, b} {
			s.cache.put(key{loose: ids[i]}, object{kind: plumbing.TreeObject, data: data})
		}
		changed := 0
		d := &differ{store: s, left: 10_000}
		_ = d.diff(context.Background(), ids[0], ids[0], func(change) { changed++ })
		if changed > 0 {
			t.Error("a tree differs from itself")
		}
		forth, back := renderDiff(s, ids[0], ids[1]), renderDiff(s, ids[1], ids[0])
		if forth != back {
			t.Errorf("one way %s, the other way %s", forth, back)
		}
	})
}

// renderDiff lists the paths that differ, without telling added from deleted.
func renderDiff(s *store, from, to plumbing.Hash) string {
	var b strings.Builder
	d := &differ{store: s, left: 10_000}
	err := d.diff(context.Background(), from, to, func(c change) { b.WriteString(c.path + "\n") })
	if err != nil || d.missing > 0 {
		return "" // where an error is met depends on the side
	}
	return b.String()
}

func FuzzCommit(f *testing.F) {
	f.Add([]byte("tree " + strings.Repeat("a", 40) + "\nparent " + strings.Repeat("b", 40) + "\nauthor A <a> 1 +0\ncommitter C <c> 2 +0\n\nx"))
	f.Add([]byte("tree "))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parseCommit(data)
		if err == nil && (c.time < 0 || c.time > maxTime || len(c.parents) > len(data)/hexLen) {
			t.Errorf("%+v", c)
		}
	})
}

func FuzzLoose(f *testing.F) {
	f.Add(deflate([]byte("tree 3\x00abc")))
	f.Add(deflate([]byte("commit 0\x00")))
	f.Add([]byte("x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lim := defaultLimits()
		lim.object = 1 << 16
		s := &store{limits: lim}
		o, err := s.parseLoose(bytes.NewReader(data))
		if err == nil && int64(len(o.data)) > lim.object {
			t.Errorf("%d bytes", len(o.data))
		}
	})
}

// FuzzPack reads both objects of a pack whose bytes are not trusted.
func FuzzPack(f *testing.F) {
	a, b := strings.Repeat("\xaa", idLen), strings.Repeat("\xbb", idLen)
	f.Add(packed(1, 5, "", []byte("hello")), packed(7, 4, a, []byte{5, 5, 0x90, 5}))
	f.Add(packed(7, 4, b, []byte{5, 5, 0x90, 5}), packed(6, 4, "\x10", []byte{5, 5, 0x90, 5}))
	f.Add([]byte{0xff, 0xff, 0xff}, []byte{0x60})
	f.Fuzz(func(t *testing.T, first, second []byte) {
		r := &repo{t: t, top: t.TempDir()}
		pack, idx := packOf(map[string][]byte{a: first, b: second})
		r.write("pack/pack-x.pack", string(pack))
		r.write("pack/pack-x.idx", string(idx))
		d, err := openFolder(r.top)
		if err != nil {
			t.Fatal(err)
		}
		lim := defaultLimits()
		lim.object, lim.work = 1<<16, 1<<20
		s := &store{dirs: []*folder{d}, limits: lim, cache: cache{limit: 1 << 16}}
		defer s.close()
		if err := s.listPacks(d); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{a, b, "x" + a[1:]} {
			o, err := s.packed(plumbing.Hash([]byte(id)))
			if err == nil && int64(len(o.data)) > lim.object {
				t.Errorf("%d bytes", len(o.data))
			}
		}
	})
}
