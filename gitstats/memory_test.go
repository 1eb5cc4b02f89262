package gitstats

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// withoutMemory returns an activity without its memory, for comparison.
func withoutMemory(a *Activity) Activity {
	b := *a
	b.Memory = ""
	return b
}

// Any memory changes only the time.
func TestMemoryChangesNothing(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	commits := 120
	if testing.Short() {
		commits = 50
	}
	r.GitAt(start, history(3, commits), "fast-import", "--quiet", "--force")
	branch := r.Git("for-each-ref", "--format=%(refname)", "--sort=-committerdate", "refs/heads")
	branch, _, _ = strings.Cut(branch, "\n")
	total, err := strconv.Atoi(r.Git("rev-list", "--count", branch))
	if err != nil {
		t.Fatal(err)
	}
	tip := r.Git("rev-parse", branch)
	memories := []string{""}
	for _, back := range []int{total / 2, total / 3, 5, 1, 0, 20} { // forward and back
		id := strings.Fields(r.Git("rev-list", "--first-parent", tip))
		at := id[min(back, len(id)-1)]
		r.Git("update-ref", "--no-deref", "HEAD", at)
		for _, o := range []Options{{}, {MaxCommits: 7}, {Window: 5 * day * 1e9}} {
			want := r.activity(o)
			for _, m := range memories {
				o.Memory = m
				got := r.activity(o)
				if !reflect.DeepEqual(withoutMemory(got), withoutMemory(want)) {
					t.Fatalf("%d commits back, %+v: another result with a memory", back, o.MaxCommits)
				}
				again := o
				again.Memory = got.Memory
				if next := r.activity(again); next.Memory != got.Memory {
					t.Errorf("%d commits back: the memory of the same walk is another one", back)
				}
			}
			memories = append(memories, want.Memory)
		}
	}
}

// Remembered commits are not read: the objects may even be missing.
func TestMemoryIsUsed(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 6 {
		r.Edit("a/b/c.go", strings.Repeat("x", i), float64(i))
	}
	a := r.activity(Options{})
	m := decodeMemory(a.Memory)
	if len(m.files) != 1 || len(m.steps) != 6 {
		t.Fatalf("%d files, %d commits", len(m.files), len(m.steps))
	}
	old := r.Git("rev-parse", "HEAD~3^{tree}")
	object := ".git/objects/" + old[:2] + "/" + old[2:]
	r.Write(object+".txt", "") // the folder exists
	if err := removeFile(r, object); err != nil {
		t.Fatal(err)
	}
	if b := r.activity(Options{}); len(b.Warnings) == 0 {
		t.Error("a tree that is gone is not missed")
	}
	if b := r.activity(Options{Memory: a.Memory}); !reflect.DeepEqual(withoutMemory(a), withoutMemory(b)) {
		t.Errorf("got %+v, want %+v", b, a)
	}
}

func FuzzMemory(f *testing.F) {
	r := newRepo(f)
	r.Edit("a/b.go", "1", 0)
	r.Edit("c.go", "1", 1)
	f.Add(strings.TrimPrefix(r.activity(Options{}).Memory, memoryMark))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		m := decodeMemory(memoryMark + text)
		if again := decodeMemory(m.encode(nil)); !reflect.DeepEqual(normal(m), normal(again)) {
			t.Errorf("%+v became %+v", m, again)
		}
	})
}

// normal makes nil and empty lists equal.
func normal(m *memory) *memory {
	if len(m.files) == 0 {
		m.files = nil
	}
	for _, s := range m.steps {
		if len(s.changes) == 0 {
			s.changes = nil
		}
	}
	return m
}

func removeFile(r *repo, path string) error {
	return os.Remove(filepath.Join(r.Top, filepath.FromSlash(path)))
}

// Results from elsewhere are used, for this commit or an earlier one; a clone with less history finds what it would
// have found itself.
func TestRecall(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 30 {
		r.Edit("a/b/c.go", strings.Repeat("x", i), float64(i))
	}
	commits := strings.Fields(r.Git("rev-list", "HEAD"))
	want := r.activity(Options{})
	var asked []string
	r.Git("checkout", "-q", "--detach", commits[4])
	old := r.activity(Options{}).Memory
	r.Git("checkout", "-q", "main")
	recall := func(ids []string) string { asked = ids; return old }
	got := r.activity(Options{Recall: recall})
	if !reflect.DeepEqual(withoutMemory(got), withoutMemory(want)) || got.Memory != want.Memory {
		t.Error("what is recalled changes what is found")
	}
	if wanted := []string{commits[0], commits[1], commits[2], commits[4], commits[8], commits[16]}; !reflect.DeepEqual(asked, wanted) {
		t.Errorf("asked for %q", asked)
	}
	log, err := ReadLog(context.Background(), r.Top, LogOptions{Commits: 10, Recall: func(ids []string) string { asked = nil; return recall(ids) }})
	if err != nil || log.Commit != commits[0] || len(log.Commits) != 10 || asked == nil {
		t.Errorf("log from %s: %d commits, %v", log.Commit, len(log.Commits), err)
	}
	for _, args := range [][]string{{"--depth=1"}, {"--depth=7"}, {"--filter=tree:0", "--no-checkout"}} {
		clone := filepath.Join(filepath.Dir(r.Top), "clone"+args[0])
		r.Git("config", "uploadpack.allowFilter", "true")
		r.Git(append([]string{"clone", "-q"}, append(args, "file://"+r.Top, clone)...)...)
		part := r.at(clone)
		asked = nil
		without := part.activity(Options{})
		with := part.activity(Options{Recall: func(ids []string) string { asked = ids; return want.Memory }})
		if !reflect.DeepEqual(withoutMemory(with), withoutMemory(without)) {
			t.Errorf("%s: %+v\nwith what is recalled %+v", args, without, with)
		}
		if partial := strings.HasPrefix(args[0], "--filter"); partial == (asked != nil) {
			t.Errorf("%s: asked for %q", args, asked)
		}
	}
}
