package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/safe/atomicfile"
	"ctxpack/internal/share/loopback"
)

// Options say what to fetch, within which limits.
type Options struct {
	Cache    string        // folder of mirrors; "" for temporary ones
	Depth    int           // commits from the wanted one back, with their contents; 0 for all
	History  int           // commits before these, fetched without contents if the server can omit them; 0 for none
	MaxBytes int64         // maximum bytes that a server may send for one repository
	Timeout  time.Duration // for one repository
	// AllowHTTP allows unencrypted connections to other machines.
	AllowHTTP bool
	Getenv    func(string) string
	Home      string // home folder with the user's .ssh; "" for the system's
	// Observe, if not nil, receives the current step and its progress.
	Observe func(Progress)
}

// Progress is the progress of a fetch.
type Progress struct {
	Doing       string // "connecting", "fetching", "checking", "writing"
	Bytes       int64  // fetched so far
	Done, Total int    // objects or files
}

// MaxBytes bounds all mirrors of a cache folder: beyond it, the least recently used ones are removed.
const MaxBytes = 4 << 30

const (
	maxObjects = 3_000_000
	maxObject  = 128 << 20 // bytes
	maxWork    = 32 << 30  // bytes inflated
	maxEntries = 500_000   // paths of a tree, the same as in a walk
	expansion  = 8         // maximum ratio of a tree's size to its pack's
)

// Tree is a work tree of a fetched repository.
type Tree struct {
	Path     string // path of the requested folder or file: the work tree, or a path in it
	Top      string // top of the work tree
	Name     string // name of the repository
	URL      string
	Ref      string // the resolved reference in full; "" for a commit
	Commit   string
	Fetched  int64 // bytes received; 0 if nothing was fetched
	Warnings []string
	// NoHistory says why Options.History was not fetched, "" if it was.
	NoHistory string
}

// Mirrors opens repositories, and keeps other processes from changing them until it is closed. It is not safe for
// concurrent use.
type Mirrors struct {
	o         Options
	parent    string
	temporary bool
	open      map[string]*mirror // by URL
}

// New determines the folder of the mirrors.
func New(o Options) (*Mirrors, error) {
	m := &Mirrors{o: o, open: map[string]*mirror{}}
	var err error
	if o.Cache == "" {
		m.temporary = true
		m.parent, err = os.MkdirTemp("", "ctxpack-")
	} else {
		m.parent = filepath.Join(o.Cache, folderName)
		err = os.MkdirAll(m.parent, 0o700)
	}
	if err == nil {
		m.parent, err = filepath.Abs(m.parent)
	}
	if err == nil {
		m.parent, err = filepath.EvalSymlinks(m.parent)
	}
	if err != nil {
		return nil, fmt.Errorf("make folder of mirrors: %w", err)
	}
	return m, nil
}

// Close unlocks the mirrors. Without a cache it removes them.
func (m *Mirrors) Close() {
	for _, one := range m.open {
		one.release()
	}
	if m.temporary {
		_ = os.RemoveAll(m.parent) // a folder of temporary files
		return
	}
	evict(m.o.Cache, MaxBytes)
}

// Tip is a resolved address.
type Tip struct {
	Ref    string // in full; "" for a commit
	Commit string
	Path   string // in the tree
}

// Ask resolves an address without fetching. Its errors are those of [Mirrors.Open].
func Ask(ctx context.Context, a Address, o Options) (Tip, error) {
	if err := o.allows(a); err != nil {
		return Tip{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, o.Timeout, errTime)
	defer cancel()
	f := &fetcher{address: a, o: o}
	w, ok := f.resolveCommit()
	if !ok {
		c := f.connect()
		defer c.close()
		var err error
		if _, w, err = f.ask(ctx, c); err != nil {
			return Tip{}, a.explain(ctx, o, err)
		}
	}
	return Tip{Ref: w.ref, Commit: w.commit.String(), Path: w.path}, nil
}

// allows refuses addresses with an insecure scheme.
func (o Options) allows(a Address) error {
	if a.scheme == "http" && !loopback.Is(a.host) && !o.AllowHTTP {
		return a.errorf(Refused, "http is not encrypted")
	}
	return nil
}

// Open fetches an address to disk. Its errors are of type *Error, or that of a context that ended.
func (m *Mirrors) Open(ctx context.Context, a Address) (*Tree, error) {
	if err := m.o.allows(a); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, m.o.Timeout, errTime)
	defer cancel()
	f := &fetcher{address: a, o: m.o}
	t, err := m.tryOpen(ctx, f)
	if errors.Is(err, gitrepo.ErrMissing) {
		// The mirror was changed since it was written, or the server omitted objects: fetch it all once more.
		if err = f.mirror.clear(); err == nil {
			if err = f.mirror.prepare(a.URL); err == nil {
				t, err = m.tryOpen(ctx, f)
			}
		}
	}
	return t, a.explain(ctx, m.o, err)
}

func (m *Mirrors) tryOpen(ctx context.Context, f *fetcher) (*Tree, error) {
	var err error
	url := f.address.URL
	if f.mirror = m.open[url]; f.mirror == nil {
		f.observe(Progress{Doing: "waiting for another run"})
		f.mirror, err = openMirror(ctx, m.parent, url)
		switch {
		case errors.Is(err, atomicfile.ErrLocked) && errors.Is(context.Cause(ctx), errTime):
			return nil, f.address.errorf(TooLong, "another run has used its mirror for longer than %s", f.o.Timeout)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, f.local(err)
		}
		m.open[url] = f.mirror
	}
	want, err := f.get(ctx)
	if err != nil {
		return nil, err
	}
	return f.write(ctx, want)
}
