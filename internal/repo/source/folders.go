package source

import (
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// maxOpenFolders bounds the open folder handles. macOS gives a process 256 file descriptors by default.
const maxOpenFolders = 100

// folders caches folder handles, so that opening a file takes one open relative to its folder, and opening a folder
// takes one relative to its parent. Paths of any length work, since the system never gets a whole path. Safe for
// concurrent use.
type folders struct {
	root *openFolder

	most int         // maximum number of cached handles
	gone atomic.Bool // waiting for a file descriptor has failed

	mu    sync.Mutex
	byKey map[string]*openFolder
}

// openFolder is a handle in use or kept.
type openFolder struct {
	*folder
	path string
	refs int // guarded by folders.mu; a handle in use is not closed
}

// get returns the handle of the folder at path, relative to the root. It follows no links. Return every handle with
// put.
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

// patient runs an operation that needs a file descriptor. If none is left, it closes unused folders, then waits for
// other goroutines, and finally gives up.
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
		c.gone.Store(true) // the next call need not wait as long
	}
	return err
}

// keptHandles returns how many folders may stay open, so that descriptors remain for other uses.
func keptHandles() int {
	const others, share = 10, 4
	return max(1, min(maxOpenFolders, (handleLimit()-others)/share))
}

// shrink closes unused folders, and reports whether there were any.
func (c *folders) shrink() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drop()
}

// drop does the work of shrink; the caller holds the lock.
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

// nearest returns the handle of the longest open prefix of the path.
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

// keep caches a new handle. If there are too many, it closes all unused ones: it is unknown which is needed next,
// and most are no longer needed.
func (c *folders) keep(path string, f *folder) *openFolder {
	c.mu.Lock()
	defer c.mu.Unlock()
	if other, ok := c.byKey[path]; ok { // another goroutine opened it meanwhile
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
