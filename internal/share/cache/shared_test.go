package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"ctxpack/internal/repo/source"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// memory is a store that counts requests.
type memory struct {
	mu      sync.Mutex
	objects map[ObjectKey][]byte
	gets    int
	puts    int
	fails   bool
}

func newMemory() *memory { return &memory{objects: map[ObjectKey][]byte{}} }

func (m *memory) Get(_ context.Context, key ObjectKey) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gets++
	if m.fails {
		return nil, errors.New("out of order")
	}
	return m.objects[key], nil
}

func (m *memory) Put(_ context.Context, key ObjectKey, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.puts++
	if m.fails {
		return errors.New("out of order")
	}
	m.objects[key] = data
	return nil
}

func (m *memory) Close() error { return nil }

// tree is a repository for tests: blob ids by path.
type tree map[string]string

func (r tree) tracked() []Tracked {
	var list []Tracked
	for _, path := range slices.Sorted(maps.Keys(r)) {
		list = append(list, Tracked{path, r[path]})
	}
	return list
}

// manyFiles is a repository of n files.
func manyFiles(n int) tree {
	r := tree{}
	for i := range n {
		r[fmt.Sprintf("d%d/e%d/f%d.go", i%7, i%31, i)] = fmt.Sprintf("%040x", i+1)
	}
	return r
}

// factsOf returns facts that identify their contents.
func factsOf(blob string) Facts {
	f := facts("a")
	f.Blob, f.Outline.Package = blob, blob
	return f
}

// stamps returns a trusted stamp for each file, different in each folder.
func (r tree) stamps(folder uint64) iter.Seq2[string, Stamp] {
	return func(yield func(string, Stamp) bool) {
		for i, path := range slices.Sorted(maps.Keys(r)) {
			if s := settledStamp(folder<<32 + uint64(i) + 1); !yield(path, s) {
				return
			}
		}
	}
}

// settledStamp returns the same stamp at every call.
func settledStamp(inode uint64) Stamp {
	return Stamp{Stamp: source.Stamp{Device: 1, Inode: inode, Modified: 1e18, Changed: 1e18}, Size: 10}
}

// visit acts like a run: it looks each file up, analyses unknown ones, and saves. It returns how many files were
// known.
func (r tree) visit(t *testing.T, folder string, number uint64, store Objects) (known int) {
	t.Helper()
	c := Open(folder, Key{Root: fmt.Sprint("/r", number), Variant: "v", Program: "p"})
	c.Share(store, r.tracked)
	for _, b := range c.Missing(r.stamps(number)) {
		b.Fetch(context.Background())
	}
	for path, stamp := range r.stamps(number) {
		got, ok := c.Get(path, stamp)
		if !ok {
			got, ok = c.Find(path, r[path], stamp, noKind)
		}
		if ok {
			known++
			if want := factsOf(r[path]); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: got %+v", path, got)
			}
			continue
		}
		c.Put(path, stamp, factsOf(r[path]))
	}
	for _, b := range c.Unshared() {
		if err := b.Store(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	save(t, c)
	return known
}

func TestFoldersShare(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 100, 1500} {
		store := newMemory()
		r := manyFiles(n)
		if known := r.visit(t, t.TempDir(), 1, store); known != 0 {
			t.Fatalf("%d known at first", known)
		}
		folder := t.TempDir()
		gets, puts := store.gets, store.puts
		if known := r.visit(t, folder, 2, store); known != n {
			t.Errorf("of %d files another folder knows %d", n, known)
		}
		if store.puts != puts || store.gets-gets > n/20+1 {
			t.Errorf("%d files: to read all, %d objects were read and %d stored", n, store.gets-gets, store.puts-puts)
		}
		gets = store.gets
		if known := r.visit(t, folder, 2, store); known != n || store.gets != gets || store.puts != puts {
			t.Errorf("%d files: the second time %d are known, %d objects were read", n, known, store.gets-gets)
		}
	}
}

// A change loses only the facts of changed files, wherever the repository is, and whether files change, come or go.
func TestFoldersShareMostOfWhatChanged(t *testing.T) {
	t.Parallel()
	store := newMemory()
	r := manyFiles(1500)
	r.visit(t, t.TempDir(), 1, store)
	changed := maps.Clone(r)
	for i := range 30 {
		changed[fmt.Sprintf("d%d/e%d/f%d.go", i*50%7, i*50%31, i*50)] = fmt.Sprintf("%040x", 100_000+i)
	}
	if known := changed.visit(t, t.TempDir(), 2, store); known != 1470 {
		t.Errorf("with 30 of 1500 files changed, %d are known", known)
	}
	if known := r.visit(t, t.TempDir(), 3, store); known != 1500 {
		t.Errorf("of the branch before, %d of 1500 are known", known)
	}
	added := maps.Clone(r)
	added["d3/e5/more.go"] = fmt.Sprintf("%040x", 200_000)
	delete(added, "d0/e0/f0.go")
	if known := added.visit(t, t.TempDir(), 4, store); known < 1499-batchFiles/2 {
		t.Errorf("with one file more and one less, %d of 1500 are known", known)
	}
}

// A file changed in the work tree is identified by its content, not by git's index.
func TestChangedFilesAreNotTaken(t *testing.T) {
	t.Parallel()
	store := newMemory()
	r := manyFiles(50)
	r.visit(t, t.TempDir(), 1, store)
	c := Open(t.TempDir(), testKey())
	c.Share(store, r.tracked)
	for _, b := range c.Missing(r.stamps(2)) {
		b.Fetch(context.Background())
	}
	path := slices.Sorted(maps.Keys(r))[0]
	if _, ok := c.Find(path, fmt.Sprintf("%040x", 7777), settledStamp(1), noKind); ok {
		t.Error("other contents are known")
	}
	other := settledStamp(1)
	other.Size++
	if _, ok := c.Find(path, r[path], other, noKind); ok {
		t.Error("a file of another size is known: what git changed on its way to the disk")
	}
	c.Put(path, settledStamp(1), factsOf(fmt.Sprintf("%040x", 7777)))
	before := maps.Clone(store.objects)
	for _, b := range c.Unshared() {
		if err := b.Store(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(before, store.objects) {
		t.Error("what is not in git's index was shared")
	}
}

func TestOthersShareNothing(t *testing.T) {
	t.Parallel()
	store := newMemory()
	r := manyFiles(50)
	r.visit(t, t.TempDir(), 1, store)
	for _, k := range []Key{{"/r1", "w", "p"}, {"/r1", "v", "q"}} {
		c := Open(t.TempDir(), k)
		c.Share(store, r.tracked)
		for _, b := range c.Missing(r.stamps(2)) {
			b.Fetch(context.Background())
			if len(b.stored) > 0 {
				t.Errorf("%+v finds what is of another key", k)
			}
		}
	}
}

// Two runs with different parts: neither loses the other's results, and nothing is stored twice.
func TestPartsAdd(t *testing.T) {
	t.Parallel()
	store := newMemory()
	whole := manyFiles(50)
	part := func(number uint64, want func(i int) bool, summaries bool) (known int) {
		c := Open(t.TempDir(), Key{Root: fmt.Sprint(number), Variant: "v", Program: "p"})
		c.Share(store, whole.tracked)
		for _, b := range c.Missing(whole.stamps(number)) {
			b.Fetch(context.Background())
		}
		i := 0
		for path, stamp := range whole.stamps(number) {
			if i++; !want(i) {
				continue
			}
			f, ok := c.Find(path, whole[path], stamp, noKind)
			if !ok {
				c.Put(path, stamp, factsOf(whole[path]))
			}
			if f.Summary != nil {
				known++
			} else if summaries {
				c.PutSummary(path, Summary{First: path})
			}
		}
		for _, b := range c.Unshared() {
			if err := b.Store(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		return known
	}
	even := func(i int) bool { return i%2 == 0 }
	odd := func(i int) bool { return i%2 == 1 }
	all := func(int) bool { return true }
	part(1, even, true)
	part(2, odd, false)
	if known := part(3, all, true); known != 25 {
		t.Errorf("25 of 50 summaries were shared, %d are known", known)
	}
	puts := store.puts
	if known := part(4, all, true); known != 50 || store.puts != puts {
		t.Errorf("%d summaries are known, %d objects were stored in vain", known, store.puts-puts)
	}
}

// A file requested by name is less easily excluded, so its facts do not serve runs that do not name it; the reverse
// is possible.
func TestNamedFilesAreShared(t *testing.T) {
	t.Parallel()
	r := tree{"a.go": fmt.Sprintf("%040x", 1)}
	named := settledStamp(1)
	named.Named = true
	plain := settledStamp(1)
	visit := func(store *memory, stamp Stamp, f Facts) bool {
		c := Open(t.TempDir(), testKey())
		c.Share(store, r.tracked)
		for _, b := range c.Missing(maps.All(map[string]Stamp{"a.go": stamp})) {
			b.Fetch(context.Background())
		}
		_, ok := c.Find("a.go", r["a.go"], stamp, noKind)
		if !ok {
			c.Put("a.go", stamp, f)
		}
		for _, b := range c.Unshared() {
			if err := b.Store(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		return ok
	}
	left := Facts{Skip: source.Generated, Blob: r["a.go"]}
	for i, test := range []struct {
		first, second Stamp
		f             Facts
		want          bool
	}{
		{plain, named, factsOf(r["a.go"]), true},
		{plain, named, left, false},
		{named, plain, factsOf(r["a.go"]), false},
		{named, named, factsOf(r["a.go"]), true},
		{plain, plain, left, true},
	} {
		store := newMemory()
		visit(store, test.first, test.f)
		if got := visit(store, test.second, factsOf(r["a.go"])); got != test.want {
			t.Errorf("%d: known %v", i, got)
		}
	}
}

// Whatever happens to an object, values found are those stored.
func TestSharedDamage(t *testing.T) {
	t.Parallel()
	store := newMemory()
	r := tree{"a.go": fmt.Sprintf("%040x", 1), "b.go": fmt.Sprintf("%040x", 2)}
	r.visit(t, t.TempDir(), 1, store)
	whole := maps.Clone(store.objects)
	folder := t.TempDir() // an empty one
	check := func(what string) {
		t.Helper()
		c := Open(folder, testKey())
		c.Share(store, r.tracked)
		for _, b := range c.Missing(r.stamps(2)) {
			b.Fetch(context.Background())
		}
		known := 0
		for path, stamp := range r.stamps(2) {
			f, ok := c.Find(path, r[path], stamp, noKind)
			if ok {
				known++
			}
			if want := factsOf(r[path]); ok && !reflect.DeepEqual(f, want) {
				t.Fatalf("%s: %s is %+v", what, path, f)
			}
		}
		if known != 0 && known != len(r) {
			t.Fatalf("%s: %d known", what, known)
		}
	}
	for key, data := range whole {
		for n := range data {
			flipped := bytes.Clone(data)
			flipped[n] ^= 1 << (n % 8)
			for what, bad := range map[string][]byte{"flipped": flipped, "cut": data[:n]} {
				what = fmt.Sprintf("%s at %d", what, n)
				store.objects = maps.Clone(whole)
				store.objects[key] = bad
				check(what)
				if n%50 > 0 {
					continue
				}
				r.visit(t, t.TempDir(), 3, store)
				if again := r.visit(t, t.TempDir(), 4, store); again != len(r) {
					t.Fatalf("%s: it is not mended, %d known", what, again)
				}
			}
		}
	}
	// Objects under other keys.
	for key := range whole {
		for _, data := range whole {
			store.objects = maps.Clone(whole)
			store.objects[key] = data
			check("another object")
		}
	}
}

// A user with write access to a store can give any data a correct checksum.
func TestForgedObjects(t *testing.T) {
	t.Parallel()
	r := tree{"a.go": fmt.Sprintf("%040x", 1)}
	forge := func(change func(*Facts)) map[string]entry {
		f := factsOf(r["a.go"])
		change(&f)
		e := entry{stamp: Stamp{Size: 10}, blob: blobOf(r["a.go"]), facts: encodeFacts(f)}
		if f.Summary != nil {
			e.summary = encodeSummary(*f.Summary)
		}
		return map[string]entry{"a.go": e}
	}
	other := forge(func(*Facts) {})
	moved := other["a.go"]
	moved.blob = blobOf(fmt.Sprintf("%040x", 2))
	short := other["a.go"]
	short.blob = "short"
	trailing := other["a.go"]
	trailing.facts += "x"
	for what, entries := range map[string]map[string]entry{
		"tokens":   forge(func(f *Facts) { f.Tokens = -1 }),
		"lines":    forge(func(f *Facts) { f.Lines = 1 << 62 }),
		"language": forge(func(f *Facts) { f.Outline.Language = "\x1b[2J" }),
		"encoding": forge(func(f *Facts) { f.Encoding = strings.Repeat("x", 1000) }),
		"reason":   forge(func(f *Facts) { f.Skip = 200 }),
		"kind":     forge(func(f *Facts) { f.Summary = &Summary{Declarations: []signatures.Symbol{{Kind: "\x07"}}} }),
		"section":  forge(func(f *Facts) { f.Summary = &Summary{Sections: []Section{{StartLine: -5}}} }),
		"moved":    {"a.go": moved},
		"short":    {"a.go": short},
		"trailing": {"a.go": trailing},
		"path":     {"../a.go": other["a.go"]},
	} {
		c := Open(t.TempDir(), testKey())
		store := newMemory()
		c.Share(store, r.tracked)
		b := c.sharing.find("a.go").batch
		store.objects[b.exactKey()] = SealObject(b.exactKey(), encodeBatch(entries))
		b.Fetch(context.Background())
		if f, ok := c.Find("a.go", r["a.go"], settledStamp(1), noKind); ok {
			t.Errorf("%s: %+v", what, f)
		}
	}
}

func blobOf(hexID string) string {
	w := strings.Builder{}
	for i := 0; i < len(hexID); i += 2 {
		var b byte
		_, _ = fmt.Sscanf(hexID[i:i+2], "%02x", &b)
		w.WriteByte(b)
	}
	return w.String()
}

func TestStoreThatFails(t *testing.T) {
	t.Parallel()
	store := newMemory()
	store.fails = true
	r := manyFiles(10)
	folder := t.TempDir()
	c := Open(folder, Key{Root: "/r1", Variant: "v", Program: "p"})
	c.Share(store, r.tracked)
	for _, b := range c.Missing(r.stamps(1)) {
		b.Fetch(context.Background())
	}
	for path, stamp := range r.stamps(1) {
		c.Put(path, stamp, factsOf(r[path]))
	}
	for _, b := range c.Unshared() {
		if b.Store(context.Background()) == nil {
			t.Error("no error")
		}
	}
	save(t, c)
	store.fails = false
	if known := r.visit(t, folder, 1, store); known != 10 {
		t.Errorf("the folder's own file knows %d of 10", known)
	}
}

// Two folders that save at the same time leave intact objects.
func TestFoldersTogether(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	r := manyFiles(300)
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() { r.visit(t, folder, uint64(i+1), OpenObjects(folder)) })
	}
	group.Wait()
	if known := r.visit(t, folder, 9, OpenObjects(folder)); known != 300 {
		t.Errorf("%d of 300 are known", known)
	}
	left, _ := filepath.Glob(filepath.Join(folder, objectsFolder, "*", temporary+"*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A read-only folder costs time, but does not prevent sharing.
func TestShareInAFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, objectsFolder), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := manyFiles(10)
	c := Open(folder, testKey())
	c.Share(OpenObjects(folder), r.tracked)
	for path, stamp := range r.stamps(1) {
		c.Put(path, stamp, factsOf(r[path]))
	}
	for _, b := range c.Unshared() {
		if b.Store(context.Background()) == nil {
			t.Error("no error")
		}
	}
	save(t, c)
}

// Batches depend only on paths: each file is in one batch, whatever its contents.
func TestCut(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		files := tree{}
		for i := range r.IntN(3000) {
			path := fmt.Sprintf("f%d", i)
			for range r.IntN(4) {
				path = fmt.Sprintf("d%d", r.IntN(1+r.IntN(30))) + "/" + path
			}
			files[path] = fmt.Sprintf("%040x", i)
		}
		s := newSharing(nil, "", files.tracked, nil)
		_ = s.find("")
		seen, ids := map[string]bool{}, map[string]bool{}
		for _, b := range s.batches {
			if len(b.files) == 0 || len(b.files) > 2*batchFiles || ids[b.id] {
				t.Errorf("batch %q of %d files", b.id, len(b.files))
			}
			ids[b.id] = true
			for _, f := range b.files {
				if seen[f.Path] || s.find(f.Path).batch != b {
					t.Fatalf("%s is in two batches", f.Path)
				}
				seen[f.Path] = true
			}
		}
		if len(seen) != len(files) || len(s.batches) > 1+len(files)/10 {
			t.Errorf("%d of %d files are in %d batches", len(seen), len(files), len(s.batches))
		}
		for path := range files {
			files[path] = fmt.Sprintf("%040x", r.IntN(1e9))
		}
		other := newSharing(nil, "", files.tracked, nil)
		_ = other.find("")
		for i, b := range other.batches {
			if b.id != s.batches[i].id || b.restoreKey() != s.batches[i].restoreKey() {
				t.Fatalf("batch %q depends on what files hold", b.id)
			}
		}
	}
}

func TestWordsAreShared(t *testing.T) {
	t.Parallel()
	store := newMemory()
	r := manyFiles(500)
	visit := func(number int) (known int) {
		folder := t.TempDir()
		w := OpenWords(folder, Key{Root: fmt.Sprint(number), Program: "p"})
		w.Share(store, r.tracked)
		for _, b := range w.Missing(Open(folder, testKey()), r.stamps(1)) {
			b.Fetch(context.Background())
		}
		for path, blob := range r {
			if counts, ok := w.Find(path, blob); ok {
				if counts != terms.Count(blob) {
					t.Errorf("%s: other words", path)
				}
				known++
				continue
			}
			w.Put(blob, terms.Count(blob))
		}
		w.Put(blobID("a")+"6161", "of a file with secrets")
		for _, b := range w.Unshared() {
			if err := b.Store(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Save(); err != nil {
			t.Error(err)
		}
		for _, b := range w.Missing(Open(folder, testKey()), r.stamps(1)) {
			if !b.asked {
				t.Error("asked for what is known")
			}
		}
		return known
	}
	if known := visit(1); known != 0 {
		t.Errorf("%d known at first", known)
	}
	if known := visit(2); known != 500 {
		t.Errorf("another folder knows %d of 500", known)
	}
}

func FuzzObject(f *testing.F) {
	e := entry{stamp: Stamp{Size: 10}, blob: strings.Repeat("b", blobBytes), facts: encodeFacts(facts("a")),
		summary: encodeSummary(*withSummary(facts("a")).Summary)}
	f.Add(encodeBatch(map[string]entry{"a.go": e, "b.go": e}))
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, payload []byte) {
		key := objectKey("k")
		opened, ok := OpenObject(key, SealObject(key, payload))
		if !ok || !bytes.Equal(opened, payload) {
			t.Fatal("what was sealed is not what is opened")
		}
		if _, ok := OpenObject(key, payload); ok && len(payload) < 100 {
			t.Fatal("opened what was not sealed")
		}
		entries, ok := decodeBatch(payload)
		if !ok {
			return
		}
		for _, e := range entries {
			if f, ok := decodeFacts(e); ok && !f.plausible() {
				t.Fatal("implausible facts")
			}
			terms.Counts(e.facts).Each(func(terms.Word, int) {})
		}
		again, ok := decodeBatch(encodeBatch(entries))
		if !ok || !reflect.DeepEqual(again, entries) {
			t.Fatal("entries are others when they are read again")
		}
	})
}
