package cache

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/codec"
	"ctxpack/internal/text/mapped"
)

// The analysis of a file depends on its contents and its path in the repository, so work trees,
// clones and branches can share it. The files of git's index are divided into batches by their paths
// alone, so that all clones get the same batches. The facts of a batch are one object ([Objects]):
//
//   - The exact key is a hash of the paths and blob ids of the batch.
//   - The restore key stays the same if a few files of the batch are added, removed or changed. Its
//     object contains the exact key of the batch that was stored last under it.
//
// So one changed file does not invalidate the others of its batch, and no key depends on the location
// of a folder. Git's index only determines which objects to get: facts are used for a file only if
// the file has their blob id.

// Tracked is a file in git's index.
type Tracked struct {
	Path string
	Blob string // blob id, 40 hex digits; "" if it changed since
}

// batchFiles is the approximate number of files in an object: few enough that a change is cheap, so many that a
// large repository is a few hundred objects.
const batchFiles = 200

// Batch is a group of files whose facts are one object.
type Batch struct {
	of     *sharing
	id     string // hash of its place in the repository
	files  []Tracked
	stored map[string]entry // contents of its object, by path
	asked  bool             // stored was fetched from the store
	exact  bool             // the object has exactly these contents
}

// sharing connects a cache with those of other folders.
type sharing struct {
	store   Objects
	scope   string // prefix of all keys
	tracked func() []Tracked
	// known returns the data to store for a path with that blob id (20 bytes).
	known func(path, blob string) (entry, bool)

	history Past
	once    sync.Once
	batches []*Batch
	places  map[string]place // by path
}

type place struct {
	batch *Batch
	blob  string // 20 bytes
}

func newSharing(store Objects, scope string, tracked func() []Tracked, known func(path, blob string) (entry, bool)) *sharing {
	s := &sharing{store: store, scope: objectMagic + scope, known: known, tracked: func() []Tracked {
		files := tracked()
		for i := range files {
			files[i].Path = redact.Disguise(files[i].Path)
		}
		slices.SortStableFunc(files, func(a, b Tracked) int { return strings.Compare(a.Path, b.Path) })
		return files
	}}
	s.history.of = s
	return s
}

// find returns the batch of a file; nil for an untracked one.
func (s *sharing) find(path string) place {
	s.once.Do(func() {
		files := s.tracked()
		s.places = make(map[string]place, len(files))
		s.cut("", files)
		for _, b := range s.batches {
			for _, f := range b.files {
				raw, _ := hex.DecodeString(f.Blob)
				s.places[f.Path] = place{b, string(raw)}
			}
		}
	})
	return s.places[path]
}

// cut divides the files below a folder, sorted by path, into batches: a single one if they are few; else one for
// each subfolder that is not small, divided likewise, and some for the rest.
func (s *sharing) cut(folder string, files []Tracked) {
	const small = batchFiles / 8
	if len(files) <= batchFiles {
		s.add(folder, files)
		return
	}
	type group struct {
		hash  uint64
		files []Tracked
	}
	var groups []group
	rest := 0
	for len(files) > 0 {
		name, _, isFolder := strings.Cut(files[0].Path[len(folder):], "/")
		n := 1
		if isFolder {
			// The common prefix is long in a deep tree.
			for n < len(files) && strings.HasPrefix(files[n].Path[len(folder):], name+"/") {
				n++
			}
			if n > small {
				s.cut(files[0].Path[:len(folder)+len(name)+1], files[:n])
				files = files[n:]
				continue
			}
		}
		groups = append(groups, group{hashOf(name), files[:n]})
		rest += n
		files = files[n:]
	}
	bits := 0
	for rest>>bits > batchFiles {
		bits++
	}
	parts := make([][]Tracked, 1<<bits)
	for _, g := range groups {
		i := g.hash & (1<<bits - 1)
		parts[i] = append(parts[i], g.files...)
	}
	for i, part := range parts {
		s.add(fmt.Sprintf("%s:%d/%d", folder, i, len(parts)), part)
	}
}

func (s *sharing) add(id string, files []Tracked) {
	if len(files) > 0 {
		s.batches = append(s.batches, &Batch{of: s, id: id, files: files})
	}
}

func hashOf(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.LittleEndian.Uint64(sum[:])
}

// shared returns the store's data of a file with that blob id.
func (s *sharing) shared(path, blob string) (entry, bool) {
	if s == nil {
		return entry{}, false
	}
	b := s.find(path).batch
	if b == nil {
		return entry{}, false
	}
	e, ok := b.stored[path]
	return e, ok && e.blob == blob
}

// key hashes texts, each with its length before it.
func (s *sharing) key(kind string, texts ...string) ObjectKey {
	c := codec.Writer(nil)
	codec.String(c, &s.scope, &kind)
	c.Strings(texts)
	return sha256.Sum256(c.Bytes())
}

func (b *Batch) exactKey() ObjectKey {
	texts := make([]string, 0, 2*len(b.files))
	for _, f := range b.files {
		texts = append(texts, f.Path, f.Blob)
	}
	return b.of.key("exact", texts...)
}

// restoreKey depends on the two paths with the smallest hashes: two batches that share most paths mostly have the
// same.
func (b *Batch) restoreKey() ObjectKey {
	paths := mapped.Of(b.files, func(f Tracked) string { return f.Path })
	hashes := make(map[string]uint64, len(paths))
	for _, p := range paths {
		hashes[p] = hashOf(p)
	}
	slices.SortFunc(paths, func(x, y string) int { return cmp.Compare(hashes[x], hashes[y]) })
	return b.of.key("kin", append([]string{b.id}, paths[:min(2, len(paths))]...)...)
}

// Fetch fetches the batch from the store. Missing or corrupt objects count as absent.
func (b *Batch) Fetch(ctx context.Context) {
	b.asked, b.exact, b.stored = true, false, nil
	key := b.exactKey()
	if b.stored, b.exact = b.get(ctx, key); b.exact {
		return
	}
	restore := b.restoreKey()
	data, _ := b.of.store.Get(ctx, restore) // an error counts as missing
	if payload, ok := OpenObject(restore, data); ok && len(payload) == len(key) {
		b.stored, _ = b.get(ctx, ObjectKey(payload))
	}
}

func (b *Batch) get(ctx context.Context, key ObjectKey) (map[string]entry, bool) {
	data, _ := b.of.store.Get(ctx, key) // an error counts as missing
	payload, ok := OpenObject(key, data)
	if !ok {
		return nil, false
	}
	return decodeBatch(payload)
}

// Store stores the batch, if it has more than its object.
func (b *Batch) Store(ctx context.Context) error {
	if !b.asked {
		b.Fetch(ctx)
	}
	all := make(map[string]entry, len(b.files))
	changed := !b.exact
	for _, f := range b.files {
		raw, _ := hex.DecodeString(f.Blob)
		was, had := b.stored[f.Path]
		had = had && was.blob == string(raw)
		e, ok := b.of.known(f.Path, string(raw))
		switch {
		case !ok && !had:
			continue
		case !ok:
			e = was
		case !had:
			changed = true
		case e.stamp.Named && !was.stamp.Named:
			e = was // the older entry serves more requests
		default:
			if e.summary == "" && e.facts == was.facts {
				e.summary = was.summary
			}
			changed = changed || e.facts != was.facts || e.summary != was.summary || e.stamp.Named != was.stamp.Named
		}
		all[f.Path] = e
	}
	if !changed || len(all) == 0 {
		return nil
	}
	key, restore := b.exactKey(), b.restoreKey()
	data := SealObject(key, encodeBatch(all))
	if len(data) > MaxObject {
		return nil // too large to be accepted
	}
	if err := b.of.store.Put(ctx, key, data); err != nil {
		return err
	}
	b.stored, b.exact = all, true
	return b.of.store.Put(ctx, restore, SealObject(restore, key[:]))
}

func encodeBatch(entries map[string]entry) []byte {
	size := 0
	for path, e := range entries {
		const fixed = 60 // maximum bytes of numbers
		size += len(path) + len(e.facts) + len(e.summary) + fixed
	}
	c := codec.Writer(make([]byte, 0, size))
	c.Count(len(entries), 1)
	for _, path := range slices.Sorted(maps.Keys(entries)) {
		e := entries[path]
		codeShared(c, &path, &e)
	}
	return c.Bytes()
}

// codeShared codes an entry without the data of one folder.
func codeShared(c *codec.Codec, path *string, e *entry) {
	codec.String(c, path)
	codec.Int(c, &e.stamp.Size)
	c.Bool(&e.stamp.Named)
	codec.String(c, &e.blob, &e.facts, &e.summary)
}

func decodeBatch(payload []byte) (map[string]entry, bool) {
	c := codec.Reader(string(payload))
	n := c.Count(0, 1)
	entries := make(map[string]entry, min(n, 2*batchFiles))
	for range n {
		var path string
		var e entry
		if codeShared(c, &path, &e); c.Bad() || len(e.blob) != blobBytes {
			return nil, false
		}
		entries[path] = e
	}
	return entries, c.Whole()
}

const blobBytes = 20

// Share makes the cache look up missing facts in a store, and put new ones there. tracked returns the files of
// git's index, sorted by path; it is called only if something is missing. Call Share before all other methods.
func (c *Cache) Share(store Objects, tracked func() []Tracked) {
	c.sharing = newSharing(store, "facts\x00"+c.file.key.Program+"\x00"+c.file.key.Variant, tracked, func(path, blob string) (entry, bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		e, ok := c.fresh[path]
		return e, ok && e.blob == blob
	})
}

// Missing returns the batches of files that the cache lacks.
func (c *Cache) Missing(files iter.Seq2[string, Stamp]) []*Batch {
	unknown := func(yield func(string) bool) {
		for path, stamp := range files {
			path = redact.Disguise(path)
			if e := c.old[path]; !(e.trusted && e.stamp == stamp) && !yield(path) {
				return
			}
		}
	}
	return c.sharing.missing(unknown, func(path, blob string) bool {
		if e, ok := c.old[path]; ok && e.blob == blob {
			return true
		}
		_, ok := c.blobs()[contentKey(blob, path)]
		return ok
	})
}

// missing returns the batches of files whose contents in git's index are unknown to the cache.
func (s *sharing) missing(paths iter.Seq[string], known func(path, blob string) bool) []*Batch {
	if s == nil {
		return nil
	}
	var list []*Batch
	seen := map[*Batch]bool{}
	for path := range paths {
		at := s.find(path)
		if isNew := at.batch != nil && !at.batch.asked && !seen[at.batch]; !isNew || known(path, at.blob) {
			continue
		}
		seen[at.batch] = true
		list = append(list, at.batch)
	}
	return list
}

// Unshared returns the batches with results that the store may lack, to be stored before the cache is saved.
func (c *Cache) Unshared() []*Batch {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.dirty {
		return nil
	}
	return c.sharing.unshared(func(path, blob string) bool { return c.news[path] && c.fresh[path].blob == blob }, len(c.news))
}

// unshared returns the requested batches, and those with news; there are n.
func (s *sharing) unshared(news func(path, blob string) bool, n int) []*Batch {
	if s == nil {
		return nil
	}
	if n > 0 {
		_ = s.find("") // makes the batches
	}
	return mapped.Where(s.batches, func(b *Batch) bool {
		return b.asked || n > 0 && slices.ContainsFunc(b.files, func(f Tracked) bool { return news(f.Path, s.places[f.Path].blob) })
	})
}
