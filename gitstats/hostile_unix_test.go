//go:build unix

package gitstats

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// controlFiles are the files of a repository that are opened.
func controlFiles() []string {
	return []string{
		"HEAD", "config", "index", "packed-refs", "shallow", "info/exclude",
		"objects/info/alternates", "refs/heads/main", "objects", "objects/pack", "refs", "refs/heads", "info",
		"objects/pack/pack-x.idx", "objects/info", "commondir",
	}
}

// TestFIFO puts a FIFO in the place of each control file: nothing may wait for a
// writer. A test that hangs here fails by its time limit.
func TestFIFO(t *testing.T) {
	t.Parallel()
	for _, name := range controlFiles() {
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.edit("a", "1", 0)
			path := filepath.Join(r.top, ".git", name)
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(path, 0o644); err != nil {
				t.Fatal(err)
			}
			everything(r)
		})
	}
	t.Run("git", func(t *testing.T) {
		t.Parallel()
		r := &repo{t: t, top: t.TempDir()}
		if err := syscall.Mkfifo(filepath.Join(r.top, ".git"), 0o644); err != nil {
			t.Fatal(err)
		}
		everything(r)
	})
	t.Run("object", func(t *testing.T) {
		t.Parallel()
		r := newRepo(t)
		id := r.edit("a", "1", 0)
		if err := os.Remove(r.objectPath(id)); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(r.objectPath(id), 0o644); err != nil {
			t.Fatal(err)
		}
		warns(t, r.activity(Options{}).Warnings, "not a regular file")
	})
}

// TestFIFOTargets lets pointers lead to a FIFO where a folder is expected.
func TestFIFOTargets(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.edit("a", "1", 0)
	fifo := filepath.Join(r.top, "fifo")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	r.write(".git/objects/info/alternates", fifo+"\n")
	warns(t, everything(r).Warnings, "not a folder")
	r.write("sub/.git", "gitdir: ../fifo\n")
	warns(t, everything(r.at(filepath.Join(r.top, "sub"))).Warnings, "not a folder")
	r.write("wt/.git", "gitdir: ../worktrees/wt\n")
	r.write("worktrees/wt/gitdir", "../../wt/.git\n")
	r.write("worktrees/wt/commondir", "../../fifo\n")
	warns(t, everything(r.at(filepath.Join(r.top, "wt"))).Warnings, "does not point back")
	if _, err := readTrusted(fifo, 10); err == nil {
		t.Error("read a FIFO")
	}
}

func everything(r *repo) *Activity {
	r.t.Helper()
	_, _ = Find(r.top)
	_, _ = ReadIndex(r.top)
	_, _, _ = Excludes(r.top)
	return r.activity(Options{})
}

// TestLinksOutside replaces each control file by a link to the file of another
// repository, which would be fine if it were followed.
func TestLinksOutside(t *testing.T) {
	t.Parallel()
	other := newRepo(t)
	other.edit("secret", "1", 0)
	other.edit("secret", "2", 1)
	other.git("pack-refs", "--all")
	other.write(".git/info/exclude", "secret\n")
	for _, name := range append(controlFiles(), "") {
		target := filepath.Join(other.top, ".git", name)
		if _, err := os.Stat(target); err != nil {
			continue
		}
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.write(".git/HEAD", other.git("rev-parse", "HEAD"))
			path := filepath.Join(r.top, ".git", name)
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, path); err != nil {
				t.Fatal(err)
			}
			a := everything(r)
			if len(a.Commits)+len(a.Blobs) > 0 || len(a.Warnings) == 0 {
				t.Errorf("read through the link: %+v", a)
			}
			if index, err := ReadIndex(r.top); err == nil && len(index.Entries) > 0 {
				t.Errorf("index read through the link: %+v", index)
			}
			if info, _, _ := Excludes(r.top); strings.Contains(info, "secret") {
				t.Error("excludes read through the link")
			}
		})
	}
}

// TestLinkInside moves the repository away within the work tree.
func TestLinkInside(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.edit("a", "1", 0)
	if err := os.Rename(filepath.Join(r.top, ".git"), filepath.Join(r.top, ".store")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(".store", filepath.Join(r.top, ".git")); err != nil {
		t.Fatal(err)
	}
	counts(t, r.activity(Options{}), "a=1")
	if top, ok := Find(r.top); !ok || top != r.top {
		t.Errorf("Find: %s, %v", top, ok)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	r := newRepo(t)
	r.edit("a", "1", 0)
	if err := os.Chmod(filepath.Join(r.top, ".git", "objects"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(r.top, ".git", "objects"), 0o755) })
	if a := r.activity(Options{}); len(a.Warnings) == 0 {
		t.Error("no warning")
	}
}
