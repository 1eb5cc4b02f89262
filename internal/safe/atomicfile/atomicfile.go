// Package atomicfile writes files all or nothing.
//
// A file is written next to its target under a temporary name, synced and renamed over it; the target's permissions
// are kept. On any failure, the old file is unchanged and no temporary file remains. Targets that are not regular
// files (a terminal, a FIFO, /dev/null) are written to directly. The functions are safe for concurrent use on
// different files.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ctxpack/internal/safe/fault"
)

// File is a file to be written.
type File struct {
	Path string
	Data string
}

// Write writes all the files, or none: it renames only after everything is on disk. A new file gets the permissions
// 0666 minus the process's umask. If a target is a symbolic link, its target is replaced.
func Write(files ...File) error {
	var pending []*staged
	defer func() {
		for _, p := range pending {
			p.discard() // no effect after the rename
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
			return fmt.Errorf("write %s: %w", f.Path, fault.WithoutPath(err))
		}
	}
	for _, p := range pending {
		if err := p.place(); err != nil {
			return fmt.Errorf("write %s: %w", p.target, fault.WithoutPath(err))
		}
	}
	for _, p := range pending { // folder entries, after the contents
		if err := syncFolder(filepath.Dir(p.target)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("write: sync folder: %w", fault.WithoutPath(err))
		}
	}
	for _, f := range direct {
		if err := writeDirect(f); err != nil {
			return err
		}
	}
	return nil
}

// resolve follows links to the file to replace. regular is false for existing files that are not regular.
func resolve(path string) (target string, regular bool, err error) {
	target, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newTarget(path)
	}
	if err != nil {
		return "", false, fmt.Errorf("write %s: %w", path, fault.WithoutPath(err))
	}
	info, err := os.Stat(target)
	if err != nil {
		return "", false, fmt.Errorf("write %s: %w", path, fault.WithoutPath(err))
	}
	if info.IsDir() {
		return "", false, fmt.Errorf("write %s: it is a folder", path)
	}
	return target, info.Mode().IsRegular(), nil
}

// newTarget handles a file that does not exist: its folder must.
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
		return fmt.Errorf("write %s: %w", f.Path, fault.WithoutPath(err))
	}
	_, err = file.WriteString(f.Data)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", f.Path, fault.WithoutPath(err))
	}
	return nil
}
