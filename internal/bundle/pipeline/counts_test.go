package pipeline_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/redact"
)

// counts has the expensive operations of a run.
type counts struct {
	parsed int            // files that were not cached
	opened map[string]int // how often packing read each file
	bytes  int            // of their texts
}

// countRun packs a tree and counts.
func countRun(t *testing.T, o pipeline.Options) counts {
	t.Helper()
	ctx := context.Background()
	ranking, err := pipeline.Rank(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	c := counts{parsed: ranking.Looked - ranking.Reused, opened: map[string]int{}}
	var mu sync.Mutex
	for _, f := range ranking.Files {
		f.Stored = func(ctx context.Context) (worktree.Text, source.SkipReason, error) {
			text, skip, err := f.File.File.TextOf(ctx, "", redact.Found{})
			mu.Lock()
			defer mu.Unlock()
			c.opened[f.Name]++
			c.bytes += len(text.Content)
			return text, skip, err
		}
	}
	if _, _, err := ranking.Pack(ctx); err != nil {
		t.Fatal(err)
	}
	return c
}

// The work of a run is independent of the machine: a file is analysed only once, and read once for the bundle.
func TestCounts(t *testing.T) {
	t.Parallel()
	for name, task := range map[string]string{"no task": "", "task": "the number that is added is wrong"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := randomTree(rand.New(rand.NewPCG(7, 7)))
			many(files, 40, "lib/part%d.go", "package lib\n\n// Part%d adds a number.\nfunc Part%d() int {\n\tx := 1\n\treturn x + 2\n}\n")
			all := 0
			for _, text := range files {
				all += len(text)
			}
			o := options(t, writeTree(t, files), 12_000, "markdown")
			o.Cache = t.TempDir()
			if task != "" {
				o.Task = &pipeline.Task{Text: task}
			}
			cold, warm := countRun(t, o), countRun(t, o)
			t.Logf("of %d files with %d bytes, %d were parsed, cold %d and warm %d were read again, %d and %d bytes",
				len(files), all, cold.parsed, len(cold.opened), len(warm.opened), cold.bytes, warm.bytes)
			if cold.parsed == 0 || cold.parsed > len(files) || warm.parsed != 0 {
				t.Errorf("%d and %d files were parsed, of %d", cold.parsed, warm.parsed, len(files))
			}
			for kind, c := range map[string]counts{"cold": cold, "warm": warm} {
				for file, n := range c.opened {
					if n > 1 {
						t.Errorf("%s: %s was read %d times", kind, file, n)
					}
				}
				if len(c.opened) == 0 || c.bytes > all {
					t.Errorf("%s: %d files with %d bytes were read, of %d", kind, len(c.opened), c.bytes, all)
				}
			}
			if warm.bytes > cold.bytes {
				t.Errorf("%d bytes were read warm, %d cold", warm.bytes, cold.bytes)
			}
		})
	}
}
