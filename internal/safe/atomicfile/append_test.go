package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain runs this program as another process if requested.
func TestMain(m *testing.M) {
	if path := os.Getenv("CTXPACK_TEST_APPEND"); path != "" {
		os.Exit(appendMany(path, os.Getenv("CTXPACK_TEST_NAME")))
	}
	os.Exit(m.Run())
}

const recordsEach = 40

// appendMany writes records of increasing length; with an empty name it writes until it is killed.
func appendMany(path, name string) int {
	for i := 0; name == "" || i < recordsEach; i++ {
		if err := Append(path, record(name, i)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

func record(name string, i int) []byte {
	return fmt.Appendf(nil, "<%s %d %s>", name, i, strings.Repeat("x", i*i))
}

func other(path, name string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "CTXPACK_TEST_APPEND="+path, "CTXPACK_TEST_NAME="+name)
	c.Stderr = os.Stderr
	return c
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(string(data), "\n")
}

func TestAppend(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, want string }{
		{"empty", "", "{}\n"},
		{"whole line", "a\n", "a\n{}\n"},
		{"half a line", `a` + "\n" + `{"b":`, "a\n{\"b\":\n{}\n"},
		{"carriage return", "a\r\n", "a\r\n{}\n"},
		{"lone carriage return", "a\r", "a\r\n{}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "f.jsonl")
			if c.before != "" {
				if err := os.WriteFile(path, []byte(c.before), 0o640); err != nil {
					t.Fatal(err)
				}
			}
			if err := Append(path, []byte("{}")); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(path); string(got) != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			want := os.FileMode(0o600)
			if c.before != "" {
				want = 0o640
			}
			if info.Mode().Perm() != want {
				t.Errorf("permissions %v, want %v", info.Mode().Perm(), want)
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f.jsonl")
	if data, err := Read(path, 100); data != nil || err != nil {
		t.Errorf("no file: %q, %v", data, err)
	}
	if err := os.WriteFile(path, []byte("a\xff\n{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(path, 4); string(data) != "a\xff\n{" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := Read(path, 3); err == nil || err.Error() != "read "+path+": it has more than 3 bytes" {
		t.Error(err)
	}
}

func TestAppendRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	target := filepath.Join(folder, "target")
	if err := os.WriteFile(target, []byte("keep\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	link, dangling := filepath.Join(folder, "link"), filepath.Join(folder, "dangling")
	if err := errors.Join(os.Symlink(target, link), os.Symlink(filepath.Join(folder, "nothing"), dangling)); err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(folder, "fifo")
	if out, err := exec.Command("mkfifo", fifo).CombinedOutput(); err != nil {
		t.Skipf("mkfifo: %v: %s", err, out)
	}
	for _, c := range []struct{ name, path, record string }{
		{"link", link, "x"},
		{"link to nothing", dangling, "x"},
		{"fifo", fifo, "x"},
		{"folder", folder, "x"},
		{"no folder", filepath.Join(folder, "no", "f"), "x"},
		{"two lines", filepath.Join(folder, "f"), "a\nb"},
		{"nothing", filepath.Join(folder, "f"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := Append(c.path, []byte(c.record))
			if err == nil || !strings.HasPrefix(err.Error(), "append to "+c.path+": ") {
				t.Errorf("error %v", err)
			}
			if info, err := os.Lstat(c.path); err == nil && !info.Mode().IsRegular() {
				if data, err := Read(c.path, 100); err == nil || data != nil || !strings.HasPrefix(err.Error(), "read "+c.path+": ") {
					t.Errorf("read: %q, error %v", data, err)
				}
			}
		})
	}
	t.Cleanup(func() {
		if got, _ := os.ReadFile(target); string(got) != "keep\n" {
			t.Errorf("the link's target is now %q", got)
		}
		for _, name := range []string{"nothing", "f"} {
			if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
				t.Errorf("%s was made", name)
			}
		}
	})
}

// Several processes and goroutines append at once: every record exists once, complete, and those of each writer are
// in order.
func TestAppendConcurrently(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f.jsonl")
	const processes, goroutines = 4, 4
	var group sync.WaitGroup
	for i := range processes + goroutines {
		group.Go(func() {
			name := strconv.Itoa(i)
			if i < processes {
				if err := other(path, name).Run(); err != nil {
					t.Error(err)
				}
			} else if appendMany(path, name) != 0 {
				t.Error("append failed")
			}
		})
	}
	group.Wait()
	next := map[string]int{}
	for _, line := range lines(t, path) {
		if line == "" {
			continue
		}
		name := strings.TrimPrefix(strings.Fields(line)[0], "<")
		if want := string(record(name, next[name])) + "\n"; line != want {
			t.Fatalf("line of %s is %.60q, want %.60q", name, line, want)
		}
		next[name]++
	}
	for i := range processes + goroutines {
		if n := next[strconv.Itoa(i)]; n != recordsEach {
			t.Errorf("writer %d has %d records", i, n)
		}
	}
}

// A killed writer leaves complete lines and at most one incomplete one, and later writers lose nothing.
func TestAppendKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f.jsonl")
	const kills = 10
	for i := range kills {
		c := other(path, "")
		c.Env = append(c.Env, "CTXPACK_TEST_NAME=")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for before := size(path); size(path) <= before; {
			time.Sleep(time.Millisecond)
		}
		_ = c.Process.Kill()
		_ = c.Wait()
		if err := Append(path, record("after", i)); err != nil {
			t.Fatal(err)
		}
	}
	halves, after := 0, 0
	for _, line := range lines(t, path) {
		switch {
		case line == "":
		case strings.HasPrefix(line, "<after "):
			if line != string(record("after", after))+"\n" {
				t.Errorf("damaged: %.60q", line)
			}
			after++
		case !strings.HasPrefix(line, "< ") || !strings.HasSuffix(line, ">\n"):
			halves++
		}
	}
	if after != kills || halves > kills {
		t.Errorf("%d of %d records after a kill, %d halves", after, kills, halves)
	}
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// A writer that waits while the file is replaced writes to the new one.
func TestAppendReplaced(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f.jsonl")
	if err := Append(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	// A process started by another test may hold the descriptor of the append for a moment.
	held, err := openLocked(path, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- Append(path, []byte("new")) }()
	if err := Write(File{Path: path, Data: "replaced\n"}); err != nil {
		t.Fatal(err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); !bytes.Equal(got, []byte("replaced\nnew\n")) {
		t.Errorf("got %q", got)
	}
}

func TestAppendLocked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f.jsonl")
	held, err := openLocked(path, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.Close() }()
	if _, err := openLocked(path, time.Now().Add(-time.Second)); !errors.Is(err, ErrLocked) {
		t.Errorf("error %v", err)
	}
}

func TestUndo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		size, written int64
		want          string
	}{
		{"part of a record", 2, 3, "a\n"},
		{"nothing written", 5, 0, "a\nbcd"},
		{"someone wrote behind it", 2, 2, "a\nbcd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(path, []byte("a\nbcd"), 0o600); err != nil {
				t.Fatal(err)
			}
			f, _, err := openRegular(path, os.O_RDWR|os.O_APPEND)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(undo(f, c.size, c.written), f.Close()); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(path); string(got) != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestIgnoredFolder(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	folder := filepath.Join(base, ".ctxpack")
	for range 2 {
		if err := IgnoredFolder(folder); err != nil {
			t.Fatal(err)
		}
	}
	ignore := filepath.Join(folder, ".gitignore")
	if got, _ := os.ReadFile(ignore); string(got) != "*\n" {
		t.Errorf(".gitignore is %q", got)
	}
	for text, keeps := range map[string]bool{
		"# own\n*\n": true, "\ufeff*\r\n": true, "*": true,
		"own\n": false, "": false, "*\n!*\n": false, "!*\n*\n": false, "*.jsonl\n": false,
	} {
		if err := os.WriteFile(ignore, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := IgnoredFolder(folder); (err == nil) != keeps {
			t.Errorf("with the .gitignore %q: %v", text, err)
		}
		if got, _ := os.ReadFile(ignore); string(got) != text {
			t.Errorf("the user's .gitignore %q is now %q", text, got)
		}
	}
	link := filepath.Join(base, "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, ignore, filepath.Join(base, "no", "folder")} {
		if err := IgnoredFolder(path); err == nil {
			t.Errorf("%s was taken", path)
		}
	}
}
