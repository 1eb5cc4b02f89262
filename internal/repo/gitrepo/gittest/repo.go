// Package gittest builds repositories for tests: with the git binary, isolated from the user's configuration and
// the clock, and without git if it would refuse.
package gittest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	// Day is a day in seconds.
	Day = 24 * 60 * 60
	// Start is the committer time of the first commit.
	Start = 1_700_000_000
	// BlobID is the id of the blob "foo\n", which repositories need not contain.
	BlobID = "257cc5642cb1a054f08cc83f2d943e56fd3ebe99"
)

// Repo is a work tree. Its methods fail the test T on every error.
type Repo struct {
	T    testing.TB
	Top  string // absolute, links resolved
	Home string // the home folder for git
}

// New makes an empty repository; args are those of git init.
func New(t testing.TB, args ...string) *Repo {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &Repo{T: t, Top: filepath.Join(base, "work"), Home: filepath.Join(base, "home")}
	for _, d := range []string{r.Top, r.Home} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r.Git(append([]string{"init", "-q", "-b", "main"}, args...)...)
	return r
}

// At returns a handle on another work tree with the same home folder.
func (r *Repo) At(top string) *Repo { return &Repo{T: r.T, Top: top, Home: r.Home} }

// Git runs git with the clock at Start and returns its output, without the last line end.
func (r *Repo) Git(args ...string) string {
	r.T.Helper()
	return r.GitAt(Start, "", args...)
}

// GitAt is like Git, with a clock at a time in seconds and the given input.
func (r *Repo) GitAt(unix int64, input string, args ...string) string {
	r.T.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = r.Top
	cmd.Stdin = strings.NewReader(input)
	cmd.Env = Environment(r.Home, unix)
	out, err := cmd.Output()
	if err != nil {
		stderr := ""
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			stderr = string(exit.Stderr)
		}
		r.T.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, stderr)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// Environment returns the environment of a git process with a home folder and a fixed clock, isolated from the
// user's configuration.
func Environment(home string, unix int64) []string {
	date := fmt.Sprintf("@%d +0000", unix)
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_COMMITTER_DATE=" + date,
	}
}

// Write writes a file of the work tree, and creates its folders.
func (r *Repo) Write(path, content string) {
	r.T.Helper()
	full := filepath.Join(r.Top, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		r.T.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		r.T.Fatal(err)
	}
}

// Read returns the contents of a file of the work tree.
func (r *Repo) Read(path string) string {
	r.T.Helper()
	data, err := os.ReadFile(filepath.Join(r.Top, filepath.FromSlash(path)))
	if err != nil {
		r.T.Fatal(err)
	}
	return string(data)
}

// Commit commits the whole work tree, days after Start, and returns the id.
func (r *Repo) Commit(days float64) string {
	r.T.Helper()
	r.Git("add", "-A")
	r.GitAt(Start+int64(days*Day), "", "commit", "-q", "--allow-empty", "-m", fmt.Sprintf("day %v", days))
	return r.Git("rev-parse", "HEAD")
}

// Edit writes a file and commits.
func (r *Repo) Edit(path, content string, days float64) string {
	r.T.Helper()
	r.Write(path, content)
	return r.Commit(days)
}

// Warns fails unless the warnings contain the given texts, one each, in this order.
func Warns(t testing.TB, got []string, want ...string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		ok = strings.Contains(got[i], want[i])
	}
	if !ok {
		t.Errorf("warnings:\n got %q\nwant %q", got, want)
	}
}

// Main runs the tests of a package without the user's Git configuration, and returns the exit code.
func Main(m *testing.M) int {
	home, err := os.MkdirTemp("", "gittest-home-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(home) }()
	for name, value := range map[string]string{
		"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": "", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull,
	} {
		if err := os.Setenv(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}
