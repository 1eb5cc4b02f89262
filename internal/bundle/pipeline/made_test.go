package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/gitrepo/gittest"
)

func ofWhat(t *testing.T, o pipeline.Options) pipeline.Made {
	t.Helper()
	made, err := pipeline.OfWhat(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Whatever happens to a repository, the same hash means the same bundle.
func TestSameHashSameBundle(t *testing.T) {
	t.Parallel()
	for seed := range few(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(seed), 3))
			repo := gittest.New(t)
			for i := range 6 {
				repo.Write(fmt.Sprintf("src/f%d.go", i), goFunctions("src", fmt.Sprintf("f%dof", i), i+1))
			}
			repo.Commit(100)
			bundles := map[string]string{}
			known := 0
			for step := range 40 {
				name := fmt.Sprintf("src/f%d.go", r.IntN(8))
				switch r.IntN(9) {
				case 0, 1:
					repo.Write(name, goFunctions("src", "g", r.IntN(3)+1))
				case 2:
					_ = os.Remove(filepath.Join(repo.Top, filepath.FromSlash(name))) // it may not exist
				case 3:
					repo.Write(".gitignore", []string{"", "f1.go\n", "f7.go\n"}[r.IntN(3)])
				case 4:
					repo.Write(".ctxpackignore", []string{"", "src/f2.go\n"}[r.IntN(2)])
				case 5, 6:
					repo.Git("add", "-A")
					repo.Git("commit", "-q", "--allow-empty", "-m", fmt.Sprint(step%3))
				case 7:
					repo.Git("checkout", "-q", "-B", []string{"main", "other"}[r.IntN(2)])
				case 8:
					repo.Git("add", "-A")
				}
				o := options(t, repo.Top, []int{600, 4000}[r.IntN(2)], "markdown")
				made := ofWhat(t, o)
				if made.Commit == "" {
					t.Fatal("there is a commit")
				}
				if made.Hash == "" {
					continue
				}
				known++
				parts, _, _ := run(t, o)
				bundle := parts[0]
				if before, ok := bundles[made.Hash]; ok && before != bundle {
					t.Fatalf("step %d: the same hash, but\n%s\nwas\n%s", step, bundle, before)
				}
				bundles[made.Hash] = bundle
			}
			if known < 10 || len(bundles) == known {
				t.Errorf("%d of 40 trees were known, %d of them for the first time: this proves little", known, len(bundles))
			}
		})
	}
}

func TestOfWhat(t *testing.T) {
	t.Parallel()
	repo := gittest.New(t)
	repo.Write("a.go", "package a\n")
	commit := repo.Commit(10)
	o := options(t, repo.Top, 2000, "markdown")
	first := ofWhat(t, o)
	if first.Commit != commit || first.Hash == "" {
		t.Fatalf("got %+v, want commit %s", first, commit)
	}
	if again := ofWhat(t, o); again != first {
		t.Errorf("then %+v", again)
	}
	differs := map[string]func(*pipeline.Options){
		"budget":  func(o *pipeline.Options) { o.Budget++ },
		"header":  func(o *pipeline.Options) { o.Header = "h" },
		"exclude": func(o *pipeline.Options) { o.Exclude = []string{"b"} },
		"task":    func(o *pipeline.Options) { o.Task = &pipeline.Task{Text: "find it", Echo: true} },
		"setting": func(o *pipeline.Options) { o.Config.Context.OversizedTokens++ },
		"format":  func(o *pipeline.Options) { o.Format = options(t, repo.Top, 1, "json").Format },
		"secrets": func(o *pipeline.Options) { o.ShowSecrets = true },
	}
	for what, change := range differs {
		other := o
		change(&other)
		if got := ofWhat(t, other); got.Hash == "" || got.Hash == first.Hash {
			t.Errorf("%s: the hash is %q", what, got.Hash)
		}
	}
	same := o
	same.Config.Cache.Remote, same.Cache, same.Jobs = "file:/x", t.TempDir(), 1
	if got := ofWhat(t, same); got != first {
		t.Errorf("what makes no difference to a bundle: %+v", got)
	}
	unknown := map[string]func(*pipeline.Options){
		"template": func(o *pipeline.Options) { o.Format = options(t, repo.Top, 1, ownTemplate).Format },
		"diff":     func(o *pipeline.Options) { o.Task = &pipeline.Task{Diff: true, Range: "HEAD"} },
		"no repository": func(o *pipeline.Options) {
			o.Paths = []string{writeTree(t, map[string]string{"a.go": "package a\n"})}
		},
		"several": func(o *pipeline.Options) {
			o.Paths = append([]string{writeTree(t, map[string]string{"a.go": "package a\n"})}, o.Paths...)
		},
	}
	for what, change := range unknown {
		other := o
		change(&other)
		if got := ofWhat(t, other); got.Hash != "" {
			t.Errorf("%s: the hash is %q", what, got.Hash)
		}
	}
}
