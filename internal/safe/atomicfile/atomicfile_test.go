package atomicfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/safe/atomicfile"
)

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// names lists a folder, to detect temporary files.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func TestWriteReplacesAndKeepsPermissions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for i, text := range []string{"one", "two", ""} {
		if err := atomicfile.Write(atomicfile.File{Path: path, Data: text}); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := os.Chmod(path, 0o640); err != nil {
				t.Fatal(err)
			}
		} else if info.Mode().Perm() != 0o640 {
			t.Errorf("permissions are %o", info.Mode().Perm())
		}
	}
	if got := names(t, dir); got != "a" {
		t.Errorf("the folder holds %s", got)
	}
}

func TestAllOrNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	if err := os.WriteFile(good, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{folder, filepath.Join(dir, "no", "such"), filepath.Join(good, "below")} {
		err := atomicfile.Write(atomicfile.File{Path: good, Data: "new"}, atomicfile.File{Path: bad, Data: "new"})
		if err == nil {
			t.Errorf("%s is written", bad)
		}
		if got := read(t, good); got != "old" {
			t.Errorf("the other file became %q", got)
		}
		if got := names(t, dir); got != "folder good" {
			t.Errorf("the folder holds %s", got)
		}
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link, dangling := filepath.Join(dir, "target"), filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", link); err != nil {
		t.Skip("no links here")
	}
	if err := os.Symlink("nowhere", dangling); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(atomicfile.File{Path: link, Data: "new"}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, target); got != "new" {
		t.Errorf("the target holds %q", got)
	}
	if _, err := os.Readlink(link); err != nil {
		t.Error("the link is gone")
	}
	if err := atomicfile.Write(atomicfile.File{Path: dangling, Data: "new"}); err == nil {
		t.Error("a dangling link is written through")
	}
}

func TestDevices(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Skip("no null device")
	}
	if err := atomicfile.Write(atomicfile.File{Path: os.DevNull, Data: "x"}); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("the null device became %v, %v", info.Mode(), err)
	}
}
