package cache

import (
	"encoding/hex"
	"iter"

	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/codec"
	"ctxpack/scorer/terms"
)

// WordsVariant is the Key.Variant of search terms, which depend only on the contents of files.
const WordsVariant = "search terms"

// Words are the search terms of the files of a repository, by content. They are as large as all other facts
// together, and only searches need them; so they have a file of their own. Its invariants are those of a Cache.
type Words struct{ kept[words] } // by blob id, 20 bytes

type words struct {
	counts terms.Counts
	age    int // saves since they were last requested
}

func (w words) older() (words, bool) {
	w.age++
	return w, w.age <= maxAge
}

// OpenWords reads the search terms of the repository of a key, whatever its variant is. It does not fail: a missing
// or unusable file is empty.
func OpenWords(folder string, key Key) *Words {
	key.Variant = WordsVariant
	w := &Words{}
	w.open(folder, key, func(c *codec.Codec, blob *string, v *words) {
		codec.String(c, blob)
		codec.String(c, &v.counts)
		codec.Int(c, &v.age)
	})
	return w
}

// Get returns the search terms of contents by their git blob id.
func (w *Words) Get(blob string) (terms.Counts, bool) {
	raw, err := hex.DecodeString(blob)
	if err != nil {
		return "", false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if known, ok := w.fresh[string(raw)]; ok {
		return known.counts, true
	}
	known, ok := w.old[string(raw)]
	if !ok {
		return "", false
	}
	known.age = 0
	w.fresh[string(raw)] = known
	return known.counts, true
}

// Share is like Cache.Share.
func (w *Words) Share(store Objects, tracked func() []Tracked) {
	w.sharing = newSharing(store, WordsVariant+"\x00"+w.file.key.Program, tracked, func(_, blob string) (entry, bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		known, ok := w.fresh[blob]
		return entry{blob: blob, facts: string(known.counts)}, ok
	})
}

// Missing returns the batches of files whose search terms are unknown, if the cache of the same folder and git's
// index identify their contents.
func (w *Words) Missing(c *Cache, files iter.Seq2[string, Stamp]) []*Batch {
	has := func(path, blob string) bool {
		_, ok := w.old[blob]
		if !ok {
			_, ok = w.old[blob+path] // contents with secrets
		}
		return ok
	}
	unknown := func(yield func(string) bool) {
		for path := range files {
			path = redact.Disguise(path)
			e, ok := c.old[path]
			if isKnown := ok && (e.skipped() || has(path, e.blob)); !isKnown && !yield(path) {
				return
			}
		}
	}
	return w.sharing.missing(unknown, has)
}

// Find returns the store's terms of a file with that blob id.
func (w *Words) Find(path, blob string) (terms.Counts, bool) {
	raw, err := hex.DecodeString(blob)
	if err != nil {
		return "", false
	}
	e, ok := w.sharing.shared(redact.Disguise(path), string(raw))
	if ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.fresh[string(raw)] = words{counts: terms.Counts(e.facts)}
		w.dirty = true
	}
	return terms.Counts(e.facts), ok
}

// Unshared is like Cache.Unshared.
func (w *Words) Unshared() []*Batch {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.dirty {
		return nil
	}
	return w.sharing.unshared(func(_, blob string) bool { return w.news[blob] }, len(w.news))
}

// Put stores the search terms of contents.
func (w *Words) Put(blob string, counts terms.Counts) {
	raw, err := hex.DecodeString(blob)
	if err != nil || len(raw) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fresh[string(raw)] = words{counts: counts}
	w.dirty, w.news[string(raw)] = true, true
}
