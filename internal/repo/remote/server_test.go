package remote_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ctxpack/internal/repo/gitrepo/gittest"
	"ctxpack/internal/repo/remote"
)

// fails checks an error's kind, and that it is one line without the token.
func (f *fixture) fails(err error, kind remote.Kind, text string) {
	f.t.Helper()
	var e *remote.Error
	if !errors.As(err, &e) || e.Kind != kind || !strings.Contains(err.Error(), text) {
		f.t.Errorf("error %v, want kind %d with %q", err, kind, text)
	}
	if err != nil && (strings.ContainsAny(err.Error(), "\n\r") || strings.Contains(err.Error(), f.server.Token)) {
		f.t.Errorf("error %q", err)
	}
}

// TestToken: it is sent only to its host, and only when needed.
func TestToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.publish("private/name")
	host := strings.TrimPrefix(f.server.URL, "http://")
	_, err := f.open("private/name")
	f.fails(err, remote.NoAccess, "no access to it without a token")

	f.env["CTXPACK_TOKEN"] = f.server.Token
	_, err = f.open("private/name")
	f.fails(err, remote.NoAccess, "without a token")
	f.env["CTXPACK_TOKEN_HOST"] = "elsewhere.example"
	f.env["GITHUB_TOKEN"], f.env["GITLAB_TOKEN"] = f.server.Token, f.server.Token
	_, err = f.open("private/name")
	f.fails(err, remote.NoAccess, "without a token")
	for _, h := range f.server.Hits() {
		if h.Token != "" {
			t.Fatalf("%s was sent a token that belongs elsewhere", h.Path)
		}
	}
	f.env["CTXPACK_TOKEN_HOST"] = host
	f.mustOpen("owner/name")
	for _, h := range f.server.Hits() {
		if h.Token != "" {
			t.Fatalf("%s was sent a token that it does not need", h.Path)
		}
	}
	f.mustOpen("private/name")
	f.env["CTXPACK_TOKEN"] = "wrong-token-of-somebody"
	_, err = f.open("private/name")
	f.fails(err, remote.NoAccess, "does not take the token of CTXPACK_TOKEN")
	if strings.Contains(err.Error(), "somebody") {
		t.Errorf("the error has the token: %v", err)
	}
}

// TestTokenStaysOffDisk: no file of the mirrors contains the token.
func TestTokenStaysOffDisk(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.publish("private/name")
	f.env["CTXPACK_TOKEN"], f.env["CTXPACK_TOKEN_HOST"] = f.server.Token, strings.TrimPrefix(f.server.URL, "http://")
	f.mustOpen("private/name")
	err := filepath.WalkDir(f.o.Cache, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), f.server.Token) {
			t.Errorf("%s has the token", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRedirects: allowed to another address on the same server, and without the token to another server; not to
// this machine, not in a cycle, and not for requests with data.
func TestRedirects(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.publish("private/name")
	var seen atomic.Bool
	var front *httptest.Server
	front = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pass, _ := r.BasicAuth()
		rest := func(prefix string) string { return strings.TrimPrefix(r.URL.Path, prefix) + "?" + r.URL.RawQuery }
		switch {
		case strings.HasPrefix(r.URL.Path, "/moved/"):
			http.Redirect(w, r, f.server.URL+rest("/moved"), http.StatusMovedPermanently)
		case strings.HasPrefix(r.URL.Path, "/asks/"):
			if pass == "" {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			seen.Store(true)
			http.Redirect(w, r, f.server.URL+rest("/asks"), http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/circle/"):
			http.Redirect(w, r, front.URL+r.URL.Path+"?"+r.URL.RawQuery, http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/away/"):
			http.Redirect(w, r, "http://192.0.2.1/owner/name/info/refs?"+r.URL.RawQuery, http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/file/"):
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/login/"):
			http.Redirect(w, r, f.server.URL+"/login?from=secret-of-the-server", http.StatusFound)
		}
	}))
	t.Cleanup(front.Close)
	open := func(path string) (*remote.Tree, error) {
		a, err := remote.Parse(front.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		return f.openAddress(a)
	}
	if _, err := open("/moved/owner/name"); err != nil {
		t.Error(err)
	}
	f.env["CTXPACK_TOKEN"], f.env["CTXPACK_TOKEN_HOST"] = f.server.Token, strings.TrimPrefix(front.URL, "http://")
	_, err := open("/asks/private/name")
	f.fails(err, remote.NoAccess, "")
	if !seen.Load() {
		t.Error("the server that the token belongs to did not get it")
	}
	for _, h := range f.server.Hits() {
		if h.Token != "" {
			t.Errorf("the token went along with a redirect: %+v", h)
		}
	}
	_, err = open("/circle/owner/name")
	f.fails(err, remote.Malformed, "redirects more than")
	_, err = open("/away/owner/name")
	f.fails(err, remote.Refused, "redirects to http://192.0.2.1")
	_, err = open("/file/owner/name")
	f.fails(err, remote.Refused, "redirects to file://")
	if e := (*remote.Error)(nil); !errors.As(err, &e) || e.Advice == "" {
		t.Errorf("no advice of its own: %v", err)
	}
	_, err = open("/login/owner/name")
	f.fails(err, remote.NoRepository, "")
	if strings.Contains(err.Error(), "secret-of-the-server") {
		t.Error(err)
	}
}

// hostile returns an address that serves the output of an answer's handler after the references of a real server.
func (f *fixture) hostile(answer http.HandlerFunc) string {
	backend := f.server.Backend(f.t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			backend.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/x-git-upload-pack-result")
		answer(w, r)
	}))
	f.t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL + "/owner/name"
}

func pkt(text string) string { return fmt.Sprintf("%04x%s", len(text)+4, text) }

func TestHostileServers(t *testing.T) {
	t.Parallel()
	base := newFixture(t)
	const head = "0000" // no shallow commits
	flood := func(prefix, piece string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			_, err := io.WriteString(w, prefix)
			for err == nil && r.Context().Err() == nil {
				_, err = io.WriteString(w, piece)
			}
		}
	}
	say := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
	}
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		kind   remote.Kind
		text   string
	}{
		"nothing":         {say(""), remote.NoNetwork, "ends before"},
		"garbage":         {say("<html>" + strings.Repeat("x", 100)), remote.Malformed, "not understood"},
		"no pack":         {say(head + pkt("NAK\n")), remote.Malformed, "empty packfile"},
		"garbage as pack": {say(head + pkt("NAK\n") + pkt("\x01garbage that is no pack at all") + "0000"), remote.Malformed, "not understood"},
		"empty pack": {say(head + pkt("NAK\n") +
			pkt("\x01PACK\x00\x00\x00\x02\x00\x00\x00\x00\x02\x9d\x08\x82\x3b\xd8\xa8\xea\xb5\x10\xad\x6a\xc7\x5c\x82\x3c\xfd\x3e\xd3\x1e") + "0000"),
			remote.Malformed, "does not send the commit"},
		"an error":          {say(head + pkt("NAK\n") + pkt("\x03out of memory\x1b[2J\nand more")), remote.Malformed, "out of memory"},
		"an error line":     {say(pkt("ERR go away")), remote.Malformed, "go away"},
		"unknown channel":   {say(head + pkt("NAK\n") + pkt("\x09x")), remote.Malformed, ""},
		"a short length":    {say(head + "0002"), remote.Malformed, ""},
		"a page":            {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/html") }, remote.Malformed, "a page"},
		"server error":      {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, remote.Malformed, "500"},
		"busy":              {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }, remote.NoNetwork, "try later"},
		"endless pack":      {flood(head+pkt("NAK\n"), pkt("\x01"+strings.Repeat("P", 60_000))), remote.TooLarge, "more than 1MB"},
		"endless progress":  {flood(head+pkt("NAK\n"), pkt("\x02"+strings.Repeat("counting ", 5000))), remote.TooLarge, "more than 1MB"},
		"endless shallows":  {flood("", pkt("shallow "+strings.Repeat("ab", 20))), remote.TooLarge, "more than 1MB"},
		"endless not acked": {flood(head, pkt("NAK\n")), remote.TooLarge, "more than 1MB"},
		"redirects": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, remote.Refused, "redirects an upload"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := *base
			f.t, f.o.Cache, f.o.MaxBytes = t, t.TempDir(), 1_000_000
			a, err := remote.Parse(f.hostile(tt.answer))
			if err != nil {
				t.Fatal(err)
			}
			_, err = f.openAddress(a)
			f.fails(err, tt.kind, tt.text)
			if strings.ContainsRune(err.Error(), '\x1b') {
				t.Errorf("the error speaks to the terminal: %q", err)
			}
			if left, _ := filepath.Glob(filepath.Join(f.o.Cache, "remotes", "*", "git", "objects", "pack", "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestNeverEnds: a server that keeps a client waiting is abandoned at the time limit, or when the run is
// interrupted.
func TestNeverEnds(t *testing.T) {
	t.Parallel()
	wait := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "0000"+pkt("NAK\n"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
	f := newFixture(t)
	f.o.Timeout = 300 * time.Millisecond
	a, err := remote.Parse(f.hostile(wait))
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.openAddress(a)
	f.fails(err, remote.TooLong, "longer than 300ms")

	f.o.Timeout = time.Hour
	ctx, cancel := context.WithCancel(context.Background())
	f.o.Observe = func(p remote.Progress) {
		if p.Doing == "fetching" {
			cancel()
		}
	}
	m, err := remote.New(f.o)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Open(ctx, a); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestHostileReferences: a server that lists impossible references.
func TestHostileReferences(t *testing.T) {
	t.Parallel()
	id := strings.Repeat("ab", 20)
	begin := pkt("# service=git-upload-pack\n") + "0000"
	var endless strings.Builder
	endless.WriteString(begin + pkt(id+" HEAD\x00agent=x\n"))
	for n := 0; endless.Len() < 34_000_000; n++ {
		endless.WriteString(pkt(fmt.Sprintf("%s refs/heads/%0900d\n", id, n)))
	}
	for name, tt := range map[string]struct {
		refs string
		kind remote.Kind
	}{
		"nothing":    {"", remote.NoNetwork},
		"no commits": {begin + pkt(strings.Repeat("0", 40)+" capabilities^{}\x00agent=x\n") + "0000", remote.NoRef},
		"leads out":  {begin + pkt(id+" refs/heads/../../../x\x00agent=x\n") + "0000", remote.NoRef},
		"not hex":    {begin + pkt(strings.Repeat("zz", 20)+" HEAD\x00agent=x\n") + "0000", remote.Malformed},
		"cut":        {begin + pkt(id+" HEAD\x00agent=x\n"), remote.Malformed},
		"sha256":     {begin + pkt(id+strings.Repeat("ab", 12)+" HEAD\x00object-format=sha256\n") + "0000", remote.Malformed},
		"endless":    {endless.String(), remote.Malformed},
		"error":      {begin + pkt("ERR no\x1b[31m\nway"), remote.NoRepository},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
				_, _ = io.WriteString(w, tt.refs)
			}))
			t.Cleanup(s.Close)
			f := &fixture{t: t, o: remote.Options{Cache: t.TempDir(), MaxBytes: 1 << 20, Timeout: 10 * time.Minute, Getenv: os.Getenv}}
			a, err := remote.Parse(s.URL + "/owner/name")
			if err != nil {
				t.Fatal(err)
			}
			_, err = f.openAddress(a)
			var e *remote.Error
			if !errors.As(err, &e) || e.Kind != tt.kind {
				t.Errorf("error %v, want kind %d", err, tt.kind)
			}
			if name == "endless" && !strings.Contains(err.Error(), "does not end") {
				t.Error(err)
			}
		})
	}
}

// TestNoServer: unreachable servers, and forbidden ones.
func TestNoServer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	for url, kind := range map[string]remote.Kind{
		"http://" + address + "/owner/name":                                 remote.NoNetwork,
		"https://" + address + "/owner/name":                                remote.NoNetwork,
		"ssh://git@" + address + "/o/n":                                     remote.NoAccess, // no known hosts, so it is not even tried
		"http://192.0.2.1/owner/name":                                       remote.Refused,
		strings.Replace(f.server.URL, "http:", "https:", 1) + "/owner/name": remote.Malformed,
	} {
		a, err := remote.Parse(url)
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		_, err = f.openAddress(a)
		f.fails(err, kind, "")
	}
}

// TestHostileTrees: files that a repository must not write to disk.
func TestHostileTrees(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.MkdirAll(outside, 0o755); err != nil {
		t.Fatal(err)
	}
	blob := func(r *gittest.Repo) string { return r.Loose("blob", []byte("evil\n")) }
	for name, tt := range map[string]struct {
		tree func(r *gittest.Repo) string
		path string // below the tree
		kind remote.Kind
		text string
	}{
		"dot dot": {func(r *gittest.Repo) string { return r.Tree("40000 " + r.Tree("100644 "+blob(r)+" x") + " ..") }, "", remote.Failed,
			"refused, as in git"},
		".git": {func(r *gittest.Repo) string { return r.Tree("40000 " + r.Tree("100644 "+blob(r)+" config") + " .git") }, "", remote.Failed,
			"refused, as in git"},
		".GIT below": {func(r *gittest.Repo) string { return r.Tree("40000 " + r.Tree("100644 "+blob(r)+" .GIT") + " sub") }, "", remote.Failed,
			"refused, as in git"},
		"git~1":  {func(r *gittest.Repo) string { return r.Tree("100644 " + blob(r) + " git~1") }, "", remote.Failed, "refused, as in git"},
		"unseen": {func(r *gittest.Repo) string { return r.Tree("100644 " + blob(r) + " .g\u200cit") }, "", remote.Failed, "refused, as in git"},
		"stream": {func(r *gittest.Repo) string { return r.Tree("100644 " + blob(r) + " .git::$INDEX_ALLOCATION") }, "", remote.Failed, "refused, as in git"},
		"twice":  {func(r *gittest.Repo) string { return r.Tree("100644 "+blob(r)+" a", "100644 "+blob(r)+" a") }, "", remote.Failed, "is there twice"},
		"link and folder": {func(r *gittest.Repo) string {
			return r.Tree("120000 "+r.Loose("blob", []byte(outside))+" a", "40000 "+r.Tree("100644 "+blob(r)+" x")+" a")
		}, "", remote.Failed, "both a file and a folder"},
		"link out as PATH": {func(r *gittest.Repo) string { return r.Tree("120000 " + r.Loose("blob", []byte(outside)) + " a") }, "a", remote.Refused, "leads out"},
		"odd mode":         {func(r *gittest.Repo) string { return r.Tree("010644 " + blob(r) + " fifo") }, "", remote.Failed, "mode"},
		"bomb of bytes": {func(r *gittest.Repo) string {
			big := r.Loose("blob", make([]byte, 900_000))
			var entries []string
			for i := range 100 {
				entries = append(entries, fmt.Sprintf("100644 %s f%03d", big, i))
			}
			return r.Tree(entries...)
		}, "", remote.TooLarge, "the tree is too large"},
		"bomb of paths": {func(r *gittest.Repo) string {
			tree := r.Tree("100644 " + blob(r) + " f")
			for range 40 {
				tree = r.Tree("40000 "+tree+" a", "40000 "+tree+" b")
			}
			return tree
		}, "", remote.TooLarge, "the tree is too large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.repo.SetHead(tt.tree(f.repo), 5)
			// git would not clone some of these.
			bare := filepath.Join(f.server.Root, "owner", "evil.git")
			f.repo.Git("init", "-q", "--bare", "-b", "main", bare)
			if err := os.RemoveAll(filepath.Join(bare, "objects")); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(filepath.Join(bare, "objects"), os.DirFS(filepath.Join(f.repo.Top, ".git", "objects"))); err != nil {
				t.Fatal(err)
			}
			f.repo.At(bare).Write("refs/heads/main", f.repo.Read(".git/refs/heads/main"))
			f.o.MaxBytes = 1_000_000
			_, err := f.open("owner/evil/tree/main/" + tt.path)
			f.fails(err, tt.kind, tt.text)
			if left, _ := os.ReadDir(outside); len(left) > 0 {
				t.Errorf("something was written outside: %v", left)
			}
		})
	}
}
