package worktree

import (
	"errors"
	"fmt"
	"io/fs"
)

var (
	errNotFolder = errors.New("it is a file, not a folder")
	errSpecial   = errors.New("it is neither a folder nor a regular file")
)

// PathError is returned for a requested path that cannot be packed.
type PathError struct {
	Path string
	Err  error
}

func (e *PathError) Error() string {
	if errors.Is(e.Err, fs.ErrNotExist) {
		return fmt.Sprintf("open %s: there is no such file or folder", e.Path)
	}
	return fmt.Sprintf("open %s: %v", e.Path, e.Err)
}

func (e *PathError) Unwrap() error { return e.Err }

// IsFile reports whether the path names a file where a folder is required.
func (e *PathError) IsFile() bool { return errors.Is(e.Err, errNotFolder) }
