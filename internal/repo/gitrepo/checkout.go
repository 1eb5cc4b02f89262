package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"
)

// CheckOutLimits bound what an untrusted tree may write to disk.
type CheckOutLimits struct {
	Entries int   // paths
	Bytes   int64 // total bytes of all files
	// Observe, if not nil, receives the number of files written.
	Observe func(done, total int)
}

// ErrTreeTooLarge says that a tree has more paths or bytes than the limits.
var ErrTreeTooLarge = errors.New("the tree is too large")

// CheckedOut is the result of writing a tree to disk.
type CheckedOut struct {
	Bytes   int64
	LeftOut []string // files that were not written, each with the reason

	entries []*index.Entry
}

// CheckOut writes the files of a tree into an empty folder. Links are made last and none is followed; submodules
// become empty folders. Like git, it refuses a tree with a path that leaves the folder or is in .git. It omits what
// the file system does not support, such as names that differ only in case.
func (s *Objects) CheckOut(ctx context.Context, tree ID, folder string, limits CheckOutLimits) (*CheckedOut, error) {
	c := &checkOut{objects: s, limits: limits, out: &CheckedOut{}}
	if err := c.list(ctx, tree); err != nil {
		return nil, fmt.Errorf("check out: %w", err)
	}
	var err error
	if c.root, err = os.OpenRoot(folder); err != nil {
		return nil, fmt.Errorf("check out: %w", err)
	}
	defer func() { _ = c.root.Close() }() // all files were closed
	isLink := func(e Change) bool { return e.Mode&modeType == modeSymlink }
	for _, links := range []bool{false, true} {
		for _, e := range c.entries {
			if isLink(e) != links {
				continue
			}
			if err := c.write(ctx, e); err != nil {
				return nil, fmt.Errorf("check out: %w", err)
			}
		}
	}
	return c.out, nil
}

// WriteIndex writes a git index of the files.
func (c *CheckedOut) WriteIndex(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	err = index.NewEncoder(f).Encode(&index.Index{Version: 2, Entries: c.entries})
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	return nil
}

type checkOut struct {
	objects *Objects
	limits  CheckOutLimits
	root    *os.Root
	entries []Change
	written int
	out     *CheckedOut
}

// list collects all paths, and refuses the tree if one of them is not allowed.
func (c *checkOut) list(ctx context.Context, tree ID) error {
	const pathCost = 8 // cost of a path of 64 bytes, in addition to its entry
	d := &Differ{Objects: c.objects, Left: c.limits.Entries * (EntryCost + pathCost)}
	err := d.List(ctx, tree, func(e Change) { c.entries = append(c.entries, e) })
	switch {
	case errors.Is(err, ErrTooManyEntries):
		return fmt.Errorf("%w: more than %d paths", ErrTreeTooLarge, c.limits.Entries)
	case err != nil:
		return err
	case d.Missing > 0:
		return fmt.Errorf("%d folders: %w", d.Missing, ErrMissing)
	case d.Long > 0:
		c.leaveOut(fmt.Sprintf("%d paths", d.Long), fmt.Errorf("longer than %d bytes", MaxPath))
	}
	leaves := make(map[string]bool, len(c.entries))
	for _, e := range c.entries {
		if leaves[e.Path] {
			return fmt.Errorf("%q is there twice", e.Path)
		}
		leaves[e.Path] = true
	}
	for _, e := range c.entries {
		for name := range strings.SplitSeq(e.Path, "/") {
			if !allowedName(name) {
				return fmt.Errorf("the path %q is refused, as in git", e.Path)
			}
		}
		for up := path.Dir(e.Path); up != "."; up = path.Dir(up) {
			if leaves[up] {
				return fmt.Errorf("%q is both a file and a folder", up)
			}
		}
	}
	return nil
}

// allowedName reports whether git allows a name in a tree: not "." or "..", and no name that a file system takes
// for .git.
func allowedName(name string) bool {
	if name == "." || strings.ContainsRune(name, 0) || !filepath.IsLocal(name) {
		return false
	}
	// HFS+ ignores invisible characters; NTFS ignores trailing blanks and dots and the text after a colon, and has
	// short names.
	seen := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	seen, _, _ = strings.Cut(seen, ":")
	seen = strings.ToLower(strings.TrimRight(seen, ". "))
	return seen != ".git" && seen != "git~1" && (filepath.Separator == '/' || !strings.ContainsRune(name, filepath.Separator))
}

func (c *checkOut) write(ctx context.Context, e Change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	const often = 64
	if c.written++; c.limits.Observe != nil && (c.written%often == 0 || c.written == len(c.entries)) {
		c.limits.Observe(c.written, len(c.entries))
	}
	if folder := path.Dir(e.Path); folder != "." {
		if err := c.root.MkdirAll(folder, 0o700); notHere(err) {
			c.leaveOut(e.Path, err)
			return nil
		} else if err != nil {
			return err
		}
	}
	entry := &index.Entry{Name: e.Path, Hash: plumbing.Hash(e.ID)}
	var err error
	switch e.Mode & modeType {
	case modeRegular:
		entry.Mode, err = filemode.Regular, c.file(ctx, e, entry)
	case modeSymlink:
		entry.Mode, err = filemode.Symlink, c.link(ctx, e)
	case modeSubmodule:
		entry.Mode, err = filemode.Submodule, c.root.Mkdir(e.Path, 0o700)
	default:
		return fmt.Errorf("%q is of mode %o", e.Path, e.Mode)
	}
	if e.Mode&modeType == modeRegular && e.Mode&0o111 != 0 {
		entry.Mode = filemode.Executable
	}
	var link *os.LinkError
	switch {
	case err == nil:
	case errors.As(err, &link), notHere(err):
		c.leaveOut(e.Path, err)
	default:
		return err
	}
	c.out.entries = append(c.out.entries, entry)
	return nil
}

// notHere reports whether an error concerns one path only, which this file system or these limits do not allow.
func notHere(err error) bool {
	known := []error{fs.ErrExist, fs.ErrInvalid, syscall.EINVAL, syscall.EILSEQ, syscall.ENAMETOOLONG, errLimit, errNoTarget}
	return slices.ContainsFunc(known, func(of error) bool { return errors.Is(err, of) })
}

var errNoTarget = errors.New("it is a link to nowhere")

// file writes a regular file, unless the path exists already.
func (c *checkOut) file(ctx context.Context, e Change, entry *index.Entry) error {
	data, err := c.objects.Blob(ctx, e.ID)
	if err != nil {
		return err
	}
	if c.out.Bytes += int64(len(data)); c.out.Bytes > c.limits.Bytes {
		return fmt.Errorf("%w: more than %d bytes", ErrTreeTooLarge, c.limits.Bytes)
	}
	mode := fs.FileMode(0o600)
	if e.Mode&0o111 != 0 {
		mode = 0o700
	}
	f, err := c.root.OpenFile(e.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	info, statErr := f.Stat()
	if err := errors.Join(err, statErr, f.Close()); err != nil {
		return err
	}
	entry.Size, entry.ModifiedAt = uint32(info.Size()), info.ModTime() // as git does
	return nil
}

// link makes a link. Its target does not matter, since nothing follows it.
func (c *checkOut) link(ctx context.Context, e Change) error {
	target, err := c.objects.Blob(ctx, e.ID)
	if err != nil {
		return err
	}
	if len(target) == 0 || len(target) > MaxPath || slices.Contains(target, 0) {
		return errNoTarget
	}
	return c.root.Symlink(string(target), e.Path)
}

// leaveOut records that a path was not written.
func (c *checkOut) leaveOut(path string, err error) {
	var onPath *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &onPath):
		err = onPath.Err
	case errors.As(err, &link):
		err = link.Err
	}
	c.out.LeftOut = append(c.out.LeftOut, fmt.Sprintf("%s: %v", path, err))
}
