package worktree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ctxpack/compressor/recent"
	"ctxpack/internal/doors/config"
)

// work is a work tree made with the git binary, isolated from the user's settings.
type work struct {
	t   *testing.T
	top string
	now time.Time
}

func newWork(t *testing.T) *work {
	t.Helper()
	w := &work{t: t, top: filepath.Join(t.TempDir(), "work"), now: time.Unix(1_700_000_000, 0)}
	if err := os.Mkdir(w.top, 0o755); err != nil {
		t.Fatal(err)
	}
	w.git("init", "-q", "-b", "main")
	return w
}

func (w *work) git(args ...string) {
	w.t.Helper()
	date := w.now.Format(time.RFC3339)
	c := exec.Command("git", args...)
	c.Dir = w.top
	c.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + w.top, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_COMMITTER_DATE=" + date,
	}
	if out, err := c.CombinedOutput(); err != nil {
		w.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// write writes a file a minute after the last one.
func (w *work) write(path, content string) {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	full := filepath.Join(w.top, path)
	if err := errors.Join(
		os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(content), 0o644), os.Chtimes(full, w.now, w.now),
	); err != nil {
		w.t.Fatal(err)
	}
}

func (w *work) commit() {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	w.git("add", "-A")
	w.git("commit", "-q", "--allow-empty", "-m", "x")
}

// numbers returns n lines, some of them replaced.
func numbers(n int, replaced map[int]string) string {
	var b strings.Builder
	for i := range n {
		line, ok := replaced[i]
		if !ok {
			line = fmt.Sprintf("%d\n", i)
		}
		b.WriteString(line)
	}
	return b.String()
}

// found writes the documents as "path ranges edits".
func (w *work) found(o RecentOptions) string {
	w.t.Helper()
	if o.Path == "" {
		o.Path = w.top
	}
	if o.MaxFiles == 0 {
		o.MaxFiles = 5
	}
	o.Config = config.NewTable(config.Given{}).Default()
	changes, err := FindRecent(context.Background(), o)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(changes.Warnings) > 0 || len(changes.Problems) > 0 {
		w.t.Errorf("%q %v", changes.Warnings, changes.Problems)
	}
	files, _ := recent.Collect(changes.Events, o.Strategy, recent.Lines, o.MaxFiles)
	var all []string
	for _, f := range files {
		if data, _ := os.ReadFile(filepath.Join(w.top, f.Path)); string(data) != f.Content {
			w.t.Errorf("%s: the content is not what is on disk", f.Path)
		}
		all = append(all, fmt.Sprintf("%s %v %d", f.Path, f.Ranges, f.Edits))
	}
	return strings.Join(all, ", ")
}

func TestFindRecent(t *testing.T) {
	t.Parallel()
	w := newWork(t)
	w.write("a.txt", numbers(50, nil))
	w.write("b.txt", numbers(50, nil))
	w.write("c.txt", numbers(50, nil))
	w.write("gone.txt", "x\n")
	w.commit()
	w.write("b.txt", numbers(50, map[int]string{10: "ten\n"}))
	w.commit()
	w.write("a.txt", numbers(50, map[int]string{20: "twenty\nmore\n"}))
	w.commit()
	if got := w.found(RecentOptions{}); got != "a.txt [{20 22}] 1, b.txt [{10 11}] 1, c.txt [] 1, gone.txt [] 1" {
		t.Errorf("only commits: %s", got)
	}

	w.write("new.txt", "new\n")
	w.write("b.txt", numbers(50, map[int]string{0: "first\nsecond\n", 10: "ten\n"}))
	w.write("ignored.log", "x\n")
	w.write(".gitignore", "*.log\n")
	w.git("rm", "-q", "gone.txt")
	if got := w.found(RecentOptions{}); got != ".gitignore [] 1, b.txt [{0 2}] 1, new.txt [] 1, a.txt [{20 22}] 1, c.txt [] 1" {
		t.Errorf("work tree and commits: %s", got)
	}
	w.git("add", "-A")
	if got := w.found(RecentOptions{MaxFiles: 3}); got != ".gitignore [] 1, b.txt [{0 2}] 1, new.txt [] 1" {
		t.Errorf("staged: %s", got)
	}
	// The older hunk has moved down by one line.
	if got := w.found(RecentOptions{Strategy: recent.Proportional}); got !=
		".gitignore [] 1, b.txt [{0 2} {11 12}] 3, new.txt [] 1, a.txt [{20 22}] 2, c.txt [] 1" {
		t.Errorf("all entries: %s", got)
	}
}

func TestFindRecentUnchanged(t *testing.T) {
	t.Parallel()
	w := newWork(t)
	w.write("a.txt", "1\n2\n")
	w.write("b.txt", "1\n2\n")
	w.commit()
	w.write("b.txt", "1\n3\n")
	w.commit()
	w.write("a.txt", "1\n2\n")     // rewritten with the same text
	w.write("b.txt", "1\r\n3\r\n") // only other line breaks
	if got := w.found(RecentOptions{}); got != "b.txt [{1 2}] 1, a.txt [] 1" {
		t.Error(got)
	}
}

func TestFindRecentFolder(t *testing.T) {
	t.Parallel()
	w := newWork(t)
	w.write("sub/a.txt", "1\n")
	w.write("b.txt", "1\n")
	if got := w.found(RecentOptions{}); got != "b.txt [] 1, sub/a.txt [] 1" {
		t.Errorf("no commits: %s", got)
	}
	w.commit()
	w.write("sub/a.txt", "2\n")
	if got := w.found(RecentOptions{Path: filepath.Join(w.top, "sub")}); got != "sub/a.txt [{0 1}] 1" {
		t.Errorf("a folder: %s", got)
	}
	_, err := FindRecent(context.Background(), RecentOptions{Path: t.TempDir(), MaxFiles: 1})
	var path *PathError
	if !errors.As(err, &path) || !strings.Contains(err.Error(), "it is not part of a git work tree") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := FindRecent(ctx, RecentOptions{Path: w.top, MaxFiles: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestFindRecentOther(t *testing.T) {
	t.Parallel()
	w := newWork(t)
	w.write("was-binary.txt", "a\x00b\n")
	w.commit()
	w.write("was-binary.txt", "text\n")
	w.write("picture.png", "x")
	w.write("now-binary.txt", "a\x00b")
	if got := w.found(RecentOptions{}); got != "was-binary.txt [] 1" {
		t.Error(got)
	}
}

func TestFocalRanges(t *testing.T) {
	t.Parallel()
	line := func(n int) string { return strings.Repeat("x\n", n) }
	for _, c := range []struct {
		name  string
		edits []recent.Edit
		want  []recent.Range
	}{
		{"none", nil, nil},
		{"a deletion is a point", []recent.Edit{{Start: 3, End: 5}}, []recent.Range{{Start: 3, End: 3}}},
		{"the longest first, then the nearest", []recent.Edit{
			{Start: 0, End: 0, Text: line(1)}, {Start: 20, End: 20, Text: line(3)}, {Start: 30, End: 30, Text: line(1)}, {Start: 90, End: 90, Text: line(2)},
		}, []recent.Range{{Start: 21, End: 24}, {Start: 34, End: 35}, {Start: 0, End: 1}, {Start: 95, End: 97}}},
		{"in pages", []recent.Edit{{Start: 5, End: 5, Text: line(25)}}, []recent.Range{{Start: 5, End: 15}, {Start: 15, End: 25}, {Start: 25, End: 30}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := focalRanges(c.edits, 10); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
