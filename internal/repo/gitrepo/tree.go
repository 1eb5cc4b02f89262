package gitrepo

import (
	"bytes"
	"context"
	"errors"

	"github.com/go-git/go-git/v5/plumbing"
)

// The types of tree and index entries: the upper bits of their mode.
const (
	modeType      = 0o170000
	modeTree      = 0o040000
	modeRegular   = 0o100000
	modeSymlink   = 0o120000
	modeSubmodule = 0o160000
)

func isTree(mode uint32) bool    { return mode&modeType == modeTree }
func isRegular(mode uint32) bool { return mode&modeType == modeRegular }

// treeEntry is one entry of a tree object; name is a slice of the object.
type treeEntry struct {
	mode uint32
	name []byte
	id   ID
}

// nextEntry splits the first entry off a tree object: mode in octal digits, a blank, the name, a NUL, the id. b
// must not be empty. Unlike go-git's decoder it does not allocate.
func nextEntry(b []byte) (e treeEntry, rest []byte, err error) {
	i := 0
	for ; i < len(b) && b[i] != ' '; i++ {
		if b[i] < '0' || b[i] > '7' || i == 6 {
			return e, nil, errCorrupt
		}
		e.mode = e.mode<<3 | uint32(b[i]-'0')
	}
	if i == 0 || i == len(b) {
		return e, nil, errCorrupt
	}
	b = b[i+1:]
	end := bytes.IndexByte(b, 0)
	if end <= 0 || len(b) < end+1+idLen || bytes.IndexByte(b[:end], '/') >= 0 {
		return e, nil, errCorrupt
	}
	e.name = b[:end]
	copy(e.id[:], b[end+1:])
	return e, b[end+1+idLen:], nil
}

// compareEntries compares entries in the order of a tree: by name, with a slash after the name of a folder.
func compareEntries(a, b treeEntry) int {
	n := min(len(a.name), len(b.name))
	if c := bytes.Compare(a.name[:n], b.name[:n]); c != 0 {
		return c
	}
	return int(terminator(a, n)) - int(terminator(b, n))
}

func terminator(e treeEntry, n int) byte {
	switch {
	case n < len(e.name):
		return e.name[n]
	case isTree(e.mode):
		return '/'
	}
	return 0
}

// Change is a path that differs between two trees, but not a folder.
type Change struct {
	Path string
	Kind ChangeKind
	Mode uint32 // as stored by Git, on the new side if both sides have the path
	ID   ID     // object id, on the same side as Mode
}

// Regular reports whether the path is a file, possibly executable, not a link or a submodule.
func (c Change) Regular() bool { return isRegular(c.Mode) }

// ChangeKind is the kind of a change.
type ChangeKind uint8

// The kinds of changes.
const (
	Added ChangeKind = iota
	Deleted
	Modified
)

// EntryCost is the cost of a reported or entered tree entry, in units of about 20 nanoseconds.
const EntryCost = 16

const (
	costSame     = 1 // cost of an entry that both trees share
	bytesPerCost = 8 // bytes of a reported path per unit of cost
)

// Differ walks trees. It reads only subtrees whose ids differ.
type Differ struct {
	Objects *Objects
	// Left is the remaining cost of entries, see EntryCost. Trees share subtrees: a few kilobytes can describe more
	// paths than fit in memory.
	Left    int
	Missing int // unreadable subtrees that were skipped
	Long    int // subtrees skipped because of MaxPath

	path []byte
}

// List calls f for every path in a tree, in the tree's order, as if it were added. Below the root, it skips trees
// that cannot be read.
func (d *Differ) List(ctx context.Context, tree ID, f func(Change)) error {
	data, err := d.Objects.read(ctx, tree, plumbing.TreeObject)
	if err != nil {
		return err
	}
	return d.all(ctx, data, Added, f)
}

func (d *Differ) all(ctx context.Context, data []byte, kind ChangeKind, f func(Change)) error {
	for len(data) > 0 {
		e, rest, err := nextEntry(data)
		if err != nil {
			return err
		}
		data = rest
		if err := d.one(ctx, e, kind, f); err != nil {
			return err
		}
	}
	return nil
}

// one calls f for an entry that only one side has, or for all paths below it.
func (d *Differ) one(ctx context.Context, e treeEntry, kind ChangeKind, f func(Change)) error {
	if d.Left -= EntryCost; d.Left < 0 {
		return ErrTooManyEntries
	}
	back := d.enter(e.name)
	defer func() { d.path = d.path[:back] }()
	if len(d.path) > MaxPath {
		d.Long++
		return nil
	}
	if !isTree(e.mode) {
		return d.found(e, kind, f)
	}
	data, err := d.Objects.read(ctx, e.id, plumbing.TreeObject)
	if err == nil {
		return d.all(ctx, data, kind, f)
	}
	if ctx.Err() != nil || errors.Is(err, ErrTooMuchWork) {
		return err
	}
	d.Missing++
	return nil
}

// found calls f for the entry at the current path.
func (d *Differ) found(e treeEntry, kind ChangeKind, f func(Change)) error {
	if d.Left -= len(d.path) / bytesPerCost; d.Left < 0 {
		return ErrTooManyEntries
	}
	f(Change{Path: string(d.path), Kind: kind, Mode: e.mode, ID: e.id})
	return nil
}

// enter appends a name to the path and returns the old length.
func (d *Differ) enter(name []byte) int {
	back := len(d.path)
	if back > 0 {
		d.path = append(d.path, '/')
	}
	d.path = append(d.path, name...)
	return back
}

// Diff calls f for every path that differs between two trees.
func (d *Differ) Diff(ctx context.Context, from, to ID, f func(Change)) error {
	a, err := d.Objects.read(ctx, from, plumbing.TreeObject)
	if err != nil {
		return err
	}
	b, err := d.Objects.read(ctx, to, plumbing.TreeObject)
	if err != nil {
		return err
	}
	for len(a) > 0 || len(b) > 0 {
		var x, y treeEntry
		restA, restB := a, b
		if len(a) > 0 {
			if x, restA, err = nextEntry(a); err != nil {
				return err
			}
		}
		if len(b) > 0 {
			if y, restB, err = nextEntry(b); err != nil {
				return err
			}
		}
		order := 0
		switch {
		case len(a) == 0:
			order = 1
		case len(b) == 0:
			order = -1
		default:
			order = compareEntries(x, y)
		}
		switch {
		case order < 0:
			a, err = restA, d.one(ctx, x, Deleted, f)
		case order > 0:
			b, err = restB, d.one(ctx, y, Added, f)
		default:
			a, b, err = restA, restB, d.both(ctx, x, y, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// both calls f for the differences between two entries of the same name, both folders or neither.
func (d *Differ) both(ctx context.Context, x, y treeEntry, f func(Change)) error {
	same := x.id == y.id && x.mode == y.mode
	if same {
		d.Left -= costSame
	} else {
		d.Left -= EntryCost
	}
	switch {
	case d.Left < 0:
		return ErrTooManyEntries
	case same || len(d.path)+1+len(y.name) > MaxPath:
		return nil
	}
	back := d.enter(y.name)
	defer func() { d.path = d.path[:back] }()
	if !isTree(y.mode) {
		return d.found(y, Modified, f)
	}
	if x.id == y.id {
		return nil
	}
	return d.Diff(ctx, x.id, y.id, f)
}

// FileAt returns the id of the regular file at a path in a tree, the zero ID if there is none.
func (s *Objects) FileAt(ctx context.Context, tree ID, path string) (ID, error) {
	data, err := s.read(ctx, tree, plumbing.TreeObject)
	for err == nil && len(data) > 0 {
		var e treeEntry
		if e, data, err = nextEntry(data); err != nil {
			break
		}
		name := string(e.name)
		isAbove := len(path) > len(name) && path[:len(name)] == name && path[len(name)] == '/'
		switch {
		case name == path && isRegular(e.mode):
			return e.id, nil
		case isAbove && isTree(e.mode):
			return s.FileAt(ctx, e.id, path[len(name)+1:])
		}
	}
	return ID{}, err
}
