// Package goldentest compares the results of tests with golden files.
package goldentest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

// Compare fails the test with the differing lines if got is not the content of the file at path. With update it
// writes the file, and makes its folder.
func Compare(t testing.TB, path, got string, update bool) {
	t.Helper()
	if update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden file (-update makes it): %v", err)
	}
	if got != string(want) {
		t.Errorf("%s differs from the output (-update rewrites it; read the difference):\n%s", path, diff.Diff("wanted", want, "made", []byte(got)))
	}
}
