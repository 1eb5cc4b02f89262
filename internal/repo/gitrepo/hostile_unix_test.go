//go:build unix

package gitrepo

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// controlFiles returns the files of a repository that are opened.
func controlFiles() []string {
	return []string{
		"HEAD", "config", "index", "packed-refs", "shallow", "info/exclude",
		"objects/info/alternates", "refs/heads/main", "objects", "objects/pack", "refs", "refs/heads", "info",
		"objects/pack/pack-x.idx", "objects/info", "commondir",
	}
}

// TestFIFO replaces each control file with a FIFO: nothing may wait for a writer. A test that hangs here fails by
// its time limit.
func TestFIFO(t *testing.T) {
	t.Parallel()
	for _, name := range controlFiles() {
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.Edit("a", "1", 0)
			path := filepath.Join(r.Top, ".git", name)
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
		r := &repo{&gittest.Repo{T: t, Top: t.TempDir()}}
		if err := syscall.Mkfifo(filepath.Join(r.Top, ".git"), 0o644); err != nil {
			t.Fatal(err)
		}
		everything(r)
	})
	t.Run("object", func(t *testing.T) {
		t.Parallel()
		r := newRepo(t)
		id := r.Edit("a", "1", 0)
		if err := os.Remove(r.ObjectPath(id)); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(r.ObjectPath(id), 0o644); err != nil {
			t.Fatal(err)
		}
		gittest.Warns(t, r.contents().warnings, "not a regular file")
	})
}

// TestFIFOTargets makes pointers lead to a FIFO instead of a folder.
func TestFIFOTargets(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "1", 0)
	fifo := filepath.Join(r.Top, "fifo")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	r.Write(".git/objects/info/alternates", fifo+"\n")
	gittest.Warns(t, everything(r).warnings, "not a folder")
	r.Write("sub/.git", "gitdir: ../fifo\n")
	gittest.Warns(t, everything(r.at(filepath.Join(r.Top, "sub"))).warnings, "not a folder")
	r.Write("wt/.git", "gitdir: ../worktrees/wt\n")
	r.Write("worktrees/wt/gitdir", "../../wt/.git\n")
	r.Write("worktrees/wt/commondir", "../../fifo\n")
	gittest.Warns(t, everything(r.at(filepath.Join(r.Top, "wt"))).warnings, "does not point back")
	if _, err := readTrusted(fifo, 10); err == nil {
		t.Error("read a FIFO")
	}
}

func everything(r *repo) *contents {
	r.T.Helper()
	_, _ = Find(r.Top)
	_, _ = ReadIndex(r.Top)
	_, _, _, _ = Excludes(r.Top)
	return r.contents()
}

// TestLinksOutside replaces each control file with a link to that of another repository, which would be valid if it
// were followed.
func TestLinksOutside(t *testing.T) {
	t.Parallel()
	other := newRepo(t)
	other.Edit("secret", "1", 0)
	other.Edit("secret", "2", 1)
	other.Git("pack-refs", "--all")
	other.Write(".git/info/exclude", "secret\n")
	for _, name := range append(controlFiles(), "") {
		target := filepath.Join(other.Top, ".git", name)
		if _, err := os.Stat(target); err != nil {
			continue
		}
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.Write(".git/HEAD", other.Git("rev-parse", "HEAD"))
			path := filepath.Join(r.Top, ".git", name)
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, path); err != nil {
				t.Fatal(err)
			}
			c := everything(r)
			if c.files != "" || len(c.warnings) == 0 {
				t.Errorf("read through the link: %+v", c)
			}
			if index, err := ReadIndex(r.Top); err == nil && len(index.Entries) > 0 {
				t.Errorf("index read through the link: %+v", index)
			}
			if info, _, _, _ := Excludes(r.Top); strings.Contains(info, "secret") {
				t.Error("excludes read through the link")
			}
		})
	}
}

// TestLinkInside moves the repository elsewhere within the work tree.
func TestLinkInside(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "1", 0)
	if err := os.Rename(filepath.Join(r.Top, ".git"), filepath.Join(r.Top, ".store")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(".store", filepath.Join(r.Top, ".git")); err != nil {
		t.Fatal(err)
	}
	lists(t, r.contents(), "a")
	if top, ok := Find(r.Top); !ok || top != r.Top {
		t.Errorf("Find: %s, %v", top, ok)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	r := newRepo(t)
	r.Edit("a", "1", 0)
	if err := os.Chmod(filepath.Join(r.Top, ".git", "objects"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(r.Top, ".git", "objects"), 0o755) })
	if c := r.contents(); len(c.warnings) == 0 {
		t.Error("no warning")
	}
}

// TestUnreadableRules: a partly unreadable repository still counts as one, with unknown exclusions.
func TestUnreadableRules(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	for _, name := range []string{"", "config", "info", "info/exclude"} {
		r := newRepo(t)
		r.Edit("a", "1", 0)
		path := filepath.Join(r.Top, ".git", name)
		if err := os.MkdirAll(filepath.Join(r.Top, ".git", "info"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(r.Top, ".git", "info", "exclude"), []byte("b\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o755) })
		if top, ok := Find(r.Top); !ok || top != r.Top {
			t.Errorf("%q: found %q, %v", name, top, ok)
		}
		if _, _, unknown, _ := Excludes(r.Top); unknown == "" {
			t.Errorf("%q: its rules are taken for known", name)
		}
	}
}
