package gitrepo

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

const (
	maxPacks     = 10_000
	maxOpenPacks = 64
	firstGrow    = 1 << 20 // bytes allocated in advance for the size in a header
)

// object is a decoded object. Its data must not be written to: the cache shares it.
type object struct {
	kind plumbing.ObjectType
	data []byte
}

// Objects reads loose and packed objects. It bounds the size of each object and the total work. Not safe for
// concurrent use.
type Objects struct {
	dirs   []*folder // objects folders: the repository's, then its alternates
	packs  []*pack   // the last used one first
	opened int       // number of open packs
	tick   int
	cache  cache
	limits Limits
	work   int64
}

// OpenObjects opens the objects of a repository. Parts that cannot be opened cause warnings. Close the result.
func OpenObjects(repo *Repository, limits Limits) (*Objects, []string) {
	s := &Objects{limits: limits, cache: cache{limit: limits.Cache}}
	d, err := repo.common.sub("objects")
	if err != nil {
		return s, []string{"open objects: " + Describe(err)}
	}
	s.dirs = append(s.dirs, d)
	path := filepath.Join(repo.commonPath, "objects")
	alt := &alternates{repo: repo, objects: s, seen: map[string]bool{path: true}}
	alt.add(d, path, 1)
	for _, d := range s.dirs {
		if err := s.listPacks(d); err != nil {
			alt.warn("list packs: %s", Describe(err))
		}
	}
	return s, alt.warnings
}

// Close closes the files of all packs.
func (s *Objects) Close() {
	for _, p := range s.packs {
		p.close()
	}
	for _, d := range s.dirs {
		d.close()
	}
}

// listPacks adds the packs of an objects folder, in the order of their names.
func (s *Objects) listPacks(d *folder) error {
	if err := d.expectDir("pack"); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	f, err := d.root.OpenFile("pack", os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, n := range names {
		if base, ok := strings.CutSuffix(n, ".idx"); ok && strings.HasPrefix(n, "pack-") {
			if len(s.packs) == maxPacks {
				return fmt.Errorf("more than %d packs", maxPacks)
			}
			s.packs = append(s.packs, &pack{dir: d, name: base})
		}
	}
	return nil
}

// Blob returns the bytes of a blob. They must not be written to.
func (s *Objects) Blob(ctx context.Context, id ID) ([]byte, error) {
	return s.read(ctx, id, plumbing.BlobObject)
}

// read returns the object id, which must have the given kind.
func (s *Objects) read(ctx context.Context, id ID, kind plumbing.ObjectType) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	o, err := s.packed(id)
	if errors.Is(err, ErrMissing) {
		o, err = s.loose(id, err)
	}
	if err != nil {
		return nil, err
	}
	if o.kind != kind {
		return nil, fmt.Errorf("%w: a %s in place of a %s", errCorrupt, o.kind, kind)
	}
	return o.data, nil
}

// packed searches all packs. An object may be in several: an unreadable pack does not end the search.
func (s *Objects) packed(id ID) (object, error) {
	missing := ErrMissing
	for i, p := range s.packs {
		s.use(p)
		at, err := p.find(id)
		if errors.Is(err, ErrMissing) {
			continue
		}
		if err == nil {
			var o object
			if o, err = p.read(s, at); err == nil {
				copy(s.packs[1:i+1], s.packs[:i]) // neighbours in history are likely in the same pack
				s.packs[0] = p
				return o, nil
			}
		}
		if errors.Is(err, errLimit) || errors.Is(err, ErrTooMuchWork) {
			return object{}, err
		}
		missing = fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return object{}, missing
}

// use limits the number of open packs before p is opened.
func (s *Objects) use(p *pack) {
	s.tick++
	p.used = s.tick
	if p.idx != nil || p.err != nil {
		return
	}
	if s.opened == maxOpenPacks {
		var oldest *pack
		for _, q := range s.packs {
			if q.idx != nil && (oldest == nil || q.used < oldest.used) {
				oldest = q
			}
		}
		if oldest != nil {
			oldest.close()
			s.opened--
		}
	}
	if p.open() == nil {
		s.opened++
	}
}

// loose reads a loose object. missing is the error if there is none.
func (s *Objects) loose(id ID, missing error) (object, error) {
	k := key{loose: id}
	if o, ok := s.cache.get(k); ok {
		return o, nil
	}
	name := id.String()
	name = name[:2] + "/" + name[2:]
	for _, d := range s.dirs {
		f, _, err := d.open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return object{}, err
		}
		o, err := s.parseLoose(f)
		_ = f.Close()
		if err == nil {
			s.cache.put(k, o)
		}
		return o, err
	}
	return object{}, missing
}

// parseLoose decodes a loose object: compressed, preceded by kind and size.
func (s *Objects) parseLoose(f io.Reader) (object, error) {
	z, err := zlib.NewReader(f)
	if err != nil {
		return object{}, corrupt(err)
	}
	r := bufio.NewReader(z)
	const longest = 32 // kind, size in decimal and the NUL
	head, err := r.Peek(longest)
	end := bytes.IndexByte(head, 0)
	if end < 0 {
		return object{}, corrupt(err)
	}
	name, digits, _ := strings.Cut(string(head[:end]), " ")
	kind, kindErr := plumbing.ParseObjectType(name)
	size, sizeErr := strconv.ParseInt(digits, 10, 64)
	if kindErr != nil || sizeErr != nil || size < 0 {
		return object{}, errCorrupt
	}
	if err := s.spend(size); err != nil {
		return object{}, err
	}
	if _, err := r.Discard(end + 1); err != nil {
		return object{}, corrupt(err)
	}
	var buf bytes.Buffer
	buf.Grow(int(min(size, firstGrow)))
	n, err := io.Copy(&buf, io.LimitReader(r, size+1))
	if err != nil || n != size {
		return object{}, corrupt(err)
	}
	return object{kind: kind, data: buf.Bytes()}, nil
}

func (s *Objects) patch(base, delta []byte) ([]byte, error) {
	from, size, ok := deltaSizes(delta)
	if !ok || from != int64(len(base)) {
		return nil, errCorrupt
	}
	if err := s.spend(size); err != nil {
		return nil, err
	}
	data, err := packfile.PatchDelta(base, delta)
	if err != nil {
		return nil, corrupt(err)
	}
	return data, nil
}

// spend accounts for size bytes before they are allocated.
func (s *Objects) spend(size int64) error {
	if size < 0 || size > s.limits.Object {
		return fmt.Errorf("an object of %d bytes: %w", size, errLimit)
	}
	if s.work += size; s.work > s.limits.Work {
		return ErrTooMuchWork
	}
	return nil
}

// Limits bound the work that reading objects can cause.
type Limits struct {
	Object int64 // bytes of one object, compressed forms and deltas included
	Work   int64 // bytes inflated or patched in all
	Cache  int64 // bytes of objects kept in memory
	// Borrow are the user's folders, absolute and free of links, below which objects may be borrowed in addition to
	// those of the repository itself.
	Borrow []string
}

// DefaultLimits returns 64 MiB for an object and for the cache, and 4 GiB in all.
func DefaultLimits() Limits { return Limits{Object: 64 << 20, Work: 4 << 30, Cache: 64 << 20} }

var (
	// ErrMissing is returned for an object that the repository lacks.
	ErrMissing = errors.New("object is not in the repository")
	// ErrTooManyEntries is returned if a tree, or the difference of two trees, costs more than [Differ.Left].
	ErrTooManyEntries = errors.New("too many entries")
	// ErrTooMuchWork is returned if all reads together exceed [Limits.Work].
	ErrTooMuchWork = errors.New("history is too large")

	errCorrupt = errors.New("object is corrupt")
	// errLimit is returned for an object or a path that exceeds the limits.
	errLimit = errors.New("too large")
)

// key identifies a cached object: by its pack and offset, as deltas do, or by its id.
type key struct {
	pack  *pack
	at    int64
	loose ID
}

// cache keeps recently used objects. It has two generations: when the young one is full it becomes the old one, and
// the old one is dropped. This needs no bookkeeping per use, unlike an LRU list.
type cache struct {
	limit      int64 // bytes of both generations
	young, old map[key]object
	size       int64 // bytes of the young generation
}

func (c *cache) get(k key) (object, bool) {
	if o, ok := c.young[k]; ok {
		return o, true
	}
	o, ok := c.old[k]
	if ok {
		c.put(k, o)
	}
	return o, ok
}

func (c *cache) put(k key, o object) {
	const overhead = 200 // approximate bytes of key, slice and map slot
	cost := int64(len(o.data)) + overhead
	if cost > c.limit/2 {
		return
	}
	if c.young == nil || c.size+cost > c.limit/2 {
		c.old, c.young, c.size = c.young, map[key]object{}, 0
	}
	c.young[k] = o
	c.size += cost
}
