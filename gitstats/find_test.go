package gitstats

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	deep := filepath.Join(r.top, "a", "b")
	if err := os.MkdirAll(filepath.Join(deep, ".git"), 0o755); err != nil { // an empty one is not a repository
		t.Fatal(err)
	}
	r.write("a/file", "x")
	for _, dir := range []string{r.top, deep, filepath.Join(deep, ".git")} {
		if top, ok := Find(dir); !ok || top != r.top {
			t.Errorf("Find(%s) = %s, %v", dir, top, ok)
		}
	}
	for _, dir := range []string{filepath.Dir(r.top), filepath.Join(r.top, "missing")} {
		if top, ok := Find(dir); ok {
			t.Errorf("Find(%s) = %s", dir, top)
		}
	}
	r.write("a/.git", "not a pointer")
	if top, _ := Find(filepath.Join(r.top, "a")); top != r.top {
		t.Errorf("stopped at a file that is no pointer: %s", top)
	}
	if runtime.GOOS == "windows" {
		return
	}
	link := filepath.Join(filepath.Dir(r.top), "link")
	if err := os.Symlink(deep, link); err != nil {
		t.Fatal(err)
	}
	if top, ok := Find(link); !ok || top != r.top {
		t.Errorf("through a link: %s, %v", top, ok)
	}
}

func TestWorktree(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.edit("a", "1", 0)
	r.edit("b", "1", 1)
	r.git("pack-refs", "--all")
	r.write(".git/info/exclude", "*.tmp\n")
	wt := r.at(filepath.Join(filepath.Dir(r.top), "wt"))
	r.git("worktree", "add", "-q", "-b", "other", wt.top, "HEAD~1")
	wt.edit("c", "1", 2)
	wt.git("update-ref", "refs/worktree/mine", "HEAD")

	a := wt.activity(Options{})
	counts(t, a, "a=1 c=1")
	warns(t, a.Warnings)
	if a.Branch != "other" {
		t.Errorf("branch %q", a.Branch)
	}
	if top, ok := Find(wt.top); !ok || top != wt.top {
		t.Errorf("Find: %s, %v", top, ok)
	}
	checkIndex(t, wt)
	if info, _, warnings := Excludes(wt.top); info != "*.tmp\n" || len(warnings) > 0 {
		t.Errorf("excludes %q %q", info, warnings)
	}
	wt.git("symbolic-ref", "HEAD", "refs/worktree/mine")
	counts(t, wt.activity(Options{}), "a=1 c=1")

	// A copy elsewhere is not what the repository knows.
	fake := r.at(filepath.Join(filepath.Dir(r.top), "fake"))
	if err := os.Mkdir(fake.top, 0o755); err != nil {
		t.Fatal(err)
	}
	fake.write(".git", wt.read(".git"))
	refused(t, fake, "does not point back")

	// A record of its own that leads to someone else's repository.
	fake.write(".git", "gitdir: record\n")
	fake.write("record/gitdir", filepath.Join(fake.top, ".git")+"\n")
	fake.write("record/commondir", filepath.Join(r.top, ".git")+"\n")
	fake.write("record/HEAD", "ref: refs/heads/main\n")
	refused(t, fake, "does not point back")
}

func TestWorktreeRelative(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.edit("a", "1", 0)
	wt := r.at(filepath.Join(filepath.Dir(r.top), "wt"))
	r.git("worktree", "add", "-q", wt.top)
	r.write(".git/config", "[core]\nrepositoryformatversion=1\n[extensions]\nrelativeWorktrees=true\n")
	wt.write(".git", "gitdir: ../work/.git/worktrees/wt\n")
	r.write(".git/worktrees/wt/gitdir", "../../../../wt/.git\n")
	counts(t, wt.activity(Options{}), "a=1")
}

func TestSubmodule(t *testing.T) {
	t.Parallel()
	lib := newRepo(t)
	lib.edit("lib.c", "1", 0)
	r := newRepo(t)
	r.edit("main.c", "1", 0)
	r.git("submodule", "--quiet", "add", lib.top, "vendor/lib")
	r.commit(1)
	sub := r.at(filepath.Join(r.top, "vendor", "lib"))
	if !strings.HasPrefix(sub.read(".git"), gitfilePrefix) {
		t.Fatal("not a pointer")
	}
	counts(t, sub.activity(Options{}), "lib.c=1")
	if top, ok := Find(sub.top); !ok || top != sub.top {
		t.Errorf("Find: %s, %v", top, ok)
	}
	counts(t, r.activity(Options{}), ".gitmodules=1 main.c=1 vendor/lib=1")
	index := checkIndex(t, r)
	if e := index.Entries[2]; e.Path != "vendor/lib" || e.Kind != Submodule {
		t.Errorf("entry %+v", e)
	}

	// Another folder claims the submodule's repository.
	r.write("other/.git", "gitdir: ../.git/modules/vendor/lib\n")
	refused(t, r.at(filepath.Join(r.top, "other")), "does not point back")
}

func TestSeparateGitDir(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	r := newRepo(t, "--separate-git-dir="+filepath.Join(base, "elsewhere"))
	r.edit("a", "1", 0)
	// Git leaves no trace of the work tree there: nothing points back.
	refused(t, r, "does not point back")
	r.git("config", "core.worktree", r.top)
	counts(t, r.activity(Options{}), "a=1")
}

// refused fails unless every function refuses the repository with a warning.
func refused(t *testing.T, r *repo, want string) {
	t.Helper()
	a := r.activity(Options{})
	counts(t, a, "")
	warns(t, a.Warnings, want)
	if _, err := ReadIndex(r.top); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("index: %v", err)
	}
	info, _, warnings := Excludes(r.top)
	if info != "" {
		t.Errorf("excludes: %q", info)
	}
	warns(t, warnings, want)
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
			r := &repo{t: t, top: filepath.Join(t.TempDir(), "work")}
			r.write(".git", content)
			refused(t, r, want)
		})
	}
}
