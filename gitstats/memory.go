package gitstats

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/codec"
	"ctxpack/internal/text/mapped"
)

const (
	memoryMark = "history 2\n"
	// maxRemembered is the maximum number of stored changes of one commit; those of a larger one are computed
	// again.
	maxRemembered = 2000

	idLen     = len(gitrepo.ID{})
	leastStep = 2 * idLen // minimum bytes of a step
)

// memory holds the results of an earlier walk of the same repository. Everything in it is keyed by object ids, so
// that it never becomes invalid: a walk from a newer HEAD reads only the new commits.
type memory struct {
	tree  gitrepo.ID // the tree of files, zero for none
	files []gitrepo.Change
	steps map[gitrepo.ID]*step
}

type step struct {
	commit  *gitrepo.Commit
	known   bool // changes are known
	changes []gitrepo.Change
	cost    int // cost of computing the changes, see gitrepo.EntryCost
	// message is the commit's message if requested, valid UTF-8.
	message string
}

// recall requests the results for the history from a commit, or from one before it.
func recall(ctx context.Context, ask func([]string) string, repo *gitrepo.Repository, s *gitrepo.Objects, head *gitrepo.Commit) string {
	if ask == nil || repo.Partial() {
		return ""
	}
	const furthest = 16
	commits := []string{head.ID.String()}
	for back, next := 1, 1; back <= furthest && len(head.Parents) > 0; back++ {
		parent, err := s.Commit(ctx, head.Parents[0])
		if err != nil {
			break
		}
		if head = parent; back == next {
			commits = append(commits, head.ID.String())
			next *= 2
		}
	}
	return ask(commits)
}

func newMemory() *memory { return &memory{steps: map[gitrepo.ID]*step{}} }

// commit returns a commit from memory, or reads it.
func (m *memory) commit(ctx context.Context, s *gitrepo.Objects, id gitrepo.ID) (*gitrepo.Commit, error) {
	if known, ok := m.steps[id]; ok {
		return known.commit, nil
	}
	return s.Commit(ctx, id)
}

// list calls f for the files of a tree: the remembered ones, updated at the given maximum cost if the tree is
// another one. If ok is false, f was not called.
func (m *memory) list(ctx context.Context, s *gitrepo.Objects, tree gitrepo.ID, cost int, f func(gitrepo.Change)) bool {
	if m.tree.IsZero() || m.tree != tree && !m.advance(ctx, s, tree, cost) {
		return false
	}
	for _, c := range m.files {
		f(c)
	}
	return true
}

func (m *memory) advance(ctx context.Context, s *gitrepo.Objects, tree gitrepo.ID, cost int) bool {
	files := mapped.By(m.files, func(c gitrepo.Change) string { return c.Path })
	d := &gitrepo.Differ{Objects: s, Left: cost}
	err := d.Diff(ctx, m.tree, tree, func(c gitrepo.Change) {
		if c.Kind == gitrepo.Deleted {
			delete(files, c.Path)
			return
		}
		c.Kind = gitrepo.Added
		files[c.Path] = c
	})
	if err != nil || d.Missing > 0 || d.Long > 0 {
		return false
	}
	m.tree = tree
	m.files = slices.SortedFunc(maps.Values(files), func(a, b gitrepo.Change) int { return strings.Compare(a.Path, b.Path) })
	return true
}

// sameSteps reports whether two walks have the same data.
func sameSteps(a, b map[gitrepo.ID]*step) bool {
	return maps.EqualFunc(a, b, func(a, b *step) bool { return a.known == b.known && (a.message == "") == (b.message == "") })
}

// encode serializes the memory: a table of paths, the files, the commits. It omits private paths, if private is not
// nil.
func (m *memory) encode(private func(path string) bool) string {
	c := &memoryCodec{Codec: codec.Writer(nil), numbers: map[string]int{}, private: private, asked: map[string]bool{}}
	tree, files := m.tree, m.files
	if c.isPrivate(files) {
		tree, files = gitrepo.ID{}, nil
	}
	c.Raw(tree[:])
	c.changes(files)
	ids := slices.SortedFunc(maps.Keys(m.steps), func(a, b gitrepo.ID) int { return bytes.Compare(a[:], b[:]) })
	c.Count(len(ids), leastStep)
	for _, id := range ids {
		c.step(m.steps[id])
	}
	head := codec.Writer([]byte(memoryMark))
	head.Strings(c.paths)
	return string(head.Bytes()) + string(c.Bytes())
}

// decodeMemory reads the output of encode. Any other text gives an empty memory.
func decodeMemory(text string) *memory {
	m := newMemory()
	rest, ok := strings.CutPrefix(text, memoryMark)
	if !ok {
		return m
	}
	c := &memoryCodec{Codec: codec.Reader(rest)}
	c.paths = c.Strings(nil)
	c.Raw(m.tree[:])
	m.files = c.changes(m.files)
	for range c.Count(0, leastStep) {
		s := &step{commit: &gitrepo.Commit{}}
		c.step(s)
		m.steps[s.commit.ID] = s
	}
	if !c.Whole() {
		return newMemory()
	}
	return m
}

type memoryCodec struct {
	*codec.Codec
	paths []string

	// For encoding:
	numbers map[string]int // numbers of paths
	private func(path string) bool
	asked   map[string]bool // results of private, by path
}

// isPrivate reports whether one of some changes has a private path.
func (c *memoryCodec) isPrivate(list []gitrepo.Change) bool {
	if c.private == nil {
		return false
	}
	return slices.ContainsFunc(list, func(change gitrepo.Change) bool {
		answer, ok := c.asked[change.Path]
		if !ok {
			answer = c.private(change.Path)
			c.asked[change.Path] = answer
		}
		return answer
	})
}

func (c *memoryCodec) changes(list []gitrepo.Change) []gitrepo.Change {
	return codec.List(c.Codec, list, idLen, func(_ *codec.Codec, change *gitrepo.Change) {
		c.path(&change.Path)
		codec.Uint(c.Codec, &change.Kind)
		codec.Uint(c.Codec, &change.Mode)
		c.Raw(change.ID[:])
		if change.Kind > gitrepo.Modified {
			c.Fail()
		}
	})
}

// path encodes a path as its number in the table.
func (c *memoryCodec) path(path *string) {
	n, ok := c.numbers[*path]
	if !c.Reads() && !ok {
		n = len(c.paths)
		c.numbers[*path], c.paths = n, append(c.paths, *path)
	}
	codec.Uint(c.Codec, &n)
	if n < 0 || n >= len(c.paths) {
		c.Fail()
		return
	}
	*path = c.paths[n]
}

func (c *memoryCodec) step(s *step) {
	c.Raw(s.commit.ID[:])
	c.Raw(s.commit.Tree[:])
	codec.Uint(c.Codec, &s.commit.Time)
	s.commit.Parents = codec.List(c.Codec, s.commit.Parents, idLen, func(c *codec.Codec, id *gitrepo.ID) { c.Raw(id[:]) })
	cost := 0 // 1 + the cost of the changes, 0 if these are unknown
	if s.known && !c.isPrivate(s.changes) {
		cost = s.cost + 1
	}
	if codec.Uint(c.Codec, &cost); cost > 0 {
		s.known, s.cost = true, cost-1
		s.changes = c.changes(s.changes)
		codec.String(c.Codec, &s.message)
	}
	if isTime, isCost := s.commit.Time >= 0 && s.commit.Time <= gitrepo.MaxTime, s.cost >= 0 && s.cost <= 1<<31; !isTime || !isCost {
		c.Fail()
	}
}
