package gitrepo

import (
	"context"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// revisions returns a repository with two branches, tags, loose and packed objects.
func revisions(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Edit("a", "1", 0)
	r.Edit("a", "2", 1)
	r.Git("tag", "light")
	r.Git("tag", "-a", "-m", "m", "heavy")
	r.Git("checkout", "-q", "-b", "side/one", "HEAD~1")
	r.Edit("b", "1", 2)
	r.Edit("b", "2", 3)
	r.Git("repack", "-q", "-a", "-d")
	r.Git("checkout", "-q", "-")
	r.Edit("a", "3", 4)
	r.Git("merge", "-q", "--no-edit", "side/one")
	r.Git("update-ref", "refs/remotes/origin/main", "HEAD~1")
	r.Git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	r.Git("pack-refs", "--all")
	r.Edit("a", "4", 6)
	return r
}

func opened(t *testing.T, top string) (*Repository, *Objects) {
	t.Helper()
	repo, err := Open(top)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(repo.Close)
	s, _ := OpenObjects(repo, DefaultLimits())
	t.Cleanup(s.Close)
	return repo, s
}

// Revisions resolve as in git.
func TestResolve(t *testing.T) {
	t.Parallel()
	r := revisions(t)
	repo, s := opened(t, r.Top)
	full := strings.TrimSpace(r.Git("rev-parse", "heavy^{commit}"))
	loose := strings.TrimSpace(r.Git("rev-parse", "HEAD"))
	for _, name := range []string{
		"HEAD", "@", "HEAD~1", "HEAD^", "@~1^2", "HEAD^^2~1", "HEAD~", "HEAD~1^2", "light", "heavy", "heavy~1", "side/one", "refs/heads/side/one",
		"heads/side/one", "origin", "origin/main", full, full[:7], loose, loose[:8], loose[:8] + "~3", "HEAD^0", "HEAD~0",
	} {
		want := strings.TrimSpace(r.Git("rev-parse", name+"^{commit}"))
		c, err := repo.Resolve(context.Background(), s, name)
		if err != nil || c.ID.String() != want {
			t.Errorf("%s: %v, %v; want %s", name, c, err, want)
		}
	}
	for _, name := range []string{"", "nope", "HEAD~99", "HEAD^3", "HEAD~x", "~", "../x", "-x", "abcd", full[:3], strings.Repeat("0", 40),
		"HEAD~99999999999999999999", "a\x00b"} {
		if c, err := repo.Resolve(context.Background(), s, name); err == nil {
			t.Errorf("%q: %v, want an error", name, c)
		}
	}
}

func TestMergeBase(t *testing.T) {
	t.Parallel()
	r := revisions(t)
	r.Git("checkout", "-q", "--orphan", "alone")
	r.Edit("z", "1", 9)
	repo, s := opened(t, r.Top)
	resolve := func(name string) *Commit {
		c, err := repo.Resolve(context.Background(), s, name)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, pair := range [][2]string{{"heavy", "side/one"}, {"side/one", "origin"}, {"origin", "origin"}, {"heavy~1", "heavy"}, {"side/one~1", "origin/main"}} {
		want := strings.TrimSpace(r.Git("merge-base", pair[0], pair[1]))
		for _, p := range [][2]string{pair, {pair[1], pair[0]}} {
			c, err := s.MergeBase(context.Background(), resolve(p[0]), resolve(p[1]))
			if err != nil || c == nil || c.ID.String() != want {
				t.Errorf("%v: %v, %v; want %s", p, c, err, want)
			}
		}
	}
	if c, err := s.MergeBase(context.Background(), resolve("alone"), resolve("heavy")); err != nil || c != nil {
		t.Errorf("of what has nothing in common: %v, %v", c, err)
	}
}
