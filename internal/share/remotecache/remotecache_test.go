package remotecache

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"ctxpack/internal/share/cache"
)

// memory is a local store for tests.
type memory struct {
	mu      sync.Mutex
	objects map[cache.ObjectKey][]byte
	gets    int
	closed  bool
}

func newMemory() *memory { return &memory{objects: map[cache.ObjectKey][]byte{}} }

func (m *memory) Get(_ context.Context, key cache.ObjectKey) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gets++
	return m.objects[key], nil
}

func (m *memory) Put(_ context.Context, key cache.ObjectKey, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.objects[key] = bytes.Clone(data)
	return nil
}

func (m *memory) Close() error { m.closed = true; return nil }

func testObject(n byte) (cache.ObjectKey, []byte) {
	key := cache.ObjectKey{n, 0xab}
	return key, cache.SealObject(key, bytes.Repeat([]byte{n}, 100*int(n)+1))
}

func open(t *testing.T, address string, o Options) *Cache {
	t.Helper()
	c, err := Open(address, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func closeClean(t *testing.T, c *Cache) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func get(t *testing.T, c *Cache, key cache.ObjectKey) []byte {
	t.Helper()
	data, err := c.Get(t.Context(), key)
	if err != nil {
		t.Error(err)
	}
	return data
}

func put(t *testing.T, c *Cache, key cache.ObjectKey, data []byte) {
	t.Helper()
	if err := c.Put(t.Context(), key, data); err != nil {
		t.Error(err)
	}
}

// remotes returns a working remote of each kind.
func remotes(t *testing.T) map[string]string {
	return map[string]string{
		"folder": "file:" + t.TempDir(),
		"server": serve(t, newServer()).URL + "/cache/",
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for kind, address := range remotes(t) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			writer := open(t, address, Options{})
			var group sync.WaitGroup
			for n := range byte(50) {
				key, data := testObject(n)
				group.Go(func() {
					if got := get(t, writer, key); got != nil {
						t.Errorf("object %d is there before it was put", n)
					}
					put(t, writer, key, data)
				})
			}
			group.Wait()
			closeClean(t, writer)
			reader := open(t, address, Options{})
			for n := range byte(50) {
				key, data := testObject(n)
				group.Go(func() {
					if got := get(t, reader, key); !bytes.Equal(got, data) {
						t.Errorf("object %d: got %d bytes, want %d", n, len(got), len(data))
					}
				})
			}
			group.Wait()
			closeClean(t, reader)
		})
	}
}

func TestTwoWriters(t *testing.T) {
	t.Parallel()
	for kind, address := range remotes(t) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			var group sync.WaitGroup
			key, data := testObject(9)
			for range 4 {
				group.Go(func() {
					c := open(t, address, Options{})
					for range 20 {
						put(t, c, key, data)
						if got := get(t, c, key); got != nil && !bytes.Equal(got, data) {
							t.Errorf("got %d bytes of something else", len(got))
						}
					}
					closeClean(t, c)
				})
			}
			group.Wait()
			c := open(t, address, Options{})
			if got := get(t, c, key); !bytes.Equal(got, data) {
				t.Error("nothing is there in the end")
			}
			closeClean(t, c)
		})
	}
}

// Local objects are not requested, and remote ones are local the next time.
func TestLocalFirst(t *testing.T) {
	t.Parallel()
	s := newServer()
	address := serve(t, s).URL
	key, data := testObject(5)
	far := open(t, address, Options{})
	put(t, far, key, data)
	closeClean(t, far)
	local := newMemory()
	for n := range 3 {
		c := open(t, address, Options{Local: local})
		if got := get(t, c, key); !bytes.Equal(got, data) {
			t.Errorf("run %d: got %d bytes", n, len(got))
		}
		closeClean(t, c)
	}
	if got := s.count("GET"); got != 1 {
		t.Errorf("the server was asked %d times", got)
	}
	if !local.closed {
		t.Error("the local store was not closed")
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	tests := []struct {
		address string
		getenv  func(string) string
		want    string
	}{
		{"", nil, "want file:"},
		{"s3://bucket", nil, "want file:"},
		{"file:", nil, "names no folder"},
		{"file://server/share", nil, "on another machine"},
		{"file:///%zz", nil, "malformed"},
		{"exec:program " + secret, nil, "want file:"},
		{"http://user:" + secret + "@host", nil, "has credentials"},
		{"http://user:" + secret + "@ho st", nil, "malformed"},
		{"http:/path", nil, "no host"},
		{"https:host", nil, "no host"},
		{"http://host/?key=" + secret, nil, "query"},
		{"http://host", env(TokenVariable, secret), "without encryption"},
		{"https://host", env(TokenVariable, secret, UserVariable, "u"), "exclude each other"},
		{"https://host", env(PasswordVariable, secret), "needs " + UserVariable},
		{"https://host", env(TokenVariable, secret+"\r\nX: y"), "is no token"},
	}
	for _, test := range tests {
		c, err := Open(test.address, Options{Getenv: test.getenv})
		if err == nil {
			_ = c.Close()
			t.Errorf("%s is taken", test.address)
			continue
		}
		if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", test.address, err)
		}
	}
}

// The limits apply although every request is answered in time, if each takes as long as allowed.
func TestPatience(t *testing.T) {
	t.Parallel()
	c := open(t, "file:"+t.TempDir(), Options{Timeout: time.Hour})
	c.waited = patience*time.Hour + 1
	key, data := testObject(1)
	if got := get(t, c, key); got != nil {
		t.Error("something is there")
	}
	put(t, c, key, data)
	if err := c.Close(); err == nil || !strings.Contains(err.Error(), "all requests together") || strings.Count(err.Error(), "\n") > 0 {
		t.Errorf("told: %v", err)
	}
}

func TestContextEnds(t *testing.T) {
	t.Parallel()
	c := open(t, "file:"+t.TempDir(), Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	key, data := testObject(1)
	if _, err := c.Get(ctx, key); err == nil {
		t.Error("no error of a context that ended")
	}
	_ = c.Put(ctx, key, data)
	closeClean(t, c) // not the remote's fault
}

func TestLargeObjectsStayHere(t *testing.T) {
	t.Parallel()
	local := newMemory()
	s := newServer()
	c := open(t, serve(t, s).URL, Options{Local: local})
	put(t, c, cache.ObjectKey{1}, make([]byte, cache.MaxObject+1))
	closeClean(t, c)
	if len(local.objects) != 1 || s.count("PUT") != 0 {
		t.Errorf("%d here, %d sent", len(local.objects), s.count("PUT"))
	}
}
