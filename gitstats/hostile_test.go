package gitstats

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/gitrepo/gittest"
)

func TestTreeBomb(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	bomb := func(leaf string) string {
		id := r.Tree("100644 " + gittest.BlobID + " " + leaf)
		for range 40 {
			id = r.Tree("40000 "+id+" a", "40000 "+id+" b")
		}
		return r.Tree("100644 "+gittest.BlobID+" 0", "40000 "+id+" x")
	}
	first := r.SetHead(bomb("one"), 0)
	second := r.SetHead(bomb("two"), 1, first)
	r.SetHead(r.Tree("100644 "+gittest.BlobID+" 0"), 2, second)
	lim := defaultLimits()
	lim.list, lim.diff = 10_000*gitrepo.EntryCost, 10_000*gitrepo.EntryCost
	a := checked(t, r.Top, Options{}, lim)
	gittest.Warns(t, a.Warnings, "3 commits not counted: too many changes")
	counts(t, a, "")

	r.Write(".git/refs/heads/main", second)
	a = checked(t, r.Top, Options{}, lim)
	gittest.Warns(t, a.Warnings, "HEAD has too many tree entries", "2 commits not counted")
	if a.Blobs["0"] != gittest.BlobID || len(a.Blobs) == 0 {
		t.Errorf("%d blobs", len(a.Blobs))
	}
	lim.total = 15_000 * gitrepo.EntryCost
	a = checked(t, r.Top, Options{}, lim)
	gittest.Warns(t, a.Warnings, "HEAD has too many", "1 commit not counted", "only in part")
}

func TestDeepTree(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("makes thousands of objects")
	}
	r := newRepo(t)
	id := r.Tree("100644 " + gittest.BlobID + " leaf")
	for range gitrepo.MaxPath/2 + 100 { // a name and a slash each
		id = r.Tree("40000 " + id + " d")
	}
	r.SetHead(r.Tree("100644 "+gittest.BlobID+" a", "40000 "+id+" d"), 0)
	a := r.activity(Options{})
	gittest.Warns(t, a.Warnings, "1 folder of HEAD: names over 4096 bytes")
	counts(t, a, "a=1")
}

func TestMalformedTrees(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"no name":   "100644 \x00" + strings.Repeat("x", 20),
		"no id":     "100644 a\x00short",
		"no mode":   " a\x00" + strings.Repeat("x", 20),
		"long mode": "1234567 a\x00" + strings.Repeat("x", 20),
		"bad mode":  "100648 a\x00" + strings.Repeat("x", 20),
		"slash":     "100644 a/b\x00" + strings.Repeat("x", 20),
		"no end":    "100644",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			bad := r.Loose("tree", []byte(data))
			good := r.SetHead(r.Tree("100644 "+gittest.BlobID+" a"), 0)
			r.SetHead(bad, 1, good)
			a := r.activity(Options{})
			counts(t, a, "")
			gittest.Warns(t, a.Warnings, "read tree of HEAD: object is corrupt")
			// In an earlier commit, only results that need it are missing.
			r.SetHead(r.Tree("100644 "+gittest.BlobID+" a", "100644 "+gittest.BlobID+" b"), 2, r.SetHead(bad, 1, good))
			a = r.activity(Options{})
			counts(t, a, "a=1")
			gittest.Warns(t, a.Warnings, "2 commits cannot be read, activity is incomplete: object is corrupt")
		})
	}
}

func TestCorruptObjects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		raw  []byte
	}{
		{"missing", nil},
		{"empty", []byte{}},
		{"not compressed", []byte("tree 0\x00")},
		{"no header", gittest.Deflate([]byte("tree"))},
		{"unknown kind", gittest.Deflate([]byte("shrub 0\x00"))},
		{"wrong kind", gittest.Deflate([]byte("blob 0\x00"))},
		{"negative size", gittest.Deflate([]byte("tree -1\x00"))},
		{"larger than said", gittest.Deflate([]byte("tree 1\x00" + strings.Repeat("x", 1000)))},
		{"smaller than said", gittest.Deflate([]byte("tree 1000\x00x"))},
		{"huge", gittest.Deflate([]byte("tree 99999999999\x00x"))},
		{"endless header", gittest.Deflate(make([]byte, 1<<20))},
		{"endless kind", gittest.Deflate(bytes.Repeat([]byte("x"), 1<<20))},
		{"cut off", gittest.Deflate([]byte("tree 40\x00" + strings.Repeat("x", 40)))[:20]},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.Write("dir/b", "1")
			first := r.Edit("a", "1", 0)
			r.Edit("dir/b", "2", 1)
			r.Edit("a", "2", 2)
			spoil := func(rev string) {
				id := r.Git("rev-parse", rev)
				if tt.raw == nil {
					_ = os.Remove(r.ObjectPath(id))
				} else {
					r.Raw(id, tt.raw)
				}
			}
			tree := r.Git("rev-parse", "HEAD^{tree}")
			spoil(first + "^{tree}")
			a := r.activity(Options{})
			counts(t, a, "a=1")
			gittest.Warns(t, a.Warnings, "2 commits cannot be read")
			spoil(first) // now its child has no known parent
			counts(t, r.activity(Options{}), "a=1")
			spoil("HEAD:dir")
			a = r.activity(Options{})
			counts(t, a, "a=1")
			gittest.Warns(t, a.Warnings, "1 folder of HEAD cannot be read", "1 commit cannot be read")
			spoil(tree)
			a = r.activity(Options{})
			counts(t, a, "")
			gittest.Warns(t, a.Warnings, "read tree of HEAD")
			spoil("HEAD")
			a = r.activity(Options{})
			gittest.Warns(t, a.Warnings, "read commit")
			if a.Branch != "main" || len(a.Commit) != 2*len(gitrepo.ID{}) {
				t.Errorf("%+v", a)
			}
		})
	}
}

// TestFailuresEnd makes every commit unreadable.
func TestFailuresEnd(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	good := r.Tree("100644 " + gittest.BlobID + " a")
	id := r.SetHead(good, 0)
	for i := range 30 {
		id = r.SetHead(r.Loose("tree", fmt.Appendf(nil, "bad %d", i)), i, id)
	}
	r.SetHead(good, 40, id)
	lim := defaultLimits()
	lim.failed = 10
	a := checked(t, r.Top, Options{}, lim)
	gittest.Warns(t, a.Warnings, "11 commits cannot be read", "only in part")
}

func TestLimits(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 8 {
		r.Git("mv", "-k", fmt.Sprint("f", i-1), fmt.Sprint("f", i))
		if i == 0 {
			r.Write("f0", "x")
		}
		r.Commit(float64(i))
	}
	lim := defaultLimits()
	lim.objects.Work = 1000
	a := checked(t, r.Top, Options{}, lim)
	if len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "only in part") && !strings.Contains(a.Warnings[0], "cannot be read") {
		t.Errorf("work: %q", a.Warnings)
	}
	lim = defaultLimits()
	lim.commits = 4
	a = checked(t, r.Top, Options{}, lim)
	gittest.Warns(t, a.Warnings, "only in part")
	lim = defaultLimits()
	lim.objects.Object = 100
	gittest.Warns(t, checked(t, r.Top, Options{}, lim).Warnings, "too large")
	lim = defaultLimits()
	lim.renames = 200
	a = checked(t, r.Top, Options{}, lim)
	gittest.Warns(t, a.Warnings, "too many renames")
	lim = defaultLimits()
	lim.objects.Cache = 0
	counts(t, checked(t, r.Top, Options{}, lim), "f7=8")
}
