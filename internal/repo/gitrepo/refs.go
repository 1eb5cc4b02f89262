package gitrepo

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

const (
	maxPackedRefs = 256 << 20 // bytes of packed-refs
	maxShallow    = 16 << 20  // bytes of the shallow list
	maxRefDepth   = 5         // references that name references, as in git
	maxRefName    = 1024      // bytes
)

// Head is the target of HEAD.
type Head struct {
	ID     ID     // id of the commit, zero if there is none
	Branch string // short name, "" when detached
	Unborn bool   // the branch has no commit
}

// Head resolves HEAD.
func (r *Repository) Head() (Head, error) {
	var h Head
	name := "HEAD"
	for range maxRefDepth {
		text, err := r.ref(name)
		if errors.Is(err, fs.ErrNotExist) && name != "HEAD" {
			h.Unborn = true
			return h, nil
		}
		if err != nil {
			return h, err
		}
		target, symbolic := strings.CutPrefix(text, "ref:")
		if !symbolic {
			h.ID, err = ParseID(text)
			return h, err
		}
		target = strings.TrimSpace(target)
		if !SafeRef(target) {
			return h, errors.New("not a reference name")
		}
		if name == "HEAD" {
			h.Branch = strings.TrimPrefix(target, "refs/heads/")
		}
		name = target
	}
	return h, errors.New("references name each other")
}

// ref returns the text of a reference: an id, or "ref: " and a name.
func (r *Repository) ref(name string) (string, error) {
	d := r.common
	isOwn := strings.HasPrefix(name, "refs/worktree/") || strings.HasPrefix(name, "refs/bisect/") || strings.HasPrefix(name, "refs/rewritten/")
	if name == "HEAD" || isOwn {
		d = r.git
	}
	data, _, err := d.read(name, maxPointer)
	if err == nil {
		return strings.TrimSpace(string(data)), nil
	}
	// Git leaves empty folders, which may have the name of a packed reference.
	missing := errors.Is(err, fs.ErrNotExist) || d.expectDir(name) == nil
	if name == "HEAD" || !missing {
		return "", err
	}
	return r.packedRef(name)
}

func (r *Repository) packedRef(name string) (string, error) {
	f, fi, err := r.common.open("packed-refs")
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	if fi.Size() > maxPackedRefs {
		return "", fmt.Errorf("read packed-refs: %w", errTooLong)
	}
	lines := bufio.NewReader(io.LimitReader(f, maxPackedRefs))
	suffix := []byte(" " + name)
	for {
		line, err := lines.ReadSlice('\n')
		if text := bytes.TrimRight(line, "\r\n"); bytes.HasSuffix(text, suffix) && len(text) == hexLen+len(suffix) {
			return string(text[:hexLen]), nil
		}
		switch {
		case errors.Is(err, io.EOF):
			return "", fs.ErrNotExist
		case err != nil && !errors.Is(err, bufio.ErrBufferFull): // no name is this long: the line is read in pieces
			return "", fmt.Errorf("read packed-refs: %w", err)
		}
	}
}

// SafeRef reports whether name is safe to look up as a file.
func SafeRef(name string) bool {
	bad := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }
	if !strings.HasPrefix(name, "refs/") || len(name) > maxRefName || strings.ContainsFunc(name, bad) {
		return false
	}
	return !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return part == "" || part == "." || part == ".." })
}

// Shallow returns the commits whose parents were not cloned. The list is nil in a full clone.
func (r *Repository) Shallow() (map[ID]bool, error) {
	data, _, err := r.common.read("shallow", maxShallow)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	edge := map[ID]bool{}
	for line := range strings.FieldsSeq(string(data)) {
		id, err := ParseID(line)
		if err != nil {
			return edge, err
		}
		edge[id] = true
	}
	return edge, nil
}
