package gitstats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// recent writes the changes as "path before→after", by the contents of the blobs.
func (r *repo) recent(o RecentOptions) (string, *Recent) {
	r.T.Helper()
	got, err := ReadRecent(context.Background(), r.Top, o)
	if err != nil {
		r.T.Fatal(err)
	}
	return r.told(got.Changes), got
}

func (r *repo) told(changes []Change) string {
	text := func(id string) string {
		if id == "" {
			return "-"
		}
		blob, err := ReadBlob(r.Top, id, 100)
		if err != nil {
			r.T.Error(err)
		}
		return blob
	}
	var all []string
	for _, c := range changes {
		all = append(all, fmt.Sprintf("%s %s→%s", c.Path, text(c.Before), text(c.After)))
	}
	return strings.Join(all, ", ")
}

func TestReadRecent(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("dir/sub/b", "b1")
	r.Write("dir.x", "x1")
	first := r.Edit("a", "a1", 0)
	r.Write("a", "a2")
	r.Edit("dir/sub/b", "b2", 1)
	r.Git("mv", "dir/sub/b", "moved")
	r.Commit(2)
	r.Git("mv", "moved", "again")
	r.Edit("dir.x", "x2", 3)
	r.Git("rm", "-q", "a")
	r.Commit(4)
	if err := os.Chmod(filepath.Join(r.Top, "again"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.Commit(5)
	if err := os.Symlink("again", filepath.Join(r.Top, "link")); err != nil {
		t.Fatal(err)
	}
	last := r.Edit("new", "n1", 6)
	for _, packed := range []bool{false, true} {
		if packed {
			r.Git("gc", "-q")
		}
		changes, got := r.recent(RecentOptions{})
		if want := "new -→n1, dir.x x1→x2, a a1→a2, dir/sub/b b1→b2, a -→a1, dir.x -→x1, dir/sub/b -→b1"; changes != want {
			t.Errorf("packed %v:\n got %s\nwant %s", packed, changes, want)
		}
		gittest.Warns(t, got.Warnings)
		if c := got.Changes; c[0].Commit != last || c[len(c)-1].Commit != first || c[0].Time.Unix() != start+6*day {
			t.Errorf("%+v", c)
		}
		if len(got.Blobs) != 3 || got.Blobs["new"] != r.Git("rev-parse", "HEAD:new") {
			t.Errorf("%v", got.Blobs)
		}
	}
	if changes, _ := r.recent(RecentOptions{MaxCommits: 4}); changes != "new -→n1, dir.x x1→x2" {
		t.Errorf("four commits: %s", changes)
	}
	if changes, _ := r.recent(RecentOptions{MaxChanges: 3}); changes != "new -→n1, dir.x x1→x2, a a1→a2" {
		t.Errorf("three changes: %s", changes)
	}
}

func TestReadRecentMerge(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "1", 0)
	r.Git("checkout", "-q", "-b", "side")
	r.Edit("b", "side", 2)
	r.Git("checkout", "-q", "main")
	r.Edit("c", "main", 1)
	r.GitAt(start+3*day, "", "merge", "-q", "--no-edit", "side")
	if changes, _ := r.recent(RecentOptions{}); changes != "b -→side, c -→main, a -→1" {
		t.Error(changes)
	}
}

func TestReadRecentEdges(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	if changes, got := r.recent(RecentOptions{}); changes != "" || len(got.Warnings) > 0 || got.Blobs == nil {
		t.Errorf("no commits: %q %+v", changes, got)
	}
	r.Edit("a", "1", 0)
	r.Edit("a", "2", 1)
	clone := filepath.Join(filepath.Dir(r.Top), "clone")
	r.Git("clone", "-q", "--depth", "1", "file://"+r.Top, clone)
	if changes, got := r.at(clone).recent(RecentOptions{}); changes != "" || len(got.Blobs) != 1 {
		t.Errorf("shallow: %q %+v", changes, got)
	}
	empty := t.TempDir()
	got, err := ReadRecent(context.Background(), empty, RecentOptions{})
	if err != nil {
		t.Fatal(err)
	}
	gittest.Warns(t, got.Warnings, "no git changes: ")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadRecent(ctx, r.Top, RecentOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// A commit whose parent's tree is gone: a warning, and the rest.
	r.Edit("a", "3", 2)
	tree := r.Git("rev-parse", "HEAD~1^{tree}")
	if err := os.Remove(filepath.Join(r.Top, ".git/objects", tree[:2], tree[2:])); err != nil {
		t.Fatal(err)
	}
	changes, got := r.recent(RecentOptions{})
	if changes != "a -→1" {
		t.Errorf("damaged: %s", changes)
	}
	gittest.Warns(t, got.Warnings, "2 commits cannot be read")
}

func TestReadBlob(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "text\r\n\xff", 0)
	id := r.Git("rev-parse", "HEAD:a")
	if text, err := ReadBlob(r.Top, id, 7); text != "text\r\n\xff" || err != nil {
		t.Errorf("%q %v", text, err)
	}
	for _, c := range []struct{ name, top, id, want string }{
		{"too large", r.Top, id, "too large"},
		{"a tree", r.Top, r.Git("rev-parse", "HEAD^{tree}"), "a tree in place of a blob"},
		{"missing", r.Top, strings.Repeat("1", 40), "not in the repository"},
		{"no id", r.Top, "HEAD", "not an object id"},
		{"no repository", t.TempDir(), id, ""},
	} {
		text, err := ReadBlob(c.top, c.id, 6)
		if err == nil || text != "" || !strings.HasPrefix(err.Error(), "read blob "+c.id+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q %v", c.name, text, err)
		}
	}
}
