package gitrepo

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checkIndex compares the index with git's output.
func checkIndex(t *testing.T, r *repo) *Index {
	t.Helper()
	index, err := ReadIndex(r.Top)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, e := range index.Entries {
		mode := map[Kind]string{Regular: "100644", Executable: "100755", Symlink: "120000", Submodule: "160000"}[e.Kind]
		fmt.Fprintf(&got, "%s %s 0\t%s\x00", mode, e.Blob, e.Path)
	}
	if want := r.Git("ls-files", "-s", "-z"); got.String() != want {
		t.Errorf("index:\n got %q\nwant %q", got.String(), want)
	}
	return index
}

func TestReadIndex(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	if index := checkIndex(t, r); len(index.Entries) != 0 {
		t.Errorf("no index: %+v", index)
	}
	long := strings.Repeat("long/", 40) + strings.Repeat("x", 200)
	veryLong := strings.Repeat(strings.Repeat("y", 99)+"/", 40) + "z" // over 0xfff bytes does not fit MaxPath
	for i := range 20 {
		r.Write(fmt.Sprintf("dir%d/file%s", i%3, strings.Repeat("n", i)), "x")
	}
	r.Write(long, "x")
	r.Commit(0)
	blob := r.Git("hash-object", "-w", "dir0/file")
	r.Git("update-index", "--add", "--cacheinfo", "100755,"+blob+",tool", "--cacheinfo", "120000,"+blob+",link",
		"--cacheinfo", "160000,"+strings.Repeat("12", 20)+",module", "--cacheinfo", "100644,"+blob+","+veryLong)
	for _, version := range []string{"2", "4", "3"} { // 3 only if needed: for an extended flag
		if version == "3" {
			r.Git("update-index", "--index-version", "2")
			r.Git("update-index", "--skip-worktree", "dir0/file")
		} else {
			r.Git("update-index", "--index-version", version)
		}
		if got := r.Read(".git/index")[7]; string('0'+got) != version {
			t.Fatalf("version %d, want %s", got, version)
		}
		index := checkIndex(t, r)
		if len(index.Entries) != 25 || index.ModTime.IsZero() {
			t.Errorf("version %s: %d entries", version, len(index.Entries))
		}
		for _, e := range index.Entries {
			if e.Unmerged {
				t.Errorf("version %s: %+v", version, e)
			}
		}
	}
	fi, err := os.Stat(filepath.Join(r.Top, "dir1/filen"))
	if err != nil {
		t.Fatal(err)
	}
	index := checkIndex(t, r)
	i := slices.IndexFunc(index.Entries, func(e IndexEntry) bool { return e.Path == "dir1/filen" })
	if e := index.Entries[i]; e.Size != 1 || !e.ModTime.Equal(fi.ModTime()) {
		t.Errorf("entry %+v of file %v %v", e, fi.Size(), fi.ModTime())
	}
}

func TestReadIndexConflict(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.Write("f", "base")
	base := r.Git("hash-object", "-w", "f")
	r.Write("f", "ours")
	ours := r.Git("hash-object", "-w", "f")
	r.Write("f", "theirs")
	theirs := r.Git("hash-object", "-w", "f")
	r.GitAt(start, strings.Join([]string{
		"100644 " + base + " 1\tall", "100644 " + ours + " 2\tall", "100644 " + theirs + " 3\tall",
		"100644 " + base + " 1\tdeleted by us", "100644 " + theirs + " 3\tdeleted by us",
		"100644 " + base + " 1\tdeleted by both",
		"100644 " + ours + " 2\tours", "100644 " + base + " 0\tquiet", "",
	}, "\n"), "update-index", "--index-info")
	index, err := ReadIndex(r.Top)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range index.Entries {
		got = append(got, fmt.Sprintf("%s %s %v", e.Path, e.Blob, e.Unmerged))
	}
	want := []string{"all " + ours + " true", "deleted by both " + base + " true", "deleted by us " + theirs + " true", "ours " + ours + " true",
		"quiet " + base + " false"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestReadIndexRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		spoil func(r *repo)
		want  string
	}{
		{"split", func(r *repo) { r.Git("update-index", "--split-index") }, "split index"},
		{"sparse", func(r *repo) {
			r.Git("sparse-checkout", "init", "--cone", "--sparse-index")
		}, "sparse index"},
		{"sha256", func(r *repo) {
			r.Write(".git/config", "[core]\nrepositoryformatversion=1\n[extensions]\nobjectformat=sha256\n")
		}, `object format "sha256"`},
		{"flipped bit", func(r *repo) {
			index := []byte(r.Read(".git/index"))
			index[60] ^= 1
			r.Write(".git/index", string(index))
		}, "corrupt"},
		{"cut off", func(r *repo) { r.Write(".git/index", r.Read(".git/index")[:90]) }, "corrupt"},
		{"empty", func(r *repo) { r.Write(".git/index", "") }, "corrupt"},
		{"too large", func(r *repo) {
			if err := os.Truncate(filepath.Join(r.Top, ".git/index"), maxIndex+1); err != nil {
				r.T.Fatal(err)
			}
		}, "too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.Write("dir/b", "1")
			r.Edit("a", "1", 0)
			tt.spoil(r)
			if _, err := ReadIndex(r.Top); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// indexFile builds an index of version 2 with the given paths.
func indexFile(paths ...string) []byte {
	var b bytes.Buffer
	b.WriteString("DIRC")
	writeInts(&b, 2, uint32(len(paths)))
	for _, p := range paths {
		at := b.Len()
		writeInts(&b, 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0)
		b.Write(make([]byte, 20))
		_ = binary.Write(&b, binary.BigEndian, uint16(min(len(p), 0xfff)))
		b.WriteString(p)
		b.Write(make([]byte, 8-(b.Len()-at)%8))
	}
	b.Write(make([]byte, sha1.Size)) // no checksum, as with index.skipHash
	return b.Bytes()
}

func writeInts(b *bytes.Buffer, values ...uint32) {
	for _, v := range values {
		_ = binary.Write(b, binary.BigEndian, v)
	}
}

func TestParseIndex(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		paths []string
		want  string // paths, or the error
	}{
		{"sorted", []string{"a", "b/c"}, "a b/c"},
		{"not sorted", []string{"b", "a", "b"}, "a b"},
		{"parent", []string{"../a"}, "leaves the work tree"},
		{"absolute", []string{"/a"}, "leaves the work tree"},
		{"dot", []string{"a/./b"}, "leaves the work tree"},
		{"empty", []string{""}, "leaves the work tree"},
		{"git", []string{"a/.GIT/hooks/x"}, "leaves the work tree"},
		{"long", []string{strings.Repeat("a/", 2048) + "x"}, "too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			data := indexFile(tt.paths...)
			if err := verifyIndex(data); err != nil {
				t.Fatal(err)
			}
			entries, err := parseIndex(data)
			var got []string
			for _, e := range entries {
				got = append(got, e.Path)
			}
			if text := fmt.Sprint(strings.Join(got, " "), err); !strings.Contains(text, tt.want) {
				t.Errorf("got %s, want %s", text, tt.want)
			}
		})
	}
}

// TestParseIndexBomb compresses many long paths into few bytes, as version 4 can.
func TestParseIndexBomb(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	const n = maxIndexNames/MaxPath + 10
	b.WriteString("DIRC")
	writeInts(&b, 4, n)
	for i := range n {
		writeInts(&b, 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0)
		b.Write(make([]byte, 20))
		_ = binary.Write(&b, binary.BigEndian, uint16(0xfff))
		b.WriteByte(byte(min(i, 1))) // replace the last byte
		if i == 0 {
			b.WriteString(strings.Repeat("x", MaxPath-1))
		}
		b.WriteString("y\x00")
	}
	b.Write(make([]byte, sha1.Size))
	if _, err := parseIndex(b.Bytes()); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("got %v", err)
	}
}

func FuzzParseIndex(f *testing.F) {
	r := newRepo(f)
	r.Write("dir/b", "1")
	r.Edit("a", "1", 0)
	f.Add([]byte(r.Read(".git/index")))
	r.Git("update-index", "--skip-worktree", "a")
	f.Add([]byte(r.Read(".git/index")))
	r.Git("update-index", "--index-version", "4")
	f.Add([]byte(r.Read(".git/index")))
	f.Add(indexFile("a", "b/c"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := parseIndex(data)
		if err != nil {
			if entries != nil {
				t.Error("entries and an error")
			}
			return
		}
		for i, e := range entries {
			if i > 0 && entries[i-1].Path >= e.Path {
				t.Errorf("order: %q, %q", entries[i-1].Path, e.Path)
			}
			if !filepath.IsLocal(filepath.FromSlash(e.Path)) || len(e.Path) > MaxPath || len(e.Blob) != hexLen {
				t.Errorf("entry %+v", e)
			}
		}
	})
}

func BenchmarkParseIndex(b *testing.B) {
	paths := make([]string, 50_000)
	for i := range paths {
		paths[i] = fmt.Sprintf("dir%03d/sub%02d/file%05d.go", i/500, i/50%10, i)
	}
	data := indexFile(paths...)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parseIndex(data); err != nil {
			b.Fatal(err)
		}
	}
}
