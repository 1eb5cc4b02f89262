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
