package remotecache

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/share/cache"
)

func TestFolderFaults(t *testing.T) {
	t.Parallel()
	name := objectName(cache.ObjectKey{1, 0xab})
	parent := filepath.Dir(name)
	tests := []struct {
		name    string
		prepare func(t *testing.T, folder string)
		present bool
		want    string
	}{
		{"no folder", func(t *testing.T, folder string) { must(t, os.RemoveAll(folder)) }, false, "no such folder"},
		{"a file", func(t *testing.T, folder string) {
			must(t, os.RemoveAll(folder))
			must(t, os.WriteFile(folder, nil, 0o600))
		}, false, "requests failed"},
		{"a file in the way", func(t *testing.T, folder string) {
			must(t, os.WriteFile(filepath.Join(folder, "objects"), nil, 0o600))
		}, false, "requests failed"},
		{"truncated", func(t *testing.T, folder string) { plant(t, folder, name, object(1)[:60]) }, false, "were rejected"},
		{"empty", func(t *testing.T, folder string) { plant(t, folder, name, nil) }, false, "were rejected"},
		{"the object of another key", func(t *testing.T, folder string) { plant(t, folder, name, object(2)) }, false, "has another key"},
		{"a hole of a terabyte", func(t *testing.T, folder string) {
			plant(t, folder, name, nil)
			must(t, os.Truncate(filepath.Join(folder, name), 1<<40))
		}, false, "more than 16777216 bytes"},
		{"a folder in its place", func(t *testing.T, folder string) {
			must(t, os.MkdirAll(filepath.Join(folder, name), 0o700))
		}, false, "not a regular file"},
		{"a link in its place", func(t *testing.T, folder string) {
			outside := filepath.Join(t.TempDir(), "object")
			must(t, os.WriteFile(outside, object(1), 0o600))
			must(t, os.MkdirAll(filepath.Join(folder, parent), 0o700))
			link(t, outside, filepath.Join(folder, name))
		}, false, "not a regular file"},
		{"times to come", func(t *testing.T, folder string) {
			plant(t, folder, name, object(1))
			later := time.Now().Add(100 * 365 * 24 * time.Hour)
			must(t, os.Chtimes(filepath.Join(folder, name), later, later))
		}, true, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), "shared")
			must(t, os.Mkdir(folder, 0o700))
			test.prepare(t, folder)
			checkFault(t, "file:"+folder, Options{}, test.present, test.want)
		})
	}
}

// Objects that cannot be stored, because the disk is full or the folder is read-only, are reported.
func TestFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("nothing stops this user from writing")
	}
	folder := t.TempDir()
	must(t, os.Chmod(folder, 0o500))
	checkFault(t, "file:"+folder, Options{}, false, "permission denied")
}

// An interrupted write leaves nothing that others would accept.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	key, data := testObject(1)
	name := objectName(key)
	parent := filepath.Dir(name)
	must(t, os.MkdirAll(filepath.Join(folder, name, "x"), 0o700)) // so that the rename fails
	c := open(t, "file:"+folder, Options{})
	put(t, c, key, data)
	if err := c.Close(); err == nil {
		t.Error("nothing is told")
	}
	entries, err := os.ReadDir(filepath.Join(folder, parent))
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestFolderAddresses(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "a b")
	must(t, os.Mkdir(folder, 0o700))
	key, data := testObject(1)
	first := true
	slashed := filepath.ToSlash(folder)
	for _, address := range []string{"file:" + slashed, "FILE://" + slashed, "file://localhost" + strings.ReplaceAll(slashed, " ", "%20")} {
		if !strings.HasPrefix(slashed, "/") && strings.Contains(address, "//") {
			continue
		}
		c := open(t, address, Options{})
		if first {
			put(t, c, key, data)
			c.writers.Wait()
			first = false
		}
		if got := get(t, c, key); !bytes.Equal(got, data) {
			t.Errorf("%s: got %d bytes", address, len(got))
		}
		closeClean(t, c)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func plant(t *testing.T, folder, name string, data []byte) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700))
	must(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skip(err)
	}
}

// objectName returns the path of an object in a shared folder.
func objectName(key cache.ObjectKey) string {
	return filepath.Join("objects", key.String()[:2], key.String())
}
