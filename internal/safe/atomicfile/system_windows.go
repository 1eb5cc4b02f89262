package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// OpenSafely opens a link itself, which then turns out not to be a regular file.
const OpenSafely = windows.FILE_FLAG_OPEN_REPARSE_POINT

// lockAt is the locked byte. On this system others cannot read a locked byte, so it is beyond the end of any file.
const lockAt = 1<<63 - 2

// lock locks a file until it is closed; busy is set if it is locked already.
func lock(fd uintptr) (busy bool, err error) {
	at := windows.Overlapped{Offset: lockAt & (1<<32 - 1), OffsetHigh: lockAt >> 32}
	err = windows.LockFileEx(windows.Handle(fd), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING), err
}

// replaceWithin is how long replace retries: a target that another program is reading (a virus scanner, an indexer)
// cannot be replaced.
const (
	replaceWithin = 2 * time.Second
	replacePause  = 5 * time.Millisecond
)

// replace renames a file over another one in the same folder. Through a handle of the folder it works as in POSIX:
// programs that opened the old file with delete sharing keep reading it.
func replace(name, target string) error {
	folder, err := os.OpenRoot(filepath.Dir(target))
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }() // opened for its names only
	for end := time.Now().Add(replaceWithin); ; time.Sleep(replacePause) {
		err = folder.Rename(filepath.Base(name), filepath.Base(target))
		busy := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION)
		if !busy || time.Now().After(end) {
			return err
		}
	}
}

// truncate shortens a file to size. It opens another handle, since one in append mode may not.
func truncate(f *os.File, size int64) error { return os.Truncate(f.Name(), size) }

// syncFolder does nothing: the system journals names, and cannot sync a folder.
func syncFolder(string) error { return nil }
