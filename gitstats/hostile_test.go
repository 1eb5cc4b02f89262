package gitstats

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func deflate(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// loose stores an object under its true id.
func (r *repo) loose(kind string, data []byte) string {
	r.t.Helper()
	raw := append(fmt.Appendf(nil, "%s %d\x00", kind, len(data)), data...)
	sum := sha1.Sum(raw)
	id := hex.EncodeToString(sum[:])
	r.raw(id, deflate(raw))
	return id
}

// raw stores the bytes of a loose object file.
func (r *repo) raw(id string, data []byte) {
	r.t.Helper()
	path := r.objectPath(id)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	_ = os.Remove(path) // git writes objects read-only
	if err := os.WriteFile(path, data, 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) objectPath(id string) string {
	return filepath.Join(r.top, ".git", "objects", id[:2], id[2:])
}

func (r *repo) tree(entries ...string) string {
	var b bytes.Buffer
	for _, e := range entries {
		mode, rest, _ := strings.Cut(e, " ")
		id, name, _ := strings.Cut(rest, " ")
		raw, err := hex.DecodeString(id)
		if err != nil {
			r.t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\x00%s", mode, name, raw)
	}
	return r.loose("tree", b.Bytes())
}

// head makes a commit with the given tree HEAD.
func (r *repo) head(tree string, days int, parents ...string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "tree %s\n", tree)
	for _, p := range parents {
		fmt.Fprintf(&b, "parent %s\n", p)
	}
	fmt.Fprintf(&b, "author A <a@example.com> %d +0000\ncommitter C <c@example.com> %[1]d +0000\n\nx\n", start+days*day)
	id := r.loose("commit", b.Bytes())
	r.write(".git/refs/heads/main", id+"\n")
	return id
}

const blobID = "257cc5642cb1a054f08cc83f2d943e56fd3ebe99" // of "foo\n"

func TestTreeBomb(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	bomb := func(leaf string) string {
		id := r.tree("100644 " + blobID + " " + leaf)
		for range 40 {
			id = r.tree("40000 "+id+" a", "40000 "+id+" b")
		}
		return r.tree("100644 "+blobID+" 0", "40000 "+id+" x")
	}
	first := r.head(bomb("one"), 0)
	second := r.head(bomb("two"), 1, first)
	r.head(r.tree("100644 "+blobID+" 0"), 2, second)
	lim := defaultLimits()
	lim.list, lim.diff = 10_000*costFound, 10_000*costFound
	a := checked(t, r.top, Options{}, lim)
	warns(t, a.Warnings, "3 commits not counted: too many changes")
	counts(t, a, "")

	r.write(".git/refs/heads/main", second)
	a = checked(t, r.top, Options{}, lim)
	warns(t, a.Warnings, "HEAD has too many tree entries", "2 commits not counted")
	if a.Blobs["0"] != blobID || len(a.Blobs) == 0 {
		t.Errorf("%d blobs", len(a.Blobs))
	}
	lim.total = 15_000 * costFound
	a = checked(t, r.top, Options{}, lim)
	warns(t, a.Warnings, "HEAD has too many", "1 commit not counted", "only in part")
}

func TestDeepTree(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	id := r.tree("100644 " + blobID + " leaf")
	for range 3 * maxPath / 2 {
		id = r.tree("40000 " + id + " d")
	}
	r.head(r.tree("100644 "+blobID+" a", "40000 "+id+" d"), 0)
	a := r.activity(Options{})
	warns(t, a.Warnings, "1 folder of HEAD: names over 4096 bytes")
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
			bad := r.loose("tree", []byte(data))
			good := r.head(r.tree("100644 "+blobID+" a"), 0)
			r.head(bad, 1, good)
			a := r.activity(Options{})
			counts(t, a, "")
			warns(t, a.Warnings, "read tree of HEAD: object is corrupt")
			// In a commit before, it costs only what needs it.
			r.head(r.tree("100644 "+blobID+" a", "100644 "+blobID+" b"), 2, r.head(bad, 1, good))
			a = r.activity(Options{})
			counts(t, a, "a=1")
			warns(t, a.Warnings, "2 commits cannot be read, activity is incomplete: object is corrupt")
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
		{"no header", deflate([]byte("tree"))},
		{"unknown kind", deflate([]byte("shrub 0\x00"))},
		{"wrong kind", deflate([]byte("blob 0\x00"))},
		{"negative size", deflate([]byte("tree -1\x00"))},
		{"larger than said", deflate([]byte("tree 1\x00" + strings.Repeat("x", 1000)))},
		{"smaller than said", deflate([]byte("tree 1000\x00x"))},
		{"huge", deflate([]byte("tree 99999999999\x00x"))},
		{"endless header", deflate(make([]byte, 1<<20))},
		{"endless kind", deflate(bytes.Repeat([]byte("x"), 1<<20))},
		{"cut off", deflate([]byte("tree 40\x00" + strings.Repeat("x", 40)))[:20]},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.write("dir/b", "1")
			first := r.edit("a", "1", 0)
			r.edit("dir/b", "2", 1)
			r.edit("a", "2", 2)
			spoil := func(rev string) {
				id := r.git("rev-parse", rev)
				if tt.raw == nil {
					_ = os.Remove(r.objectPath(id))
				} else {
					r.raw(id, tt.raw)
				}
			}
			tree := r.git("rev-parse", "HEAD^{tree}")
			spoil(first + "^{tree}")
			a := r.activity(Options{})
			counts(t, a, "a=1")
			warns(t, a.Warnings, "2 commits cannot be read")
			spoil(first) // now its child has no known parent
			counts(t, r.activity(Options{}), "a=1")
			spoil("HEAD:dir")
			a = r.activity(Options{})
			counts(t, a, "a=1")
			warns(t, a.Warnings, "1 folder of HEAD cannot be read", "1 commit cannot be read")
			spoil(tree)
			a = r.activity(Options{})
			counts(t, a, "")
			warns(t, a.Warnings, "read tree of HEAD")
			spoil("HEAD")
			a = r.activity(Options{})
			warns(t, a.Warnings, "read commit")
			if a.Branch != "main" || len(a.Commit) != hexLen {
				t.Errorf("%+v", a)
			}
		})
	}
}

// TestFailuresEnd makes every commit unreadable.
func TestFailuresEnd(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	good := r.tree("100644 " + blobID + " a")
	id := r.head(good, 0)
	for i := range 30 {
		id = r.head(r.loose("tree", fmt.Appendf(nil, "bad %d", i)), i, id)
	}
	r.head(good, 40, id)
	lim := defaultLimits()
	lim.failed = 10
	a := checked(t, r.top, Options{}, lim)
	warns(t, a.Warnings, "11 commits cannot be read", "only in part")
}

func TestLimits(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 8 {
		r.git("mv", "-k", fmt.Sprint("f", i-1), fmt.Sprint("f", i))
		if i == 0 {
			r.write("f0", "x")
		}
		r.commit(float64(i))
	}
	lim := defaultLimits()
	lim.work = 1000
	a := checked(t, r.top, Options{}, lim)
	if len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "only in part") && !strings.Contains(a.Warnings[0], "cannot be read") {
		t.Errorf("work: %q", a.Warnings)
	}
	lim = defaultLimits()
	lim.commits = 4
	a = checked(t, r.top, Options{}, lim)
	warns(t, a.Warnings, "only in part")
	lim = defaultLimits()
	lim.object = 100
	warns(t, checked(t, r.top, Options{}, lim).Warnings, "too large")
	lim = defaultLimits()
	lim.renames = 200
	a = checked(t, r.top, Options{}, lim)
	warns(t, a.Warnings, "too many renames")
	lim = defaultLimits()
	lim.cache = 0
	counts(t, checked(t, r.top, Options{}, lim), "f7=8")
}

func TestCommitHeads(t *testing.T) {
	t.Parallel()
	tree := "tree " + strings.Repeat("a", 40) + "\n"
	for _, tt := range []struct {
		text    string
		parents int
		time    int64
		ok      bool
	}{
		{tree + "author x\ncommitter C <c> 5 +0000\n\nm", 0, 5, true},
		{tree + "parent " + strings.Repeat("b", 40) + "\nauthor x\ncommitter C <c> > <c> 7 +0000\nencoding x\n\nm", 1, 7, true},
		{tree + "author x\ncommitter C <c> -5 +0000\n", 0, 0, true},
		{tree + "author x\ncommitter C <c> 99999999999999999999999 +0000\n", 0, maxTime, true},
		{tree + "author x\ncommitter C <c>\n", 0, 0, true},
		{tree + "author x\ncommitter ", 0, 0, true},
		{tree, 0, 0, false},
		{"", 0, 0, false},
		{"tree zz\n", 0, 0, false},
		{tree[:45], 0, 0, false},
	} {
		c, err := parseCommit([]byte(tt.text))
		if (err == nil) != tt.ok || len(c.parents) != tt.parents || c.time != tt.time {
			t.Errorf("%q: %+v, %v", tt.text, c, err)
		}
	}
}

func TestBadHeads(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "not an object id",
		"ref: ../../etc/passwd":             "not a reference name",
		"ref: refs/heads/../../config":      "not a reference name",
		"ref: HEAD":                         "not a reference name",
		"ref: refs/heads/a\x01":             "not a reference name",
		"ref: refs/heads/loop":              "name each other",
		"ref: refs/heads/junk":              "not an object id",
		"ref: refs/heads/none":              "no commits yet",
		"ref: refs/heads":                   "no commits yet", // a folder has the name
		strings.Repeat("a", 39):             "not an object id",
		strings.Repeat("a", 40):             "not in the repository",
		strings.Repeat("a", maxPointer+100): "too large",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.write(".git/HEAD", text)
			r.write(".git/refs/heads/loop", "ref: refs/heads/pool\n")
			r.write(".git/refs/heads/pool", "ref: refs/heads/loop\n")
			r.write(".git/refs/heads/junk", "junk\n")
			r.write(".git/packed-refs", "# pack-refs\n"+strings.Repeat("z", 10_000)+"\nx refs/heads/none\n")
			a := r.activity(Options{})
			warns(t, a.Warnings, want)
		})
	}
}

func TestAlternates(t *testing.T) {
	t.Parallel()
	lender := newRepo(t)
	lender.edit("a", "1", 0)
	lender.edit("a", "2", 1)
	r := &repo{t: t, top: filepath.Join(filepath.Dir(lender.top), "clone"), home: lender.home}
	lender.git("clone", "-q", "--shared", lender.top, r.top)
	a := r.activity(Options{})
	counts(t, a, "")
	warns(t, a.Warnings, "borrowed from outside", "not in the repository")

	// Inside the repository they are read, also in a row, also in a circle.
	inner := filepath.Join(r.top, ".git", "lender")
	lender.git("clone", "-q", "--bare", lender.top, inner)
	r.write(".git/objects/info/alternates", "# comment\n\n../hop/objects\n")
	r.write(".git/hop/objects/info/alternates", filepath.Join(inner, "objects")+"\n../../objects\n")
	a = r.activity(Options{})
	counts(t, a, "a=2")
	warns(t, a.Warnings)
	r.write(".git/objects/info/alternates", "../missing\n../hop/objects\n")
	a = r.activity(Options{})
	counts(t, a, "a=2")
	warns(t, a.Warnings, "borrowed from outside")
}
