package store

import (
	"bytes"
	"strings"
	"testing"
)

// TestLatestWork: the latest session is found from the end, whatever surrounds it, and each byte of a file is read
// a few times at most.
func TestLatestWork(t *testing.T) {
	t.Parallel()
	record := func(session, content string) string {
		return `{"id":"1-a","session_id":"` + session + `","timestamp":"2024-01-01T00:00:00Z","role":"user","content":"` + content + `"}`
	}
	for name, c := range map[string]struct {
		file  string
		want  string
		limit int64 // times the size
	}{
		"empty":                         {"", "", 0},
		"one line":                      {record("s", "x"), "s", 1},
		"the last one":                  {record("r", "x") + "\n" + record("s", "y") + "\n", "s", 1},
		"a byte order mark":             {"\uFEFF" + record("s", "x") + "\n", "s", 1},
		"nothing behind it":             {record("s", "x") + "\n" + strings.Repeat("\x00", MaxLine+3*blockSize), "s", 1},
		"blank lines behind it":         {record("s", "x") + strings.Repeat("\r\n", 1<<20), "s", 2},
		"long":                          {record("r", "x") + "\n" + record("s", strings.Repeat("x", 5*blockSize)) + "\n", "s", 2},
		"too long":                      {record("r", "x") + "\n" + record("s", strings.Repeat("x", MaxLine)) + "\n", "r", 1},
		"broken lines of all lengths":   {record("s", "x") + "\n" + strings.Repeat(strings.Repeat("y", tailSize)+"\n", 100), "s", 2},
		"nothing but what is no record": {strings.Repeat("\x00", MaxLine/2), "", 2},
	} {
		if testing.Short() && len(c.file) > MaxLine/8 {
			continue
		}
		got, work, err := latest(bytes.NewReader([]byte(c.file)), int64(len(c.file)))
		if err != nil || got != c.want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, c.want)
		}
		if limit := c.limit * int64(len(c.file)); work > limit {
			t.Errorf("%s: %d bytes of work, want at most %d", name, work, limit)
		}
	}
}
