package gitrepo

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"

	"ctxpack/internal/repo/gitrepo/gittest"
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
		s := &Objects{limits: DefaultLimits(), cache: cache{limit: 1 << 20}}
		ids := []ID{{1}, {2}}
		for i, data := range [][]byte{a, b} {
			s.cache.put(key{loose: ids[i]}, object{kind: plumbing.TreeObject, data: data})
		}
		changed := 0
		d := &Differ{Objects: s, Left: 10_000}
		_ = d.Diff(context.Background(), ids[0], ids[0], func(Change) { changed++ })
		if changed > 0 {
			t.Error("a tree differs from itself")
		}
		forth, back := renderDiff(s, ids[0], ids[1]), renderDiff(s, ids[1], ids[0])
		if forth != back {
			t.Errorf("one way %s, the other way %s", forth, back)
		}
	})
}

// renderDiff lists the paths that differ, without the kind of change.
func renderDiff(s *Objects, from, to ID) string {
	var b strings.Builder
	d := &Differ{Objects: s, Left: 10_000}
	err := d.Diff(context.Background(), from, to, func(c Change) { b.WriteString(c.Path + "\n") })
	if err != nil || d.Missing > 0 {
		return "" // the order of the sides decides where an error occurs
	}
	return b.String()
}

func FuzzCommit(f *testing.F) {
	f.Add([]byte("tree " + strings.Repeat("a", 40) + "\nparent " + strings.Repeat("b", 40) + "\nauthor A <a> 1 +0\ncommitter C <c> 2 +0\n\nx"))
	f.Add([]byte("tree "))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parseCommit(data)
		if err == nil && (c.Time < 0 || c.Time > MaxTime || len(c.Parents) > len(data)/hexLen) {
			t.Errorf("%+v", c)
		}
	})
}

func FuzzLoose(f *testing.F) {
	f.Add(gittest.Deflate([]byte("tree 3\x00abc")))
	f.Add(gittest.Deflate([]byte("commit 0\x00")))
	f.Add([]byte("x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lim := DefaultLimits()
		lim.Object = 1 << 16
		s := &Objects{limits: lim}
		o, err := s.parseLoose(bytes.NewReader(data))
		if err == nil && int64(len(o.data)) > lim.Object {
			t.Errorf("%d bytes", len(o.data))
		}
	})
}

// FuzzPack reads both objects of an untrusted pack.
func FuzzPack(f *testing.F) {
	a, b := strings.Repeat("\xaa", idLen), strings.Repeat("\xbb", idLen)
	f.Add(packed(1, 5, "", []byte("hello")), packed(7, 4, a, []byte{5, 5, 0x90, 5}))
	f.Add(packed(7, 4, b, []byte{5, 5, 0x90, 5}), packed(6, 4, "\x10", []byte{5, 5, 0x90, 5}))
	f.Add([]byte{0xff, 0xff, 0xff}, []byte{0x60})
	f.Fuzz(func(t *testing.T, first, second []byte) {
		r := &gittest.Repo{T: t, Top: t.TempDir()}
		pack, idx := packOf(map[string][]byte{a: first, b: second})
		r.Write("pack/pack-x.pack", string(pack))
		r.Write("pack/pack-x.idx", string(idx))
		d, err := openFolder(r.Top)
		if err != nil {
			t.Fatal(err)
		}
		lim := DefaultLimits()
		lim.Object, lim.Work = 1<<16, 1<<20
		s := &Objects{dirs: []*folder{d}, limits: lim, cache: cache{limit: 1 << 16}}
		defer s.Close()
		if err := s.listPacks(d); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{a, b, "x" + a[1:]} {
			o, err := s.packed(ID([]byte(id)))
			if err == nil && int64(len(o.data)) > lim.Object {
				t.Errorf("%d bytes", len(o.data))
			}
		}
	})
}
