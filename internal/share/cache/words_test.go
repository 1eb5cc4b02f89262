package cache

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/scorer/terms"
)

func blobID(c string) string { return strings.Repeat(c, 40) }

func TestWords(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := OpenWords(folder, testKey())
	counts := terms.Count("read the file, read it again")
	w.Put(blobID("a"), counts)
	w.Put("no hash", counts)
	w.SetHistory("past")
	if got, ok := w.Get(blobID("a")); !ok || got != counts {
		t.Errorf("got %q, %v of what was put", got, ok)
	}
	if err := w.Save(); err != nil {
		t.Fatal(err)
	}
	w = OpenWords(folder, testKey())
	if got, ok := w.Get(blobID("a")); !ok || got != counts || w.History() != "past" {
		t.Errorf("got %q, %v, %q", got, ok, w.History())
	}
	if _, ok := w.Get(blobID("b")); ok {
		t.Error("unknown contents are known")
	}
	if _, ok := w.Get("no hash"); ok {
		t.Error("what is no hash is known")
	}
	other := testKey()
	other.Program = "q"
	if _, ok := OpenWords(folder, other).Get(blobID("a")); ok {
		t.Error("another program's words are known")
	}
	list, err := List(folder)
	if err != nil || len(list) != 1 || list[0].Files != 1 || list[0].Variant != "search terms" {
		t.Errorf("listed %+v, %v", list, err)
	}
}

// Unused words are forgotten, but not at once.
func TestWordsAreForgotten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := OpenWords(folder, testKey())
	w.Put(blobID("a"), "")
	for i := range maxAge + 2 {
		if err := w.Save(); err != nil {
			t.Fatal(err)
		}
		w = OpenWords(folder, testKey())
		if _, ok := w.old[strings.Repeat("\xaa", 20)]; ok != (i <= maxAge) {
			t.Fatalf("after %d saves: %v", i, ok)
		}
		w.Put(blobID("b"), terms.Count(strings.Repeat("x", i+2)))
	}
}

func TestWordsDamage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := OpenWords(folder, testKey())
	w.Put(blobID("a"), terms.Count("one two"))
	if err := w.Save(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, w.file.name)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{nil, whole[:len(whole)-1], append([]byte("x"), whole...)} {
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := OpenWords(folder, testKey()).Get(blobID("a")); ok {
			t.Error("damaged words are used")
		}
	}
}
