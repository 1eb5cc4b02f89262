package cache

import (
	"time"

	"ctxpack/internal/text/codec"
)

// BundlesVariant is the Key.Variant of bundles.
const BundlesVariant = "bundles"

// Bundles are the last bundles of a folder, by a text for their options.
type Bundles struct{ kept[Bundle] }

// Bundle is a bundle as written, with a summary for people.
type Bundle struct {
	State          string // changes with everything that the bundle depends on besides its key
	Text, Summary  string
	Tokens, Budget int
	age            int // saves since it was last requested
}

func (b Bundle) older() (Bundle, bool) {
	b.age++
	return b, b.age <= maxAge
}

// OpenBundles reads the bundles of a key, whatever its variant is, at a time. It does not fail: a missing or unusable file is empty.
func OpenBundles(folder string, key Key, now time.Time) *Bundles {
	key.Variant = BundlesVariant
	b := &Bundles{}
	b.open(folder, key, func(c *codec.Codec, name *string, v *Bundle) {
		codec.String(c, name, &v.State, &v.Text, &v.Summary)
		codec.Int(c, &v.Tokens, &v.Budget, &v.age)
	})
	b.file.now = now
	return b
}

// Get returns the last bundle for some options; its State is "" if there is none.
func (b *Bundles) Get(options string) Bundle { return b.old[options] }

// Put replaces the bundle for some options.
func (b *Bundles) Put(options string, bundle Bundle) { b.fresh[options], b.dirty = bundle, true }
