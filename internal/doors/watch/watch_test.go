package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree is a folder with files below it.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		write(t, filepath.Join(top, name), "before")
	}
	return top
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func follow(t *testing.T, top string, skip func(string) bool) (*Watcher, int) {
	t.Helper()
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	_, added, err := w.Follow([]string{top}, skip)
	if err != nil {
		t.Fatal(err)
	}
	return w, added
}

func nothing(string) bool { return false }

// TestWait: a change is reported wherever it is, once, and folders that are made are watched.
func TestWait(t *testing.T) {
	t.Parallel()
	top := tree(t, "a/b/file", "c/file", ".git/HEAD", ".git/objects/ab/cd")
	w, added := follow(t, top, nothing)
	if added != 5 { // top, a, b, c and .git
		t.Errorf("%d folders are watched: %q", added, w.notify.WatchList())
	}
	for _, name := range []string{"a/b/file", "c/new", ".git/HEAD", "made/in/here/file", "made/in/other", "made/again/x"} {
		write(t, filepath.Join(top, name), "after")
		if err := w.Wait(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if err := os.RemoveAll(filepath.Join(top, "c")); err != nil {
		t.Fatal(err)
	}
	if err := w.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, added, err := w.Follow([]string{top}, nothing); added != 0 || err != nil {
		t.Errorf("%d more folders, %v", added, err)
	}
}

// TestSkip: skipped folders are neither entered nor reported.
func TestSkip(t *testing.T) {
	t.Parallel()
	top := tree(t, "node_modules/a/b", "src/file", "out.md")
	w, added := follow(t, top, func(path string) bool {
		rel, err := filepath.Rel(top, path)
		return err == nil && (strings.HasPrefix(rel, "node_modules") || rel == "out.md")
	})
	if added != 2 {
		t.Errorf("%d folders are watched: %q", added, w.notify.WatchList())
	}
	write(t, filepath.Join(top, "out.md"), "after")
	write(t, filepath.Join(top, "node_modules/new/file"), "after")
	// Events come in order: if one of these were reported, it would come before that of src.
	write(t, filepath.Join(top, "src/file"), "after")
	for event := range w.notify.Events {
		if !w.skip(event.Name) {
			if filepath.Base(filepath.Dir(event.Name)) != "src" {
				t.Errorf("%s is told of", event.Name)
			}
			break
		}
	}
}

// TestLinks: no link is followed.
func TestLinks(t *testing.T) {
	t.Parallel()
	outside, top := tree(t, "secret/file"), tree(t, "file")
	if err := os.Symlink(outside, filepath.Join(top, "link")); err != nil {
		t.Skip(err)
	}
	if w, added := follow(t, top, nothing); added != 1 {
		t.Errorf("watched: %q", w.notify.WatchList())
	}
}

func TestWaitEnds(t *testing.T) {
	t.Parallel()
	w, _ := follow(t, tree(t, "file"), nothing)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	w.Close()
	if err := w.Wait(t.Context()); err == nil {
		t.Error("a closed watcher waits")
	}
}
