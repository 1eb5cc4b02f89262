package source

import (
	"cmp"
	"io/fs"
	"strings"
	"time"

	"ctxpack/internal/safe/fault"
)

type fileKind uint8

const (
	kindRegular fileKind = iota
	kindFolder
	kindSymlink
	kindSpecial
)

type entryInfo struct {
	kind       fileKind
	executable bool
	size       int64
	modTime    time.Time
	changed    int64  // nanoseconds since 1970, 0 if unknown
	id         fileID // the system's file identity
}

// skip returns the reason that follows from the kind alone.
func (k fileKind) skip() SkipReason {
	switch k {
	case kindSymlink:
		return Symlink
	case kindSpecial, kindFolder:
		return Special
	}
	return None
}

// failed classes an error from opening a file.
func failed(err error) ([]byte, SkipReason, error) {
	if isGone(err) {
		return nil, Missing, nil
	}
	return nil, Unreadable, err
}

// Git refuses a `.git` file of more than 1 MB.
const maxGitFile = 1 << 20

// gitFileTarget returns the folder that a `.git` file points at, "" if git would not accept the text.
func gitFileTarget(text string) string {
	target, ok := strings.CutPrefix(text, "gitdir: ")
	if !ok {
		return ""
	}
	return strings.TrimRight(target, "\r\n")
}

// validHead reports whether git accepts the start of a HEAD file as a repository's: a reference or an object id.
func validHead(text string) bool {
	if ref, ok := strings.CutPrefix(text, "ref:"); ok {
		return strings.HasPrefix(strings.TrimLeft(ref, " \t\n\r"), "refs/")
	}
	hex := 0
	for hex < len(text) && strings.IndexByte("0123456789abcdefABCDEF", text[hex]) >= 0 {
		hex++
	}
	return hex >= 40
}

// join appends a name to a folder's path; the root's path is empty.
func join(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// splitPath returns the folder and the last component of a path.
func splitPath(path string) (folder, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path
	}
	return path[:i], path[i+1:]
}

// errorAt replaces the path in a system error with a relative path.
func errorAt(op, path string, err error) error {
	path = cmp.Or(path, ".")
	return &fs.PathError{Op: op, Path: path, Err: fault.WithoutPath(err)}
}
