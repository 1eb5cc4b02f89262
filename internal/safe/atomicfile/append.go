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
)

const (
	// lockTimeout is how long Append waits for other processes. It polls rather than sleeps in the system, so that a
	// stopped process that holds the lock ends the run with an error and not in a hang.
	lockTimeout = 30 * time.Second
	lockPause   = 2 * time.Millisecond
	// lockTurns bounds the number of times that the file may be replaced between opening and locking.
	lockTurns = 100
)

// ErrLocked says that another process held the lock for too long.
var ErrLocked = errors.New("another process holds the lock")

// Append adds records to the end of a file of lines, which it makes (readable by the user alone) if there is none;
// the folder must exist. Each record is written as one line, all of them with their newlines in a single write, under
// a lock on the file itself (flock, or LockFileEx on Windows), and are on the disk when Append returns. Any number of
// processes and goroutines may append at once. Whoever is killed loses at most the records that were being written: a
// last line without a newline, left behind so, is ended before the records, which readers will see as a line that
// does not parse. A write that fails is taken back as a whole.
//
// A record must not be empty nor hold a newline. A file that is a symbolic link or not regular is refused, because a
// folder that comes with a repository may hold anything: a caller whose user names the file resolves links first. The
// error wraps ErrLocked if the lock was not to be had within 30 seconds.
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
		return fmt.Errorf("append to %s: %w", path, plain(err))
	}
	err = appendLines(f, records)
	// Closing gives the lock back.
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("append to %s: %w", path, plain(err))
	}
	return nil
}

// Lock makes the file path, if there is none, and locks it for this process until release is called or the process
// ends. It waits for another process to give the lock back until the context ends.
func Lock(ctx context.Context, path string) (release func(), err error) {
	for {
		f, err := openLocked(path, time.Now())
		if err == nil {
			return func() { _ = f.Close() }, nil // nothing was written
		}
		if !errors.Is(err, ErrLocked) {
			return nil, fmt.Errorf("lock %s: %w", path, plain(err))
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("lock %s: %w", path, ErrLocked)
		case <-time.After(10 * lockPause):
		}
	}
}

// Read returns a file that Append writes, nil if there is none. The caller may see
// a last line without a newline, which is being written or was never finished. It
// fails on what Append refuses, and on a file of more than limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	f, size, err := openRegular(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, plain(err))
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
		return nil, fmt.Errorf("read %s: %w", path, plain(err))
	}
	return data.Bytes(), nil
}

// Head returns the first bytes of a file, fewer than n if it has no more. It fails on
// what Read fails on, and if there is no file.
func Head(path string, n int) ([]byte, error) {
	f, _, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, plain(err))
	}
	defer func() { _ = f.Close() }() // opened for reading only
	return io.ReadAll(io.LimitReader(f, int64(n)))
}

// openRegular opens a regular file: no link, no FIFO to wait for.
func openRegular(path string, flags int) (f *os.File, size int64, err error) {
	irregular := errors.New("it is not a regular file")
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, 0, irregular
	}
	if f, err = os.OpenFile(path, flags|openSafely, 0o600); err != nil {
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

// openLocked opens the file that path names and locks it. A file that was
// replaced while it waited for the lock is of no use: it looks again.
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
	return nil, errors.New("it is replaced all the time")
}

func waitLock(f *os.File, deadline time.Time) error {
	for {
		ok, err := tryLock(f)
		if ok || err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return ErrLocked
		}
		time.Sleep(lockPause)
	}
}

// stillNamed reports whether path names the open file.
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

// appendLines writes records to a file that is locked.
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

// undo takes back the part of a record that was written before the disk was
// full, unless something that knows no lock has written behind it.
func undo(f *os.File, size, written int64) error {
	info, err := f.Stat()
	if err != nil || written <= 0 || info.Size() != size+written {
		return err
	}
	return truncate(f, size)
}

// IgnoredFolder makes the folder path, whose parent must exist, for files of ctxpack's own, with a .gitignore that
// keeps all of it out of git. What exists is left as it is; a path that is a link or no folder is refused, for the
// reason that Append gives, and so is a .gitignore that lets something through.
func IgnoredFolder(path string) error {
	if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make folder %s: %w", path, plain(err))
	}
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("make folder %s: %w", path, plain(err))
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

// ignoresAll fails unless a .gitignore keeps out all that is beside it: git would
// publish what the user keeps for himself.
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
		return fmt.Errorf("%s does not keep out of git what is beside it: it has to have a line * and no line with ! in front of a name", name)
	}
	return nil
}
