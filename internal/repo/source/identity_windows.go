package source

import (
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// fileID is the identity of a file, for the library's comparison and as numbers, which are 0 if unknown.
type fileID struct {
	info        fs.FileInfo
	volume, ino uint64
}

// lstat reads the attributes of a name, without following a link, through a handle, which has more data than the
// folder.
func (f *folder) lstat(name string) (entryInfo, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|windows.FILE_FLAG_OPEN_REPARSE_POINT, 0)
	if err != nil {
		// No access, or in use: its kind is still available.
		info, err := f.root.Lstat(name)
		if err != nil {
			return entryInfo{}, err
		}
		return infoOf(info), nil
	}
	defer func() { _ = file.Close() }() // opened for reading only
	info, err := file.Stat()
	if err != nil {
		return entryInfo{}, err
	}
	e := infoOf(info)
	if raw, err := file.SyscallConn(); err == nil {
		_ = raw.Control(e.identify) // unknown values stay 0
	}
	return e, nil
}

// identify fills in what fs.FileInfo lacks.
func (e *entryInfo) identify(handle uintptr) {
	var d windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(handle), &d); err != nil {
		return
	}
	var basic struct {
		creation, access, write, change windows.Filetime
		attributes, _                   uint32
	}
	if err := windows.GetFileInformationByHandleEx(windows.Handle(handle), windows.FileBasicInfo,
		(*byte)(unsafe.Pointer(&basic)), uint32(unsafe.Sizeof(basic))); err != nil {
		return
	}
	e.id.volume, e.id.ino = uint64(d.VolumeSerialNumber), uint64(d.FileIndexHigh)<<32|uint64(d.FileIndexLow)
	e.changed = basic.change.Nanoseconds()
}

func (e entryInfo) stamp() Stamp {
	if e.id.ino == 0 || e.changed == 0 {
		return Stamp{}
	}
	return Stamp{Device: e.id.volume, Inode: e.id.ino, Modified: e.modTime.UnixNano(), Changed: e.changed}
}

// is reports whether the id identifies the file that info describes.
func (id fileID) is(info fs.FileInfo) bool { return id.info != nil && os.SameFile(id.info, info) }
