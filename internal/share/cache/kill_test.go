package cache

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// victimFolder is the variable that makes this program write to the cache in a folder until it is killed.
const victimFolder = "CTXPACK_TEST_CACHE"

func TestMain(m *testing.M) {
	if folder := os.Getenv(victimFolder); folder != "" {
		for i := range 1_000_000 {
			if err := write(folder, uint64(i%3)); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			fmt.Println(i)
		}
	}
	os.Exit(m.Run())
}

// write stores facts for all files as new.
func write(folder string, number uint64) error {
	r := manyFiles(300)
	o := OpenObjects(folder)
	c := Open(folder, Key{Root: fmt.Sprint("/r", number), Variant: "v", Program: "p"})
	c.Share(o, r.tracked)
	for path, stamp := range r.stamps(number) {
		f := factsOf(r[path])
		if number > 0 {
			f = withSummary(f)
		}
		c.Put(path, stamp, f)
	}
	c.Past().Found("all", "c1", fmt.Sprint("history ", number))
	for _, b := range c.Unshared() {
		if err := b.Store(context.Background()); err != nil {
			return err
		}
	}
	if err := c.Past().Store(context.Background()); err != nil {
		return err
	}
	if err := c.Save(); err != nil {
		return err
	}
	return o.Close()
}

// Writers are killed at random points, two at a time: values found afterwards are correct, and missing ones can be
// stored.
func TestWritersAreKilled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	random := rand.New(rand.NewPCG(13, 14))
	for i := range 12 {
		var victims []*exec.Cmd
		for range 2 {
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), victimFolder+"="+folder)
			out, err := c.StdoutPipe()
			if err == nil {
				err = c.Start()
			}
			if err == nil {
				_, err = bufio.NewReader(out).ReadString('\n') // everything was stored once
			}
			if err != nil {
				t.Fatal(err)
			}
			victims = append(victims, c)
		}
		time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		for _, c := range victims {
			_ = c.Process.Kill()
			_ = c.Wait() // it was killed
		}
		c := Open(folder, Key{Root: fmt.Sprint("other", i), Variant: "v", Program: "p"})
		r := manyFiles(300)
		c.Share(OpenObjects(folder), r.tracked)
		for _, b := range c.Missing(r.stamps(9)) {
			b.Fetch(context.Background())
		}
		for path, stamp := range r.stamps(9) {
			f, ok := c.Find(path, r[path], stamp, noKind)
			if !ok || f.Outline.Package != r[path] {
				t.Fatalf("after %d kills, of %s %+v is known", i+1, path, f)
			}
		}
		if past := c.Past().Recall(context.Background(), "all", []string{"c1"}); len(past) != len("history 1") {
			t.Fatalf("after %d kills, the history is %q", i+1, past)
		}
	}
	if err := write(folder, 1); err != nil {
		t.Error(err)
	}
	left, _ := filepath.Glob(filepath.Join(folder, objectsFolder, "*", temporary+"*"))
	at := time.Now().Add(-2 * abandoned)
	for _, name := range left {
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	_ = ListObjects(folder)
	if left, _ = filepath.Glob(filepath.Join(folder, objectsFolder, "*", temporary+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
