package cache

import (
	"fmt"
	"testing"
	"time"
)

// A list of caches counts files with facts, not bundles.
func TestListBundles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	b := OpenBundles(folder, Key{Root: "/repo", Program: "1"}, time.Now())
	for i := range 5 {
		b.Put(fmt.Sprint("options ", i), Bundle{State: "state", Text: "text", Summary: "summary", Tokens: 12, Budget: 34})
	}
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	if list, err := List(folder); err != nil || len(list) != 1 || list[0].Root != "/repo" || list[0].Files != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	want := Bundle{State: "state", Text: "text", Summary: "summary", Tokens: 12, Budget: 34}
	if got := OpenBundles(folder, Key{Root: "/repo", Program: "1"}, time.Now()).Get("options 3"); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
