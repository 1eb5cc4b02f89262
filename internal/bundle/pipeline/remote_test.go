package pipeline_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/gitrepo/gittest"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/share/remotecache"
)

// buildCache is a build cache server that stores objects.
type buildCache struct {
	mu      sync.Mutex
	objects map[string][]byte // by key
}

func (b *buildCache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := path.Base(r.URL.Path)
	if r.Method == http.MethodPut {
		b.objects[key], _ = io.ReadAll(r.Body) // an interrupted upload is damaged
		return
	}
	if object, ok := b.objects[key]; ok {
		_, _ = w.Write(object)
		return
	}
	http.NotFound(w, r)
}

// changed returns a server with the same objects, each changed.
func (b *buildCache) changed(change func(key string, message []byte) []byte) http.Handler {
	b.mu.Lock()
	defer b.mu.Unlock()
	other := &buildCache{objects: map[string][]byte{}}
	for key, message := range b.objects {
		other.objects[key] = change(key, bytes.Clone(message))
	}
	return other
}

// actionResult returns a message with an object, in the servers' format.
func actionResult(object []byte) []byte {
	return append(binary.AppendUvarint([]byte{0x2a}, uint64(len(object))), object...)
}

func objectOf(message []byte) []byte {
	_, size := binary.Uvarint(message[1:])
	return message[1+size:]
}

func payloadOf(t *testing.T, key string, message []byte) []byte {
	t.Helper()
	payload, ok := cache.OpenObject(objectKeyOf(t, key), objectOf(message))
	if !ok {
		t.Fatal("an object is not whole")
	}
	return payload
}

func objectKeyOf(t *testing.T, key string) cache.ObjectKey {
	t.Helper()
	raw, err := hex.DecodeString(key)
	if err != nil || len(raw) != len(cache.ObjectKey{}) {
		t.Fatalf("%q is no key", key)
	}
	return cache.ObjectKey(raw)
}

// runRemote packs on a machine whose only cache is a remote.
func runRemote(t *testing.T, o pipeline.Options, address string, remote remotecache.Options) (parts []string, reused int, told error) {
	t.Helper()
	o.Cache = t.TempDir()
	remote.Local = cache.OpenObjects(o.Cache)
	objects, err := remotecache.Open(address, remote)
	if err != nil {
		t.Fatal(err)
	}
	o.Objects = objects
	parts, reused, _ = run(t, o)
	return parts, reused, objects.Close()
}

// Whatever a remote does, the bundle is the same as without a cache.
func TestRemoteFaultsChangeNothing(t *testing.T) {
	t.Parallel()
	repo := gittest.New(t)
	for i := range 30 {
		repo.Write(fmt.Sprintf("src/f%d.go", i), goFunctions("src", fmt.Sprintf("f%dof", i), i%5+1))
		repo.Write(fmt.Sprintf("lib/m%d.py", i), fmt.Sprintf("def m%d(a):\n    return a + %d\n", i, i))
	}
	repo.Write("README.md", "# A tree\n")
	repo.Commit(10)
	o := options(t, repo.Top, 3000, "markdown")
	want, _, _ := run(t, o)

	full := &buildCache{objects: map[string][]byte{}}
	server := httptest.NewServer(full)
	t.Cleanup(server.Close)
	if parts, reused, err := runRemote(t, o, server.URL, remotecache.Options{}); !slices.Equal(parts, want) || reused != 0 || err != nil {
		t.Fatalf("the first run: %d reused, %v", reused, err)
	}
	if parts, reused, err := runRemote(t, o, server.URL, remotecache.Options{}); !slices.Equal(parts, want) || reused != 61 || err != nil {
		t.Fatalf("the second run: %d reused, %v", reused, err)
	}
	keys := slices.Sorted(maps.Keys(full.objects))
	next := func(key string) string { i, _ := slices.BinarySearch(keys, key); return keys[(i+1)%len(keys)] }
	tests := []struct {
		name   string
		server http.Handler // nil for one that is down
		remote remotecache.Options
		told   string // "" for nothing
	}{
		{"down", nil, remotecache.Options{}, "requests failed"},
		{"500", status(http.StatusInternalServerError), remotecache.Options{}, "500"},
		{"full disk", onlyReading(http.StatusInsufficientStorage), remotecache.Options{}, "507"},
		{"hanging", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}), remotecache.Options{Timeout: 100 * time.Millisecond}, "no answer within"},
		{"truncated", full.changed(func(_ string, message []byte) []byte { return message[:len(message)/2] }), remotecache.Options{}, "ActionResult"},
		{"truncated inside", full.changed(func(_ string, message []byte) []byte {
			object := objectOf(message)
			return actionResult(object[:len(object)/2])
		}), remotecache.Options{}, "were rejected"},
		{"wrong bytes", full.changed(func(_ string, message []byte) []byte {
			message[len(message)/2] ^= 1
			return message
		}), remotecache.Options{}, "were rejected"},
		{"objects of other keys", full.changed(func(key string, _ []byte) []byte { return full.objects[next(key)] }), remotecache.Options{}, "were rejected"},
		{"facts of other files, sealed for this key", full.changed(func(key string, _ []byte) []byte {
			other := next(key)
			return actionResult(cache.SealObject(objectKeyOf(t, key), payloadOf(t, other, full.objects[other])))
		}), remotecache.Options{}, ""},
		{"half of the facts, sealed", full.changed(func(key string, message []byte) []byte {
			payload := payloadOf(t, key, message)
			return actionResult(cache.SealObject(objectKeyOf(t, key), payload[:len(payload)/2]))
		}), remotecache.Options{}, ""},
		{"endless", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for block := make([]byte, 1<<20); r.Method == http.MethodGet; {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}), remotecache.Options{}, fmt.Sprintf("more than %d MB", cache.MaxObject>>20)},
		{"redirects", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, server.URL+r.URL.Path, http.StatusTemporaryRedirect)
		}), remotecache.Options{}, "redirects"},
		{"clock skew", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", "Fri, 01 Jan 2100 00:00:00 GMT")
			w.Header().Set("Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT")
			full.ServeHTTP(w, r)
		}), remotecache.Options{}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(test.server)
			t.Cleanup(s.Close)
			if test.server == nil {
				s.Close()
			}
			parts, _, told := runRemote(t, o, s.URL, test.remote)
			if !slices.Equal(parts, want) {
				t.Error("the bundle is another one")
			}
			switch {
			case test.told == "" && told != nil:
				t.Errorf("told: %v", told)
			case test.told != "" && (told == nil || !strings.Contains(told.Error(), test.told) || strings.Contains(told.Error(), "\n")):
				t.Errorf("told: %v\nwant: %s", told, test.told)
			}
		})
	}
}

func status(code int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
}

// onlyReading returns a server that has no objects and accepts none.
func onlyReading(code int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			w.WriteHeader(code)
			return
		}
		http.NotFound(w, r)
	})
}

// Machines that write at the same time, to a folder and to a server, leave objects that the next one can use.
func TestRemoteWritersTogether(t *testing.T) {
	t.Parallel()
	repo := gittest.New(t)
	for i := range 20 {
		repo.Write(fmt.Sprintf("src/f%d.go", i), goFunctions("src", fmt.Sprintf("f%dof", i), i%5+1))
	}
	repo.Commit(10)
	o := options(t, repo.Top, 3000, "markdown")
	want, _, _ := run(t, o)
	server := httptest.NewServer(&buildCache{objects: map[string][]byte{}})
	t.Cleanup(server.Close)
	for _, address := range []string{server.URL, "file:" + t.TempDir()} {
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if parts, _, err := runRemote(t, o, address, remotecache.Options{}); !slices.Equal(parts, want) || err != nil {
					t.Errorf("%s: another bundle, or %v", address, err)
				}
			})
		}
		group.Wait()
		if parts, reused, err := runRemote(t, o, address, remotecache.Options{}); !slices.Equal(parts, want) || reused != 20 || err != nil {
			t.Errorf("%s: then %d were known, %v", address, reused, err)
		}
	}
}
