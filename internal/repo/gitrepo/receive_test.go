package gitrepo

import (
	"bytes"
	"crypto/sha1"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

func receiveLimits() ReceiveLimits {
	return ReceiveLimits{Bytes: 1 << 24, Objects: 10_000, Object: 1 << 22, Work: 1 << 26}
}

// growing returns a repository with many similar files.
func growing(t *testing.T) *repo {
	t.Helper()
	r := newRepo(t)
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "line %d of a text that grows, and has some words in it\n", i*i)
		r.Write("grows.txt", b.String())
		r.Write(fmt.Sprintf("d%d/f.txt", i%3), b.String()+"end\n")
		r.Commit(float64(i))
	}
	return r
}

// pack packs all objects, as git does for a client.
func (r *repo) pack(args ...string) []byte {
	return []byte(r.GitAt(start, "", append([]string{"pack-objects", "--all", "--stdout", "-q"}, args...)...))
}

// TestReceivePack compares indexes with git's for the same packs: with bases named by offset, by id, and after the
// deltas.
func TestReceivePack(t *testing.T) {
	t.Parallel()
	from := growing(t)
	for name, args := range map[string][]string{
		"by place": {"--delta-base-offset", "--depth=50"},
		"by id":    {"--depth=50"},
		"no delta": {"--window=0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pack := from.pack(args...)
			bare := newRepo(t, "--bare")
			told := 0
			limits := receiveLimits()
			limits.Observe = func(done, total int) { told = done * 1000 / total }
			if err := ReceivePack(t.Context(), bare.Top, bytes.NewReader(pack), nil, limits); err != nil {
				t.Fatal(err)
			}
			names, _ := filepath.Glob(filepath.Join(bare.Top, "objects", "pack", "*"))
			if len(names) != 2 || !strings.HasSuffix(names[0], ".idx") || !strings.HasSuffix(names[1], ".pack") {
				t.Fatalf("files: %v", names)
			}
			bare.Git("verify-pack", names[0])
			ours, err := os.ReadFile(names[0])
			if err != nil {
				t.Fatal(err)
			}
			bare.Git("index-pack", "-o", filepath.Join(bare.Home, "theirs.idx"), names[1])
			theirs, err := os.ReadFile(filepath.Join(bare.Home, "theirs.idx"))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(ours, theirs) {
				t.Error("the index is not the one that git makes")
			}
			if told != 1000 {
				t.Errorf("at the end %d of 1000 was told", told)
			}
		})
	}
}

// TestReceiveThinPack: bases that a server omits, since the client has them, are added.
func TestReceiveThinPack(t *testing.T) {
	t.Parallel()
	from := growing(t)
	bare := newRepo(t, "--bare")
	old := []byte(from.GitAt(start, "HEAD~2\n", "pack-objects", "--revs", "--stdout", "-q"))
	thin := []byte(from.GitAt(start, "HEAD\n^HEAD~2\n", "pack-objects", "--revs", "--thin", "--stdout", "-q"))
	if err := ReceivePack(t.Context(), bare.Top, bytes.NewReader(thin), nil, receiveLimits()); !errors.Is(err, errCorrupt) {
		t.Fatalf("without bases: %v", err)
	}
	if err := ReceivePack(t.Context(), bare.Top, bytes.NewReader(old), nil, receiveLimits()); err != nil {
		t.Fatal(err)
	}
	repository, err := OpenBare(bare.Top)
	if err != nil {
		t.Fatal(err)
	}
	defer repository.Close()
	objects, _ := OpenObjects(repository, DefaultLimits())
	defer objects.Close()
	if err := ReceivePack(t.Context(), bare.Top, bytes.NewReader(thin), objects, receiveLimits()); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(bare.Top, "objects", "pack", "*.idx"))
	if len(names) != 2 {
		t.Fatalf("indexes: %v", names)
	}
	bare.Git("verify-pack", names[0], names[1])
	if got, want := bare.Git("rev-list", "--objects", "--count", from.Git("rev-parse", "HEAD")),
		from.Git("rev-list", "--objects", "--count", "HEAD"); got != want {
		t.Errorf("%s objects, want %s", got, want)
	}
}

func TestReceiveHostilePack(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	good := growing(t).pack("--delta-base-offset")
	a, b := strings.Repeat("\xaa", 20), strings.Repeat("\xbb", 20)
	delta := []byte{5, 5, 0x90, 5}
	objects := func(list ...[]byte) []byte {
		m := map[string][]byte{}
		for i, o := range list {
			m[fmt.Sprintf("%020d", i)] = o
		}
		pack, _ := packOf(m)
		return pack
	}
	sum := sha1.Sum([]byte("blob 5\x00hello"))
	hello := string(sum[:])
	large := []byte{5, 0x80, 0x80, 0x80, 4, 0x90, 5} // makes 8 MB of five bytes
	var bombs [][]byte
	for range 80 {
		bombs = append(bombs, packed(3, 1<<20, "", make([]byte, 1<<20)))
	}
	count := bytes.Clone(good)
	count[8], count[9] = 0x7f, 0xff
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 0x55
	small := receiveLimits()
	small.Bytes = int64(len(good)) - 1
	few := receiveLimits()
	few.Objects = 3
	for name, tt := range map[string]struct {
		pack   []byte
		limits ReceiveLimits
		want   error
	}{
		"nothing":             {nil, receiveLimits(), errCorrupt},
		"a page":              {[]byte("<html>not found</html>"), receiveLimits(), errCorrupt},
		"cut":                 {good[:len(good)*2/3], receiveLimits(), errCorrupt},
		"cut before the sum":  {good[:len(good)-20], receiveLimits(), errCorrupt},
		"goes on":             {append(bytes.Clone(good), "more"...), receiveLimits(), errCorrupt},
		"flipped":             {flipped, receiveLimits(), errCorrupt},
		"more than announced": {good, small, ErrPackTooLarge},
		"too many":            {good, few, ErrPackTooLarge},
		"two billion":         {count, receiveLimits(), ErrPackTooLarge},
		"base is not there":   {objects(packed(7, len(delta), a, delta)), receiveLimits(), errCorrupt},
		"bases in a circle":   {objects(packed(7, len(delta), b, delta), packed(7, len(delta), a, delta)), receiveLimits(), errCorrupt},
		"base in nothing":     {objects(packed(6, len(delta), "\x05", delta)), receiveLimits(), errCorrupt},
		"kind 5":              {objects(packed(5, 1, "", []byte("x"))), receiveLimits(), errCorrupt},
		"larger than said":    {objects(packed(3, 2, "", []byte("xyz"))), receiveLimits(), errCorrupt},
		"one delta too large": {objects(packed(3, 5, "", []byte("hello")), packed(7, len(large), hello, large)), receiveLimits(), errLimit},
		"a bomb of many":      {objects(bombs...), receiveLimits(), ErrTooMuchWork},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			git := t.TempDir()
			err := ReceivePack(t.Context(), git, bytes.NewReader(tt.pack), nil, tt.limits)
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if names, _ := filepath.Glob(filepath.Join(git, "objects", "pack", "*")); len(names) > 0 {
				t.Errorf("left behind: %v", names)
			}
		})
	}
}

func FuzzReceivePack(f *testing.F) {
	hello := sha1.Sum([]byte("blob 5\x00hello"))
	pack, _ := packOf(map[string][]byte{
		strings.Repeat("\xaa", 20): packed(3, 5, "", []byte("hello")),
		strings.Repeat("\xbb", 20): packed(7, 5, string(hello[:]), []byte{5, 4, 0x91, 1, 4}),
	})
	if err := ReceivePack(f.Context(), f.TempDir(), bytes.NewReader(pack), nil, receiveLimits()); err != nil {
		f.Fatal(err)
	}
	f.Add(pack)
	f.Fuzz(func(t *testing.T, pack []byte) {
		git := t.TempDir()
		limits := ReceiveLimits{Bytes: 1 << 20, Objects: 1000, Object: 1 << 16, Work: 1 << 20}
		if err := ReceivePack(t.Context(), git, bytes.NewReader(pack), nil, limits); err != nil {
			return
		}
		// Git accepts the same packs.
		names, _ := filepath.Glob(filepath.Join(git, "objects", "pack", "*.pack"))
		if len(names) == 1 {
			gittest.New(t).Git("index-pack", "-o", filepath.Join(git, "x.idx"), names[0])
		}
	})
}
