package remotecache

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ctxpack/internal/share/cache"
)

// server is a build cache: it stores objects and appends a field, as bazel-remote does.
type server struct {
	mu       sync.Mutex
	objects  map[string][]byte
	requests map[string]int // by method
	headers  http.Header    // of the last one
}

func newServer() *server { return &server{objects: map[string][]byte{}, requests: map[string]int{}} }

func serve(t *testing.T, h http.Handler) *httptest.Server {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func (s *server) count(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[method]
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[r.Method]++
	s.headers = r.Header.Clone()
	at := strings.LastIndex(r.URL.Path, "/ac/")
	if at < 0 || len(r.URL.Path) != at+len("/ac/")+64 || err != nil {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	if r.Method == http.MethodPut {
		if _, err := decodeActionResult(body); err != nil || r.ContentLength != int64(len(body)) {
			http.Error(w, "no ActionResult", http.StatusBadRequest)
			return
		}
		const worker = "\x4a\x0b\x0a\x09127.0.0.1" // execution_metadata.worker
		s.objects[r.URL.Path] = append(body, worker...)
		return
	}
	object, ok := s.objects[r.URL.Path]
	if !ok {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	_, _ = w.Write(object)
}

func object(n byte) []byte {
	_, object := testObject(n)
	return object
}

// Whatever a server does, it delivers nothing wrong, the run continues in time, and one line reports the fault.
func TestServerFaults(t *testing.T) {
	t.Parallel()
	elsewhere := serve(t, newServer())
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	answer := func(body []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }
	}
	tests := []struct {
		name    string
		handle  http.HandlerFunc
		present bool
		want    string // of the message; "" for none
	}{
		{"hanging", hang, false, "no answer within"},
		{"500", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", 500) }, false, "500 Internal Server Error"},
		{"507", func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut {
				http.Error(w, "full", http.StatusInsufficientStorage)
				return
			}
			http.NotFound(w, r)
		}, false, "507 Insufficient Storage"},
		{"401", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", http.StatusUnauthorized) }, false, "401 Unauthorized"},
		{"truncated", func(w http.ResponseWriter, _ *http.Request) {
			message := encodeActionResult(object(1))
			w.Header().Set("Content-Length", "100000")
			_, _ = w.Write(message)
		}, false, "unexpected EOF"},
		{"shorter", answer(encodeActionResult(object(1)[:50])), false, "were rejected"},
		{"a page", answer([]byte("<html>login</html>")), false, "no ActionResult"},
		{"an empty answer", answer(nil), false, ""},
		{"another's ActionResult", answer(encodeActionResult([]byte("ok: all tests passed\n"))), false, "has another key"},
		{"the object of another key", answer(encodeActionResult(object(2))), false, "has another key"},
		{"signed by an earlier version", answer(encodeActionResult(append([]byte("ctxpack signed 1\n"), object(1)...))), false, "has another key"},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			block := make([]byte, 1<<20)
			for {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}, false, "has more than 16 MB"},
		{"redirect to another", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, http.StatusTemporaryRedirect)
		}, false, "redirects"},
		{"redirect in circles", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		}, false, "redirects"},
		{"clock skew", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", "Fri, 01 Jan 2100 00:00:00 GMT")
			w.Header().Set("Last-Modified", "Fri, 01 Jan 2100 00:00:00 GMT")
			w.Header().Set("Expires", "Thu, 01 Jan 1970 00:00:00 GMT")
			_, _ = w.Write(encodeActionResult(object(1)))
		}, true, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handle)
			limit := 10 * time.Minute
			if test.name == "hanging" {
				limit = 100 * time.Millisecond
			}
			checkFault(t, s.URL, Options{Timeout: limit}, test.present, test.want)
		})
	}
}

// checkFault reads and writes some objects, and checks results and messages.
func checkFault(t *testing.T, address string, o Options, present bool, want string) {
	t.Helper()
	local := newMemory()
	o.Local = local
	c := open(t, address, o)
	key, data := testObject(1)
	for n := range byte(6) {
		other, otherData := testObject(n + 10)
		if n == 0 {
			got := get(t, c, key)
			if (got != nil) != present || got != nil && !bytes.Equal(got, data) {
				t.Errorf("got %d bytes", len(got))
			}
		}
		if !present { // the answer is valid for one key only
			get(t, c, other)
			put(t, c, other, otherData)
		}
	}
	err := c.Close()
	switch {
	case want == "" && err != nil:
		t.Errorf("told: %v", err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n")):
		t.Errorf("told: %v\nwant: %s", err, want)
	}
	if !present && len(local.objects) != 6 {
		t.Errorf("%d of what was put is here", len(local.objects))
	}
}

func TestServerDown(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	checkFault(t, address, Options{}, false, "abandoned after 3 of ")
}

// A read-only server is read, without a warning.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	for _, code := range []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed} {
		inner := newServer()
		writer := open(t, serve(t, inner).URL, Options{})
		key, data := testObject(3)
		put(t, writer, key, data)
		closeClean(t, writer)
		var puts atomic.Int32
		s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut {
				puts.Add(1)
				w.WriteHeader(code)
				return
			}
			inner.ServeHTTP(w, r)
		}))
		reader := open(t, s.URL, Options{Jobs: 1})
		for n := range byte(5) {
			other, otherData := testObject(n + 10)
			put(t, reader, other, otherData)
			reader.writers.Wait()
		}
		if got := get(t, reader, key); !bytes.Equal(got, data) {
			t.Errorf("%d: got %d bytes", code, len(got))
		}
		closeClean(t, reader)
		if n := puts.Load(); n != 1 {
			t.Errorf("%d: %d objects were sent", code, n)
		}
	}
}

// Only the first requests wait for a server that hangs.
func TestLeftAlone(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := 0
	s := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked++
		mu.Unlock()
		<-r.Context().Done()
	}))
	c := open(t, s.URL, Options{Timeout: 50 * time.Millisecond, Jobs: 4})
	var group sync.WaitGroup
	for n := range byte(200) {
		group.Go(func() { get(t, c, cache.ObjectKey{n}) })
	}
	group.Wait()
	if err := c.Close(); err == nil {
		t.Error("nothing is told")
	}
	mu.Lock()
	defer mu.Unlock()
	if asked > 8 {
		t.Errorf("asked %d times", asked)
	}
}

// A single failure is reported, and other requests continue.
func TestOneFailure(t *testing.T) {
	t.Parallel()
	inner := newServer()
	n := 0
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n++; n%3 == 0 {
			http.Error(w, "x", http.StatusServiceUnavailable)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	c := open(t, s.URL, Options{Jobs: 1})
	found := 0
	for n := range byte(9) {
		key, data := testObject(n)
		put(t, c, key, data)
		c.writers.Wait()
		if get(t, c, key) != nil {
			found++
		}
	}
	err := c.Close()
	if found < 3 || err == nil || !strings.Contains(err.Error(), "6 of 18 requests failed: the server answers 503") {
		t.Errorf("found %d, told: %v", found, err)
	}
}

func TestCredentials(t *testing.T) {
	t.Parallel()
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("u:p w"))
	tests := []struct {
		env  map[string]string
		want string
	}{
		{nil, ""},
		{map[string]string{TokenVariable: " hunter2\n"}, "Bearer hunter2"},
		{map[string]string{UserVariable: "u", PasswordVariable: "p w"}, basic},
	}
	for _, test := range tests {
		s := newServer()
		c := open(t, serve(t, s).URL, Options{Getenv: func(name string) string { return test.env[name] }})
		get(t, c, cache.ObjectKey{})
		closeClean(t, c)
		if got := s.headers.Get("Authorization"); got != test.want {
			t.Errorf("%v: sent %q", test.env, got)
		}
	}
}

// An ineffective token is not in the message.
func TestTokenIsNotTold(t *testing.T) {
	t.Parallel()
	for _, handle := range []http.HandlerFunc{
		func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, r.Header.Get("Authorization"), http.StatusForbidden)
		},
		func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://"+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+"/", http.StatusFound)
		},
		func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Header.Get("Authorization")) },
	} {
		c := open(t, serve(t, handle).URL, Options{Getenv: func(name string) string {
			return map[string]string{TokenVariable: "hunter2"}[name]
		}})
		for range 4 {
			get(t, c, cache.ObjectKey{})
		}
		if err := c.Close(); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("told: %v", err)
		}
	}
}

// A redirect within the server keeps the required headers.
func TestRedirectWithin(t *testing.T) {
	t.Parallel()
	key, data := testObject(1)
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/real/") {
			http.Redirect(w, r, "/real"+r.URL.Path, http.StatusFound)
			return
		}
		if r.URL.Path != "/real/ac/"+hex.EncodeToString(key[:]) {
			t.Errorf("asked for %s", r.URL.Path)
		}
		_, _ = w.Write(encodeActionResult(data))
	}))
	c := open(t, s.URL, Options{})
	if got := get(t, c, key); !bytes.Equal(got, data) {
		t.Errorf("got %d bytes", len(got))
	}
	closeClean(t, c)
}

func TestActionResult(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, message string
		want          string
		bad           bool
	}{
		{"empty", "", "", false},
		{"alone", "\x2a\x03abc", "abc", false},
		{"exit code before", "\x20\x00\x2a\x03abc", "abc", false},
		{"metadata after", "\x2a\x03abc\x4a\x02\x0a\x00", "abc", false},
		{"fixed numbers", "\x09\x01\x02\x03\x04\x05\x06\x07\x08\x2a\x03abc\x0d\x01\x02\x03\x04", "abc", false},
		{"twice", "\x2a\x03abc\x2a\x01z", "z", false},
		{"large field", "\xfa\xff\xff\xff\x0f\x01x\x2a\x01a", "a", false},
		{"cut in bytes", "\x2a\x03ab", "", true},
		{"cut in length", "\x2a", "", true},
		{"cut in number", "\x20\x80", "", true},
		{"cut in fixed", "\x09\x01", "", true},
		{"length of all", "\x2a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "", true},
		{"group", "\x2b\x2c", "", true},
		{"field 0", "\x02\x00", "", true},
	}
	for _, test := range tests {
		got, err := decodeActionResult([]byte(test.message))
		if string(got) != test.want && err == nil || (err != nil) != test.bad {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
}

func FuzzActionResult(f *testing.F) {
	f.Add([]byte("\x2a\x03abc\x4a\x02\x0a\x00"))
	f.Add([]byte("\x20\x00\x09\x01\x02\x03\x04\x05\x06\x07\x08"))
	f.Fuzz(func(t *testing.T, message []byte) {
		if object, err := decodeActionResult(message); err == nil && !bytes.Contains(message, object) {
			t.Fatal("the object is not of the message")
		}
		// Whatever well-formed fields a server adds, the object stays.
		whole := encodeActionResult(message)
		if got, err := decodeActionResult(whole); err != nil || !bytes.Equal(got, message) {
			t.Fatalf("%q, %v", got, err)
		}
		if added, err := decodeActionResult(message); err == nil && added == nil {
			if got, err := decodeActionResult(append(whole, message...)); err != nil || !bytes.Equal(got, message) {
				t.Fatalf("%q, %v", got, err)
			}
		}
	})
}
