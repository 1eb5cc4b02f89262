package gitstats

import (
	"context"
	"testing"
)

func TestPastChanges(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("b", "b1")
	root := r.Edit("a", "a1", 0)
	r.Write("new", "n1")
	second := r.Edit("a", "a2", 1)
	past, err := OpenPast(r.Top, nil, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer past.Close()
	for commit, want := range map[string]string{root: "a -→a1, b -→b1", second: "a a1→a2, new -→n1"} {
		list, err := past.Changes(context.Background(), commit)
		if got := r.told(list); err != nil || got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
	if list, err := past.Changes(context.Background(), "0123"); err == nil {
		t.Errorf("no error for an invalid id: %v", list)
	}
}
