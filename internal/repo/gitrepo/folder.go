package gitrepo

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

var (
	errNotRegular = errors.New("not a regular file")
	errNotFolder  = errors.New("not a folder")
	errTooLong    = errors.New("file is too large")
)

// folder is a handle on a folder. Names are resolved below it: links that lead outside and files that are not
// regular are errors.
type folder struct {
	root *os.Root
}

// openFolder opens the folder at path, following links: only for paths that were checked before.
func openFolder(path string) (*folder, error) {
	fi, err := os.Stat(path) // opening a FIFO as a folder would wait for a writer
	if err != nil {
		return nil, err
	}
	if !fi.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errNotFolder}
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &folder{root: root}, nil
}

func (d *folder) sub(name string) (*folder, error) {
	if err := d.expectDir(name); err != nil {
		return nil, err
	}
	root, err := d.root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &folder{root: root}, nil
}

// expectDir returns why name is not a folder; see openFolder.
func (d *folder) expectDir(name string) error {
	fi, err := d.root.Stat(name)
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		return &fs.PathError{Op: "open", Path: name, Err: errNotFolder}
	}
	return nil
}

func (d *folder) close() {
	_ = d.root.Close() // opened for reading: nothing can be lost
}

// open opens a regular file for reading. It neither blocks on a FIFO nor opens a device: it checks the name before
// and the handle after opening, so that a swap in between only causes an error.
func (d *folder) open(name string) (*os.File, fs.FileInfo, error) {
	fi, err := d.root.Stat(name)
	if err != nil {
		return nil, nil, err
	}
	if !fi.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	f, err := d.root.OpenFile(name, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, nil, err
	}
	return checkRegular(f, name)
}

func checkRegular(f *os.File, name string) (*os.File, fs.FileInfo, error) {
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, fi, nil
}

// read returns the contents of a regular file of at most limit bytes.
func (d *folder) read(name string, limit int64) ([]byte, fs.FileInfo, error) {
	f, fi, err := d.open(name)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := readAll(f, fi.Size(), limit)
	return data, fi, err
}

// readAll reads r, of the stated size, and fails if it holds more than limit.
func readAll(r io.Reader, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, errTooLong
	}
	var data bytes.Buffer
	data.Grow(int(size) + bytes.MinRead)
	if n, err := data.ReadFrom(io.LimitReader(r, limit+1)); err != nil || n > limit {
		return nil, cmp.Or(err, errTooLong)
	}
	return data.Bytes(), nil
}

// readTrusted returns the contents of a file named in the user's own configuration; links are followed. Anything
// but a regular file counts as missing, such as the /dev/null that disables a configuration.
func readTrusted(path string, limit int64) ([]byte, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !fi.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	f, err := os.OpenFile(path, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	f, fi, err = checkRegular(f, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return readAll(f, fi.Size(), limit)
}

// Describe returns the text of err with absolute paths reduced to their last element: warnings appear in bundles,
// which must not reveal the location of the repository.
func Describe(err error) string {
	text := err.Error()
	if pe, ok := errors.AsType[*fs.PathError](err); ok && filepath.IsAbs(pe.Path) {
		text = strings.ReplaceAll(text, pe.Path, filepath.Base(pe.Path))
	}
	return text
}
