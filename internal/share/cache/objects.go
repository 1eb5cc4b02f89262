package cache

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ctxpack/internal/safe/atomicfile"
)

// ObjectKey identifies an object of a shared store: a hash of everything that the object depends on.
type ObjectKey [sha256.Size]byte

// String returns the key as 64 hex digits.
func (k ObjectKey) String() string { return hex.EncodeToString(k[:]) }

// Objects is a store of facts by content, shared by several users: a folder, a server. The methods may be called
// from any number of goroutines; Close once, when all others have returned.
//
// A store is not trusted: verify the result of Get with [OpenObject].
type Objects interface {
	// Get returns an object, nil if it does not exist.
	Get(ctx context.Context, key ObjectKey) ([]byte, error)
	// Put stores an object, replacing an earlier one with that key.
	Put(ctx context.Context, key ObjectKey, data []byte) error
	// Close waits for pending work, and returns its errors.
	Close() error
}

// MaxObject is the maximum size of an object. Those of ordinary files have a few hundred thousand bytes.
const MaxObject = 16 << 20

const (
	objectMagic   = "ctxpack facts 3\n"
	objectsFolder = "objects"
)

// SealObject adds the frame by which [OpenObject] verifies that the payload is complete and has that key.
func SealObject(key ObjectKey, payload []byte) []byte {
	data := make([]byte, 0, len(objectMagic)+len(key)+len(payload)+sha256.Size)
	data = append(data, objectMagic...)
	data = append(data, key[:]...)
	data = append(data, payload...)
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

// OpenObject returns the payload of an object. ok is false if any byte was changed, or if the object has another
// key.
func OpenObject(key ObjectKey, data []byte) (payload []byte, ok bool) {
	const head = len(objectMagic) + len(key)
	if len(data) < head+sha256.Size || string(data[:len(objectMagic)]) != objectMagic || !bytes.Equal(data[len(objectMagic):head], key[:]) {
		return nil, false
	}
	body := data[:len(data)-sha256.Size]
	sum := sha256.Sum256(body)
	if !bytes.Equal(sum[:], data[len(body):]) {
		return nil, false
	}
	return body[head:], true
}

// ObjectFolder is a store in a folder. Objects are replaced as a whole by a rename, so that any number of processes
// may use it, be killed, or run on another machine. Links, FIFOs and other non-regular files count as missing.
type ObjectFolder struct {
	path         string
	private      bool
	folder, file fs.FileMode
	now          time.Time
	added        atomic.Int64 // bytes
}

// OpenObjects returns the store in a cache folder, which is for its owner only. Closing it bounds its size together
// with the rest of the folder.
func OpenObjects(cache string) *ObjectFolder {
	return &ObjectFolder{path: cache, private: true, folder: 0o700, file: 0o600, now: time.Now()}
}

// OpenShared returns the store in a folder that others use too, as the folder's permissions and the umask allow.
// Its size is not bounded.
func OpenShared(folder string) *ObjectFolder {
	return &ObjectFolder{path: folder, folder: 0o777, file: 0o666, now: time.Now()}
}

// objectName returns the path of an object, relative to the folder.
func objectName(key ObjectKey) string {
	name := key.String()
	return path.Join(objectsFolder, name[:2], name)
}

// Get returns an object, nil if it does not exist. It updates the time of last use.
func (f *ObjectFolder) Get(_ context.Context, key ObjectKey) ([]byte, error) {
	name := filepath.Join(f.path, filepath.FromSlash(objectName(key)))
	data, err := atomicfile.Read(name, MaxObject)
	if err != nil || data == nil {
		return nil, err
	}
	if info, err := os.Lstat(name); err == nil && f.now.Sub(info.ModTime()) > useTick {
		_ = os.Chtimes(name, f.now, f.now) // failure does not matter
	}
	return data, nil
}

// Put stores an object. It is not synced: the checksum detects an object that a crash truncated.
func (f *ObjectFolder) Put(_ context.Context, key ObjectKey, data []byte) error {
	if err := f.put(objectName(key), data); err != nil {
		return fmt.Errorf("store object: %w", err)
	}
	const much = MaxBytes / 16 // bytes that one process adds before the size is bounded
	if f.added.Add(int64(len(data))) > much {
		return f.Close()
	}
	return nil
}

func (f *ObjectFolder) put(name string, data []byte) error {
	if len(data) > MaxObject {
		return fmt.Errorf("it has more than %d bytes", MaxObject)
	}
	if f.private {
		if err := prepare(f.path); err != nil {
			return err
		}
	}
	root, err := os.OpenRoot(f.path) // no link leads out of it
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // nothing was written through it
	if err := root.MkdirAll(path.Dir(name), f.folder); err != nil {
		return err
	}
	staged := path.Join(path.Dir(name), temporary+strconv.FormatUint(rand.Uint64(), 36))
	file, err := root.OpenFile(staged, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.file)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = root.Rename(staged, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(staged))
	}
	return nil
}

// Close bounds the size of the store. No other method may be running. The store may be used again.
func (f *ObjectFolder) Close() error {
	if added := f.added.Swap(0); added > 0 && f.private {
		bound(f.path, "", added, MaxBytes)
	}
	return nil
}

// countName is the file with the total size of all objects, or slightly more; it is valid for a day.
const (
	countName = objectsFolder + "/bytes"
	countAge  = 24 * time.Hour
)

func readCount(folder string) (n int64, ok bool) {
	name := filepath.Join(folder, filepath.FromSlash(countName))
	info, err := os.Lstat(name)
	if err != nil {
		return 0, errors.Is(err, fs.ErrNotExist) && !exists(filepath.Join(folder, objectsFolder))
	}
	const longest = 20
	data, err := atomicfile.Read(name, longest)
	age := time.Since(info.ModTime())
	if err != nil || age < 0 || age > countAge {
		return 0, false
	}
	n, err = strconv.ParseInt(string(data), 10, 64)
	return n, err == nil && n >= 0
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// writeCount stores a total; if that fails, it is counted again.
func writeCount(folder string, n int64) {
	if f := OpenObjects(folder); exists(filepath.Join(folder, objectsFolder)) {
		_ = f.put(countName, []byte(strconv.FormatInt(n, 10)))
	}
}

type object struct {
	name  string // relative to the folder
	bytes int64
	used  time.Time // last
}

// objects lists the objects of a cache folder without reading them, most recently used first, and removes leftovers
// of killed processes.
func objects(folder string) []object {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // nothing was written
	var list []object
	for _, shard := range readFolder(root, objectsFolder) {
		if !shard.IsDir() || !isHex(shard.Name(), 2) {
			continue
		}
		for _, e := range readFolder(root, path.Join(objectsFolder, shard.Name())) {
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			name := path.Join(objectsFolder, shard.Name(), e.Name())
			switch {
			case isHex(e.Name(), 2*sha256.Size):
				list = append(list, object{name, info.Size(), info.ModTime()})
			case strings.HasPrefix(e.Name(), temporary) && time.Since(info.ModTime()) > abandoned:
				_ = root.Remove(name) // another process may have been faster
			}
		}
	}
	slices.SortFunc(list, func(a, b object) int {
		return cmp.Or(b.used.Compare(a.used), strings.Compare(a.name, b.name))
	})
	return list
}

// readFolder lists a folder; one that cannot be read is empty.
func readFolder(root *os.Root, name string) []fs.DirEntry {
	if info, err := root.Lstat(name); err != nil || !info.IsDir() {
		return nil
	}
	entries, _ := fs.ReadDir(root.FS(), name)
	return entries
}

func isHex(text string, digits int) bool {
	return len(text) == digits && strings.Trim(text, "0123456789abcdef") == ""
}

func removeObject(folder string, o object) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	err = root.Remove(o.name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // another process was faster
	}
	return errors.Join(err, root.Close())
}

// StoredObjects describes the objects of a cache folder for all repositories.
type StoredObjects struct {
	Objects int
	Bytes   int64
}

// ListObjects counts the objects of a cache folder.
func ListObjects(folder string) StoredObjects {
	var sum StoredObjects
	for _, o := range objects(folder) {
		sum.Objects++
		sum.Bytes += o.bytes
	}
	return sum
}

// CleanObjects removes the objects of a cache folder, and returns their totals.
func CleanObjects(folder string) (StoredObjects, error) {
	var sum StoredObjects
	var errs []error
	for _, o := range objects(folder) {
		if err := removeObject(folder, o); err != nil {
			errs = append(errs, fmt.Errorf("clean cache: %w", err))
			continue
		}
		sum.Objects++
		sum.Bytes += o.bytes
	}
	if root, err := os.OpenRoot(folder); err == nil {
		_ = root.Remove(countName) // if it exists
		for _, shard := range readFolder(root, objectsFolder) {
			_ = root.Remove(path.Join(objectsFolder, shard.Name())) // if it is empty
		}
		_ = root.Remove(objectsFolder)
		_ = root.Close() // failure does not matter
	}
	return sum, errors.Join(errs...)
}
