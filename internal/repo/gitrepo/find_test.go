package gitrepo

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

func TestFind(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	deep := filepath.Join(r.Top, "a", "b")
	if err := os.MkdirAll(filepath.Join(deep, ".git"), 0o755); err != nil { // an empty one is not a repository
		t.Fatal(err)
	}
	r.Write("a/file", "x")
	for _, dir := range []string{r.Top, deep, filepath.Join(deep, ".git")} {
		if top, ok := Find(dir); !ok || top != r.Top {
			t.Errorf("Find(%s) = %s, %v", dir, top, ok)
		}
	}
	for _, dir := range []string{filepath.Dir(r.Top), filepath.Join(r.Top, "missing")} {
		if top, ok := Find(dir); ok {
			t.Errorf("Find(%s) = %s", dir, top)
		}
	}
	r.Write("a/.git", "not a pointer")
	if top, _ := Find(filepath.Join(r.Top, "a")); top != r.Top {
		t.Errorf("stopped at a file that is no pointer: %s", top)
	}
	if runtime.GOOS == "windows" {
		return
	}
	link := filepath.Join(filepath.Dir(r.Top), "link")
	if err := os.Symlink(deep, link); err != nil {
		t.Fatal(err)
	}
	if top, ok := Find(link); !ok || top != r.Top {
		t.Errorf("through a link: %s, %v", top, ok)
	}
}

func TestWorktree(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "1", 0)
	r.Edit("b", "1", 1)
	r.Git("pack-refs", "--all")
	r.Write(".git/info/exclude", "*.tmp\n")
	wt := r.at(filepath.Join(filepath.Dir(r.Top), "wt"))
	r.Git("worktree", "add", "-q", "-b", "other", wt.Top, "HEAD~1")
	wt.Edit("c", "1", 2)
	wt.Git("update-ref", "refs/worktree/mine", "HEAD")

	c := wt.contents()
	lists(t, c, "a c")
	if c.head.Branch != "other" {
		t.Errorf("branch %q", c.head.Branch)
	}
	if top, ok := Find(wt.Top); !ok || top != wt.Top {
		t.Errorf("Find: %s, %v", top, ok)
	}
	checkIndex(t, wt)
	if info, _, _, warnings := Excludes(wt.Top); info != "*.tmp\n" || len(warnings) > 0 {
		t.Errorf("excludes %q %q", info, warnings)
	}
	wt.Git("symbolic-ref", "HEAD", "refs/worktree/mine")
	lists(t, wt.contents(), "a c")

	// A copy elsewhere is not the work tree that the repository records.
	fake := r.at(filepath.Join(filepath.Dir(r.Top), "fake"))
	if err := os.Mkdir(fake.Top, 0o755); err != nil {
		t.Fatal(err)
	}
	fake.Write(".git", wt.Read(".git"))
	refused(t, fake, "does not point back")

	// A record of its own that leads to another repository.
	fake.Write(".git", "gitdir: record\n")
	fake.Write("record/gitdir", filepath.Join(fake.Top, ".git")+"\n")
	fake.Write("record/commondir", filepath.Join(r.Top, ".git")+"\n")
	fake.Write("record/HEAD", "ref: refs/heads/main\n")
	refused(t, fake, "does not point back")
}

func TestWorktreeRelative(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "1", 0)
	wt := r.at(filepath.Join(filepath.Dir(r.Top), "wt"))
	r.Git("worktree", "add", "-q", wt.Top)
	r.Write(".git/config", "[core]\nrepositoryformatversion=1\n[extensions]\nrelativeWorktrees=true\n")
	wt.Write(".git", "gitdir: ../work/.git/worktrees/wt\n")
	r.Write(".git/worktrees/wt/gitdir", "../../../../wt/.git\n")
	lists(t, wt.contents(), "a")
}

func TestSubmodule(t *testing.T) {
	t.Parallel()
	lib := newRepo(t)
	lib.Edit("lib.c", "1", 0)
	r := newRepo(t)
	r.Edit("main.c", "1", 0)
	r.Git("submodule", "--quiet", "add", lib.Top, "vendor/lib")
	r.Commit(1)
	sub := r.at(filepath.Join(r.Top, "vendor", "lib"))
	if !strings.HasPrefix(sub.Read(".git"), gitfilePrefix) {
		t.Fatal("not a pointer")
	}
	lists(t, sub.contents(), "lib.c")
	if top, ok := Find(sub.Top); !ok || top != sub.Top {
		t.Errorf("Find: %s, %v", top, ok)
	}
	lists(t, r.contents(), ".gitmodules main.c vendor/lib")
	index := checkIndex(t, r)
	if e := index.Entries[2]; e.Path != "vendor/lib" || e.Kind != Submodule {
		t.Errorf("entry %+v", e)
	}

	// Another folder claims the submodule's repository.
	r.Write("other/.git", "gitdir: ../.git/modules/vendor/lib\n")
	refused(t, r.at(filepath.Join(r.Top, "other")), "does not point back")
}

func TestSeparateGitDir(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	r := newRepo(t, "--separate-git-dir="+filepath.Join(base, "elsewhere"))
	r.Edit("a", "1", 0)
	// Git stores nothing about the work tree there, so nothing points back.
	refused(t, r, "does not point back")
	r.Git("config", "core.worktree", r.Top)
	lists(t, r.contents(), "a")
}

// refused fails unless every function refuses the repository with a warning.
func refused(t *testing.T, r *repo, want string) {
	t.Helper()
	lists(t, r.contents(), "", want)
	if _, err := ReadIndex(r.Top); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("index: %v", err)
	}
	info, _, _, warnings := Excludes(r.Top)
	if info != "" {
		t.Errorf("excludes: %q", info)
	}
	gittest.Warns(t, warnings, want)
}

func TestGitfile(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"gitdir: \n":            "not a path",
		"gitdir: ../nowhere\n":  "no such file",
		"gitdir: //host/share":  "network path",
		"gitdir: \\\\host\\x\n": "network path",
		"gitdir: a\x00b":        "not a path",
		"something else":        "neither a folder nor a pointer",
	} {
		t.Run(content, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS == "windows" {
				t.Skip("other messages")
			}
			r := &repo{&gittest.Repo{T: t, Top: filepath.Join(t.TempDir(), "work")}}
			r.Write(".git", content)
			refused(t, r, want)
		})
	}
}
