package gitstats

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	day = 24 * 60 * 60
	// start is the committer time of the first commit of test repositories.
	start = 1_700_000_000
)

// repo builds a repository with the git binary, away from the user's
// configuration.
type repo struct {
	t    testing.TB
	top  string
	home string
}

func newRepo(t testing.TB, args ...string) *repo {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{t: t, top: filepath.Join(base, "work"), home: filepath.Join(base, "home")}
	for _, d := range []string{r.top, r.home} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r.git(append([]string{"init", "-q", "-b", "main"}, args...)...)
	return r
}

// at returns a handle on another work tree with the same home folder.
func (r *repo) at(top string) *repo {
	return &repo{t: r.t, top: top, home: r.home}
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	return r.gitAt(start, "", args...)
}

// gitAt runs git with a fixed clock and a text as its input.
func (r *repo) gitAt(unix int64, input string, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = r.top
	cmd.Stdin = strings.NewReader(input)
	date := fmt.Sprintf("@%d +0000", unix)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + r.home, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_COMMITTER_DATE=" + date,
	}
	out, err := cmd.Output()
	if err != nil {
		stderr := ""
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			stderr = string(exit.Stderr)
		}
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, stderr)
	}
	return strings.TrimSuffix(string(out), "\n")
}

func (r *repo) write(path, content string) {
	r.t.Helper()
	full := filepath.Join(r.top, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) read(path string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.top, filepath.FromSlash(path)))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

// commit commits the work tree as it is, days after the start, and returns the
// id.
func (r *repo) commit(days float64) string {
	r.t.Helper()
	r.git("add", "-A")
	r.gitAt(start+int64(days*day), "", "commit", "-q", "--allow-empty", "-m", fmt.Sprintf("day %v", days))
	return r.git("rev-parse", "HEAD")
}

// edit writes a file and commits.
func (r *repo) edit(path, content string, days float64) string {
	r.t.Helper()
	r.write(path, content)
	return r.commit(days)
}

// activity reads the repository. It fails on a warning that tells where the
// repository lies.
func (r *repo) activity(o Options) *Activity {
	r.t.Helper()
	return checked(r.t, r.top, o, defaultLimits())
}

func checked(t testing.TB, top string, o Options, lim limits) *Activity {
	t.Helper()
	a, err := read(context.Background(), top, o, lim)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range a.Warnings {
		if strings.Contains(w, filepath.Dir(top)) {
			t.Errorf("warning holds an absolute path: %s", w)
		}
	}
	if a.Commits == nil || a.Blobs == nil {
		t.Error("nil map")
	}
	return a
}

// counts fails unless the activity is the given one, written as "path=1 path=2".
func counts(t testing.TB, a *Activity, want string) {
	t.Helper()
	if got := render(a.Commits); got != want {
		t.Errorf("commits:\n got %s\nwant %s\nwarnings %q", got, want, a.Warnings)
	}
}

func render(m map[string]int) string {
	var b strings.Builder
	for i, p := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s=%d", p, m[p])
	}
	return b.String()
}

// warns fails unless exactly the warnings that contain the given texts are there,
// in this order.
func warns(t testing.TB, got []string, want ...string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		ok = strings.Contains(got[i], want[i])
	}
	if !ok {
		t.Errorf("warnings:\n got %q\nwant %q", got, want)
	}
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// TestMain takes the user's Git configuration out of play.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "gitstats-home-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for name, value := range map[string]string{
		"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": "", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull,
	} {
		if err := os.Setenv(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	code := m.Run()
	_ = os.RemoveAll(home)
	os.Exit(code)
}
