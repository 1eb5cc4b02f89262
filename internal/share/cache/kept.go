package cache

import (
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"ctxpack/internal/text/codec"
)

// kept is the content of a key's file: values by name, and the results for the repository's history.
type kept[V value[V]] struct {
	file file
	old  map[string]V // as read
	// code writes or reads a value and its name.
	code func(c *codec.Codec, name *string, v *V)

	sharing *sharing // nil if nothing is shared

	mu      sync.Mutex
	fresh   map[string]V
	news    map[string]bool // keys of fresh values that are not from a store
	history string          // results for the repository's history
	dirty   bool
}

// value is a kept value.
type value[V any] interface {
	// older returns the value to store after a run that did not request it; false if it is forgotten.
	older() (V, bool)
}

// open reads the file. If it is corrupt, the result is empty.
func (m *kept[V]) open(folder string, key Key, code func(c *codec.Codec, name *string, v *V)) {
	m.code = code
	m.file, m.old, m.fresh, m.news = file{folder: folder, name: fileName(key), key: key, now: time.Now()}, map[string]V{}, map[string]V{}, map[string]bool{}
	c, ok := m.file.read()
	if !ok {
		return
	}
	history, n := beginning(c, "", 0)
	old := make(map[string]V, n)
	var name string
	var v, none V
	for range n {
		v = none
		code(c, &name, &v)
		old[name] = v
	}
	if c.Whole() {
		m.old, m.history = old, history
	}
}

// Save writes new values, if there are any. An error only means that the next run will be as slow as this one.
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

// beginning codes the start of the file: the history, and the number of values.
func beginning(c *codec.Codec, history string, n int) (string, int) {
	codec.String(c, &history)
	return history, c.Count(n, 1)
}

func (m *kept[V]) encode(c *codec.Codec, to io.Writer) error {
	const most = 1 << 20 // bytes in memory: a large tree has some hundred millions
	for name, v := range m.old {
		if _, ok := m.fresh[name]; !ok {
			if v, ok = v.older(); ok {
				m.fresh[name] = v
			}
		}
	}
	beginning(c, m.history, len(m.fresh))
	var v V
	for _, name := range slices.Sorted(maps.Keys(m.fresh)) {
		v = m.fresh[name]
		m.code(c, &name, &v)
		if err := c.Drain(to, most); err != nil {
			return err
		}
	}
	return c.Drain(to, 0)
}

// Past returns the shared history of the repository.
func (m *kept[V]) Past() *Past { return m.sharing.past() }

// History returns the stored results for the repository's history, "" if there are none.
func (m *kept[V]) History() string { return m.history }

// SetHistory stores the results for the repository's history.
func (m *kept[V]) SetHistory(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.history != text {
		m.history, m.dirty = text, true
	}
}
