//go:build unix

package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The suite runs the program itself on what somebody made to break it, and says of each
// case what must happen. Whatever that is, a run stays within these limits, does not
// end by itself in a panic, and neither shows nor changes what lies outside.
const (
	hostileMemory    = 500 << 20        // bytes at most, of one run
	hostileProcessor = 120              // seconds of processor time after which the system ends it
	hostileAddress   = 6_000_000        // KB of addresses, which keeps a mistake from the machine
	hostilePatience  = 10 * time.Minute // for what waits: only what never ends reaches it
)

// outsideSecret is in files that no output may show.
const outsideSecret = "OUTSIDE-SECRET-5f2c"

// hostileCase is one repository or input, and what must happen.
type hostileCase struct {
	name  string
	build func(h *hostileTree) // makes the repository
	args  []string             // default: pack .
	stdin func() io.Reader
	env   []string // $BASE is the folder that work, outside and home are in
	files int      // file descriptors that it has, 0 for the usual

	codes  []int  // exit codes that are right; default: 0
	stderr string // regular expression
	stdout string // likewise
	never  string // regular expression of text that neither has
	check  func(t *testing.T, h *hostileTree, stdout, stderr string)
	close  bool // standard output is closed
	full   bool // standard output is a device that takes nothing
	slow   bool // not under the race detector, which takes ten times as long
}

// hostileTree is a repository that is being made: work, next to the files outside of it.
type hostileTree struct {
	t             *testing.T
	base          string // holds all of it
	work, outside string
	home          string
}

func newHostileTree(t *testing.T) *hostileTree {
	base := t.TempDir()
	h := &hostileTree{t: t, base: base, work: filepath.Join(base, "work"), outside: filepath.Join(base, "outside"), home: filepath.Join(base, "home")}
	for _, folder := range []string{h.work, h.outside, h.home} {
		h.must(os.MkdirAll(folder, 0o755))
	}
	h.must(os.WriteFile(filepath.Join(h.outside, "secret.txt"), []byte(outsideSecret+"\n"), 0o644))
	return h
}

func (h *hostileTree) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hostileTree) path(name string) string {
	return filepath.Join(h.work, filepath.FromSlash(name))
}

// write makes a file of the repository, with the folders above it.
func (h *hostileTree) write(name, text string) {
	h.t.Helper()
	h.must(os.MkdirAll(filepath.Dir(h.path(name)), 0o755))
	h.must(os.WriteFile(h.path(name), []byte(text), 0o644))
}

func (h *hostileTree) folder(name string) { h.must(os.MkdirAll(h.path(name), 0o755)) }

func (h *hostileTree) link(name, target string) {
	h.must(os.MkdirAll(filepath.Dir(h.path(name)), 0o755))
	h.must(os.Symlink(target, h.path(name)))
}

func (h *hostileTree) fifo(name string) {
	h.must(os.MkdirAll(filepath.Dir(h.path(name)), 0o755))
	h.must(syscall.Mkfifo(h.path(name), 0o600))
}

func (h *hostileTree) git(args ...string) {
	h.t.Helper()
	h.output(args...)
}

// output is what git writes.
func (h *hostileTree) output(args ...string) string {
	h.t.Helper()
	c := exec.Command("git", args...)
	c.Dir, c.Env = h.work, h.environment()
	out, err := c.CombinedOutput()
	if err != nil {
		h.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// commit makes a repository of the present files.
func (h *hostileTree) commit(files ...string) {
	h.git("init", "-q", "-b", "main")
	h.git(append([]string{"add", "-f"}, files...)...)
	h.git("commit", "-q", "-m", "x")
}

func (h *hostileTree) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + h.home, "TMPDIR=" + os.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GORACE=" + os.Getenv("GORACE"), "XDG_CONFIG_HOME=" + filepath.Join(h.home, "config"), "XDG_CACHE_HOME=" + filepath.Join(h.home, "cache"),
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2024-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE=2024-01-02T03:04:05Z",
	}
}

// run runs the program with limits and gives what it wrote.
func (h *hostileTree) run(c hostileCase) (stdout, stderr string, state *os.ProcessState) {
	h.t.Helper()
	args := c.args
	if args == nil {
		args = []string{"pack", "."}
	}
	limits := fmt.Sprintf("ulimit -t %d; ", hostileProcessor)
	if !raceDetector {
		limits += fmt.Sprintf("ulimit -v %d; ", hostileAddress)
	}
	if c.files > 0 {
		limits += fmt.Sprintf("ulimit -n %d; ", c.files)
	}
	run := `exec ctxpack "$@"`
	if c.close {
		run += " >&-"
	}
	if c.full {
		run += " >/dev/full"
	}
	ctx, cancel := context.WithTimeout(context.Background(), hostilePatience)
	defer cancel()
	p := exec.CommandContext(ctx, "sh", append([]string{"-c", limits + run, "sh"}, args...)...)
	p.Dir, p.Env = h.work, h.environment()
	for _, v := range c.env {
		p.Env = append(p.Env, strings.ReplaceAll(v, "$BASE", h.base))
	}
	var out, errs bytes.Buffer
	p.Stdout, p.Stderr = &out, &errs
	if c.stdin != nil {
		p.Stdin = c.stdin()
	}
	err := p.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, syscall.EPIPE) {
		h.t.Fatalf("run %q: %v", args, err)
	}
	return out.String(), errs.String(), p.ProcessState
}

func testHostile(t *testing.T, cases []hostileCase) {
	t.Helper()
	names := map[string]bool{}
	for _, c := range cases {
		if names[c.name] {
			t.Errorf("two cases are called %s", c.name)
		}
		names[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.slow && raceDetector {
				t.Skip("too slow under the race detector")
			}
			c.test(t)
		})
	}
}

func (c hostileCase) test(t *testing.T) {
	h := newHostileTree(t)
	if c.build != nil {
		c.build(h)
	}
	stdout, stderr, state := h.run(c)
	codes := c.codes
	if codes == nil {
		codes = []int{0}
	}
	if !slices.Contains(codes, state.ExitCode()) {
		t.Errorf("exit code %d (%s), want one of %v\n%s", state.ExitCode(), state, codes, beginOf(stderr))
	}
	for _, sign := range []string{"panic:", "fatal error:", "goroutine 1 [", "DATA RACE"} {
		if strings.Contains(stderr, sign) {
			t.Errorf("it broke down:\n%s", beginOf(stderr))
		}
	}
	if strings.Contains(stdout+stderr, outsideSecret) {
		t.Error("it shows what lies outside")
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" && !raceDetector && usage.Maxrss<<10 > hostileMemory {
		t.Errorf("it took %d MB, at most %d are right", usage.Maxrss>>10, hostileMemory>>20)
	}
	match := func(what, pattern, text string, want bool) {
		if pattern != "" && regexp.MustCompile("(?m)"+pattern).MatchString(text) != want {
			t.Errorf("%s: match of %q is %v:\n%s", what, pattern, !want, beginOf(text))
		}
	}
	match("standard error", c.stderr, stderr, true)
	match("standard output", c.stdout, stdout, true)
	match("both", c.never, stdout+stderr, false)
	h.unchanged()
	if c.check != nil {
		c.check(t, h, stdout, stderr)
	}
}

// unchanged makes sure that nothing outside was touched.
func (h *hostileTree) unchanged() {
	h.t.Helper()
	entries, err := os.ReadDir(h.outside)
	h.must(err)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(h.outside, e.Name()))
		if e.Name() == "secret.txt" && (err != nil || string(data) != outsideSecret+"\n") {
			h.t.Errorf("%s was changed", e.Name())
		}
		if e.Name() != "secret.txt" && !strings.HasPrefix(e.Name(), "own") {
			h.t.Errorf("%s was made outside", e.Name())
		}
	}
}

func beginOf(text string) string {
	const most = 1500
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// endless gives the same text for ever, up to far beyond any limit.
func endless(text string) func() io.Reader {
	return func() io.Reader { return &repeated{text: strings.Repeat(text, 1+4096/len(text)), left: 1 << 31} }
}

type repeated struct {
	text string
	left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) {
		n += copy(p[n:], r.text)
	}
	r.left -= n
	return n, nil
}

func given(text string) func() io.Reader {
	return func() io.Reader { return strings.NewReader(text) }
}
