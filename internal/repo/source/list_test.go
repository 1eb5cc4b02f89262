package source

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestReadList(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"a\nb\n", []string{"a", "b"}},
		{"a\nb", []string{"a", "b"}},
		{"\ufeffa\r\n\r\nb c \r\n", []string{"a", "", "b c "}},
		{"a\n\n", []string{"a", ""}},
		{"a\x00b\nc\x00", []string{"a", "b\nc"}},
		{"a", []string{"a"}},
	} {
		got, err := ReadList(strings.NewReader(tt.in))
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
	long := strings.Repeat("x", 200_000) // bufio.Scanner would fail here
	if got, err := ReadList(strings.NewReader("a\n" + long + "\n")); err != nil || len(got) != 2 || got[1] != long {
		t.Errorf("a long line: %v", err)
	}
}

// listDir returns the files of a list by path.
func listDir(t *testing.T, dir string, o Options, paths ...string) map[string]File {
	t.Helper()
	files, problems, err := openTree(t, dir).List(context.Background(), paths, o)
	if err != nil || len(problems) > 0 {
		t.Fatalf("list: %v, %v", err, problems)
	}
	if !slices.IsSortedFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("not sorted")
	}
	byPath := map[string]File{}
	for _, f := range files {
		if _, ok := byPath[f.Path]; ok {
			t.Errorf("%s is there twice", f.Path)
		}
		byPath[f.Path] = f
	}
	return byPath
}

func TestList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "a.log", "a-b", "a/x", "tool", "go.sum", "vendor/v.go", "logo.png", "é", "x y", `"q"`, "sub/f")
	writeFile(t, dir, ".gitignore", "*.log\n")
	writeFile(t, dir, ".ctxpackignore", "tool\n")
	writeFile(t, dir, "big", strings.Repeat("x", 1001))
	symlink(t, "a", filepath.Join(dir, "link"))
	runGit(t, dir, "", "init", "-q", "sub")
	files := listDir(t, dir, Options{MaxBytes: 1000},
		"a.log", "", "./a/x", "a/../a/x", "tool", filepath.Join(dir, "a-b"), "go.sum", "vendor/v.go", "logo.png",
		`"\303\251"`, "x y", `"q"`, "gone", "big", "link", "link/x", "sub")
	wantReasons(t, files, map[string]SkipReason{
		"a.log": None, "a/x": None, "tool": None, "a-b": None, "go.sum": LockFile, "vendor/v.go": Vendored, "logo.png": Media,
		"é": None, "x y": None, `"q"`: None, "gone": Missing, "big": TooLarge, "link": Symlink, "link/x": Missing, "sub/": NestedRepository,
	})
	wantReasons(t, listDir(t, dir, Options{Include: []string{"vendor/**", "a/x"}, Exclude: []string{"a-b"}}, "vendor/v.go", "a/x", "a-b", "x y"),
		map[string]SkipReason{"vendor/v.go": None, "a/x": None, "a-b": Excluded, "x y": OutsideInclude})
	wantReasons(t, listDir(t, dir, Options{Tracked: map[string]Tracked{"a": TrackedSubmodule}}, "a/x"), map[string]SkipReason{"a/x": None})
	wantReasons(t, listDir(t, dir, Options{Tracked: map[string]Tracked{"a": TrackedSubmodule}}, "a"), map[string]SkipReason{"a/": Submodule})
}

func TestListErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "a/x", "b")
	tree := openTree(t, dir)
	for _, path := range []string{
		"../b", "a/../../b", "/etc/passwd", dir + "-other/x", "a", ".", dir, ".git/config", "a/.git/x", "b\x00",
	} {
		_, _, err := tree.List(context.Background(), []string{"", "b", path}, Options{})
		if err == nil || !strings.Contains(err.Error(), "line 3") {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// TestListThroughLink: the root may be given by a link, and the paths by its target, or vice versa.
func TestListThroughLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "root/f")
	symlink(t, "root", filepath.Join(dir, "link"))
	for _, root := range []string{"link"} {
		for _, via := range []string{"root", "link"} {
			wantReasons(t, listDir(t, filepath.Join(dir, root), Options{}, filepath.Join(dir, via, "f")), map[string]SkipReason{"f": None})
		}
	}
}
