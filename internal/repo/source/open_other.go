//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package source

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// folder is the handle of an open folder, based on os.Root, which keeps names from leaving the folder. A link that
// replaces a file between the check and the open can thus only lead to another file in the same folder, which the
// check of the open file detects.
type folder struct{ root *os.Root }

func openRoot(path string) (*folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &folder{root: root}, nil
}

func (f *folder) close() { _ = f.root.Close() } // opened for reading only: nothing can be lost

func (f *folder) open(name string) (*folder, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	root, err := f.root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &folder{root: root}, nil
}

func (f *folder) names() ([]string, error) {
	dir, err := f.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	return dir.Readdirnames(-1)
}

func infoOf(info fs.FileInfo) entryInfo {
	e := entryInfo{
		kind:       kindSpecial,
		executable: info.Mode()&0o111 != 0,
		size:       info.Size(),
		modTime:    info.ModTime(),
		id:         fileID{info: info},
	}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		e.kind = kindRegular
	case mode.IsDir():
		e.kind = kindFolder
	case mode&fs.ModeSymlink != 0:
		e.kind = kindSymlink
	}
	return e
}

func (f *folder) read(name string, limit int64, _ []byte) ([]byte, SkipReason, error) {
	before, err := f.root.Lstat(name)
	if err != nil {
		return failed(err)
	}
	if kind := infoOf(before).kind; kind != kindRegular {
		return nil, kind.skip(), nil
	}
	file, err := f.root.Open(name)
	if err != nil {
		return failed(err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, Unreadable, err
	case !info.Mode().IsRegular() || !os.SameFile(before, info):
		return nil, Special, nil
	case info.Size() > limit:
		return nil, TooLarge, nil
	}
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return nil, Unreadable, err
	case int64(len(data)) > limit:
		return nil, TooLarge, nil
	}
	return data, None, nil
}

// isRepository reports whether git would treat the folder as the top of a separate repository. It
// does not check the target of a `.git` file or link, which may be outside.
func (f *folder) isRepository() bool {
	info, err := f.lstat(".git")
	if err != nil {
		return false
	}
	switch info.kind {
	case kindFolder:
		head, reason, _ := f.read(".git/HEAD", maxGitFile, nil)
		_, refs := f.lstat(".git/refs")
		_, objects := f.lstat(".git/objects")
		return reason == None && validHead(string(head)) && refs == nil && objects == nil
	case kindRegular:
		text, reason, _ := f.read(".git", maxGitFile, nil)
		return reason == Unreadable || gitFileTarget(string(text)) != ""
	}
	return info.kind == kindSymlink
}

// isGone reports whether the error means that there is no such name.
func isGone(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// isScarce returns false: these systems have no known error for it.
func isScarce(error) bool { return false }

func handleLimit() int { return maxOpenFolders * maxOpenFolders }
