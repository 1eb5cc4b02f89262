package gittest

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1" // ids of objects are SHA-1
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Deflate compresses data as Git does.
func Deflate(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// Loose stores a loose object and returns its id.
func (r *Repo) Loose(kind string, data []byte) string {
	r.T.Helper()
	raw := append(fmt.Appendf(nil, "%s %d\x00", kind, len(data)), data...)
	sum := sha1.Sum(raw)
	id := hex.EncodeToString(sum[:])
	r.Raw(id, Deflate(raw))
	return id
}

// Raw stores the bytes of a loose object file.
func (r *Repo) Raw(id string, data []byte) {
	r.T.Helper()
	path := r.ObjectPath(id)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.T.Fatal(err)
	}
	_ = os.Remove(path) // git writes objects read-only
	if err := os.WriteFile(path, data, 0o644); err != nil {
		r.T.Fatal(err)
	}
}

// ObjectPath returns the path of a loose object.
func (r *Repo) ObjectPath(id string) string {
	return filepath.Join(r.Top, ".git", "objects", id[:2], id[2:])
}

// Tree stores a tree of entries such as "100644 id name", and returns its id.
func (r *Repo) Tree(entries ...string) string {
	var b bytes.Buffer
	for _, e := range entries {
		mode, rest, _ := strings.Cut(e, " ")
		id, name, _ := strings.Cut(rest, " ")
		raw, err := hex.DecodeString(id)
		if err != nil {
			r.T.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\x00%s", mode, name, raw)
	}
	return r.Loose("tree", b.Bytes())
}

// SetHead commits the given tree to the branch main, and returns the commit's id.
func (r *Repo) SetHead(tree string, days int, parents ...string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "tree %s\n", tree)
	for _, p := range parents {
		fmt.Fprintf(&b, "parent %s\n", p)
	}
	fmt.Fprintf(&b, "author A <a@example.com> %d +0000\ncommitter C <c@example.com> %[1]d +0000\n\nx\n", Start+days*Day)
	id := r.Loose("commit", b.Bytes())
	r.Write(".git/refs/heads/main", id+"\n")
	return id
}
