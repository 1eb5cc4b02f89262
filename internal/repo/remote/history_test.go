package remote_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// leavesOutContents publishes the repository on a server that can omit contents.
func (f *fixture) leavesOutContents() {
	f.t.Helper()
	f.publish("owner/name")
	f.repo.Git("-C", filepath.Join(f.server.Root, "owner", "name.git"), "config", "uploadpack.allowFilter", "true")
}

func (f *fixture) commits(top string) string { return f.git(top, "rev-list", "--count", "HEAD") }

// TestHistoryWithoutContents: commits arrive without file contents, repeatedly, and are never treated as complete.
func TestHistoryWithoutContents(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	both := noise(350_000)
	first, second := both[:200_000], both[200_000:]
	f.repo.Write("noise.bin", first)
	past := f.repo.Commit(2)
	f.repo.Write("noise.bin", second)
	f.repo.Commit(3)
	f.leavesOutContents()
	f.o.History = 50
	tree := f.mustOpen("owner/name")
	if tree.Fetched > 180_000 || f.commits(tree.Path) != "4" || tree.NoHistory != "" {
		t.Errorf("%d bytes, %s commits, %q", tree.Fetched, f.commits(tree.Path), tree.NoHistory)
	}
	if got := f.git(tree.Path, "status", "--porcelain"); got != "" {
		t.Errorf("status: %q", got)
	}
	if again := f.mustOpen("owner/name"); again.Fetched != 0 {
		t.Errorf("%d bytes fetched again", again.Fetched)
	}
	hits := len(f.server.Hits())
	f.mustOpen("owner/name/tree/" + tree.Commit)
	if len(f.server.Hits()) != hits {
		t.Error("the server was asked for a commit that is there")
	}
	// Contents of an old commit arrive with the new one that restores them.
	f.repo.Write("noise.bin", first)
	f.repo.Commit(4)
	f.repo.Write("more.txt", "more\n")
	f.repo.Commit(5)
	f.leavesOutContents()
	back := f.mustOpen("owner/name")
	if data, err := os.ReadFile(filepath.Join(back.Path, "noise.bin")); err != nil || string(data) != first || back.Fetched < 200_000 || back.Fetched > 240_000 {
		t.Errorf("%d bytes fetched, %d read, %v", back.Fetched, len(data), err)
	}
	if got := f.commits(back.Path); got != "6" {
		t.Errorf("%s commits", got)
	}
	// A requested past commit is fetched completely.
	old := f.mustOpen("owner/name/tree/" + past)
	if data, err := os.ReadFile(filepath.Join(old.Path, "noise.bin")); err != nil || string(data) != first {
		t.Errorf("of a past commit %d bytes, %v", len(data), err)
	}
	// And so are commits requested with contents.
	f.o.History, f.o.Depth = 0, 0
	whole := f.mustOpen("owner/name")
	f.git(whole.Path, "fsck", "--strict", "--no-dangling")
	if whole.Fetched < 300_000 {
		t.Errorf("%d bytes fetched", whole.Fetched)
	}
	f.o.History, f.o.Depth = 50, 1
	if again := f.mustOpen("owner/name"); again.Fetched != 0 {
		t.Errorf("all was there, and %d bytes fetched", again.Fetched)
	}
}

// TestHistoryStopsAtItsDepth: the history has the requested depth, and is extended if more is requested.
func TestHistoryStopsAtItsDepth(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for i := 2; i < 9; i++ {
		f.repo.Write("src/main.go", strings.Repeat("// a line\n", i))
		f.repo.Commit(float64(i))
	}
	f.leavesOutContents()
	for _, c := range []struct {
		depth int
		want  string
	}{{3, "3"}, {2, "3"}, {6, "6"}, {50, "9"}} {
		f.o.History = c.depth
		if tree := f.mustOpen("owner/name"); f.commits(tree.Path) != c.want || tree.NoHistory != "" {
			t.Errorf("depth %d: %s commits, %q", c.depth, f.commits(tree.Path), tree.NoHistory)
		}
	}
}

// TestNoHistory: unavailable history is reported and is no failure.
func TestNoHistory(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.o.History = 50
	for range 2 {
		tree := f.mustOpen("owner/name")
		if f.commits(tree.Path) != "1" || !strings.Contains(tree.NoHistory, "cannot omit file contents") || f.posts() != 1 {
			t.Errorf("%s commits, %q, %d packs", f.commits(tree.Path), tree.NoHistory, f.posts())
		}
	}
	f = newFixture(t)
	for i := range 40 {
		f.repo.Write("names/"+strings.Repeat("n", 1+i), "same\n")
		f.repo.Commit(float64(2 + i))
	}
	f.leavesOutContents()
	f.o.History = 50
	if tree := f.mustOpen("owner/name"); f.commits(tree.Path) != "42" {
		t.Fatalf("%s commits", f.commits(tree.Path))
	}
	small := newFixture(t)
	small.repo, small.server = f.repo, f.server
	small.o.History, small.o.MaxBytes = 50, 5_000
	tree := small.mustOpen("owner/name")
	if small.commits(tree.Path) != "1" || tree.NoHistory == "" {
		t.Errorf("%s commits, %q", small.commits(tree.Path), tree.NoHistory)
	}
}
