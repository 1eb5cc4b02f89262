package gitstats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"ctxpack/internal/repo/gitrepo/gittest"
)

func TestReadLinear(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("a.txt", "1")
	r.Edit("dir/b.txt", "1", 0)
	r.Edit("a.txt", "2", 1)
	r.Edit("dir/sub/c.txt", "1", 2)
	last := r.Edit("a.txt", "3", 3)
	a := r.activity(Options{})
	counts(t, a, "a.txt=3 dir/b.txt=1 dir/sub/c.txt=1")
	gittest.Warns(t, a.Warnings)
	if a.Commit != last || a.Branch != "main" || a.Scanned != 4 || a.Shallow {
		t.Errorf("got %+v", a)
	}
	if want := time.Unix(start+3*day, 0).UTC(); !a.CommitTime.Equal(want) || a.CommitTime.Location() != time.UTC {
		t.Errorf("time %v, want %v", a.CommitTime, want)
	}
	for path, blob := range a.Blobs {
		if want := r.Git("rev-parse", "HEAD:"+path); blob != want {
			t.Errorf("blob of %s: %s, want %s", path, blob, want)
		}
	}
	if len(a.Blobs) != 3 {
		t.Errorf("blobs: %v", a.Blobs)
	}
}

func TestReadKinds(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("file", "x")
	blob := r.Git("hash-object", "-w", "file")
	commit := "0123456789012345678901234567890123456789"
	r.Git("update-index", "--add", "--cacheinfo", "100755,"+blob+",tool",
		"--cacheinfo", "120000,"+blob+",link", "--cacheinfo", "160000,"+commit+",module", "--cacheinfo", "100644,"+blob+",file")
	r.Git("commit", "-q", "-m", "x")
	// A change of the mode alone is a change, and so is one of the type.
	r.Git("update-index", "--cacheinfo", "100644,"+blob+",tool", "--cacheinfo", "100644,"+blob+",link")
	r.Git("commit", "-q", "-m", "y")
	a := r.activity(Options{})
	counts(t, a, "file=1 link=2 module=1 tool=2")
	if _, ok := a.Blobs["module"]; ok || len(a.Blobs) != 3 {
		t.Errorf("blobs: %v", a.Blobs)
	}
}

func TestReadMerges(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("a", "1\n2\n3\n4\n5\n")
	r.Edit("b", "1", 0)
	r.Git("checkout", "-q", "-b", "side")
	r.Edit("b", "2", 1)
	r.Edit("c", "1", 2)
	r.Git("checkout", "-q", "main")
	r.Edit("a", "x\n2\n3\n4\n5\n", 3)
	r.GitAt(start+4*day, "", "merge", "-q", "--no-ff", "-m", "merge", "side")
	// Changes made by the merge itself are not counted.
	r.Write("a", "merged")
	r.Git("add", "-A")
	r.GitAt(start+4*day, "", "commit", "-q", "--amend", "--no-edit")
	a := r.activity(Options{})
	counts(t, a, "a=2 b=2 c=1")
	if a.Scanned != 4 {
		t.Errorf("scanned %d", a.Scanned)
	}
}

func TestReadWindow(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "0", 0)
	r.Edit("a", "1", 1-1.0/day) // one second too old
	r.Edit("a", "2", 1)         // exactly at the limit
	r.Edit("a", "3", 91)
	a := r.activity(Options{Window: days(90)})
	counts(t, a, "a=2")
	counts(t, r.activity(Options{}), "a=2")
	counts(t, r.activity(Options{Window: days(91)}), "a=4")
	counts(t, r.activity(Options{Window: time.Nanosecond}), "a=1")
}

func TestReadMaxCommits(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 5 {
		r.Edit(string(rune('a'+i)), "x", float64(i))
	}
	a := r.activity(Options{MaxCommits: 2})
	counts(t, a, "d=1 e=1")
	if a.Scanned != 2 {
		t.Errorf("scanned %d", a.Scanned)
	}
	gittest.Warns(t, a.Warnings)
}

func TestReadRenames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		build func(r *repo)
		want  string
	}{
		{"followed", func(r *repo) {
			r.Edit("old", "1", 0)
			r.Edit("old", "2", 1)
			r.Git("mv", "old", "new")
			r.Commit(2)
			r.Edit("new", "3", 3)
		}, "new=4"},
		{"twice", func(r *repo) {
			r.Edit("a", "1", 0)
			r.Git("mv", "a", "b")
			r.Commit(1)
			r.Git("mv", "b", "c")
			r.Commit(2)
		}, "c=3"},
		{"there and back", func(r *repo) {
			r.Edit("a", "1", 0)
			r.Git("mv", "a", "b")
			r.Commit(1)
			r.Git("mv", "b", "a")
			r.Commit(2)
		}, "a=3"},
		{"folder", func(r *repo) {
			r.Write("src/x", "x")
			r.Edit("src/y", "y", 0)
			r.Git("mv", "src", "lib")
			r.Commit(1)
		}, "lib/x=2 lib/y=2"},
		{"edited on the way is another file", func(r *repo) {
			r.Edit("old", "1", 0)
			r.Git("mv", "old", "new")
			r.Edit("new", "2", 1)
		}, "new=1"},
		{"older commits go to the renamed file, not to its successor", func(r *repo) {
			r.Edit("a", "1", 0)
			r.Git("mv", "a", "b")
			r.Commit(1)
			r.Edit("a", "fresh", 2)
		}, "a=1 b=2"},
		{"same base name first", func(r *repo) {
			r.Write("a/one", "same")
			r.Write("a/two", "same")
			r.Edit("a/other", "o", 0)
			r.Edit("a/two", "same again", 1)
			r.Edit("a/two", "same", 2)
			r.Git("mv", "a/one", "b-one") // path order would pair it with a/one's neighbour
			r.Git("mv", "a/two", "two")
			r.Commit(3)
		}, "a/other=1 b-one=2 two=4"},
		{"ambiguous ones in path order", func(r *repo) {
			r.Write("p", "same")
			r.Edit("q", "same", 0)
			r.Edit("q", "x", 1)
			r.Edit("q", "same", 2)
			r.Git("mv", "q", "y")
			r.Git("mv", "p", "z")
			r.Commit(3)
		}, "y=2 z=4"}, // y takes p, z takes q
		{"on a parallel branch", func(r *repo) {
			r.Edit("old", "1\n2\n3\n", 0)
			r.Git("checkout", "-q", "-b", "side")
			r.Git("mv", "old", "new")
			r.Commit(1)
			r.Git("checkout", "-q", "main")
			r.Edit("old", "1\n2\nx\n", 2) // visited before the rename is known
			r.GitAt(start+3*day, "", "merge", "-q", "--no-ff", "-m", "m", "side")
		}, "new=3"},
		{"deleted and created again", func(r *repo) {
			r.Edit("a", "1", 0)
			r.Git("rm", "-q", "a")
			r.Commit(1)
			r.Edit("a", "2", 2)
		}, "a=3"},
		{"deleted", func(r *repo) {
			r.Edit("a", "1", 0)
			r.Edit("b", "1", 1)
			r.Git("rm", "-q", "a")
			r.Commit(2)
		}, "b=1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			tt.build(r)
			counts(t, r.activity(Options{}), tt.want)
			compareWithGit(t, r, 2000)
		})
	}
}

func TestReadClockSkew(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "1", 100)
	r.Edit("a", "2", 101)
	r.GitAt(0, "", "commit", "-q", "--allow-empty", "-m", "1970") // far too old
	for range 20 {
		r.GitAt(start-1000*day, "", "commit", "-q", "--allow-empty", "-m", "wrong clock")
	}
	r.Edit("b", "1", 200) // a clock that is ahead of HEAD's
	r.Edit("a", "3", 102)
	counts(t, r.activity(Options{}), "a=3 b=1")
}

func TestReadHeads(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	a := r.activity(Options{})
	gittest.Warns(t, a.Warnings, "no commits yet")
	if a.Branch != "main" || a.Commit != "" || a.Scanned != 0 {
		t.Errorf("unborn: %+v", a)
	}
	first := r.Edit("a", "1", 0)
	r.Edit("a", "2", 1)
	r.Git("checkout", "-q", "-b", "feature/x")
	if a := r.activity(Options{}); a.Branch != "feature/x" {
		t.Errorf("branch %q", a.Branch)
	}
	r.Git("pack-refs", "--all")
	if _, err := os.Stat(filepath.Join(r.Top, ".git/refs/heads/feature/x")); err == nil {
		t.Error("reference is not packed")
	}
	counts(t, r.activity(Options{}), "a=2")
	r.Git("checkout", "-q", first)
	a = r.activity(Options{})
	counts(t, a, "a=1")
	if a.Branch != "" || a.Commit != first {
		t.Errorf("detached: %+v", a)
	}
}

func TestReadPackedAndLoose(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 30 {
		r.Write("deep/er/file", string(rune('a'+i)))
		r.Edit("f"+string(rune('a'+i)), "x", float64(i))
	}
	loose := r.activity(Options{})
	r.Git("gc", "-q", "--aggressive", "--prune=now")
	if p, _ := filepath.Glob(filepath.Join(r.Top, ".git/objects/pack/*.pack")); len(p) != 1 {
		t.Fatalf("packs: %v", p)
	}
	packed := r.activity(Options{})
	if !reflect.DeepEqual(loose, packed) {
		t.Errorf("packed differs from loose:\n%+v\n%+v", packed, loose)
	}
	// Both kinds of deltas, several packs, and new loose objects.
	r.Git("-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-adf")
	if got := r.activity(Options{}); !reflect.DeepEqual(loose, got) {
		t.Errorf("with reference deltas: %+v", got)
	}
	r.Edit("deep/er/file", "y", 40)
	r.Git("repack", "-q")
	r.Edit("deep/er/file", "z", 41)
	a := r.activity(Options{})
	if a.Commits["deep/er/file"] != 32 {
		t.Errorf("mixed: %v %q", a.Commits, a.Warnings)
	}
}

func TestReadShallow(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 6 {
		r.Edit("a", string(rune('0'+i)), float64(i))
	}
	clone := filepath.Join(filepath.Dir(r.Top), "clone")
	r.Git("clone", "-q", "--depth=3", "file://"+r.Top, clone)
	a := r.at(clone).activity(Options{})
	counts(t, a, "a=2") // the commit at the edge has no known parent
	gittest.Warns(t, a.Warnings, "shallow clone")
	if !a.Shallow || a.Scanned != 2 {
		t.Errorf("%+v", a)
	}
}

func TestReadPartialClone(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Git("config", "uploadpack.allowFilter", "true")
	r.Edit("a", "1", 0)
	r.Edit("dir/b", "1", 1)
	r.Edit("dir/b", "2", 2)
	for filter, want := range map[string]string{"blob:none": "a=1 dir/b=2", "tree:0": ""} {
		clone := filepath.Join(filepath.Dir(r.Top), filter[:4])
		r.Git("clone", "-q", "--no-checkout", "--filter="+filter, "file://"+r.Top, clone)
		a := r.at(clone).activity(Options{})
		counts(t, a, want)
		if len(a.Warnings) == 0 {
			t.Errorf("%s: no warning", filter)
		}
	}
}

func TestReadOddPaths(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("file systems elsewhere refuse such names")
	}
	r := newRepo(t)
	names := []string{"new\nline", `quo"te`, "tab\t", "\xff\xfe", "ü", " lead", "back\\slash", "-dash"}
	for i, n := range names {
		r.Edit(n, string(rune('a'+i)), float64(i))
	}
	a := r.activity(Options{})
	for _, n := range names {
		if a.Commits[n] != 1 || a.Blobs[n] == "" {
			t.Errorf("%q is not there", n)
		}
	}
}

func TestReadCancelled(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Edit("a", "1", 0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a, err := Read(ctx, r.Top, Options{}); !errors.Is(err, context.Canceled) || a != nil {
		t.Errorf("got %v, %v", a, err)
	}
}

func TestReadNoRepository(t *testing.T) {
	t.Parallel()
	a := checked(t, t.TempDir(), Options{}, defaultLimits())
	gittest.Warns(t, a.Warnings, "no git facts")
}

// newAgedRepo returns a repository with commits of several years, one of which changes everything.
func newAgedRepo(t *testing.T) *repo {
	r := newRepo(t)
	r.Edit("old", "1", 0)
	for i := range ChurnFiles + 1 {
		r.Write(fmt.Sprintf("all/%d", i), "1")
	}
	r.Edit("all/0", "2", 100)
	r.Edit("moved/from", "long enough", 1*360+1096)
	r.Git("mv", "moved/from", "to")
	r.Edit("other", "1", 2*360+1096-180)
	r.Edit("other", "2", 2*360+1096)
	return r
}

// Churn looks further back than activity, weights a commit by its age, and skips commits that change everything.
func TestReadChurn(t *testing.T) {
	t.Parallel()
	r := newAgedRepo(t)
	a := r.activity(Options{})
	counts(t, a, "other=1")
	// 1,000 and 754 for other; to was begun a year ago and moved half a year ago.
	if got, want := render(a.Churn), "other=1754 to=1261"; got != want {
		t.Errorf("churn:\n got %s\nwant %s", got, want)
	}
	for age, want := range map[int64]int{-5: 1000, 0: 1000, 90: 877, 365: 500, 730: 250, 1459: 63, 1461: 0} {
		if got := decayed(age * day); got != want {
			t.Errorf("%d days: %d, want %d", age, got, want)
		}
	}
}
