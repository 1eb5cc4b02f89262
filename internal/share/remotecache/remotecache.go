// Package remotecache shares the objects of the cache between machines: in a folder
// that they all see, or on a server that speaks Bazel's HTTP caching protocol.
//
// Invariants: a remote never fails a run. What it does not give, in time and as it was written, is missing, and is
// looked up no differently from what was never there. A remote that fails several times in a row, or takes too long
// in all, is left alone from then on. Close reports failures once. Times of files and servers mean nothing.
// An incomplete object, or one of another key, is not taken ([cache.OpenObject]). A read-only server is only read.
//
// The address comes from the user, never from a repository: it decides whose facts are believed.
//
// Concurrency: the methods may be called from any number of goroutines; Close once, when all others have returned.
package remotecache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ctxpack/internal/safe/fault"
	"ctxpack/internal/share/cache"
)

// Options say how a remote is used.
type Options struct {
	// Local, if not nil, is looked at first, and gets all that is found or put. It is closed with the rest.
	Local   cache.Objects
	Timeout time.Duration       // of a request; 0 for DefaultTimeout
	Jobs    int                 // requests at once; 0 for DefaultJobs
	Getenv  func(string) string // tokens of servers
}

const (
	// DefaultTimeout is how long a request may take.
	DefaultTimeout = 10 * time.Second
	// DefaultJobs is how many requests are made at once.
	DefaultJobs = 16

	// enough is how many requests may fail in a row.
	enough = 3
	// patience is how many times the limit of a request all of them may take.
	patience = 12
)

// store is a remote of one kind. A request that ends with its context has failed.
type store interface {
	// get returns nil if it does not exist.
	get(ctx context.Context, key cache.ObjectKey) ([]byte, error)
	put(ctx context.Context, key cache.ObjectKey, data []byte) error
	close()
}

// errReadOnly says that a server takes nothing from this user.
var errReadOnly = errors.New("the server takes nothing")

// fatal is an error that more requests would only repeat.
type fatal struct{ error }

func (f fatal) Unwrap() error { return f.error }

// Cache is a remote, behind the local store if there is one.
type Cache struct {
	name   string // of the remote, without credentials
	remote store
	o      Options

	base    context.Context // ends when the remote is left alone
	stop    context.CancelFunc
	reading chan struct{} // a place for each request under way
	writing chan struct{}
	writers sync.WaitGroup

	readOnly atomic.Bool // the server refused what it was sent

	mu       sync.Mutex
	requests int
	failed   int
	row      int // failures since the last success
	refused  int // objects that were not taken
	why      error
	left     bool
	busy     int // requests under way
	since    time.Time
	waited   time.Duration // while there were any
}

// Open finds out which remote an address names: file:FOLDER, http://… or https://…. It makes no request. Its errors
// never repeat credentials.
func Open(address string, o Options) (*Cache, error) {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Jobs <= 0 {
		o.Jobs = DefaultJobs
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	c := &Cache{o: o, reading: make(chan struct{}, o.Jobs), writing: make(chan struct{}, o.Jobs)}
	c.base, c.stop = context.WithCancel(context.Background())
	scheme, rest, _ := strings.Cut(address, ":")
	var err error
	switch strings.ToLower(scheme) {
	case "file":
		c.name = "file:" + rest
		c.remote, err = openFolder(rest)
	case "http", "https":
		c.remote, c.name, err = openWeb(address, o)
	default:
		err = errors.New("want file:FOLDER, http://HOST or https://HOST")
	}
	if err != nil {
		c.stop()
		return nil, err
	}
	return c, nil
}

// Get returns an object, nil if it is nowhere. Its error is that of the context.
func (c *Cache) Get(ctx context.Context, key cache.ObjectKey) ([]byte, error) {
	if c.o.Local != nil {
		if data, err := c.o.Local.Get(ctx, key); err == nil && data != nil {
			return data, nil
		}
	}
	var found []byte
	c.request(ctx, c.reading, func(ctx context.Context) (err error) {
		found, err = c.remote.get(ctx, key)
		return err
	})
	if found == nil {
		return nil, ctx.Err()
	}
	if _, ok := cache.OpenObject(key, found); !ok {
		c.refuse(errors.New("an object is damaged, or of something else"))
		return nil, ctx.Err()
	}
	if c.o.Local != nil {
		_ = c.o.Local.Put(ctx, key, found) // it is here for this run
	}
	return found, ctx.Err()
}

// Put keeps an object in the local store, and has it brought to the remote. Its error
// is that of the local store, or of the context.
func (c *Cache) Put(ctx context.Context, key cache.ObjectKey, data []byte) error {
	var err error
	if c.o.Local != nil {
		err = c.o.Local.Put(ctx, key, data)
	}
	if c.readOnly.Load() || len(data) > cache.MaxObject {
		return err
	}
	select {
	case c.writing <- struct{}{}:
	case <-c.base.Done():
		return err
	case <-ctx.Done():
		return errors.Join(err, ctx.Err())
	}
	c.writers.Go(func() {
		defer func() { <-c.writing }()
		c.request(c.base, nil, func(ctx context.Context) error {
			err := c.remote.put(ctx, key, data)
			if errors.Is(err, errReadOnly) {
				c.readOnly.Store(true)
				return nil
			}
			return err
		})
	})
	return err
}

// Close waits for pending writes, and reports what went wrong with the remote, as
// one error for all requests. It takes no longer than a few requests.
func (c *Cache) Close() error {
	c.writers.Wait()
	c.stop()
	c.remote.close()
	var err error
	if c.o.Local != nil {
		err = c.o.Local.Close()
	}
	return errors.Join(c.trouble(), err)
}

// trouble is what went wrong, nil if nothing did.
func (c *Cache) trouble() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.left:
		return fmt.Errorf("remote cache %s: it was left alone after %d of %d requests failed: %w", c.name, c.failed, c.requests, c.why)
	case c.failed > 0:
		return fmt.Errorf("remote cache %s: %d of %d requests failed: %w", c.name, c.failed, c.requests, c.why)
	case c.refused > 0:
		return fmt.Errorf("remote cache %s: %d objects were not taken: %w", c.name, c.refused, c.why)
	}
	return nil
}

// request makes a request unless the remote is left alone, within its time, and notes
// how it went. It takes a place among places first, if that is not nil.
func (c *Cache) request(ctx context.Context, places chan struct{}, do func(context.Context) error) {
	if places != nil {
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
		case <-c.base.Done():
			return
		case <-ctx.Done():
			return
		}
	}
	if ctx.Err() != nil || !c.begin() {
		return
	}
	late := fmt.Errorf("no answer within %s", c.o.Timeout)
	timed, cancel := context.WithTimeoutCause(ctx, c.o.Timeout, late)
	defer cancel()
	defer context.AfterFunc(c.base, cancel)()
	err := fault.Guard("a request", func() error { return do(timed) })()
	switch {
	case err == nil || ctx.Err() != nil:
	case timed.Err() != nil:
		err = context.Cause(timed)
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded):
		err = late // a connection looks at the clock by itself, and may be the first to
	}
	if ctx.Err() != nil && err != nil {
		err = nil // the run ended, not the remote's doing
	}
	c.end(err)
}

// begin notes a request. It is false if there shall be none.
func (c *Cache) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left {
		return false
	}
	now := time.Now()
	waited := c.waited
	if c.busy > 0 {
		waited += now.Sub(c.since)
	}
	if limit := patience * c.o.Timeout; waited > limit {
		c.leave(fmt.Errorf("all requests together took more than %s", limit))
		return false
	}
	if c.busy == 0 {
		c.since = now
	}
	c.busy++
	c.requests++
	return true
}

func (c *Cache) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy--; c.busy == 0 {
		c.waited += time.Since(c.since)
	}
	switch {
	case c.left: // it was not waited for
	case err == nil:
		c.row = 0
	default:
		c.failed++
		c.row++
		if c.why == nil || c.failed == 1 {
			c.why = err
		}
		var f fatal
		if c.row >= enough || errors.As(err, &f) {
			c.leave(err)
		}
	}
}

// leave makes no more requests. The caller holds the lock.
func (c *Cache) leave(err error) {
	c.left, c.why = true, err
	c.stop()
}

// refuse notes an object that is not as it should be.
func (c *Cache) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused++
	if c.why == nil {
		c.why = err
	}
}
