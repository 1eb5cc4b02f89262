package pipeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/gitrepo/gittest"
	"ctxpack/internal/share/cache"
)

// later returns options for a run so late that the times of all files prove that they did not change.
func later(o pipeline.Options) pipeline.Options {
	o.TextOnly = true
	return pipeline.At(o, time.Now().Add(time.Hour))
}

func textOnly(t *testing.T, o pipeline.Options) *pipeline.Result {
	t.Helper()
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if result.CacheError != nil {
		t.Error(result.CacheError)
	}
	return result
}

// The bundle of an unchanged tree comes from the cache, without a look at a file; after any change it is that of a run without a cache.
func TestUnchangedTree(t *testing.T) {
	t.Parallel()
	repo := gittest.New(t)
	for i := range 6 {
		repo.Write(fmt.Sprintf("src/f%d.go", i), goFunctions("src", fmt.Sprintf("f%dof", i), i+1))
	}
	repo.Commit(100)
	folder := t.TempDir()
	// Times of files may have steps of milliseconds; each change has one of its own.
	at := time.Now().Add(-time.Hour)
	write := func(name, text string) {
		repo.Write(name, text)
		at = at.Add(time.Second)
		if err := os.Chtimes(filepath.Join(repo.Top, filepath.FromSlash(name)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"nothing", func() {}},
		{"a text of the same length", func() { write("src/f1.go", goFunctions("src", "f9of", 2)) }},
		{"a new file", func() { write("src/new.go", goFunctions("src", "new", 2)) }},
		{"an ignored file", func() { write(".gitignore", "f2.go\n") }},
		{"a mode", func() { _ = os.Chmod(filepath.Join(repo.Top, "src/f3.go"), 0o755) }},
		{"a commit", func() { repo.Git("add", "-A"); repo.Git("commit", "-q", "-m", "all") }},
		{"an empty commit", func() { repo.Git("commit", "-q", "--allow-empty", "-m", "none") }},
		{"a branch", func() { repo.Git("checkout", "-q", "-b", "other") }},
		{"a file that is gone", func() { repo.Git("rm", "-q", "src/f4.go") }},
		{"a file that is missing", func() { _ = os.Remove(filepath.Join(repo.Top, "src/f5.go")) }},
	} {
		step.do()
		o := options(t, repo.Top, 4000, "markdown")
		want, _, _ := run(t, o)
		o.Cache = folder
		for again, read := range []bool{true, false, false} {
			got := textOnly(t, later(o))
			if !slices.Equal(got.Parts, want) {
				t.Fatalf("%s, run %d: the kept bundle differs\n%s\nwant\n%s", step.name, again, got.Parts[0], want[0])
			}
			if (got.Looked > 0) != read {
				t.Errorf("%s, run %d: %d files were looked at", step.name, again, got.Looked)
			}
		}
	}
	o := options(t, repo.Top, 4000, "markdown")
	o.Cache = folder
	write("bundle.md", textOnly(t, later(o)).Parts[0])
	textOnly(t, later(o))
	repo.Git("add", "bundle.md") // which leaves the file as it is
	if got := textOnly(t, later(o)); len(got.Warnings) == 0 {
		t.Error("a tracked file that begins like a bundle is not named")
	}
	o.Cache, o.Task = folder, &pipeline.Task{Diff: true, Range: "HEAD~1"}
	for again := range 2 { // a range may name other commits than HEAD's
		if got := textOnly(t, later(o)); got.Looked == 0 {
			t.Errorf("a diff, run %d: the bundle was kept", again)
		}
	}
}

// What a bundle depends on besides the files, and what must not be kept.
func TestUnchangedOptions(t *testing.T) {
	t.Parallel()
	root := writeTree(t, randomTree(rand.New(rand.NewPCG(3, 11))))
	written := time.Now()
	base := options(t, root, 8000, "markdown")
	base.Cache = t.TempDir()
	base.Summary = func(r *pipeline.Result) string { return fmt.Sprint(r.Counts) }
	first := textOnly(t, later(base))
	if second := textOnly(t, later(base)); second.Looked > 0 || second.Summary != first.Summary || second.Tokens != first.Tokens || second.Budget != 8000 {
		t.Errorf("kept are %d tokens of %d with %q, of a run with %d and %q", second.Tokens, second.Budget, second.Summary, first.Tokens, first.Summary)
	}
	for name, change := range map[string]func(o *pipeline.Options){
		"budget":               func(o *pipeline.Options) { o.Budget = 9000 },
		"glob":                 func(o *pipeline.Options) { o.Exclude = []string{"*.md"} },
		"line numbers":         func(o *pipeline.Options) { o.LineNumbers = true },
		"header":               func(o *pipeline.Options) { o.Header = "Read this." },
		"layout":               func(o *pipeline.Options) { o.Layout = "80 columns" },
		"glob of another byte": func(o *pipeline.Options) { o.Exclude = []string{"\xe8.md"} },
		"and another":          func(o *pipeline.Options) { o.Exclude = []string{"\xe9.md"} },
		"task":                 func(o *pipeline.Options) { o.Task = &pipeline.Task{Text: "the number that is added"} },
	} {
		o := base
		change(&o)
		if got := textOnly(t, later(o)); got.Looked == 0 {
			t.Errorf("%s: the bundle of other options was taken", name)
		}
		if got := textOnly(t, later(o)); got.Looked > 0 {
			t.Errorf("%s: the bundle was not kept", name)
		}
	}
	for name, change := range map[string]func(o *pipeline.Options){
		"secrets":  func(o *pipeline.Options) { o.ShowSecrets = true },
		"outlines": func(o *pipeline.Options) { o.Outlines = true },
		"parts":    func(o *pipeline.Options) { o.Split = 4000 },
		"no cache": func(o *pipeline.Options) { o.Cache = "" },
		"facts":    func(o *pipeline.Options) { o.TextOnly = false },
		"new times": func(o *pipeline.Options) {
			*o = pipeline.At(*o, written)
		},
	} {
		for again := range 2 {
			o := later(base)
			o.Budget = 7000
			change(&o)
			if got := textOnly(t, o); got.Looked == 0 {
				t.Errorf("%s, run %d: the bundle was kept", name, again)
			}
		}
	}
}

// A kept bundle that is written again counts as used: the least recently used are removed first.
func TestUnchangedUsed(t *testing.T) {
	t.Parallel()
	o := options(t, writeTree(t, map[string]string{"a.go": goFunctions("a", "a", 3)}), 8000, "markdown")
	o.Cache, o.TextOnly = t.TempDir(), true
	textOnly(t, later(o))
	evening := time.Now().Add(9 * time.Hour)
	textOnly(t, pipeline.At(o, evening))
	list, err := cache.List(o.Cache)
	if used := func(s cache.Stored) bool { return s.Used.After(evening.Add(-time.Hour)) }; err != nil || !slices.ContainsFunc(list, used) {
		t.Errorf("nothing was used at %v: %v, %v", evening, list, err)
	}
}

// Files that the user names have a bundle of their own, even if they are all of the folder: it has their licence headers.
func TestUnchangedChosen(t *testing.T) {
	t.Parallel()
	root := writeTree(t, map[string]string{"a.go": goFunctions("a", "a", 3), "b.go": goFunctions("a", "b", 3)})
	o := options(t, root, 8000, "markdown")
	o.Cache = t.TempDir()
	textOnly(t, later(o))
	o.Paths = []string{filepath.Join(root, "a.go"), filepath.Join(root, "b.go")}
	if got := textOnly(t, later(o)); got.Looked == 0 {
		t.Error("the bundle of the folder was taken")
	}
}

// hasty is a context that never ends, but requests results at once.
type hasty struct{ context.Context }

func (hasty) Deadline() (time.Time, bool) { return time.Now(), true }

// A bundle without the outline of a file that took too long is not kept: another run may have it.
func TestUnchangedTransient(t *testing.T) {
	t.Parallel()
	root := writeTree(t, map[string]string{"a.lua": strings.Repeat("a: b & ", 36_000), "b.go": goFunctions("b", "b", 3)})
	o := options(t, root, 8000, "markdown")
	o.Cache = t.TempDir()
	if _, err := pipeline.Run(hasty{t.Context()}, later(o)); err != nil {
		t.Fatal(err)
	}
	if got := textOnly(t, later(o)); got.Looked == 0 {
		t.Error("the bundle of a run that had no time was kept")
	}
}

// A path of a task is relative to the current folder, if no file has that name. Not parallel: the folder changes.
func TestUnchangedNear(t *testing.T) {
	root := writeTree(t, map[string]string{"a/x.go": goFunctions("a", "ax", 3), "b/x.go": goFunctions("b", "bx", 3)})
	o := options(t, root, 8000, "markdown")
	o.Cache, o.Task = t.TempDir(), &pipeline.Task{Near: []string{"x.go"}}
	parts := map[string]string{}
	for _, folder := range []string{"a", "b"} {
		t.Chdir(filepath.Join(root, folder))
		parts[folder] = textOnly(t, later(o)).Parts[0]
	}
	if parts["a"] == parts["b"] {
		t.Errorf("the bundles near a/x.go and b/x.go are the same:\n%s", parts["a"])
	}
}
