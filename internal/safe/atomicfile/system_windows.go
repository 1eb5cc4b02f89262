package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// openSafely opens a link itself, which is then seen to be no regular file.
const openSafely = windows.FILE_FLAG_OPEN_REPARSE_POINT

// lockAt is the byte that is locked. A locked byte cannot be read by others on
// this system, so it is one that no file has.
const lockAt = 1<<63 - 2

// tryLock locks f until it is closed, unless someone else has locked it.
func tryLock(f *os.File) (bool, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var lockErr error
	if err := raw.Control(func(fd uintptr) {
		at := windows.Overlapped{Offset: lockAt & (1<<32 - 1), OffsetHigh: lockAt >> 32}
		lockErr = windows.LockFileEx(windows.Handle(fd), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	}); err != nil {
		return false, err
	}
	if errors.Is(lockErr, windows.ERROR_LOCK_VIOLATION) || errors.Is(lockErr, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return lockErr == nil, lockErr
}

// replaceWithin is how long replace goes on: a target that another program reads
// at the moment (a virus scanner, an index) cannot be replaced.
const (
	replaceWithin = 2 * time.Second
	replacePause  = 5 * time.Millisecond
)

// replace renames a file over another one in the same folder. A handle of the folder does it as POSIX has it: who has
// the old file open to be deleted too keeps what he reads.
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

// truncate cuts off what was appended to an open file. A handle that appends may not, so another one does.
func truncate(f *os.File, size int64) error { return os.Truncate(f.Name(), size) }

// syncFolder does nothing: the system keeps a journal of names, and flushes no folder.
func syncFolder(string) error { return nil }
