package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ctxpack/compressor/history"
	"ctxpack/internal/share/store"
)

// TestMain runs this program as a writing process if requested.
func TestMain(m *testing.M) {
	if path := os.Getenv("CTXPACK_TEST_STORE"); path != "" {
		if err := writeMany(path, os.Getenv("CTXPACK_TEST_NAME"), os.Getenv("CTXPACK_TEST_COUNT")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// writeMany appends records and acknowledges each on standard output. A count of 0 means until the process is
// killed.
func writeMany(path, name, count string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	s := store.Named(path, store.Options{})
	for i := 0; n == 0 || i < n; i++ {
		ids, _, err := s.Append(history.Draft{Session: name, Role: history.User, Content: content(name, i)})
		if err != nil {
			return err
		}
		if _, err := fmt.Println(ids[0]); err != nil {
			return err
		}
	}
	return nil
}

// content returns the text of a writer's record i; some are long.
func content(name string, i int) string {
	return fmt.Sprintf("%s %d %s", name, i, strings.Repeat("x", i*7919%20_000))
}

func writer(path, name string, count int) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "CTXPACK_TEST_STORE="+path, "CTXPACK_TEST_NAME="+name, "CTXPACK_TEST_COUNT="+strconv.Itoa(count))
	c.Stderr = os.Stderr
	return c
}

// sized returns the size of a test: small, or with CTXPACK_SOAK=1 the full size for a release.
func sized(small, full int) int {
	if os.Getenv("CTXPACK_SOAK") == "1" {
		return full
	}
	return small
}

// Eight processes append at once: every record exists once, complete, and those of each process are in order.
func TestProcessesAppendAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "h.jsonl")
	const processes = 8
	each := sized(200, 1000)
	acknowledged := make([][]string, processes)
	var group sync.WaitGroup
	for i := range processes {
		group.Go(func() {
			out, err := writer(path, fmt.Sprint("writer ", i), each).Output()
			if err != nil {
				t.Error(err)
			}
			acknowledged[i] = strings.Fields(string(out))
		})
	}
	group.Wait()
	s := store.Named(path, store.Options{})
	ids := map[string]bool{}
	for i := range processes {
		name := fmt.Sprint("writer ", i)
		records, problems, err := s.Records(context.Background(), name)
		if err != nil || problems.Total != 0 || len(records) != each || len(acknowledged[i]) != each {
			t.Fatalf("%s: %d records, %d acknowledged, %d bad lines, %v", name, len(records), len(acknowledged[i]), problems.Total, err)
		}
		for n, r := range records {
			if r.Content != content(name, n) || r.ID != acknowledged[i][n] || ids[r.ID] {
				t.Fatalf("%s: record %d is %.60q with id %s", name, n, r.Content, r.ID)
			}
			ids[r.ID] = true
		}
	}
}

// A writer is killed at random points: acknowledged records exist in order, at most one line is broken, and the
// next append continues.
func TestWriterIsKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "h.jsonl")
	s := store.Named(path, store.Options{})
	random := rand.New(rand.NewPCG(11, 12))
	kills := sized(20, 200)
	for i := range kills {
		name := fmt.Sprint("victim ", i)
		acknowledged := killed(t, path, name, random)
		if _, _, err := s.Append(history.Draft{Session: "survivor", Role: history.User, Content: content("survivor", i)}); err != nil {
			t.Fatal(err)
		}
		records, problems, err := s.Records(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		// The record being written may exist, too.
		if n := len(records); n < len(acknowledged) || n > len(acknowledged)+1 {
			t.Fatalf("%s: %d records, %d acknowledged", name, n, len(acknowledged))
		}
		for n, r := range records {
			if r.Content != content(name, n) || n < len(acknowledged) && r.ID != acknowledged[n] {
				t.Fatalf("%s: record %d is %.60q with id %s", name, n, r.Content, r.ID)
			}
		}
		if problems.Total > i+1 {
			t.Fatalf("%d bad lines after %d kills", problems.Total, i+1)
		}
	}
	records, _, err := s.Records(context.Background(), "survivor")
	if err != nil || len(records) != kills {
		t.Errorf("%d records after %d kills, %v", len(records), kills, err)
	}
}

// killed starts a writer, kills it at a random point, and returns the acknowledged records.
func killed(t *testing.T, path, name string, random *rand.Rand) []string {
	t.Helper()
	c := writer(path, name, 0)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	var acknowledged []string
	for range 1 + random.IntN(6) {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		acknowledged = append(acknowledged, strings.TrimSpace(line))
	}
	spin(random.IntN(2_000_000))
	err = c.Process.Kill()
	rest, readErr := io.ReadAll(lines)
	if err := errors.Join(err, readErr); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	for _, line := range strings.SplitAfter(string(rest), "\n") {
		if id, whole := strings.CutSuffix(line, "\n"); whole {
			acknowledged = append(acknowledged, id)
		}
	}
	return acknowledged
}

// spin lets a random part of an append pass.
func spin(turns int) {
	for i := range turns {
		if i%1000 == 0 {
			_ = os.Getpid()
		}
	}
}

// The remains of a write killed at each possible offset: nothing else is lost, and the next append repairs the
// file.
func TestHalfWritten(t *testing.T) {
	t.Parallel()
	first := string(history.Draft{ID: "1", Session: "s", Role: history.User, Content: "first"}.Line()) + "\n"
	second := string(history.Draft{ID: "2", Session: "s", Role: history.Assistant, Content: "é \"second\""}.Line()) + "\n"
	for cut := range len(second) {
		s := written(t, first+second[:cut])
		id, session := appendTo(t, s, history.Draft{Role: history.User, Content: "third"})
		records, problems, err := s.Records(context.Background(), "s")
		if err != nil || session != "s" {
			t.Fatalf("cut at %d: session %s, %v", cut, session, err)
		}
		want := []string{"1", id}
		if cut == len(second)-1 { // only the line end is missing
			want = []string{"1", "2", id}
		}
		var got []string
		for _, r := range records {
			got = append(got, r.ID)
		}
		broken := 0
		if cut > 0 && cut < len(second)-1 {
			broken = 1
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || problems.Total != broken {
			t.Fatalf("cut at %d: records %v, %d bad lines", cut, got, problems.Total)
		}
	}
}
