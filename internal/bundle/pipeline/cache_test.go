package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/packer"
)

// run packs; an error caused by the tree counts as its bundle.
func run(t *testing.T, o pipeline.Options) (parts []string, reused, looked int) {
	t.Helper()
	result, err := pipeline.Run(context.Background(), o)
	var small *pipeline.TooSmallError
	var empty *pipeline.EmptyError
	if errors.As(err, &small) || errors.As(err, &empty) {
		return []string{err.Error()}, 0, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	if result.CacheError != nil {
		t.Error(result.CacheError)
	}
	return result.Parts, result.Reused, result.Looked
}

// A bundle is the same with a cache and without, whatever happened to the tree since the cache was written.
func TestCacheChangesNothing(t *testing.T) {
	t.Parallel()
	for i := range few(6) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 11))
			files := randomTree(r)
			root := writeTree(t, files)
			folder := t.TempDir()
			for step := range 12 {
				budget := []int{1000, 8000, 64_000}[r.IntN(3)]
				plain := options(t, root, budget, "markdown")
				cached := plain
				cached.Cache = folder
				want, _, _ := run(t, plain)
				for range 2 {
					if got, _, _ := run(t, cached); !slices.Equal(got, want) {
						t.Fatalf("step %d, budget %d: the cache changes the bundle", step, budget)
					}
				}
				change(t, r, root, folder, files)
			}
		})
	}
}

// change changes a file, or the cache.
func change(t *testing.T, r *rand.Rand, root, folder string, files map[string]string) {
	t.Helper()
	names := slices.Sorted(maps.Keys(files))
	name := names[r.IntN(len(names))]
	full := filepath.Join(root, filepath.FromSlash(name))
	info, err := os.Stat(full)
	if err != nil {
		t.Fatal(err)
	}
	switch r.IntN(6) {
	case 0: // other contents of the same size with the same time
		files[name] = strings.ReplaceAll(files[name], "a", "b")
		err = errors.Join(os.WriteFile(full, []byte(files[name]), 0o600), os.Chtimes(full, info.ModTime(), info.ModTime()))
	case 1:
		now := time.Now().Add(time.Minute)
		err = os.Chtimes(full, now, now)
	case 2:
		moved := "moved/" + name
		files[moved] = files[name]
		delete(files, name)
		to := filepath.Join(root, filepath.FromSlash(moved))
		err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.Rename(full, to))
	case 3: // another file in its place, with its time
		files[name] += "// more\n"
		err = errors.Join(os.WriteFile(full+"~", []byte(files[name]), 0o600), os.Chtimes(full+"~", info.ModTime(), info.ModTime()), os.Rename(full+"~", full))
	case 4:
		err = damage(r, folder)
	case 5:
		copied := "copy/" + name
		files[copied] = files[name]
		to := filepath.Join(root, filepath.FromSlash(copied))
		err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, []byte(files[name]), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func damage(r *rand.Rand, folder string) error {
	caches, err := filepath.Glob(filepath.Join(folder, "*.ctxpack-cache"))
	if err != nil || len(caches) == 0 {
		return err
	}
	data, err := os.ReadFile(caches[0])
	if err != nil || len(data) == 0 {
		return err
	}
	if r.IntN(2) == 0 {
		data = data[:r.IntN(len(data))]
	} else {
		data[r.IntN(len(data))] ^= 0x10
	}
	return os.WriteFile(caches[0], data, 0o600)
}

// The facts that levels leave in the cache lack sections, which tiers need of an oversized file.
func TestTiersAfterLevels(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 3 {
		var b strings.Builder
		b.WriteString("package a\n")
		for k := range 60 {
			fmt.Fprintf(&b, "\nfunc F%d(a int) int {%s\n\treturn a\n}\n", k, strings.Repeat("\n\tif a > 1 {\n\t\ta++\n\t}", k%7))
		}
		files[fmt.Sprintf("a%d.go", i)] = b.String()
	}
	root, folder := writeTree(t, files), t.TempDir()
	cached := options(t, root, 4000, "markdown")
	cached.Config.Context.OversizedTokens = 500
	cached.Cache = folder
	run(t, cached)
	cached.Config.Context.Packing = pipeline.Tiers
	plain := cached
	plain.Cache = ""
	want, _, _ := run(t, plain)
	for known := range 2 { // files are counted once
		if got, reused, _ := run(t, cached); !slices.Equal(got, want) || reused != known*len(files) || !strings.Contains(got[0], "return a") {
			t.Errorf("after a run with levels, tiers reuse %d files and show\n%s\nand without it\n%s", reused, got, want)
		}
	}
}

// Unchanged files are known from the previous run, at least by their contents.
func TestCacheIsUsed(t *testing.T) {
	t.Parallel()
	files := randomTree(rand.New(rand.NewPCG(3, 3)))
	maps.DeleteFunc(files, func(_, text string) bool { return text == "" }) // they take no work
	o := options(t, writeTree(t, files), 8000, "markdown")
	o.Cache = t.TempDir()
	if _, reused, looked := run(t, o); reused != 0 || looked != len(files) {
		t.Errorf("first run: %d of %d known", reused, looked)
	}
	if _, reused, looked := run(t, o); reused != len(files) || looked != len(files) {
		t.Errorf("second run: %d of %d known", reused, looked)
	}
	o.Outlines = true
	run(t, o)
	if _, reused, _ := run(t, o); reused != len(files) {
		t.Errorf("with all outlines: %d of %d known", reused, len(files))
	}
}

// TestCostlyFilesAreKept: a file with excessive parsing work is not parsed again, and its warning stays the same.
func TestCostlyFilesAreKept(t *testing.T) {
	t.Parallel()
	macros := strings.Repeat(".macro load reg, at\n\tldr \\reg, [\\at, #4]\n\t.if \\at\n\tb 1f\n\t.endif\n.endm\n", 200)
	files := map[string]string{"a.go": "package a\n\nfunc A() {}\n", "entry.h": macros}
	o := defaults(t, writeTree(t, files), 2000)
	o.Cache = t.TempDir()
	first, reused, looked := run(t, o)
	if reused != 0 || looked != 2 {
		t.Fatalf("%d of %d are known to an empty cache", reused, looked)
	}
	again, reused, looked := run(t, o)
	if reused != looked {
		t.Errorf("%d of %d files are known", reused, looked)
	}
	if !slices.Equal(first, again) {
		t.Errorf("the second bundle differs:\n%s\n%s", first, again)
	}
}

// Which outlines are made, and when, does not affect the bundle.
func TestOutlinesOnDemand(t *testing.T) {
	t.Parallel()
	for i := range few(4) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			root := writeTree(t, randomTree(rand.New(rand.NewPCG(uint64(i), 17))))
			for budget := 600; budget < 100_000; budget = budget*3/2 + 7 {
				o := options(t, root, budget, "markdown")
				got, _, _ := run(t, o)
				o.Outlines = true
				if want, _, _ := run(t, o); !slices.Equal(got, want) {
					t.Errorf("budget %d: other bytes when all files are outlined", budget)
				}
			}
		})
	}
}

// Exact counts are kept for those who ask again, and no bundle depends on them.
func TestExact(t *testing.T) {
	t.Parallel()
	files := randomTree(rand.New(rand.NewPCG(5, 5)))
	files["long.txt"] = strings.Repeat("a line\n", 500) + strings.Repeat("0x1F, 0x2E, 0x3D\n", 300)
	o := options(t, writeTree(t, files), 3000, "json")
	want, _, _ := run(t, o)
	o.Cache = t.TempDir()
	run(t, o)
	o.Exact = true
	for range 2 {
		ranking, err := pipeline.Rank(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ranking.Files {
			if text, _, err := f.Text(t.Context()); err != nil || f.Whole() != o.Counter.Count(text.Content) {
				t.Errorf("%s: %d tokens, want %d, %v", f.Name, f.Whole(), o.Counter.Count(text.Content), err)
			}
		}
		ranking.Close()
		if got, _, _ := run(t, o); !slices.Equal(got, want) {
			t.Error("another bundle with exact counts")
		}
	}
	o.Exact = false
	if got, _, _ := run(t, o); !slices.Equal(got, want) {
		t.Error("another bundle after exact counts")
	}
}

// All files are shown whole if they fit, even where they are estimated at more.
func TestEstimatesFit(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 6 {
		files[fmt.Sprintf("a%d.txt", i)] = strings.Repeat("some words\n", 500)
		files[fmt.Sprintf("b%d.go", i)] = "// Copyright A. All rights reserved, here and everywhere else, at all times.\n// Licensed under X.\npackage b\n"
	}
	o := options(t, writeTree(t, files), 100_000, "markdown")
	all, err := pipeline.Run(t.Context(), o)
	if err != nil || !all.Complete {
		t.Fatal(err)
	}
	o.Budget = all.Tokens + all.Tokens/200 // so much may remain unused
	ranking := estimated(t, o, 120)
	defer ranking.Close()
	if fit, err := pipeline.Fit(t.Context(), ranking); err != nil || !fit.Complete || strings.Count(fit.Parts[0], "Copyright") != 6 {
		t.Errorf("%d tokens do not show all, %v", o.Budget, err)
	}
}

// estimated returns a ranking with estimates that are so many percent of those made.
func estimated(t *testing.T, o pipeline.Options, percent int) *pipeline.Ranking {
	t.Helper()
	ranking, err := pipeline.Rank(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ranking.Files {
		f.Contents.Tokens = f.Contents.Tokens*percent/100 + 1
	}
	return ranking
}

// Estimates may be far wrong: the budget is filled, in parts too, and a pinned file is shown if it fits.
func TestWrongEstimates(t *testing.T) {
	t.Parallel()
	for _, lines := range []int{400, 1400} {
		files := randomTree(rand.New(rand.NewPCG(6, 6)))
		for i := range 4000 / lines {
			files[fmt.Sprintf("a%d.txt", i)] = strings.Repeat(fmt.Sprintf("%d words of a line\n", i), lines)
		}
		root := writeTree(t, files)
		for _, percent := range []int{3, 30, 300} {
			o := options(t, root, 9500, "json")
			o.Pin = []string{"a1.txt"}
			if lines < 1000 {
				o.Split = 4000
			}
			ranking := estimated(t, o, percent)
			b, err := pipeline.Place(t.Context(), ranking)
			if isPinned := slices.ContainsFunc(b.Entries, func(e packer.Entry) bool {
				return ranking.Files[e.Candidate].Name == "a1.txt" && e.Tier == packer.Full
			}); err != nil || b.Cost < 7000 || !isPinned {
				t.Errorf("%d lines, %d%%: %d tokens used, pinned %v, %v", lines, percent, b.Cost, isPinned, err)
			}
			ranking.Close()
			o.Pin, o.Split = nil, 0
			unpinned := estimated(t, o, percent)
			if b, err := pipeline.Place(t.Context(), unpinned); err != nil || b.Cost < 7000 {
				t.Errorf("%d lines, %d%%: %d tokens used, %v", lines, percent, b.Cost, err)
			}
			unpinned.Close()
		}
	}
}

// A budget that the error names suffices.
func TestNeededBudget(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 80 {
		files[fmt.Sprintf("folder%d/part%d.txt", i/4, i)] = strings.Repeat("some words\n", 200+i)
	}
	o := options(t, writeTree(t, files), 1500, "markdown")
	o.Pin = []string{"folder1?/*"}
	_, err := pipeline.Run(t.Context(), o)
	var small *pipeline.TooSmallError
	if !errors.As(err, &small) {
		t.Fatal(err)
	}
	o.Budget = small.Needed
	if _, err := pipeline.Run(t.Context(), o); err != nil {
		t.Errorf("%d tokens: %v", o.Budget, err)
	}
}
