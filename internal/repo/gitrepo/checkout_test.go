package gitrepo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// opened opens the objects of a repository.
func (r *repo) opened(limits Limits) *Objects {
	r.T.Helper()
	repository, err := Open(r.Top)
	if err != nil {
		r.T.Fatal(err)
	}
	objects, _ := OpenObjects(repository, limits)
	r.T.Cleanup(func() { objects.Close(); repository.Close() })
	return objects
}

// TestCheckOut: the written files and index equal git's; a file that is too large, or whose name exists already on
// the file system, is omitted.
func TestCheckOut(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("a/b/c.txt", "c\n")
	r.Write("big.bin", strings.Repeat("x", 5000))
	r.Write("run.sh", "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(r.Top, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(r.Top, "a", "link")); err != nil {
		t.Fatal(err)
	}
	id, err := ParseID(r.Commit(0))
	if err != nil {
		t.Fatal(err)
	}
	limits := DefaultLimits()
	limits.Object = 4000
	objects := r.opened(limits)
	commit, err := objects.Commit(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	out := t.TempDir()
	made, err := objects.CheckOut(t.Context(), commit.Tree, out, CheckOutLimits{Entries: 100, Bytes: 1 << 20, Observe: func(done, total int) {
		told = string(rune('0'+done)) + string(rune('0'+total))
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(made.LeftOut) != 1 || !strings.HasPrefix(made.LeftOut[0], "big.bin: ") || told != "44" {
		t.Errorf("left out %q, told %s", made.LeftOut, told)
	}
	if target, err := os.Readlink(filepath.Join(out, "a", "link")); err != nil || target != "/etc/passwd" {
		t.Errorf("link to %s, %v", target, err)
	}
	// With the written index, git finds no changes but the omitted files.
	if err := made.WriteIndex(filepath.Join(r.Top, ".git", "index")); err != nil {
		t.Fatal(err)
	}
	if got := r.Git("--work-tree="+out, "status", "--porcelain"); got != " D big.bin" {
		t.Errorf("status %q", got)
	}
	// Existing files stay.
	again, err := objects.CheckOut(t.Context(), commit.Tree, out, CheckOutLimits{Entries: 100, Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if len(again.LeftOut) != 4 {
		t.Errorf("in the way: left out %q", again.LeftOut)
	}
	for _, tight := range []CheckOutLimits{{Entries: 3, Bytes: 1 << 20}, {Entries: 100, Bytes: 5}} {
		if _, err := objects.CheckOut(t.Context(), commit.Tree, t.TempDir(), tight); !errors.Is(err, ErrTreeTooLarge) {
			t.Errorf("%+v: %v", tight, err)
		}
	}
}
