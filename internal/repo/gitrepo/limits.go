package gitrepo

import "errors"

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
