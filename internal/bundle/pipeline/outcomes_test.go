package pipeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/view"
	"ctxpack/packer"
)

// A ranking that is packed into one budget after another gives the bundles of runs that
// know one budget only.
func TestSizes(t *testing.T) {
	t.Parallel()
	budgets := []int{8000, 500, 60_000, 3000, 8000, 200}
	variants := map[string]func(o *pipeline.Options){
		"levels": func(*pipeline.Options) {},
		"tiers":  func(o *pipeline.Options) { o.Config.Context.Packing = pipeline.Tiers },
		"task": func(o *pipeline.Options) {
			o.Task = &pipeline.Task{Text: "decode the charset of words", Echo: true}
		},
		"names and lines": func(o *pipeline.Options) {
			o.ListSkipped, o.LineNumbers, o.Format = true, true, options(t, "", 1, "xml").Format
		},
		"split": func(o *pipeline.Options) { o.Split = 4000 },
	}
	for name, root := range map[string]string{"real code": "../../repo/charset", "random": writeTree(t, randomTree(rand.New(rand.NewPCG(1, 21))))} {
		for variant, change := range variants {
			t.Run(name+" "+variant, func(t *testing.T) {
				t.Parallel()
				ctx := context.Background()
				o := options(t, root, budgets[0], "markdown")
				change(&o)
				ranking, err := pipeline.Rank(ctx, o)
				if err != nil {
					t.Fatal(err)
				}
				defer ranking.Close()
				results, errs := pipeline.PackSizes(ctx, ranking, budgets)
				for i, budget := range budgets {
					o.Budget = budget
					want, wantErr := pipeline.Run(ctx, o)
					if fmt.Sprint(errs[i]) != fmt.Sprint(wantErr) {
						t.Errorf("%d tokens: %v, want %v", budget, errs[i], wantErr)
					}
					if wantErr != nil || errs[i] != nil {
						continue
					}
					got := results[i]
					if !slices.Equal(got.Parts, want.Parts) || !reflect.DeepEqual(got.Outcomes, want.Outcomes) || len(got.Problems) != len(want.Problems) {
						t.Errorf("%d tokens: another bundle than that of a run", budget)
					}
				}
			})
		}
	}
}

// answers are what budgets say of all files.
func answers(t *testing.T, o pipeline.Options, meanwhile func()) string {
	t.Helper()
	ctx := context.Background()
	ranking, err := pipeline.Rank(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	meanwhile()
	var b strings.Builder
	budgets := ranking.Budgets()
	for _, f := range ranking.Files {
		outcome, err := budgets.Outcome(ctx, f, o.Budget)
		fmt.Fprintf(&b, "%s %+v %v", f.Name, outcome, err)
		for _, tier := range []packer.Tier{packer.Signatures, packer.Full} {
			least, ok, err := budgets.Least(ctx, f, tier, o.Budget)
			fmt.Fprint(&b, " ", least, ok, err)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// What is remembered of a tree answers for it, and never for another one.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	files := randomTree(rand.New(rand.NewPCG(5, 21)))
	root := writeTree(t, files)
	with := options(t, root, 3000, "markdown")
	with.Outcomes = &pipeline.Outcomes{}
	same := func(what string, o pipeline.Options) string {
		t.Helper()
		alone := o
		alone.Outcomes = nil
		want := answers(t, alone, func() {})
		for range 2 {
			if got := answers(t, o, func() {}); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
			}
		}
		return want
	}
	first := same("as it is", with)
	smaller, task := with, with
	smaller.Budget = 2000
	same("another budget", smaller)
	task.Task = &pipeline.Task{Text: "quoted words in notes"}
	same("a task", task)
	task.Task = &pipeline.Task{Text: "decode y"}
	same("another task", task)
	if err := os.WriteFile(filepath.Join(root, "new.go"), []byte("package a\n\nfunc New() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if same("a new file", with) == first {
		t.Error("a new file changes nothing")
	}
	if err := os.WriteFile(filepath.Join(root, "new.go"), []byte("package a\n\nfunc Old() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	same("another text of the same length", with)

	// It is not asked for the same again: the files may be gone.
	want := same("before", with)
	got := answers(t, with, func() {
		for name := range files {
			if err := os.Remove(filepath.Join(root, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
	})
	if got != want {
		t.Errorf("files were read again: got\n%s\nwant\n%s", got, want)
	}
}

// All fields by which files, rankings and options may differ are known where it is told
// whether what is remembered of a tree holds for another one: whoever adds one has to
// say whether bundles depend on it, in bundleKey or Options.described.
func TestOutcomesKnowWhatMatters(t *testing.T) {
	t.Parallel()
	for of, want := range map[reflect.Type]string{
		reflect.TypeFor[pipeline.File]():    "File tree keep provisional",
		reflect.TypeFor[view.File]():        "File Contents Facts Breakdown Value Lines Members Chosen Shared OutlineOnly Unparsed Stored Cache summary",
		reflect.TypeFor[pipeline.Ranking](): "Name Git Repositories Rules Files Skipped Warnings Problems Timings Looked Reused options graph around names set trees query weights diff vault own budgets memo",
		reflect.TypeFor[pipeline.Options](): "Paths Files Names Around Config Include Exclude Pin Boost Packages Scores Task OrderOnly WithDiff WithLog Counter Format Budget Window Header LineNumbers ListSkipped Split Since Shares Outlines Frontier Cache Objects Outcomes ShowSecrets MarkInjections Outputs Kept ObjectsFrom Jobs Observe",
	} {
		var names []string
		for i := range of.NumField() {
			names = append(names, of.Field(i).Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s has the fields\n%s, known are\n%s", of, got, want)
		}
	}
}
