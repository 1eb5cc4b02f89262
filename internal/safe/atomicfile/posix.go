//go:build !windows

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// replace renames a file over another one in the same folder.
func replace(name, target string) error { return os.Rename(name, target) }

// truncate shortens an open file to size.
func truncate(f *os.File, size int64) error { return f.Truncate(size) }

// syncFolder writes a folder's entries to disk.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrInvalid) {
		err = nil // some systems cannot sync folders
	}
	return errors.Join(err, d.Close())
}
