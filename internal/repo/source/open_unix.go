//go:build darwin || freebsd || linux || netbsd || openbsd

package source

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"ctxpack/internal/safe/fault"

	"golang.org/x/sys/unix"
)

// folder is the handle of an open folder. All of its methods are safe for concurrent use; none follows a symbolic
// link unless its comment says so.
type folder struct{ fd int }

// fileID is the device and inode of a file.
type fileID struct{ dev, ino uint64 }

const folderFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC

// openRoot opens the folder at path; links in the path are followed.
func openRoot(path string) (*folder, error) {
	fd, err := openAt(unix.AT_FDCWD, path, folderFlags)
	if err != nil {
		return nil, err
	}
	return &folder{fd: fd}, nil
}

func openAt(fd int, name string, flags int) (int, error) {
	for {
		got, err := unix.Openat(fd, name, flags, 0)
		if !errors.Is(err, unix.EINTR) {
			return got, err
		}
	}
}

func (f *folder) close() { _ = unix.Close(f.fd) } // opened for reading only: nothing can be lost

func (f *folder) open(name string) (*folder, error) {
	fd, err := openAt(f.fd, name, folderFlags|unix.O_NOFOLLOW)
	if err != nil {
		return nil, err
	}
	return &folder{fd: fd}, nil
}

// names lists the folder, in the system's order.
func (f *folder) names() ([]string, error) {
	// A separate handle, since the read position belongs to the handle.
	fd, err := openAt(f.fd, ".", folderFlags)
	if err != nil {
		return nil, err
	}
	listed := os.NewFile(uintptr(fd), ".")
	defer func() { _ = listed.Close() }() // opened for reading only
	names, err := listed.Readdirnames(-1)
	return names, fault.WithoutPath(err)
}

func (f *folder) lstat(name string) (entryInfo, error) {
	var st unix.Stat_t
	if err := f.stat(name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return entryInfo{}, err
	}
	return infoOf(&st), nil
}

func (f *folder) stat(name string, st *unix.Stat_t, flags int) error {
	for {
		err := unix.Fstatat(f.fd, name, st, flags)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// stamp returns the file's identity and times.
func (e entryInfo) stamp() Stamp {
	return Stamp{Device: e.id.dev, Inode: e.id.ino, Modified: e.modTime.UnixNano(), Changed: e.changed}
}

// infoOf converts a stat structure, whose field types differ between systems.
func infoOf(st *unix.Stat_t) entryInfo {
	mode := uint32(st.Mode)
	info := entryInfo{
		kind:       kindSpecial,
		executable: mode&0o111 != 0,
		size:       st.Size,
		modTime:    time.Unix(st.Mtim.Unix()),
		changed:    st.Ctim.Nano(),
		id:         fileID{dev: uint64(st.Dev), ino: uint64(st.Ino)},
	}
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		info.kind = kindRegular
	case unix.S_IFDIR:
		info.kind = kindFolder
	case unix.S_IFLNK:
		info.kind = kindSymlink
	}
	return info
}

// read returns the contents of the regular file called name. A reason other than None says why there are none; err
// is set only with Unreadable. The contents take the place of those of buffer if they fit.
func (f *folder) read(name string, limit int64, buffer []byte) ([]byte, SkipReason, error) {
	// Opening some devices has side effects, so the kind is checked before. The check of the handle after opening
	// decides.
	info, err := f.lstat(name)
	if err != nil {
		return failed(err)
	}
	if info.kind != kindRegular {
		return nil, info.kind.skip(), nil
	}
	fd, err := openAt(f.fd, name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NOCTTY)
	if err != nil {
		if now, e := f.lstat(name); e == nil && now.kind != kindRegular {
			return nil, now.kind.skip(), nil
		}
		return failed(err)
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, Unreadable, err
	}
	info = infoOf(&st)
	if info.kind != kindRegular {
		return nil, info.kind.skip(), nil
	}
	if info.size > limit {
		return nil, TooLarge, nil
	}
	return readBounded(fd, info.size, limit, buffer)
}

// readBounded reads to the end, which may be beyond the size seen before, but not beyond the limit.
func readBounded(fd int, size, limit int64, data []byte) ([]byte, SkipReason, error) {
	data = slices.Grow(data[:0], int(size+1)) // one byte more, to detect the end without growing
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := unix.Read(fd, data[len(data):cap(data)])
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return nil, Unreadable, err
		case n == 0:
			return data, None, nil
		}
		data = data[:len(data)+n]
		if int64(len(data)) > limit {
			return nil, TooLarge, nil
		}
		if int64(len(data)) == size && len(data) < cap(data) { // a shorter read than asked for, at the end
			return data, None, nil
		}
	}
}

// isRepository reports whether git would treat the folder as the top of a separate repository. It
// follows a `.git` that points elsewhere as git does, but only to check whether the names exist.
func (f *folder) isRepository() bool {
	info, err := f.lstat(".git")
	if err != nil {
		return false
	}
	switch info.kind {
	case kindFolder:
		git, err := f.open(".git")
		if err != nil {
			return false
		}
		defer git.close()
		return git.isGitFolder()
	case kindRegular:
		text, reason, _ := f.read(".git", maxGitFile, nil)
		if reason == Unreadable {
			return true // as git does
		}
		target := gitFileTarget(string(text))
		return target != "" && f.looksLikeGitFolder(target)
	case kindSymlink:
		return f.looksLikeGitFolder(".git")
	}
	return false
}

// isGitFolder reports whether f is a git directory.
func (f *folder) isGitFolder() bool {
	head, err := f.lstat("HEAD")
	if err != nil {
		return false
	}
	switch head.kind {
	case kindSymlink:
		var buf [8]byte
		n, err := unix.Readlinkat(f.fd, "HEAD", buf[:])
		if err != nil || !strings.HasPrefix(string(buf[:n]), "refs/") {
			return false
		}
	case kindRegular:
		text, reason, _ := f.read("HEAD", maxGitFile, nil)
		if reason != None || !validHead(string(text)) {
			return false
		}
	default:
		return false
	}
	return f.exists("commondir") || f.exists("objects") && f.exists("refs")
}

// looksLikeGitFolder follows links, and opens nothing.
func (f *folder) looksLikeGitFolder(path string) bool {
	return f.exists(path+"/HEAD") &&
		(f.exists(path+"/commondir") || f.exists(path+"/objects") && f.exists(path+"/refs"))
}

func (f *folder) exists(path string) bool {
	var st unix.Stat_t
	return f.stat(path, &st, 0) == nil
}

// is reports whether the id identifies the file that info describes.
func (id fileID) is(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && id == fileID{dev: uint64(st.Dev), ino: uint64(st.Ino)}
}

// handleLimit returns the file descriptor limit of the process.
func handleLimit() int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxInt
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) // signed on some systems
}

// isScarce reports whether the error means that no file descriptor is left.
func isScarce(err error) bool { return errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) }

// isGone reports whether the error means that there is no such name, or that a supposed folder is a file or an
// unfollowed link.
func isGone(err error) bool {
	return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) ||
		errors.Is(err, unix.ELOOP) || errors.Is(err, unix.EMLINK)
}
