package gitstats

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
)

const (
	memoryMark = "history 2\n"
	// maxRemembered is the most changes of one commit that are kept; those of a
	// larger one are found anew.
	maxRemembered = 2000

	idLen = len(gitrepo.ID{})
)

// memory is what an earlier walk of the same repository found. All of it is
// known by object ids, so that it never becomes wrong: a walk from a newer HEAD
// reads the commits that are new and takes the others from here.
type memory struct {
	tree  gitrepo.ID // whose files are listed, zero for none
	files []gitrepo.Change
	steps map[gitrepo.ID]*step
}

// step is one commit of a walk.
type step struct {
	commit  *gitrepo.Commit
	known   bool // changes are known
	changes []gitrepo.Change
	cost    int // of finding them, see gitrepo.EntryCost
	// message is the commit's, as far as it was asked for, valid UTF-8.
	message string
}

// recall asks for what was found of the history from a commit, or from one before it.
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

// list calls f for the files of a tree: as they are remembered, changed by what
// differs, at the given cost at most, if the tree is another one. It is not ok if
// it cannot tell, and then has not called f.
func (m *memory) list(ctx context.Context, s *gitrepo.Objects, tree gitrepo.ID, cost int, f func(gitrepo.Change)) bool {
	if m.tree.IsZero() {
		return false
	}
	if m.tree != tree && !m.advance(ctx, s, tree, cost) {
		return false
	}
	for _, c := range m.files {
		f(c)
	}
	return true
}

// advance brings the files to another tree.
func (m *memory) advance(ctx context.Context, s *gitrepo.Objects, tree gitrepo.ID, cost int) bool {
	files := make(map[string]gitrepo.Change, len(m.files))
	for _, c := range m.files {
		files[c.Path] = c
	}
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
	m.tree, m.files = tree, m.files[:0]
	for _, path := range slices.Sorted(maps.Keys(files)) {
		m.files = append(m.files, files[path])
	}
	return true
}

// sameStep reports whether two steps of one commit know as much.
func sameStep(a, b *step) bool { return a.known == b.known && (a.message == "") == (b.message == "") }

// sameSteps reports whether two walks know as much.
func sameSteps(a, b map[gitrepo.ID]*step) bool { return maps.EqualFunc(a, b, sameStep) }

// encode writes the memory down: a table of paths, the files, the commits. What has a
// private path, if that is not nil, is left out.
func (m *memory) encode(private func(path string) bool) string {
	w := &memoryWriter{paths: map[string]uint64{}, private: private, asked: map[string]bool{}}
	if w.isPrivate(m.files) {
		w.id(gitrepo.ID{})
		w.changes(nil)
	} else {
		w.id(m.tree)
		w.changes(m.files)
	}
	ids := make([]gitrepo.ID, 0, len(m.steps))
	for id := range m.steps {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b gitrepo.ID) int { return strings.Compare(string(a[:]), string(b[:])) })
	w.number(uint64(len(ids)))
	for _, id := range ids {
		w.step(m.steps[id])
	}
	var head []byte
	head = append(head, memoryMark...)
	head = binary.AppendUvarint(head, uint64(len(w.list)))
	for _, path := range w.list {
		head = binary.AppendUvarint(head, uint64(len(path)))
		head = append(head, path...)
	}
	return string(head) + string(w.out)
}

type memoryWriter struct {
	out   []byte
	list  []string
	paths map[string]uint64

	private func(path string) bool
	asked   map[string]bool // answers of private, by path
}

// isPrivate reports whether a path of some changes is.
func (w *memoryWriter) isPrivate(list []gitrepo.Change) bool {
	if w.private == nil {
		return false
	}
	return slices.ContainsFunc(list, func(c gitrepo.Change) bool {
		answer, ok := w.asked[c.Path]
		if !ok {
			answer = w.private(c.Path)
			w.asked[c.Path] = answer
		}
		return answer
	})
}

func (w *memoryWriter) number(n uint64)  { w.out = binary.AppendUvarint(w.out, n) }
func (w *memoryWriter) id(id gitrepo.ID) { w.out = append(w.out, id[:]...) }

func (w *memoryWriter) text(s string) {
	w.number(uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *memoryWriter) changes(list []gitrepo.Change) {
	w.number(uint64(len(list)))
	for _, c := range list {
		n, ok := w.paths[c.Path]
		if !ok {
			n = uint64(len(w.list))
			w.paths[c.Path] = n
			w.list = append(w.list, c.Path)
		}
		w.number(n)
		w.number(uint64(c.Kind))
		w.number(uint64(c.Mode))
		w.id(c.ID)
	}
}

func (w *memoryWriter) step(s *step) {
	w.id(s.commit.ID)
	w.id(s.commit.Tree)
	w.number(uint64(s.commit.Time)) // never negative
	w.number(uint64(len(s.commit.Parents)))
	for _, p := range s.commit.Parents {
		w.id(p)
	}
	if !s.known || w.isPrivate(s.changes) {
		w.number(0)
		return
	}
	w.number(uint64(s.cost) + 1) // never negative
	w.changes(s.changes)
	w.text(s.message)
}

// decodeMemory reads what encode wrote. A text that is something else gives an
// empty memory.
func decodeMemory(text string) *memory {
	m := newMemory()
	rest, ok := strings.CutPrefix(text, memoryMark)
	if !ok {
		return m
	}
	r := &memoryReader{in: rest}
	for range r.count(1) {
		n := r.count(1)
		if r.bad {
			break
		}
		r.paths = append(r.paths, r.in[:n])
		r.in = r.in[n:]
	}
	m.tree, m.files = r.id(), r.changes()
	for range r.count(2 * idLen) {
		s := r.step()
		m.steps[s.commit.ID] = s
	}
	if r.bad || r.in != "" {
		return newMemory()
	}
	return m
}

type memoryReader struct {
	in    string
	bad   bool
	paths []string
}

func (r *memoryReader) fail() { r.in, r.bad = "", true }

func (r *memoryReader) number() uint64 {
	n, size := binary.Uvarint([]byte(r.in[:min(len(r.in), binary.MaxVarintLen64)]))
	if size <= 0 {
		r.fail()
		return 0
	}
	r.in = r.in[size:]
	return n
}

// count is a number of things that take at least size bytes each.
func (r *memoryReader) count(size int) int {
	n := r.number()
	if n > uint64(len(r.in)/size) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *memoryReader) text() string {
	n := r.count(1)
	text := r.in[:n]
	r.in = r.in[n:]
	return text
}

func (r *memoryReader) id() (id gitrepo.ID) {
	if len(r.in) < idLen {
		r.fail()
		return id
	}
	copy(id[:], r.in)
	r.in = r.in[idLen:]
	return id
}

func (r *memoryReader) changes() []gitrepo.Change {
	n := r.count(idLen)
	list := make([]gitrepo.Change, 0, n)
	for range n {
		path := r.number()
		c := gitrepo.Change{Kind: gitrepo.ChangeKind(r.number()), Mode: uint32(r.number()), ID: r.id()} // as they were written
		if path >= uint64(len(r.paths)) || c.Kind > gitrepo.Modified {
			r.fail()
			return nil
		}
		c.Path = r.paths[path]
		list = append(list, c)
	}
	return list
}

func (r *memoryReader) step() *step {
	s := &step{commit: &gitrepo.Commit{ID: r.id(), Tree: r.id()}}
	s.commit.Time = int64(min(r.number(), gitrepo.MaxTime)) // in range
	for range r.count(idLen) {
		s.commit.Parents = append(s.commit.Parents, r.id())
	}
	if cost := r.number(); cost > 0 {
		s.known, s.cost = true, int(min(cost-1, 1<<31)) // in range
		s.changes, s.message = r.changes(), r.text()
	}
	return s
}
