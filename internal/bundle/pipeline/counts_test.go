package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/gitrepo/gittest"
)

// counting is a context that counts how many texts are given to a grammar: each parse looks for a deadline.
type counting struct {
	context.Context
	parsed *atomic.Int64
}

func (c counting) Deadline() (time.Time, bool) {
	c.parsed.Add(1)
	return time.Time{}, false
}

// counts has the expensive operations of a run.
type counts struct {
	looked                int // files whose facts were needed
	opened, twice, thrice int // files that were opened, and how many of them twice and three times
	bytes                 int // of all that was read
	parsed                int // texts parsed by a grammar
}

// countRun packs a tree and counts.
func countRun(t *testing.T, o pipeline.Options) (c counts, times map[string]int) {
	t.Helper()
	times = map[string]int{}
	var mu sync.Mutex
	var parsed atomic.Int64
	o = pipeline.Opened(later(o), func(path string, bytes int) {
		mu.Lock()
		defer mu.Unlock()
		times[path]++
		c.bytes += bytes
	})
	result, err := pipeline.Run(counting{t.Context(), &parsed}, o)
	if err != nil {
		t.Fatal(err)
	}
	c.looked, c.opened, c.parsed = result.Looked, len(times), int(parsed.Load())
	for _, n := range times {
		switch n {
		case 1:
		case 2:
			c.twice++
		default:
			c.thrice++
		}
	}
	return c, times
}

// TestCounts has the work of runs as numbers, which depend neither on time nor on the machine. A run may do less, never more.
func TestCounts(t *testing.T) {
	t.Parallel()
	repo := gittest.New(t)
	files := map[string]string{
		"README.md":      "# Sums\n\nSee `sum.py`.\n",
		"go.mod":         "module sums\n\ngo 1.26\n",
		"main.go":        "package main\n\nimport \"sums/lib\"\n\nfunc main() { println(lib.Sum0(1, 2)) }\n",
		"lib/sum.go":     goFunctions("lib", "Sum", 3),
		"tool/sum.py":    "def total(numbers):\n    \"\"\"Adds numbers.\"\"\"\n    return sum(numbers)\n",
		"web/sum.ts":     "export function total(a: number, b: number): number {\n\treturn a + b;\n}\n",
		"data/table.csv": strings.Repeat("1,2,3\n", 400),
		"picture.png":    "\x89PNG\x00\x01",
	}
	for i := range 30 {
		files[fmt.Sprintf("lib/part%d.go", i)] = goFunctions("lib", fmt.Sprintf("Part%dof", i), 1+i%4)
		files[fmt.Sprintf("web/part%d.ts", i)] = fmt.Sprintf("export class Part%d {\n\tadd(n: number): number {\n\t\treturn n + %d;\n\t}\n}\n", i, i)
	}
	for name, text := range files {
		repo.Write(name, text)
	}
	repo.Commit(100)
	settle(t, repo)
	base := options(t, repo.Top, 2000, "markdown")
	base.Cache = t.TempDir()
	task := func(text string) func(o *pipeline.Options) {
		return func(o *pipeline.Options) { o.Task = &pipeline.Task{Text: text} }
	}
	for _, run := range []struct {
		name   string
		change func(o *pipeline.Options)
		want   counts
	}{
		// Each text is read for its facts, and what may be in the bundle again, since texts are not kept in memory; go.mod is
		// also read where imports are resolved. Go needs no grammar, so that the parsed ones are those of Python and TypeScript.
		{"cold", func(*pipeline.Options) {}, counts{looked: 67, opened: 67, twice: 17, thrice: 1, bytes: 14824, parsed: 32}},
		// The cache has the facts: the run reads only what it shows, and go.mod.
		{"warm, another budget", func(o *pipeline.Options) { o.Budget = 2500 }, counts{looked: 67, opened: 21, twice: 1, bytes: 4522}},
		// The run lists the files and writes the bundle of the run before.
		{"unchanged", func(o *pipeline.Options) { o.Budget = 2500 }, counts{}},
		// Each text is read for its search terms, and those of code with a word of the task again, for the worth of their parts.
		{"first task", task("Part7of0 subtracts the wrong number"), counts{looked: 67, opened: 67, twice: 63, bytes: 18672}},
		// The cache has the search terms: the run reads what it may show.
		{"second task", task("the total of sum.py is wrong"), counts{looked: 67, opened: 28, twice: 1, bytes: 4000}},
		// Without facts, a text that is read for them gives its terms, too.
		{"cold task", func(o *pipeline.Options) {
			task("the total of sum.py is wrong")(o)
			o.Cache = t.TempDir()
		}, counts{looked: 67, opened: 67, twice: 27, thrice: 1, bytes: 14693, parsed: 32}},
		// Only the changed file is parsed; it is read again to compare it with the commit. The others are read for the bundle.
		{"a changed file", func(*pipeline.Options) { repo.Write("tool/sum.py", files["tool/sum.py"]+"\n") },
			counts{looked: 67, opened: 19, twice: 2, bytes: 4269, parsed: 1}},
	} {
		o := base
		run.change(&o)
		if got, times := countRun(t, o); got != run.want {
			t.Errorf("%s: %+v, want %+v; opened were %v", run.name, got, run.want, times)
		}
	}
}
