package cache

import (
	"encoding/hex"
	"iter"
	"maps"
	"slices"
	"sync"

	"ctxpack/internal/redact"
	"ctxpack/internal/terms"
)

// WordsVariant is the Key.Variant of search terms, which depend on nothing but the
// contents of files.
const WordsVariant = "search terms"

// Words are the search terms of the files of a repository, by their contents. They
// are as many bytes as all else that is known of the files, and are only of use to
// those who search; so they have a file of their own. Its invariants are those of
// a Cache.
type Words struct {
	file    file
	old     map[string]words // by blob id, 20 bytes
	sharing *sharing         // nil if nothing is shared

	mu      sync.Mutex
	fresh   map[string]words
	news    map[string]bool // of fresh, what no store gave
	history string
	dirty   bool
}

type words struct {
	counts terms.Counts
	age    int // saves since they were asked for
}

// OpenWords reads the search terms of the repository of a key, whatever its variant
// is. It does not fail: what is not there, or cannot be used, is empty.
func OpenWords(folder string, key Key) *Words {
	key.Variant = WordsVariant
	w := &Words{file: newFile(folder, key), fresh: map[string]words{}, news: map[string]bool{}}
	w.load()
	return w
}

func (w *Words) load() {
	r, ok := w.file.read()
	if !ok {
		return
	}
	history := r.string()
	n := r.count()
	old := make(map[string]words, n)
	for range n {
		blob := r.string()
		old[blob] = words{terms.Counts(r.string()), r.int()}
	}
	if !r.bad && r.in == "" {
		w.old, w.history = old, history
	}
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

// Share is that of a Cache.
func (w *Words) Share(store Objects, tracked func() []Tracked) {
	w.sharing = newSharing(store, WordsVariant+"\x00"+w.file.key.Program, tracked, func(_, blob string) (entry, bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		known, ok := w.fresh[blob]
		return entry{blob: blob, facts: string(known.counts)}, ok
	})
}

// Missing returns the batches of those files whose search terms are not known, as far as
// the cache of the same folder and git's index tell what they hold.
func (w *Words) Missing(c *Cache, paths iter.Seq[string]) []*Batch {
	has := func(path, blob string) bool {
		_, ok := w.old[blob]
		if !ok {
			_, ok = w.old[blob+path] // of one with secrets
		}
		return ok
	}
	unknown := func(yield func(string) bool) {
		for path := range paths {
			path = redact.Disguise(path)
			e, ok := c.old[path]
			if !(ok && (e.skipped() || has(path, e.blob))) && !yield(path) {
				return
			}
		}
	}
	return w.sharing.missing(unknown, has)
}

// Find returns what the store has of a file with that blob id.
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

// Unshared is that of a Cache.
func (w *Words) Unshared() []*Batch {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.dirty {
		return nil
	}
	return w.sharing.unshared(func(_, blob string) bool { return w.news[blob] }, len(w.news))
}

// Put remembers the search terms of contents.
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

// Past is that of a Cache.
func (w *Words) Past() *Past { return w.sharing.past() }

// History and SetHistory are those of a Cache, for what searching asks of it.
func (w *Words) History() string { return w.history }

// SetHistory stores what was found out about the repository's history.
func (w *Words) SetHistory(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.history != text {
		w.history, w.dirty = text, true
	}
}

// Save writes what is new, if anything is. Its error means that the next run
// will be as slow as this one, nothing else.
func (w *Words) Save() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.dirty {
		w.file.used()
		return nil
	}
	w.dirty = false
	return w.file.save(w.encode)
}

func (w *Words) encode(out *writer) {
	for blob, known := range w.old {
		if _, ok := w.fresh[blob]; !ok && known.age < maxAge {
			known.age++
			w.fresh[blob] = known
		}
	}
	out.string(w.history)
	out.int(len(w.fresh))
	for _, blob := range slices.Sorted(maps.Keys(w.fresh)) {
		out.string(blob)
		out.string(string(w.fresh[blob].counts))
		out.int(w.fresh[blob].age)
	}
}
