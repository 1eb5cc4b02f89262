package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/codec"
	"ctxpack/signatures"
)

func testKey() Key { return Key{Root: "/r", Variant: "v", Program: "p"} }

func facts(blob string) Facts {
	return Facts{
		Encoding: "utf-8", Blob: strings.Repeat(blob, 40/len(blob)), Lines: 3, Tokens: 1 << 20, Exports: 2, Todos: 1, SummaryFloor: 7,
		Outline: Outline{
			Language: "Go", Package: "p", Namespaces: []string{"a", "b"}, Exports: []string{"X"}, Main: true, Fallback: "f",
			Imports: []signatures.Import{{Specifier: "fmt", Kind: "import", Line: 3}, {Specifier: "./x", Names: []string{"y"}, Kind: "require", Scope: "s", Line: 4}},
		},
	}
}

func withSummary(f Facts) Facts {
	f.Summary = &Summary{First: "package p\n", Lines: 1, Tail: "}\n", Tokens: 4, Fallback: "g",
		Sections: []Section{{StartLine: 1, EndLine: 9, Complexity: 2, Markers: 1, Cost: 30, Exported: true}}, Declarations: []signatures.Symbol{{
			Name: "F", Kind: "func", Doc: "// F is.", Head: "func F()", Open: " {", Indent: "\t", Gap: "g {\n", Exported: true, Below: true, Apart: true,
			StartLine: 1, Line: 2, EndLine: 9, Depth: 1,
		}}}
	return f
}

// old returns a stamp that can be trusted.
func old(inode uint64) Stamp {
	at := time.Now().Add(-time.Hour).UnixNano()
	return Stamp{Stamp: source.Stamp{Device: 1, Inode: inode, Modified: at, Changed: at}, Size: 10}
}

func save(t *testing.T, c *Cache) {
	t.Helper()
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "a", "b")
	stamps := map[string]Stamp{"a.go": old(1), "b.go": old(2), "bin": old(3)}
	want := map[string]Facts{"a.go": facts("a"), "b.go": withSummary(facts("b")), "bin": {Skip: source.Binary}}
	c := Open(folder, testKey())
	for name, f := range want {
		c.Put(name, stamps[name], f)
	}
	c.SetHistory("history")
	save(t, c)
	c = Open(folder, testKey())
	for name, f := range want {
		if got, ok := c.Get(name, stamps[name]); !ok || !reflect.DeepEqual(got, f) {
			t.Errorf("%s: %v\n got %+v\nwant %+v", name, ok, got, f)
		}
	}
	if c.History() != "history" {
		t.Errorf("history %q", c.History())
	}
	if c.dirty {
		t.Error("reading makes a cache dirty")
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := Open(folder, testKey())
	c.Put("a.go", old(1), facts("a"))
	save(t, c)
	for _, k := range []Key{{"/r", "v", "q"}, {"/r", "w", "p"}, {"/s", "v", "p"}, {"/r", "v", ""}} {
		if _, ok := Open(folder, k).Get("a.go", old(1)); ok {
			t.Errorf("%+v finds the facts of another key", k)
		}
	}
}

func TestStamps(t *testing.T) {
	t.Parallel()
	base := old(1)
	change := func(f func(*Stamp)) Stamp { s := base; f(&s); return s }
	tests := []struct {
		name  string
		stamp Stamp
		want  bool
	}{
		{"same", base, true},
		{"size", change(func(s *Stamp) { s.Size++ }), false},
		{"modified", change(func(s *Stamp) { s.Modified++ }), false},
		{"changed", change(func(s *Stamp) { s.Changed++ }), false},
		{"inode", change(func(s *Stamp) { s.Inode++ }), false},
		{"device", change(func(s *Stamp) { s.Device++ }), false},
		{"named", change(func(s *Stamp) { s.Named = true }), false},
	}
	folder := t.TempDir()
	c := Open(folder, testKey())
	c.Put("a.go", base, facts("a"))
	save(t, c)
	for _, test := range tests {
		if _, ok := Open(folder, testKey()).Get("a.go", test.stamp); ok != test.want {
			t.Errorf("%s: found %v", test.name, ok)
		}
	}
}

// A file changed a moment ago may change again without a new stamp: only its contents count.
func TestRecentChange(t *testing.T) {
	t.Parallel()
	for _, recent := range []func(*Stamp){
		func(s *Stamp) { s.Modified = time.Now().UnixNano() },
		func(s *Stamp) { s.Changed = time.Now().UnixNano() },
		func(s *Stamp) { s.Inode = 0 },
	} {
		folder := t.TempDir()
		stamp := old(1)
		recent(&stamp)
		c := Open(folder, testKey())
		c.Put("a.go", stamp, facts("a"))
		save(t, c)
		c = Open(folder, testKey())
		if _, ok := c.Get("a.go", stamp); ok {
			t.Error("a stamp that proves nothing was trusted")
		}
		if got, ok := c.Find("x/a.go", facts("a").Blob, stamp, noKind); !ok || got.Tokens != facts("a").Tokens {
			t.Error("the contents are not known")
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := Open(folder, testKey())
	c.Put("a.go", old(1), facts("a"))
	c.Put("bin", old(2), Facts{Skip: source.Binary})
	save(t, c)
	c = Open(folder, testKey())
	blob := facts("a").Blob
	resized := old(5)
	resized.Size++
	for _, test := range []struct {
		name, blob string
		stamp      Stamp
		want       bool
	}{
		{"moved/a.go", blob, old(5), true},
		{"b.go", blob, old(5), false}, // the name affects the facts
		{"moved/a.go", facts("b").Blob, old(5), false},
		{"moved/a.go", blob, resized, false},
		{"bin", "", old(2), false},
		{"a.go", "not hex", old(1), false},
	} {
		if _, ok := c.Find(test.name, test.blob, test.stamp, noKind); ok != test.want {
			t.Errorf("%s %s: found %v", test.name, test.blob, ok)
		}
	}
	save(t, c)
	if _, ok := Open(folder, testKey()).Get("moved/a.go", old(5)); ok {
		t.Error("found under a stamp that was made anew") // old() has another time now
	}
}

func TestSummaryIsAdded(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	stamp := old(1)
	c := Open(folder, testKey())
	c.Put("a.go", stamp, facts("a"))
	c.PutSummary("other.go", Summary{First: "x"})
	c.PutSummary("a.go", *withSummary(facts("a")).Summary)
	save(t, c)
	c = Open(folder, testKey())
	if got, _ := c.Get("a.go", stamp); !reflect.DeepEqual(got, withSummary(facts("a"))) {
		t.Errorf("got %+v", got)
	}
	c.PutSummary("a.go", *withSummary(facts("a")).Summary)
	if c.dirty {
		t.Error("what is known already makes the cache dirty")
	}
}

// Whatever happens to the file, values found are those stored.
func TestDamage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := Open(folder, testKey())
	stamp := old(1)
	want := withSummary(facts("a"))
	if got := c.Put("a.go", stamp, want); !reflect.DeepEqual(got, want) {
		t.Errorf("after it was put: %+v, want %+v", got, want)
	}
	save(t, c)
	whole, err := os.ReadFile(filepath.Join(folder, c.file.name))
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, data []byte) {
		if err := os.WriteFile(filepath.Join(folder, c.file.name), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := Open(folder, testKey()).Get("a.go", stamp); ok && !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: got %+v", what, got)
		} else if ok && !bytes.Equal(data, whole) {
			t.Fatalf("%s: a damaged cache was used", what)
		}
	}
	for n := range whole {
		check(fmt.Sprint("cut at ", n), whole[:n])
		flipped := bytes.Clone(whole)
		flipped[n] ^= 1 << (n % 8)
		check(fmt.Sprint("flipped at ", n), flipped)
	}
	check("longer", append(bytes.Clone(whole), 0))
	check("whole", whole)
}

// Processes that save at the same time leave an intact cache.
func TestTogether(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	stamp := old(1)
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			c := Open(folder, testKey())
			c.Put("a.go", stamp, facts("a"))
			c.Put(fmt.Sprint(i, ".go"), stamp, facts("b"))
			if err := c.Save(); err != nil {
				t.Error(err)
			}
			if _, ok := Open(folder, testKey()).Get("a.go", stamp); !ok {
				t.Error("the cache is not whole")
			}
		})
	}
	group.Wait()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 3 { // the cache, .gitignore, CACHEDIR.TAG
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestFilesThatAreGoneAreForgotten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	gone, stays := old(1), old(2)
	c := Open(folder, testKey())
	c.Put("gone.go", gone, facts("a"))
	save(t, c)
	for i := range maxAge + 1 {
		c = Open(folder, testKey())
		if _, ok := c.old["gone.go"]; !ok {
			t.Fatalf("forgotten after %d saves", i)
		}
		stays.Size = int64(i)
		c.Put("stays.go", stays, facts("b"))
		save(t, c)
	}
	if _, ok := Open(folder, testKey()).old["gone.go"]; ok {
		t.Error("never forgotten")
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := Open(filepath.Join(file, "cache"), testKey())
	c.Put("a.go", old(1), facts("a"))
	if err := c.Save(); err == nil {
		t.Error("no error")
	}
}

func TestListEvictClean(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if list, err := List(filepath.Join(folder, "none")); err != nil || len(list) != 0 {
		t.Errorf("a folder that does not exist: %v %v", list, err)
	}
	var names []string
	for i := range 3 {
		c := Open(folder, Key{Root: fmt.Sprint("/r", i), Variant: "v", Program: "p"})
		c.Put("a.go", old(1), facts("a"))
		save(t, c)
		names = append(names, c.file.name)
		at := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(filepath.Join(folder, c.file.name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	list, err := List(folder)
	if err != nil || len(list) != 3 || list[0].Root != "/r2" || list[2].Root != "/r0" || list[0].Files != 1 {
		t.Fatalf("%+v %v", list, err)
	}
	evict(folder, names[0], 2*list[0].Bytes, 2*list[0].Bytes)
	if list, _ = List(folder); len(list) != 3 { // the oldest stays because it is in use
		t.Errorf("%d caches left", len(list))
	}
	evict(folder, names[2], list[0].Bytes, list[0].Bytes)
	if list, _ = List(folder); len(list) != 1 || list[0].Root != "/r2" {
		t.Errorf("left: %+v", list)
	}
	leftover := filepath.Join(folder, temporary+"1")
	other := filepath.Join(folder, "other")
	for _, name := range []string{leftover, other} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-2 * abandoned)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if n, _, err := Clean(folder); n != 1 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	if _, err := os.Stat(leftover); err == nil {
		t.Error("what a killed process left is still there")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("a file of somebody else is gone")
	}
}

func FuzzLoad(f *testing.F) {
	c := Open(f.TempDir(), testKey())
	c.Put("a.go", old(1), withSummary(facts("a")))
	w, nothing := codec.Writer(nil), ""
	codec.String(w, &nothing, &nothing, &nothing) // the key
	var text bytes.Buffer
	if err := c.encode(w, &text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Fuzz(func(t *testing.T, body []byte) {
		r := codec.Reader(string(body))
		var name string
		codec.String(r, &name, &name, &name)
		_, n := beginning(r, "", 0)
		for range n {
			var e entry
			if codeEntry(r, &name, &e); r.Bad() {
				break
			}
			_, _ = decodeFacts(e)
		}
	})
}

func noKind() uint8 { return 0 }
