package remote

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/gitrepo/wire"
	"ctxpack/internal/safe/atomicfile"
)

// Contents of a mirror's folder. The work trees are linked to the bare repository, so that git itself works in
// them.
const (
	lockName    = "lock"
	addressName = "address" // its modification time is the last use
	gitName     = "git"
	treesName   = "trees"
	doneName    = "done" // in a work tree's folder: the commit, and the bytes of its files

	folderName = "remotes"
	maxPacks   = 40      // maximum packs of a mirror; beyond it, the mirror is cleared
	maxNote    = 1 << 16 // bytes of a small file
)

// mirror is a bare repository of the objects fetched from one address, with work trees.
type mirror struct {
	folder  string // absolute, free of links
	release func() // releases its lock
}

func mirrorName(url string) string {
	sum := sha256.Sum256([]byte(url))
	return hex.EncodeToString(sum[:12])
}

// openMirror finds or makes the mirror of an address, and locks out other processes until it is released.
func openMirror(ctx context.Context, parent, url string) (*mirror, error) {
	m := &mirror{folder: filepath.Join(parent, mirrorName(url))}
	var err error
	const tries = 5 // another process may be removing it
	for range tries {
		if err = os.MkdirAll(m.folder, 0o700); err != nil {
			break
		}
		if m.release, err = atomicfile.Lock(ctx, filepath.Join(m.folder, lockName)); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("make mirror: %w", err)
	}
	if err := m.prepare(url); err != nil {
		m.release()
		return nil, fmt.Errorf("make mirror: %w", err)
	}
	return m, nil
}

func (m *mirror) path(parts ...string) string {
	return filepath.Join(append([]string{m.folder}, parts...)...)
}

// prepare makes the files that a bare repository needs. It replaces leftovers of other versions of the program or
// of unknown origin.
func (m *mirror) prepare(url string) error {
	if have, err := m.note(addressName); err != nil || have != url {
		if err := m.clear(); err != nil {
			return err
		}
		if err := m.setNote(addressName, url); err != nil {
			return err
		}
	}
	now := time.Now()
	_ = os.Chtimes(m.path(addressName), now, now) // only affects the order of eviction
	if packs, _ := filepath.Glob(m.path(gitName, "objects", "pack", "*.pack")); len(packs) > maxPacks {
		if err := m.clear(); err != nil {
			return err
		}
	}
	for _, folder := range []string{"objects/pack", "refs/heads", "refs/tags", "worktrees"} {
		if err := os.MkdirAll(m.path(gitName, filepath.FromSlash(folder)), 0o700); err != nil {
			return err
		}
	}
	left, _ := filepath.Glob(m.path(gitName, "objects", "pack", "tmp_*")) // leftovers of killed runs
	for _, name := range left {
		_ = os.Remove(name)
	}
	if _, err := os.Stat(m.path(gitName, "HEAD")); err == nil {
		return nil
	}
	if err := m.setNote(gitName+"/config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"); err != nil {
		return err
	}
	return m.setNote(gitName+"/HEAD", "ref: refs/heads/main")
}

func (m *mirror) clear() error {
	return errors.Join(os.RemoveAll(m.path(gitName)), os.RemoveAll(m.path(treesName)))
}

// note reads a file of one line.
func (m *mirror) note(name string) (string, error) {
	data, err := atomicfile.Read(m.path(filepath.FromSlash(name)), maxNote)
	if err == nil && data == nil {
		err = fs.ErrNotExist
	}
	return strings.TrimSpace(string(data)), err
}

func (m *mirror) setNote(name, text string) error {
	return os.WriteFile(m.path(filepath.FromSlash(name)), []byte(text+"\n"), 0o600)
}

func (m *mirror) references() map[string]gitrepo.ID {
	const limit = 1 << 20
	data, _ := atomicfile.Read(m.path(gitName, "packed-refs"), limit) // without them everything is fetched
	out := map[string]gitrepo.ID{}
	for line := range strings.Lines(string(data)) {
		digits, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if id, err := gitrepo.ParseID(digits); err == nil && name != "" {
			out[name] = id
		}
	}
	return out
}

// setReference records a fetched reference. All of them are in one file, where names cannot conflict.
func (m *mirror) setReference(name string, id gitrepo.ID) error {
	all := m.references()
	if all[name] == id {
		return nil
	}
	all[name] = id
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s %s\n", all[n], n)
	}
	return atomicfile.Write(atomicfile.File{Path: m.path(gitName, "packed-refs"), Data: b.String()})
}

// shallow returns the commits whose parents were not fetched.
func (m *mirror) shallow() map[gitrepo.ID]bool {
	const limit = 16 << 20
	data, _ := atomicfile.Read(m.path(gitName, "shallow"), limit)
	out := map[gitrepo.ID]bool{}
	for line := range strings.FieldsSeq(string(data)) {
		if id, err := gitrepo.ParseID(line); err == nil {
			out[id] = true
		}
	}
	return out
}

// setShallow applies a server's answer to the shallow list.
func (m *mirror) setShallow(answer *wire.Response) error {
	all := m.shallow()
	for _, id := range answer.Shallow {
		all[gitrepo.ID(id)] = true
	}
	for _, id := range answer.Unshallow {
		delete(all, gitrepo.ID(id))
	}
	var b strings.Builder
	for _, id := range sortedIDs(all) {
		fmt.Fprintf(&b, "%s\n", id)
	}
	if len(all) == 0 {
		if err := os.Remove(m.path(gitName, "shallow")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return atomicfile.Write(atomicfile.File{Path: m.path(gitName, "shallow"), Data: b.String()})
}

func sortedIDs(set map[gitrepo.ID]bool) []gitrepo.ID {
	return slices.SortedFunc(maps.Keys(set), func(a, b gitrepo.ID) int { return strings.Compare(a.String(), b.String()) })
}

// tree is the folder of a work tree for a reference. It has the same place in each run, so that cached information
// about its files is found again.
type tree struct {
	mirror *mirror
	id     string
	name   string // name of the repository
}

func (m *mirror) tree(ref, name string) tree { return tree{mirror: m, id: mirrorName(ref), name: name} }

func (t tree) folder() string { return t.mirror.path(treesName, t.id, t.name) }
func (t tree) git() string    { return t.mirror.path(gitName, "worktrees", t.id) }

// has reports whether a commit is already written, and which files were omitted.
func (t tree) has(commit gitrepo.ID) bool {
	done, err := t.mirror.note(filepath.Join(treesName, t.id, doneName))
	id, _, _ := strings.Cut(done, " ")
	return err == nil && id == commit.String() && isFolder(t.folder())
}

func isFolder(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.IsDir()
}

// begin replaces the folder with an empty one.
func (t tree) begin() error {
	if err := os.RemoveAll(t.mirror.path(treesName, t.id)); err != nil {
		return err
	}
	if err := os.MkdirAll(t.git(), 0o700); err != nil {
		return err
	}
	return os.MkdirAll(t.folder(), 0o700)
}

// finish turns the folder into a work tree: HEAD is branch, or the detached commit.
func (t tree) finish(out *gitrepo.CheckedOut, commit gitrepo.ID, branch string) error {
	head := commit.String()
	if branch != "" {
		head = "ref: " + branch
	}
	at := filepath.Join(gitName, "worktrees", t.id)
	for name, text := range map[string]string{
		"HEAD": head, "commondir": filepath.FromSlash("../.."), "gitdir": filepath.Join(t.folder(), ".git"),
	} {
		if err := t.mirror.setNote(filepath.Join(at, name), text); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(t.folder(), ".git"), []byte("gitdir: "+t.git()+"\n"), 0o600); err != nil {
		return err
	}
	if err := out.WriteIndex(filepath.Join(t.git(), "index")); err != nil {
		return err
	}
	// Last, since it marks a complete work tree.
	return t.mirror.setNote(filepath.Join(treesName, t.id, doneName), fmt.Sprintf("%s %d", commit, out.Bytes))
}

// Stored is one mirror of a cache folder.
type Stored struct {
	URL   string
	Bytes int64
	Used  time.Time
	name  string
}

// List describes the mirrors of a cache folder, most recently used first.
func List(cache string) ([]Stored, error) {
	parent := filepath.Join(cache, folderName)
	entries, err := os.ReadDir(parent)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list mirrors: %w", err)
	}
	var list []Stored
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		m := &mirror{folder: filepath.Join(parent, e.Name())}
		s := Stored{name: e.Name()}
		if s.URL, err = m.note(addressName); err == nil {
			if info, err := os.Lstat(m.path(addressName)); err == nil {
				s.Used = info.ModTime()
			}
		}
		s.Bytes = m.bytes()
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Stored) int { return cmp.Or(b.Used.Compare(a.Used), strings.Compare(a.name, b.name)) })
	return list, nil
}

// bytes returns the size of packs and files, without reading each file's size.
func (m *mirror) bytes() int64 {
	var sum int64
	packs, _ := filepath.Glob(m.path(gitName, "objects", "pack", "*"))
	for _, name := range packs {
		if info, err := os.Lstat(name); err == nil {
			sum += info.Size()
		}
	}
	notes, _ := filepath.Glob(m.path(treesName, "*", doneName))
	for _, name := range notes {
		data, _ := atomicfile.Read(name, maxNote)
		_, digits, _ := strings.Cut(strings.TrimSpace(string(data)), " ")
		n, _ := strconv.ParseInt(digits, 10, 64)
		sum += max(n, 0)
	}
	return sum
}

// Clean removes all unused mirrors of a cache folder, and returns their number and bytes.
func Clean(cache string) (n int, bytes int64, err error) {
	list, err := List(cache)
	if err != nil {
		return 0, 0, err
	}
	for _, s := range list {
		if e := remove(cache, s); e != nil {
			err = errors.Join(err, fmt.Errorf("clean mirrors: %w", e))
			continue
		}
		n++
		bytes += s.Bytes
	}
	return n, bytes, err
}

// remove removes a mirror unless another process uses it.
func remove(cache string, s Stored) error {
	folder := filepath.Join(cache, folderName, s.name)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	release, err := atomicfile.Lock(ctx, filepath.Join(folder, lockName))
	if err != nil {
		return err
	}
	defer release()
	return os.RemoveAll(folder)
}

// evict removes the least recently used mirrors until the rest is within bounds.
func evict(cache string, limit int64) {
	list, err := List(cache)
	if err != nil {
		return
	}
	var sum int64
	for _, s := range list {
		if sum += s.Bytes; sum > limit {
			_ = remove(cache, s) // one in use stays
		}
	}
}
