package registry

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// fake is a registry. With a password it wants a token, which it gives for that.
type fake struct {
	mu        sync.Mutex
	url       string
	password  string
	blobs     map[string]string
	manifests map[string]string // by tag
	puts      int
}

func newFake(t *testing.T, password string) (*fake, string) {
	t.Helper()
	f := &fake{password: password, blobs: map[string]string{}, manifests: map[string]string{}}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	f.url = s.URL
	return f, Scheme + strings.TrimPrefix(s.URL, "http://") + "/team/bundles"
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	const token = "t0ken"
	if r.URL.Path == "/token" {
		if user, password, _ := r.BasicAuth(); user != "u" || password != f.password {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		_, _ = fmt.Fprintf(w, `{"token":%q}`, token)
		return
	}
	if f.password != "" && r.Header.Get("Authorization") != "Bearer "+token {
		w.Header().Set("WWW-Authenticate", fmt.Sprintf(`Bearer realm="%s/token",service="fake",scope="repository:team/bundles:pull,push"`, f.url))
		http.Error(w, `{"errors":[{"code":"UNAUTHORIZED","message":"no access"}]}`, http.StatusUnauthorized)
		return
	}
	body, _ := io.ReadAll(r.Body)
	const top = "/v2/team/bundles/"
	switch path := strings.TrimPrefix(r.URL.Path, top); {
	case r.Method == http.MethodHead && strings.HasPrefix(path, "blobs/"):
		if data, ok := f.blobs[strings.TrimPrefix(path, "blobs/")]; ok {
			w.Header().Set("Content-Length", fmt.Sprint(len(data)))
			return
		}
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodPost && path == "blobs/uploads/":
		w.Header().Set("Location", top+"blobs/uploads/1?state=s3cret")
		w.WriteHeader(http.StatusAccepted)
	case r.Method == http.MethodPut && path == "blobs/uploads/1":
		f.puts++
		if digestOf(body) != r.URL.Query().Get("digest") || r.URL.Query().Get("state") != "s3cret" {
			http.Error(w, `{"errors":[{"code":"DIGEST_INVALID"}]}`, http.StatusBadRequest)
			return
		}
		f.blobs[digestOf(body)] = string(body)
		w.WriteHeader(http.StatusCreated)
	case r.Method == http.MethodPut && strings.HasPrefix(path, "manifests/"):
		f.manifests[strings.TrimPrefix(path, "manifests/")] = string(body)
		w.Header().Set("Docker-Content-Digest", digestOf(body))
		w.WriteHeader(http.StatusCreated)
	default:
		http.Error(w, "{}", http.StatusNotFound)
	}
}

func open(t *testing.T, address string, env map[string]string) *Registry {
	t.Helper()
	r, err := Open(address, Options{Timeout: 10 * time.Minute, Getenv: func(name string) string { return env[name] }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func bundle() Artefact {
	return Artefact{Tag: "owner-name-1a2b", File: "owner-name-1a2b.md", MediaType: "text/markdown", Data: "# A bundle\n", Source: "owner/name", Revision: "c0ffee"}
}

func TestPush(t *testing.T) {
	t.Parallel()
	for _, password := range []string{"", "hunter2"} {
		f, address := newFake(t, password)
		r := open(t, address, map[string]string{UserVariable: "u", PasswordVariable: "hunter2"})
		first, err := r.Push(t.Context(), bundle())
		if err != nil {
			t.Fatal(err)
		}
		text := f.manifests["owner-name-1a2b"]
		if want := strings.TrimPrefix(address, Scheme) + "@" + digestOf([]byte(text)); first != want {
			t.Errorf("got %s, want %s", first, want)
		}
		var manifest struct {
			MediaType, ArtifactType string
			Config                  struct{ Digest string }
			Layers                  []struct {
				MediaType, Digest string
				Size              int
				Annotations       map[string]string
			}
			Annotations map[string]string
		}
		if err := json.Unmarshal([]byte(text), &manifest); err != nil {
			t.Fatal(err)
		}
		if manifest.ArtifactType != ArtefactType || f.blobs[manifest.Config.Digest] != "{}" || len(manifest.Layers) != 1 {
			t.Fatalf("manifest %s", text)
		}
		layer := manifest.Layers[0]
		if f.blobs[layer.Digest] != "# A bundle\n" || layer.Size != 11 || layer.MediaType != "text/markdown" ||
			layer.Annotations["org.opencontainers.image.title"] != "owner-name-1a2b.md" ||
			manifest.Annotations["org.opencontainers.image.source"] != "owner/name" || manifest.Annotations["org.opencontainers.image.revision"] != "c0ffee" {
			t.Errorf("manifest %s", text)
		}
		again, err := r.Push(t.Context(), bundle())
		if err != nil || again != first || f.puts != 2 {
			t.Errorf("then %s, %v, after %d uploads", again, err, f.puts)
		}
	}
}

func TestPushFails(t *testing.T) {
	t.Parallel()
	_, closed := newFake(t, "hunter2")
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"errors":[{"code":"TOOMANYREQUESTS","message":"later"}]}`, http.StatusTooManyRequests)
	}))
	t.Cleanup(broken.Close)
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(hanging.Close)
	at := func(s *httptest.Server) string { return Scheme + strings.TrimPrefix(s.URL, "http://") + "/a" }
	tests := []struct {
		name, address string
		env           map[string]string
		want          string
	}{
		{"no credentials", closed, nil, `40[13]|set CTXPACK_REGISTRY_USER`},
		{"wrong credentials", closed, map[string]string{UserVariable: "u", PasswordVariable: "s3cret"}, "401"},
		{"busy", at(broken), nil, "429 Too Many Requests"},
		{"hanging", at(hanging), nil, "it took more than"},
	}
	for _, test := range tests {
		r := open(t, test.address, test.env)
		if test.name == "hanging" {
			r.timeout = 50 * time.Millisecond
		}
		_, err := r.Push(t.Context(), bundle())
		if err == nil || !regexp.MustCompile(test.want).MatchString(err.Error()) || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	secret := map[string]string{UserVariable: "u", PasswordVariable: "hunter2"}
	tests := []struct {
		address string
		o       Options
		env     map[string]string
		want    string
	}{
		{"host/path", Options{}, nil, "want oci://"},
		{"oci://u:hunter2@host/path", Options{}, nil, "without credentials"},
		{"oci://host", Options{}, nil, "want oci://"},
		{"oci://host/Path", Options{}, nil, "lower-case"},
		{"oci://host/path:tag", Options{}, nil, "want oci://"},
		{"oci://host/path", Options{AllowHTTP: true}, secret, "without encryption"},
		{"oci://host/path", Options{}, map[string]string{UserVariable: "u", TokenVariable: "hunter2"}, "exclude each other"},
	}
	for _, test := range tests {
		test.o.Getenv = func(name string) string { return test.env[name] }
		if _, err := Open(test.address, test.o); err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", test.address, err)
		}
	}
}
