//go:build darwin || freebsd || linux || netbsd || openbsd

package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestWalkSpecialFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside := t.TempDir()
	writeFile(t, outside, "secret", "secret")
	writeTree(t, dir, "a/f", "run.sh", "empty/", "none")
	writeFile(t, dir, "none", "")
	if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	symlink(t, filepath.Join(outside, "secret"), filepath.Join(dir, "link"))
	symlink(t, outside, filepath.Join(dir, "folderlink"))
	symlink(t, "nowhere", filepath.Join(dir, "dangling"))
	symlink(t, "..", filepath.Join(dir, "a", "up"))
	if err := unix.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket(t, filepath.Join(dir, "socket"))

	files := walkDir(t, dir, Options{})
	wantReasons(t, files, map[string]SkipReason{
		"a/f": None, "run.sh": None, "none": None, "link": Symlink, "folderlink": Symlink,
		"dangling": Symlink, "a/up": Symlink, "fifo": Special, "socket": Special,
	})
	if f := files["run.sh"]; !f.Executable || f.Size != int64(len("text of run.sh\n")) || f.Modified <= 0 {
		t.Errorf("run.sh: %+v", f)
	}
	if files["a/f"].Executable {
		t.Error("a/f is executable")
	}
}

// socket makes a socket by a short relative name, since socket paths are limited to about a hundred bytes.
func socket(t testing.TB, path string) {
	t.Helper()
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	if err := unix.Bind(fd, &unix.SockaddrUnix{Name: path}); err != nil {
		t.Skipf("bind %s: %v", path, err)
	}
}

func TestWalkRepository(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	writeFile(t, dir, ".gitignore", "*.log\nout/\nold/\n")
	writeTree(t, dir, "kept.log", "b.log", "out/kept/a", "out/b", "replaced/inner", "plain", "old/x",
		"fake/.git/config", "stale/.git", "stale/f", "garbage/.git", "garbage/f", "commitless/f", "withindex/f")
	writeFile(t, dir, "stale/.git", "gitdir: ../nowhere/at/all\n")
	writeFile(t, dir, "garbage/.git", "hello\n")
	runGit(t, dir, "", "init", "-q", "commitless")
	runGit(t, dir, "", "init", "-q", "withcommit")
	runGit(t, dir, "", "init", "-q", "old")
	writeTree(t, dir, "withcommit/f")
	runGit(t, filepath.Join(dir, "withcommit"), "", "add", "f")
	runGit(t, filepath.Join(dir, "withcommit"), "", "commit", "-qm", "x")
	runGit(t, dir, "kept.log\x00out/kept/a\x00plain\x00withindex/f\x00", "update-index", "-z", "--add", "--stdin")
	runGit(t, dir, "", "init", "-q", "withindex") // holds a tracked file of the outer one
	head := strings.TrimSpace(runGit(t, filepath.Join(dir, "withcommit"), "", "rev-parse", "HEAD"))
	for _, entry := range []string{
		"160000," + head + ",sub", "160000," + head + ",empty-sub", "100644," + head + ",gone",
		"100644," + head + ",gone-folder/x", "100644," + head + ",replaced", "120000," + head + ",linked",
		"100644," + head + ",through/f",
	} {
		runGit(t, dir, "", "update-index", "--add", "--cacheinfo", entry)
	}
	writeTree(t, dir, "sub/f", "linked")
	writeFile(t, dir, "tree/.git", "gitdir: ../withcommit/.git\n")
	writeTree(t, dir, "tree/f")
	symlink(t, "withcommit", filepath.Join(dir, "through"))

	compareWithGit(t, dir)
	files := walkDir(t, dir, Options{Repository: true, Tracked: gitIndex(t, dir)})
	wantReasons(t, files, map[string]SkipReason{
		".gitignore": None, "kept.log": None, "b.log": Ignored, "out/": Ignored, "out/kept/a": None, "old/": Ignored,
		"replaced": Missing, "replaced/inner": None, "plain": None, "stale/f": None, "garbage/f": None,
		"commitless/": NestedRepository, "withcommit/": NestedRepository, "withindex/f": None, "tree/": NestedRepository,
		"sub/": Submodule, "empty-sub/": Submodule, "gone": Missing, "gone-folder/x": Missing,
		"linked": None, "through": Symlink, "through/f": Missing,
	})
	if d := files["b.log"].Detail; d != ".gitignore:1: *.log" {
		t.Errorf("detail of b.log: %q", d)
	}
	for path, f := range files {
		if f.Dir != strings.HasSuffix(path, "/") {
			t.Errorf("%q: Dir is %v", path, f.Dir)
		}
	}
}

// TestWalkHostileIndex: an index may be crafted. Nothing outside the root and nothing in .git may come from it.
func TestWalkHostileIndex(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "secret", "root/.git/config", "root/a/f")
	tracked := map[string]Tracked{}
	for _, p := range []string{"../secret", "a/../../secret", "/etc/passwd", ".git/config", "a/.git/x", "a//f", "./a/f", "", "..", "a/f/../f"} {
		tracked[p] = TrackedFile
	}
	files := walkDir(t, filepath.Join(dir, "root"), Options{Repository: true, Tracked: tracked})
	wantReasons(t, files, map[string]SkipReason{"a/f": None})
	tree := openTree(t, filepath.Join(dir, "root"))
	for p := range tracked {
		if text, reason, _ := tree.Read(context.Background(), File{Path: p}, ""); reason == None {
			if p != ".git/config" {
				t.Errorf("Read(%q) gives %q", p, text.Content)
			}
		}
	}
}

func TestWalkGlobalExcludes(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	writeTree(t, dir, "a.x", "b.x", "c.x", "d.x", "sub/only", "only")
	writeFile(t, dir, ".git/info/exclude", "!b.x\n*.y\n")
	writeFile(t, dir, ".gitignore", "!c.x\n")
	writeFile(t, dir, ".git/global", "*.x\n/only\n")
	runGit(t, dir, "", "config", "core.excludesFile", filepath.Join(dir, ".git", "global"))
	o := Options{Repository: true, Tracked: map[string]Tracked{}, InfoExclude: "!b.x\n*.y\n", GlobalExcludes: "*.x\n/only\n"}
	reportDifference(t, gitSet(t, dir), ownSet(t, dir, o))
	files := walkDir(t, dir, o)
	if d := files["a.x"].Detail; d != "global excludes:1: *.x" {
		t.Errorf("detail: %q", d)
	}
}

func TestWalkIgnoreFilesThatAreNone(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	writeTree(t, dir, "rules", "a/f", "b/f", "c/.gitignore/x", "c/f", "d/f", "d/.gitignore")
	writeFile(t, dir, "rules", "f\n")
	symlink(t, "../rules", filepath.Join(dir, "a", ".gitignore"))
	writeFile(t, dir, "b/.gitignore", strings.Repeat("x", maxIgnoreFile+1)+"\nf\n")
	compareWithGit(t, dir, "a", "c")
	if err := os.Remove(filepath.Join(dir, "d", ".gitignore")); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(filepath.Join(dir, "d", ".gitignore"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, problems, err := openTree(t, dir).Walk(context.Background(), Options{Repository: true})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range problems {
		paths = append(paths, p.Path)
	}
	if !slices.Equal(paths, []string{"b/.gitignore", "d/.gitignore"}) {
		t.Errorf("problems: %q", paths)
	}
	// Files that they might exclude are excluded.
	var ignored []string
	for _, f := range files {
		if f.Skip == Ignored {
			ignored = append(ignored, f.Path)
		}
	}
	if !slices.Equal(ignored, []string{"b/.gitignore", "b/f", "d/.gitignore", "d/f"}) {
		t.Errorf("ignored: %q", ignored)
	}
}

func TestWalkWithoutGit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "a.log", "b", "inner/.git/HEAD", "inner/x.log", "inner/y")
	writeFile(t, dir, ".gitignore", "*.log\n")
	writeFile(t, dir, "inner/.gitignore", "y\n")
	runGit(t, dir, "", "init", "-q", "inner")
	wantReasons(t, walkDir(t, dir, Options{}), map[string]SkipReason{
		".gitignore": None, "a.log": Ignored, "b": None, "inner/.gitignore": None, "inner/x.log": Ignored, "inner/y": Ignored,
	})
}

func TestWalkSizeLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, dir, "a", strings.Repeat("x", 100))
	writeFile(t, dir, "b", strings.Repeat("x", 101))
	wantReasons(t, walkDir(t, dir, Options{MaxBytes: 100}), map[string]SkipReason{"a": None, "b": TooLarge})
}

func TestWalkCancelled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "a/f", "b/f")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tree := openTree(t, dir)
	if _, _, err := tree.Walk(ctx, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("walk: %v", err)
	}
	if _, _, err := tree.List(ctx, []string{"a/f"}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("list: %v", err)
	}
	if _, _, err := tree.Read(ctx, File{Path: "a/f"}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
}

func TestWalkUnreadableFolder(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := t.TempDir()
	writeTree(t, dir, "a/f", "b/f", "b/tracked", "c/f", "d")
	for _, name := range []string{"b", "d"} {
		path := filepath.Join(dir, name)
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o755) })
	}
	tree := openTree(t, dir)
	files, problems, err := tree.Walk(context.Background(), Options{Tracked: map[string]Tracked{"b/tracked": TrackedFile}})
	if err != nil {
		t.Fatal(err)
	}
	if len(problems) != 1 || problems[0].Path != "b" || !errors.Is(problems[0].Err, fs.ErrPermission) {
		t.Errorf("problems: %v", problems)
	}
	got := map[string]File{}
	for _, f := range files {
		got[f.Path] = f
	}
	wantReasons(t, got, map[string]SkipReason{"a/f": None, "b/": Unreadable, "b/tracked": Unreadable, "c/f": None, "d": None})
	if _, reason, err := tree.Read(context.Background(), got["d"], ""); reason != Unreadable || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("read d: %v, %v", reason, err)
	}
}

// TestWalkDeep exceeds the maximum path length of the system.
func TestWalkDeep(t *testing.T) {
	t.Parallel()
	const depth = 1000
	dir := t.TempDir()
	makeDeep(t, dir, depth)
	tree := openTree(t, dir)
	files, problems, err := tree.Walk(context.Background(), Options{})
	if err != nil || len(problems) > 0 {
		t.Fatalf("walk: %v, %v", err, problems)
	}
	if len(files) != depth {
		t.Fatalf("%d files, want %d", len(files), depth)
	}
	for i := len(files) - 1; i >= 0; i -= 100 {
		text, reason, err := tree.Read(context.Background(), files[i], "")
		if err != nil || reason != None || text.Content != "deep" {
			t.Fatalf("read: %v %v %q", reason, err, text.Content)
		}
	}
	if _, _, err := tree.Walk(context.Background(), Options{Paths: []string{strings.Repeat("folder/", depth-1) + "folder"}}); err != nil {
		t.Errorf("walk of the deepest: %v", err)
	}
}

// makeDeep makes a chain of folders with a file in each.
func makeDeep(t testing.TB, dir string, depth int) {
	t.Helper()
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range depth {
		if err := unix.Mkdirat(fd, "folder", 0o755); err != nil {
			t.Fatal(err)
		}
		next, err := unix.Openat(fd, "folder", unix.O_RDONLY|unix.O_DIRECTORY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_ = unix.Close(fd)
		fd = next
		file, err := unix.Openat(fd, "zfile", unix.O_WRONLY|unix.O_CREAT, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := unix.Write(file, []byte("deep")); err != nil {
			t.Fatal(err)
		}
		_ = unix.Close(file)
	}
	_ = unix.Close(fd)
}

func TestWalkIsDeterministic(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 300 {
		writeTree(t, dir, fmt.Sprintf("d%d/e%d/f%d", i%17, i%5, i), fmt.Sprintf("d%d-x/%d", i%17, i))
	}
	writeFile(t, dir, ".gitignore", "*7\n")
	tree := openTree(t, dir)
	first, _, err := tree.Walk(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		again, _, err := tree.Walk(context.Background(), Options{})
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Fatalf("another result: %v", err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "file")
	for _, path := range []string{filepath.Join(dir, "file"), filepath.Join(dir, "nowhere")} {
		if tree, err := Open(path); err == nil {
			tree.Close()
			t.Errorf("Open(%s): no error", path)
		}
	}
	tree := openTree(t, dir)
	for _, o := range []Options{{Include: []string{"["}}, {Exclude: []string{"{a"}}} {
		if _, _, err := tree.Walk(context.Background(), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}
