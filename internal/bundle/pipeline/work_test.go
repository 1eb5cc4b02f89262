package pipeline_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"ctxpack/internal/bundle/pipeline"
)

// TestOneFileTakesAllWork: a file that uses up the parsing work of a run does not affect smaller ones, whatever its
// name.
func TestOneFileTakesAllWork(t *testing.T) {
	t.Parallel()
	tree := map[string]string{"a.ts": strings.Repeat("const a=1;", 100_000)}
	for i := range 10 {
		tree[fmt.Sprintf("z%d.py", i)] = fmt.Sprintf("def ok%d(a):\n    return a\n", i)
	}
	ranking, err := pipeline.Rank(t.Context(), options(t, writeTree(t, tree), 1000, "markdown"))
	if err != nil || len(ranking.Warnings) > 0 {
		t.Errorf("%v %q", err, ranking.Warnings)
	}
}

// TestSizeOfFile: a tree may have 300,000 files, all of which are in memory at once, and a run has 500 MB.
func TestSizeOfFile(t *testing.T) {
	t.Parallel()
	const most = 880
	if n := unsafe.Sizeof(pipeline.File{}); n > most {
		t.Errorf("a file takes %d bytes, of at most %d", n, most)
	}
}

// TestWorkOfLargeTree checks that some costly files in a tree of a gigabyte do not keep the other files from being parsed.
func TestWorkOfLargeTree(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		bytes  int64
		excess int
		want   bool
	}{{1 << 20, 500_000, true}, {1 << 20, 510_000, false}, {1 << 30, 510_000, true}, {1 << 30, 6_000_000, false}} {
		if got := pipeline.ParsesAfter(tt.bytes, tt.excess); got != tt.want {
			t.Errorf("after %d units in %d bytes: %v", tt.excess, tt.bytes, got)
		}
	}
}
