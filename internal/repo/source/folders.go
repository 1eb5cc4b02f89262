package source

import (
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// maxOpenFolders bounds the folder handles that are kept open. macOS gives a process 256 file descriptors by default.
const maxOpenFolders = 100

// folders keeps the handles of folders that were used open, so that a file deep in the tree costs one open relative
// to its folder, and a folder one relative to its parent. Paths of any length work, since none is ever given to the
// system whole. Safe for concurrent use.
type folders struct {
	root *openFolder

	most int         // handles that are kept open
	gone atomic.Bool // waiting for a file descriptor was in vain

	mu    sync.Mutex
	byKey map[string]*openFolder
}

// openFolder is a handle in use or kept.
type openFolder struct {
	*folder
	path string
	refs int // guarded by folders.mu; a handle in use is not closed
}

// get gives the handle of the folder at path, relative to the root. No
// component is followed if it is a link. Every handle goes back with put.
func (c *folders) get(path string) (*openFolder, error) {
	f := c.nearest(path)
	for len(f.path) < len(path) {
		rest := path[len(f.path):]
		if f.path != "" {
			rest = rest[1:]
		}
		name, _, _ := strings.Cut(rest, "/")
		end := len(path) - len(rest) + len(name)
		var child *folder
		err := fs.ErrInvalid
		if name != "" && name != "." && name != ".." {
			err = c.patient(func() (err error) { child, err = f.open(name); return err })
		}
		if err != nil {
			c.put(f)
			return nil, err
		}
		kept := c.keep(path[:end], child)
		c.put(f)
		f = kept
	}
	return f, nil
}

const (
	handleTurns = 200
	handlePause = 5 * time.Millisecond
)

// patient does something that needs a file descriptor. If there is none left it closes the folders that are not in
// use, then waits for others to finish, and in the end gives up.
func (c *folders) patient(do func() error) error {
	err := do()
	for turn := 0; isScarce(err) && turn < handleTurns; turn++ {
		switch {
		case c.shrink():
		case c.gone.Load():
			return err
		default:
			time.Sleep(handlePause)
		}
		err = do()
	}
	if isScarce(err) {
		c.gone.Store(true) // the next one need not wait as long
	}
	return err
}

// keptHandles is how many folders stay open, which leaves descriptors for all else.
func keptHandles() int {
	const others, share = 10, 4
	return max(1, min(maxOpenFolders, (handleLimit()-others)/share))
}

// shrink closes the folders that are not in use, and reports whether there were any.
func (c *folders) shrink() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drop()
}

// drop is shrink with the lock held.
func (c *folders) drop() (any bool) {
	for path, f := range c.byKey {
		if f.refs == 0 {
			f.close()
			delete(c.byKey, path)
			any = true
		}
	}
	return any
}

// nearest gives the handle of the longest part of the path that is open.
func (c *folders) nearest(path string) *openFolder {
	c.mu.Lock()
	defer c.mu.Unlock()
	for path != "" {
		if f, ok := c.byKey[path]; ok {
			f.refs++
			return f
		}
		path, _ = splitPath(path)
	}
	c.root.refs++
	return c.root
}

// keep files a handle that was just opened. If there are too many, those that are not in
// use are closed: which of them comes next is not known, and most are done with.
func (c *folders) keep(path string, f *folder) *openFolder {
	c.mu.Lock()
	defer c.mu.Unlock()
	if other, ok := c.byKey[path]; ok { // opened by another goroutine meanwhile
		f.close()
		other.refs++
		return other
	}
	kept := &openFolder{folder: f, path: path, refs: 1}
	c.byKey[path] = kept
	if len(c.byKey) > c.most {
		c.drop()
	}
	return kept
}

func (c *folders) put(f *openFolder) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.refs--
}

// close closes every handle. None may be in use.
func (c *folders) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.byKey {
		f.close()
	}
	clear(c.byKey)
	c.root.close()
}
