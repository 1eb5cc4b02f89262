// Package remotecache shares the objects of the cache between machines: in a common folder, or on a server with
// Bazel's HTTP caching protocol.
//
// Invariants: a remote never fails a run. An object that does not arrive in time and intact counts as missing. A
// remote that fails several times in a row, or takes too long in total, is not used any more. Close reports
// failures once. Times of files and servers are ignored. An incomplete object, or one of another key, is rejected
// ([cache.OpenObject]). A read-only server is only read.
//
// The address comes from the user, never from a repository: it decides whose facts are trusted.
//
// Concurrency: the methods may be called from any number of goroutines; Close once, when all others have returned.
package remotecache

import (
	"cmp"
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

// Options configure a remote.
type Options struct {
	// Local, if not nil, is asked first, and receives all found or stored objects. It is closed with the Cache.
	Local   cache.Objects
	Timeout time.Duration       // timeout of a request; 0 for DefaultTimeout
	Jobs    int                 // maximum concurrent requests; 0 for DefaultJobs
	Getenv  func(string) string // source of the servers' tokens
}

const (
	// DefaultTimeout is the time limit of a request.
	DefaultTimeout = 10 * time.Second
	// DefaultJobs is the maximum number of concurrent requests.
	DefaultJobs = 16

	// enough is the number of consecutive failures after which the remote is abandoned.
	enough = 3
	// patience bounds the total time of all requests, as a multiple of a request's limit.
	patience = 12
)

// store is a remote of one kind. A request that ends with its context has failed.
type store interface {
	// get returns nil for a missing object.
	get(ctx context.Context, key cache.ObjectKey) ([]byte, error)
	put(ctx context.Context, key cache.ObjectKey, data []byte) error
	close()
}

// errReadOnly is returned if a server accepts no objects from this user.
var errReadOnly = errors.New("the server accepts no uploads")

// fatal is an error that more requests would only repeat.
type fatal struct{ error }

func (f fatal) Unwrap() error { return f.error }

// Cache is a remote, after the local store if there is one.
type Cache struct {
	name   string // name of the remote, without credentials
	remote store
	o      Options

	base    context.Context // ends when the remote is abandoned
	stop    context.CancelFunc
	reading chan struct{} // a slot for each request in progress
	writing chan struct{}
	writers sync.WaitGroup

	readOnly atomic.Bool // the server refused an upload

	mu       sync.Mutex
	requests int
	failed   int
	row      int // consecutive failures
	refused  int // rejected objects
	why      error
	left     bool
	busy     int // requests in progress
	since    time.Time
	waited   time.Duration // time with requests in progress
}

// Open opens the remote of an address: file:FOLDER, http://… or https://…. It makes no request. Its errors never
// contain credentials.
func Open(address string, o Options) (*Cache, error) {
	o.Timeout = cmp.Or(max(o.Timeout, 0), DefaultTimeout)
	o.Jobs = cmp.Or(max(o.Jobs, 0), DefaultJobs)
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

// Get returns an object, nil if neither store has it. Its error is that of the context.
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
		c.refuse(errors.New("an object is damaged or has another key"))
		return nil, ctx.Err()
	}
	if c.o.Local != nil {
		_ = c.o.Local.Put(ctx, key, found) // failure only matters to later runs
	}
	return found, ctx.Err()
}

// Put stores an object locally, and sends it to the remote. Its error is that of the local store, or of the
// context.
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

// Close waits for pending writes, and returns the remote's problems as one error for all requests. It takes no
// longer than a few requests.
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

// trouble returns the remote's problems, nil if there were none.
func (c *Cache) trouble() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.left:
		return fmt.Errorf("remote cache %s: it was abandoned after %d of %d requests failed: %w", c.name, c.failed, c.requests, c.why)
	case c.failed > 0:
		return fmt.Errorf("remote cache %s: %d of %d requests failed: %w", c.name, c.failed, c.requests, c.why)
	case c.refused > 0:
		return fmt.Errorf("remote cache %s: %d objects were rejected: %w", c.name, c.refused, c.why)
	}
	return nil
}

// request makes a request with a time limit, unless the remote was abandoned, and records its success. It takes a
// slot of places first, if that is not nil.
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
		err = late // a connection has its own timer, which may fire first
	}
	if ctx.Err() != nil && err != nil {
		err = nil // the run ended; not a failure of the remote
	}
	c.end(err)
}

// begin records a request. It returns false if no request may be made.
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
	case c.left: // it was abandoned
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

// leave abandons the remote. The caller holds the lock.
func (c *Cache) leave(err error) {
	c.left, c.why = true, err
	c.stop()
}

func (c *Cache) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused++
	c.why = cmp.Or(c.why, err)
}
