package atomicfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ctxpack/internal/safe/fault"
)

const (
	// lockTimeout is how long Append waits for other processes. It polls instead of blocking in the system, so that
	// a stopped process with the lock causes an error, not a hang.
	lockTimeout = 30 * time.Second
	lockPause   = 2 * time.Millisecond
	// lockTurns bounds how often the file may be replaced between opening and locking.
	lockTurns = 100
)

// ErrLocked is returned if another process held the lock for too long.
var ErrLocked = errors.New("another process holds the lock")

// Append adds records to the end of a file of lines, which it creates (readable by the user only) if it is missing;
// the folder must exist. Each record becomes one line. All of them are written in a single write, under a lock on
// the file itself (flock, or LockFileEx on Windows), and are on disk when Append returns. Any number of processes
// and goroutines may append at once. A killed process loses at most the records being written: an unfinished last
// line is terminated before the new records, and readers see it as a line that does not parse. A failed write is
// undone completely.
//
// A record must not be empty nor contain a newline. Symbolic links and files that are not regular are refused,
// because a folder that comes with a repository may contain anything: a caller whose user names the file resolves
// links first. The error wraps ErrLocked if the lock was not available within 30 seconds.
func Append(path string, records ...[]byte) error {
	for _, record := range records {
		if len(record) == 0 || bytes.IndexByte(record, '\n') >= 0 {
			return fmt.Errorf("append to %s: the record is not one line", path)
		}
	}
	if len(records) == 0 {
		return nil
	}
	f, err := openLocked(path, time.Now().Add(lockTimeout))
	if err != nil {
		return fmt.Errorf("append to %s: %w", path, fault.WithoutPath(err))
	}
	err = appendLines(f, records)
	// Closing releases the lock.
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("append to %s: %w", path, fault.WithoutPath(err))
	}
	return nil
}

// Lock creates the file path if it is missing, and locks it for this process until release is called or the process
// ends. It waits for another process to release the lock until the context ends.
func Lock(ctx context.Context, path string) (release func(), err error) {
	for {
		f, err := openLocked(path, time.Now())
		if err == nil {
			return func() { _ = f.Close() }, nil // nothing was written
		}
		if !errors.Is(err, ErrLocked) {
			return nil, fmt.Errorf("lock %s: %w", path, fault.WithoutPath(err))
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("lock %s: %w", path, ErrLocked)
		case <-time.After(10 * lockPause):
		}
	}
}

// Read returns the contents of a file written by Append, nil if there is none. The last line may lack a newline, if
// it is being written or was never finished. It fails on files that Append refuses, and on a file of more than
// limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	f, size, err := openRegular(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, fault.WithoutPath(err))
	}
	defer func() { _ = f.Close() }() // opened for reading only
	var data bytes.Buffer
	if size <= limit {
		data.Grow(int(size) + bytes.MinRead) // it may be large, and is read at once
		_, err = data.ReadFrom(io.LimitReader(f, limit+1))
	}
	if err == nil && (size > limit || int64(data.Len()) > limit) {
		err = fmt.Errorf("it has more than %d bytes", limit)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, fault.WithoutPath(err))
	}
	return data.Bytes(), nil
}

// Head returns the first n bytes of a file, fewer if it is shorter. It fails like Read, and if there is no file.
func Head(path string, n int) ([]byte, error) {
	f, _, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, fault.WithoutPath(err))
	}
	defer func() { _ = f.Close() }() // opened for reading only
	return io.ReadAll(io.LimitReader(f, int64(n)))
}

// openRegular opens a regular file, but no link and no FIFO.
func openRegular(path string, flags int) (f *os.File, size int64, err error) {
	irregular := errors.New("it is not a regular file")
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, 0, irregular
	}
	if f, err = os.OpenFile(path, flags|OpenSafely, 0o600); err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = irregular
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// openLocked opens the file at path and locks it. If the file was replaced while waiting for the lock, it opens the
// new one.
func openLocked(path string, deadline time.Time) (*os.File, error) {
	for range lockTurns {
		f, _, err := openRegular(path, os.O_RDWR|os.O_APPEND)
		if errors.Is(err, fs.ErrNotExist) {
			f, _, err = openRegular(path, os.O_RDWR|os.O_APPEND|os.O_CREATE)
		}
		if err != nil {
			return nil, err
		}
		if err := waitLock(f, deadline); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		same, err := stillNamed(path, f)
		if err == nil && same {
			return f, nil
		}
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("it is replaced again and again")
}

func waitLock(f *os.File, deadline time.Time) error {
	raw, err := f.SyscallConn()
	for err == nil {
		var busy bool
		var lockErr error
		if err = raw.Control(func(fd uintptr) { busy, lockErr = lock(fd) }); err != nil || !busy {
			return errors.Join(err, lockErr)
		}
		if time.Now().After(deadline) {
			return ErrLocked
		}
		time.Sleep(lockPause)
	}
	return err
}

func stillNamed(path string, f *os.File) (bool, error) {
	opened, err := f.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(opened, named), err
}

func appendLines(f *os.File, records [][]byte) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var line []byte
	if size := info.Size(); size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			line = append(line, '\n')
		}
	}
	for _, record := range records {
		line = append(append(line, record...), '\n')
	}
	if n, err := f.Write(line); err != nil {
		return errors.Join(err, undo(f, info.Size(), int64(n)))
	}
	if err := f.Sync(); err != nil || info.Size() > 0 {
		return err
	}
	return syncFolder(filepath.Dir(f.Name())) // the file may be new
}

// undo removes the part of a record that was written before the disk was full, unless a program without the lock
// has written after it.
func undo(f *os.File, size, written int64) error {
	info, err := f.Stat()
	if err != nil || written <= 0 || info.Size() != size+written {
		return err
	}
	return truncate(f, size)
}

// IgnoredFolder creates the folder path, whose parent must exist, for ctxpack's own files, with a .gitignore that
// excludes all of them from git. Existing files stay. For the reason given at Append, it refuses a path that is a
// link or no folder, and a .gitignore that does not ignore everything.
func IgnoredFolder(path string) error {
	if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make folder %s: %w", path, fault.WithoutPath(err))
	}
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("make folder %s: %w", path, fault.WithoutPath(err))
	}
	if !info.IsDir() {
		return fmt.Errorf("make folder %s: it exists and is not a folder", path)
	}
	ignore := filepath.Join(path, ".gitignore")
	if _, err := os.Lstat(ignore); err == nil {
		return ignoresAll(ignore)
	}
	return Write(File{Path: ignore, Data: "*\n"})
}

// ignoresAll fails unless a .gitignore excludes everything in its folder: otherwise git would publish the user's
// private data.
func ignoresAll(name string) error {
	const limit = 10_000
	data, err := Read(name, limit)
	if err != nil {
		return err
	}
	all := false
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "!") {
			all = false
			break
		}
		all = all || line == "*"
	}
	if !all {
		return fmt.Errorf("%s does not exclude its folder from git: it must have a line * and no negated patterns", name)
	}
	return nil
}
