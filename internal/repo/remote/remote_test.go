package remote_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/repo/gitrepo/gittest"
	"ctxpack/internal/repo/remote"
	"ctxpack/internal/repo/remote/remotetest"
)

// fixture is a server with a repository, and a folder for mirrors.
type fixture struct {
	t      testing.TB
	server *remotetest.Server
	repo   *gittest.Repo
	o      remote.Options
	env    map[string]string
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{t: t, server: remotetest.New(t), repo: gittest.New(t), env: map[string]string{}}
	f.repo.Write("README.md", "# Owned\n")
	f.repo.Write("src/main.go", "package main\n\nfunc main() {}\n")
	f.repo.Commit(0)
	f.repo.Write("src/main.go", "package main\n\nfunc main() { run() }\n")
	f.repo.Write("tool.sh", "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(f.repo.Top, "tool.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("src", filepath.Join(f.repo.Top, "link")); err != nil {
		t.Fatal(err)
	}
	f.repo.Commit(1)
	f.publish("owner/name")
	f.o = remote.Options{
		Cache: t.TempDir(), Depth: 1, MaxBytes: 10 << 20, Timeout: 10 * time.Minute,
		Getenv: func(name string) string { return f.env[name] },
	}
	return f
}

// publish puts the repository on the server, with all its branches and tags.
func (f *fixture) publish(name string) {
	f.t.Helper()
	bare := filepath.Join(f.server.Root, filepath.FromSlash(name)+".git")
	if err := os.RemoveAll(bare); err != nil {
		f.t.Fatal(err)
	}
	f.repo.Git("clone", "-q", "--mirror", f.repo.Top, bare)
}

// open fetches an address below the server's.
func (f *fixture) open(path string) (*remote.Tree, error) {
	f.t.Helper()
	a, err := remote.Parse(f.server.URL + "/" + path)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.openAddress(a)
}

func (f *fixture) openAddress(a remote.Address) (*remote.Tree, error) {
	f.t.Helper()
	m, err := remote.New(f.o)
	if err != nil {
		f.t.Fatal(err)
	}
	defer m.Close()
	return m.Open(context.Background(), a)
}

func (f *fixture) mustOpen(path string) *remote.Tree {
	f.t.Helper()
	tree, err := f.open(path)
	if err != nil {
		f.t.Fatal(err)
	}
	return tree
}

// git runs git in a folder that was fetched.
func (f *fixture) git(folder string, args ...string) string {
	f.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = folder, gittest.Environment(f.repo.Home, gittest.Start)
	out, err := cmd.CombinedOutput()
	if err != nil {
		f.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// posts returns the number of requested packs.
func (f *fixture) posts() (n int) {
	for _, h := range f.server.Hits() {
		if h.Method == "POST" {
			n++
		}
	}
	return n
}

// TestOpen: the fetched work tree equals git's.
func TestOpen(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tree := f.mustOpen("owner/name")
	if tree.Name != "name" || tree.Ref != "refs/heads/main" || filepath.Base(tree.Path) != "name" || len(tree.Warnings) > 0 {
		t.Errorf("tree: %+v", tree)
	}
	if got := f.git(tree.Path, "status", "--porcelain", "--branch"); got != "## main" {
		t.Errorf("status: %q", got)
	}
	if got, want := f.git(tree.Path, "rev-parse", "HEAD"), f.repo.Git("rev-parse", "HEAD"); got != want || tree.Commit != want {
		t.Errorf("HEAD %s, want %s", got, want)
	}
	if got := f.git(tree.Path, "rev-list", "--count", "HEAD"); got != "1" {
		t.Errorf("%s commits, want 1", got)
	}
	f.git(tree.Path, "fsck", "--strict", "--no-dangling")
	if got := f.git(tree.Path, "ls-files"); got != "README.md\nlink\nsrc/main.go\ntool.sh" {
		t.Errorf("files: %q", got)
	}
}

// TestReuse: only new objects are fetched.
func TestReuse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.repo.Write("noise.bin", noise(200_000))
	f.repo.Commit(2)
	f.publish("owner/name")
	first := f.mustOpen("owner/name")
	if first.Fetched < 200_000 {
		t.Errorf("%d bytes fetched", first.Fetched)
	}
	if again := f.mustOpen("owner/name"); again.Fetched != 0 || again.Path != first.Path || f.posts() != 1 {
		t.Errorf("%d bytes fetched again, %d packs", again.Fetched, f.posts())
	}
	f.repo.Write("new.txt", "new\n")
	commit := f.repo.Commit(3)
	f.publish("owner/name")
	next := f.mustOpen("owner/name")
	if next.Commit != commit || next.Path != first.Path || next.Fetched > 10_000 || next.Fetched == 0 {
		t.Errorf("%+v", next)
	}
	if got := f.git(next.Path, "status", "--porcelain"); got != "" {
		t.Errorf("status: %q", got)
	}
	// A commit by its id needs no request at all.
	hits := len(f.server.Hits())
	f.mustOpen("owner/name/tree/" + commit)
	if len(f.server.Hits()) != hits {
		t.Error("the server was asked for a commit that is there")
	}
	// A deeper history is fetched on demand.
	f.o.Depth = 3
	if deep := f.mustOpen("owner/name"); deep.Fetched == 0 || deep.Fetched > 10_000 {
		t.Errorf("deepened by %d bytes", deep.Fetched)
	}
	if got := f.git(next.Path, "rev-list", "--count", "HEAD"); got != "3" {
		t.Errorf("%s commits, want 3", got)
	}
	f.o.Depth = 0
	f.mustOpen("owner/name")
	if got := f.git(next.Path, "rev-list", "--count", "HEAD"); got != "4" {
		t.Errorf("%s commits, want all 4", got)
	}
	f.git(next.Path, "fsck", "--strict", "--no-dangling")
	if again := f.mustOpen("owner/name"); again.Fetched != 0 {
		t.Errorf("all commits were there, and %d bytes fetched", again.Fetched)
	}
}

// TestOneRunAtATime: a run waits for the previous one, but not forever, and removing mirrors keeps those in use.
func TestOneRunAtATime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	a, err := remote.Parse(f.server.URL + "/owner/name")
	if err != nil {
		t.Fatal(err)
	}
	first, err := remote.New(f.o)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := first.Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := first.Open(t.Context(), a); err != nil || again.Path != tree.Path {
		t.Errorf("the same run: %v", err)
	}
	o := f.o
	f.o.Timeout = 200 * time.Millisecond
	_, err = f.open("owner/name")
	f.fails(err, remote.TooLong, "another run has used its mirror")
	f.o = o
	f.o.Observe = func(p remote.Progress) {
		if p.Doing == "waiting for another run" {
			go first.Close()
		}
	}
	if n, _, err := remote.Clean(f.o.Cache); n != 0 || err == nil {
		t.Errorf("%d mirrors removed, error %v", n, err)
	}
	if _, err := os.Stat(filepath.Join(tree.Path, "README.md")); err != nil {
		t.Error(err)
	}
	f.mustOpen("owner/name")
	list, err := remote.List(f.o.Cache)
	if err != nil || len(list) != 1 || list[0].URL != f.server.URL+"/owner/name" || list[0].Bytes == 0 {
		t.Errorf("mirrors: %+v, %v", list, err)
	}
	n, bytes, err := remote.Clean(f.o.Cache)
	for tries := 0; err != nil && tries < 500; tries++ { // processes started by other tests hold the lock until they execute another program
		time.Sleep(10 * time.Millisecond)
		n, bytes, err = remote.Clean(f.o.Cache)
	}
	if n != 1 || bytes != list[0].Bytes || err != nil {
		t.Errorf("%d mirrors of %d bytes removed, error %v", n, bytes, err)
	}
}

// TestDamagedMirror: a mirror without its objects is rebuilt.
func TestDamagedMirror(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tree := f.mustOpen("owner/name")
	packs, _ := filepath.Glob(filepath.Join(f.o.Cache, "remotes", "*", "git", "objects", "pack", "*.pack"))
	if len(packs) != 1 {
		t.Fatalf("packs: %v", packs)
	}
	data, err := os.ReadFile(packs[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(packs[0], append(data[:12], make([]byte, len(data)-12)...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(tree.Path); err != nil {
		t.Fatal(err)
	}
	tree = f.mustOpen("owner/name")
	if got := f.git(tree.Path, "status", "--porcelain"); got != "" {
		t.Errorf("status: %q", got)
	}
}

// TestRefs: branches, tags, references, commits, and addresses of web pages.
func TestRefs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.repo.Git("rev-parse", "HEAD~1")
	second := f.repo.Git("rev-parse", "HEAD")
	f.repo.Git("branch", "feature/x", first)
	f.repo.Git("tag", "-a", "-m", "one", "v1.0", first)
	f.repo.Git("tag", "light", first)
	f.repo.Git("update-ref", "refs/pull/7/head", first)
	f.repo.Git("tag", "-a", "-m", "a tree", "odd", "HEAD^{tree}")
	f.publish("owner/name")
	for _, tt := range []struct{ path, ref, commit, at string }{
		{"owner/name", "refs/heads/main", second, ""},
		{"owner/name.git/", "refs/heads/main", second, ""},
		{"owner/name?tab=readme-ov-file#readme", "refs/heads/main", second, ""},
		{"owner/name/tree/main", "refs/heads/main", second, ""},
		{"owner/name/tree/feature/x", "refs/heads/feature/x", first, ""},
		{"owner/name/tree/feature/x/src", "refs/heads/feature/x", first, "src"},
		{"owner/name/blob/feature/x/src/main.go#L1-L3", "refs/heads/feature/x", first, "src/main.go"},
		{"owner/name/tree/v1.0/src/", "refs/tags/v1.0", first, "src"},
		{"owner/name/tree/light", "refs/tags/light", first, ""},
		{"owner/name/-/tree/feature/x/src", "refs/heads/feature/x", first, "src"},
		{"owner/name/src/branch/feature/x/src/main.go", "refs/heads/feature/x", first, "src/main.go"},
		{"owner/name/tree/" + first + "/src", "", first, "src"},
		{"owner/name/commit/" + first, "", first, ""},
		{"owner/name/tree/refs/pull/7/head", "refs/pull/7/head", first, ""},
	} {
		tree, err := f.open(tt.path)
		if err != nil {
			t.Errorf("%s: %v", tt.path, err)
			continue
		}
		at, _ := filepath.Rel(tree.Top, tree.Path)
		if at == "." {
			at = ""
		}
		if tree.Ref != tt.ref || tree.Commit != tt.commit || filepath.ToSlash(at) != tt.at {
			t.Errorf("%s: ref %s, commit %s, at %s; want %s, %s, %s", tt.path, tree.Ref, tree.Commit, at, tt.ref, tt.commit, tt.at)
		}
		if got := f.git(tree.Top, "rev-parse", "HEAD"); got != tt.commit {
			t.Errorf("%s: HEAD is %s, want %s", tt.path, got, tt.commit)
		}
	}
	for path, want := range map[string]struct {
		kind remote.Kind
		text string
	}{
		"owner/nothing":                               {remote.NoRepository, "there is no such repository"},
		"owner/name/tree/nope":                        {remote.NoRef, "no branch, tag or commit nope"},
		"owner/name/tree/" + first[:10]:               {remote.NoRef, "named by all 40 digits"},
		"owner/name/tree/main/nope":                   {remote.NoPath, "no file or folder nope"},
		"owner/name/tree/main/%2e%2e/%2e%2e/x":        {remote.NoPath, ""},
		"owner/name/tree/" + strings.Repeat("ab", 20): {remote.NoRef, "no commit abab"},
		"owner/name/tree/odd":                         {remote.Failed, ""},
		"owner/name/tree/main/.git":                   {remote.Refused, ""},
	} {
		_, err := f.open(path)
		var e *remote.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want.text) || e.Kind != want.kind && want.kind != remote.Failed ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want kind %d, %q", path, err, want.kind, want.text)
		}
	}
}

// noise returns a text that does not compress.
func noise(n int) string {
	b := make([]byte, n)
	x := uint32(1)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return string(b)
}

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// TestAsk checks that an address is resolved without fetching a pack, and to the commit that is then opened.
func TestAsk(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.repo.Git("tag", "v1", "HEAD~1")
	f.publish("owner/name")
	head, first := f.repo.Git("rev-parse", "HEAD"), f.repo.Git("rev-parse", "HEAD~1")
	ask := func(text string) (remote.Tip, error) {
		a, err := remote.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return remote.Ask(t.Context(), a, f.o)
	}
	tests := map[string]remote.Tip{
		"/owner/name":                       {Ref: "refs/heads/main", Commit: strings.TrimSpace(head)},
		"/owner/name/tree/main/src":         {Ref: "refs/heads/main", Commit: strings.TrimSpace(head), Path: "src"},
		"/owner/name/tree/v1":               {Ref: "refs/tags/v1", Commit: strings.TrimSpace(first)},
		"/owner/name/commit/" + first[0:40]: {Commit: first[0:40]},
	}
	for text, want := range tests {
		if got, err := ask(f.server.URL + text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, hit := range f.server.Hits() {
		if hit.Method != "GET" {
			t.Errorf("the server got a %s of %s", hit.Method, hit.Path)
		}
	}
	var known *remote.Error
	if _, err := ask(f.server.URL + "/owner/none"); !errors.As(err, &known) || known.Kind != remote.NoRepository {
		t.Errorf("no repository: %v", err)
	}
	if _, err := ask("http://git.example.com/owner/name"); !errors.As(err, &known) || known.Kind != remote.Refused {
		t.Errorf("without encryption: %v", err)
	}
}
