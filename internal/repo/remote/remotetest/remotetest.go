// Package remotetest serves git repositories on the loopback interface for tests, with git's own server program.
package remotetest

import (
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Server serves the repositories below Root by their names.
type Server struct {
	*httptest.Server
	Root string
	// Token, if not empty, is required below /private/.
	Token string

	mu   sync.Mutex
	hits []Hit
}

// Hit is a request.
type Hit struct {
	Method, Path string
	Token        string // the token sent with it
}

// Hits returns the requests so far.
func (s *Server) Hits() []Hit {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.hits)
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{Root: t.TempDir(), Token: "s3cr3t-t0ken-of-the-test"}
	git := s.Backend(t)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pass, _ := r.BasicAuth()
		s.mu.Lock()
		s.hits = append(s.hits, Hit{r.Method, r.URL.Path, pass})
		s.mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/private/") && pass != s.Token {
			w.Header().Set("WWW-Authenticate", `Basic realm="test"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		git.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// Backend returns a handler for the repositories below Root.
func (s *Server) Backend(t testing.TB) http.Handler {
	t.Helper()
	out, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	return &cgi.Handler{
		Path:   filepath.Join(strings.TrimSpace(string(out)), "git-http-backend"),
		Stderr: io.Discard, // it reports every missing repository
		Env: []string{
			"GIT_PROJECT_ROOT=" + s.Root, "GIT_HTTP_EXPORT_ALL=1", "HOME=" + t.TempDir(), "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_0=uploadpack.allowAnySHA1InWant", "GIT_CONFIG_VALUE_0=true",
			"GIT_CONFIG_KEY_1=safe.directory", "GIT_CONFIG_VALUE_1=*",
		},
	}
}
