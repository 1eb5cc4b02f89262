//go:build !(darwin || freebsd || linux || netbsd || openbsd || windows)

package source

import (
	"io/fs"
	"os"
)

// fileID is the identity of a file.
type fileID struct{ info fs.FileInfo }

func (f *folder) lstat(name string) (entryInfo, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return entryInfo{}, err
	}
	return infoOf(info), nil
}

// stamp returns zero: these systems have no identity that can be stored.
func (e entryInfo) stamp() Stamp { return Stamp{} }

// is reports whether the id identifies the file that info describes.
func (id fileID) is(info fs.FileInfo) bool { return id.info != nil && os.SameFile(id.info, info) }
