package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func objectKey(text string) ObjectKey { return sha256.Sum256([]byte(text)) }

func put(t *testing.T, o Objects, key ObjectKey, data []byte) {
	t.Helper()
	if err := o.Put(context.Background(), key, data); err != nil {
		t.Fatal(err)
	}
}

func get(o Objects, key ObjectKey) []byte {
	data, _ := o.Get(context.Background(), key)
	return data
}

func TestObjects(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for name, open := range map[string]func(string) *ObjectFolder{"own": OpenObjects, "shared": OpenShared} {
		folder := filepath.Join(top, name)
		if name == "shared" { // its user creates a shared folder
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		o := open(folder)
		key := objectKey("a")
		if data, err := o.Get(context.Background(), key); data != nil || err != nil {
			t.Errorf("%s: an empty store gives %q, %v", name, data, err)
		}
		put(t, o, key, []byte("one"))
		put(t, o, key, []byte("two"))
		put(t, o, objectKey("b"), []byte("three"))
		if got := get(open(folder), key); string(got) != "two" {
			t.Errorf("%s: got %q", name, got)
		}
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}
	info, err := os.Stat(filepath.Join(top, "own", filepath.FromSlash(objectName(objectKey("a")))))
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("an object of one's own: %v %v", info, err)
	}
}

func TestSealedObjects(t *testing.T) {
	t.Parallel()
	key := objectKey("a")
	for _, payload := range []string{"", "payload"} {
		sealed := SealObject(key, []byte(payload))
		if got, ok := OpenObject(key, sealed); !ok || string(got) != payload {
			t.Errorf("got %q, %v", got, ok)
		}
		if _, ok := OpenObject(objectKey("b"), sealed); ok {
			t.Error("an object of another key was taken")
		}
		for n := range sealed {
			flipped := bytes.Clone(sealed)
			flipped[n] ^= 1 << (n % 8)
			if _, ok := OpenObject(key, flipped); ok {
				t.Errorf("flipped at %d, it was taken", n)
			}
			if _, ok := OpenObject(key, sealed[:n]); ok {
				t.Errorf("cut at %d, it was taken", n)
			}
		}
		if _, ok := OpenObject(key, append(sealed, 0)); ok {
			t.Error("with a byte more, it was taken")
		}
	}
}

func TestObjectsThatAreNone(t *testing.T) {
	t.Parallel()
	folder, elsewhere := t.TempDir(), t.TempDir()
	o := OpenObjects(folder)
	key := objectKey("a")
	name := filepath.Join(folder, filepath.FromSlash(objectName(key)))
	for what, plant := range plants(t, elsewhere) {
		put(t, o, key, []byte("x"))
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := plant(name); err != nil {
			t.Logf("%s: %v", what, err) // not supported everywhere
			continue
		}
		if data := get(o, key); data != nil {
			t.Errorf("%s: read as %d bytes", what, len(data))
		}
		_, _ = CleanObjects(folder)
		_ = os.RemoveAll(name)
	}
	if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) != 1 {
		t.Errorf("what a link leads to has %v, %v", entries, err)
	}
}

// plants returns things that others may put in place of a file.
func plants(t *testing.T, elsewhere string) map[string]func(name string) error {
	t.Helper()
	target := filepath.Join(elsewhere, "target")
	if err := os.WriteFile(target, []byte("elsewhere"), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]func(string) error{
		"link":   func(name string) error { return os.Symlink(target, name) },
		"fifo":   makeFIFO,
		"folder": func(name string) error { return os.Mkdir(name, 0o700) },
		"hole": func(name string) error {
			f, err := os.Create(name)
			if err != nil {
				return err
			}
			defer func() { _ = f.Close() }()
			return f.Truncate(1 << 40)
		},
	}
}

// A link in place of a folder of objects does not lead out of the store.
func TestObjectsBehindLinks(t *testing.T) {
	t.Parallel()
	key := objectKey("a")
	for _, at := range []string{objectsFolder, filepath.Dir(filepath.FromSlash(objectName(key)))} {
		folder, elsewhere := t.TempDir(), t.TempDir()
		foreign := filepath.Join(elsewhere, key.String())
		if err := os.WriteFile(foreign, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		link := filepath.Join(folder, at)
		if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, link); err != nil {
			t.Skip(err)
		}
		if err := OpenObjects(folder).Put(context.Background(), key, []byte("x")); err == nil {
			t.Errorf("%s: written through a link", at)
		}
		evict(folder, "", 0, 0)
		if _, err := CleanObjects(folder); err != nil {
			t.Error(err)
		}
		if data, err := os.ReadFile(foreign); string(data) != "mine" {
			t.Errorf("%s: what lies elsewhere is %q, %v", at, data, err)
		}
		if entries, _ := os.ReadDir(elsewhere); len(entries) != 1 {
			t.Errorf("%s: left elsewhere: %v", at, entries)
		}
	}
}

func TestObjectsTogether(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	key := objectKey("a")
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			o := OpenObjects(folder)
			data := SealObject(key, bytes.Repeat([]byte{byte(i)}, 1<<16))
			if err := o.Put(context.Background(), key, data); err != nil {
				t.Error(err)
			}
			if _, ok := OpenObject(key, get(o, key)); !ok {
				t.Error("the object is not whole")
			}
		})
	}
	group.Wait()
	entries, err := os.ReadDir(filepath.Join(folder, filepath.Dir(filepath.FromSlash(objectName(key)))))
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

func TestObjectsThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := OpenObjects(filepath.Join(file, "cache"))
	if err := o.Put(context.Background(), objectKey("a"), nil); err == nil {
		t.Error("no error")
	}
	if data := get(o, objectKey("a")); data != nil {
		t.Errorf("got %q", data)
	}
	if err := OpenObjects(t.TempDir()).Put(context.Background(), objectKey("a"), make([]byte, MaxObject+1)); err == nil {
		t.Error("an object that is too large is stored")
	}
}

// The oldest are removed first, objects or caches; used ones stay longer.
func TestObjectsAreEvicted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	o := OpenObjects(folder)
	age := func(name string, hours int) {
		at := time.Now().Add(-time.Duration(hours) * time.Hour)
		if err := os.Chtimes(filepath.Join(folder, filepath.FromSlash(name)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	c := Open(folder, testKey())
	c.Put("a.go", old(1), facts("a"))
	save(t, c)
	info, err := os.Stat(filepath.Join(folder, c.file.name))
	if err != nil {
		t.Fatal(err)
	}
	size := info.Size()
	for i := range 4 {
		put(t, o, objectKey(fmt.Sprint(i)), make([]byte, size))
		age(objectName(objectKey(fmt.Sprint(i))), 10+10*i) // 10, 20, 30, 40
	}
	age(c.file.name, 25)
	get(OpenObjects(folder), objectKey("3"))
	if left := evict(folder, "", 5*size, size); left != 4*size {
		t.Errorf("within the limit, %d bytes are left", left)
	}
	if left := evict(folder, "", 4*size, 3*size); left != 3*size {
		t.Errorf("%d bytes are left", left)
	}
	var left []string
	for i := range 4 {
		if get(o, objectKey(fmt.Sprint(i))) != nil {
			left = append(left, fmt.Sprint(i))
		}
	}
	if got := strings.Join(left, " "); got != "0 1 3" {
		t.Errorf("objects left: %s", got)
	}
	if list, _ := List(folder); len(list) != 0 {
		t.Error("an older cache is left")
	}
	leftover := filepath.Join(folder, filepath.FromSlash(filepath.Dir(objectName(objectKey("0")))), temporary+"1")
	if err := os.WriteFile(leftover, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(leftover, at, at); err != nil {
		t.Fatal(err)
	}
	if got := ListObjects(folder); got.Objects != 3 || got.Bytes != 3*size {
		t.Errorf("listed %+v", got)
	}
	if _, err := os.Stat(leftover); err == nil {
		t.Error("what a killed process left is still there")
	}
	if got, err := CleanObjects(folder); got.Objects != 3 || err != nil {
		t.Errorf("removed %+v, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(folder, objectsFolder)); err == nil {
		t.Error("an empty folder is left")
	}
}

// The folder is bounded although objects are not counted at each addition.
func TestObjectsAreBounded(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const size, limit = 1000, 20_000
	countFile := filepath.Join(folder, filepath.FromSlash(countName))
	for i := range 100 {
		o := OpenObjects(folder)
		put(t, o, objectKey(fmt.Sprint(i)), make([]byte, size))
		bound(folder, "", size, limit)
		if got := ListObjects(folder); got.Bytes > limit || i > 20 && got.Bytes < limit/2 {
			t.Fatalf("after %d objects there are %+v", i, got)
		}
		if get(o, objectKey(fmt.Sprint(i))) == nil {
			t.Fatal("the newest object is gone")
		}
		var err error
		switch i {
		case 40:
			err = os.Remove(countFile)
		case 50:
			err = os.WriteFile(countFile, []byte("-5"), 0o600)
		case 60:
			err = os.WriteFile(countFile, []byte("99999999999999999999999"), 0o600)
		case 70:
			err = os.Chtimes(countFile, time.Now().Add(time.Hour), time.Now().Add(time.Hour))
		case 80:
			if err = os.Remove(countFile); err == nil {
				err = makeFIFO(countFile)
			}
			if errors.Is(err, errors.ErrUnsupported) {
				err = nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(i-200) * time.Minute)
		if err := os.Chtimes(filepath.Join(folder, filepath.FromSlash(objectName(objectKey(fmt.Sprint(i))))), at, at); err != nil {
			t.Fatal(err)
		}
	}
	o := OpenObjects(folder)
	put(t, o, objectKey("x"), make([]byte, size))
	before, _ := readCount(folder)
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	if after, ok := readCount(folder); !ok || after != before+size {
		t.Errorf("counted %d, then %d", before, after)
	}
	if got, err := CleanObjects(folder); err != nil || got.Objects == 0 {
		t.Errorf("removed %+v, %v", got, err)
	}
	if exists(filepath.Join(folder, objectsFolder)) {
		t.Error("the folder is left")
	}
}
