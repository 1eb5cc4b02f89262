package gitstats

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

// treeEntry is one line of a tree object; name is a part of the object.
type treeEntry struct {
	mode uint32
	name []byte
	id   plumbing.Hash
}

// nextEntry splits the first entry off a tree object: mode in octal digits, a
// blank, the name, a NUL, the id. b must not be empty. Unlike go-git's decoder it
// allocates nothing.
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

// compareEntries gives the order of entries in a tree: by name, where that of a
// folder ends in a slash.
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

// change is a path that differs between two trees.
type change struct {
	path string
	kind changeKind
	mode uint32        // of the side that has the path, the new one if both have
	id   plumbing.Hash // likewise
}

type changeKind uint8

const (
	added changeKind = iota
	deleted
	modified
)

// What it costs to look at an entry, in units of about 20 nanoseconds: one that
// both trees share, and one that is reported or entered. A reported path costs one
// more for so many bytes.
const (
	costSame     = 1
	costFound    = 16
	bytesPerCost = 8
)

// differ walks trees. It reads only subtrees whose ids differ.
type differ struct {
	store *store
	// left is what the entries looked at may still cost. Trees are shared: a few
	// kilobytes can describe more paths than there is memory for.
	left    int
	path    []byte
	missing int // subtrees that list left out because they cannot be read
	long    int // subtrees left out because of maxPath
}

// list calls f for every path in a tree, in the tree's order, as if it were added.
// Below the root, it leaves out trees that cannot be read.
func (d *differ) list(ctx context.Context, tree plumbing.Hash, f func(change)) error {
	data, err := d.store.read(ctx, tree, plumbing.TreeObject)
	if err != nil {
		return err
	}
	return d.all(ctx, data, added, f)
}

// all calls f for every path in a tree.
func (d *differ) all(ctx context.Context, data []byte, kind changeKind, f func(change)) error {
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

// one calls f for an entry that only one side has, or for all below it.
func (d *differ) one(ctx context.Context, e treeEntry, kind changeKind, f func(change)) error {
	if d.left -= costFound; d.left < 0 {
		return errEntries
	}
	back := d.enter(e.name)
	defer func() { d.path = d.path[:back] }()
	if len(d.path) > maxPath {
		d.long++
		return nil
	}
	if !isTree(e.mode) {
		return d.found(e, kind, f)
	}
	data, err := d.store.read(ctx, e.id, plumbing.TreeObject)
	if err == nil {
		return d.all(ctx, data, kind, f)
	}
	if ctx.Err() != nil || errors.Is(err, errWork) {
		return err
	}
	d.missing++
	return nil
}

// found calls f for the entry at the current path.
func (d *differ) found(e treeEntry, kind changeKind, f func(change)) error {
	if d.left -= len(d.path) / bytesPerCost; d.left < 0 {
		return errEntries
	}
	f(change{path: string(d.path), kind: kind, mode: e.mode, id: e.id})
	return nil
}

// enter appends a name to the path and returns the length to cut it back to.
func (d *differ) enter(name []byte) int {
	back := len(d.path)
	if back > 0 {
		d.path = append(d.path, '/')
	}
	d.path = append(d.path, name...)
	return back
}

// diff calls f for every path that differs between two trees.
func (d *differ) diff(ctx context.Context, from, to plumbing.Hash, f func(change)) error {
	a, err := d.store.read(ctx, from, plumbing.TreeObject)
	if err != nil {
		return err
	}
	b, err := d.store.read(ctx, to, plumbing.TreeObject)
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
			a, err = restA, d.one(ctx, x, deleted, f)
		case order > 0:
			b, err = restB, d.one(ctx, y, added, f)
		default:
			a, b, err = restA, restB, d.both(ctx, x, y, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// both calls f for what differs between two entries of the same name, which are
// both folders or both not.
func (d *differ) both(ctx context.Context, x, y treeEntry, f func(change)) error {
	same := x.id == y.id && x.mode == y.mode
	if same {
		d.left -= costSame
	} else {
		d.left -= costFound
	}
	switch {
	case d.left < 0:
		return errEntries
	case same || len(d.path)+1+len(y.name) > maxPath:
		return nil
	}
	back := d.enter(y.name)
	defer func() { d.path = d.path[:back] }()
	if !isTree(y.mode) {
		return d.found(y, modified, f)
	}
	if x.id == y.id {
		return nil
	}
	return d.diff(ctx, x.id, y.id, f)
}
