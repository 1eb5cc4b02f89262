package gitrepo

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// maxSteps is the maximum number of commits that one revision goes back.
const maxSteps = 100_000

// Resolve returns the commit that a revision denotes, as in git: HEAD or @, a branch, a tag or any other reference,
// a full or abbreviated commit id, each with optional ~N, ^ and ^N.
func (r *Repository) Resolve(ctx context.Context, s *Objects, revision string) (*Commit, error) {
	name, steps := revision, ""
	if i := strings.IndexAny(revision, "~^"); i >= 0 {
		name, steps = revision[:i], revision[i:]
	}
	id, err := r.named(s, name)
	if err != nil {
		return nil, err
	}
	c, err := s.peel(ctx, id)
	for err == nil && steps != "" {
		end := 1
		for end < len(steps) && steps[end] >= '0' && steps[end] <= '9' {
			end++
		}
		n := 1
		if end > 1 {
			if n, err = strconv.Atoi(steps[1:end]); err != nil || n > maxSteps {
				return nil, errors.New("too many steps")
			}
		}
		switch {
		case steps[0] == '~':
			c, err = s.back(ctx, c, n)
		case steps[0] != '^':
			err = fmt.Errorf("%q is not understood", steps)
		case n > len(c.Parents):
			err = fmt.Errorf("%s has no parent %d", c.ID, n)
		case n > 0:
			c, err = s.Commit(ctx, c.Parents[n-1])
		}
		steps = steps[end:]
	}
	return c, err
}

func (s *Objects) back(ctx context.Context, c *Commit, n int) (*Commit, error) {
	var err error
	for ; n > 0 && err == nil; n-- {
		if len(c.Parents) == 0 {
			return nil, fmt.Errorf("%s has no parent", c.ID)
		}
		c, err = s.Commit(ctx, c.Parents[0])
	}
	return c, err
}

// named resolves a name without steps.
func (r *Repository) named(s *Objects, name string) (ID, error) {
	if name == "HEAD" || name == "@" {
		h, err := r.Head()
		if err == nil && h.Unborn {
			err = errors.New("HEAD has no commit yet")
		}
		return h.ID, err
	}
	for _, pattern := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		ref := fmt.Sprintf(pattern, name)
		if !SafeRef(ref) {
			continue
		}
		id, err := r.target(ref)
		if !errors.Is(err, fs.ErrNotExist) {
			return id, err
		}
	}
	if id, err := ParseID(name); err == nil {
		return id, nil
	}
	return s.abbreviated(name)
}

// target follows a reference to an id.
func (r *Repository) target(ref string) (ID, error) {
	for range maxRefDepth {
		text, err := r.ref(ref)
		if err != nil {
			return ID{}, err
		}
		next, symbolic := strings.CutPrefix(text, "ref:")
		if !symbolic {
			return ParseID(text)
		}
		if ref = strings.TrimSpace(next); !SafeRef(ref) {
			break
		}
	}
	return ID{}, errors.New("references name each other")
}

// peel reads a commit, or the one that a tag points to.
func (s *Objects) peel(ctx context.Context, id ID) (*Commit, error) {
	for range maxRefDepth {
		data, err := s.read(ctx, id, plumbing.TagObject)
		if err != nil {
			return s.Commit(ctx, id)
		}
		target, _, ok := idLine(data, "object ")
		if !ok {
			return nil, errCorrupt
		}
		id = target
	}
	return nil, errors.New("tags name each other")
}

// abbreviated finds the only object whose id begins with some digits.
func (s *Objects) abbreviated(digits string) (ID, error) {
	const minimum = 4
	unknown := errors.New("there is no such branch, tag or commit")
	if len(digits) < minimum || len(digits) > hexLen {
		return ID{}, unknown
	}
	digits = strings.ToLower(digits)
	low, err := hex.DecodeString(digits + strings.Repeat("0", hexLen-len(digits)))
	if err != nil {
		return ID{}, unknown
	}
	var found []ID
	for _, p := range s.packs {
		s.use(p)
		found = append(found, p.beginning(ID(low), digits)...)
	}
	for _, d := range s.dirs {
		f, err := d.root.Open(digits[:2])
		if err != nil {
			continue
		}
		names, _ := f.Readdirnames(-1) // an unreadable folder is empty
		_ = f.Close()
		for _, name := range names {
			if id, err := ParseID(digits[:2] + name); err == nil && strings.HasPrefix(id.String(), digits) {
				found = append(found, id)
			}
		}
	}
	slices.SortFunc(found, func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
	switch found = slices.Compact(found); len(found) {
	case 0:
		return ID{}, unknown
	case 1:
		return found[0], nil
	}
	return ID{}, fmt.Errorf("%d objects begin with it", len(found))
}

// beginning lists the ids of a pack that begin with some digits; low is the smallest such id.
func (p *pack) beginning(low ID, digits string) []ID {
	if p.open() != nil {
		return nil
	}
	first, last := int64(0), int64(p.fanout[low[0]])
	if low[0] > 0 {
		first = int64(p.fanout[low[0]-1])
	}
	row := make([]byte, (last-first)*int64(idLen))
	if _, err := p.idx.ReadAt(row, int64(idxNames)+first*int64(idLen)); err != nil {
		return nil
	}
	var found []ID
	i, _ := search(row, low)
	for ; i < len(row)/idLen; i++ {
		id := ID(row[i*idLen : (i+1)*idLen])
		if !strings.HasPrefix(id.String(), digits) {
			break
		}
		found = append(found, id)
	}
	return found
}

// MergeBase returns the newest common ancestor of two commits, nil if there is none within reach.
func (s *Objects) MergeBase(ctx context.Context, a, b *Commit) (*Commit, error) {
	const reach = 200_000 // commits
	left, right := uint8(1), uint8(2)
	marks := map[ID]uint8{}
	var queue []*Commit
	add := func(c *Commit, mark uint8) {
		if marks[c.ID]&mark == mark {
			return
		}
		marks[c.ID] |= mark
		// Newest first; commits are found in nearly this order.
		i, _ := slices.BinarySearchFunc(queue, c, func(x, y *Commit) int {
			switch {
			case x.Time > y.Time:
				return -1
			case x.Time < y.Time:
				return 1
			}
			return bytes.Compare(x.ID[:], y.ID[:])
		})
		if i < len(queue) && queue[i].ID == c.ID {
			return
		}
		queue = slices.Insert(queue, i, c)
	}
	add(a, left)
	add(b, right)
	for n := 0; len(queue) > 0 && n < reach; n++ {
		c := queue[0]
		queue = queue[1:]
		mark := marks[c.ID]
		if mark == left|right {
			return c, nil
		}
		for _, id := range c.Parents {
			parent, err := s.Commit(ctx, id)
			if err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				continue // the edge of a shallow clone
			}
			add(parent, mark)
		}
	}
	return nil, nil
}
