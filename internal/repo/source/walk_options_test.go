package source

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWalkPaths(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "a/x.log", "a/y", "a/b/z", "a-b/f", "c", "ignored/f", "ignored/sub/g", "d/e/f.log")
	writeFile(t, dir, ".gitignore", "*.log\nignored/\n")
	writeFile(t, dir, "d/.gitignore", "!*.log\n")
	tests := []struct {
		paths []string
		want  map[string]SkipReason
	}{
		{[]string{"a/b"}, map[string]SkipReason{"a/b/z": None}},
		{[]string{"a", "a-b", "a/b", "./a/"}, map[string]SkipReason{"a/x.log": Ignored, "a/y": None, "a/b/z": None, "a-b/f": None}},
		{[]string{"c", "a/x.log"}, map[string]SkipReason{"c": None, "a/x.log": Ignored}},
		{[]string{"d/e"}, map[string]SkipReason{"d/e/f.log": None}},
		{[]string{"ignored/sub"}, map[string]SkipReason{"ignored/sub/": Ignored}},
		{[]string{"ignored"}, map[string]SkipReason{"ignored/": Ignored}},
	}
	for _, tt := range tests {
		wantReasons(t, walkDir(t, dir, Options{Paths: tt.paths}), tt.want)
	}
	symlink(t, "a", filepath.Join(dir, "link"))
	tree := openTree(t, dir)
	for _, bad := range []string{"nowhere", "..", "a/../../x", "/etc", "c/x", "link/y", ".git", "a/.git"} {
		if _, _, err := tree.Walk(context.Background(), Options{Paths: []string{bad}}); err == nil {
			t.Errorf("path %q: no error", bad)
		}
	}
}

func TestWalkToolIgnoreAndGlobs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTree(t, dir, "a.md", "src/a.ts", "src/b.md", "src/gen/x.ts", "src/gen/keep.ts", "tests/a.ts", "docs/a.ts", "skip/f", "out.md")
	writeFile(t, dir, ".ctxpackignore", "/skip/\nsrc/gen/*\n!keep.ts\n")
	writeFile(t, dir, "src/.ctxpackignore", "b.md\n")
	outInfo, err := os.Stat(filepath.Join(dir, "out.md"))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Exclude: []string{"docs"}, Include: []string{"*.ts", "*.md"}, Outputs: []fs.FileInfo{outInfo},
		Tracked: map[string]Tracked{"skip/f": TrackedFile, "skip/gone": TrackedFile}}
	files := walkDir(t, dir, o)
	wantReasons(t, files, map[string]SkipReason{
		".ctxpackignore": OutsideInclude, "src/.ctxpackignore": OutsideInclude, "a.md": None, "src/a.ts": None,
		"src/b.md": IgnoredByTool, "src/gen/x.ts": IgnoredByTool, "src/gen/keep.ts": None, "tests/a.ts": None,
		"docs/a.ts": Excluded, "skip/f": IgnoredByTool, "skip/gone": IgnoredByTool,
	})
	if d := files["src/b.md"].Detail; d != "src/.ctxpackignore:1: b.md" {
		t.Errorf("detail: %q", d)
	}
	// The other name works too, and the documented one takes precedence.
	writeFile(t, dir, ".handoverignore", "tests/\n/src/gen/keep.ts\n")
	files = walkDir(t, dir, Options{})
	if files["tests/a.ts"].Skip != IgnoredByTool || files["src/gen/keep.ts"].Skip != None {
		t.Errorf("tests/a.ts: %v, src/gen/keep.ts: %v", files["tests/a.ts"].Skip, files["src/gen/keep.ts"].Skip)
	}
	if err := os.Remove(filepath.Join(dir, ".handoverignore")); err != nil {
		t.Fatal(err)
	}
	o = Options{Include: []string{"src/a.ts", "src/gen/**"}}
	files = walkDir(t, dir, o)
	for path, want := range map[string]SkipReason{"src/a.ts": None, "tests/a.ts": OutsideInclude, "src/gen/keep.ts": None, "a.md": OutsideInclude} {
		if files[path].Skip != want {
			t.Errorf("%s: %v, want %v", path, files[path].Skip, want)
		}
	}
}
