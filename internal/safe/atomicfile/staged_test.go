package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSweep: leftovers of a killed write are removed once they are old, and nothing else is.
func TestSweep(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, err := stage(filepath.Join(folder, "bundle.md"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	left := filepath.Base(s.file.Name())
	if err := s.file.Close(); err != nil {
		t.Fatal(err)
	}
	names := []string{".bundle.md.1z141z4aaaaa", ".eslintrc.configuration", "bundle.md.1z141z4aaaaa", ".bundle.md", ".x.1z141z4", ".x.1Z141Z4AAAAA",
		".1z141z4aaaaaaaa"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	there := func(name string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	}
	Sweep(folder, now.Add(-time.Hour))
	if !there(left) || !there(names[0]) {
		t.Error("what may still be written is gone")
	}
	Sweep(folder, now.Add(time.Hour))
	if there(names[0]) || isStaged(left) && there(left) {
		t.Error("what was left is still there")
	}
	for _, name := range names[1:] {
		if !there(name) {
			t.Errorf("%s is gone", name)
		}
	}
	Sweep(filepath.Join(folder, "none"), now)
}
