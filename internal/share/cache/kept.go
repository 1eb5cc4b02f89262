package cache

import (
	"maps"
	"slices"
	"sync"
)

// kept is what is kept of a key in one file: values by names, and what was found out
// about the repository's history.
type kept[V value[V]] struct {
	file file
	old  map[string]V // as read

	sharing *sharing // nil if nothing is shared

	mu      sync.Mutex
	fresh   map[string]V
	news    map[string]bool // of fresh, what no store gave
	history string
	dirty   bool
}

// value is what is kept.
type value[V any] interface {
	// older gives the value as it is stored by a run that did not ask for it; it is not
	// ok if it is forgotten.
	older() (V, bool)
	write(w *writer, name string)
	size() int // about, in bytes
}

// open reads the file. Anything that is not as it was written makes it empty.
func (m *kept[V]) open(folder string, key Key, read func(*reader) (string, V)) {
	m.file, m.old, m.fresh, m.news = newFile(folder, key), map[string]V{}, map[string]V{}, map[string]bool{}
	r, ok := m.file.read()
	if !ok {
		return
	}
	history := r.string()
	n := r.count()
	old := make(map[string]V, n)
	for range n {
		name, v := read(r)
		old[name] = v
	}
	if !r.bad && r.in == "" {
		m.old, m.history = old, history
	}
}

// Save writes what is new, if anything is. Its error means that the next run
// will be as slow as this one, nothing else.
func (m *kept[V]) Save() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.dirty {
		m.file.used()
		return nil
	}
	if err := m.file.save(m.encode); err != nil {
		return err
	}
	m.dirty = false
	return nil
}

func (m *kept[V]) encode(w *writer) {
	for name, v := range m.old {
		if _, ok := m.fresh[name]; !ok {
			if v, ok = v.older(); ok {
				m.fresh[name] = v
			}
		}
	}
	size := 0
	for name, v := range m.fresh {
		size += len(name) + v.size()
	}
	w.out = slices.Grow(w.out, size+len(m.history)+1024)
	w.string(m.history)
	w.int(len(m.fresh))
	for _, name := range slices.Sorted(maps.Keys(m.fresh)) {
		m.fresh[name].write(w, name)
	}
}

// Past is what the store has of the repository's history.
func (m *kept[V]) Past() *Past { return m.sharing.past() }

// History returns what was stored about the repository's history, "" if
// nothing was.
func (m *kept[V]) History() string { return m.history }

// SetHistory stores what was found out about the repository's history.
func (m *kept[V]) SetHistory(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.history != text {
		m.history, m.dirty = text, true
	}
}
