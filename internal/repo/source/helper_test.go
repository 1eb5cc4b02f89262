package source

import (
	"context"
	"os"
	"testing"
)

// walkDir walks a folder and returns the files by path.
func walkDir(t testing.TB, dir string, o Options) map[string]File {
	t.Helper()
	tree := openTree(t, dir)
	files, problems, err := tree.Walk(context.Background(), o)
	if err != nil {
		t.Fatalf("walk: %v", err)
	}
	for _, p := range problems {
		t.Errorf("problem: %v", p.Err)
	}
	byPath := map[string]File{}
	for _, f := range files {
		byPath[f.Path] = f
	}
	return byPath
}

func openTree(t testing.TB, dir string) *Tree {
	t.Helper()
	tree, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tree.Close)
	return tree
}

// wantReasons checks the reasons of the files: exactly those that are given.
func wantReasons(t testing.TB, files map[string]File, want map[string]SkipReason) {
	t.Helper()
	for path, reason := range want {
		f, ok := files[path]
		switch {
		case !ok:
			t.Errorf("%q is not listed", path)
		case f.Skip != reason:
			t.Errorf("%q: %v (%s), want %v", path, f.Skip, f.Detail, reason)
		}
	}
	for path, f := range files {
		if _, ok := want[path]; !ok {
			t.Errorf("%q is listed: %v", path, f.Skip)
		}
	}
}

func symlink(t testing.TB, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
}
