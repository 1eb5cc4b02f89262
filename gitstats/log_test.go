package gitstats

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func (r *repo) log(o LogOptions) *Log {
	l, err := ReadLog(context.Background(), r.Top, o)
	if err != nil {
		panic(err)
	}
	return l
}

func TestReadLog(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("a", "1")
	r.Write("old", "long enough to be followed")
	r.Git("add", "-A")
	r.GitAt(start, "", "commit", "-q", "-m", "First\n\nwith a body")
	r.Git("mv", "old", "new")
	r.GitAt(start+day, "", "commit", "-q", "-m", "Rename it")
	for i := range ChurnFiles + 1 {
		r.Write(fmt.Sprintf("wide/%d", i), "1")
	}
	r.Git("add", "-A")
	r.GitAt(start+9*365*day, "", "commit", "-q", "-m", "Many")
	l := r.log(LogOptions{Commits: 10})
	if len(l.Commits) != 3 {
		t.Fatalf("%d commits", len(l.Commits))
	}
	many, rename, first := l.Commits[0], l.Commits[1], l.Commits[2]
	if !many.Wide || len(many.Files) != ChurnFiles+1 || many.Message != "Many" {
		t.Errorf("got %+v", many)
	}
	if rename.Wide || !reflect.DeepEqual(rename.Files, []string{"new"}) || rename.Message != "Rename it" {
		t.Errorf("got %+v", rename)
	}
	if !reflect.DeepEqual(first.Files, []string{"a", "new"}) || first.Message != "First\n\nwith a body" {
		t.Errorf("got %+v", first)
	}
	again := r.log(LogOptions{Commits: 10, Memory: l.Memory})
	if !reflect.DeepEqual(again, l) {
		t.Errorf("with memory %+v, want %+v", again.Commits, l.Commits)
	}
	fromRead := r.log(LogOptions{Commits: 10, Memory: r.activity(Options{}).Memory})
	if !reflect.DeepEqual(fromRead.Commits, l.Commits) {
		t.Errorf("with the memory of Read %+v, want %+v", fromRead.Commits, l.Commits)
	}
	if few := r.log(LogOptions{Commits: 1}); !reflect.DeepEqual(few.Commits, l.Commits[:1]) {
		t.Errorf("one commit: %+v", few.Commits)
	}
}

func TestReadLogWithoutRepository(t *testing.T) {
	t.Parallel()
	l, err := ReadLog(context.Background(), t.TempDir(), LogOptions{Commits: 10})
	if err != nil || len(l.Commits) != 0 {
		t.Errorf("got %+v, %v", l, err)
	}
	r := newRepo(t)
	if l := r.log(LogOptions{Commits: 10}); len(l.Commits) != 0 {
		t.Errorf("got %+v of a repository without commits", l)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r.Edit("a", "1", 0)
	if _, err := ReadLog(ctx, r.Top, LogOptions{Commits: 10}); err == nil {
		t.Error("no error after the end of the context")
	}
}

// A private message is in the log, and in no memory.
func TestPrivateMessages(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i, message := range []string{"one", "the password", "three"} {
		r.Write("a.go", strings.Repeat("x", i))
		r.Git("add", "-A")
		r.Git("commit", "-q", "-m", message)
	}
	private := func(message string) bool { return strings.Contains(message, "password") }
	first := r.log(LogOptions{Commits: 10, Private: private})
	if strings.Contains(first.Memory, "password") || !strings.Contains(first.Memory, "three") {
		t.Errorf("the memory is %q", first.Memory)
	}
	again := r.log(LogOptions{Commits: 10, Private: private, Memory: first.Memory})
	if !reflect.DeepEqual(first, again) || len(first.Commits) != 3 || first.Commits[1].Message != "the password" {
		t.Errorf("first %+v\nthen %+v", first, again)
	}
}
