package gitrepo

import (
	"bytes"
	"crypto/sha1" // the index is sealed with SHA-1
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

const (
	maxIndex        = 256 << 20 // bytes of the index file
	maxIndexEntries = 500_000   // entries of the index
	maxIndexNames   = 64 << 20  // bytes of all its paths: version 4 stores them compressed

	// MaxPath is the maximum length of a path in bytes; longer ones are omitted.
	MaxPath = 4096
)

// Kind is the type of a tracked path.
type Kind uint8

// The kinds of tracked paths.
const (
	Regular    Kind = iota // a file
	Executable             // a file with the executable bit
	Symlink                // a symbolic link
	Submodule              // a commit of another repository
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	return [...]string{"regular", "executable", "symlink", "submodule"}[min(k, Submodule)]
}

// Index is the list of tracked paths.
type Index struct {
	// Entries are sorted by the bytes of their paths; a path occurs once.
	Entries []IndexEntry
	// ModTime is when the index file was written. An entry whose file was modified in the same instant or later may
	// differ from its blob although size and time agree.
	ModTime time.Time
}

// IndexEntry is one tracked path, with the file's data when git last compared it with the work tree.
type IndexEntry struct {
	Path string // slash-separated, without "." and ".." and ".git" elements
	Blob string // id in hexadecimal; for a submodule that of its commit
	Kind Kind
	// Unmerged is set if a merge left a conflict in the file. Blob is then "our" side, else the other one, else the
	// common base.
	Unmerged bool
	Size     uint32    // bytes of the file modulo 2^32; 0 also means unknown
	ModTime  time.Time // time of the file; zero if unknown
	Inode    uint32    // inode modulo 2^32; 0 where there is none
}

// ReadIndex reads the index of the work tree top, in versions 2, 3 and 4. A repository without an index has no
// entries.
//
// It fails with an explanation on split and sparse indexes, on extensions that cannot be skipped, on SHA-256
// repositories, and on an index that is corrupt, has paths that leave the work tree, is larger than 256 MiB, or has
// more than 500,000 entries.
func ReadIndex(top string) (*Index, error) {
	repo, err := openRepository(top)
	if err != nil {
		return nil, fmt.Errorf("read index: %s", Describe(err))
	}
	defer repo.Close()
	if err := repo.supportsIndex(); err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	data, fi, err := repo.git.read("index", maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return &Index{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read index: %s", Describe(err))
	}
	if err := verifyIndex(data); err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	entries, err := parseIndex(data)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	return &Index{Entries: entries, ModTime: fi.ModTime()}, nil
}

var errIndexCorrupt = errors.New("the index is corrupt")

// verifyIndex compares the checksum at the end. If git is configured to omit it, it is zero.
func verifyIndex(data []byte) error {
	if len(data) < indexHeader+sha1.Size {
		return errIndexCorrupt
	}
	body, seal := data[:len(data)-sha1.Size], data[len(data)-sha1.Size:]
	if bytes.Equal(seal, make([]byte, sha1.Size)) {
		return nil
	}
	if sum := sha1.Sum(body); !bytes.Equal(sum[:], seal) { // see above
		return errIndexCorrupt
	}
	return nil
}

const (
	indexHeader = 12 // signature, version, number of entries
	indexFixed  = 62 // fixed part of an entry before its path
)

// parseIndex decodes an index file as gitformat-index(5) describes it. Memory is
// bounded by the size of data and by maxIndexNames.
func parseIndex(data []byte) ([]IndexEntry, error) {
	if len(data) < indexHeader+sha1.Size || string(data[:4]) != "DIRC" {
		return nil, errIndexCorrupt
	}
	p := &indexParser{version: binary.BigEndian.Uint32(data[4:])}
	if p.version < 2 || p.version > 4 {
		return nil, fmt.Errorf("index version %d is not supported", p.version)
	}
	count := int64(binary.BigEndian.Uint32(data[8:]))
	p.rest = data[indexHeader : len(data)-sha1.Size]
	if count > int64(len(p.rest)/indexFixed) {
		return nil, errIndexCorrupt
	}
	if count > maxIndexEntries {
		return nil, fmt.Errorf("the index has more than %d entries: %w", maxIndexEntries, errLimit)
	}
	entries := make([]IndexEntry, 0, count)
	for range count {
		e, err := p.entry()
		if err != nil {
			return nil, err
		}
		if n := len(entries); n > 0 && entries[n-1].Path == e.Path {
			// Of the stages of a conflict (base, ours, theirs), ours is kept.
			if p.stage == stageOurs || p.before == stageBase {
				entries[n-1] = e
			}
			continue
		}
		entries = append(entries, e)
	}
	if err := p.extensions(); err != nil {
		return nil, err
	}
	// Checked last, because the entries of a split index have no paths.
	if slices.ContainsFunc(entries, func(e IndexEntry) bool { return !safePath(e.Path) }) {
		return nil, errors.New("the index has a path that leaves the work tree")
	}
	return sorted(entries), nil
}

// The stages of a conflict that matter here; stage 3 is theirs.
const (
	stageBase = 1
	stageOurs = 2
)

type indexParser struct {
	version uint32
	rest    []byte
	path    []byte // path of the previous entry
	names   int    // bytes of all paths so far
	stage,
	before uint16 // conflict stages of this entry and the one before, 0 without conflict
}

func (p *indexParser) entry() (IndexEntry, error) {
	var e IndexEntry
	if len(p.rest) < indexFixed {
		return e, errIndexCorrupt
	}
	b, size := p.rest, indexFixed
	be := binary.BigEndian
	if sec, nsec := be.Uint32(b[8:]), be.Uint32(b[12:]); sec != 0 || nsec != 0 {
		e.ModTime = time.Unix(int64(sec), int64(nsec))
	}
	e.Inode, e.Size = be.Uint32(b[20:]), be.Uint32(b[36:])
	e.Blob = hex.EncodeToString(b[40:60])
	flags := be.Uint16(b[60:])
	p.before, p.stage = p.stage, flags>>12&3
	e.Unmerged = p.stage != 0
	if flags&0x4000 != 0 {
		if p.version < 3 || len(b) < size+2 {
			return e, errIndexCorrupt
		}
		size += 2
	}
	var err error
	if e.Kind, err = indexKind(be.Uint32(b[24:])); err != nil {
		return e, err
	}
	if err := p.name(size); err != nil {
		return e, err
	}
	if int(flags&0xfff) != min(len(p.path), 0xfff) {
		return e, errIndexCorrupt
	}
	e.Path = string(p.path)
	return e, nil
}

// name decodes the path after the fixed part, which has size bytes, and advances to the next entry.
func (p *indexParser) name(size int) error {
	b := p.rest[size:]
	if p.version == 4 {
		strip, n := offsetVarint(b)
		if n == 0 || strip > uint64(len(p.path)) {
			return errIndexCorrupt
		}
		p.path = p.path[:len(p.path)-int(strip)]
		b = b[n:]
		size += n
	} else {
		p.path = p.path[:0]
	}
	end := bytes.IndexByte(b, 0)
	if end < 0 {
		return errIndexCorrupt
	}
	p.path = append(p.path, b[:end]...)
	if p.names += len(p.path); len(p.path) > MaxPath || p.names > maxIndexNames {
		return fmt.Errorf("the index has too long paths: %w", errLimit)
	}
	size += end + 1
	if p.version < 4 {
		size = (size + 7) &^ 7
	}
	if size > len(p.rest) {
		return errIndexCorrupt
	}
	p.rest = p.rest[size:]
	return nil
}

// offsetVarint decodes the variable-width number of index version 4 and packs. n is 0 if it does not end or is too
// large.
func offsetVarint(b []byte) (v uint64, n int) {
	for n < len(b) && n < 8 {
		c := b[n]
		n++
		v = v<<7 | uint64(c&0x7f)
		if c&0x80 == 0 {
			return v, n
		}
		v++
	}
	return 0, 0
}

func indexKind(mode uint32) (Kind, error) {
	switch mode & modeType {
	case modeRegular:
		if mode&0o100 != 0 {
			return Executable, nil
		}
		return Regular, nil
	case modeSymlink:
		return Symlink, nil
	case modeSubmodule:
		return Submodule, nil
	case modeTree:
		return 0, errors.New("a sparse index is not supported")
	}
	return 0, errIndexCorrupt
}

// safePath reports whether a path stays in the work tree and out of .git.
func safePath(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if slices.Contains([]string{"", ".", ".."}, part) || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}

// extensions rejects extensions that change the meaning of the entries.
func (p *indexParser) extensions() error {
	for b := p.rest; len(b) >= 8; {
		name, size := string(b[:4]), int64(binary.BigEndian.Uint32(b[4:]))
		switch {
		case name == "link":
			return errors.New("a split index is not supported")
		case name == "sdir":
			return errors.New("a sparse index is not supported")
		case name[0] < 'A' || name[0] > 'Z':
			return fmt.Errorf("index extension %q is not supported", name)
		case size > int64(len(b)-8):
			return errIndexCorrupt
		}
		b = b[8+size:]
	}
	return nil
}

// sorted sorts entries. Git writes them sorted, other programs may not; of several with the same path, the first
// one is kept.
func sorted(entries []IndexEntry) []IndexEntry {
	byPath := func(a, b IndexEntry) int { return strings.Compare(a.Path, b.Path) }
	if slices.IsSortedFunc(entries, byPath) {
		return entries
	}
	slices.SortStableFunc(entries, byPath)
	return slices.CompactFunc(entries, func(a, b IndexEntry) bool { return a.Path == b.Path })
}
