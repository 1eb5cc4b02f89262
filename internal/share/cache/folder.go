package cache

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unsafe"

	"ctxpack/internal/safe/atomicfile"
	"ctxpack/internal/text/codec"
	"ctxpack/internal/text/mapped"
)

const (
	magic     = "ctxpack cache 9\n"
	extension = ".ctxpack-cache"
	temporary = ".ctxpack-cache-"

	// MaxBytes bounds the folder: beyond it, the least recently used caches and objects are removed.
	MaxBytes = 1 << 30
	// maxAge is the number of saves after which a missing file is forgotten: the next run may be on
	// another branch, or on part of the tree.
	maxAge = 8
	// useTick is how often the time of last use is written.
	useTick = time.Hour
	// abandoned is the age above which a temporary file counts as a leftover.
	abandoned = time.Hour
)

// Folder returns the default folder of caches, in the user's cache folder. It fails if the system does not define
// that folder, or if its home does not exist: a home folder is not created.
func Folder() (string, error) {
	base, err := os.UserCacheDir()
	if err == nil {
		var info fs.FileInfo
		if info, err = os.Stat(filepath.Dir(base)); err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is no folder", filepath.Dir(base))
		}
	}
	if err != nil {
		return "", fmt.Errorf("find cache folder: %w", err)
	}
	return filepath.Join(base, "ctxpack"), nil
}

func fileName(k Key) string {
	sum := sha256.Sum256([]byte(k.Root + "\x00" + k.Variant))
	return hex.EncodeToString(sum[:16]) + extension
}

type file struct {
	folder, name string
	key          Key
	now          time.Time
}

// read reads the file. ok is false if the key has none, or if it is corrupt.
func (f file) read() (*codec.Codec, bool) {
	if f.key.Program == "" {
		return nil, false
	}
	raw, err := readFile(filepath.Join(f.folder, f.name))
	if err != nil {
		return nil, false
	}
	c, key, ok := open(raw)
	return c, ok && key == f.key
}

// save replaces the file with the output of encode, which also writes it.
func (f file) save(encode func(*codec.Codec, io.Writer) error) error {
	if f.key.Program == "" {
		return nil
	}
	c := codec.Writer([]byte(magic))
	codec.String(c, &f.key.Root, &f.key.Variant, &f.key.Program)
	err := f.replace(func(to io.Writer) error {
		sum := crc32.NewIEEE()
		if err := encode(c, io.MultiWriter(to, sum)); err != nil {
			return err
		}
		return binary.Write(to, binary.LittleEndian, sum.Sum32())
	})
	if err != nil {
		return fmt.Errorf("save cache: %w", err)
	}
	bound(f.folder, f.name, 0, MaxBytes)
	return nil
}

// maxFile is the maximum size of one cache, enough for a million files.
const maxFile = 256 << 20

// readFile reads a cache. Files that are too large or not regular count as missing: others may write to the folder.
// It checks the start first, so that a large sparse file is not read.
func readFile(name string) ([]byte, error) {
	head, err := atomicfile.Head(name, len(magic))
	if err != nil {
		return nil, err
	}
	if string(head) != magic {
		return nil, errors.New("not a cache")
	}
	return atomicfile.Read(name, maxFile)
}

// open checks a file's frame and reads its key. The reader owns the file's bytes.
func open(raw []byte) (*codec.Codec, Key, bool) {
	const sum = 4 // bytes
	if len(raw) < len(magic)+sum || string(raw[:len(magic)]) != magic {
		return nil, Key{}, false
	}
	body := raw[:len(raw)-sum]
	if binary.LittleEndian.Uint32(raw[len(body):]) != crc32.ChecksumIEEE(body) {
		return nil, Key{}, false
	}
	body = body[len(magic):]
	// The bytes do not change, and a copy would trigger an early garbage collection.
	c, k := codec.Reader(unsafe.String(unsafe.SliceData(body), len(body))), Key{}
	codec.String(c, &k.Root, &k.Variant, &k.Program)
	return c, k, !c.Bad()
}

func (f file) used() {
	name := filepath.Join(f.folder, f.name)
	if info, err := os.Stat(name); err == nil && f.now.Sub(info.ModTime()) > useTick {
		_ = os.Chtimes(name, f.now, f.now) // failure does not matter
	}
}

// replace writes a temporary file in the same folder and renames it. It is not synced: the checksum detects a file
// that a crash truncated.
func (f file) replace(write func(io.Writer) error) error {
	if err := prepare(f.folder); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(f.folder, temporary)
	if err != nil {
		return err
	}
	if err := errors.Join(write(tmp), tmp.Close()); err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	if err := os.Rename(tmp.Name(), filepath.Join(f.folder, f.name)); err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// prepare makes the folder, for its owner only, and marks it as excluded from backups and repositories.
func prepare(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	marks := map[string]string{
		".gitignore":   "*\n",
		"CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of ctxpack: https://bford.info/cachedir/\n",
	}
	for name, text := range marks {
		name = filepath.Join(folder, name)
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}

// Stored is one cache of a folder.
type Stored struct {
	Root    string // "" if the file cannot be used
	Variant string
	Files   int // number of files with facts
	Bytes   int64
	Used    time.Time // last use
	name    string
}

// List describes the caches of a folder, most recently used first. A folder that does not exist has none.
func List(folder string) ([]Stored, error) {
	list, err := files(folder)
	for i, s := range list {
		raw, err := readFile(filepath.Join(folder, s.name))
		if err != nil {
			continue
		}
		if c, key, ok := open(raw); ok {
			list[i].Root, list[i].Variant = key.Root, key.Variant
			if key.Variant != BundlesVariant {
				_, list[i].Files = beginning(c, "", 0)
			}
		}
	}
	return list, err
}

// files lists the caches without reading them, and removes leftovers of killed processes.
func files(folder string) ([]Stored, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list cache: %w", err)
	}
	var list []Stored
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch {
		case strings.HasSuffix(e.Name(), extension):
			list = append(list, Stored{name: e.Name(), Bytes: info.Size(), Used: info.ModTime()})
		case strings.HasPrefix(e.Name(), temporary) && time.Since(info.ModTime()) > abandoned:
			_ = os.Remove(filepath.Join(folder, e.Name())) // another process may have been faster
		}
	}
	slices.SortFunc(list, func(a, b Stored) int {
		return cmp.Or(b.Used.Compare(a.Used), strings.Compare(a.name, b.name))
	})
	return list, nil
}

// bound limits the size of the folder after objects with a given number of bytes were added. It
// counts all objects only occasionally, since that takes longer than many runs.
func bound(folder, keep string, added, limit int64) {
	list, err := files(folder)
	if err != nil {
		return
	}
	sum := mapped.Sum(list, func(s Stored) int64 { return s.Bytes })
	counted, ok := readCount(folder)
	if counted += added; !ok || sum+counted > limit {
		const spare = 10 // a tenth, so that the next run need not count again
		counted = evict(folder, keep, limit, limit-limit/spare)
		added = 1 // the total changed
	}
	if added > 0 {
		writeCount(folder, counted)
	}
}

// evict removes the least recently used caches and objects, if their total exceeds a limit, until it is at most
// rest. The cache just written stays. It returns the bytes of the remaining objects.
func evict(folder, keep string, limit, rest int64) (left int64) {
	list, err := files(folder)
	if err != nil {
		return 0
	}
	all := objects(folder)
	shared := len(all)
	all = append(all, mapped.Of(list, func(s Stored) object { return object{s.name, s.Bytes, s.Used} })...)
	var sum int64
	for i, o := range all {
		if sum += o.bytes; i < shared {
			left = sum
		}
	}
	if sum <= limit {
		return left
	}
	isShared := func(o object) bool { return strings.HasPrefix(o.name, objectsFolder+"/") }
	slices.SortStableFunc(all, func(a, b object) int { return b.used.Compare(a.used) })
	sum, left = 0, 0
	for _, o := range all {
		sum += o.bytes
		switch {
		case sum > rest && o.name != keep:
			_ = removeObject(folder, o)
		case isShared(o):
			left += o.bytes
		}
	}
	return left
}

// Clean removes all caches of a folder and returns their number and bytes. Other files stay.
func Clean(folder string) (n int, bytes int64, err error) {
	list, err := files(folder)
	if err != nil {
		return 0, 0, err
	}
	for _, s := range list {
		if e := os.Remove(filepath.Join(folder, s.name)); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, fmt.Errorf("clean cache: %w", e))
			continue
		}
		n++
		bytes += s.Bytes
	}
	return n, bytes, err
}
