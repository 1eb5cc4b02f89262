// Package cache remembers what was found out about files, so that an unchanged
// file is neither read nor parsed nor counted again.
//
// There is one file a folder and way of counting ([Cache]). It is keyed twice: by a file's path with what the system
// says of it (size, times, inode), which saves reading it, and by the content hash with the file's name, which saves
// the analysis of a file that was only touched or moved. What it does not know is looked for among the facts that
// work trees, clones and machines share ([Objects]).
//
// Invariants: the contents of the cache are never wrong, only missing. A cache that was cut, changed or written by
// another version of the analyser is empty. It is replaced as a whole by a rename, so that processes that run at the
// same time and kills at any moment leave one whole cache or the other. A file that was changed so lately that the next
// change might not show in its times is looked up by its contents only.
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

// Key says whose facts they are.
type Key struct {
	Root    string // absolute path of the folder
	Variant string // all that facts depend on in addition to the files: tokenizer, limits
	Program string // which version of what finds facts out
}

// Facts are the information about a file's contents.
type Facts struct {
	Skip         source.SkipReason // why its contents are not packed; then all else but Kind and Blob is empty
	Kind         uint8             // what its path says of it: facts of the same contents with another may differ
	Rendered     bool              // it is a page with the marks of a template
	Encoding     string
	Blob         string // git blob id of its bytes, 40 hex digits
	Lines        int
	Tokens       int
	Outline      Outline
	Exports      int
	Todos        int
	SummaryFloor int
	Excess       int       // work of parsing it beyond the ordinary for its size
	Parts        Parts     // of code and documents, see pipeline
	Names        terms.Set // that code declares, at the top level or as members there
	Terms        terms.Set // the identifiers of code
	Mentions     []string  // what a document says that looks like the path of a file
	Licence      Licence   // the comment that it begins with, if that is about a licence
	Tests        Tests     // that code has among what it tests
	Summary      *Summary  // nil while nobody asked for it
	// Found are its secrets, and Redacted what was taken out of the text that all
	// else is said of, see redact.Vault.Applied.
	redact.Found
	Redacted uint64
	// Addressing are the lines on which it addresses a model, if that was asked.
	Addressing []int
}

// Outline is what ranking needs of one.
type Outline struct {
	Language, Package, Fallback string
	Imports                     []signatures.Import
	Exports, Namespaces         []string
	Main                        bool
}

// Licence is a comment about a licence; zero for none.
type Licence struct {
	Start, End int    // lines
	Tokens     int    // of it
	Text       uint64 // a hash of it that years have no influence on
}

// Tests are lines of tests within a file of code; zero for none.
type Tests struct {
	Start, End int // lines
	Tokens     int // of them
}

// Summary is a file's signatures tier.
type Summary struct {
	Tokens   int    // 0 if nothing represents the file
	First    string // first lines of the file that represent an outline
	Lines    int    // of First, 0 for an outline
	Fallback string
	Sections []Section
	// Declarations are what the file declares, in source order, with a Parent only where their
	// place does not show it, and Tail is what its outline has below them.
	Declarations []signatures.Symbol
	Tail         string
}

// Text is what represents the file: its outline in such a view, or its first lines.
func (s *Summary) Text(v signatures.View) string {
	if s.Lines > 0 || s.Tokens == 0 {
		return s.First
	}
	return v.Text(s.Declarations, s.Tail)
}

func transient(fallback string) bool { return (&signatures.Outline{Fallback: fallback}).Transient() }

// Transient reports whether another attempt may give another outline.
func (o *Outline) Transient() bool { return transient(o.Fallback) }

// Transient reports whether another attempt may give another summary.
func (s *Summary) Transient() bool {
	return s != nil && transient(s.Fallback)
}

// Section is a part of an oversized file that can be shown by itself.
type Section struct {
	StartLine, EndLine int
	Exported           bool
	Complexity         int
	Markers            int
	Cost               int
}

// Stamp identifies, without reading a file, the one that was read.
type Stamp struct {
	source.Stamp
	Size  int64
	Named bool // it was asked for by name, so that its contents exclude it less
}

// settled is how old a file's last change must be when it is read for its stamp
// to be trusted: file systems tick in steps of up to two seconds.
const settled = 2 * time.Second

// Cache is the cache of one key.
type Cache struct {
	kept[entry]

	blobs func() map[string]entry // by content and name
}

// entry is one file as it is stored.
type entry struct {
	path    string // set in blobs only
	stamp   Stamp
	trusted bool   // the stamp may be used
	blob    string // 20 bytes, or "" for a file without
	age     int    // saves since the file was seen
	facts   string // encoded
	summary string // encoded, "" if there is none
}

func (e entry) older() (entry, bool) {
	e.age++
	return e, e.age <= maxAge
}

func (e entry) size() int {
	const fixed = 80 // bytes of numbers, at most
	return len(e.facts) + len(e.summary) + fixed
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

// contentKey is a content hash and the part of a path that decides how the contents are read.
func contentKey(blob, name string) string { return blob + path.Base(name) }

// Get finds a file by its path and stamp.
func (c *Cache) Get(name string, stamp Stamp) (Facts, bool) {
	name = redact.Disguise(name)
	e, ok := c.old[name]
	if !ok || !e.trusted || e.stamp != stamp || !stamp.Valid() {
		return Facts{}, false
	}
	f, ok := decodeFacts(e)
	if ok {
		c.saw(name, e, false)
	}
	return f, ok
}

// Find finds a file by its contents: blob is its git blob id, size that of the
// file, kind what its path says of it. A file that is found is remembered under its path.
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
		// A file that is not left out would not be if it were named.
		if f, ok := decodeFacts(e); ok && (e.stamp.Named == stamp.Named || stamp.Named && f.Skip == source.None) {
			c.found(name, e, stamp)
			return f, true
		}
	}
	return Facts{}, false
}

// found remembers an entry as that of a file with the stamp.
func (c *Cache) found(name string, e entry, stamp Stamp) {
	e.path, e.stamp, e.trusted = "", stamp, c.trusts(stamp)
	c.saw(name, e, true)
}

// Put remembers a file that was read. It returns its facts without what the cache has too.
func (c *Cache) Put(name string, stamp Stamp, f Facts) Facts {
	name = redact.Disguise(name)
	raw, err := hex.DecodeString(f.Blob)
	if err != nil {
		return f
	}
	e := entry{stamp: stamp, trusted: c.trusts(stamp), blob: string(raw), facts: encodeFacts(f)}
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

// PutSummary adds the signatures tier of a file that was put or found.
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

// trusts reports whether a change of the file from now on would show in its stamp.
func (c *Cache) trusts(s Stamp) bool {
	limit := c.file.now.Add(-settled).UnixNano()
	return s.Valid() && s.Modified < limit && s.Changed < limit
}
