package remotecache

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// helperVariable makes the test's program a helper: what it does, and where.
const helperVariable = "REMOTECACHE_TEST_HELPER"

func helperAddress(t *testing.T, what, folder string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("exec:'%s' %s%s '%s'", program, helperVariable, what, folder)
}

// helperProgram is the helper, if the arguments ask for it.
func helperProgram() bool {
	if len(os.Args) < 3 || !strings.HasPrefix(os.Args[1], helperVariable) {
		return false
	}
	what, folder := strings.TrimPrefix(os.Args[1], helperVariable), os.Args[2]
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	say := json.NewEncoder(os.Stdout)
	switch what {
	case "ends":
		return true
	case "silent":
		time.Sleep(time.Hour)
	case "babbles":
		fmt.Println("Starting cache v1.2 …")
	case "endless":
		for {
			fmt.Print(strings.Repeat(" ", 1<<16))
		}
	case "mute":
		_ = say.Encode(map[string]any{"ID": 0})
	case "reads":
		_ = say.Encode(map[string]any{"ID": 0, "KnownCommands": []string{"get", "close"}})
	default:
		_ = say.Encode(map[string]any{"ID": 0, "KnownCommands": []string{"get", "put", "close"}})
	}
	for n := 0; ; n++ {
		var a ask
		if in.Decode(&a) != nil {
			return true
		}
		var body []byte
		if a.BodySize > 0 && in.Decode(&body) != nil {
			return true
		}
		if a.Command == "close" {
			_ = say.Encode(answer{ID: a.ID})
			return what != "stays" || sleep()
		}
		answerAs(what, n, folder, say, a, body)
	}
}

func sleep() bool { time.Sleep(time.Hour); return true }

func answerAs(what string, n int, folder string, say *json.Encoder, a ask, body []byte) {
	path := filepath.Join(folder, hex.EncodeToString(a.ActionID))
	got := answer{ID: a.ID, DiskPath: path}
	if a.Command == "put" {
		if sum := sha256.Sum256(body); len(body) != int(a.BodySize) || !bytes.Equal(sum[:], a.OutputID) {
			got.Err = "the body is not what was announced"
		}
		temporary := fmt.Sprint(path, ".", os.Getpid())
		if err := errors.Join(os.WriteFile(temporary, body, 0o600), os.Rename(temporary, path)); err != nil {
			got.Err = err.Error()
		}
	} else if info, err := os.Stat(path); err != nil {
		got = answer{ID: a.ID, Miss: true}
	} else {
		got.Size = info.Size()
	}
	switch what {
	case "fails":
		got = answer{ID: a.ID, Err: "no credentials"}
	case "hangs":
		return
	case "dies":
		os.Exit(1)
	case "lies":
		got = answer{ID: a.ID, DiskPath: path, Size: 12}
		_ = os.WriteFile(path, []byte("what is this"), 0o600)
	case "relative":
		got = answer{ID: a.ID, DiskPath: "object", Size: 1}
	case "device":
		got = answer{ID: a.ID, DiskPath: os.DevNull, Size: 1}
	case "large":
		got = answer{ID: a.ID, DiskPath: path, Size: 1 << 40}
	case "stranger":
		got.ID += 1000
	}
	_ = say.Encode(got)
}

func TestHelperFaults(t *testing.T) {
	t.Parallel()
	tests := []struct{ what, want string }{
		{"ends", "the helper has ended"},
		{"dies", "the helper has ended"},
		{"silent", "no answer within"},
		{"hangs", "no answer within"},
		{"stranger", "no answer within"},
		{"babbles", "does not speak GOCACHEPROG"},
		{"endless", "too long"},
		{"mute", "does not say what it can do"},
		{"fails", "no credentials"},
		{"lies", "of something else"},
		{"relative", "names no file"},
		{"device", "not the object"},
		{"large", "has more than 16 MB"},
		{"reads", ""},
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			limit := 10 * time.Minute
			switch test.what {
			case "silent", "hangs", "stranger":
				limit = 300 * time.Millisecond
			}
			checkFault(t, helperAddress(t, test.what, t.TempDir()), Options{Timeout: limit}, false, test.want)
		})
	}
	checkFault(t, "exec:"+filepath.Join(t.TempDir(), "none"), Options{}, false, "does not start")
}

// A helper that does not end is ended.
func TestHelperThatStays(t *testing.T) {
	t.Parallel()
	c := open(t, helperAddress(t, "stays", t.TempDir()), Options{Timeout: time.Minute})
	key, data := testObject(1)
	put(t, c, key, data)
	c.writers.Wait()
	c.o.Timeout = 100 * time.Millisecond
	closeClean(t, c)
	h, ok := c.remote.(*helper)
	if !ok {
		t.Fatal("it is no helper")
	}
	select {
	case <-h.ended:
	default:
		t.Error("it is still there")
	}
}

// A helper that nobody asked is not started.
func TestHelperIsStartedWhenNeeded(t *testing.T) {
	t.Parallel()
	closeClean(t, open(t, "exec:"+filepath.Join(t.TempDir(), "none"), Options{}))
}

func TestSplitCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{" a  b\tc ", []string{"a", "b", "c"}},
		{`'/a b/c' -x="1 2"`, []string{"/a b/c", `-x="1`, `2"`}},
		{`"it's" ''`, []string{"it's", ""}},
	}
	for _, test := range tests {
		if got, err := splitCommand(test.text); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %q, %v", test.text, got, err)
		}
	}
}

func FuzzHelperAnswers(f *testing.F) {
	f.Add([]byte(`{"ID":0,"KnownCommands":["get"]}` + "\n" + `{"ID":1,"Miss":true}` + "\n"))
	f.Add([]byte(`{"ID":0,"KnownCommands":["get"]}{"ID":1,"Size":3,"DiskPath":"/dev/null"}{"ID":1}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, output []byte) {
		h := &helper{waiting: map[int64]chan answer{1: make(chan answer, 1)}, ready: make(chan struct{})}
		to := h.waiting[1]
		if err := h.listen(bytes.NewReader(output)); err == nil {
			t.Fatal("it listens to the end and says nothing")
		}
		select {
		case a := <-to:
			if data, err := a.read(); err == nil && int64(len(data)) != a.Size {
				t.Fatalf("%d bytes of %d", len(data), a.Size)
			}
		default:
		}
	})
}
