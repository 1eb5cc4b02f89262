// Package cache stores the analysis of files, so that an unchanged file is not read, parsed or counted again.
//
// There is one file for each folder and way of counting ([Cache]). It has two keys: a file's path with the system's
// data (size, times, inode), which saves reading it, and the content hash with the file's name, which saves the
// analysis of a file that was only touched or moved. Missing facts are looked up among those shared by work trees,
// clones and machines ([Objects]). Search terms ([Words]) and the last bundles ([Bundles]) have files of their own.
//
// Invariants: the contents of the cache are never wrong, only missing. A cache that was truncated, changed or
// written by another version of the analyser counts as empty. It is replaced as a whole by a rename, so that
// concurrent processes and kills at any moment leave one of the complete caches. A file changed so recently that
// the next change might not show in its times is looked up by its contents only.
//
// Names of files are stored without the tokens in them (see redact.Disguise).
//
// Concurrency: the methods may be called from any number of goroutines; Save once, when all others have returned.
package cache

import (
	"encoding/hex"
	"path"
	"sync"
	"time"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/codec"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// Key identifies a cache.
type Key struct {
	Root    string // absolute path of the folder
	Variant string // everything that facts depend on besides the files: tokenizer, limits
	Program string // version of the analysis
}

// Facts are the cached results of analysing a file's contents.
type Facts struct {
	Skip         source.SkipReason // why its contents are not packed; then all else but Kind and Blob is empty
	Kind         uint8             // data derived from its path: facts of the same contents may differ with it
	Rendered     bool              // it is a page with template markup
	Encoding     string
	Blob         string // git blob id of its bytes, 40 hex digits
	Lines        int
	Tokens       int // about, see tokens.Counter.About
	Exact        int // counted; 0 if nobody asked
	Outline      Outline
	Exports      int
	Todos        int
	SummaryFloor int
	Excess       int       // parsing work beyond the ordinary for its size
	Parts        Parts     // parts of code and documents, see package pipeline
	Names        terms.Set // declared in code, at the top level or as members there
	Terms        terms.Set // the identifiers of code
	Mentions     []string  // texts in a document that look like file paths
	Licence      Licence   // the comment at its start, if it is a licence
	Tests        Tests     // the tests within the code
	Summary      *Summary  // nil until requested
	// Found are its secrets. Redacted identifies the redactions in the text that all other facts describe, see
	// redact.Vault.Applied.
	redact.Found
	Redacted uint64
	// Addressing are the lines on which it addresses a model, if that was checked.
	Addressing []int
}

// Outline has the parts of an outline that ranking needs.
type Outline struct {
	Language, Package, Fallback string
	Imports                     []signatures.Import
	Exports, Namespaces         []string
	Main                        bool
}

// Licence is a licence comment; zero for none.
type Licence struct {
	Start, End int    // lines
	Bytes      int    // bytes of the comment
	Text       uint64 // a hash that ignores years
}

// Tests are lines of tests within a file of code; zero for none.
type Tests struct {
	Start, End int // lines
	Tokens     int // tokens of these lines
}

// Summary is a file's signatures tier.
type Summary struct {
	Tokens   int    // 0 if there is neither
	First    string // first lines of the file, if there is no outline
	Lines    int    // number of lines in First, 0 for an outline
	Fallback string
	Sections []Section
	// Declarations are the file's declarations in source order, with a Parent only if their position does not show
	// it. Tail is the text of the outline after the last of them.
	Declarations []signatures.Symbol
	Tail         string
}

// Text returns the outline in a view, or the first lines.
func (s *Summary) Text(v signatures.View) string {
	if s.Lines > 0 || s.Tokens == 0 {
		return s.First
	}
	return v.Text(s.Declarations, s.Tail)
}

// Transient reports whether another attempt may give another outline.
func (o *Outline) Transient() bool { return (&signatures.Outline{Fallback: o.Fallback}).Transient() }

// Transient reports whether another attempt may give another summary.
func (s *Summary) Transient() bool {
	return s != nil && (&signatures.Outline{Fallback: s.Fallback}).Transient()
}

// Section is a separately shown part of an oversized file.
type Section struct {
	StartLine, EndLine int
	Exported           bool
	Complexity         int
	Markers            int
	Cost               int
}

// Stamp identifies the state of a file without reading it.
type Stamp struct {
	source.Stamp
	Size  int64
	Named bool // requested by name, so that its contents exclude it less
}

// settled is the minimum age of a file's last change for its stamp to be trusted: file systems have time steps of
// up to two seconds.
const settled = 2 * time.Second

// Cache is the cache of one key.
type Cache struct {
	kept[entry]

	blobs func() map[string]entry // by content and name
}

type entry struct {
	path    string // set in blobs only
	stamp   Stamp
	trusted bool   // the stamp may be used
	blob    string // 20 bytes, or "" for a file without
	age     int    // saves since the file was last seen
	facts   string // encoded
	summary string // encoded, "" if there is none
}

func (e entry) older() (entry, bool) {
	e.age++
	return e, e.age <= maxAge
}

// skipped reports whether the file's contents are not packed.
func (e entry) skipped() bool {
	skip := source.None
	codec.Int(codec.Reader(e.facts), &skip)
	return skip != source.None
}

// Open reads the cache of a key in a folder. It does not fail: a missing or unusable file is empty.
func Open(folder string, key Key) *Cache {
	c := &Cache{}
	c.open(folder, key, codeEntry)
	c.blobs = sync.OnceValue(func() map[string]entry {
		m := make(map[string]entry, len(c.old))
		for name, e := range c.old {
			if e.blob != "" {
				e.path = name
				m[contentKey(e.blob, name)] = e
			}
		}
		return m
	})
	return c
}

// contentKey combines a content hash and the part of a path that decides how the contents are read.
func contentKey(blob, name string) string { return blob + path.Base(name) }

// Get finds a file by its path and stamp.
func (c *Cache) Get(name string, stamp Stamp) (Facts, bool) {
	name = redact.Disguise(name)
	e := c.old[name]
	if !e.trusted || e.stamp != stamp || !stamp.Valid() {
		return Facts{}, false
	}
	f, ok := decodeFacts(e)
	if ok {
		c.saw(name, e, false)
	}
	return f, ok
}

// Find finds a file by its contents: blob is its git blob id, size its size, kind the data derived from its path. A
// found file is stored under its path.
func (c *Cache) Find(name, blob string, stamp Stamp, kind func() uint8) (Facts, bool) {
	name = redact.Disguise(name)
	raw, err := hex.DecodeString(blob)
	if err != nil || len(raw) == 0 {
		return Facts{}, false
	}
	if e, ok := c.blobs()[contentKey(string(raw), name)]; ok && e.stamp.Named == stamp.Named && e.stamp.Size == stamp.Size {
		if f, ok := decodeFacts(e); ok && (e.path == name || f.Kind == kind()) {
			c.found(name, e, stamp)
			return f, true
		}
	}
	if e, ok := c.sharing.shared(name, string(raw)); ok && e.stamp.Size == stamp.Size {
		// A file that was not excluded unnamed is not excluded when named.
		f, ok := decodeFacts(e)
		if applies := e.stamp.Named == stamp.Named || stamp.Named && f.Skip == source.None; applies && ok {
			c.found(name, e, stamp)
			return f, true
		}
	}
	return Facts{}, false
}

// found stores an entry for a file with the stamp.
func (c *Cache) found(name string, e entry, stamp Stamp) {
	e.path, e.stamp, e.trusted = "", stamp, c.Settled(stamp.Stamp)
	c.saw(name, e, true)
}

// Put stores the facts of a file. It returns them with texts that share the memory of the cache.
func (c *Cache) Put(name string, stamp Stamp, f Facts) Facts {
	name = redact.Disguise(name)
	raw, err := hex.DecodeString(f.Blob)
	if err != nil {
		return f
	}
	e := entry{stamp: stamp, trusted: c.Settled(stamp.Stamp), blob: string(raw), facts: encodeFacts(f)}
	if f.Summary != nil {
		e.summary = encodeSummary(*f.Summary)
	}
	c.saw(name, e, true)
	if shared, ok := decodeFacts(e); ok {
		shared.Summary, f = f.Summary, shared
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.news[name] = true
	return f
}

// PutSummary adds the signatures tier of a stored file.
func (c *Cache) PutSummary(name string, s Summary) {
	name = redact.Disguise(name)
	text := encodeSummary(s)
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.fresh[name]; ok && e.summary != text {
		e.summary = text
		c.fresh[name] = e
		c.dirty, c.news[name] = true, true
	}
}

func (c *Cache) saw(name string, e entry, dirty bool) {
	e.age = 0
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fresh[name] = e
	c.dirty = c.dirty || dirty
}

// Settled reports whether a change of the file from now on would show in its stamp.
func (m *kept[V]) Settled(s source.Stamp) bool {
	limit := m.file.now.Add(-settled).UnixNano()
	return s.Valid() && s.Modified < limit && s.Changed < limit
}
