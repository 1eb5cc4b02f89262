// Package atomicfile writes files all or nothing.
//
// A file is written beside its target under a temporary name, synced and renamed over it; the target's permissions
// are kept. Whatever goes wrong, the old file stays as it was and no temporary file is left behind. Targets that are
// no regular files (a terminal, a FIFO, /dev/null) are written to directly. The functions are safe for concurrent use
// on different files.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file to be written.
type File struct {
	Path string
	Data string
}

// Write writes all the files, or none: nothing is renamed before everything is
// on the disk. A new file gets the permissions 0666 less the process's umask.
// A target that is a symbolic link stays one; what it leads to is replaced.
func Write(files ...File) error {
	var pending []*staged
	defer func() {
		for _, p := range pending {
			p.discard() // does nothing after the rename
		}
	}()
	var direct []File
	for _, f := range files {
		target, regular, err := resolve(f.Path)
		if err != nil {
			return err
		}
		if !regular {
			direct = append(direct, f)
			continue
		}
		p, err := stage(target)
		if err == nil {
			pending = append(pending, p)
			err = p.fill(f.Data)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", f.Path, plain(err))
		}
	}
	for _, p := range pending {
		if err := p.place(); err != nil {
			return fmt.Errorf("write %s: %w", p.target, plain(err))
		}
	}
	for _, p := range pending { // the names, after the contents
		if err := syncFolder(filepath.Dir(p.target)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("write: sync folder: %w", plain(err))
		}
	}
	for _, f := range direct {
		if err := writeDirect(f); err != nil {
			return err
		}
	}
	return nil
}

// resolve follows links to the file that is to be replaced. regular is false for what exists and is no regular file.
func resolve(path string) (target string, regular bool, err error) {
	target, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newTarget(path)
	}
	if err != nil {
		return "", false, fmt.Errorf("write %s: %w", path, plain(err))
	}
	info, err := os.Stat(target)
	if err != nil {
		return "", false, fmt.Errorf("write %s: %w", path, plain(err))
	}
	if info.IsDir() {
		return "", false, fmt.Errorf("write %s: it is a folder", path)
	}
	return target, info.Mode().IsRegular(), nil
}

// newTarget is for a file that does not exist: its folder must.
func newTarget(path string) (string, bool, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "", false, fmt.Errorf("write %s: it is a link to a file that does not exist", path)
	}
	info, err := os.Stat(filepath.Dir(path))
	if err != nil || !info.IsDir() {
		return "", false, fmt.Errorf("write %s: there is no folder %s", path, filepath.Dir(path))
	}
	return path, true, nil
}

func writeDirect(f File) error {
	file, err := os.OpenFile(f.Path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write %s: %w", f.Path, plain(err))
	}
	_, err = file.WriteString(f.Data)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", f.Path, plain(err))
	}
	return nil
}

// plain leaves the path of a temporary file out of an error.
func plain(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	var linkErr *os.LinkError
	if errors.As(err, &linkErr) {
		return linkErr.Err
	}
	return err
}
