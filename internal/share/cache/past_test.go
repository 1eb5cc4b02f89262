package cache

import (
	"context"
	"testing"
)

func TestPast(t *testing.T) {
	t.Parallel()
	store := newMemory()
	open := func() *Past {
		c := Open(t.TempDir(), testKey())
		c.Share(store, tree{}.tracked)
		return c.Past()
	}
	ctx := context.Background()
	put := func(p *Past) {
		t.Helper()
		if err := p.Store(ctx); err != nil {
			t.Fatal(err)
		}
	}
	p := open()
	put(p)
	if store.puts != 0 {
		t.Error("nothing was stored")
	}
	p.Found("all", "c1", "one")
	put(p)
	put(p)
	if store.puts != 1 {
		t.Errorf("stored %d times", store.puts)
	}
	p = open()
	if got := p.Recall(ctx, "all", []string{"c3", "c2"}); got != "" {
		t.Errorf("of other commits: %q", got)
	}
	if got := p.Recall(ctx, "some", []string{"c1"}); got != "" {
		t.Errorf("of another kind: %q", got)
	}
	if got := p.Recall(ctx, "all", []string{"c3", "c2", "c1"}); got != "one" {
		t.Errorf("got %q", got)
	}
	p.Found("all", "c1", "one")
	put(p)
	if store.puts != 1 {
		t.Error("what was recalled is stored again")
	}
	p.Found("all", "c3", "three")
	put(p)
	if got := open().Recall(ctx, "all", []string{"c3", "c2", "c1"}); got != "three" || store.puts != 2 {
		t.Errorf("got %q", got)
	}
	p.Found("all", "c4", string(make([]byte, MaxObject)))
	put(p)
	if store.puts != 2 {
		t.Error("what nobody would take is stored")
	}
	var none *Past
	none.Found("all", "c1", "one")
	put(none)
	if none.Recall(ctx, "all", []string{"c1"}) != "" {
		t.Error("nothing recalls something")
	}
	for key := range store.objects {
		store.objects[key][len(store.objects[key])-1] ^= 1
	}
	if got := open().Recall(ctx, "all", []string{"c3", "c1"}); got != "" {
		t.Errorf("damaged, it is %q", got)
	}
}
