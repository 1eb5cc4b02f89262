package gitrepo

import (
	"path/filepath"
	"strings"
	"testing"
)

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
		{tree + "author x\ncommitter C <c> 99999999999999999999999 +0000\n", 0, MaxTime, true},
		{tree + "author x\ncommitter C <c>\n", 0, 0, true},
		{tree + "author x\ncommitter ", 0, 0, true},
		{tree, 0, 0, false},
		{"", 0, 0, false},
		{"tree zz\n", 0, 0, false},
		{tree[:45], 0, 0, false},
	} {
		c, err := parseCommit([]byte(tt.text))
		if (err == nil) != tt.ok || len(c.Parents) != tt.parents || c.Time != tt.time {
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
		"ref: refs/heads":                   "no commits yet", // a folder with that name exists
		strings.Repeat("a", 39):             "not an object id",
		strings.Repeat("a", 40):             "not in the repository",
		strings.Repeat("a", maxPointer+100): "too large",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.Write(".git/HEAD", text)
			r.Write(".git/refs/heads/loop", "ref: refs/heads/pool\n")
			r.Write(".git/refs/heads/pool", "ref: refs/heads/loop\n")
			r.Write(".git/refs/heads/junk", "junk\n")
			r.Write(".git/packed-refs", "# pack-refs\n"+strings.Repeat("z", 10_000)+"\nx refs/heads/none\n")
			lists(t, r.contents(), "", want)
		})
	}
}

func TestAlternates(t *testing.T) {
	t.Parallel()
	lender := newRepo(t)
	lender.Edit("a", "1", 0)
	lender.Edit("a", "2", 1)
	r := lender.at(filepath.Join(filepath.Dir(lender.Top), "clone"))
	lender.Git("clone", "-q", "--shared", lender.Top, r.Top)
	lists(t, r.contents(), "", "objects outside the repository", "not in the repository")

	// Inside the repository they are read, also in a chain or a cycle.
	inner := filepath.Join(r.Top, ".git", "lender")
	lender.Git("clone", "-q", "--bare", lender.Top, inner)
	r.Write(".git/objects/info/alternates", "# comment\n\n../hop/objects\n")
	r.Write(".git/hop/objects/info/alternates", filepath.Join(inner, "objects")+"\n../../objects\n")
	if c := r.contents(); c.commits != 2 {
		t.Errorf("%+v", c)
	}
	lists(t, r.contents(), "a")
	r.Write(".git/objects/info/alternates", "../missing\n../hop/objects\n")
	lists(t, r.contents(), "a", "objects outside the repository")
}
